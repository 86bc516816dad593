"""The laws that every system keeps, and each rule of Harrow with its dice given."""

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from rbfcli.core.errors import InvalidFile, RbfError, Refusal
from rbfcli.lab.odds import command_odds
from rbfcli.language.parser import read_line
from rbfcli.session.encounter import from_encounter
from rbfcli.testing import laws_for

BRIDGE = str(Path(__file__).with_name("mill-bridge.toml"))


@pytest.mark.parametrize("law", laws_for("harrow", BRIDGE), ids=str)
def test_the_laws(law):
    law()


class Bridge:
    """The fight on the bridge: lines are played, and what is there is read."""

    def __init__(self):
        """Begin it."""
        self.session = from_encounter(BRIDGE, "bridge", source=BRIDGE)

    def play(self, *lines):
        """Play lines; the outcome of the last."""
        played = [self.session.perform(read_line(each, self.session.rules, self.session.fight)) for each in lines]
        return played[-1].outcome

    def one(self, who):
        """Return the current sheet of a combatant."""
        return self.session.fight.combatants[who]

    def odds(self, line):
        """The exact chances of the outcomes of a line."""
        rules, fight = self.session.rules, self.session.fight
        return command_odds(rules, fight, read_line(line, rules, fight)).outcomes


@pytest.fixture
def bridge():
    return Bridge()


def test_the_order_is_rolled_or_set(bridge):
    """HAR-TURN-1: a d20 and speed; at a tie the faster first."""
    bridge.play("init --dice 1,17,1,1 --set tam=20")
    assert [(slot.who, slot.count) for slot in bridge.session.fight.order][:2] == [("tam", 20), ("robber1", 18)]


@pytest.mark.parametrize(
    ("faces", "outcome"),
    [
        ("15", "miss"),
        ("14,9,3", "hit"),
        ("14,8", "parried"),
        ("13,8,3", "hit"),
        ("12,6", "parried"),
        ("9,8,3", "telling"),
        ("9,20,3", "telling"),
        ("10,20,3", "hit"),
    ],
)
def test_the_higher_success_wins_and_the_parry_keeps_a_tie(bridge, faces, outcome):
    """HAR-ATK-1 and HAR-ATK-2: a blade of 14 against a parry of 8."""
    assert bridge.play(f"attack ysolt robber1 --dice {faces}") == outcome


@pytest.mark.parametrize(
    ("die", "health", "condition"),
    [(1, 7, "dazed"), (2, 5, "weak-armed"), (3, 7, ""), (4, 7, ""), (5, 6, "lamed"), (6, 6, "lamed")],
)
def test_where_a_blow_lands_armour_counts_and_a_wound_hinders(bridge, die, health, condition):
    """HAR-LOC-1, HAR-LOC-2, HAR-DMG-1: bite 4 and armour 3 on the head, none on the arm, 2 and 1."""
    bridge.play("set hauke health=9", "set hauke armour.head=2", f"attack ysolt hauke --dice 12,20,{die}")
    assert (bridge.one("hauke").health, [*bridge.one("hauke").conditions]) == (health, [condition] if condition else [])
    assert bridge.one("hauke").fatigue == (2 if die in (3, 4) else 0)


def test_armour_may_take_everything_off(bridge):
    """HAR-DMG-1: bite 3 against 3 on the body."""
    bridge.play("attack tam ysolt --dice 9,20,3")
    assert (bridge.one("ysolt").health, bridge.one("ysolt").fatigue) == (9, 0)


def test_a_place_that_is_aimed_at_costs_four(bridge):
    """HAR-LOC-3: 14 - 4 is 10, and no die says where."""
    assert bridge.play("attack ysolt robber1 --at head --dice 11") == "miss"
    assert bridge.play("attack ysolt robber1 --at head --dice 10,20") == "hit"
    assert "dazed" in bridge.one("robber1").conditions


def test_a_misspelt_place_is_asked_back(bridge):
    with pytest.raises(RbfError, match="unknown location 'hed'") as wrong:
        bridge.play("attack ysolt robber1 --at hed")
    assert wrong.value.suggestions == ("head",)


def test_further_parries_are_harder(bridge):
    """HAR-ATK-3: a parry of 13, then 11; afresh with the own turn."""
    assert bridge.play("attack ysolt tam --dice 14,13") == "parried"
    assert bridge.play("attack hauke tam --dice 13,12,3") == "hit"
    bridge.play("init --set tam=30")
    assert bridge.one("tam").parried == 0


def test_fatigue_lowers_both_skills(bridge):
    """HAR-FAT-1: six points are 2; the seventh comes with the attack."""
    bridge.play("set ysolt fatigue=6")
    assert bridge.play("attack ysolt robber1 --dice 13") == "miss"
    assert bridge.one("ysolt").fatigue == 7
    assert bridge.play("attack robber1 ysolt --dice 10,11,3") == "hit"


def test_a_fencer_beyond_endurance_must_rest(bridge):
    """HAR-FAT-2, HAR-FAT-3, HAR-FAT-4."""
    bridge.play("set ysolt fatigue=7")
    with pytest.raises(Refusal, match="is too tired for that") as refused:
        bridge.play("attack ysolt robber1 --press")
    assert "rest ysolt" in refused.value.hint
    bridge.play("rest ysolt")
    assert bridge.one("ysolt").fatigue == 3
    with pytest.raises(Refusal, match="is not tired"):
        bridge.play("rest tam")


def test_a_ward_helps_parries_until_the_next_turn(bridge):
    """HAR-WRD-1: 13 and 3."""
    bridge.play(
        "init --set ysolt=9 --set tam=8 --set robber1=7 --set robber2=6 --set hauke=5", "turn", "ward tam", "turn"
    )
    assert bridge.play("attack robber1 tam --dice 10,16") == "parried"
    bridge.play("turn", "turn", "turn", "turn")
    assert "warding" not in bridge.one("tam").conditions


@pytest.mark.parametrize(("line", "health"), [("--dice 3", 8), ("--at arm", 6), ("--at head", 7)])
def test_stated_damage_lands_somewhere_too(bridge, line, health):
    """HAR-DMG-1: 4 against 3 on the body, 1 on the arm, 2 on the head."""
    bridge.play(f"damage-save ysolt --damage 4 {line}")
    assert bridge.one("ysolt").health == health


def test_a_turn_has_one_action(bridge):
    """HAR-TURN-2."""
    bridge.play("init --set ysolt=30", "attack ysolt robber1 --dice 20")
    for line in ("ward ysolt", "attack tam robber1"):
        with pytest.raises(Refusal, match="has no action now"):
            bridge.play(line)


def test_at_nothing_one_is_down(bridge):
    """HAR-OUT-1: and is up again with a point of health."""
    bridge.play("damage robber1 6")
    assert [*bridge.one("robber1").conditions] == ["down"]
    with pytest.raises(Refusal, match="is down"):
        bridge.play("attack ysolt robber1")
    bridge.play("heal robber1 1")
    assert not bridge.one("robber1").conditions


def test_the_odds_are_exact(bridge):
    """HAR-TEST-1, HAR-ATK-1: every pair of faces, counted by hand."""
    found = bridge.odds("attack ysolt robber1")
    wanted = dict.fromkeys(("telling", "hit", "parried", "miss"), Fraction(0))
    for struck, parried in product(range(1, 21), repeat=2):
        won = 14 - struck - (8 - parried if parried <= 8 else 0)
        outcome = (
            "miss" if struck > 14 else "parried" if parried <= 8 and won <= 0 else "telling" if won >= 5 else "hit"
        )
        wanted[outcome] += Fraction(1, 400)
    assert found == wanted


@pytest.mark.parametrize(
    ("right", "wrong", "why"),
    [
        ("leg = 1", "legs = 1", "unknown location 'legs'; did you mean leg"),
        ("endurance = 8", "endurance = 8\nfatigue = 9", "must be at most its endurance (8)"),
    ],
)
def test_a_mistake_in_a_file_is_told_with_its_line(tmp_path, right, wrong, why):
    text = Path(BRIDGE).read_text()
    line = text[: text.index(right)].count("\n") + 1 + wrong.count("\n")
    path = tmp_path / "wrong.toml"
    path.write_text(text.replace(right, wrong, 1))
    with pytest.raises(InvalidFile) as caught:
        from_encounter(str(path), "x", source="wrong.toml")
    assert f":{line}: " in str(caught.value)
    assert why in f"{caught.value}; {caught.value.hint}"


@pytest.mark.parametrize("line", ["turn hold", "turn --until 3", "turn --mod 2"])
def test_what_would_have_no_effect_is_refused(bridge, line):
    """HAR-TURN-1: an option that is taken changes something."""
    with pytest.raises(RbfError):
        bridge.play(line)
