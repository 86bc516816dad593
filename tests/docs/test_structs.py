"""Every struct that an author of a system meets is on the page, and each of its fields says what it is for."""

from __future__ import annotations

import ast
import re
from importlib import import_module

import pytest
from msgspec import Struct

from tests.docs.conftest import ROOT
from tools.pages.structs import fields_at, public_calls, summary_at

PAGE = (ROOT / "docs" / "writing-a-system.md").read_text(encoding="utf-8")
ON_THE_PAGE = re.findall(r"^<!-- made: (?:struct|hooks) (\S+) -->$", PAGE, re.MULTILINE)
CALLS = {name for names in re.findall(r"^<!-- made: calls \S+ (.+) -->$", PAGE, re.MULTILINE) for name in names.split()}
# What has no fields of its own.
ELSEWHERE = frozenset({"rbfcli.kernel.fight.Plain", "rbfcli.kernel.fight.Options"})
COMMANDS = frozenset({"rbfcli.kernel.command.Command", "rbfcli.kernel.command.FightCommand"})
OF_THE_ENGINE = frozenset({"take_answers", "tell_unasked"})
SYSTEMS = ("kit", "examples", "tests/sixth_system/skirmish")


def met():
    """The structs of the kernel that the packages of authors import."""
    for folder in SYSTEMS:
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rbfcli.kernel."):
                    yield from (
                        f"{node.module}.{each.name}" for each in node.names if is_struct(node.module, each.name)
                    )


def is_struct(module, name):
    """Whether a name of a module is a struct, and no verb."""
    found = getattr(import_module(module), name)
    return isinstance(found, type) and issubclass(found, Struct) and module != "rbfcli.kernel.verbs"


@pytest.mark.parametrize("path", ON_THE_PAGE)
def test_every_field_says_what_it_is_for(path):
    assert summary_at(path)
    assert [each.name for each in fields_at(path) if not each.text] == []


@pytest.mark.parametrize("path", ON_THE_PAGE)
def test_every_field_is_on_the_page(path):
    part = PAGE.partition(f" {path} -->\n")[2].partition("<!-- end -->")[0]

    assert [each.name for each in fields_at(path) if not re.search(rf"^\| `{each.name}[`(]", part, re.MULTILINE)] == []


def test_a_field_without_a_text_is_found(monkeypatch):
    monkeypatch.setattr(
        "tools.pages.structs.getsource", lambda _: "class Fix:\n    new: int\n    of_key: bool = True\n"
    )

    assert [(each.name, each.default, each.text) for each in fields_at("rbfcli.kernel.mistakes.Fix")] == [
        ("new", "", ""),
        ("of_key", "True", ""),
    ]


def test_every_struct_that_authors_import_is_on_the_page():
    assert set(met()) - {*ON_THE_PAGE, *ELSEWHERE, *COMMANDS} == set()


def test_every_struct_that_rules_are_made_of_is_on_the_page():
    """By the names of types that stand in the fields of what is on the page."""
    named = {word for path in ON_THE_PAGE for each in fields_at(path) for word in re.findall(r"\b[A-Z]\w+", each.type)}
    modules = {path.rpartition(".")[0] for path in ON_THE_PAGE}
    structs = {f"{module}.{name}" for module in modules for name in named if is_named(module, name)}

    # What a paused command needs to go on is the engine's alone.
    assert names(structs) - names(ON_THE_PAGE, ELSEWHERE, COMMANDS) == {"Pause"}


def is_named(module, name):
    """Whether a module has a struct of this name."""
    return hasattr(import_module(module), name) and is_struct(module, name)


def names(*groups):
    """The last words of paths."""
    return {path.rpartition(".")[2] for group in groups for path in group}


def test_every_call_of_a_scene_is_on_the_page():
    assert public_calls("rbfcli.kernel.scene.Scene") - CALLS == OF_THE_ENGINE
