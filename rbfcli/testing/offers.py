"""The laws of offers and reach: every suggested line is accepted."""

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product

from msgspec.structs import replace

from rbfcli.core.errors import RbfError, is_open, succeeds
from rbfcli.core.text import quoted
from rbfcli.dice.sources import MaxDice, SeededDice
from rbfcli.engine.play import execute, offers, refusal
from rbfcli.engine.scene import Scene
from rbfcli.language.completion import KnownNames, suggest
from rbfcli.language.grammar import Grammar, grammar_of, line_for, split_words
from rbfcli.language.names import NameContext
from rbfcli.language.parser import COMMON, bind, fight_verbs, parse_line, read_line
from rbfcli.model.commands import Command, verb_name
from rbfcli.model.fight import Fight
from rbfcli.model.rules import Rules
from rbfcli.session.encounter import from_encounter
from rbfcli.session.proposals import proposed_lines, vetted
from rbfcli.session.session import Session
from rbfcli.testing.support import (
    LawViolation,
    acting,
    in_turn,
    is_done,
    lines_to_try,
    require_law,
    sampled_lines,
    selector_lines,
    turns_of_sides,
)

FIGHTS, LINES = 3, 5
MOST_ASKED, MOST_TRIES = 2, 10
CHOOSE = "choose"


def offers_are_accepted(session: Session, people: Iterable[str]) -> None:
    """Check that offered commands are accepted and read back as listed. Raises LawViolation."""
    for who in people:
        for offer in offers(session.rules, session.fight, who):
            line = line_for(offer.command)
            command = read_line(line, session.rules, session.fight)
            require_law(command == offer.command, f"{line}: the offer does not read back as it is listed")
            wrong = _refused(session, command)
            require_law(wrong is None, f"{line} is offered to {who} and refused: {wrong}")


def steps_are_accepted(session: Session) -> None:
    """Check that the suggested next step is accepted while any combatant is up. Raises LawViolation."""
    if session.fight.paused is not None or session.fight.over or not _anybody_stands(session):
        return
    for line in session.rules.next_steps(session.fight):
        if not is_open(split_words(line)):
            wrong = _refused(session, read_line(line, session.rules, session.fight))
            require_law(wrong is None, f"next: {line} is refused: {wrong}")


def no_hint_is_refused(path: str) -> None:
    """Check that lines suggested by a refusal's hint are accepted. Raises LawViolation."""
    for session in fights(path):
        for line in lines_to_try(session):
            hints_are_accepted(session, line)


def hints_are_accepted(session: Session, line: str) -> None:
    """Check that a refusal's hint is accepted while any combatant is up. Raises LawViolation."""
    words = split_words(line)
    if not _anybody_stands(session) or not succeeds(bind, parse_line(words), session.rules, session.fight):
        return
    if refused := _error(session, words):
        lines = _of_the_fight(refused, words, session)
        for hinted in (each for each in lines if each[0] != CHOOSE and each[: len(words)] != tuple(words)):
            wrong = _error(session, hinted)
            require_law(wrong is None, f"{line}: the hint {shlex.join(hinted)!r} is refused: {wrong and wrong.message}")


def shown_hints_are_accepted(session: Session, line: str) -> None:
    """Check that every line suggested by an error message is accepted. Raises LawViolation."""
    words = split_words(line)
    if refused := _error(session, words):
        for hinted in _of_the_fight(vetted(refused, words, session), words, session):
            wrong = _error(session, hinted)
            require_law(
                wrong is None, f"{line}: it shows {shlex.join(hinted)!r}, which is refused: {wrong and wrong.message}"
            )


def _of_the_fight(wrong: RbfError, words: Sequence[str], session: Session) -> list[Sequence[str]]:
    """Return the lines that an error suggests, limited to verbs of the fight."""
    verbs = fight_verbs(session.rules)
    return [line for line in proposed_lines(wrong, words, session) if line[0] in verbs]


def _error(session: Session, words: Sequence[str]) -> RbfError | None:
    """Return why a line is refused, or None if it is accepted."""
    try:
        execute(session.rules, session.fight, bind(parse_line(words), session.rules, session.fight).command)
    except RbfError as wrong:
        return wrong
    return None


def _anybody_stands(session: Session) -> bool:
    return any(session.rules.standing(one) for one in session.fight.combatants.values())


def what_is_accepted_is_offered(path: str) -> None:
    """Check that the active combatant's accepted commands are offered or `unlisted`. Raises LawViolation."""
    for session in fights(path):
        rules, fight = session.rules, session.fight
        if not fight.active or fight.questions:
            continue
        for who in acting(session)[:MOST_ASKED]:
            offered = {_shape(each.command) for each in offers(rules, fight, who)}
            for line in sampled_lines(session, who):
                if line.partition(" ")[0] in rules.unlisted:
                    continue
                try:
                    command = read_line(line, rules, fight)
                except RbfError:
                    continue
                if refusal(rules, fight, command) is None:
                    require_law(_shape(command) in offered, f"{line} is accepted from {who} and not offered")


def can_attack_agrees_with_the_rules(path: str) -> None:
    """Check that plain attacks are refused if `can_attack` is False. Raises LawViolation.

    The lines of `approach` must read back too.
    """
    for session in fights(path):
        rules, fight = session.rules, session.fight
        if fight.paused is None and not fight.over:
            for who, foe in _pairs(session):
                _attack_fits_what_is_declared(session, who, foe)
                for each in rules.approach(fight, who, foe) if rules.approach else ():
                    line = line_for(each)
                    require_law(read_line(line, rules, fight) == each, f"{line}: the approach does not read back")


def _attack_fits_what_is_declared(session: Session, actor: str, foe: str) -> None:
    rules, fight = session.rules, session.fight
    if rules.can_attack is not None and "attack" in rules.verb_types and not rules.can_attack(fight, actor):
        line = f"attack {quoted(actor)} {quoted(foe)}"
        accepted = refusal(rules, fight, read_line(line, rules, fight)) is None
        require_law(not accepted, f"{line} is accepted, and can_attack says that {actor} cannot")


def _pairs(session: Session) -> Iterator[tuple[str, str]]:
    """Return all pairs of standing combatants from different sides."""
    up = {who: one.side for who, one in session.fight.combatants.items() if session.rules.standing(one)}
    return ((who, foe) for who in up for foe in up if up[who] != up[foe])


@cache
def fights(path: str) -> tuple[Session, ...]:
    """Return fights of an encounter at several points, the same every time."""
    found = []
    for number in range(FIGHTS):
        session = from_encounter(path, f"offers {number}", source=path)
        dice = SeededDice(f"offers {number}", 0)
        found.append(Session(session.rules, session.fight))
        for line in ("init", *([""] * LINES)):
            _play_one_of([line] if line else _likely(session), session, dice)
            found.append(Session(session.rules, session.fight))
    return tuple(found)


def _play_one_of(lines: list[str], session: Session, dice: SeededDice) -> None:
    """Play a random line, or another one if it is refused."""
    for _ in range(MOST_TRIES):
        if is_done(session, lines[dice.row(len(lines), 1)[0] - 1]):
            return


def _likely(session: Session) -> list[str]:
    if session.fight.questions:
        return ["choose 1", "choose 2"]
    return [*in_turn(session), "turn next"]


def _some(session: Session) -> tuple[str, ...]:
    """Return some acting combatants and one or two others."""
    able = acting(session)
    others = [who for who in session.fight.combatants if who not in able]
    return (*able[:MOST_ASKED], *others[:1], *others[-1:])


def _refused(session: Session, command: Command) -> str | None:
    """Return why a command is refused by the rules or by its dice, or None if it is accepted."""
    try:
        execute(session.rules, session.fight, command)
    except RbfError as wrong:
        return wrong.message
    return None


def no_selector_fails(path: str) -> None:
    """Check that every selector in every position is accepted or refused. Raises LawViolation."""
    for session in fights(path)[:2]:
        for line in selector_lines(session):
            try:
                refusal(session.rules, session.fight, read_line(line, session.rules, session.fight))
            except RbfError:
                continue
            except Exception as wrong:
                raise LawViolation(f"{line}: {type(wrong).__name__}: {wrong}") from wrong


def completion_never_fails(path: str) -> None:
    """Check that completion works at every position in an offered line. Raises LawViolation.

    It must also work after every option.
    """
    for session in fights(path)[:2]:
        context, tried = NameContext(session.rules, session.fight), set[str]()
        for who in _some(session):
            for offer in offers(session.rules, session.fight, who):
                if verb_name(offer.command) not in tried:
                    tried.add(verb_name(offer.command))
                    _completes(line_for(offer.command), grammar_of(type(offer.command)), context)


def _completes(line: str, grammar: Grammar, context: NameContext) -> None:
    """Complete at every place in a line, and after it with each option and the beginning of its value."""
    options = dict.fromkeys((*grammar.options, *COMMON.options))
    places = [(line, cursor) for cursor in range(len(line) + 1)]
    places += [(text, len(text)) for each in options for text in (f"{line} {each} ", f"{line} {each} a")]
    for text, cursor in places:
        try:
            suggest(text, cursor, context, KnownNames())
        except Exception as wrong:
            raise LawViolation(f"{text[:cursor]}: completion fails: {type(wrong).__name__}: {wrong}") from wrong


def _shape(command: Command) -> tuple[object, ...]:
    """Return a command without its options."""
    grammar = grammar_of(type(command))
    return (grammar.verb, *(getattr(command, each.field) for each in grammar.positionals))


LAWS_OF_OFFERS = (
    no_hint_is_refused,
    what_is_accepted_is_offered,
    completion_never_fails,
    no_selector_fails,
    can_attack_agrees_with_the_rules,
)


NUMBERS = ("0", "1", "2", "6", "40", "900")
MOST_SPOTS, MOST_TARGETS = 16, 2
AIMED_AT = ("target", "targets")


def every_verb_uses_the_same_reach(paths: Sequence[str]) -> None:
    """Check that targets are accepted if and only if `reaches` allows them. Raises LawViolation.

    The target is moved near and far, up and down, prone or standing. A line accepted at one place must be refused at
    every place out of reach, and at none within reach. `beyond_reach` lists the verbs that need no reach, or that
    move the actor there. `between` agrees about weapons and distances. A system without places has no reach and no
    distances.
    """
    judged, rules = 0, None
    for path in paths:
        for session in (found for begun in turns_of_sides(path) for found in (begun, *_with_one_down(begun))):
            rules = session.rules
            if rules.reaches is None:
                _has_no_places(rules, session.fight, path)
            else:
                judged += sum([_agrees(session, command, who) for command, who in _aimed(session)])
    require_law(
        judged or rules is None or rules.reaches is None, "nothing that is aimed at somebody went in and out of reach"
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
    if rules.reaches is None or command is None or command.force or before.paused is not None:
        return
    doer = str(getattr(command, "by", "") or getattr(command, "who", ""))
    target = _target_of(command, doer)
    thing = getattr(command, "weapon", "")
    unsaid = "weapon" in command.__struct_fields__ and not thing
    if doer in before.combatants and target and not unsaid and _is_plain(command) and not _is_exempt(rules, command):
        require_law(
            rules.reaches(before, doer, target, thing), f"{line}: accepted, and {target} is out of reach of {doer}"
        )


def _has_no_places(rules: Rules, fight: Fight, path: str) -> None:
    pairs = product(fight.combatants, fight.combatants)
    far = next((pair for pair in pairs if rules.distance(fight, *pair) is not None), None)
    require_law(far is None, f"{path}: {far} are at a distance, and `reaches` does not say what that means")


def _agrees_between(rules: Rules, fight: Fight, who: tuple[str, str, str], *, reached: bool) -> None:
    """Check that `between` agrees with `reaches` about weapons, and with `distance` about distances."""
    actor, target, weapon = who
    if rules.between is None:
        return
    found = rules.between(Scene(fight, MaxDice(), rules), actor, target)
    told = {each.weapon: each.reaches for each in found.weapons if each.use != "thrown"}
    pair = f"from {actor} to {target}"
    require_law(told.get(weapon, reached) == reached, f"`between` and `reaches` differ on {weapon} {pair}")
    far = rules.distance(fight, actor, target)
    require_law((found.distance is None) == (far is None), f"`between` and `distance` differ {pair}")


def _agrees(session: Session, command: Command, who: tuple[str, str, str]) -> bool:
    """Check that a command is accepted only within reach; return whether it was tried in and out of reach."""
    rules = session.rules
    found: list[tuple[bool, bool, Fight]] = []
    for fight in _about(session, who[1]):
        reached = rules.reaches is not None and rules.reaches(fight, *who)
        _agrees_between(rules, fight, who, reached=reached)
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
    return any(each in rules.beyond_reach for each in (verb, *(f"{verb} {word}" for word in words)))


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
