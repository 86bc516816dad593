"""What the rules refuse at the table: the rule is named, what would be allowed is said, and nothing changes."""

import pytest

BY_HAND = "init --set ada=18 --set joss=16 --set tamsin=14 --set thug=12 --set other=8 --set boss=6"


@pytest.mark.parametrize(
    ("before", "line", "rule", "allowed"),
    [
        ((), "attack ada thug --technique grapple", "RBF-TEC-GRAPPLE", "possible now: blind"),
        ((), "attack ada thug --reaction", "RBF-REA-1", "it needs Expert Duelist"),
        (("hide ada --bonus", "condition remove ada hidden"), "hide ada --bonus", "RBF-BON-1", "never more"),
        (("turn next", "set joss ammo.pistol=0"), "attack joss thug", "RBF-ACT-3", "reload joss"),
        (("turn next", "set thug cover=full"), "attack joss thug", "RBF-COV-2", "get around it"),
        (("turn next", "draw joss rifle", "set joss at=1"), "attack joss thug", "RBF-RNG-1", "--club"),
        (("condition add ada surprised",), "attack ada thug", "RBF-STL-1", "reactions"),
        (("aim ada", "aim ada"), "move ada 3", "RBF-ACT-1", "turn next"),
        ((), "attack tamsin thug", "RBF-INI-3", "turn next"),
        (("set thug at=40",), "attack ada thug", "RBF-ACT-2", "move ada 10"),
        (("condition add thug hidden",), "attack ada thug", "RBF-ACT-4", "spot WHO thug"),
        (("condition add ada pinned",), "move ada 3", "RBF-TEC-PIN", "free ada"),
        (("condition add ada pinned", "condition add ada surprised"), "move ada 3", "RBF-STL-1", "turn next"),
    ],
)
def test_refused_with_its_rule_and_what_would_be_allowed(table, before, line, rule, allowed):
    """RBF-ACT-1, RBF-ACT-3, RBF-BON-1, RBF-REA-1, RBF-COV-2, RBF-RNG-1, RBF-STL-1, RBF-TEC-4: the save is untouched."""
    ada = {"talents": ("Stalker",), "cover": "heavy", "at": 0}
    laid = table(ada=ada, joss={"at": 5}, thug={"at": 1})
    laid.do_all(BY_HAND, *before)
    assert allowed in laid.refused(line, rule)


def test_forcing_is_written_into_the_journal(table):
    """RBF-ACT-1: the GM outranks the program."""
    laid = table(joss={"ammo": {"pistol": 0}})
    told = laid.tell("attack joss thug --force --dice 6,6")
    assert "forced: the pistol of Joss is empty" in told
    assert "--force" in laid.session.journal[-1]
    assert laid.one("thug").hp == 20 - 9
