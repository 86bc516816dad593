"""The table of the program's verbs names every one of them, and imports none before it is asked for."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

from rbfcli.kernel.command import Command, verb_of
from rbfcli.language.verbs import ALSO_OF_FIGHTS, PLACES, SYNONYMS, VERBS, VerbTable

MODULES = sorted({place.partition(".")[0] for place in PLACES.values()})


@pytest.mark.parametrize("verb", VERBS)
def test_the_struct_of_a_verb_is_the_one_with_its_tag(verb):
    assert verb_of(VERBS[verb]) == verb


@pytest.mark.parametrize("module", MODULES)
def test_every_struct_of_a_verb_is_in_the_table(module):
    found = import_module(f"rbfcli.language.{module}")
    kinds = [each for each in vars(found).values() if isinstance(each, type) and each.__module__ == found.__name__]
    verbs = [each for each in kinds if issubclass(each, Command)]

    assert verbs
    assert [VERBS[verb_of(each)] for each in verbs] == verbs


def test_a_word_that_is_no_verb_is_not_in_it():
    assert "dance" not in VERBS
    assert VERBS.get("dance") is None
    assert {*ALSO_OF_FIGHTS} <= {*VERBS}
    assert {*SYNONYMS}.isdisjoint(VERBS)


def test_whether_there_is_a_verb_is_known_without_its_module():
    table = VerbTable({"dance": "nowhere.Dance"})

    assert ("dance" in table, len(table), [*table]) == (True, 1, ["dance"])
    with pytest.raises(ModuleNotFoundError):
        table["dance"]


def test_an_attack_imports_no_verb_of_the_program(tmp_path):
    save = str(tmp_path / "a.toml")
    for words in (["start", "dock-ambush", "--seed", "s"], ["init"]):
        subprocess.run([sys.executable, "-m", "rbfcli", *words, "-e", save], check=True, capture_output=True)
    program = (
        "import os, sys; os._exit = lambda status: sys.stderr.write(f'{status} ' + ' '.join(sys.modules))\n"
        f"sys.argv = ['rbf', 'attack', 'joss', 'thug1', '--force', '--dice', '1,1', '-e', {save!r}]\n"
        "from rbfcli.cli.main import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    status, *modules = done.stderr.split()

    assert status == "0"
    assert {f"rbfcli.language.{module}" for module in MODULES}.isdisjoint(modules)
