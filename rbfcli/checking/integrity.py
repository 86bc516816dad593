"""Consistency checks of a fight: its ids, its strings, and all references in it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import takewhile
from typing import Any

from msgspec import Struct, convert, defstruct
from msgspec.structs import asdict, fields, replace

from rbfcli.core.errors import RbfError, UsageError, misuse
from rbfcli.core.limits import AMOUNT, NAME_LETTERS
from rbfcli.core.matching import own_words, unambiguous_fix
from rbfcli.core.mistakes import Fix, Mistake, Place, mistake, unknown, words_in
from rbfcli.core.text import escaped, is_digits, is_visible, valid_id
from rbfcli.core.type_errors import RecoveredTables, recovered, type_mistakes
from rbfcli.dice import highest
from rbfcli.model.conditions import addable_conditions, row_of, with_own_words
from rbfcli.model.fight import OF_A_GROUP, Combatant, Fight, tables_with_group
from rbfcli.model.rules import Rules
from rbfcli.model.sheets import from_blocks

BLOCKS = "blocks"


class Block(Struct, frozen=True):
    """A stat block: its `own` keys, the `whole` with all it builds on, and this as a sheet without invalid values."""

    name: str
    own: Mapping[str, Any]
    whole: Mapping[str, Any]
    sheet: Combatant


def mistakes_of_types(kind: type[Combatant], blocks: Any) -> Iterator[Mistake]:
    """Yield the keys and values in stat blocks that fit no sheet of a type, and each invalid or circular `from`."""
    for name, block in _block_tables(blocks):
        parent = block.get("from")
        try:
            from_blocks(block, blocks)
        except UsageError as wrong:
            if not isinstance(parent, str) or parent not in blocks or _begins_circle(name, blocks):
                yield wrong_block((BLOCKS, name, "from"), wrong, parent, blocks)
        for each in type_mistakes(_own(block), kind):
            if each.path or not each.missing:
                yield replace(each, path=(BLOCKS, name, *each.path))


def wrong_block(path: Place, wrong: UsageError, named: Any, blocks: Mapping[str, Any]) -> Mistake:
    """Return the mistake of an invalid `from`, with a fix if the intended stat block is clear."""
    meant = unambiguous_fix(named, blocks) if isinstance(named, str) and named not in blocks else ""
    return replace(mistake(path, wrong), fix=Fix("value", meant) if meant else None)


def as_sheets(kind: type[Combatant], blocks: Any) -> Iterator[Block]:
    """Yield stat blocks as sheets of a type."""
    for name, block in _block_tables(blocks):
        own = _own(block)
        try:
            whole = from_blocks(block, blocks)
        except UsageError:
            whole = own
        sheet = recovered({"name": name[:NAME_LETTERS], **whole}, kind)
        if sheet is not None:
            yield Block(name, own, whole, sheet.value)


def _block_tables(blocks: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the stat blocks that are tables; the type check reports the others."""
    for name, block in blocks.items() if isinstance(blocks, Mapping) else ():
        if isinstance(block, Mapping):
            yield name, block


def _begins_circle(name: str, blocks: Mapping[str, Any]) -> bool:
    """Return whether a stat block is the first of those that build on one another in a circle."""
    seen: list[Any] = []
    parent = blocks[name].get("from")
    while isinstance(parent, str) and parent not in seen and isinstance(blocks.get(parent), Mapping):
        seen.append(parent)
        parent = blocks[parent].get("from")
    return name in seen and name == min(seen, key=[*blocks].index)


def _own(block: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in block.items() if key != "from"}


@cache
def as_incomplete(kind: type[Combatant]) -> Any:
    """Return a sheet type like the given one, with a default for every required field."""
    blank: Any = recovered({}, kind)
    needed = [(each.name, each.type, getattr(blank.value, each.name)) for each in fields(kind) if each.required]
    return defstruct(kind.__name__, needed, bases=(kind,), frozen=True, kw_only=True)


PEOPLE, COMBATANT, CONDITION, DICE, WEAPON = "combatants", "combatant", "condition", "dice", "weapon"
Named = Iterator[tuple[Place, Any, str]]


def kinds_of(kind: str) -> list[str]:
    """Return the kinds of words that a field takes; `combatant or object` are two."""
    return kind.split(" or ")


class NamedValues:
    """The words of each kind in a fight, looked up once; if parts were unreadable, only words of `sure` kinds."""

    def __init__(self, rules: Rules, fight: Any, sure: Collection[str] | None = None) -> None:
        self.rules, self.fight, self.sure = rules, fight, sure
        self._known: dict[str, dict[str, None]] = {}

    def of(self, kind: str) -> dict[str, None]:
        """Return the words of a kind in order; for conditions, also those that combatants have."""
        if kind not in self._known:
            self._known[kind] = dict.fromkeys(word for each in kinds_of(kind) for word in self._of_one(each))
        return self._known[kind]

    def _of_one(self, kind: str) -> Iterator[str]:
        people = self.fight.combatants
        if kind == COMBATANT:
            yield from people
            return
        yield from self.rules.words_of(self.fight, kind)
        if kind == CONDITION:
            yield from addable_conditions(self.rules.conditions, people)
            yield from (name for one in people.values() for name in one.conditions)


def named_on_sheet(rules: Rules, combatant: Any, at: Place) -> Named:
    """Yield the references on a sheet: the path, the value, and the kind of its words."""
    for field, kind in rules.references.items():
        first, _, rest = field.partition(".")
        if not rest or first == PEOPLE:
            for path, value in _values(combatant, (rest or field).split("."), at):
                yield path, value, kind


def named_elsewhere(rules: Rules, fight: Any) -> Named:
    """Yield the references in tables and on the board."""
    for field, kind in rules.references.items():
        first, _, rest = field.partition(".")
        if rest and first != PEOPLE:
            for path, value in _values(fight, field.split("."), ()):
                yield path, value, kind


def _values(owner: Any, keys: list[str], path: Place) -> Iterator[tuple[Place, Any]]:
    """Yield the values of a field with their paths, one for each entry of the tables or lists it leads through."""
    if isinstance(owner, Struct):
        value, inner = getattr(owner, keys[0]), (*path, keys[0])
        yield from _values(value, keys[1:], inner) if keys[1:] else [(inner, value)]
    elif isinstance(owner, tuple):
        for number, entry in enumerate(owner):
            yield from _values(entry, keys, (*path, number))
    elif isinstance(owner, Mapping):
        for key, entry in owner.items():
            yield from _values(entry, keys, (*path, key))


def entered(rules: Rules, fight: Fight) -> tuple[list[Mistake], Fight]:
    """Return the mistakes of combatants who may not enter, and the fight with the others entered, in order."""
    found: list[Mistake] = []
    ready: dict[str, Combatant] = {}
    so_far = replace(fight, combatants=ready)
    for who, one in fight.combatants.items():
        try:
            ready[who] = rules.prepare(so_far, with_own_words(one))
        except RbfError as no:
            found.append(mistake((PEOPLE, who), no))
            ready[who] = one
    return found, so_far


OF_THE_PROGRAM = ("paused", "system", PEOPLE)
LINE_BREAKS = "\n\t"
ONE_LINE = ("name", "side")


def mistakes_on_sheet(known: NamedValues, actor: str, *, authored: bool = False) -> Iterator[Mistake]:
    """Yield the mistakes on a sheet. Free-text conditions of one that is `authored`, in a file, need `say`."""
    one, at = known.fight.combatants[actor], (PEOPLE, actor)
    yield from _texts(one, at)
    yield from _named(known, one, at, authored=authored)
    yield from _of_the_system(known, known.fight, actor)


def _named(known: NamedValues, combatant: Any, at: Place, *, authored: bool) -> Iterator[Mistake]:
    """Yield a mistake for each reference on a sheet to something the fight does not have."""
    for path, value, kind in named_on_sheet(known.rules, combatant, at):
        yield from _unknown(known, kind, value, path)
    for name, condition in combatant.conditions.items():
        yield from _of_condition(known, (*at, "conditions", name), condition, authored=authored)


def mistakes_elsewhere(known: NamedValues) -> Iterator[Mistake]:
    """Yield the mistakes outside sheets: in ids, tables, the turn order, the board and questions."""
    rules, fight = known.rules, known.fight
    if fight.system != rules.name:
        yield Mistake(("system",), f"must be {rules.name!r}, not {fight.system!r}")
    tables = asdict(fight)
    for name, value in tables.items():
        if name not in OF_THE_PROGRAM:
            yield from _texts(value, (name,))
    yield from wrong_ids(tables, asdict(fight.board))
    if fight.blocks:
        yield from _in_blocks(known)
    for path, value, kind in named_elsewhere(rules, fight):
        yield from _unknown(known, kind, value, path)
    yield from _in_play(rules, fight)
    yield from _of_the_system(known, fight, "")


def mistakes_in(rules: Rules, fight: Any, *, authored: bool = False) -> Iterator[Mistake]:
    """Yield all mistakes in a fight; `authored` is as in `mistakes_on_sheet`."""
    yield from _mistakes_of(NamedValues(rules, fight), fight.combatants, authored=authored)
    known = dict.fromkeys(fight.combatants, "play")
    for name, part in fight.groups.items():
        tables = {**tables_with_group(fight, part), "group": "", "groups": {}}
        found = [*type_mistakes(tables, rules.fight)]
        for each in found or mistakes_in(rules, convert(tables, rules.fight)):
            if found or each.path[:1] == ("board",) or each.path[0] in OF_A_GROUP:
                yield replace(each, path=("groups", name, *each.path))
        for who in () if found else part.get(PEOPLE, {}):
            if who in known:
                yield Mistake(("groups", name, PEOPLE, who), f"is also in {known[who]}")
            known[who] = f"the group {name}"


def _mistakes_of(known: NamedValues, people: Iterable[str], *, authored: bool) -> Iterator[Mistake]:
    yield from mistakes_elsewhere(known)
    for who in people:
        yield from mistakes_on_sheet(known, who, authored=authored)


def _of_the_system(known: NamedValues, fight: Any, actor: str) -> Iterator[Mistake]:
    """Yield the mistakes that only the system can find. If its check fails, that is the mistake."""
    if known.sure is not None:
        return
    try:
        yield from known.rules.mistakes(fight, actor)
    except RbfError as wrong:
        yield mistake((PEOPLE, actor) if actor else ("board",), wrong)


def wrong_ids(tables: Mapping[str, Any], board: Any) -> Iterator[Mistake]:
    """Yield a mistake for each id that cannot be typed, in the tables of a fight and of its board."""
    for at, owner in (((), tables), (("board",), board if isinstance(board, Mapping) else {})):
        for field, table in owner.items():
            for key in table if isinstance(table, Mapping) else ():
                if wrong := _wrong_id(key):
                    trimmed = key.strip()
                    sure = trimmed and trimmed not in table and not _wrong_id(trimmed)
                    fix = Fix("key", trimmed) if sure else None
                    yield replace(mistake((*at, field, key), wrong), fix=fix)


def _wrong_id(key: str) -> UsageError | None:
    try:
        valid = valid_id(key)
    except UsageError as wrong:
        return wrong
    return None if valid == key else misuse("an id cannot begin or end with a space", hint=f"use {valid!r}")


def _in_blocks(known: NamedValues) -> Iterator[Mistake]:
    """Yield the mistakes in stat blocks where they are written. Fields that a block leaves out are not mistakes."""
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
    return f"\0{block}"


def _texts(value: Any, path: Place) -> Iterator[Mistake]:
    """Yield a mistake for each string with invisible characters, and for each empty key."""
    if isinstance(value, str):
        yield from _hidden(value, path, "the text", "" if path[-1] in ONE_LINE else LINE_BREAKS)
    elif isinstance(value, Struct):
        for name, inner in asdict(value).items():
            yield from _texts(inner, (*path, name))
    elif isinstance(value, Mapping):
        for key, each in value.items():
            if not key.strip():
                yield Mistake((*path, key), "a name cannot be empty")
            yield from _hidden(key, (*path, key), "a name", "")
            yield from _texts(each, (*path, key))
    elif isinstance(value, tuple | list):
        for number, each in enumerate(value):
            yield from _texts(each, (*path, number))


def _hidden(text: str, path: Place, what: str, allowed: str) -> Iterator[Mistake]:
    hidden = next((letter for letter in text if not is_visible(letter) and letter not in allowed), "")
    if hidden:
        message = f"{what} contains an invisible character: {escaped(hidden)}"
        yield Mistake(path, message, "remove it")


def _unknown(known: NamedValues, kind: str, value: Any, path: Place) -> Iterator[Mistake]:
    """Yield a mistake for each unknown word in a value; for conditions, free text after `say` is also valid."""
    if kind == DICE:
        yield from _dice(value, path) if isinstance(value, str) else ()
        return
    if known.sure is not None and kind not in known.sure:
        return
    for place, word in words_in(value, path):
        if word not in known.of(kind) and not (kind == CONDITION and own_words(word)):
            yield unknown(place, word, known.of(kind), kind)


def _dice(amount: str, path: Place) -> Iterator[Mistake]:
    if is_digits(amount.removeprefix("-")) and not 0 <= int(amount) <= AMOUNT:
        yield Mistake(path, f"must be dice or a whole number from 0 to {AMOUNT}, not {amount}")
        return
    try:
        highest(amount)
    except RbfError as wrong:
        yield mistake(path, wrong)


def _of_condition(known: NamedValues, path: Place, condition: Any, *, authored: bool) -> Iterator[Mistake]:
    """Yield the mistakes of a condition: an unknown name, or unknown combatants in its name, `whose` or `by`."""
    rules, fight, name = known.rules, known.fight, str(path[-1])
    row = row_of(rules.conditions, name)
    people = known.sure is None or COMBATANT in known.sure
    if row is None and authored and not own_words(name):
        wrong = unknown(path, name, addable_conditions(rules.conditions, fight.combatants), CONDITION)
        yield Mistake(path, wrong.message, f"{wrong.hint} (custom condition: {f'say {name}'!r})", wrong.suggestions)
    if row is not None and row.of_somebody and people and name.removeprefix(f"{row.name} ") not in fight.combatants:
        yield unknown(path, name, addable_conditions(rules.conditions, fight.combatants), CONDITION)
    for field in ("whose", "by"):
        other = getattr(condition, field)
        if other and people and other not in fight.combatants and not _acts(rules, fight, other):
            yield unknown((*path, field), other, fight.combatants, COMBATANT)


def _in_play(rules: Rules, fight: Any) -> Iterator[Mistake]:
    """Yield the mistakes in the turn order, the current turn, the phase and the questions."""
    for number, slot in enumerate(fight.order):
        if not _acts(rules, fight, slot.who):
            yield unknown(("order", number, "who"), slot.who, fight.combatants, COMBATANT)
    if fight.active and not _acts(rules, fight, fight.active):
        yield unknown(("active",), fight.active, fight.combatants, COMBATANT)
    if fight.phase and fight.phase not in rules.phases:
        yield unknown(("phase",), fight.phase, rules.phases, "phase")
    if fight.turn > len(fight.order):
        yield Mistake(("turn",), f"must be from 0 to {len(fight.order)}, not {fight.turn}")
    for number, question in enumerate(fight.questions):
        if question.kind not in rules.question_kinds:
            yield unknown(("questions", number, "kind"), question.kind, rules.question_kinds, "question")
        if question.who and question.who not in fight.combatants:
            yield unknown(("questions", number, "who"), question.who, fight.combatants, COMBATANT)


def _acts(rules: Rules, fight: Any, actor: str) -> bool:
    acting = rules.members(fight, actor)
    return bool(acting) and fight.combatants.keys() >= set(acting)


# Fields that nothing depends on, and kinds of words that no board and no other table defines.
ALONE = frozenset({"title", "seed", "system", "round"})
SURE = frozenset({COMBATANT, CONDITION, DICE})
WEAPONS = ("weapons",)


def further_mistakes(
    rules: Rules, raw: Any, *, authored: bool = False, unknown: frozenset[str] | None = None
) -> Iterator[Mistake]:
    """Yield mistakes other than wrong types, except any that omitted values or `unknown` kinds could explain."""
    found = recovered(raw, rules.fight)
    if found is None or found.touches((PEOPLE,)):
        return
    known = NamedValues(rules, found.value, _reliable_kinds(found, unknown))
    people = (who for who in found.value.combatants if not found.touches((PEOPLE, who)))
    for each in _mistakes_of(known, people, authored=authored):
        if _is_certain(each, found):
            yield replace(each, path=found.written(each.path))


def _reliable_kinds(found: RecoveredTables, unknown: frozenset[str] | None) -> frozenset[str] | None:
    """Return the kinds of words that are completely known, or None if all kinds are."""
    # Words that others refer to may be missing: in a whole table, or in part of the board.
    hidden = (each for each in found.changed if each[0] == "board" or (len(each) == 1 and each[0] not in ALONE))
    if unknown is None and not any(hidden):
        return None
    return (SURE if found.touches(WEAPONS) else SURE | {WEAPON}) - (unknown or frozenset())


def _is_certain(mistake: Mistake, found: RecoveredTables) -> bool:
    """Return whether a mistake is in what was written, and not caused by another field that was left out."""
    because = (*mistake.path[:2], mistake.because)
    return not found.touches(mistake.path) and not (
        mistake.because and (found.touches(because) or any(each[: len(because)] == because for each in found.changed))
    )


# Each combatant is tried twice, and rules may check it against all others.
MOST_TRIED = 500


def refused_anyway(rules: Rules, raw: Any, wrong: Iterable[Mistake]) -> list[Mistake]:
    """Return the combatants who may not enter a fight even if its other mistakes are corrected, as mistakes."""
    as_written = recovered(raw, rules.fight)
    many = len(raw[PEOPLE]) if isinstance(raw.get(PEOPLE), Mapping) else 0
    if as_written is None or not 0 < many <= MOST_TRIED or _reliable_kinds(as_written, None) is not None:
        return []
    # Up to the first list, because a list without one entry has others at its places.
    paths = {
        tuple(takewhile(lambda key: isinstance(key, str), each.path))
        for each in wrong
        if each.path and not each.missing
    }
    again = _refusals(rules, recovered(without(raw, paths), rules.fight))
    return [each for each in _refusals(rules, as_written) if each in again]


def _refusals(rules: Rules, found: RecoveredTables | None) -> list[Mistake]:
    """Return the mistakes of refused combatants in a recovered fight, except those with invented values."""
    if found is None:
        return []
    invented = {each[:2] for each in found.invented}
    return [each for each in entered(rules, found.value)[0] if each.path not in invented]


def without(table: Mapping[str, Any], paths: Collection[Place], at: Place = ()) -> Mapping[str, Any]:
    """Return tables without the values at some paths."""
    if not paths:
        return table
    return {
        key: without(value, {each for each in paths if each[: len(at) + 1] == (*at, key)}, (*at, key))
        if isinstance(value, Mapping)
        else value
        for key, value in table.items()
        if (*at, key) not in paths
    }
