"""Modules of the program are found and loaded by a quick way of its own, which is in nothing but speed another."""

import os
import py_compile
import subprocess
import sys
from importlib.machinery import PathFinder
from pathlib import Path
from pkgutil import walk_packages

import pytest

import rbfcli
from rbfcli.cli.imports import OwnModules

UNUSUAL = ("PYTHONDONTWRITEBYTECODE", "PYTHONOPTIMIZE", "PYTHONPYCACHEPREFIX")


@pytest.fixture(autouse=True)
def _usual(monkeypatch):
    """Compiled modules lie where they mostly do; elsewhere Python's own way goes, and this tree's code is meant."""
    monkeypatch.setattr(sys, "pycache_prefix", None)
    for name in UNUSUAL:
        monkeypatch.delenv(name, raising=False)


def test_elsewhere_python_s_own_way_goes():
    program = "import sys; from rbfcli.cli.imports import OwnModules, find_own_modules; find_own_modules()\n"
    program += "print(OwnModules in sys.meta_path, sys.modules['rbfcli'].__file__)"
    for unusual in ({}, {"PYTHONOPTIMIZE": "1"}, {"PYTHONPYCACHEPREFIX": "elsewhere"}):
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **unusual}
        done = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
        )

        assert done.stdout.split() == [str(not unusual), rbfcli.__file__]


def places():
    """Every module of the program with the search path that it is looked for on."""
    for found in walk_packages(rbfcli.__path__, "rbfcli."):
        yield found.name, [found.module_finder.path]


def test_every_module_is_found_where_python_finds_it():
    seen = 0
    for name, path in places():
        quick, usual = OwnModules.find_spec(name, path), PathFinder.find_spec(name, path)
        for one in ("name", "origin", "cached", "has_location", "parent"):
            assert getattr(quick, one) == getattr(usual, one), name
        assert list(quick.submodule_search_locations or ()) == list(usual.submodule_search_locations or ()), name
        assert quick.loader.get_code(name) == usual.loader.get_code(name), name
        seen += 1
    assert seen > 200


def test_python_s_own_modules_are_found_where_python_finds_them():
    seen = 0
    for name in sorted(sys.stdlib_module_names):
        quick, usual = OwnModules.find_spec(name), PathFinder.find_spec(name)
        if quick is not None:
            for one in ("name", "origin", "cached", "has_location", "parent"):
                assert getattr(quick, one) == getattr(usual, one), name
            assert list(quick.submodule_search_locations or ()) == list(usual.submodule_search_locations or ()), name
            seen += 1
        elif usual is not None:
            assert name.startswith("_") or not usual.origin.endswith(".py"), name
    assert seen > 150


def test_a_file_with_the_name_of_one_of_python_s_modules_is_not_taken_for_it(tmp_path):
    for name in ("typing", "enum", "uuid", "contextlib", "tomllib"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('ours')\n")
    program = "import sys; sys.argv = ['rbf', 'start', 'dock-ambush', '-q']; from rbfcli.cli.main import main; main()"
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("rbfcli", None),
        ("msgspec", None),
        ("_decimal", None),
        ("rbfcli.engine", None),
        ("msgspec.json", [str(Path(rbfcli.__file__).parent)]),
        ("rbfcli.nowhere", [str(Path(rbfcli.__file__).parent)]),
        ("rbfcli.engine", [str(Path(rbfcli.__file__).parent), "elsewhere"]),
        ("rbfcli.engine", ["archive.zip/rbfcli"]),
    ],
)
def test_whatever_is_unusual_is_left_to_python(name, path):
    assert OwnModules.find_spec(name, path) is None


@pytest.fixture
def module(tmp_path):
    """The value that a small module is read to have, its source, and where it is compiled."""
    source = tmp_path / "answer.py"
    source.write_text("VALUE = 1\n")

    def value():
        found: dict[str, object] = {}
        exec(OwnModules.find_spec("rbfcli.answer", [str(tmp_path)]).loader.get_code("rbfcli.answer"), found)  # noqa: S102
        return found["VALUE"]

    return value, source, Path(OwnModules.find_spec("rbfcli.answer", [str(tmp_path)]).cached)


def test_what_is_compiled_is_read_from_there(module):
    value, source, compiled = module
    py_compile.compile(str(source), str(compiled))
    compiled.write_bytes(compiled.read_bytes()[:16] + marshalled("VALUE = 2\n", str(source)))

    assert value() == 2


@pytest.mark.parametrize("change", ["edited", "touched", "empty", "other Python", "by hash", "elsewhere", "none"])
def test_what_was_compiled_of_something_else_is_compiled_again(module, change):
    """A changed source, a half-written file, another version of Python, a folder that was moved."""
    value, source, compiled = module
    mode = py_compile.PycInvalidationMode
    by_hash = mode.CHECKED_HASH if change == "by hash" else mode.TIMESTAMP
    py_compile.compile(
        str(source), str(compiled), dfile="moved.py" if change == "elsewhere" else None, invalidation_mode=by_hash
    )
    match change:
        case "edited" | "by hash":
            source.write_text("VALUE = 31\n")
        case "touched":
            source.write_text("VALUE = 7\n")
            os.utime(source, (1, 1))
        case "empty":
            compiled.write_bytes(b"")
        case "other Python":
            compiled.write_bytes(b"\0" * 16 + compiled.read_bytes()[16:])
        case "none":
            compiled.unlink()

    assert value() == {"edited": 31, "by hash": 31, "touched": 7}.get(change, 1)


def test_a_command_loads_every_module_of_the_program_the_quick_way(tmp_path):
    program = (
        "import _frozen_importlib_external as python, os, sys; slow = []; usual = python.SourceLoader.get_code\n"
        "python.SourceLoader.get_code = lambda loader, name: slow.append(name) or usual(loader, name)\n"
        "os._exit = lambda status: print(status, *(name for name in slow if name.startswith('rbfcli.')))\n"
        "from rbfcli.cli.main import main; slow.clear(); sys.argv = ['rbf', 'start', 'dock-ambush', '--force', '-q']\n"
        "main()"
    )
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True)
        # the second time all is compiled, also where tests are run from sources

    assert done.stdout.split()[0] == "0"
    assert [name for name in done.stdout.split()[1:] if name != "rbfcli.cli.imports"] == []


def marshalled(source, name):
    """A source as Python keeps it compiled."""
    import marshal

    return marshal.dumps(compile(source, name, "exec"))
