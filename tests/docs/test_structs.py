"""Every struct that an author of a system meets is on the page, and each of its fields says what it is for."""

from __future__ import annotations

import ast
import re
import sys
from contextlib import contextmanager
from importlib import import_module

import pytest
from msgspec import Struct

from rbfcli.cli.main import run
from rbfcli.cli.process import Output
from tests.docs.conftest import ROOT, pages
from tools.pages.program import contracts
from tools.pages.structs import fields_at, public_calls, summary_at

PAGE = (ROOT / "docs" / "writing-a-system.md").read_text(encoding="utf-8")
ON_THE_PAGE = re.findall(r"^<!-- made: (?:struct|hooks) (\S+) -->$", PAGE, re.MULTILINE)
CALLS = {name for names in re.findall(r"^<!-- made: calls \S+ (.+) -->$", PAGE, re.MULTILINE) for name in names.split()}
# What has no fields of its own.
ELSEWHERE = frozenset({"rbfcli.model.fight.PlainValue", "rbfcli.model.fight.Options"})
COMMANDS = frozenset({"rbfcli.model.commands.Command", "rbfcli.model.commands.FightCommand"})
OF_THE_ENGINE = frozenset(
    {"all_events", "force_through", "latest_answer", "mark", "note_answer", "take_answers", "take_back"} | {"thrown"}
)
SYSTEMS = ("kit", "examples", "tests/plugins/skirmish")


def met():
    """The structs of the kernel that the packages of authors import."""
    for folder in SYSTEMS:
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
                    ("rbfcli.core.", "rbfcli.dice.", "rbfcli.model.", "rbfcli.checking.", "rbfcli.engine.")
                ):
                    yield from (
                        f"{node.module}.{each.name}" for each in node.names if is_struct(node.module, each.name)
                    )


def is_struct(module, name):
    """Whether a name of a module is a struct, and no verb."""
    found = getattr(import_module(module), name)
    return isinstance(found, type) and issubclass(found, Struct) and module != "rbfcli.model.commands"


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

    assert [(each.name, each.default, each.text) for each in fields_at("rbfcli.core.mistakes.Fix")] == [
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
    assert public_calls("rbfcli.engine.scene.Scene") - CALLS == OF_THE_ENGINE


# The page on architecture names what there is, in the order in which a command comes by.


NAMED = re.compile(r"`(rbfcli(?:\.\w+)+)`")
PAGE_OF_ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
WAY = PAGE_OF_ARCHITECTURE.partition("## Life of a command")[2].partition("\n## ")[0]


def owner_of(path):
    """Resolve a path part by part, through modules and then classes."""
    parts = path.split(".")
    for size in range(len(parts), 0, -1):
        try:
            thing = import_module(".".join(parts[:size]))
        except ModuleNotFoundError:
            continue
        for part in parts[size:]:
            thing = getattr(thing, part)
        return thing
    raise ModuleNotFoundError(path)


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_every_module_and_function_that_a_page_names_is_there(page):
    for path in NAMED.findall(page.read_text(encoding="utf-8")):
        owner_of(path)


@pytest.mark.parametrize("page", ["architecture", "decisions", "writing-a-system"])
def test_every_word_of_code_that_a_page_names_is_in_the_source(page):
    """Constants, and names with an underscore, that stand there without their module."""
    words = re.findall(r"`([A-Z][A-Z_]{3,}|[a-z]+(?:_[a-z]+)+)`", (ROOT / "docs" / f"{page}.md").read_text())
    source = "\n".join(path.read_text(encoding="utf-8") for path in ROOT.glob("rbfcli/**/*.py"))
    assert words
    assert set(words) - set(re.findall(r"\w+", source)) == set()


def test_a_name_that_is_not_there_is_found():
    with pytest.raises(AttributeError):
        owner_of("rbfcli.engine.play.player")


@contextmanager
def traced():
    """The functions of the program that are called, in the order of their first calls."""
    called = {}

    def note(frame, event, _argument):
        module = frame.f_globals.get("__name__", "")
        if event == "call" and module.startswith("rbfcli."):
            called[f"{module}.{frame.f_code.co_qualname}"] = None

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield called
    finally:
        sys.setprofile(before)


def test_a_command_goes_the_way_that_the_page_tells(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with (tmp_path / "out").open("wb") as out:
        output = Output(out.fileno(), out.fileno())
        for line in ("start dock-ambush --seed quay", "init", "turn next"):
            run(line.split(), output)
        with traced() as plain:
            run(["attack", "gunner1", "--dice", "5,7"], output)
        with traced() as asked:
            run(["attack", "gunner1", "--dice", "8,8", "--json"], Output(out.fileno(), out.fileno()))

    told = [path for path in NAMED.findall(WAY) if callable(owner_of(path))]
    assert [path for path in told if path not in {**plain, **asked}] == []
    assert [path for path in plain if path in told] == [path for path in told if path in plain]
    assert len(told) > 10


def test_the_page_draws_the_layers_of_the_contract():
    drawn = re.findall(r"^\| ([a-z ]+?) +\|$", PAGE_OF_ARCHITECTURE, re.MULTILINE)

    assert [line.split() for line in drawn] == [
        [each.strip("() ") for each in layer.split("|")] for layer in contracts()[0]["layers"]
    ]
    assert re.findall(r"^\| `rbfcli/(\w+)` \|", PAGE_OF_ARCHITECTURE, re.MULTILINE) == [
        name for line in drawn for name in line.split()
    ]
