"""The ledger of every shipped system is that of its catalogue, and what it calls done is carried by a test."""

import ast
import re
from itertools import chain
from pathlib import Path

import pytest

from rbfcli.systems.catalogue import SHIPPED, load

TESTS = Path(__file__).parent


def catalogue(system):
    """The ids of a system's catalogue, kept beside its tests."""
    return (TESTS / system / "catalogue_ids.txt").read_text().split()


def carried(system):
    """The ids that tests of a system carry in their docstrings."""
    trees = [ast.parse(path.read_text()) for path in sorted((TESTS / system).glob("test_*.py"))]
    functions = chain.from_iterable(ast.walk(tree) for tree in trees)
    texts = [ast.get_docstring(one) or "" for one in functions if isinstance(one, ast.FunctionDef)]
    return set(chain.from_iterable(ids_in(system, text) for text in texts))


def cited(system):
    """Every id that stands anywhere in the tests of a system."""
    paths = sorted((TESTS / system).glob("*.py"))
    return set(chain.from_iterable(ids_in(system, path.read_text()) for path in paths))


def ids_in(system, text):
    """The ids of a system's rules in a text."""
    prefix = catalogue(system)[0].partition("-")[0]
    return re.findall(rf"\b{prefix}-[A-Z]+-[A-Z0-9]+\b", text)


@pytest.mark.parametrize("system", SHIPPED)
def test_the_ledger_is_that_of_the_catalogue(system):
    assert sorted(each.id for each in load(system).ledger()) == sorted(catalogue(system))


@pytest.mark.parametrize("system", SHIPPED)
def test_every_rule_that_is_done_is_carried_by_a_test(system):
    done = {each.id for each in load(system).ledger() if each.state == "done"}
    assert not done - carried(system)


@pytest.mark.parametrize("system", SHIPPED)
def test_no_test_cites_a_rule_that_is_not_there(system):
    assert cited(system) <= set(catalogue(system))


@pytest.mark.parametrize("system", SHIPPED)
def test_every_rule_says_what_it_is_where_it_stands_and_whose_it_is(system):
    for each in load(system).ledger():
        assert each.summary, each.id
        assert each.source, each.id
        assert each.state in ("done", "gm"), each.id


@pytest.mark.parametrize("system", SHIPPED)
def test_the_options_a_rule_names_exist(system):
    fight = load(system).fight(system=system)
    for each in load(system).ledger():
        for option in filter(None, each.option.split(", ")):
            owner, _, name = option.rpartition(".")
            assert name in getattr(fight, owner or "options").__struct_fields__, f"{each.id}: {option}"
