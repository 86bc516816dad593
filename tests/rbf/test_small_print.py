"""Rounding, reach of hands, two weapons in a burst, and dangers that are nobody's."""

import pytest

from rbfcli.kernel.errors import RbfError


@pytest.mark.parametrize(("halves", "hp"), [("down", 15 - (5 // 2)), ("up", 15 - 3)])
def test_half_of_a_defense_is_rounded_as_the_option_says(table, halves, hp):
    """RBF-ATK-8, RBF-DEF-3: of 5."""
    laid = table(options={"halves": halves})
    laid.do("damage-save joss --tn 8 --damage 5 --dice 4,4")
    assert laid.one("joss").hp == hp


@pytest.mark.parametrize(("halves", "normal", "most"), [("down", 5, 8), ("up", 6, 9)])
def test_half_of_a_disarmed_enemys_damage(table, halves, normal, most):
    """RBF-ATK-8, RBF-TEC-DISARM: normal and most alike."""
    laid = table(
        options={"halves": halves}, thug={"damage": 11, "damage_max": 17, "weapons": ("hook",)}, joss={"hp": 60}
    )
    laid.do_all("holster thug", "attack thug joss --dice 4,3")
    assert laid.one("joss").hp == 60 - normal
    laid.do_all("heal joss 60", "attack thug joss --condition none --dice 1,1")
    assert laid.one("joss").hp == 60 - most


@pytest.mark.parametrize(("halves", "far"), [("down", 4), ("up", 5)])
def test_half_a_speed(table, halves, far):
    """RBF-ATK-8, RBF-PRN-2: crawling with a speed of nine."""
    laid = table(options={"halves": halves}, ada={"at": 0, "speed": 9})
    laid.do("condition add ada prone")
    laid.refused(f"move ada {far + 1}", "RBF-ACT-2")
    laid.do(f"move ada {far}")


def test_a_danger_that_is_nobodys_places_no_condition(table):
    """RBF-DEF-5: there is no enemy to choose one; the GM may state it."""
    laid = table(ada={"hp": 60})
    laid.do("damage-save ada --tn 12 --damage 12 --dice 1,1")
    assert not laid.fight.questions
    laid.do("damage-save ada --tn 12 --damage 12 --condition blinded --dice 1,1")
    assert "blinded" in laid.one("ada").conditions


@pytest.mark.parametrize(("at", "reached"), [(2, True), (3, False), (-2, True), (-3, False)])
@pytest.mark.parametrize("line", ["stabilize tamsin --by ada --dice 8,8", "use ada 'medical kit' tamsin --dice 8,8,3"])
def test_hands_reach_two_metres(table, line, at, reached):
    """RBF-ACT-2, RBF-STB-1: to treat somebody one has to be there; the refusal says how to get nearer."""
    laid = table(ada={"at": 10, "items": ("medical kit",)}, tamsin={"at": 10 + at})
    laid.do("condition add tamsin dying" if line.startswith("stab") else "damage tamsin 5")
    if reached:
        laid.do(line)
    else:
        said = laid.refused(line, "RBF-STB-1" if line.startswith("stab") else "RBF-ACT-2")
        assert f"move ada {11 if at > 0 else 9}" in said


def test_an_item_used_on_oneself_needs_no_reach(table):
    """RBF-ACT-2: nor does one where the ground does not say."""
    laid = table(ada={"at": 10, "items": ("medical kit",)})
    laid.do_all(
        "damage ada 5", "use ada 'medical kit' --dice 8,8,3", "damage joss 3", "use ada 'medical kit' joss --dice 8,8,3"
    )
    assert laid.one("joss").hp == 15


MACHINE_PISTOL = {"weapons": ("uzi", "pistol"), "off_hand": "pistol"}


def test_a_burst_with_two_weapons_empties_only_what_burst(table):
    """RBF-ACT-7, RBF-DUAL-1: the other takes a single shot."""
    from rbfcli.systems.rbf.sheet import Weapon

    uzi = Weapon(name="uzi", skill="shoot", damage=7, range=30, ammo=12, autofire=True)
    laid = table(weapons={"uzi": uzi}, joss=MACHINE_PISTOL)
    laid.do("attack joss thug --autofire --dual --dice 5,6")
    assert laid.one("joss").ammo == {"uzi": 0, "pistol": 5}
    laid = table(weapons={"uzi": uzi}, joss=MACHINE_PISTOL)
    laid.do("attack joss thug --autofire --dice 5,6")
    assert laid.one("joss").ammo == {"uzi": 0, "pistol": 6}


def test_a_blade_and_a_pistol(table):
    """RBF-DUAL-1, RBF-ACT-3: the pistol fires a round, and has to have one; the blade has none to lose."""
    laid = table(joss={"weapons": ("knife", "pistol"), "off_hand": "pistol", "skills": {"melee": 3}})
    laid.do("attack joss thug --dual --dice 5,6")
    assert laid.one("joss").ammo == {"pistol": 5}
    laid.do("set joss ammo.pistol=0")
    laid.refused("attack joss thug --dual", "RBF-ACT-3")


def test_a_club_fires_nothing(table):
    """RBF-RNG-1: a rifle that is swung keeps its rounds."""
    laid = table(joss={"weapons": ("rifle",)})
    laid.do("attack joss thug --club --dice 5,6,4")
    assert laid.one("joss").ammo == {"rifle": 4}


def test_what_does_not_reach_is_refused_to_an_expert_too(table):
    """RBF-ACT-2: --force overrules it."""
    laid = table(ada={"at": 0, "items": ("medical kit",)}, joss={"at": 9})
    laid.do("damage joss 5")
    with pytest.raises(RbfError):
        laid.do("use ada 'medical kit' joss")
    laid.do("use ada 'medical kit' joss --force --dice 8,8,3")
    assert laid.one("joss").hp == 13


@pytest.mark.parametrize(
    "line",
    [
        "attack ada thug --only",
        "attack ada thug --to 3",
        "attack ada thug --metres 3",
        "attack ada thug --technique trip --metres 3",
        "attack ada thug --condition prone",
        "attack ada thug --kind resilience",
        "attack thug ada --complication prone",
    ],
)
def test_what_means_nothing_for_an_attack_is_refused(table, line):
    """RBF-ATK-1: rather than taken and forgotten."""
    assert "means nothing for this attack" in table().refused(line, "RBF-ATK-1")


def test_who_goes_down_watches_and_aims_no_more(table):
    """RBF-ACT-8, RBF-ACT-5: not even once it is up again."""
    laid = table()
    laid.do_all("overwatch joss", "aim tamsin", "damage joss tamsin 99", "heal joss tamsin 9")
    assert "watching" not in laid.one("joss").conditions
    assert laid.one("tamsin").aim == 0


def test_who_is_driven_back_is_pinned_no_more(table):
    """RBF-TEC-PIN, RBF-TEC-SHOVE: torn off the surface."""
    laid = table(ada={"at": 0}, thug={"at": 1})
    laid.do_all("condition add thug pinned", "attack ada thug --technique shove --dice 5,5")
    assert "pinned" not in laid.one("thug").conditions


def test_the_outcome_is_that_of_the_attack_whomever_its_blast_catches(table):
    """RBF-ATK-7: what is printed and in JSON."""
    laid = table(joss={"weapons": ("grenade",), "skills": {"heavy": 2}, "at": 0}, thug={"at": 10}, tamsin={"at": 9})
    assert laid.do("attack joss thug --dice 5,5,8,8").outcome == "success"
