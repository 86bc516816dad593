"""What a GM reads of a line: why a number is what it is, who is meant, and what stops somebody first."""

import pytest

from rbfcli.kernel.events import Modifier
from rbfcli.kernel.fight import Condition
from rbfcli.systems.rbf.sheet import Place

BY_HAND = "init --set ada=18 --set joss=16 --set tamsin=14 --set thug=12 --set other=8 --set boss=6"
HOOKED = {"held": "hook", "weapons": ("hook",)}


@pytest.mark.parametrize(
    ("cover", "told"),
    [("none", ""), ("light", "light cover +1"), ("medium", "medium cover +2"), ("heavy", "heavy cover +3")],
)
def test_cover_is_told_with_the_tn_it_makes(table, cover, told):
    """RBF-COV-3: the number on the sheet is not the one to reach."""
    laid = table(joss={"at": 0}, thug={"at": 9, "cover": cover})
    played = laid.do("attack joss thug --dice 5,5")
    assert [(each.who, each.facts["why"], each.rule) for each in laid.events(played, "guarded")] == (
        [("thug", told, "RBF-COV-3")] if told else []
    )


def test_a_sundered_guard_is_told(table):
    """RBF-TEC-SUNDER: with cover, both; in melee the first alone."""
    laid = table(joss={"at": 0}, ada={"at": 8}, thug={"at": 9, "cover": "light", "hp": 60})
    laid.do("attack ada thug --technique sunder --dice 5,5")
    assert "Thug has TN 12: light cover +1, sundered -1" in laid.tell("attack joss thug --dice 5,5", explain=True)
    assert "Thug has TN 11: sundered -1" in laid.tell("attack ada thug --dice 5,5", explain=True)
    laid.do("condition remove thug sundered")
    laid.do("condition add thug sundered")
    assert "Thug has TN 11: sundered -1" in laid.tell("attack ada thug --dice 5,5", explain=True)


def test_a_spell_finds_the_sundered_guard_too(table):
    """RBF-TEC-SUNDER, RBF-ACT-6: cover is no help against it, and none is told."""
    mage = {"skills": {"metaphysics": 2, "melee": 3}, "at": 8}
    laid = table(ada=mage, thug={"at": 9, "cover": "heavy", "hp": 60})
    laid.do("attack ada thug --technique sunder --dice 5,5")
    told = laid.tell("cast ada 'say push' thug --damage 5 --dice 4,5", explain=True)
    assert told.index("Ada's spell hits Thug: 11 against 11") < told.index("Thug has TN 11: sundered -1")
    laid.do("condition remove thug sundered")
    assert "Thug has TN" not in laid.tell("cast ada 'say push' thug", explain=True)


def test_each_target_of_a_burst_has_its_own_tn_told(table):
    """RBF-ACT-7, RBF-COV-3: with the roll against each."""
    laid = table(
        joss={"weapons": ("auto",), "at": 0},
        thug={"at": 20, "hp": 60, "cover": "light"},
        other={"at": 22, "cover": "heavy"},
    )
    told = laid.tell("attack joss thug other --autofire --dice 6,6", explain=True)
    marks = ("Joss hits Thug", "Thug has TN 13", "The same roll against Other, TN 17: struggle", "Other has TN 17")
    assert [told.index(mark) for mark in marks] == sorted(told.index(mark) for mark in marks)


@pytest.mark.parametrize(
    ("line", "faces", "told"),
    [
        ("attack ada boss", "8,8", ["two-eights"]),
        ("attack ada thug", "8,8", []),
        ("attack ada thug --mod 9", "1,1", ["two-ones"]),
        ("attack ada thug", "1,1", []),
        ("attack ada thug", "8,7", []),
        ("attack ada thug", "1,7", []),
        ("attack ada boss --advantage 1", "8,1,8", ["two-eights"]),
        ("attack ada thug --mod 9 --disadvantage 1", "1,8,1", ["two-ones"]),
    ],
)
def test_it_is_told_when_the_faces_decide(table, line, faces, told):
    """RBF-TST-6: two eights, two ones, where the margin says otherwise."""
    played = table().do(f"{line} --critical double --complication dropped --dice {faces}")
    found = [each for each in played.events if getattr(each, "what", "") in ("two-eights", "two-ones", "wider-range")]
    assert [each.what for each in found] == told
    assert all((each.who, each.rule) == ("ada", "RBF-TST-6") for each in found)


@pytest.mark.parametrize(("faces", "told"), [("7,6", True), ("8,7", False), ("8,8", False), ("6,6", False)])
def test_it_is_told_when_a_wider_range_decides(table, faces, told):
    """RBF-TST-4: with 2 more, four points over the TN."""
    laid = table(ada={"critical_range": 2})
    line = laid.tell(f"attack ada thug --critical double --dice {faces}")
    assert ("For Ada 4 over the TN is critical" in line) is told


def test_a_damage_that_is_divided_says_so(table):
    """RBF-TEC-DISARM, RBF-DEF-7: and one that is not, does not."""
    laid = table(thug=HOOKED)
    assert "lost the weapon" not in laid.tell("attack thug joss --dice 6,6")
    laid.do("attack ada thug --technique disarm --dice 5,5")
    told = laid.tell("attack thug joss --dice 5,4")
    assert told.index("Thug hits Joss") < told.index("Thug has lost the weapon: damage divided by 2")
    assert "Joss takes 6: 6 in full" in told
    laid = table(thug=HOOKED, options={"disarmed_divisor": 1})
    laid.do("attack ada thug --technique disarm --dice 5,5")
    assert "lost the weapon" not in laid.tell("attack thug joss --dice 6,6")


def test_who_is_driven_back_is_told_where_to(table):
    """RBF-TEC-SHOVE, RBF-ATK-2: the metre, where there is a ground with metres."""
    laid = table(ada={"at": 10}, thug={"at": 9, "hp": 60})
    assert "driven back 1 m from Ada, to metre 8:" in laid.tell("attack ada thug --technique shove --dice 5,5")
    laid = table(thug={"hp": 60})
    assert "driven back 1 m from Ada: the GM" in laid.tell("attack ada thug --technique shove --dice 5,5")


def test_questions_of_reactions_name_whom_they_answer(table):
    """RBF-REA-1, RBF-ACT-8: the attacker, the caster, the one in the sights."""
    laid = table(tamsin={"talents": ("Expert Duelist", "Counterspell")})
    assert "Tamsin may strike back at Thug" in laid.tell("attack thug tamsin --dice 8,8")
    assert "sees Other's spell coming" in laid.tell("cast other 'say hex' ada")
    laid = table()
    laid.do_all(BY_HAND, "overwatch ada --ask", "turn next", "turn next", "turn next")
    assert "Ada has Thug in the sights" in laid.tell("aim thug")


@pytest.mark.parametrize(
    "line",
    [
        "move ada 5",
        "use ada 'medical kit' joss",
        "stabilize joss --by ada",
        "spot ada thug",
        "hide ada",
        "attack ada thug",
    ],
)
def test_who_is_down_is_told_that_first(table, line):
    """RBF-HP-1: no hint that the fallen could not follow."""
    laid = table(ada={"at": 0, "items": ("medical kit",)}, joss={"at": 9}, tamsin={"at": 0}, thug={"at": 20})
    laid.do_all("condition add joss dying", "condition add ada grappled", "condition add thug hidden")
    laid.do("condition add ada dying")
    assert "Ada is dying and cannot act" in laid.refused(line, "RBF-HP-1")


@pytest.mark.parametrize(
    "line", ["move ada 5", "use ada 'medical kit' joss", "stabilize joss --by ada", "spot ada thug", "hide ada"]
)
def test_whose_turn_it_is_comes_before_reach(table, line):
    """RBF-INI-3: nobody is told to move while it is somebody else's turn."""
    laid = table(ada={"at": 0, "items": ("medical kit",)}, joss={"at": 9}, thug={"at": 20})
    laid.do_all("condition add joss dying", "condition add thug hidden", BY_HAND, "turn next")
    assert "it is not Ada's turn" in laid.refused(line, "RBF-INI-3")


def test_a_thing_is_no_enemy_of_an_enemy(table):
    """RBF-ATK-1: the refusal says what it is."""
    laid = table()
    laid.do("add tank --object")
    assert "tank is a thing" in laid.refused("attack thug tank", "RBF-ATK-1")
    assert "both are enemies" in laid.refused("attack thug other", "RBF-ATK-1")
    assert "both are players" in laid.refused("attack ada joss", "RBF-ATK-1")


@pytest.mark.parametrize("effect", ["silent", "stunned", "trip"])
def test_a_thing_is_neither_stunned_nor_killed(table, effect):
    """RBF-ATK-2: what is said beforehand is refused as it is not offered; it may be thrown back, or doubled."""
    laid = table()
    laid.do("add tank --object hp=99")
    rule = "RBF-TEC-TRIP" if effect == "trip" else "RBF-ATK-2"
    assert "needs an enemy, not a thing; possible now" in laid.refused(f"attack joss tank --critical {effect}", rule)
    laid.do("attack joss tank --critical thrown --dice 8,8")
    laid.do("attack joss tank --critical double --dice 8,8")
    assert laid.one("tank").hp == 99 - 9 - 18


def test_what_does_not_fit_the_second_target_is_asked(table):
    """RBF-ATK-2, RBF-ACT-7: a critical success is not lost on it; forced, it is what was said."""
    sheets = {"joss": {"weapons": ("auto",), "at": 0}, "thug": {**HOOKED, "at": 20, "hp": 60}, "other": {"at": 22}}
    laid = table(**sheets)
    laid.do("attack joss thug other --autofire --critical disarm --dice 8,8")
    assert laid.one("thug").held == ""
    assert [each.facts["target"] for each in laid.fight.questions] == ["other"]
    assert "disarm" not in laid.fight.questions[0].answers
    laid = table(**sheets)
    laid.do("attack joss thug other --autofire --critical disarm --force --dice 8,8")
    assert not laid.fight.questions


@pytest.mark.parametrize(("when", "left"), [("before", 3), ("after", 3)])
def test_a_stun_shaken_off_costs_nothing(table, when, left):
    """RBF-TEC-3, RBF-TEC-STUN: before its turn, or in it, where the action comes back."""
    laid = table(thug=None, other=None, joss=None, tamsin=None)
    laid.do_all("init --set ada=9 --set boss=3", "attack ada boss --critical stunned --dice 8,8")
    if when == "before":
        laid.do_all("shake-off boss stunned", "turn next")
    else:
        laid.do("turn next")
        assert laid.one("boss").actions_left == 2
        laid.do("shake-off boss stunned")
    assert (laid.one("boss").actions_left, "stunned" in laid.one("boss").conditions) == (left, False)


def test_an_enemys_blast_does_the_same_to_its_own_side(table):
    """RBF-ATK-7, RBF-DEF-7: the enemy's own damage, as its foes have it."""
    laid = table(thug={"weapons": ("grenade",), "at": 20}, joss={"at": 10}, other={"at": 11})
    told = laid.tell("attack thug joss --dice 5,4")
    assert "Joss takes 12: 12 in full" in told
    assert "Other takes 12: grenade 12" in told


def test_the_rule_of_a_roll_that_counts_again(table):
    """RBF-ACT-7, RBF-ATK-7: of a burst, and of a blast."""
    ground = {"thug": {"at": 20, "hp": 60}, "other": {"at": 22}}
    laid = table(joss={"weapons": ("auto",), "at": 0}, **ground)
    [also] = laid.events(laid.do("attack joss thug other --autofire --dice 6,6"), "also")
    assert (also.rule, also.who, also.target) == ("RBF-ACT-7", "joss", "other")
    laid = table(joss={"weapons": ("grenade",), "skills": {"heavy": 2}, "at": 0}, **ground)
    [also] = laid.events(laid.do("attack joss thug --dice 6,6"), "also")
    assert (also.rule, also.facts) == ("RBF-ATK-7", {"tn": 14, "outcome": "success", "total": 14})


@pytest.mark.parametrize(
    ("change", "target", "line", "gain"),
    [
        ({"aim": 2}, {}, "attack ada thug", Modifier(2, "aim", "RBF-ACT-5")),
        (
            {"weapons": ("sword", "knife"), "off_hand": "knife"},
            {},
            "attack ada thug --dual",
            Modifier(-2, "two weapons", "RBF-DUAL-1"),
        ),
        ({"conditions": {"hidden": Condition()}}, {}, "attack ada thug", Modifier(1, "from stealth", "RBF-STL-3")),
        ({}, {"conditions": {"surprised": Condition()}}, "attack ada thug", Modifier(1, "from stealth", "RBF-STL-1")),
        ({"weapons": ("bow",), "place": "nest"}, {}, "attack ada thug", Modifier(1, "prepared position", "RBF-FIRE-1")),
    ],
)
def test_what_an_attack_gains_and_by_which_rule(table, change, target, line, gain):
    """RBF-ACT-5, RBF-DUAL-1, RBF-STL-1, RBF-STL-3, RBF-FIRE-1: besides the skill, and nothing without a reason."""
    skill = {"skills": {"melee": 3, "shoot": 3}}
    places = {"nest": Place(name="the nest", prepared=True)}
    laid = table(ada={**skill, **change}, thug={"hp": 90, **target}, board={"places": places})
    [roll] = laid.rolls(laid.do(f"{line} --dice 6,5"))
    by = "Shoot" if "bow" in change.get("weapons", ()) else "Melee"
    assert [each for each in roll.modifiers if each.value] == [Modifier(3, by, "RBF-ATK-1"), gain]
    plain = table(ada=skill, thug={"hp": 90})
    [roll] = plain.rolls(plain.do("attack ada thug --dice 6,5"))
    assert [each for each in roll.modifiers if each.value] == [Modifier(3, "Melee", "RBF-ATK-1")]


@pytest.mark.parametrize(
    ("change", "target", "edge"),
    [
        (
            {"weapons": ("rifle",), "talents": ("Sniper",), "conditions": {"hidden": Condition()}},
            {},
            Modifier(1, "Sniper", "RBF-TAL-1"),
        ),
        ({"weapons": ("pistol",), "at": 1}, {"at": 2}, Modifier(-1, "shooting in melee", "RBF-RNG-2")),
        ({}, {"conditions": {"grappled": Condition()}}, Modifier(1, "grappled", "RBF-TEC-GRAPPLE")),
        ({"conditions": {"blinded": Condition()}}, {}, Modifier(-1, "blinded", "RBF-TEC-BLIND")),
    ],
)
def test_where_more_dice_come_from_and_by_which_rule(table, change, target, edge):
    """RBF-TST-2, RBF-TAL-1, RBF-RNG-2, RBF-TEC-GRAPPLE, RBF-TEC-BLIND: one more die, for one reason."""
    laid = table(ada=change, thug={"hp": 90, **target})
    [roll] = laid.rolls(laid.do("attack ada thug --dice 6,5,4"))
    assert list(roll.edges) == [edge]
