"""What `actions` lists: everything worth typing that the rules accept, with its cost and its rule."""

import pytest

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.fight import Condition
from rbfcli.kernel.offers import offers, rehearsed
from rbfcli.language.writer import line_for
from rbfcli.systems.rbf import RULES
from rbfcli.systems.rbf.sheet import Place, Spell

PLACES = {"crates": Place(name="the crates", at=4, cover="medium"), "roof": Place(at=9, height=6)}


def listed(laid, who):
    """The lines offered, with costs and rules."""
    return {line_for(each.command): (each.cost, each.rule) for each in offers(RULES, laid.fight, who)}


def turn_of(laid, who):
    """Begin, with somebody's turn first."""
    counts = (f"--set {each}={20 if each == who else 1}" for each in laid.fight.combatants)
    laid.do(f"init {' '.join(counts)}")
    assert laid.fight.active == who
    return laid


def actions(*lines, rule, cost="1 action"):
    """Lines that cost an action by one rule."""
    return dict.fromkeys(lines, (cost, rule))


WAITING = {
    **actions("hold joss", rule="RBF-INI-4", cost="free"),
    **actions("turn next", rule="RBF-INI-3", cost="free"),
}


def test_a_rifleman_with_a_foe_beside_it(table):
    """RBF-ACT-2: blows at the one in reach, shots and techniques at the nearest whom the rifle may be fired at."""
    laid = turn_of(
        table(
            joss={"at": 0, "weapons": ("auto", "pistol")},
            ada=None,
            tamsin=None,
            thug={"at": 1},
            other={"at": 30},
            boss={"at": 3},
            board={"places": PLACES},
        ),
        "joss",
    )
    techniques = ("blind", "strafe", "cripple", "pierce", "shove", "sunder", "trip")
    shots = {f"attack joss boss --technique {name}": ("1 action", f"RBF-TEC-{name.upper()}") for name in techniques}
    assert listed(laid, "joss") == {
        **actions("attack joss boss", "attack joss other", "attack joss thug --with unarmed", rule="RBF-ATK-1"),
        **actions("attack joss boss --nonlethal", rule="RBF-DIE-1"),
        **actions("attack joss boss --autofire", "attack joss other --autofire", rule="RBF-ACT-7"),
        **actions("attack joss thug --club", rule="RBF-RNG-1"),
        **actions("attack joss thug --with unarmed --technique grapple", rule="RBF-TEC-GRAPPLE"),
        **shots,
        **actions("aim joss", rule="RBF-ACT-5"),
        **actions("draw joss pistol", "holster joss", rule="RBF-ACT-2"),
        **actions("move joss crates", "move joss roof", "move joss 1", "move joss 10", rule="RBF-ACT-2"),
        **actions("prone joss", rule="RBF-PRN-1"),
        **actions("overwatch joss", rule="RBF-ACT-8"),
        **WAITING,
    }


def test_two_pistols_and_what_lies_about(table):
    """RBF-DUAL-1, RBF-ACT-3, RBF-ACT-2: both may be fired, put away and reloaded, and a sword picked up."""
    held = {"weapons": ("pistol", "second"), "held": "pistol", "off_hand": "second", "at": 20}
    laid = table(
        joss={**held, "ammo": {"pistol": 1, "second": 2}},
        ada={"at": 20},
        tamsin=None,
        thug={"at": 30},
        boss=None,
        other=None,
    )
    laid.do("set ada weapons=sword")
    laid.do("attack ada thug --complication dropped --force --dice 1,1")
    lines = listed(turn_of(laid, "joss"), "joss")
    assert lines["attack joss thug --dual"] == ("1 action", "RBF-DUAL-1")
    assert lines["holster joss --off-hand"] == ("1 action", "RBF-ACT-2")
    assert lines["reload joss"] == lines["reload joss --with second"] == ("1 action", "RBF-ACT-3")
    assert lines["draw joss sword"] == ("1 action", "RBF-ACT-2")
    assert "attack joss thug --autofire" not in lines


def test_an_enemy_has_no_techniques_and_a_boss_shakes_off(table):
    """RBF-TEC-1, RBF-TEC-3: whom it attacks, whatever lies on it; the fallen are not attacked."""
    laid = table(
        boss={"weapons": ("sword",), "conditions": {"crippled": Condition(rounds=1)}},
        joss={"hp": 0, "max_hp": 15, "conditions": {"dying": Condition()}},
        thug=None,
        other=None,
    )
    lines = listed(turn_of(laid, "boss"), "boss")
    attacks = {line for line in lines if line.startswith("attack")}
    with_each = {f"attack boss {who}{weapon}" for who in ("ada", "tamsin") for weapon in ("", " --with unarmed")}
    assert attacks - with_each == {next(line for line in attacks if line.endswith(" --nonlethal"))}
    assert with_each < attacks
    assert lines["shake-off boss crippled"] == ("free", "RBF-TEC-3")
    assert not any("--technique" in line or "push" in line or "rage" in line for line in lines)


def test_spells_are_cast_at_the_nearest(table):
    """RBF-ACT-6, RBF-BON-1: at nobody, or at one of four foes; as a bonus action by those who may."""
    mage = {"skills": {"telekinetics": 1}, "talents": ("Expert Telekinetic",), "at": 0}
    more = {f"thug{number}": {"name": "T", "tn": 12, "hp": 9, "at": 20 + number} for number in range(1, 4)}
    laid = table(ada=mage, thug={"at": 9}, other={"at": 3}, boss={"at": 30}, more={"spells": {"push": Spell(name="p")}})
    for who, sheet in more.items():
        laid.do(f"add {who} tn=12 hp=9 at={sheet['at']}")
    lines = listed(turn_of(laid, "ada"), "ada")
    cast = {line: lines[line] for line in lines if line.startswith("cast")}
    assert cast == {
        **actions(
            "cast ada push", *(f"cast ada push {foe}" for foe in ("other", "thug", "thug1", "thug2")), rule="RBF-ACT-6"
        ),
        **actions("cast ada push --bonus", rule="RBF-BON-1", cost="bonus action"),
    }


def test_kits_help_those_who_need_them(table):
    """RBF-STB-1, RBF-ACT-2, RBF-DEF-6: the dying, the wounded, broken armour; of one's own side."""
    laid = table(
        ada={"items": ("medical kit", "repair kit")},
        joss={"hp": 0, "max_hp": 15, "conditions": {"dying": Condition(amount=3)}},
        tamsin={"hp": 9, "max_hp": 19, "armour": 1, "armour_broken": True},
        thug={"hp": 3, "max_hp": 20},
    )
    lines = listed(turn_of(laid, "ada"), "ada")
    helps = {line: lines[line] for line in lines if line.startswith(("use", "stabilize"))}
    assert helps == {
        **actions("stabilize joss --by ada", rule="RBF-STB-1"),
        **actions('use ada "medical kit"', 'use ada "repair kit"', 'use ada "medical kit" tamsin', rule="RBF-ACT-2"),
        **actions('use ada "repair kit" tamsin', rule="RBF-DEF-6"),
    }
    bare = table(tamsin={"hp": 9, "max_hp": 19, "armour_broken": True})
    assert not [line for line in listed(turn_of(bare, "ada"), "ada") if line.startswith("use")]


def test_a_struggle_may_be_pushed(table):
    """RBF-ATK-9: once it has fallen short, at its price."""
    laid = turn_of(table(options={"push_damage": "1d4"}), "ada")
    assert "push ada" not in listed(laid, "ada")
    laid.do("attack ada thug --dice 4,4")
    assert listed(laid, "ada")["push ada"] == ("experience, or 1d4 HP", "RBF-ATK-9")


def test_the_hidden_are_pointed_out_and_not_attacked(table):
    """RBF-ACT-4: by whoever sees them."""
    laid = table(thug={"at": 9, "conditions": {"hidden": Condition()}}, joss={"at": 0}, other={"at": 20}, ada={"at": 0})
    laid.do("set thug seen-by=joss")
    lines = listed(turn_of(laid, "joss"), "joss")
    assert lines["spot joss thug"] == ("1 action", "RBF-ACT-4")
    assert "attack joss thug" in lines
    laid.do("turn next")
    assert not [line for line in listed(laid, "ada") if "thug" in line]


@pytest.mark.parametrize(
    ("at", "height", "foe", "to"),
    [
        (0, 0, 30, "10"),
        (0, 0, 5, "3"),
        (9, 0, 5, "7"),
        (40, 0, 5, "30"),
        (4, 0, 5, ""),
        (5, 6, 5, "5"),
        (None, 0, 5, ""),
    ],
)
def test_how_far_it_goes_towards_a_foe(table, at, height, foe, to):
    """RBF-ACT-2: into reach, or as near as a move leads; down from a height where the foe stands below."""
    laid = table(ada={"at": at, "height": height}, thug={"at": foe}, other=None, boss=None)
    every = [line_for(each.command) for each in rehearsed(RULES, turn_of(laid, "ada").fight, "ada", Budget())]
    assert [line for line in every if line.startswith("move")] == ([f"move ada {to}"] if to else [])
    hint = laid.refused("attack ada thug", "RBF-ACT-2") if to else ""
    assert (f"; move ada {to}, or --force" in hint) is bool(to)


def test_who_cannot_move_is_offered_how_to_get_free(table):
    """RBF-TEC-PIN, RBF-ACT-2: and no way to anywhere."""
    laid = table(ada={"at": 0, "conditions": {"pinned": Condition()}}, thug={"at": 30}, board={"places": PLACES})
    lines = listed(turn_of(laid, "ada"), "ada")
    assert lines["free ada"] == ("1 action", "RBF-TEC-PIN")
    assert not [line for line in lines if line.startswith("move")]
    assert "move" not in laid.refused("attack ada thug", "RBF-ACT-2")
