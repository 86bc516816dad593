"""The laws of all systems, and each rule with given dice."""

from pathlib import Path

import pytest
from rbfcli.core.errors import RbfError, Refusal
from rbfcli.language.parser import read_line
from rbfcli.session.encounter import from_encounter
from rbfcli.testing import laws_for

FIGHT = str(Path(__file__).with_name("first-fight.toml"))


@pytest.mark.parametrize("law", laws_for("newgame", FIGHT), ids=str)
def test_the_laws(law):
    law()


@pytest.fixture
def ford():
    """Play lines in the first fight, and return the combatants."""
    session = from_encounter(FIGHT, "ford", source=FIGHT)

    def play(*lines):
        for line in lines:
            session.perform(read_line(line, session.rules, session.fight))
        return session.fight.combatants

    return play


@pytest.mark.parametrize(("faces", "left"), [("2,3", 2), ("2,4", 1), ("6,6", 0)])
def test_an_attack_has_to_reach_eight(ford, faces, left):
    """NEWGAME-ATK-1 with a skill of 2; NEWGAME-OUT-1: a fighter at 0 is out."""
    wolf = ford(f"attack ada wolf1 --dice {faces}")["wolf1"]
    assert (wolf.health, "out" in wolf.conditions) == (left, left == 0)


def test_a_guard_costs_attackers_two_until_the_next_turn(ford):
    """NEWGAME-GRD-1: 2d6 + 1 - 2 must reach 8."""
    people = ford("init", "guard ada", "turn", "attack wolf1 ada --dice 4,4")
    assert (people["ada"].health, "guarding" in people["ada"].conditions) == (4, True)
    assert "guarding" not in ford("turn", "turn", "turn")["ada"].conditions


def test_a_turn_has_one_action(ford):
    """NEWGAME-TURN-1: the highest nerve acts first."""
    ford("init", "attack ada wolf1 --dice 1,1")
    for line in ("guard ada", "attack bo wolf1"):
        with pytest.raises(Refusal, match="has no action now"):
            ford(line)


@pytest.mark.parametrize("line", ["turn hold", "turn --until 3", "init --mod 2", "turn --mod 2"])
def test_what_would_have_no_effect_is_refused(ford, line):
    """NEWGAME-TURN-1: an option without effect is refused."""
    with pytest.raises(RbfError):
        ford(line)


def test_a_count_may_be_set(ford):
    """NEWGAME-TURN-1: Bo has a nerve of 1."""
    ford("init --set bo=9", "attack bo wolf1 --dice 1,1")
