"""`rbf schema json`: a sound schema of every document, of which no key is ever left out; only additions follow."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import MappingProxyType

import pytest
from jsonschema import Draft202012Validator

from rbfcli.commands.json_schema import DOCUMENTS, protocol_schema
from rbfcli.commands.reply import Interrupted
from rbfcli.core.errors import RbfError
from rbfcli.model.events import Modifier
from rbfcli.render.json import FORMAT, to_json
from rbfcli.render.json_types.general import Kind
from tests.protocol.changes import breaking_changes
from tests.protocol.documents import hold, schema

ROOT = Path(__file__).parents[2]
LAST = Path(__file__).with_name("rbf-1-released.json")


def objects(part):
    """Every object shape in a schema."""
    if isinstance(part, dict):
        if "properties" in part:
            yield part
        for each in part.values():
            yield from objects(each)
    elif isinstance(part, list):
        for each in part:
            yield from objects(each)


def test_it_is_a_schema_and_the_one_that_is_shipped(rbf):
    Draft202012Validator.check_schema(schema())
    printed = json.loads(rbf.run("schema", "json"))

    assert printed == schema() == json.loads((ROOT / "schema" / "rbf-1.json").read_text())
    assert rbf.one("schema", "json")["schema"] == printed


def test_every_key_is_required_and_there_are_no_others():
    shapes = [*objects(schema())]
    assert len(shapes) > 100
    for each in shapes:
        assert each["required"] == list(each["properties"])
        assert each["additionalProperties"] is False


def test_every_shape_and_every_key_is_explained():
    unexplained = [
        f"{name}.{key}"
        for name, shape in schema()["$defs"].items()
        for key, value in shape.get("properties", {}).items()
        if not value.get("description") and key != "event"
    ]
    assert unexplained == []
    assert [name for name, shape in schema()["$defs"].items() if not shape["description"]] == []


def test_every_kind_of_error_has_its_word():
    def kinds(error):
        return {error.kind}.union(*map(kinds, error.__subclasses__()))

    assert issubclass(Interrupted, RbfError)
    assert kinds(RbfError) <= set(Kind.__args__)


def test_a_schema_that_there_is_not_is_asked_back(rbf):
    said = rbf.one("schema", "jsno")
    assert (rbf.status, said["error"]["message"]) == (2, "unknown schema 'jsno'")
    assert said["error"]["suggestions"] == ["json"]
    assert "schemas: rbf, threat" in rbf.one("schema", "xyzzy")["error"]["hint"]


def test_within_the_format_there_are_only_additions():
    """The file beside this is the schema of the last release; at a release, `cp schema/rbf-1.json` replaces it."""
    assert FORMAT == "rbf/1"
    assert breaking_changes(json.loads(LAST.read_text()), schema()) == []


CHANGES = {
    "a key is gone": lambda found: found["properties"].pop("outcome"),
    "a key has another type": lambda found: found["properties"].update(outcome={"type": "integer"}),
    "a key may be null": lambda found: found["properties"].update(outcome={"type": ["string", "null"]}),
    "a key is no longer certain": lambda found: found["required"].remove("outcome"),
    "a no that says not why": lambda found: found["properties"].update(ok={"type": "boolean"}),
    "a list is of something else": lambda found: found["properties"].update(events={"type": "array", "items": {}}),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_breaks_a_program_is_noticed(change):
    changed = json.loads(json.dumps(schema()))
    change(changed["$defs"]["played"])
    assert breaking_changes(schema(), changed)


def test_a_document_a_system_or_an_event_that_is_gone_is_noticed():
    for name in ("show", "Rolled", "rbfcli.systems.bgc.sheet.Fighter"):
        changed = json.loads(json.dumps(schema()))
        del changed["$defs"][name]
        assert breaking_changes(schema(), changed)
    assert breaking_changes(schema(), protocol_schema([]))


def test_additions_break_nothing():
    changed = json.loads(json.dumps(schema()))
    played = changed["$defs"]["played"]
    played["properties"]["weather"] = {"type": "string"}
    played["required"].append("weather")
    played["properties"] |= {"ok": {"type": "boolean"}, "error": {"$ref": "#/$defs/Error"}}
    played["required"].append("error")
    changed["$defs"]["Error"]["properties"]["kind"]["enum"].append("weather")
    changed["$defs"]["Event"]["anyOf"].append({"$ref": "#/$defs/Rolled"})
    assert breaking_changes(schema(), changed) == []


def test_every_document_says_who_prints_it():
    assert all(each.printed_by for each in DOCUMENTS.values())


class Word(str):
    """A text of a class of its own."""

    __slots__ = ()


def test_whatever_a_system_puts_into_an_event_is_json():
    """Also what a plug-in makes of it: mappings of any kind and key, sets in one order, texts of its own."""
    odd = MappingProxyType({1: {"b", "a"}, Word("x"): Word("y"), "n": (None, True, 1.5), "w": Modifier(1, "why")})
    assert json.loads(to_json(odd)) == {
        "1": ["a", "b"], "x": "y", "n": [None, True, 1.5], "w": {"value": 1, "why": "why", "rule": ""},
    }  # fmt: skip


# docs/protocol.md: its session is what the program answers, its bot plays, its links lead somewhere.


PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
TEXT = PAGE.read_text()
RBF = '#!/bin/sh\nexec {python} -m rbfcli "$@"\n'


def block(language):
    """The one code block of a language."""
    (found,) = re.findall(rf"```{language}\n(.*?)```\n", TEXT, re.DOTALL)
    return found


@pytest.fixture
def environ(tmp_path):
    """An environment in which `rbf` is this program."""
    program = tmp_path / "bin" / "rbf"
    program.parent.mkdir()
    program.write_text(RBF.format(python=sys.executable))
    program.chmod(0o755)
    return {**os.environ, "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}"}


def test_the_session_of_the_page_is_what_the_program_answers(tmp_path, environ):
    exchanges = [each.split("\n", 1) for each in block("text").removeprefix("> ").split("\n> ")]
    talk = subprocess.Popen(
        [tmp_path / "bin" / "rbf", "run", "-", "--json"], cwd=tmp_path, env=environ, text=True, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    with talk:
        for line, answer in exchanges:
            talk.stdin.write(f"{line}\n")
            talk.stdin.flush()
            document = json.loads(talk.stdout.readline())
            hold(document)
            assert document == json.loads(answer)
        talk.stdin.close()
        assert talk.stdout.read() == ""
    assert talk.returncode == 1
    assert len(exchanges) == 6


def test_the_bot_of_the_page_plays_its_duel_to_the_end(tmp_path, environ):
    bot = tmp_path / "bot.py"
    bot.write_text(block("python"))
    done = subprocess.run(
        [sys.executable, bot], cwd=tmp_path, env=environ, text=True, capture_output=True, timeout=100, check=False
    )
    assert done.returncode == 0, done.stderr
    *played, left = done.stdout.splitlines()
    assert left == "left: crew"
    assert played[0] == "move ada bollards -> "
    assert any(line.startswith("attack bosun ada -> ") for line in played)


def test_every_link_of_the_page_leads_to_a_file():
    links = re.findall(r"\]\((?!http)([^)#]+)\)", TEXT)
    assert links
    assert [each for each in links if not (PAGE.parent / each).exists()] == []
