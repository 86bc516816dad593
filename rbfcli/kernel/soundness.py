"""Every mistake of a fight: ids and texts, and what names something that the fight does not have.

A fight is sound where nothing is found. What its types say of it (bounds, keys, kinds of values) is known before.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple, replace

from rbfcli.kernel.blocks import BLOCKS, as_sheets, mistakes_of_types
from rbfcli.kernel.conditions import addable_conditions, row_of
from rbfcli.kernel.errors import RbfError, UsageError
from rbfcli.kernel.matching import own_words
from rbfcli.kernel.mistakes import Fix, Mistake, Place, mistake, unknown, words_in
from rbfcli.kernel.references import COMBATANT, CONDITION, DICE, PEOPLE, Words, named_elsewhere, named_on_sheet
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.visible import escaped, is_visible, valid_id

OF_THE_PROGRAM = ("paused", "system", PEOPLE)
LINE_BREAKS = "\n\t"
ONE_LINE = ("name", "side")
_NUMBERS = frozenset((int, bool))


def mistakes_on_sheet(known: Words, who: str, *, authored: bool = False) -> Iterator[Mistake]:
    """The mistakes on the sheet of somebody; `authored` says that nothing on it was said at the table yet."""
    one, at = known.fight.combatants[who], (PEOPLE, who)
    yield from _texts(one, at)
    yield from _named(known, one, at, authored=authored)
    yield from _of_the_system(known, known.fight, who)


def _named(known: Words, one: Any, at: Place, *, authored: bool) -> Iterator[Mistake]:
    """What a sheet names and the fight does not have."""
    for path, value, kind in named_on_sheet(known.rules, one, at):
        yield from _unknown(known, kind, value, path)
    for name, condition in one.conditions.items():
        yield from _of_condition(known, (*at, "conditions", name), condition, authored=authored)


def mistakes_elsewhere(known: Words) -> Iterator[Mistake]:
    """The mistakes outside sheets: ids, tables, the order of turns, the board, what is asked."""
    rules, fight = known.rules, known.fight
    if fight.system != rules.name:
        yield Mistake(("system",), f"must be {rules.name!r}, not {fight.system!r}")
    for name in fight.__struct_fields__:
        if name not in OF_THE_PROGRAM:
            yield from _texts(getattr(fight, name), (name,))
    yield from wrong_ids(_tables(fight), _tables(fight.board))
    if fight.blocks:
        yield from _in_blocks(known)
    for path, value, kind in named_elsewhere(rules, fight):
        yield from _unknown(known, kind, value, path)
    yield from _order(rules, fight)
    for number, question in enumerate(fight.questions):
        yield from _question(rules, fight, question, ("questions", number))
    yield from _of_the_system(known, fight, "")


def mistakes_in(rules: Rules, fight: Any) -> Iterator[Mistake]:
    """All mistakes of a fight."""
    known = Words(rules, fight)
    yield from mistakes_elsewhere(known)
    for who in fight.combatants:
        yield from mistakes_on_sheet(known, who)


def _of_the_system(known: Words, fight: Any, who: str) -> Iterator[Mistake]:
    """What only the system knows; where it cannot even look, that is the mistake."""
    if known.sure is not None:
        return
    try:
        yield from known.rules.mistakes(fight, who)
        for each in known.validated(fight):
            if (each.path[1] if each.path[:1] == (PEOPLE,) and each.path[1:] else "") == who:
                yield each
    except RbfError as wrong:
        yield mistake((PEOPLE, who) if who else ("board",), wrong)


def wrong_ids(tables: Mapping[str, Any], board: Any) -> Iterator[Mistake]:
    """Ids that nobody could type: in the tables of a fight, and in those of its board."""
    for at, owner in (((), tables), (("board",), board if isinstance(board, Mapping) else {})):
        for field, table in owner.items():
            for key in table if isinstance(table, Mapping) else ():
                if wrong := _wrong_id(key):
                    trimmed = key.strip()
                    sure = trimmed and trimmed not in table and not _wrong_id(trimmed)
                    fix = Fix(trimmed, of_key=True) if sure else None
                    yield replace(mistake((*at, field, key), wrong), fix=fix)


def _tables(owner: Struct) -> dict[str, Any]:
    return {name: getattr(owner, name) for name in owner.__struct_fields__}


def _wrong_id(key: str) -> UsageError | None:
    try:
        valid = valid_id(key)
    except UsageError as wrong:
        return wrong
    return None if valid == key else UsageError("an id cannot begin or end with a space", hint=f"write {valid!r}")


def _in_blocks(known: Words) -> Iterator[Mistake]:
    """Whatever is wrong in a stat block, where it is written; what a block leaves open is no mistake."""
    rules, fight = known.rules, known.fight
    yield from mistakes_of_types(rules.sheet, fight.blocks)
    blocks = [*as_sheets(rules.sheet, fight.blocks)]
    people = {**fight.combatants, **{_stand_in(each.name): each.sheet for each in blocks}}
    with_blocks = replace(fight, combatants=people)
    for block in blocks:
        at = (BLOCKS, block.name)
        found = [*_named(known, block.sheet, at, authored=True)]
        theirs = _of_the_system(known, with_blocks, _stand_in(block.name))
        found += [replace(each, path=(*at, *each.path[2:])) for each in theirs]
        for each in found:
            if each.path[2:3] and each.path[2] in block.own and (not each.because or each.because in block.whole):
                yield each


def _stand_in(block: str) -> str:
    """An id that no combatant has, for a stat block among them."""
    return f"\0{block}"


def _texts(value: Any, path: Place) -> Iterator[Mistake]:
    """What holds characters that nobody sees, and keys that are empty."""
    if isinstance(value, str):
        if not (value.isascii() and value.isprintable()):
            yield from _hidden(value, path, "a text", "" if path[-1] in ONE_LINE else LINE_BREAKS)
    elif isinstance(value, Struct):
        for name, inner in zip(value.__struct_fields__, astuple(value), strict=True):
            if inner and type(inner) not in _NUMBERS and not _is_plain(inner):
                yield from _texts(inner, (*path, name))
    elif isinstance(value, Mapping):
        for key, each in value.items():
            if not key.strip():
                yield Mistake((*path, key), "a name cannot be empty")
            if not _is_plain(key):
                yield from _hidden(key, (*path, key), "a name", "")
            if type(each) not in _NUMBERS and not _is_plain(each):
                yield from _texts(each, (*path, key))
    elif isinstance(value, tuple | list):
        for number, each in enumerate(value):
            if type(each) not in _NUMBERS and not _is_plain(each):
                yield from _texts(each, (*path, number))


def _is_plain(value: Any) -> bool:
    """Whether it is a text in which nothing is hidden."""
    return type(value) is str and value.isascii() and value.isprintable()


def _hidden(text: str, path: Place, what: str, allowed: str) -> Iterator[Mistake]:
    hidden = next((letter for letter in text if not is_visible(letter) and letter not in allowed), "")
    if hidden:
        message = f"{what} cannot hold the invisible character {escaped(hidden)}"
        yield Mistake(path, message, "leave it out")


def _unknown(known: Words, kind: str, value: Any, path: Place) -> Iterator[Mistake]:
    """The names in a value that are no words of a kind; of conditions, own words behind `say` are right too."""
    if kind == DICE:
        yield from _dice(value, path) if isinstance(value, str) else ()
        return
    if known.sure is not None and kind not in known.sure:
        return
    for place, word in words_in(value, path):
        if word not in known.of(kind) and not (kind == CONDITION and own_words(word)):
            yield unknown(place, word, known.of(kind), kind)


def _dice(amount: str, path: Place) -> Iterator[Mistake]:
    from rbfcli.kernel.amounts import highest
    from rbfcli.kernel.limits import AMOUNT
    from rbfcli.kernel.numbers import is_digits

    if is_digits(amount.removeprefix("-")) and not 0 <= int(amount) <= AMOUNT:
        yield Mistake(path, f"must be a whole number from 0 to {AMOUNT} or dice, not {amount}")
        return
    try:
        highest(amount)
    except RbfError as wrong:
        yield mistake(path, wrong)


def _of_condition(known: Words, path: Place, condition: Any, *, authored: bool) -> Iterator[Mistake]:
    """Who brought a condition and whose turns it counts are there; its name is the table's, or is own words."""
    rules, fight, name = known.rules, known.fight, str(path[-1])
    row = row_of(rules.conditions, name)
    people = known.sure is None or COMBATANT in known.sure
    if row is None and authored and not own_words(name):
        wrong = unknown(path, name, addable_conditions(rules.conditions, fight.combatants), CONDITION)
        yield Mistake(path, wrong.message, f"{wrong.hint} (own words: {f'say {name}'!r})", wrong.suggestions)
    if row is not None and row.of_somebody and people and name.removeprefix(f"{row.name} ") not in fight.combatants:
        yield unknown(path, name, addable_conditions(rules.conditions, fight.combatants), CONDITION)
    for field in ("whose", "by"):
        other = getattr(condition, field)
        if other and people and other not in fight.combatants and not _acts(rules, fight, other):
            yield unknown((*path, field), other, fight.combatants, COMBATANT)


def _order(rules: Rules, fight: Any) -> Iterator[Mistake]:
    """The order of turns names people or teams that are there, and the turn that runs is one of them."""
    for number, slot in enumerate(fight.order):
        if not _acts(rules, fight, slot.who):
            yield unknown(("order", number, "who"), slot.who, fight.combatants, COMBATANT)
    if fight.active and not _acts(rules, fight, fight.active):
        yield unknown(("active",), fight.active, fight.combatants, COMBATANT)
    if fight.phase and fight.phase not in rules.phases:
        yield unknown(("phase",), fight.phase, rules.phases, "phase")
    if fight.turn > len(fight.order):
        yield Mistake(("turn",), f"the order has no place {fight.turn}", f"from 0 to {len(fight.order)}")


def _acts(rules: Rules, fight: Any, who: str) -> bool:
    acting = rules.members(fight, who)
    return bool(acting) and fight.combatants.keys() >= set(acting)


def _question(rules: Rules, fight: Any, question: Any, path: Place) -> Iterator[Mistake]:
    if question.kind not in rules.question_kinds:
        yield unknown((*path, "kind"), question.kind, rules.question_kinds, "question")
    if question.who and question.who not in fight.combatants:
        yield unknown((*path, "who"), question.who, fight.combatants, COMBATANT)
