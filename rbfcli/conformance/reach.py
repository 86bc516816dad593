"""The law of reach: one function says whether somebody gets at another, and every verb goes by it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

from msgspec.structs import replace

from rbfcli.conformance.law_broken import hold
from rbfcli.conformance.people import turns_of_sides
from rbfcli.kernel.command import Command, verb_of
from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.offers import refusal
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.visible import quoted
from rbfcli.language.fights import read_line
from rbfcli.language.grammar import grammar_of
from rbfcli.language.writer import line_for
from rbfcli.session.session import Session

NUMBERS = ("0", "1", "2", "6", "40", "900")
MOST_SPOTS, MOST_TARGETS = 16, 2
AIMED_AT = ("target", "targets")


def every_verb_goes_by_one_reach(paths: Sequence[str]) -> None:
    """What is aimed at somebody is accepted where `reaches` says so, and nowhere else. Raises LawBroken.

    The target is moved about, near and far, up and down, and lies there or stands. A line that is accepted at one place
    has to be refused at every place out of reach, and at none within reach. `beyond_reach` names what needs none, or
    brings its doer there. A system without places has no reach to go by, and knows no distances.
    """
    judged, rules = 0, None
    for path in paths:
        for session in (found for begun in turns_of_sides(path) for found in (begun, *_with_one_down(begun))):
            rules = session.rules
            if rules.reaches is None:
                _has_no_places(rules, session.fight, path)
            else:
                judged += sum([_agrees(session, command, who) for command, who in _aimed(session)])
    hold(judged or rules is None or rules.reaches is None, "nothing that is aimed at somebody went in and out of reach")


def _with_one_down(session: Session) -> Iterator[Session]:
    """The fight with one of each side, who does not act, on the ground: to be helped, or finished off."""
    fight = session.fight
    for side in dict.fromkeys(one.side for one in fight.combatants.values()):
        who = next((each for each, one in fight.combatants.items() if one.side == side and each != fight.active), "")
        fallen = Session(session.rules, fight)
        if who and _is_done(fallen, f"damage {who} {session.rules.health(fight.combatants[who])[1]}"):
            yield fallen


def _is_done(session: Session, line: str) -> bool:
    try:
        session.perform(read_line(line, session.rules, session.fight))
    except RbfError:
        return False
    return not session.fight.questions


def is_within_reach(rules: Rules, before: Fight, command: Command | None, line: str) -> None:
    """What was accepted without force reached its target from where both were."""
    if rules.reaches is None or command is None or command.force or before.paused is not None:
        return
    doer = str(getattr(command, "by", "") or getattr(command, "who", ""))
    target = _target_of(command, doer)
    thing = getattr(command, "weapon", "")
    unsaid = "weapon" in command.__struct_fields__ and not thing
    if doer in before.combatants and target and not unsaid and _is_plain(command) and not _is_exempt(rules, command):
        hold(rules.reaches(before, doer, target, thing), f"{line}: accepted, and {target} is out of reach of {doer}")


def _has_no_places(rules: Rules, fight: Fight, path: str) -> None:
    pairs = product(fight.combatants, fight.combatants)
    far = next((pair for pair in pairs if rules.distance(fight, *pair) is not None), None)
    hold(far is None, f"{path}: {far} are at a distance, and `reaches` does not say what that means")


def _agrees(session: Session, command: Command, who: tuple[str, str, str]) -> bool:
    """Whether a command was accepted within reach and refused out of it; everywhere by the one function."""
    rules = session.rules
    found: list[tuple[bool, bool, Fight]] = []
    for fight in _about(session, who[1]):
        reached = rules.reaches is not None and rules.reaches(fight, *who)
        found.append((reached, refusal(rules, fight, command) is None, fight))
    accepted = [reached for reached, taken, _ in found if taken]
    for reached, taken, fight in found:
        where = ", ".join(f"{field} {getattr(fight.combatants[who[1]], field)}" for field in rules.whereabouts)
        line = line_for(command)
        hold(reached or not taken, f"{line}: accepted with {who[1]} at {where}, which is out of reach")
        hold(
            taken or not reached or not accepted,
            f"{line}: refused with {who[1]} at {where}, which is in reach: {refusal(rules, fight, command)}",
        )
    return bool(accepted) and not all(reached for reached, *_ in found)


def _about(session: Session, who: str) -> Iterator[Fight]:
    """The fight with somebody where it is, where each of the others is, and at other numbers."""
    rules, fight = session.rules, session.fight
    yield fight
    for pairs in _spots(session, who)[:MOST_SPOTS]:
        moved = Session(rules, fight)
        if _is_done(moved, f"set {who} {' '.join(map(quoted, pairs))}"):
            yield moved.fight


def _spots(session: Session, who: str) -> list[tuple[str, ...]]:
    people, fields = session.fight.combatants, session.rules.whereabouts
    beside = [
        tuple(f"{field}={_word(getattr(one, field))}" for field in fields)
        for each, one in people.items()
        if each != who
    ]
    numbered = [field for field in fields if isinstance(getattr(people[who], field), int)]
    alone = [(f"{field}={number}",) for field in numbered for number in NUMBERS]
    return list(dict.fromkeys((*beside, *alone)))


def _word(value: object) -> str:
    return "" if value is None else str(value)


def _aimed(session: Session) -> Iterator[tuple[Command, tuple[str, str, str]]]:
    """Plain commands of those who act that are aimed at one other: the command; its doer, its target, and with what."""
    rules, fight = session.rules, session.fight
    for who in rules.members(fight, fight.active) if fight.active else ():
        seen: Counter[tuple[str, ...]] = Counter()
        for each in rules.candidates(fight, who):
            command = each.command
            target = _target_of(command, who)
            if not target or _is_exempt(rules, command) or not _is_plain(command):
                continue
            for armed, thing in _armed(session, command, who):
                seen[kind := (*_kind_of(armed), thing)] += 1
                if seen[kind] <= MOST_TARGETS:
                    yield armed, (who, target, thing)


def _target_of(command: Command, who: str) -> str:
    """The one other that a command names, as its target or as the one it helps."""
    words = [getattr(command, field) for field in (*AIMED_AT, "who") if hasattr(command, field)]
    named = {each for word in words for each in (word if isinstance(word, tuple) else (word,)) if isinstance(each, str)}
    others = named - {who, ""}
    return others.pop() if len(others) == 1 else ""


def _is_plain(command: Command) -> bool:
    """Whether a command has no option but its weapon, and who does it."""
    options = grammar_of(type(command)).options.values()
    return all(getattr(command, each.field) == each.default for each in options if each.field not in ("weapon", "by"))


def _is_exempt(rules: Rules, command: Command) -> bool:
    verb, *words = _kind_of(command)
    return any(each in rules.beyond_reach for each in (verb, *(f"{verb} {word}" for word in words)))


def _kind_of(command: Command) -> tuple[str, ...]:
    """The verb, and the words of it that are of no combatant."""
    slots = [each for each in grammar_of(type(command)).positionals if each.field not in (*AIMED_AT, "who")]
    return (verb_of(command), *(str(getattr(command, each.field)) for each in slots))


def _armed(session: Session, command: Command, who: str) -> Iterator[tuple[Command, str]]:
    """A command with each weapon that its doer has, and what it reaches with; as it is where it takes none."""
    if "weapon" not in command.__struct_fields__:
        yield command, ""
        return
    for weapon in getattr(session.fight.combatants[who], "weapons", ()):
        yield replace(command, weapon=weapon), weapon


LAWS_OF_REACH = (every_verb_goes_by_one_reach,)
