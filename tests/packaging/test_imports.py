"""No module imports itself by way of others, also in functions and for types alone; class names are not used twice."""

from __future__ import annotations

import ast
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from rbfcli.commands import HANDLERS, function_named
from rbfcli.language.verbs import VERBS
from tests.conftest import modules
from tests.packaging.archives import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    Imports = Mapping[str, set[str]]


MOST_SHARED = 3


def test_modules_import_one_another_in_one_direction():
    assert knots(imports_below(ROOT, "rbfcli")) == []


@pytest.mark.parametrize(
    ("upper", "lower"),
    [
        ("import game.lower", "import game.upper"),
        ("from game import lower", "from game.upper import thing"),
        ("from game.lower import thing", "def call():\n    from game.upper import thing"),
        ("from game.lower import thing", "if TYPE_CHECKING:\n    import game.upper as above"),
    ],
)
def test_a_cycle_is_found_however_it_is_written(tmp_path, upper, lower):
    tree = {"__init__": "", "upper": upper, "lower": lower, "aside": "import game.upper\nimport sys"}
    (tmp_path / "game").mkdir()
    for name, text in tree.items():
        (tmp_path / "game" / f"{name}.py").write_text(text)

    assert knots(imports_below(tmp_path, "game")) == [["game.lower", "game.upper"]]


def test_few_class_names_mean_two_things():
    """Outside the systems, whose files have one plan, the name of a class says which it is."""
    defined: dict[str, list[str]] = {}
    for place, tree in modules().items():
        if not place.startswith("systems/"):
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef):
                    defined.setdefault(node.name, []).append(place)
    shared = {name: places for name, places in defined.items() if len(places) > 1}

    assert len(shared) <= MOST_SHARED, shared


def test_every_verb_of_the_program_has_a_row():
    assert list(HANDLERS) == list(VERBS)
    assert all(row.anywhere or row.at_shell for row in HANDLERS.values())


@pytest.mark.parametrize("verb", HANDLERS)
def test_a_row_names_functions_that_there_are(verb):
    row = HANDLERS[verb]
    for place in filter(None, (row.anywhere, row.at_shell, row.dice)):
        assert callable(function_named(place))


def test_a_roll_finds_its_row_without_the_engine():
    program = (
        "import os, sys; os._exit = lambda status: sys.stderr.write(' '.join(sys.modules))\n"
        "from rbfcli.cli.main import main; main()"
    )
    for line in (("roll", "2d6"), ("odds", "2d6")):
        done = subprocess.run([sys.executable, "-c", program, *line], capture_output=True, text=True, check=True)
        loaded = done.stderr.split()
        assert "rbfcli.commands.roll" in loaded
        unwanted = ("msgspec", "rbfcli.language", "rbfcli.engine", "rbfcli.session", "rbfcli.commands.service")
        assert [each for each in unwanted if each in loaded] == []


def knots(imports: Imports) -> list[list[str]]:
    """The sets of modules that all lead to one another."""
    reached = {module: all_reached(imports, module) for module in imports}
    tied = {module: {each for each in reached[module] if module in reached[each]} for module in imports}
    return sorted({tuple(sorted(knot)): sorted(knot) for knot in tied.values() if knot}.values())


def all_reached(imports: Imports, module: str) -> set[str]:
    """Whatever a module imports, itself or by way of others."""
    reached: set[str] = set()
    ahead = set(imports[module])
    while ahead:
        reached |= ahead
        ahead = set().union(*(imports[each] for each in ahead)) - reached
    return reached


def imports_below(root: Path, package: str) -> Imports:
    """The modules of a package, and which of them each names in an import; a package for its own names alone."""
    paths = {module_name(path.relative_to(root)): path for path in (root / package).rglob("*.py")}
    return {name: set(imported(ast.parse(path.read_text()), set(paths))) for name, path in paths.items()}


def module_name(path: Path) -> str:
    """The name under which a file is imported."""
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(tree: ast.Module, modules: set[str]) -> Iterator[str]:
    """The modules named anywhere in a tree."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (each.name for each in names if each.name in modules)
            case ast.ImportFrom(module=str(module), names=names):
                below = [f"{module}.{each.name}" for each in names]
                yield from (each if each in modules else module for each in below if {each, module} & modules)
            case _:
                continue
