"""The page on architecture names what there is, in the order in which a command comes by."""

from __future__ import annotations

import re
import sys
from contextlib import contextmanager
from importlib import import_module

import pytest

from rbfcli.cli.main import run
from rbfcli.cli.output import Output
from tests.docs.conftest import ROOT, pages
from tools.pages.program import contracts

NAMED = re.compile(r"`(rbfcli(?:\.\w+)+)`")
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
WAY = PAGE.partition("## Life of a command")[2].partition("\n## ")[0]


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


def test_a_name_that_is_not_there_is_found():
    with pytest.raises(AttributeError):
        owner_of("rbfcli.kernel.play.player")


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
    drawn = re.findall(r"^\| ([a-z ]+?) +\|$", PAGE, re.MULTILINE)

    assert [line.split() for line in drawn] == [
        [each.strip("() ") for each in layer.split("|")] for layer in contracts()[0]["layers"]
    ]
    assert re.findall(r"^\| `rbfcli/(\w+)` \|", PAGE, re.MULTILINE) == [name for line in drawn for name in line.split()]
