"""The law of reach: every verb with a target goes by the reach that `show --between` states."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from msgspec.structs import replace

from rbfcli.core.text import quoted
from rbfcli.dice.sources import MaxDice
from rbfcli.engine.play import refusal
from rbfcli.engine.scene import Scene
from rbfcli.language.grammar import grammar_of, line_for
from rbfcli.model.commands import Command, verb_name
from rbfcli.model.fight import Fight
from rbfcli.model.rules import Rules
from rbfcli.session.session import Session
from rbfcli.testing.support import acting, is_done, require_law
from tests.laws.moments import turns_of_sides

NUMBERS = ("0", "1", "2", "6", "40", "900")
MOST_SPOTS, MOST_TARGETS = 16, 2
AIMED_AT = ("target", "targets")
BARE = "unarmed"
BEYOND_REACH = {
    "rbf": ("check", "cast", "spot"),  # as far as one sees
    "futurepath": ("technique charge", "technique overrun", "throw"),  # one runs up first; it flies on, and scatters
}


def every_verb_uses_the_same_reach(paths: Sequence[str]) -> None:
    """Check that targets are accepted if and only if `show --between` says that they are in reach.

    The target is moved near and far, up and down, prone or standing. A line accepted at one place must be refused at
    every place out of reach, and at none within reach. `BEYOND_REACH` lists the verbs that need no reach, or that
    move the actor there. A system without places has no distances.
    """
    judged, rules = 0, None
    for path in paths:
        for session in (found for begun in turns_of_sides(path) for found in (begun, *_with_one_down(begun))):
            rules = session.rules
            if rules.between is None:
                _has_no_places(rules, session.fight, path)
            else:
                about = {who: [*_about(session, who)] for who in session.fight.combatants}
                judged += sum([_agrees(rules, about[who[1]], command, who) for command, who in _aimed(session)])
    require_law(
        judged or rules is None or rules.between is None, "nothing that is aimed at somebody went in and out of reach"
    )


def _with_one_down(session: Session) -> Iterator[Session]:
    """Yield the fight with one inactive combatant of each side down."""
    fight = session.fight
    for side in dict.fromkeys(one.side for one in fight.combatants.values()):
        who = next((each for each, one in fight.combatants.items() if one.side == side and each != fight.active), "")
        fallen = Session(session.rules, fight)
        if who and _is_settled(fallen, f"damage {quoted(who)} {session.rules.health(fight.combatants[who])[1]}"):
            yield fallen


def _is_settled(session: Session, line: str) -> bool:
    """Return whether a line is accepted and asks nothing."""
    return is_done(session, line) and not session.fight.questions


def is_within_reach(rules: Rules, before: Fight, command: Command | None, line: str) -> None:
    """Check that an accepted command without force had its target in reach."""
    if rules.between is None or command is None or command.force or before.paused is not None:
        return
    doer = str(getattr(command, "by", "") or getattr(command, "who", ""))
    target = _target_of(command, doer)
    thing = getattr(command, "weapon", "")
    unsaid = "weapon" in command.__struct_fields__ and not thing
    if doer in before.combatants and target and not unsaid and _is_plain(command) and not _is_exempt(rules, command):
        require_law(
            reaches(rules, before, (doer, target, thing)), f"{line}: accepted, and {target} is out of reach of {doer}"
        )


def _has_no_places(rules: Rules, fight: Fight, path: str) -> None:
    pairs = product(fight.combatants, fight.combatants)
    far = next((pair for pair in pairs if rules.distance(fight, *pair) is not None), None)
    require_law(far is None, f"{path}: {far} are at a distance, and `between` does not say what that means")


def reaches(rules: Rules, fight: Fight, who: tuple[str, str, str]) -> bool:
    """Return whether an actor reaches a target with a weapon (or, if empty, with bare hands) from where both are."""
    actor, target, weapon = who
    found = rules.between(Scene(fight, MaxDice(), rules), actor, target)
    far = rules.distance(fight, actor, target)
    require_law((found.distance is None) == (far is None), f"`between` and `distance` differ from {actor} to {target}")
    return next((each.reaches for each in found.weapons if each.weapon == (weapon or BARE)), False)


def _agrees(rules: Rules, about: Iterable[Fight], command: Command, who: tuple[str, str, str]) -> bool:
    """Check that a command is accepted only within reach; return whether it was tried in and out of reach."""
    found: list[tuple[bool, bool, Fight]] = []
    for fight in about:
        reached = reaches(rules, fight, who)
        found.append((reached, refusal(rules, fight, command) is None, fight))
    accepted = [reached for reached, taken, _ in found if taken]
    for reached, taken, fight in found:
        where = ", ".join(f"{field} {getattr(fight.combatants[who[1]], field)}" for field in rules.whereabouts)
        line = line_for(command)
        require_law(reached or not taken, f"{line}: accepted with {who[1]} at {where}, which is out of reach")
        require_law(
            taken or not reached or not accepted,
            f"{line}: refused with {who[1]} at {where}, which is in reach: {refusal(rules, fight, command)}",
        )
    return bool(accepted) and not all(reached for reached, *_ in found)


def _about(session: Session, actor: str) -> Iterator[Fight]:
    """Yield the fight with the actor in its own place, in the places of all others, and at other numbers."""
    rules, fight = session.rules, session.fight
    yield fight
    for pairs in _spots(session, actor)[:MOST_SPOTS]:
        moved = Session(rules, fight)
        if _is_settled(moved, f"set {quoted(actor)} {' '.join(map(quoted, pairs))} --force"):
            yield moved.fight


def _spots(session: Session, actor: str) -> list[tuple[str, ...]]:
    people, fields = session.fight.combatants, session.rules.whereabouts
    beside = [
        tuple(f"{field}={_word(getattr(one, field))}" for field in fields)
        for each, one in people.items()
        if each != actor
    ]
    numbered = [field for field in fields if isinstance(getattr(people[actor], field), int)]
    alone = [(f"{field}={number}",) for field in numbered for number in NUMBERS]
    return list(dict.fromkeys((*beside, *alone)))


def _word(value: object) -> str:
    return "" if value is None else str(value)


def _aimed(session: Session) -> Iterator[tuple[Command, tuple[str, str, str]]]:
    """Yield the actors' plain commands at one target, each with (actor, target, weapon)."""
    rules, fight = session.rules, session.fight
    for who in acting(session):
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


def _target_of(command: Command, actor: str) -> str:
    """Return the only other combatant that a command names, as target or as the one it helps."""
    words = [getattr(command, field) for field in (*AIMED_AT, "who") if hasattr(command, field)]
    named = {each for word in words for each in (word if isinstance(word, tuple) else (word,)) if isinstance(each, str)}
    others = named - {actor, ""}
    return others.pop() if len(others) == 1 else ""


def _is_plain(command: Command) -> bool:
    """Return whether a command has no options except its weapon and its actor."""
    options = grammar_of(type(command)).options.values()
    return all(getattr(command, each.field) == each.default for each in options if each.field not in ("weapon", "by"))


def _is_exempt(rules: Rules, command: Command) -> bool:
    verb, *words = _kind_of(command)
    return any(each in BEYOND_REACH.get(rules.name, ()) for each in (verb, *(f"{verb} {word}" for word in words)))


def _kind_of(command: Command) -> tuple[str, ...]:
    """Return the verb and its words that are not combatants."""
    slots = [each for each in grammar_of(type(command)).positionals if each.field not in (*AIMED_AT, "who")]
    return (verb_name(command), *(str(getattr(command, each.field)) for each in slots))


def _armed(session: Session, command: Command, actor: str) -> Iterator[tuple[Command, str]]:
    """Yield a command with each of the actor's weapons, or unchanged if it takes none."""
    if "weapon" not in command.__struct_fields__:
        yield command, ""
        return
    for weapon in getattr(session.fight.combatants[actor], "weapons", ()):
        yield replace(command, weapon=weapon), weapon
