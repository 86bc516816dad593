"""Dangers that the GM states, what lessens them, and going down."""

import pytest

from rbfcli.kernel.fight import Condition
from rbfcli.kernel.play import play
from rbfcli.systems.rbf import RULES, numbers
from rbfcli.systems.rbf.commands import fighting

BY_HAND = "init --set ada=18 --set joss=16 --set tamsin=14 --set thug=12 --set other=8 --set boss=6"
SAVE = "damage-save ada --tn 12 --damage 9"


def rolled(laid, line):
    """The defense of a line."""
    return laid.rolls(laid.do(line))[0]


@pytest.mark.parametrize(
    ("said", "modifiers", "dice"),
    [
        ("", [3], 2),
        ("--mod 2", [3, 2], 2),
        ("--mod -1 --advantage 2", [3, -1], 4),
        ("--disadvantage 1", [3], 3),
        ("--advantage 1 --disadvantage 1", [3], 2),
        ("--ranged", [3, 2], 2),
        ("--kind resilience", [-2], 2),
        ("--kind meditation --ranged", [-2, 2], 2),
    ],
)
def test_what_counts_for_a_defense(table, said, modifiers, dice):
    """RBF-DEF-1, RBF-TST-2, RBF-COV-1: the skill, what is said, cover against projectiles alone."""
    laid = table(ada={"cover": "medium"})
    defense = rolled(laid, f"{SAVE} {said} --condition none")
    assert [each.value for each in defense.modifiers if each.value] == modifiers
    assert len(defense.dice) == dice
    assert (defense.who, defense.target, defense.against, defense.label) == ("ada", "", 12, "defense")


@pytest.mark.parametrize(("condition", "dice"), [("grappled", 3), ("raging", 3), ("blinded", 2), ("prone", 2)])
def test_what_lies_on_the_defender_counts(table, condition, dice):
    """RBF-TEC-GRAPPLE, RBF-TAL-1: against a danger without an attacker too."""
    laid = table(ada={"conditions": {condition: Condition()}})
    assert len(rolled(laid, f"{SAVE} --condition none").dice) == dice


@pytest.mark.parametrize(
    ("damage", "most", "faces", "lost"),
    [
        ("9", "", "1,1", 9),
        ("9", "--max 14", "1,1", 14),
        ("2d6", "", "1,1", 12),
        ("9", "--max 14", "4,4", 9 - 3),
        ("2d6", "", "4,4,3,5", 8 - 3),
        ("9", "", "5,5", 4 - 3),
        ("2d6", "--max 14", "5,5,6,6", 6 - 3),
        ("1", "", "5,5", 1),
        ("9", "", "8,8", 0),
    ],
)
def test_the_damage_of_a_danger(table, damage, most, faces, lost):
    """RBF-DEF-2 to RBF-DEF-7: none, half, all, or the most; armour takes 3 off while it is whole, and leaves 1."""
    laid = table(ada={"hp": 50})
    laid.do(f"damage-save ada --tn 12 --damage {damage} {most} --condition none --dice {faces}")
    assert laid.one("ada").hp == 50 - lost
    assert laid.one("ada").armour_broken is (faces == "1,1")


def test_broken_armour_takes_nothing_off(table):
    """RBF-DEF-6: and who wears none has none to break."""
    laid = table(ada={"hp": 50, "armour_broken": True}, joss={"hp": 50})
    assert "armour" not in laid.tell(f"{SAVE} --dice 4,4")
    assert laid.one("ada").hp == 50 - 9
    assert "armour" not in laid.tell("damage-save joss --tn 12 --damage 9 --dice 1,1")
    assert laid.one("joss").armour_broken is False


def test_what_is_told_of_the_damage(table):
    """RBF-DEF-3, RBF-DEF-4, RBF-DEF-5: the sum as a GM checks it, each by its own rule."""
    laid = table(ada={"hp": 60}, joss={"hp": 60})
    told = [
        laid.events(laid.do(f"damage-save {who} --tn 12 --damage 9 --max 14 --dice {faces}"), "damage")[0]
        for who, faces in (("ada", "5,5"), ("ada", "4,4"), ("joss", "5,5"), ("joss", "1,1"))
    ]
    assert [(each.facts["amount"], each.facts["why"], each.rule) for each in told] == [
        (1, "half of 9, armour 3 off", "RBF-DEF-3"),
        (6, "9 in full, armour 3 off", "RBF-DEF-4"),
        (4, "half of 9", "RBF-DEF-3"),
        (14, "the most it can do", "RBF-DEF-5"),
    ]


@pytest.mark.parametrize(("of", "lost"), [("--of poison", 0), ("--of fire", 9), ("", 9)])
def test_who_is_immune_takes_none(table, of, lost):
    """RBF-IMM-1: of that kind, at whatever outcome; it is said."""
    for faces in ("4,4", "1,1", "5,5"):
        laid = table(joss={"hp": 50, "immune": ("poison",)})
        told = laid.tell(f"damage-save joss --tn 12 --damage 9 {of} --dice {faces}")
        assert ("Joss is immune to poison" in told) is (of == "--of poison")
        assert laid.one("joss").hp == 50 - (4 if lost and faces == "5,5" else lost)


@pytest.mark.parametrize(
    ("condition", "rounds"),
    [("prone", 0), ("grappled", 0), ("pinned", 0), ("bleeding", 0), ("stunned", 2), ("blinded", 2), ("crippled", 2)],
)
def test_how_long_a_condition_lasts(table, condition, rounds):
    """RBF-DEF-5, RBF-TEC-2: some as many rounds as the option says, some until they are ended."""
    laid = table(joss={"hp": 50}, options={"condition_rounds": 2})
    laid.do(f"attack thug joss --condition {condition} --dice 1,1")
    lying = laid.one("joss").conditions[condition]
    assert (lying.rounds, lying.by) == (rounds, "thug")


@pytest.mark.parametrize(("faces", "lies"), [("1,1", True), ("4,4", False), ("8,8", False)])
def test_a_condition_said_beforehand_lies_only_on_who_fails(table, faces, lies):
    """RBF-DEF-5: and none is asked for."""
    laid = table(joss={"hp": 50})
    laid.do(f"damage-save joss --tn 12 --damage 3 --condition stunned --dice {faces}")
    assert ("stunned" in laid.one("joss").conditions) is lies
    assert not laid.fight.questions


def test_nothing_is_placed_where_nothing_is_chosen(table):
    """RBF-DEF-5: `none`, or a question nobody takes up."""
    for answer in ("choose none", "aim ada"):
        laid = table(joss={"hp": 50})
        laid.do_all("attack thug joss --dice 1,1", answer)
        assert dict(laid.one("joss").conditions) == {}


def test_of_several_who_fail_each_is_asked_for(table):
    """RBF-DEF-5: one question each, for those who failed."""
    laid = table(
        thug={"weapons": ("auto",), "at": 20},
        joss={"hp": 90, "at": 0},
        tamsin={"hp": 90, "at": 1},
        options={"adjacent": 9},
    )
    laid.do("attack thug joss tamsin --autofire --dice 1,1,1,1")
    assert [(each.who, each.facts["target"]) for each in laid.fight.questions] == [("thug", "joss"), ("thug", "tamsin")]
    laid.do_all("choose prone", "choose stunned")
    assert [*laid.one("joss").conditions, *laid.one("tamsin").conditions] == ["prone", "stunned"]


@pytest.mark.parametrize(
    ("who", "line", "lies"),
    [
        ("joss", "attack thug joss --condition none --dice 1,1,1", "dying"),
        ("joss", "attack thug joss --nonlethal --condition none --dice 1,1", "unconscious"),
        ("joss", "attack thug joss --nonlethal --dice 3,3", "unconscious"),
        ("joss", "attack thug joss --nonlethal --dice 5,5", "unconscious"),
        ("thug", "attack ada thug --dice 5,5", "out"),
        ("thug", "attack ada thug --nonlethal --dice 5,5", "unconscious"),
        ("thug", "attack ada thug --nonlethal --critical silent --dice 8,8", "unconscious"),
        ("thug", "damage thug 99", "out"),
    ],
)
def test_how_somebody_goes_down(table, who, line, lies):
    """RBF-HP-1, RBF-DIE-1: an enemy is out, a player dying; whoever is only to be knocked out is."""
    laid = table(joss={"hp": 2, "aim": 2}, thug={"hp": 3, "aim": 1})
    laid.do(line)
    assert lies in laid.one(who).conditions
    assert (laid.one(who).hp, laid.one(who).aim) == (0, 0)


def test_who_goes_down_watches_no_longer(table):
    """RBF-ACT-8, RBF-DIE-1: and lets go of whom it holds."""
    laid = table(tamsin={"at": 0}, thug={"at": 1})
    laid.do_all(
        "attack tamsin thug --technique grapple --dice 5,5", "condition add tamsin watching", "damage tamsin 99"
    )
    assert "watching" not in laid.one("tamsin").conditions
    assert "grappled" not in laid.one("thug").conditions


def test_who_is_down_does_not_go_down_again(table):
    """RBF-DIE-1: nobody's rounds to live are rolled twice."""
    laid = table()
    laid.do("damage joss 99 --dice 3")
    assert laid.one("joss").conditions["dying"].amount == 4
    laid.do("damage-save joss --tn 12 --damage 9 --condition none --force --dice 4,4")
    assert laid.one("joss").conditions["dying"].amount == 4


def test_the_helper_rolls_as_it_stands(table):
    """RBF-STB-1, RBF-TST-2: what is said, and what lies on it; a critical success will do."""
    medic = {"items": ("medical kit",), "skills": {"medicine": 3}, "conditions": {"grappled": Condition()}}
    laid = table(ada=medic)
    laid.do_all("damage joss 99 --dice 2", BY_HAND)
    played = laid.do("stabilize joss --mod 1 --advantage 2 --dice 4,1,1")
    [roll] = laid.rolls(played)
    assert [(each.value, each.why) for each in roll.modifiers] == [(3, "Medicine"), (1, "modifier")]
    assert (len(roll.dice), roll.target, roll.label, roll.outcome) == (3, "joss", "stabilize", "success")
    assert "unconscious" in laid.one("joss").conditions
    laid = table(ada=medic)
    laid.do_all("damage joss 99 --dice 2", BY_HAND, "stabilize joss --dice 8,8,8")
    assert "unconscious" in laid.one("joss").conditions


@pytest.mark.parametrize(
    ("faces", "outcome", "lost"), [("5,5", "success", 6), ("3,3", "struggle", 12), ("1,1", "failure", 20)]
)
def test_a_defense_from_numbers_alone(faces, outcome, lost):
    """RBF-DEF-3 to RBF-DEF-5: the line's armour and dice, on one who stands in and cannot fall."""
    dice = tuple(map(int, faces.split(",")))
    line = fighting.DamageSaveNumbers(mod=3, tn=12, damage="12", most=20, armour=0, dice=dice)
    fight, command = numbers.damage_save(line)
    played = play(RULES, fight, command)
    stand_in = fight.combatants["target"]
    assert (stand_in.name, stand_in.side, stand_in.hp, stand_in.max_hp) == ("the target", "players", 100, 100)
    assert (played.outcome, stand_in.hp - played.fight.combatants["target"].hp) == (outcome, lost)
    assert not played.fight.questions


def test_numbers_alone_take_all_that_a_line_says():
    """RBF-ATK-1, RBF-DEF-1, RBF-STB-1: advantage, disadvantage, a modifier; more damage, more health."""
    said = {"mod": 2, "advantage": 3, "disadvantage": 1}
    lines = (
        numbers.attack(fighting.AttackNumbers(tn=12, damage="9", **said)),
        numbers.damage_save(fighting.DamageSaveNumbers(tn=12, damage="9", armour=4, **said)),
        numbers.stabilize(fighting.StabilizeNumbers(**said)),
    )
    for fight, command in lines:
        roll = play(RULES, fight, command).events[0]
        assert (len(roll.dice), sum(each.value for each in roll.modifiers)) == (4, 2)
    assert lines[1][0].combatants["target"].armour == 4
    assert [numbers.health(damage)["max_hp"] for damage in (0, 99, 100, 999, 1000)] == [100, 100, 1000, 1000, 10000]
    fight, command = numbers.attack(fighting.AttackNumbers(tn=12, damage="90", skill="shoot", dice=(8, 8)))
    assert fight.combatants["target"].hp == 1000
    assert play(RULES, fight, command).fight.combatants["target"].hp == 1000 - 180
