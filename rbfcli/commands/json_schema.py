"""The JSON Schema of all that `--json` prints."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec import Struct, inspect

from rbfcli.language.keys import texts_of
from rbfcli.language.schema import Schema
from rbfcli.model.events import AnyEvent, Event, Paused, Resumed
from rbfcli.model.fight import Combatant, Fight
from rbfcli.model.rules import Rules
from rbfcli.render.json import FORMAT
from rbfcli.render.json_types import fights, general, odds, simulation
from rbfcli.render.json_types.general import Envelope
from rbfcli.render.page import NOT_TOLD

# Packages whose types have one name whatever the system.
SHARED = tuple(f"rbfcli.{each}." for each in ("core", "dice", "model", "checking", "engine", "render"))


class Document(NamedTuple):
    """The shape of a document behind its envelope, and the lines that print it."""

    shape: type
    printed_by: str


DOCUMENTS = {
    "played": Document(fights.Played, "every verb of a fight, `--dry-run` and one-liners too"),
    "failure": Document(general.Failure, "whatever fails: a refusal, bad usage, a file, a limit"),
    "begun": Document(fights.Begun, "`start`, `new`"),
    "show": Document(fights.Shown, "`show`, `watch`"),
    "show-combatant": Document(fights.ShownCombatant, "`show WHO`"),
    "show-reach": Document(fights.Reach, "`show --reach WHO`"),
    "players": Document(fights.SeenFight, "`watch --players`, `watch --as NAME`"),
    "actions": Document(odds.Actions, "`actions`"),
    "suggest": Document(odds.Suggested, "`suggest`"),
    "simulate": Document(simulation.Simulated, "`simulate`"),
    "simulate-replay": Document(simulation.ReplayedFight, "`simulate --replay N`"),
    "simulate-exact": Document(simulation.ExactSimulation, "`simulate --exact`"),
    "log": Document(fights.Log, "`log`"),
    "log-script": Document(fights.LogScript, "`log --script`"),
    "story": Document(fights.Story, "`log --format json`"),
    "stepped": Document(fights.Stepped, "`undo`, `redo`"),
    "restored": Document(fights.Restored, "`restore`"),
    "kept": Document(fights.KeptFights, "`restore --list`"),
    "checked": Document(general.Checked, "`check FILE`"),
    "saved-as": Document(general.SavedAs, "`save-as`"),
    "exported": Document(general.Exported, "`export`"),
    "imported": Document(general.Imported, "`import`"),
    "text": Document(general.Text, "`example`, `completion`"),
    "roll": Document(odds.Roll, "`roll`"),
    "odds-of-dice": Document(odds.DiceOdds, "`odds EXPR`"),
    "odds": Document(odds.CommandOdds, "`odds COMMAND`"),
    "odds-beside": Document(odds.OddsBeside, "`odds COMMAND --against COMMAND`"),
    "rules": Document(general.Found, "`rules`"),
    "systems": Document(general.Systems, "`systems`"),
    "schema": Document(general.Schema, "`schema`"),
    "where": Document(general.Where, "`where`"),
    "doctor": Document(general.Doctor, "`doctor`"),
    "create-system": Document(general.SystemMade, "`create-system`"),
    "help": Document(general.Lines, "`help`, `--help`"),
    "version": Document(general.Version, "`--version`"),
    "tour": Document(general.Tour, "`tour`"),
    "statement": Document(fights.Statement, "`run`: a statement that prints nothing, such as `expect` or `seed`"),
    "let": Document(fights.Value, "`run`: `let`"),
    "print": Document(fights.Printed, "`run`: `print`"),
    "replayed": Document(fights.Replayed, "`run --check`"),
    "script-run": Document(fights.ScriptRun, "`run FOLDER`, a line for each script"),
}


DRAFT = "https://json-schema.org/draft/2020-12/schema"


def protocol_schema(systems: Sequence[Rules]) -> Schema:
    """The schema of the documents, with the sheets of some systems."""
    return _Writer(systems).whole()


def events_told() -> tuple[type[Event], ...]:
    """The kinds of events that documents have, in the order of their module."""
    return tuple(each for each in AnyEvent.__args__ if each not in (Paused, Resumed))


class _Writer:
    """Writes the schema; `definitions` are the shapes met on the way, each once, by the class it is made of."""

    def __init__(self, systems: Sequence[Rules]) -> None:
        self._systems = systems
        self._definitions: dict[str, Schema] = {}
        self._made: dict[str, type] = {}
        self._system = ""

    def whole(self) -> Schema:
        documents = {name: self._document(name) for name in DOCUMENTS}
        return {
            "$schema": DRAFT,
            "title": FORMAT,
            "description": "One document: what rbf prints for a command with --json, on one line.",
            "anyOf": [_reference(name) for name in documents],
            "$defs": {**documents, **dict(sorted(self._definitions.items()))},
        }

    def _document(self, name: str) -> Schema:
        """The envelope with the keys of a document behind it."""
        shape, printed_by = DOCUMENTS[name]
        envelope, facts = self._keys(Envelope), self._keys(shape)
        if name == "failure" or "error" not in facts:
            envelope["ok"] = {**envelope["ok"], "const": name != "failure"}
        about = f"{_summary(shape)} Printed by {printed_by}."
        return _object(about, {**envelope, **facts})

    def _keys(self, shape: Any) -> dict[str, Schema]:
        """Each key of a shape or struct with its schema."""
        found: Any = inspect.type_info(shape)
        texts, is_fight = texts_of(shape), issubclass(shape, Fight)
        fields, declared = found.fields, list(shape.__annotations__)
        if not issubclass(shape, Struct):
            fields = sorted(fields, key=lambda each: declared.index(each.name))
        keys = {
            each.encode_name: _described(self._value(each.type), texts.get(each.name, ""))
            for each in fields
            if not (is_fight and each.name in NOT_TOLD)
        }
        if is_fight:
            keys["system"]["const"] = self._system
        return keys

    def _value(self, kind: inspect.Type) -> Schema:
        match kind:
            case inspect.Metadata():
                return self._value(kind.type)
            case inspect.NoneType():
                return {"type": "null"}
            case inspect.BoolType():
                return {"type": "boolean"}
            case inspect.IntType():
                return {"type": "integer"}
            case inspect.FloatType():
                return {"type": "number"}
            case inspect.StrType():
                return {"type": "string"}
            case inspect.LiteralType(values=values):
                return {"enum": list(values)}
            case inspect.UnionType(types=types):
                of_events = any(isinstance(each, inspect.StructType) and issubclass(each.cls, Event) for each in types)
                return self._event() if of_events else _either([self._value(each) for each in types])
            case inspect.StructType(cls=cls) | inspect.TypedDictType(cls=cls):
                return self._shape(cls)
            case inspect.DictType(value_type=value):
                return {"type": "object", "additionalProperties": self._value(value)}
            case inspect.TupleType(item_types=items):
                return _tuple([self._value(each) for each in items])
            case inspect.CollectionType(item_type=item):
                return {"type": "array", "items": self._value(item)}
            case inspect.AnyType():
                return {}
            case _:
                raise TypeError(f"the protocol has no form for {kind}")

    def _event(self) -> Schema:
        """Any event that documents have."""
        if Event.__name__ not in self._definitions:
            self._definitions[Event.__name__] = {}
            members = [self._shape(each) for each in events_told()]
            self._definitions[Event.__name__] = {"description": "Something that happened.", "anyOf": members}
        return _reference(Event.__name__)

    def _shape(self, cls: type) -> Schema:
        """A reference to a shape, which is written where it is met first; those of a system begin with its name."""
        if cls in (Fight, Combatant):
            return self._of_systems(cls)
        own = not cls.__module__.startswith(SHARED)
        name = f"{self._system}.{cls.__name__}" if own else cls.__name__
        if self._made.setdefault(name, cls) is not cls:
            raise TypeError(f"{cls} and {self._made[name]} are both called {name}")
        if name not in self._definitions:
            self._definitions[name] = {}
            self._definitions[name] = _object(_summary(cls), {**_tag(cls), **self._keys(cls)})
        return _reference(name)

    def _of_systems(self, cls: type) -> Schema:
        """A fight or a sheet: that of any system."""
        name = cls.__name__
        if name not in self._definitions:
            self._definitions[name] = {}
            members = [self._of_system(rules, cls) for rules in self._systems]
            self._definitions[name] = {"description": _summary(cls), "anyOf": members}
        return _reference(name)

    def _of_system(self, rules: Rules, cls: type) -> Schema:
        before, self._system = self._system, rules.name
        found = self._value(inspect.type_info(rules.fight if cls is Fight else rules.sheet))
        self._system = before
        return found


def _either(members: list[Schema]) -> Schema:
    """One of several."""
    names = [each["type"] for each in members if list(each) == ["type"]]
    return {"type": names} if len(names) == len(members) else {"anyOf": members}


def _tag(cls: Any) -> dict[str, Schema]:
    if not issubclass(cls, Struct) or cls.__struct_config__.tag_field is None:
        return {}
    return {cls.__struct_config__.tag_field: {"const": cls.__struct_config__.tag}}


def _object(about: str, keys: dict[str, Schema]) -> Schema:
    return {
        "description": about,
        "type": "object",
        "properties": keys,
        "required": list(keys),
        "additionalProperties": False,
    }


def _described(value: Schema, text: str) -> Schema:
    return {"description": text, **value} if text else value


def _tuple(items: list[Schema]) -> Schema:
    """A list of a certain length."""
    size = {"minItems": len(items), "maxItems": len(items)}
    if all(each == items[0] for each in items):
        return {"type": "array", "items": items[0], **size}
    return {"type": "array", "prefixItems": items, **size}


def _summary(cls: type) -> str:
    return " ".join((cls.__doc__ or "").split("\n\n", 1)[0].split())


def _reference(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}
