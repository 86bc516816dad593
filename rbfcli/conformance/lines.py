"""Lines a table might type in a fight: what its rules offer, the GM's hand, and some that make no sense."""

from collections.abc import Iterable, Iterator
from itertools import islice, product

from rbfcli.kernel.answers import open_now
from rbfcli.kernel.command import Command
from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.visible import quoted
from rbfcli.language.descriptions import own_options
from rbfcli.language.grammar import Parameter, grammar_of
from rbfcli.language.names import SELECTORS, NameContext, known_words
from rbfcli.language.writer import line_for
from rbfcli.session.session import Session

MOST_OF_A_VERB = 40
OUT_OF_TURN = 7
AIMED_AT = ("target", "targets", "foe")
OF_PEOPLE = ("combatant", "combatants", "removable", "sheet", "targets")


def lines_to_try(session: Session) -> list[str]:
    """Lines for the fight as it stands: what might be done, answers, the GM's hand, and some that make no sense."""
    answers = answers_to_try(session)
    return [*in_turn(session), *out_of_turn(session), *answers, *answers, *_general(session)]


def in_turn(session: Session) -> list[str]:
    """What those who act might do."""
    return [line_for(each.command) for who in _acting(session) for each in session.rules.candidates(session.fight, who)]


def out_of_turn(session: Session) -> list[str]:
    """What some of the others might do if it were their turn."""
    fight, rules, acting = session.fight, session.rules, _acting(session)
    others = [who for who in fight.combatants if who not in acting]
    return [line_for(each.command) for who in others for each in islice(rules.candidates(fight, who), OUT_OF_TURN)]


def answers_to_try(session: Session) -> list[str]:
    """Every answer to every question that is open."""
    return [f"choose {quoted(each)}" for question in open_now(session.fight) for each in question.answers]


def _acting(session: Session) -> tuple[str, ...]:
    fight = session.fight
    return session.rules.members(fight, fight.active) if fight.active else ()


def attacks(session: Session) -> list[str]:
    """Attacks of everybody on everybody else, forced so that no turn order is in the way."""
    people = [quoted(who) for who in session.fight.combatants]
    return [f"attack {one} {other} --force" for one in people for other in reversed(people) if one != other]


def _general(session: Session) -> list[str]:
    first, *_, last = [*map(quoted, session.fight.combatants), "nobody"]
    return [
        "turn next",
        "turn back",
        "init",
        f"damage {last} 3",
        f"heal {first} 2",
        f"condition add {first} prone --rounds 2",
        f"condition remove {first} prone",
        f"attack {first} {last}",
        f"attack {last} {first} --force",
        f"attack {first} @random --force",
        f"damage-save {first}",
        f"stabilize {last}",
        'note "a word"',
        f"set {first} notes=watchful",
        f"remove {last}",
        "attack nobody nothing",
        "choose nothing",
        "move",
    ]


def sampled_lines(session: Session, who: str, most: int = 60) -> list[str]:
    """Lines of every verb for one combatant, with others, weapons and words of the rules where they are taken."""
    dice = Seeded(f"sampled {who} {session.revision}", 0)
    lines = [line for kind in session.rules.verbs for line in _lines_of(session, kind, who)]
    return [lines[dice.row(len(lines), 1)[0] - 1] for _ in range(min(most, len(lines)))]


def _lines_of(session: Session, kind: type[Command], who: str) -> Iterator[str]:
    """The lines of one verb whose positional words are all drawn from the fight and its rules."""
    grammar = grammar_of(kind)
    if any(slot.required for slot in own_options(grammar)):
        return
    words = [_words_for(session, slot, who) for slot in grammar.positionals if slot.required]
    for chosen in islice(product(*words), MOST_OF_A_VERB):
        yield " ".join([grammar.verb, *map(quoted, chosen)])


def selector_lines(session: Session) -> list[str]:
    """Lines with every selector in every place that takes combatants; the other words are of the fight."""
    people = session.fight.combatants
    sides = (f"@{each}" for each in dict.fromkeys(one.side for one in people.values()))
    selectors = (*SELECTORS, *sides, "@nobody")
    kinds = session.rules.verbs if people else ()
    return [line for kind in kinds for line in _with_selectors(session, kind, next(iter(people)), selectors)]


def _with_selectors(session: Session, kind: type[Command], who: str, selectors: Iterable[str]) -> Iterator[str]:
    """The lines of one verb, with a selector in one place after the other, options included."""
    grammar = grammar_of(kind)
    words = {slot.field: [*_words_for(session, slot, who), "3"][0] for slot in grammar.positionals}
    for selector in selectors:
        for slot in grammar.positionals:
            if slot.spec.kind in OF_PEOPLE:
                typed = {**words, slot.field: selector}
                needed = (each for each in grammar.positionals if each.required or each is slot)
                yield " ".join([grammar.verb, *(quoted(typed[each.field]) for each in needed)])
        for slot in own_options(grammar):
            if slot.spec.kind in OF_PEOPLE:
                needed = (each for each in grammar.positionals if each.required)
                yield " ".join([grammar.verb, *(quoted(words[each.field]) for each in needed), slot.option, selector])


def _words_for(session: Session, slot: Parameter, who: str) -> list[str]:
    if slot.spec.kind == "combatant" and slot.field == "who":
        return [who]
    people = session.fight.combatants
    if slot.field in AIMED_AT:
        return [each for each, one in people.items() if one.side != people[who].side]
    if slot.spec.kind in ("combatant", "combatants", "removable", "targets"):
        return [each for each in people if each != who]
    if slot.spec.kind == "choice":
        return list(slot.spec.choices)
    return list(known_words(slot.spec.kind, NameContext(session.rules, session.fight, who)))
