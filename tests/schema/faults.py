"""What is wrong with an encounter: faults that a schema tells, and what none can."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from msgspec import inspect

from rbfcli.core.limits import COPIES
from rbfcli.language.keys import authored_fields

if TYPE_CHECKING:
    from random import Random

    from rbfcli.model.rules import Rules
    from tests.schema.documents import Document


def faulty(made: Document, rules: Rules, random: Random) -> str:
    """Put one fault into a document that both a schema and the program have to see; says which."""
    faults = {
        "unknown key": _unknown_key,
        "key of saves": _key_of_saves,
        "missing key": _missing_key,
        "wrong value": lambda made, _, random: wrong_value(made, "", random),
        "wrong word": _wrong_word,
        "wrong head": _wrong_head,
        "wrong count": _wrong_count,
    }
    while True:
        name = random.choices(list(faults), (3, 2, 2, 12, 2, 1, 1))[0]
        if found := faults[name](made, rules, random):
            return f"{name}: {found}"


def _unknown_key(made: Document, _rules: Rules, random: Random) -> str:
    table, kind, _ = random.choice([*made.structs, (made.tables, None, "")])
    table[random.choice(("nonesuch", "hp_max", "x y"))] = random.choice((1, "a", True, {}))
    return str(kind)


def _key_of_saves(made: Document, rules: Rules, random: Random) -> str:
    owners = [(made.tables, rules.fight), *((table, kind) for table, kind, _ in made.structs)]
    table, kind = random.choice([each for each in owners if each[1].in_play])
    key = random.choice(sorted(kind.in_play))
    table[key] = 1
    return key


def _missing_key(made: Document, rules: Rules, random: Random) -> str:
    blocks = [id(each) for each in made.tables["blocks"].values()]
    for table, kind, _ in random.sample(made.structs, len(made.structs)):
        keys = [each.encode_name for each in authored_fields(kind) if each.required]
        needed = [each for each in keys if not (kind is rules.sheet and each == "name")]
        if needed and id(table) not in blocks and "from" not in table:
            del table[random.choice(needed)]
            return str(kind)
    return ""


def wrong_value(made: Document, path: str, random: Random) -> str:
    """Put a wrong value at a path, or at any; says which, or nothing where there is nothing at the path."""
    there = [each for each in made.spots if each.key in each.owner and path in ("", each.path)]
    if not there:
        return ""
    spot = random.choice(there)
    wrong = list(_wrong(spot.kind, spot.owner[spot.key]))
    if not wrong:
        return ""
    spot.owner[spot.key] = random.choice(wrong)
    return f"{spot.path} = {spot.owner[spot.key]!r}"


def _wrong(kind: inspect.Type, value: Any) -> list[Any]:
    match kind:
        case inspect.Metadata():
            return _wrong(kind.type, value)
        case inspect.BoolType():
            return [0, "true"]
        case inspect.IntType(ge=low, le=high):
            return [low - 1, high + 1, "5", True, float(high), [high]]
        case inspect.LiteralType():
            return ["nonesuch", 1, []]
        case inspect.StrType(min_length=least, max_length=most):
            return [3, True, ["a"], *([""] if least else []), *(["x" * (most + 1)] if most else [])] + (
                ["+3/xf"] if kind.pattern and not re.search(kind.pattern, "+3/xf") else []
            )
        case inspect.UnionType():
            members = [each for each in kind.types if not isinstance(each, inspect.NoneType)]
            return _wrong(members[0], value) if len(members) == 1 else [1.5, True, [], -1, 10_001]
        case inspect.TupleType(item_types=items):
            return [[*value, value[0]], value[:-1], "a"] if items else []
        case inspect.CollectionType(item_type=item):
            wrong = _wrong(item, value[0]) if value else []
            long = [value * (kind.max_length + 1)] if value and kind.max_length else []
            return ["a", 3, *([*value, each] for each in wrong), *long]
        case _:
            return [3, "a", []]


def _wrong_word(made: Document, rules: Rules, random: Random) -> str:
    people = [*made.tables["combatants"].values(), *made.tables["blocks"].values()]
    one = random.choice(people)
    fixed = [each for each, kind in rules.references.items() if kind in rules.fixed_kinds]
    where = random.choice(["conditions", *fixed])
    if where in ("feats", "items"):
        one[where] = ["nonesuch"]
    else:
        value = {} if where == "conditions" else "standard" if where == "technique_actions" else 1
        one[where] = {random.choice(("nonesuch", "pron", "say")): value}
    return where


def _wrong_head(made: Document, _rules: Rules, random: Random) -> str:
    key = random.choice(("format", "system"))
    made.tables[key] = random.choice((2, 0, "1") if key == "format" else ("nonesuch", 1))
    return key


def _wrong_count(made: Document, _rules: Rules, random: Random) -> str:
    one = made.tables["combatants"]["c2"]
    one["count"] = random.choice((0, COPIES + 1, "2", 1.0, True))
    return str(one["count"])


def unsaid(made: Document, rules: Rules, random: Random) -> str:
    """Put something into a document that is wrong, and that no schema can tell; says what, or nothing."""
    kind, spoil = random.choice(list(UNSAID.items()))
    return kind if spoil(made.tables, rules) else ""


def _reference(tables: Any, rules: Rules) -> bool:
    """A word that names nothing; in generic, the counter that an attack takes."""
    one = tables["combatants"]["c1"]
    if "weapons" in rules.sheet.__struct_fields__:
        one["weapons"] = ["nosuchweapon"]
    else:
        one["attacks"] = {"bite": {"uses": "nosuchcounter"}}
    return True


def _block(tables: Any, _rules: Rules) -> bool:
    tables["combatants"]["c1"]["from"] = "nobody"
    return True


def _circle(tables: Any, _rules: Rules) -> bool:
    tables["blocks"]["b1"]["from"], tables["blocks"]["b2"]["from"] = "b2", "b1"
    return True


def _needed(tables: Any, rules: Rules) -> bool:
    """A key that a sheet needs, and that the stat block it builds on does not have either."""
    if all(each.name == "name" or not each.required for each in authored_fields(rules.sheet)):
        return False
    tables["combatants"]["c1"], tables["blocks"]["bare"] = {"from": "bare"}, {}
    return True


def _id(tables: Any, _rules: Rules) -> bool:
    tables["combatants"]["-x"] = dict(tables["combatants"]["c1"])
    return True


def _long_id(tables: Any, _rules: Rules) -> bool:
    table = tables.get("weapons") or tables["blocks"]
    table["y" * 65] = dict(next(iter(table.values())))
    return True


def _hidden(tables: Any, _rules: Rules) -> bool:
    tables["combatants"]["c1"]["notes"] = "a\u202eb"
    return True


def _empty_key(tables: Any, rules: Rules) -> bool:
    if "ammo" in rules.sheet.__struct_fields__:
        tables["combatants"]["c1"]["ammo"] = {" ": 1}
    return "ammo" in rules.sheet.__struct_fields__


def _dice(tables: Any, rules: Rules) -> bool:
    dice = [each for each, what in rules.references.items() if what == "dice" and each.startswith("options.")]
    for each in dice:
        tables.setdefault("options", {})[each.removeprefix("options.")] = "1d"
    return bool(dice)


def _composed(tables: Any, _rules: Rules) -> bool:
    people = tables["combatants"]
    people["é"], people["e\u0301"] = dict(people["c1"]), dict(people["c1"])
    return True


def _numbered_name(tables: Any, _rules: Rules) -> bool:
    """A name that is too long with the number of a copy."""
    tables["combatants"]["c1"] |= {"name": "x" * 64, "count": 2}
    return True


UNSAID = {
    "reference": _reference,
    "stat block that is not there": _block,
    "circle of stat blocks": _circle,
    "key that its stat block lacks too": _needed,
    "id like an option": _id,
    "long id": _long_id,
    "invisible character": _hidden,
    "empty key": _empty_key,
    "dice notation": _dice,
    "the same id, written otherwise": _composed,
    "name of a copy": _numbered_name,
}
