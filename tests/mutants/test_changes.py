"""The mutants of a file: which there are, what they are called, and that one takes the place of its function."""

import sys
from importlib import import_module

import pytest

from tools.mutants.changes import (
    TELL,
    code_that_tells,
    function_of,
    lines_changed,
    mutants_of,
    put_in_place,
    sample_of,
)

FILE = "blows.py"
TEXT = '''
"""Blows."""


class Blow:
    """A blow (TOY-DMG-1)."""

    def __init__(self, power=2):
        """How hard it is."""
        self.power = power

    def wounds(self, armour):
        """What gets through the armour (TOY-DMG-2)."""
        return self.power - armour

    @staticmethod
    def wounds_bare():
        """Without armour, TOY-DMG-10."""
        return 7

    @property
    def hard(self):
        """A property is not changed (TOY-DMG-3)."""
        return self.power > 4


def hits(roll, target=4):
    """Whether a roll reaches the target (TOY-ATK-1)."""
    return roll >= target


def spell(number):
    """See TOY-ATK for the rules."""
    return [
        number + 1,
        "hit",
    ]
'''


@pytest.fixture
def root(tmp_path, monkeypatch):
    """A folder from which the file can be imported, once."""
    (tmp_path / FILE).write_text(TEXT)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    sys.modules.pop("blows", None)


@pytest.fixture
def mutants(root):
    """All mutants of the file."""
    return mutants_of(FILE, root)


def names(mutants):
    """What tells mutants of one file apart."""
    return [(mutant.function, mutant.number) for mutant in mutants]


def named(mutants, function):
    """The mutants of one function."""
    return [mutant for mutant in mutants if mutant.function == function]


def test_functions_and_methods_have_mutants_and_count_them_from_1(mutants):
    assert {mutant.function for mutant in mutants} == {
        "Blow.__init__",
        "Blow.wounds",
        "Blow.wounds_bare",
        "hits",
        "spell",
    }
    assert [mutant.number for mutant in named(mutants, "hits")] == [1, 2]


def test_a_rule_is_cited_in_the_docstring_of_the_function_itself_by_a_whole_id(mutants):
    assert {mutant.function for mutant in mutants if mutant.cites_rule} == {"Blow.wounds", "Blow.wounds_bare", "hits"}


def test_a_mutant_is_named_by_the_lines_it_changes(mutants):
    assert [lines_changed(mutant) for mutant in named(mutants, "hits")] == [
        ("def hits(roll, target=4):", "def hits(roll, target=5):"),
        ("return roll >= target", "return roll > target"),
    ]
    assert lines_changed(named(mutants, "spell")[0]) == ("number + 1,", "number - 1,")


def test_a_mutant_takes_the_place_of_its_function_for_everybody_who_holds_it(mutants):
    hits = import_module("blows").hits
    default, comparison = named(mutants, "hits")

    put_in_place(comparison)
    assert [hits(4), hits(5)] == [False, True]
    put_in_place(default)
    assert [hits(4), hits(5)] == [False, True]
    assert hits(4, 4)


def test_a_mutant_takes_the_place_of_a_method(mutants):
    blows = import_module("blows")
    blow = blows.Blow()

    put_in_place(named(mutants, "Blow.wounds")[0])
    assert blow.wounds(1) == 3
    put_in_place(named(mutants, "Blow.wounds_bare")[0])
    assert blow.wounds_bare() == blows.Blow.wounds_bare() == 8
    put_in_place(named(mutants, "Blow.__init__")[0])
    assert blows.Blow().power == 3


def test_a_function_tells_of_its_calls_and_does_what_it_did(mutants):
    blows, told = import_module("blows"), []
    blows.__dict__[TELL] = told.append
    for mutant in {mutant.function: mutant for mutant in mutants}.values():
        function_of(blows, mutant.function).__code__ = code_that_tells(mutant)

    assert (blows.Blow(5).wounds(1), blows.Blow.wounds_bare(), blows.hits(4), blows.hits(3)) == (4, 7, True, False)
    assert told == [(FILE, name) for name in ("Blow.__init__", "Blow.wounds", "Blow.wounds_bare", "hits", "hits")]


def test_a_sample_has_its_size_and_depends_on_the_seed(mutants):
    assert len(sample_of(mutants, 4, "1")) == 4
    assert names(sample_of(mutants, 4, "1")) == names(sample_of(mutants, 4, "1"))
    assert names(sample_of(mutants, 4, "1")) != names(sample_of(mutants, 4, "2"))
    assert names(sample_of(mutants, 99, "1")) == sorted(names(mutants))


def test_an_edit_changes_the_sample_in_its_own_function_only(mutants, root):
    chosen = names(sample_of(mutants, 6, "1"))
    (root / FILE).write_text("LIMIT = 3\n\n\n" + TEXT.replace("number + 1,\n", "number + 1,\n        number,\n"))

    changed = names(sample_of(mutants_of(FILE, root), 6, "1"))

    assert [name for name in changed if name[0] != "spell"] == [name for name in chosen if name[0] != "spell"]
