"""The JSON Schema of all output of `--json`."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, is_typeddict

from msgspec import inspect
from msgspec.json import schema_components

from rbfcli.language.keys import field_doc, fields_of
from rbfcli.language.schema import Schema
from rbfcli.model.events import AnyEvent, Event, Paused, Resumed, Rolled
from rbfcli.model.fight import Combatant, Fight
from rbfcli.model.rules import Rules
from rbfcli.render.json import FORMAT
from rbfcli.render.json_types import fights, general, odds, simulation
from rbfcli.render.json_types.general import Envelope
from rbfcli.render.page import NOT_TOLD


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
    names = {cls: _name(each) for cls, each in zip(classes, references, strict=True)}
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
    """Return the schema of a shape or struct: its keys in order, all required, no others."""
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
    """Return the schema of a document: the keys of the envelope, then those of a shape."""
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
    waiting: list[Any] = [documents]
    while waiting:
        part = waiting.pop()
        waiting += part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
        name = _name(part) if isinstance(part, dict) and isinstance(part.get("$ref"), str) else ""
        if name and name not in reached:
            reached[name] = shapes[name]
            waiting.append(shapes[name])
    return reached


def _reference(name: str) -> Schema:
    return {"$ref": f"{DEFINITIONS}{name}"}


def _name(reference: Schema) -> str:
    return str(reference["$ref"]).removeprefix(DEFINITIONS)
