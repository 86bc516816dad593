"""Combatants on their way in and out of a fight: checked, joined, updated, and written as CSV, JSON or TOML."""

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import fields, replace

from rbfcli.checking.integrity import PEOPLE, NamedValues, mistakes_in, mistakes_on_sheet, wrong_ids
from rbfcli.checking.locations import few
from rbfcli.core.errors import Advice, Hint, RbfError, invalid, misuse, to_try
from rbfcli.core.limits import COMBATANTS, MISTAKES_OF_A_FILE, Budget
from rbfcli.core.matching import SAY
from rbfcli.core.mistakes import Mistake, format_mistakes, mistake, new_among
from rbfcli.core.paths import Path, dotted
from rbfcli.core.text import is_digits, slug, whole_number
from rbfcli.core.type_errors import type_mistakes
from rbfcli.engine.play import Played
from rbfcli.language.keys import fields_of
from rbfcli.model.commands import Edit
from rbfcli.model.conditions import addable_conditions, row_of, with_own_words
from rbfcli.model.evolve import steps_between, steps_text
from rbfcli.model.fight import Combatant, Fight, in_order, waiting_combatants
from rbfcli.model.rules import Rules
from rbfcli.model.sheets import copies, free_id, types_at
from rbfcli.session.authoring import plain_tables, with_own_words_said
from rbfcli.session.encounter import keys_of_saves
from rbfcli.session.formats.incoming import LEFT_OUT, NOTES_LETTERS, ImportNote, Incoming, People, plain_text
from rbfcli.session.formats.recognize import OWN_FORMAT
from rbfcli.session.formats.tables import APOSTROPHE, FORMULA, ID, INTEGER_DIGITS, OWN_WEAPONS
from rbfcli.session.session import Session

# Steps for each combatant.
PERSON = 160
TOO_MANY = "too many people at once", "import them in several files"
TAKEN = (Hint("use {} to change them", "--update"), Hint("use {} to add more of them", "--count 1"))
THE_FIGHT = "the fight"


class ImportPlan(Struct, frozen=True, kw_only=True):
    """How combatants join.

    On one `side`, with values `given` to all, `count` times each, as stat `blocks`, or as an `update` of those who
    are there.
    """

    side: str = ""
    given: Mapping[str, Any] = {}
    count: int = 0
    blocks: bool = False
    update: bool = False


class IncomingPeople(Struct, frozen=True):
    """A fight with the imported combatants.

    `new` and `changed` are ids, `tables` the sheets as written, `places` where each id is in the file, and `unlike`
    the weapons that the fight has under the same name with other values.
    """

    fight: Any
    new: tuple[str, ...]
    weapons: tuple[str, ...]
    tables: Mapping[str, Any]
    changed: tuple[str, ...] = ()
    places: Mapping[str, str] = {}
    unlike: tuple[str, ...] = ()


def validate_people(
    rules: Rules, fight: Any, people: People, budget: Budget, plan: ImportPlan | None = None
) -> IncomingPeople:
    """Return the fight with the combatants added. Raises InvalidFile with all mistakes and their places."""
    plan = plan or ImportPlan()
    many = sum(plan.count or each.count for each in people.people)
    if many + len(fight.combatants) > COMBATANTS and not plan.update:
        raise misuse(f"a fight can have at most {COMBATANTS} combatants")
    budget.spend(PERSON * many, *TOO_MANY)
    given = {**plan.given, **({"side": plan.side} if plan.side else {})}
    said = {person.at: {**fitted(person, rules), **given} for person in people.people}
    coming = _with_blocks(fight, people, said) if plan.blocks else _with_people(rules, fight, people, said, plan)
    _refuse([each.line for each in new_among([*mistakes_in(rules, fight)], mistakes_in(rules, coming.fight))])
    return coming


Said = dict[str, dict[str, Any]]


def _with_people(rules: Rules, fight: Any, people: People, said: Said, plan: ImportPlan) -> IncomingPeople:
    """Return the fight with the combatants added or updated; `said` are their sheets by place in the file."""
    found: list[str] = []
    armed, weapons, unlike = _armed(fight, people, found)
    already: list[str] = []
    named = dict(_named(people.people, fight, plan, found, already))
    at = {who: person.at for who, (person, _) in named.items()}
    present = {who: fight.combatants[who] for who in named if who in fight.combatants}
    tables = {}
    for who, (_, name) in named.items():
        table = said[at[who]] | ({"name": name} if name else {})
        if who in present:
            before: dict[str, Any] = plain_tables(with_own_words_said(rules, present[who]))
            table = _merged(before, table)
        tables[who] = _without_resets({"name": who, **table})
    sheets = _sheets(rules, at, tables, found)
    required = (each.encode_name for each in fields_of(rules.sheet) if each.required)
    needed = [key for key in required if tables and all(key not in table for table in tables.values())]
    _refuse(found, TAKEN if len(already) == len(found) else to_try(" ".join(f"--set {key}=N" for key in needed)))
    strangers = {*_not_placed(rules, armed, at, sheets, found)}
    _refuse(found)
    for who in strangers:
        named[who][0].leave("places that this fight does not have")
        sheets[who] = _without_place(rules, sheets[who])
        said[at[who]] = {key: each for key, each in said[at[who]].items() if key not in rules.whereabouts}
    after = _entered(rules, armed, {who: (sheets[who], said[at[who]], at[who]) for who in sheets})
    new = tuple(who for who in sheets if who not in present)
    changed = tuple(who for who, one in present.items() if after.combatants[who] != one)
    return IncomingPeople(after, new, weapons, tables, changed, at, unlike)


def _entered(rules: Rules, fight: Any, people: Mapping[str, tuple[Combatant, Mapping[str, Any], str]]) -> Any:
    """Return the fight with combatants, given as sheets, what a file says about them, and where. Raises InvalidFile."""
    here = dict(fight.combatants)
    after, found = replace(fight, combatants=here), list[str]()
    for who, (sheet, said, at) in people.items():
        written = with_own_words(sheet)
        try:
            here[who] = _changed(here[who], written, said) if who in here else rules.prepare(after, written)
        except RbfError as wrong:
            found.append(_line(at, mistake((), wrong)))
    _refuse(found)
    return after


def _with_blocks(fight: Any, people: People, said: Said) -> IncomingPeople:
    found: list[str] = []
    blocks: dict[str, Any] = {}
    for person in people.people:
        table = _without_resets(said[person.at])
        name = person.who or free_id(slug(str(table.get("name", ""))), blocks)
        if name in fight.blocks:
            found.append(f"{person.at}: duplicate stat block {name!r} (also in the fight)")
        blocks[name] = in_order({key: each for key, each in table.items() if key != "initiative"})
    _refuse(found)
    return IncomingPeople(replace(fight, blocks={**fight.blocks, **blocks}), tuple(blocks), (), blocks)


def _merged(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """Return a table with changes; tables are changed key by key."""
    both = {
        key: _merged(before[key], each)
        for key, each in after.items()
        if isinstance(each, Mapping) and isinstance(before.get(key), Mapping)
    }
    return {**before, **after, **both}


def _changed(one: Any, sheet: Any, said: Mapping[str, Any]) -> Any:
    """Return a combatant with the fields that a file names as on the sheet; what a play filled in stays."""
    kind: type[Combatant] = type(one)
    names = {each.encode_name: each.name for each in fields_of(kind)}
    return replace(one, **{names[key]: getattr(sheet, names[key]) for key in said if key in names})


def _without_resets(table: Mapping[str, Any]) -> dict[str, Any]:
    """Return a table without the values that are set to nothing, which have their defaults then."""
    found = {key: _without_resets(each) if isinstance(each, Mapping) else each for key, each in table.items()}
    return {key: each for key, each in found.items() if each is not None and (each != {} or table[key] == {})}


def _sheets(rules: Rules, at: Mapping[str, str], tables: Mapping[str, Any], found: list[str]) -> dict[str, Combatant]:
    written: dict[str, Combatant] = {}
    for who, table in tables.items():
        if len(found) > MISTAKES_OF_A_FILE:
            return written
        wrong = [*wrong_ids({PEOPLE: {who: {}}}, {}), *keys_of_saves(rules.sheet, table)]
        try:
            written[who] = msgspec.convert(table, rules.sheet)
        except msgspec.ValidationError:
            wrong += few(type_mistakes(table, rules.sheet))
        found += (_line(at[who], each) for each in wrong)
    return written


def _not_placed(
    rules: Rules, armed: Any, at: Mapping[str, str], sheets: Mapping[str, Combatant], found: list[str]
) -> Iterator[str]:
    """Yield the combatants who name a place of another fight. All other mistakes in the sheets are added to `found`."""
    known = NamedValues(rules, replace(armed, combatants={**armed.combatants, **sheets}))
    for who in sheets:
        if len(found) > MISTAKES_OF_A_FILE:
            return
        for each in few(mistakes_on_sheet(known, who, authored=True)):
            wrong = replace(each, path=each.path[2:])
            if wrong.path[:1] and wrong.path[0] in rules.whereabouts and not wrong.suggestions:
                yield who
            else:
                found.append(_line(at[who], wrong))


def _without_place(rules: Rules, combatant: Any, *also: str) -> Any:
    defaults = {each.name: each.default for each in fields_of(rules.sheet)}
    return replace(combatant, **{name: defaults[name] for name in (*rules.whereabouts, *also) if name in defaults})


def join(session: Session, coming: IncomingPeople) -> Played | None:
    """Bring combatants and their weapons into a fight, as one line of the journal; return None if nothing changes."""
    steps = [*steps_between(session.fight, coming.fight)]
    return session.perform(Edit(steps=steps_text(steps), joining=True)) if steps else None


def _armed(fight: Any, people: People, found: list[str]) -> tuple[Any, tuple[str, ...], tuple[str, ...]]:
    """Return the fight with new weapons, their names, and the names that it has for others; add mistakes to `found`."""
    raw = {"system": fight.system, "weapons": people.weapons}
    try:
        armed = msgspec.convert(raw, type(fight)).weapons if people.weapons else {}
    except msgspec.ValidationError:
        found += (f"weapons: {each.line}" for each in few(type_mistakes(raw, type(fight))))
        return fight, (), ()
    new = {name: each for name, each in armed.items() if name not in fight.weapons}
    unlike = tuple(name for name, each in armed.items() if fight.weapons.get(name, each) != each)
    return (replace(fight, weapons={**fight.weapons, **new}) if new else fight), tuple(new), unlike


def _named(
    people: Sequence[Incoming], fight: Fight, plan: ImportPlan, found: list[str], already: list[str]
) -> Iterator[tuple[str, tuple[Incoming, str]]]:
    """Yield the combatants by id, each with a new name if it is numbered (else empty).

    A taken id is a mistake, also one made from a name; those taken in the fight are added to `already`. Of equal names
    in one file, the later are numbered.
    """
    here = dict.fromkeys(fight.combatants, THE_FIGHT)
    waiting = {who: f"the group {name}" for who, name in waiting_combatants(fight).items()}
    taken = waiting if plan.update else {**waiting, **here}
    alike: Counter[str] = Counter()
    for person in people:
        name = str(person.own.get("name", person.name))
        wanted, count = person.who or slug(name), plan.count or person.count
        if count > 1:
            made = copies(wanted, name, count, taken)
        elif not plan.count and (person.who or taken.get(wanted) == THE_FIGHT or (plan.update and wanted in waiting)):
            made = [(wanted, "")]
        else:
            free = free_id(wanted, taken, max(2, alike[wanted] + 1))
            made = [(free, f"{name} {free.removeprefix(wanted)}" if plan.count and free != wanted else "")]
            alike[wanted] += 1
        for who, named in made:
            if who in taken:
                found.append(f"{person.at}: duplicate combatant {who!r} (also in {taken[who]})")
                already += [who] if taken[who] == THE_FIGHT else []
            else:
                taken[who] = person.at
                yield who, (person, named)


def _line(at: str, wrong: Mistake) -> str:
    line = wrong.line if wrong.path else replace(wrong, path=("sheet",)).line
    return f"{at}: {line}"


def _refuse(found: Sequence[str], hint: Advice = "") -> None:
    if found:
        raise invalid("\n".join(format_mistakes(found, MISTAKES_OF_A_FILE)), hint=hint)


def of_next_fight(rules: Rules, combatant: Any, *, rested: bool) -> Any:
    """Return a combatant for the next fight, without initiative, place and passing conditions; or fully `rested`."""
    conditions = {
        name: each
        for name, each in combatant.conditions.items()
        if ((row := row_of(rules.conditions, name)) and row.role == "dead") or not (rested or each.rounds)
    }
    found = replace(_without_place(rules, combatant, "initiative", "counts"), conditions=conditions)
    is_dead = any((row := row_of(rules.conditions, name)) and row.role == "dead" for name in conditions)
    return rules.rested(found) if rested and not is_dead else found


BETWEEN = "; "


def csv_text(rules: Rules, people: Mapping[str, Mapping[str, Any]], weapons: Mapping[str, Any]) -> str:
    """Return combatants, given as ids and plain sheets, as CSV text, with the fight's own weapons that each carries."""
    rows = [{(ID,): who, **dict(_cells(rules, sheet))} for who, sheet in people.items()]
    if weapons:
        first = next(iter(rows), {})
        first[OWN_WEAPONS,] = json.dumps(weapons, ensure_ascii=False)
    order = [*(each.name for each in fields_of(rules.sheet)), OWN_WEAPONS]
    keys = sorted({path for row in rows for path in row} - {(ID,)}, key=lambda path: (order.index(path[0]), path[1:]))
    columns: list[Path] = [(ID,), *(keys or [("name",)])]
    return csv_rows([list(map(dotted, columns)), *([row.get(path, "") for path in columns] for row in rows)])


def csv_rows(rows: Iterable[Iterable[str]]) -> str:
    """Return rows of cells as CSV, with no cell that a spreadsheet takes for a formula."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(map(safe_cell, row) for row in rows)
    return text.getvalue()


def _cells(rules: Rules, sheet: Mapping[str, Any]) -> Iterator[tuple[Path, str]]:
    for key, value in sheet.items():
        is_flat = isinstance(value, Mapping) and not any(isinstance(each, Mapping | list) for each in value.values())
        parts = {(key, name): each for name, each in value.items()} if value and is_flat else {(key,): value}
        yield from ((path, _cell(each, types_at(rules.sheet, path))) for path, each in parts.items())


def _cell(value: Any, types: Sequence[Any]) -> str:
    """Return a value as the text of a cell that reads back as the same value of its types."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            is_number = int in types and whole_number(value, INTEGER_DIGITS) is not None
            looks_else = not value or value.startswith('"') or value != value.strip() or is_number
            return json.dumps(value, ensure_ascii=False) if looks_else else value
        case list() if value and all(_is_plain_entry(each) for each in value):
            return BETWEEN.join(map(str, value))
        case Mapping() | list():
            return json.dumps(value, ensure_ascii=False)
        case _:
            return str(value)


def _is_plain_entry(value: Any) -> bool:
    if isinstance(value, str):
        plain = value and value == value.strip() and not value.startswith(("[", '"')) and ";" not in value
        return bool(plain) and "\n" not in value and not is_digits(value.removeprefix("-"))
    return isinstance(value, int) and not isinstance(value, bool)


def safe_cell(text: str) -> str:
    """Return the text of a cell, with an apostrophe before text that a spreadsheet would treat as a formula."""
    is_number = text[:1] == "-" and is_digits(text[1:].replace(".", "", 1))
    return f"{APOSTROPHE}{text}" if text.lstrip(APOSTROPHE).startswith(FORMULA) and not is_number else text


def json_text(rules: Rules, people: Mapping[str, Mapping[str, Any]], weapons: Mapping[str, Any]) -> str:
    """Return combatants, given as ids and plain sheets, as JSON text."""
    listed = [{"id": who, **sheet} for who, sheet in people.items()]
    whole = {"format": OWN_FORMAT, "system": rules.name, "weapons": weapons, "people": listed}
    return f"{json.dumps(whole, indent=1, ensure_ascii=False)}\n"


# Keys that mean the same in every system; all others are of d20 games, whose sheets have an `ac`.
SHARED = ("side", "hp", "max_hp")
ELSEWHERE = {"initiative_bonus": "initiative_misc"}
PLAYERS = ("pc", "player")
# What different games call the same condition.
SPELT = {
    "exhaustion": "exhausted",
    "paralyzed": "paralysed",
    "blind": "blinded",
    "stun": "stunned",
    "poison": "poisoned",
}


def types_of(rules: Rules) -> dict[str, Any]:
    """Return the types of the keys of a system's sheets."""
    return {each.encode_name: each.type for each in fields(rules.sheet) if each.name not in rules.sheet.in_play}


def place_of(key: str, types: Mapping[str, Any]) -> str:
    """Return a system's key for a key of `generic`; empty if its sheets have none that means the same."""
    place = key if key in types else ELSEWHERE.get(key, key)
    return place if place in types and ("ac" in types or key in SHARED) else ""


def fitted(person: Incoming, rules: Rules) -> dict[str, Any]:
    """Return a combatant's sheet of a system. What has no place on it is noted on the combatant."""
    types = types_of(rules)
    found: dict[str, Any] = {}
    for key, value in person.sheet.items():
        if key == "conditions":
            found[key] = dict(_conditions(person, value, rules))
        elif key == "pc":
            found |= {each: True for each in PLAYERS if each in types}
        elif place := place_of(key, types):
            if (fits := _fitting(value, types[place])) is not None:
                found[place] = fits
            if fits != value:
                person.notes.append(ImportNote(LEFT_OUT, f"a part of {key.replace('_', ' ')}"))
        elif not (key == "max_hp" and "hp" in person.sheet) and not (key == "initiative_bonus" and not value):
            person.notes.append(ImportNote(LEFT_OUT, key.replace("_", " ")))
    if "ac" in types:
        found |= {key: score for key, score in person.scores.items() if key in types and _fitting(score, types[key])}
        if person.speed is not None and {"speed", "flies"} <= types.keys():
            found |= {"speed": person.speed, **({"flies": True} if person.flies else {})}
    if person.texts:
        found["notes"] = _notes(person)
    return {**({"name": person.name} if person.name else {}), **_merged(found, person.own)}


def _fitting(value: Any, kind: Any) -> Any:
    """Return a value without the entries that do not fit a type, or None if nothing does."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        if isinstance(value, dict):
            return {key: each for key, each in value.items() if _fitting({key: each}, kind)} if len(value) > 1 else None
        if isinstance(value, list):
            return [each for each in value if _fitting([each], kind)] if len(value) > 1 else None
        return None
    return value


def _conditions(person: Incoming, conditions: Mapping[str, Any], rules: Rules) -> Iterator[tuple[str, Any]]:
    """Yield conditions by the names of the system; all others are own words, with their amount."""
    known = {each.casefold(): each for each in addable_conditions(rules.conditions, ())}
    for name, value in conditions.items():
        plain = name.casefold()
        if found := known.get(plain) or known.get(SPELT.get(plain, plain)):
            yield found, value
        else:
            amount = value.get("amount")
            rest = {key: each for key, each in value.items() if key != "amount"}
            person.assume(name, group="conditions without effect on rolls, in your own words")
            yield f"{SAY} {SPELT.get(plain, name)}{f' {amount}' if amount else ''}", rest


def _notes(person: Incoming) -> str:
    whole = "\n".join(filter(None, map(plain_text, person.texts)))
    if len(whole) > NOTES_LETTERS:
        person.notes.append(ImportNote(LEFT_OUT, f"the end of its notes (after {NOTES_LETTERS} characters)"))
    return whole[:NOTES_LETTERS]
