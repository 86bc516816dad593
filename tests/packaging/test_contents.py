"""What the wheel and the source archive hold: everything that runs, and nothing else."""

from __future__ import annotations

import re
import tarfile
from itertools import chain

from tests.packaging.archives import ROOT, build

LARGEST = 1500 * 1024
IN_THE_WHEEL = (
    r"rbfcli/([a-z_]+/)*[a-z_0-9]+\.py",
    r"rbfcli/py\.typed",
    r"rbfcli/language/help/[a-z-]+\.md",
    r"rbfcli/systems/[a-z]+/rules\.toml",
    r"rbfcli/_data/completions/(_rbf|rbf|rbf\.fish|rbf\.ps1)",
    r"rbfcli/_data/encounters/[a-z0-9/-]+\.toml",
    r"rbfcli/_data/encounters/schema/[a-z]+\.json",
    r"rbfcli/_data/kit/(pyproject\.toml|README\.md|first-fight\.(toml|rbf)|rbfcli_newgame/rules\.toml)",
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


def test_every_module_encounter_and_script_of_the_tree_is_in_the_wheel(built):
    modules = {str(path.relative_to(ROOT)) for path in ROOT.glob("rbfcli/**/*.py")}
    content = {
        f"rbfcli/_data/{path.relative_to(ROOT)}"
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
    found = ((path, path.relative_to(ROOT).parts) for path in (ROOT / folder).rglob("*") if path.is_file())
    return [path for path, parts in found if not any(part.startswith((".", "__pycache__")) for part in parts)]
