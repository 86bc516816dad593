"""Holding what the program prints to the schema of the protocol."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

from jsonschema import Draft202012Validator

from rbfcli.cli.main import run
from rbfcli.cli.process import Output, run_guarded
from rbfcli.commands.json_schema import events_told, protocol_schema
from rbfcli.language.parser import parse_line
from rbfcli.systems.registry import SHIPPED, load

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

EVENTS = {each.__struct_config__.tag: each.__name__ for each in events_told()}
SAME_VERB = {
    "start": "begun", "new": "begun", "show": "show", "watch": "show", "undo": "stepped", "redo": "stepped",
    "restore": "restored", "check": "checked", "save-as": "saved-as", "export": "exported", "import": "imported",
    "example": "text", "completion": "text", "let": "let", "print": "print", "run": "script-run",
}  # fmt: skip
BY_OPTION = {
    ("show", "--between"): "show-between",
    ("show", "--reach"): "show-reach", ("log", "--script"): "log-script", ("log", "--format"): "story",
    ("restore", "--list"): "kept", ("odds", "--against"): "odds-beside", ("run", "--check"): "replayed",
    ("simulate", "--replay"): "simulate-replay",
    ("simulate", "--exact"): "simulate-exact", ("watch", "--players"): "players", ("watch", "--as"): "players",
}  # fmt: skip
STATEMENTS = ("expect", "if", "for", "repeat", "while", "include", "dice", "seed")


@cache
def schema() -> dict[str, Any]:
    """The schema of the shipped systems."""
    return protocol_schema([load(name) for name in SHIPPED])


@cache
def validator(name: str) -> Draft202012Validator:
    """What checks one definition of the schema; events apart, by their names, since there are many of them."""
    definitions = {**schema()["$defs"], "Event": {"type": "object"}}
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": definitions})


def name_of(document: dict[str, Any]) -> str:
    """Which document of the schema one has to be, by the line that it answers."""
    words = document["command"].split()
    line = parse_line(words)
    verb = line.verb
    if document["ok"] and words[:1] == ["--version"]:
        return "version"
    if "events" in document and verb != "roll":
        return "played"
    if not document["ok"] and not document.keys() - {"format", "ok", "command", "error"}:
        return "failure"
    for (first, option), name in BY_OPTION.items():
        if verb == first and option in words:
            return name
    if verb == "show" and line.rest:
        return "show-combatant"
    if verb == "odds":
        return "odds" if "outcomes" in document else "odds-of-dice"
    if verb in STATEMENTS and not document.keys() - {"format", "ok", "command"}:
        return "statement"
    return SAME_VERB.get(verb, verb)


def hold(document: dict[str, Any]) -> tuple[str, set[str]]:
    """Hold a document to the schema; its name, and the events in it."""
    name = name_of(document)
    events = [*document.get("events", ()), *(each for one in document.get("entries", ()) for each in one["events"])]
    numbers_are_exact(document)
    wrong = [*validator(name).iter_errors(document)]
    if name != "roll":
        for event in events:
            wrong += validator(EVENTS[event["event"]]).iter_errors(event)
    assert not wrong, f"{name}: {document['command']}: {wrong[0].json_path} {wrong[0].message[:400]}"
    return name, set() if name == "roll" else {event["event"] for event in events}


def numbers_are_exact(part: Any) -> None:
    """Beside each float of an exact number stands that number, as a text (J-05)."""
    if isinstance(part, list):
        for each in part:
            numbers_are_exact(each)
    elif isinstance(part, dict):
        for key, each in part.items():
            if key.endswith("_float") and not isinstance(each, dict):
                assert float(Fraction(part[key.removesuffix("_float")])) == each
            numbers_are_exact(each)


def parsed(text: str) -> dict[str, Any]:
    """The document in a line, which is ASCII, has no other numbers than JSON has, and no key twice."""
    assert text.isascii()
    return json.loads(text, parse_constant=_no_number, object_pairs_hook=_once)


def _no_number(word: str) -> None:
    raise AssertionError(f"{word} is no number of JSON")


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    assert len(found) == len(pairs), f"a key twice: {[key for key, _ in pairs]}"
    return found


class Program:
    """The program, run in this process as it is from the shell; what it printed, and which documents were seen."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names: set[str] = set()
        self.events: set[str] = set()
        self.verbs: set[str] = set()
        self.status, self.out, self.error = 0, "", ""

    def run(self, *words: str) -> str:
        """Run a line; its standard output."""
        with (self.folder / "out").open("wb") as out, (self.folder / "error").open("wb") as error:
            self.status = run_guarded(run, [*words], Output(out.fileno(), error.fileno()))
        self.out = (self.folder / "out").read_text(encoding="utf-8")
        self.error = (self.folder / "error").read_text(encoding="utf-8")
        return self.out

    def one(self, *words: str) -> dict[str, Any]:
        """Run a line in JSON, which answers with one sound document; whether it was done is its exit status."""
        (line,) = self.run(*words, "--json").splitlines(keepends=True)
        assert line.endswith("\n")
        document = self.held(line)
        assert document["ok"] == (self.status == 0), (words, self.status, self.error)
        return document

    def many(self, *words: str) -> list[dict[str, Any]]:
        """Run a line that answers with a document a line."""
        return [self.held(line) for line in self.run(*words, "--json").splitlines()]

    def held(self, line: str) -> dict[str, Any]:
        """A line of output as a document, held to the schema."""
        document = parsed(line)
        name, events = hold(document)
        self.names.add(name)
        self.events |= events
        words = document["command"].split()
        self.verbs.add(parse_line(words).verb)
        return document


def all_of(programs: Iterable[Program], what: str) -> set[str]:
    """What several programs have seen."""
    return set().union(*(getattr(each, what) for each in programs))
