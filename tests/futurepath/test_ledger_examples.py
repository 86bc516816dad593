"""The ledger says where each rule comes from and shows it on both sides."""

import pytest

from rbfcli.conformance.examples import every_example_comes_out_as_told
from rbfcli.systems.futurepath import RULES

BESIDE, OURS = "the system's public pages, beside the one of combat actions", "; in part our reading"


def test_every_example_comes_out_as_told():
    """FP-ATK-1: the law, on the raid on the depot."""
    every_example_comes_out_as_told("futurepath")


@pytest.mark.parametrize("entry", RULES.ledger(), ids=lambda each: each.id)
def test_every_rule_shows_itself(entry):
    """FP-ATK-1: for whoever wins by it, and whoever loses."""
    assert len({(each.line, each.before, each.on) for each in entry.examples}) == len(entry.examples) >= 2


@pytest.mark.parametrize("entry", RULES.ledger(), ids=lambda each: each.id)
def test_where_the_rules_come_from(entry):
    """FP-INI-2, FP-ADV-1, FP-DIE-1: what stands on another page of the system says so."""
    assert (entry.origin == "sibling") == entry.source.removesuffix(OURS).startswith(BESIDE)


def test_every_rule_is_done():
    assert {entry.state for entry in RULES.ledger()} == {"done"}
