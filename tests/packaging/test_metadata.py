"""What an installer reads of the wheel: name, version, licence, dependencies and commands."""

from __future__ import annotations

import configparser
import os
import re
import shutil
import subprocess
import sys
import tarfile
from email.parser import Parser
from itertools import chain

import pytest
from packaging.requirements import Requirement

import rbfcli
from tests.conftest import ROOT
from tests.packaging.archives import ROOT as CONTENTS_ROOT
from tests.packaging.archives import build

MAIN = "rbfcli.cli.main:main"


@pytest.fixture
def metadata(built):
    """The headers of METADATA."""
    return Parser().parsestr(built.text("METADATA"))


def test_the_wheel_says_the_version_of_the_package(metadata):
    assert metadata["Version"] == rbfcli.__version__


def test_the_licence_is_an_spdx_expression_with_its_file(metadata):
    assert (metadata["License-Expression"], metadata.get_all("License-File")) == ("MIT", ["LICENSE"])


def test_python_has_a_lowest_version_and_no_highest(metadata):
    assert metadata["Requires-Python"] == ">=3.11"


def test_the_dependencies_are_the_eight_and_each_has_both_bounds(metadata):
    everything = [Requirement(line) for line in metadata.get_all("Requires-Dist")]
    needed = [each for each in everything if not each.marker]
    extras = [(each.name, str(each.marker)) for each in everything if each.marker]

    assert [(name, marker.replace("'", '"')) for name, marker in extras] == [("distributed", 'extra == "dask"')]
    assert metadata.get_all("Provides-Extra") == ["dask"]
    assert sorted(each.name for each in needed) == [
        "msgspec",
        "prompt-toolkit",
        "rapidfuzz",
        "rich",
        "segno",
        "tomli",
        "tomli-w",
        "typer",
    ]
    for each in everything:
        assert sorted(part.operator for part in each.specifier) == ["<", ">="], each


def test_both_commands_and_pipx_reach_the_same_main(built):
    declared = configparser.ConfigParser()
    declared.read_string(built.text("entry_points.txt"))

    assert {name: dict(declared[name]) for name in declared.sections()} == {
        "console_scripts": {"rbf": MAIN, "rbfcli": MAIN},
        "pipx.run": {"rbfcli": MAIN},
    }


# No tracked file names where it was made: a host of packages, a home of a developer, a folder of a CI.


# In pieces, so that this file does not name them either. Ann is nobody.
HOSTS = (
    "pypi" + r"\.org",
    "python" + r"hosted\.org",
    "py" + r"pi\.python\.org",
    "art" + "ifactory",
    "dev" + r"pi\b.*:\d",
)
HOMES = (
    r"(?<![\w.~$}])/(?:ho" + r"me|Us" + r"ers)/(?!ann/)[a-z][\w.-]+/",
    "/ro" + "ot/",
    "[A-Z]:" + r"\\Us" + r"ers\\",
)
WORK = ("/wo" + r"rk/\w", "/github/wo" + "rkspace", "/buil" + r"ds/\w")
PATTERN = re.compile("|".join((*HOSTS, *HOMES, *WORK)))


def tracked():
    """The files that the repository holds."""
    try:
        done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True)  # noqa: S607
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("there is no repository here")
    return [ROOT / name for name in done.stdout.split("\0") if name and (ROOT / name).is_file()]


def test_no_file_names_where_it_was_made():
    found = [
        f"{path.relative_to(ROOT)}:{number}: {match[0]}"
        for path in tracked()
        for number, line in enumerate(path.read_text("utf-8", "replace").splitlines(), 1)
        if (match := PATTERN.search(line))
    ]
    assert found == []


@pytest.mark.parametrize(
    "text",
    ["https://files.py" + "thonhosted.org/x", "cd /ho" + "me/jane/src", "/wo" + "rk/main", "C:" + r"\Us" + r"ers\J"],
)
def test_such_a_place_is_found(text):
    assert PATTERN.search(text)


# The same tree builds the same bytes, wherever, whenever and by whomever.


def test_place_time_zone_age_and_umask_do_not_show_in_what_is_built(tree, built, tmp_path):
    other = shutil.copytree(tree, tmp_path / "elsewhere")
    for path in other.rglob("*"):
        path.chmod(path.stat().st_mode & 0o700)
        os.utime(path, (0, 0))

    again = build(other, tmp_path / "built", TZ="Pacific/Kiritimati")

    assert again.wheel.read_bytes() == built.wheel.read_bytes()
    assert again.sdist.read_bytes() == built.sdist.read_bytes()


# What the wheel and the source archive hold: everything that runs, and nothing else.


LARGEST = 1500 * 1024
IN_THE_WHEEL = (
    r"rbfcli/([a-z_]+/)*[a-z_0-9]+\.py",
    r"rbfcli/(__init__\.pyi|py\.typed)",
    r"rbfcli/language/help/[a-z-]+\.md",
    r"rbfcli/render/chart\.css",
    r"rbfcli/render/page\.(css|js)",
    r"rbfcli/story/story\.css",
    r"rbfcli/(language/words|testing/vocabulary)\.toml",
    r"rbfcli/systems/[a-z]+/(conditions|messages|results|rules)\.toml",
    r"rbfcli/_data/completions/(_rbf|rbf|rbf\.fish|rbf\.ps1)",
    r"rbfcli/_data/encounters/[a-z0-9/-]+\.toml",
    r"rbfcli/_data/encounters/schema/[a-z]+\.json",
    r"rbfcli/_data/kit/(pyproject\.toml|README\.md|first-fight\.(toml|rbf)|rbfcli_newgame/(messages|rules)\.toml)",
    r"rbfcli/_data/scripts/[a-z0-9/-]+\.rbf",
    r"rbfcli-[0-9.]+\.data/data/share/bash-completion/completions/rbf",
    r"rbfcli-[0-9.]+\.data/data/share/fish/vendor_completions\.d/rbf\.fish",
    r"rbfcli-[0-9.]+\.data/data/share/man/man[157]/rbf(-[a-z]+)?\.[157]",
    r"rbfcli-[0-9.]+\.data/data/share/zsh/site-functions/_rbf",
    r"rbfcli-[0-9.]+\.dist-info/(METADATA|RECORD|WHEEL|entry_points\.txt)",
    r"rbfcli-[0-9.]+\.dist-info/licenses/LICENSE",
)


def test_every_file_of_the_wheel_is_of_a_known_kind_and_every_kind_is_there(built):
    kinds = {pattern: [name for name in built.wheel_names if re.fullmatch(pattern, name)] for pattern in IN_THE_WHEEL}

    assert [pattern for pattern, names in kinds.items() if not names] == []
    assert sorted(chain.from_iterable(kinds.values())) == sorted(built.wheel_names)


def test_every_module_and_data_file_of_the_tree_is_in_the_wheel(built):
    own = (path for ending in ("css", "js", "md", "py", "toml") for path in CONTENTS_ROOT.glob(f"rbfcli/**/*.{ending}"))
    modules = {str(path.relative_to(CONTENTS_ROOT)) for path in own}
    content = {
        f"rbfcli/_data/{path.relative_to(CONTENTS_ROOT)}"
        for folder in ("encounters", "kit", "scripts")
        for path in files(folder)
    }

    assert modules | content <= set(built.wheel_names)


def test_the_wheel_is_small(built):
    assert built.wheel.stat().st_size <= LARGEST


def test_the_source_archive_has_no_caches_and_builds_the_same_wheel(built, tmp_path):
    assert not [name for name in built.sdist_names if re.search(r"__pycache__|_cache/|\.pyc$|^\.venv|^dist/", name)]
    with tarfile.open(built.sdist) as archive:
        archive.extractall(tmp_path, filter="data")

    again = build(next(tmp_path.iterdir()), tmp_path / "again")

    assert again.wheel.read_bytes() == built.wheel.read_bytes()


def test_the_source_archive_can_run_the_gate(built):
    assert {"Makefile", ".ci/run", "tests/conftest.py", "tests/lock/dev.txt", "benchmarks/__main__.py"} <= set(
        built.sdist_names
    )


def files(folder):
    """Every file below a folder of this tree but the caches of Python and of tools, such as kit/.ruff_cache."""
    found = (
        (path, path.relative_to(CONTENTS_ROOT).parts) for path in (CONTENTS_ROOT / folder).rglob("*") if path.is_file()
    )
    return [path for path, parts in found if not any(part.startswith((".", "__pycache__")) for part in parts)]


# An installed wheel: manual and completions where shells look for them, and commands that start quickly.


@pytest.fixture(scope="module")
def prefix(built, tmp_path_factory):
    """A folder that the wheel is installed to."""
    folder = tmp_path_factory.mktemp("prefix")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--ignore-installed"]
    subprocess.run([*pip, "--no-warn-script-location", "--prefix", str(folder), str(built.wheel)], check=True)
    return folder


@pytest.mark.parametrize(
    "path",
    [
        "share/man/man1/rbf.1",
        "share/man/man5/rbf-script.5",
        "share/man/man7/rbf-futurepath.7",
        "share/bash-completion/completions/rbf",
        "share/zsh/site-functions/_rbf",
        "share/fish/vendor_completions.d/rbf.fish",
    ],
)
def test_the_manual_and_the_completions_are_where_shells_look(prefix, path):
    assert (prefix / path).is_file()


@pytest.mark.parametrize("name", ["rbf", "rbfcli"])
def test_a_command_imports_nothing_before_our_main(prefix, name):
    imports = [line for line in (prefix / "bin" / name).read_text().splitlines() if "import" in line]

    assert imports == ["import sys", "from rbfcli.cli.main import main"]


def test_modules_are_compiled_when_installed(prefix):
    sources = {path.stem for path in prefix.rglob("rbfcli/engine/*.py")}

    assert sources
    assert {path.name.partition(".")[0] for path in prefix.rglob("rbfcli/engine/__pycache__/*.pyc")} == sources
