"""The ledger says where each rule comes from and shows it on both sides."""

import pytest

from rbfcli.conformance.examples import every_example_comes_out_as_told
from rbfcli.systems.rbf import RULES


def test_every_example_comes_out_as_told():
    """RBF-ATK-1: the law, on the ambush at the docks."""
    every_example_comes_out_as_told("rbf")


@pytest.mark.parametrize("entry", [each for each in RULES.ledger() if each.state == "done"], ids=lambda each: each.id)
def test_every_rule_that_is_done_shows_itself(entry):
    """RBF-ATK-1: for whoever wins by it, and whoever loses."""
    assert len(entry.examples) >= 2
    assert len({(each.line, each.before, each.on) for each in entry.examples}) == len(entry.examples)


def test_where_the_rules_come_from():
    """RBF-ATK-8, RBF-DIE-1: the page, a sibling page, or our reading."""
    origins = {each.id: each.origin for each in RULES.ledger()}
    assert set(origins.values()) == {"page", "sibling", "reading"}
    assert (origins["RBF-ATK-8"], origins["RBF-DIE-1"], origins["RBF-ATK-1"]) == ("reading", "sibling", "page")
