"""Encounters made at random from the types of a system."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from msgspec import inspect

from rbfcli.language.keys import authored_fields
from rbfcli.model.fight import Condition

if TYPE_CHECKING:
    from random import Random

    from rbfcli.model.rules import Rules

FEW = ("c1", "c2", "c3")
BUILT_ON = ("b1", "b2")
# Words that are right where the fight as a whole decides; what is not here may be any text.
WORDS = {
    "rbf": {
        "talents": ("Sniper", "juggler of torches"),
        "skills": ("melee", "dodge", "origami"),
        "items": ("medical kit", "w1", "gramophone"),
        "counterspell_skill": ("metaphysics",),
        "skill": ("", "melee", "shoot"),
        "spells.skill": ("", "metaphysics"),
        "where": ("",),
    },
    "threat": {"wear": ("armour",), "crew": ("crew",)},
    "rpj": {
        "cover": ("", "+3/1f", "+2/*"),
        "region": ("", "0"),
        "base": ("",),
        "layers": ("base", "vest"),
        "crossed": (),
        "links": (),
        "regions": ("0",),
    },
    "futurepath": {
        "held": ("",),
        "off_hand": ("",),
        "square": ("",),
        "map": ("", "....\n.#..\n"),
        "where": ("",),
        "mark": ("*", "?"),
    },
    "bgc": {},
    "generic": {
        "initiative": ("1d20", "2d6"),
        "hp_dice": ("1d8", "2d6+2"),
        "damage": ("", "1d6", "1d8+3 slashing + 1d6 fire"),
        "uses": ("",),
        "condition": ("", "prone"),
    },
}
REFERENCES = {"weapon": ("w1", "w2"), "combatant": FEW, "dice": ("1d6", "12", "2d4+1"), "place": ("",)}
TEXTS = ("a", "Old Mags", "x" * 64, "Jörg", "two words")


@dataclass
class Spot:
    """A place in a document: the table or list, its key, and the type of its value."""

    owner: Any
    key: Any
    kind: inspect.Type
    path: str


@dataclass
class Document:
    """An encounter as tables, with every place in it, and each table with the keys that it needs or may not have."""

    tables: dict[str, Any]
    spots: list[Spot] = field(default_factory=list)
    structs: list[tuple[dict[str, Any], Any, str]] = field(default_factory=list)


class Maker:
    """Makes documents of a system."""

    def __init__(self, rules: Rules, random: Random) -> None:
        self.rules, self.random = rules, random

    def sound(self) -> Document:
        """An encounter that is right."""
        self.made = Document({"format": 1, "system": self.rules.name})
        for each in authored_fields(self.rules.fight):
            if each.name in ("title", "seed", "notes", "options", "board", "spells", "items") and self.often():
                self.put(self.made.tables, each, each.name)
        weapon = next(each.type for each in authored_fields(self.rules.fight) if each.name == "weapons").value_type
        if isinstance(weapon, inspect.StructType):
            self.made.tables["weapons"] = {each: self.struct(weapon, "weapons") for each in ("w1", "w2")}
        sheet = inspect.type_info(self.rules.sheet)
        blocks = {name: self.struct(sheet, "", whole=self.random.random() < 0.5) for name in BUILT_ON}
        if self.often():
            blocks["b2"]["from"] = "b1"
        self.made.tables["blocks"] = blocks
        self.made.tables["combatants"] = people = {}
        for who in FEW:
            people[who] = self.struct(sheet, "")
            if self.often():
                people[who]["from"] = self.random.choice(BUILT_ON)
        if self.random.random() < 0.3:
            people["c3"] |= {"count": self.random.choice((1, 2, 5)), "name": "a"}
            for table in (people, blocks):
                for one in table.values():
                    self.without_person(one, "c3")
        return self.made

    def without_person(self, owner: Any, who: str) -> None:
        """Remove references to a combatant who is there several times, under other ids."""
        for key, value in list(owner.items()):
            if isinstance(value, dict):
                self.without_person(value, who)
            if value == who or key == f"suppressed by {who}":
                del owner[key]

    def often(self) -> bool:
        """More often than not."""
        return self.random.random() < 0.6

    def struct(self, kind: Any, path: str, *, whole: bool = True) -> dict[str, Any]:
        """A table with the keys that are needed, and some others."""
        table: dict[str, Any] = {}
        self.made.structs.append((table, kind.cls, path))
        for each in authored_fields(kind.cls):
            needed = whole and each.required and not (kind.cls is self.rules.sheet and each.name == "name")
            if needed or self.random.random() < 0.35:
                self.put(table, each, f"{path}.{each.name}".strip("."))
        return table

    def put(self, owner: dict[str, Any], each: inspect.Field, path: str) -> None:
        """Put a value for a field into a table."""
        owner[each.encode_name] = self.value(each.type, path)
        self.made.spots.append(Spot(owner, each.encode_name, each.type, path))

    def words(self, path: str) -> tuple[str, ...] | None:
        """Return the words allowed at a path, if they depend on the fight."""
        own, last = WORDS[self.rules.name], path.rpartition(".")[2]
        kind = self.rules.references.get(path, "")
        if path in own or last in own:
            return own.get(path, own.get(last))
        if kind == "condition":
            rows = self.rules.conditions.values()
            return ("say odd", *(row.name for row in rows if row.addable and not row.of_somebody))
        if kind in self.rules.fixed_kinds:
            return tuple(self.rules.words_of(self.rules.fight(system=self.rules.name), kind))
        return REFERENCES.get(kind, ("",) if kind else None)

    def value(self, kind: inspect.Type, path: str) -> Any:
        """A value that is right."""
        match kind:
            case inspect.Metadata():
                return self.value(kind.type, path)
            case inspect.BoolType():
                return self.random.random() < 0.5
            case inspect.IntType(ge=low, le=high):
                return self.random.choice((low, high, min(low + 3, high), max(low, min(high, 5))))
            case inspect.LiteralType(values=values):
                return self.random.choice(values)
            case inspect.StrType():
                return self.text(kind, path)
            case inspect.UnionType(types=types):
                return self.value(self.random.choice([e for e in types if not isinstance(e, inspect.NoneType)]), path)
            case inspect.StructType():
                return self.struct(kind, path)
            case inspect.DictType():
                return self.mapping(kind, path)
            case inspect.TupleType(item_types=items):
                return [self.value(each, path) for each in items]
            case inspect.CollectionType(item_type=item):
                least, most = kind.min_length or 0, kind.max_length or 3
                most = 0 if self.words(path) == () else most
                return [self.value(item, path) for _ in range(self.random.randint(least, min(most, max(least, 3))))]
        raise AssertionError(kind)

    def text(self, kind: inspect.StrType, path: str) -> str:
        """A text that is right."""
        words = self.words(path)
        if words is not None:
            return self.random.choice(words)
        if path.endswith(("whose", "by")):
            return self.random.choice(("", *FEW))
        fitting = [each for each in TEXTS if (kind.max_length or 99) >= len(each)]
        return self.random.choice(fitting if kind.min_length else ("", *fitting))

    def mapping(self, kind: inspect.DictType, path: str) -> dict[str, Any]:
        """A table with some of the keys that it may have."""
        keys = self.keys(kind, path)
        table: dict[str, Any] = {}
        for key in self.random.sample(keys, min(len(keys), self.random.randint(0, 2))):
            table[key] = self.value(kind.value_type, path)
            self.made.spots.append(Spot(table, key, kind.value_type, path))
        return table

    def keys(self, kind: inspect.DictType, path: str) -> list[str]:
        """The keys that a table may have."""
        if isinstance(kind.value_type, inspect.StructType) and kind.value_type.cls is Condition:
            rows = self.rules.conditions.values()
            return ["say odd", *(f"{row.name} c1" if row.of_somebody else row.name for row in rows)]
        if isinstance(kind.key_type, inspect.LiteralType):
            return list(kind.key_type.values)
        words = self.words(path)
        return ["p1", "two words", "é"] if words is None else [each for each in words if each]
