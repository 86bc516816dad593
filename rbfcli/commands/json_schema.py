"""The JSON Schemas: of a system's encounters, for editors, and of all output of `--json`.

Encounters use draft 4, which the TOML tools of editors agree on. What it cannot express is left to `rbf check`:
references to names in the file, dice notation, and invisible characters.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, is_typeddict

from msgspec import NODEFAULT, Struct, inspect, json, to_builtins
from msgspec.json import schema_components

from rbfcli.checking.integrity import CONDITION, NamedValues
from rbfcli.core.matching import SAY
from rbfcli.language.keys import (
    BLOCKS,
    OPTIONS,
    PEOPLE,
    AuthoredFile,
    BuiltOn,
    Copied,
    FieldDoc,
    authored_fields,
    field_doc,
    fields_of,
    option_rules,
)
from rbfcli.model.events import AnyEvent, Event, Paused, Resumed, Rolled
from rbfcli.model.fight import Combatant, Condition, Fight
from rbfcli.model.rules import Rules
from rbfcli.render.json import FORMAT
from rbfcli.render.json_types import fights, general, odds, simulation
from rbfcli.render.json_types.general import Envelope
from rbfcli.render.page import NOT_TOLD
from rbfcli.storage.paths import FORMAT as FILE_FORMAT

DRAFT_OF_EDITORS = "http://json-schema.org/draft-04/schema#"
Schema = dict[str, Any]
OWN_WORDS = f"^{SAY} ."
COMBATANT, BLOCK = "combatant", "block"


def schema_of(rules: Rules) -> Schema:
    """Return the schema of a system's encounters."""
    return _Writer(rules).whole()


def text_of(schema: Schema) -> str:
    """Return any schema as it is printed and bundled."""
    return json.format(json.encode(schema), indent=2).decode() + "\n"


class _Writer:
    """A writer of a schema; `definitions` are the tables found, each once."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._words = NamedValues(rules, rules.fight(system=rules.name))
        self._definitions: dict[str, Schema] = {}
        self._defined: dict[str, type[Struct]] = {}

    def whole(self) -> Schema:
        fields = [(kind, field) for kind in (AuthoredFile, self._rules.fight) for field in authored_fields(kind)]
        known: dict[str, Schema] = {
            "format": {"enum": [FILE_FORMAT]},
            "system": {"enum": [self._rules.name]},
            PEOPLE: {"type": "object", "additionalProperties": _definition(COMBATANT)},
            BLOCKS: {"type": "object", "additionalProperties": _definition(BLOCK)},
        }
        properties: Schema = {
            field.encode_name: {"description": str(field_doc(kind, field)), **known[field.name]}
            if field.name in known
            else self._field(kind, field, "", {})
            for kind, field in fields
        }
        self._people()
        return {
            "$schema": DRAFT_OF_EDITORS,
            "title": f"Encounter of {self._rules.name}",
            "description": f"A fight by the rules of {self._rules.title}.",
            "type": "object",
            "properties": properties,
            "required": ["format", "system"],
            "additionalProperties": False,
            "definitions": dict(sorted(self._definitions.items())),
        }

    def _people(self) -> None:
        """Define combatants and stat blocks: the same keys, but a stat block requires none and has no count."""
        sheet = self._table(self._rules.sheet, PEOPLE)
        needed = [each for each in sheet.pop("required", ()) if each != "name"]
        built_on, copied = (self._table(kind, "")["properties"] for kind in (BuiltOn, Copied))
        either = {"anyOf": [{"required": ["from"]}, {"required": needed}]} if needed else {}
        combatant = {**sheet, "properties": {**copied, **sheet["properties"]}, **either}
        again = {key: _definition(f"{COMBATANT}/properties/{key}") for key in sheet["properties"]}
        about = "A stat block: what combatants and other stat blocks build on with `from`."
        block = {**sheet, "description": about, "properties": {**built_on, **again}}
        self._definitions |= {COMBATANT: combatant, BLOCK: block}

    def _table(self, kind: type[Struct], path: str) -> Schema:
        """Return the schema of a struct at a path, in the notation of `Rules.references`."""
        found: Any = inspect.type_info(kind)
        tag = {found.tag_field: {"enum": [found.tag]}} if found.tag_field else {}
        fields = [*authored_fields(kind)]
        rules = option_rules(self._rules) if path == OPTIONS else {}
        made: Schema = {"description": " ".join((kind.__doc__ or "").split("\n\n", 1)[0].split())}
        made["type"] = "object"
        made["properties"] = {**tag, **{each.encode_name: self._field(kind, each, path, rules) for each in fields}}
        required = [*tag, *(each.encode_name for each in fields if each.required)]
        made |= {"required": required} if required else {}
        return {**made, "additionalProperties": False} if found.forbid_unknown_fields else made

    def _field(
        self, kind: type[Struct], field: inspect.Field, path: str, rules: Mapping[str, tuple[str, ...]]
    ) -> Schema:
        doc, default = field_doc(kind, field), field.default
        doc = FieldDoc(doc.text, doc.rules or rules.get(field.name, ()))
        inner = f"{path}.{field.name}".lstrip(".")
        made = self._value(field.type, inner)
        if str(doc):
            made = {"description": str(doc), **{key: each for key, each in made.items() if key != "description"}}
        if default is NODEFAULT and field.default_factory in (dict, list):
            default = field.default_factory()
        told = default is not NODEFAULT and default is not None and not isinstance(default, Struct)
        return {**made, "default": to_builtins(default)} if told else made

    def _value(self, kind: inspect.Type, path: str) -> Schema:
        match kind:
            case inspect.Metadata():
                return self._value(kind.type, path)
            case inspect.BoolType():
                return {"type": "boolean"}
            case inspect.IntType():
                # An exclusive bound of an integer becomes the next integer. Sheets have no floats.
                low = kind.ge if kind.gt is None else kind.gt + 1
                high = kind.le if kind.lt is None else kind.lt - 1
                return {"type": "integer", **_bounds(minimum=low, maximum=high, multipleOf=kind.multiple_of)}
            case inspect.StrType():
                return self._word(kind, path)
            case inspect.LiteralType(values=values):
                return {"enum": list(values)}
            case inspect.UnionType(types=types):
                members = [self._value(each, path) for each in types if not isinstance(each, inspect.NoneType)]
                return members[0] if len(members) == 1 else {"anyOf": members}
            case inspect.StructType(cls=cls):
                return self._table(cls, path)
            case inspect.DictType():
                return self._mapping(kind, path)
            case inspect.TupleType(item_types=items):
                made = [self._value(each, path) for each in items]
                alike = bool(made) and all(each == made[0] for each in made)
                return {
                    "type": "array",
                    "items": made[0] if alike else made,
                    "minItems": len(made),
                    "maxItems": len(made),
                }
            case inspect.CollectionType(item_type=item):
                size = _bounds(minItems=kind.min_length, maxItems=kind.max_length)
                return {"type": "array", "items": self._entry(item, path), **size}
            case _:
                return {}

    def _entry(self, kind: inspect.Type, path: str) -> Schema:
        """Return the schema of a value in a collection; a table is defined once."""
        if not isinstance(kind, inspect.StructType):
            return self._value(kind, path)
        name = kind.cls.__name__
        while self._defined.setdefault(name, kind.cls) is not kind.cls:
            name += "2"
        if name not in self._definitions:
            self._definitions[name] = {}
            self._definitions[name] = self._table(kind.cls, path)
        return _definition(name)

    def _mapping(self, kind: inspect.DictType, path: str) -> Schema:
        size = _bounds(minProperties=kind.min_length, maxProperties=kind.max_length)
        keys, value, made = kind.key_type, self._entry(kind.value_type, path), {"type": "object", **size}
        if isinstance(kind.value_type, inspect.StructType) and kind.value_type.cls is Condition:
            return {**made, **self._conditions(value)}
        words = self._fixed(self._kind(path)) or (keys.values if isinstance(keys, inspect.LiteralType) else ())
        if words:
            return {**made, "properties": dict.fromkeys(map(str, words), value), "additionalProperties": False}
        if isinstance(keys, inspect.StrType) and keys.pattern:
            return {**made, "patternProperties": {_pattern(keys.pattern): value}, "additionalProperties": False}
        return {**made, "additionalProperties": value}

    def _conditions(self, value: Schema) -> Schema:
        """Return the system's conditions by name, those that name a combatant by their prefix, and free text."""
        rows = self._rules.conditions.values()
        names = [row.name for row in rows if not row.of_somebody]
        patterns = [OWN_WORDS, *(f"^{row.name} ." for row in rows if row.of_somebody)]
        return {
            "properties": dict.fromkeys(names, value),
            "patternProperties": dict.fromkeys(patterns, value),
            "additionalProperties": False,
        }

    def _word(self, kind: inspect.StrType, path: str) -> Schema:
        """Return the schema of a string: one of certain words, free text, or any with a length and a pattern."""
        reference = self._kind(path)
        if words := self._fixed(reference):
            known = {"enum": ["", *words]}
            return {"anyOf": [known, {"type": "string", "pattern": OWN_WORDS}]} if reference == CONDITION else known
        pattern = {"pattern": _pattern(kind.pattern)} if kind.pattern else {}
        return {"type": "string", **_bounds(minLength=kind.min_length, maxLength=kind.max_length), **pattern}

    def _kind(self, path: str) -> str:
        """Return the kind of thing that the words at a path name; empty if they name nothing."""
        references, field = self._rules.references, path.removeprefix(f"{PEOPLE}.")
        return references.get(path if "." in path else "", "") or (references.get(field, "") if field != path else "")

    def _fixed(self, kind: str) -> tuple[str, ...]:
        """Return the words of a kind, if they are the same in every fight."""
        return tuple(self._words.of(kind)) if kind == CONDITION or kind in self._rules.fixed_kinds else ()


def _bounds(**bounds: float | None) -> Schema:
    return {name: bound for name, bound in bounds.items() if bound is not None}


def _pattern(pattern: str) -> str:
    r"""Return a Python pattern as other languages write it: `$` ends a text there, and \Z has no meaning."""
    return pattern.replace(r"\Z", "$")


def _definition(name: str) -> Schema:
    return {"$ref": f"#/definitions/{name}"}


class Document(NamedTuple):
    """The shape of a document without its envelope, and the lines that print it."""

    shape: type
    printed_by: str


DOCUMENTS = {
    "played": Document(fights.PlayedCommand, "every verb of a fight, also with `--dry-run`, and one-liners"),
    "failure": Document(general.Failure, "any failure: a refusal, bad usage, a file, a limit"),
    "begun": Document(fights.Begun, "`start`, `new`"),
    "show": Document(fights.Shown, "`show`, `watch`"),
    "show-combatant": Document(fights.ShownCombatant, "`show WHO`"),
    "show-between": Document(fights.ShownBetween, "`show --between WHO OTHER`"),
    "show-reach": Document(fights.Reach, "`show --reach WHO`"),
    "players": Document(fights.SeenFight, "`watch --players`, `watch --as NAME`"),
    "actions": Document(odds.AvailableActions, "`actions`"),
    "suggest": Document(odds.Suggested, "`suggest`"),
    "simulate": Document(simulation.Simulated, "`simulate`"),
    "simulate-replay": Document(simulation.ReplayedFight, "`simulate --replay N`"),
    "simulate-exact": Document(simulation.ExactSimulation, "`simulate --exact`"),
    "log": Document(fights.ReplayedJournal, "`log`"),
    "log-script": Document(fights.LogScript, "`log --script`"),
    "story": Document(fights.JournalStory, "`log --format json`"),
    "stepped": Document(fights.Stepped, "`undo`, `redo`"),
    "restored": Document(fights.Restored, "`restore`"),
    "kept": Document(fights.KeptFights, "`restore --list`"),
    "checked": Document(general.Checked, "`check FILE`"),
    "saved-as": Document(general.SavedAs, "`save-as`"),
    "exported": Document(general.Exported, "`export`"),
    "imported": Document(general.Imported, "`import`"),
    "text": Document(general.Text, "`example`, `completion`"),
    "roll": Document(odds.RollReply, "`roll`"),
    "odds-of-dice": Document(odds.DiceOdds, "`odds EXPR`"),
    "odds": Document(odds.OddsReply, "`odds COMMAND`"),
    "odds-beside": Document(odds.OddsBeside, "`odds COMMAND --against COMMAND`"),
    "rules": Document(general.FoundRules, "`rules`"),
    "systems": Document(general.KnownSystems, "`systems`"),
    "schema": Document(general.PrintedSchema, "`schema`"),
    "where": Document(general.UsedFiles, "`where`"),
    "doctor": Document(general.Diagnosis, "`doctor`"),
    "create-system": Document(general.SystemMade, "`create-system`"),
    "help": Document(general.Lines, "`help`, `--help`"),
    "version": Document(general.Version, "`--version`"),
    "tour": Document(general.GuidedTour, "`tour`"),
    "statement": Document(fights.Statement, "`run`: a statement that prints nothing, such as `expect` or `seed`"),
    "let": Document(fights.Value, "`run`: `let`"),
    "print": Document(fights.Printed, "`run`: `print`"),
    "replayed": Document(fights.CheckedTranscript, "`run --check`"),
    "script-run": Document(fights.ScriptRun, "`run FOLDER`, a line for each script"),
}


NULL: Schema = {"type": "null"}
DRAFT = "https://json-schema.org/draft/2020-12/schema"
DEFINITIONS = "#/$defs/"
REFERENCE = re.compile(r'"#/\$defs/([^"]+)"')
# The schema keys of a value. msgspec adds what applies to saves only, such as defaults and bounds.
ABOUT_VALUES = (
    *("$ref", "description", "type", "enum", "anyOf"),
    *("items", "prefixItems", "minItems", "maxItems", "additionalProperties"),
)


def protocol_schema(systems: Sequence[Rules]) -> Schema:
    """Return the schema of the documents, with the sheets of some systems."""
    fights, sheets = [rules.fight for rules in systems], [rules.sheet for rules in systems]
    classes = _classes([*(each.shape for each in DOCUMENTS.values()), Envelope, *fights, *sheets])
    references, found = schema_components(classes)
    names = {cls: each["$ref"].removeprefix(DEFINITIONS) for cls, each in zip(classes, references, strict=True)}
    shapes = {name: _object(cls, found[name]) for cls, name in names.items()}
    for rules in systems:
        shapes[names[rules.fight]]["properties"]["system"].setdefault("enum", []).append(rules.name)
    for cls, own in ((Fight, fights), (Combatant, sheets)):
        shape = shapes[names[cls]]
        any_of = [shape if each is cls else _reference(names[each]) for each in dict.fromkeys(own)]
        shapes[names[cls]] = {"description": shape["description"], "anyOf": any_of}
    events = [_reference(names[each]) for each in events_told()]
    shapes[Event.__name__] = {"description": "Something that happened.", "anyOf": events}
    envelope = shapes[names[Envelope]]["properties"]
    documents = {name: _document(name, envelope, shapes[names[each.shape]]) for name, each in DOCUMENTS.items()}
    return {
        "$schema": DRAFT,
        "title": FORMAT,
        "description": "One document: what rbf prints for a command with --json, on one line.",
        "anyOf": [_reference(name) for name in documents],
        "$defs": {**documents, **dict(sorted(_reached(documents, shapes).items()))},
    }


def events_told() -> tuple[type[Event], ...]:
    """Return the kinds of events that documents contain, in the order of their module."""
    return tuple(each for each in AnyEvent.__args__ if each not in (Paused, Resumed))


def _classes(roots: Sequence[type]) -> list[type]:
    """Return every shape and struct that the roots are made of, each once."""
    found: dict[type, None] = {}

    def walk(part: Any) -> None:
        cls = getattr(part, "cls", None)
        if cls not in found:
            found.update({cls: None} if cls else {})
            values = (getattr(part, field) for field in part.__struct_fields__)
            for each in (each for value in values for each in (value if isinstance(value, tuple) else (value,))):
                if isinstance(each, inspect.Type | inspect.Field):
                    walk(each)

    for root in inspect.multi_type_info(roots):
        walk(root)
    return list(found)


def _object(cls: Any, found: Schema) -> Schema:
    keys = {key: _value(each) for key, each in found["properties"].items()}
    if is_typeddict(cls):
        keys = {key: keys[key] for key in cls.__annotations__}
    else:
        texts = {field.encode_name: str(field_doc(cls, field)) for field in fields_of(cls)}
        keys = {key: {"description": texts[key], **each} if texts.get(key) else each for key, each in keys.items()}
    if issubclass(cls, Fight):
        keys = {key: each for key, each in keys.items() if key not in NOT_TOLD}
    return _of_keys(" ".join(found["description"].split("\n\n", 1)[0].split()), keys)


def _value(found: Any) -> Any:
    """Return the relevant schema of a value; any event becomes a reference to the events of documents."""
    if isinstance(found, list):
        return sorted(map(_value, found), key=lambda each: each == NULL)  # older versions of msgspec put null first
    if not isinstance(found, dict):
        return found
    if Rolled.__struct_config__.tag in found.get("discriminator", {}).get("mapping", ()):
        return _reference(Event.__name__)
    return {key: _value(each) for key, each in found.items() if key in ABOUT_VALUES}


def _document(name: str, envelope: Mapping[str, Schema], shape: Schema) -> Schema:
    keys = {**envelope, **shape["properties"]}
    if name == "failure" or "error" not in keys:
        keys["ok"] = {**keys["ok"], "const": name != "failure"}
    return _of_keys(f"{shape['description']} Printed by {DOCUMENTS[name].printed_by}.", keys)


def _of_keys(about: str, keys: Mapping[str, Schema]) -> Schema:
    return {
        "description": about,
        "type": "object",
        "properties": keys,
        "required": list(keys),
        "additionalProperties": False,
    }


def _reached(documents: Mapping[str, Schema], shapes: Mapping[str, Schema]) -> dict[str, Schema]:
    """Return the shapes that documents refer to, directly or through others."""
    reached: dict[str, Schema] = {}
    while new := {*REFERENCE.findall(json.encode([documents, reached]).decode())} - reached.keys():
        reached |= {name: shapes[name] for name in new}
    return reached


def _reference(name: str) -> Schema:
    return {"$ref": f"{DEFINITIONS}{name}"}
