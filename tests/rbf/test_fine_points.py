"""Fine points: by which rule an action is spent, what stays as it was, and who is too dead to act."""

import pytest

from rbfcli.kernel.events import Changed, Ordered, Relieved
from rbfcli.kernel.fight import Condition
from rbfcli.systems.rbf import RULES, numbers
from rbfcli.systems.rbf.commands import fighting
from rbfcli.systems.rbf.sheet import Place, Spell
from tests.showing import facts

BY_HAND = "init --set ada=18 --set joss=16 --set tamsin=14 --set thug=12 --set other=8 --set boss=6"


def test_the_dead_do_nothing(table):
    """RBF-HP-1, RBF-DIE-1: said as it is."""
    laid = table()
    laid.do("condition add ada dead")
    assert "Ada is dead and cannot act" in laid.refused("aim ada", "RBF-HP-1")


@pytest.mark.parametrize(("healed", "dying"), [(0, True), (1, False)])
def test_healing_nothing_brings_nobody_round(table, healed, dying):
    """RBF-HP-1: on its feet above 0 HP alone."""
    laid = table(joss={"hp": 1})
    laid.do_all("damage joss 1", f"heal joss {healed}")
    assert ("dying" in laid.one("joss").conditions) is dying


@pytest.mark.parametrize(("faces", "told"), [("8,8", ["two-eights"]), ("8,7", [])])
def test_two_eights_that_just_reach_the_tn_are_told(table, faces, told):
    """RBF-TST-6: where one point more would be critical too, and none is not."""
    laid = table(ada={"skills": {"melee": 0}}, thug={"tn": 16}, options={"critical_margin": 1})
    played = laid.do(f"attack ada thug --critical double --dice {faces}")
    assert [each.what for each in played.events if getattr(each, "what", "") == "two-eights"] == told


@pytest.mark.parametrize(("line", "rule"), [("reload joss", "RBF-ACT-3"), ("draw joss rifle", "RBF-ACT-2")])
def test_what_handling_a_weapon_costs_and_why(table, line, rule):
    """RBF-ACT-2, RBF-ACT-3: an action of one's turn."""
    laid = table(joss={"ammo": {"pistol": 1}})
    laid.do_all(BY_HAND, "turn next")
    spent = [each for each in laid.do(line).events if isinstance(each, Changed) and each.field == "actions_left"]
    assert [(each.who, each.before, each.after, each.rule) for each in spent] == [("joss", 2, 1, rule)]


def test_a_rifle_that_fires_bursts_is_a_plain_club(table):
    """RBF-RNG-1, RBF-ACT-7: no burst with a club."""
    laid = table(joss={"weapons": ("auto",), "at": 0}, thug={"at": 1})
    laid.refused("attack joss thug --club --autofire", "RBF-ACT-7")


@pytest.mark.parametrize(("said", "most"), [({"damage_max": 99}, 99), ({}, 20)])
def test_the_most_that_a_sheet_says_stands(table, said, most):
    """RBF-DEF-7: only what is not said comes from the TN."""
    one = table(thug={"tn": 12, "damage": None, "damage_max": None, "weapons": (), **said}).one("thug")
    assert (one.damage, one.damage_max) == (12, most)


@pytest.mark.parametrize(("who", "rule"), [("thug", "RBF-INI-4"), ("boss", "RBF-INI-5")])
def test_by_which_rule_a_turn_is_held(table, who, rule):
    """RBF-INI-4, RBF-INI-5: a boss may hold between its actions, by a rule of its own."""
    laid = table()
    laid.do(f"init --set ada=3 --set joss=2 --set tamsin=1 --set thug=5 --set other=4 --set boss=5 --set {who}=9")
    [order] = [each for each in laid.do(f"hold {who} --until 1").events if isinstance(each, Ordered)]
    assert (order.slots[-1].who, order.rule) == (who, rule)


@pytest.mark.parametrize(("weapon", "stunned"), [("rifle", True), ("sword", False)])
def test_a_hammer_expert_stuns_with_a_club(table, weapon, stunned):
    """RBF-RNG-1, RBF-TEC-STUN: a rifle swung as a club is blunt."""
    laid = table(joss={"weapons": (weapon,), "at": 0, "talents": ("Hammer Expert",)}, thug={"at": 1, "hp": 60})
    if not stunned:
        laid.refused("attack joss thug --technique stun", "RBF-TEC-STUN")
        return
    laid.do("attack joss thug --club --technique stun --dice 8,7")
    assert "stunned" in laid.one("thug").conditions


@pytest.mark.parametrize(("damage", "hp"), [("40", 100), ("50", 1000), ("2d20", 100), ("2d25", 1000)])
def test_who_stands_in_for_a_target_outlives_double_the_damage(damage, hp):
    """RBF-ATK-2: a critical success kills nobody who is not there."""
    fight, _ = numbers.attack(fighting.AttackNumbers(tn=12, damage=damage))
    assert (fight.combatants["target"].hp, fight.combatants["target"].max_hp) == (hp, hp)


@pytest.mark.parametrize(("most", "hp"), [(None, 100), (99, 100), (100, 1000)])
def test_who_stands_in_for_a_defender_outlives_the_most(most, hp):
    """RBF-DEF-5: as the line says it, else the damage."""
    fight, _ = numbers.damage_save(fighting.DamageSaveNumbers(tn=12, damage="3", most=most))
    assert fight.combatants["target"].hp == hp


def test_who_stands_in_for_the_dying_has_a_round_to_live():
    """RBF-STB-1: dying, and nothing else."""
    fight, _ = numbers.stabilize(fighting.StabilizeNumbers())
    assert fight.combatants["target"].conditions == {"dying": Condition(amount=1)}


@pytest.mark.parametrize(("rounds", "counted", "dead"), [(2, [1], False), (1, [], True), (0, [], False)])
def test_the_last_round_to_live_is_not_counted_down_to_none(table, rounds, counted, dead):
    """RBF-DIE-1: who has no round left is dead; of whom nobody counts them is not."""
    laid = table(joss={"hp": 0, "max_hp": 15, "conditions": {"dying": Condition(amount=rounds)}})
    played = laid.do(BY_HAND)
    left = [each.after for each in played.events if isinstance(each, Changed) and each.rule == "RBF-DIE-1"]
    assert (left, "dead" in laid.one("joss").conditions) == (counted, dead)


@pytest.mark.parametrize(
    ("spell", "own", "lost"), [(0, 7, 7), pytest.param("0", 7, 7, id="in-words"), ("3", 7, 3), (0, 0, 0), (0, None, 0)]
)
def test_a_spell_without_damage_does_its_casters(table, spell, own, lost):
    """RBF-ACT-6, RBF-DEF-4: an enemy's; one that does none either leaves its target whole."""
    hex_ = Spell(name="hex", skill="metaphysics", damage=spell)
    thug = {"damage": own, "damage_max": own, "weapons": ("hook",)}
    laid = table(thug=thug, more={"spells": {"hex": hex_}})
    laid.do("cast thug hex joss --dice 6,6")
    assert laid.one("joss").hp == 15 - lost


@pytest.mark.parametrize(("cover", "still"), [("full", "full"), ("light", "heavy")])
def test_a_low_wall_takes_no_cover_away(table, cover, still):
    """RBF-PRN-5, RBF-COV-2: who lies wholly behind it is wholly covered."""
    places = {"wall": Place(at=9, low=True)}
    laid = table(thug={"place": "wall", "cover": cover, "conditions": {"prone": Condition()}}, board={"places": places})
    assert facts(RULES, laid.fight, "thug")["cover"] == still


@pytest.mark.parametrize(("to", "held"), [(2, True), (4, False)])
def test_who_walks_away_lets_go(table, to, held):
    """RBF-TEC-GRAPPLE: out of reach of the one it holds."""
    laid = table(tamsin={"at": 0}, thug={"at": 1, "conditions": {"grappled": Condition(by="tamsin")}})
    laid.do(f"move tamsin {to}")
    assert ("grappled" in laid.one("thug").conditions) is held


def test_words_are_told_as_they_are_said(table):
    """RBF-ACT-9: without quotes too."""
    [said] = (laid := table()).events(laid.do("speak ada get down --allies"), "says")
    assert said.facts["text"] == "get down"


@pytest.mark.parametrize(("condition", "refused"), [("dead", True), ("dying", False)])
def test_nothing_is_used_on_the_dead(table, condition, refused):
    """RBF-DIE-1, RBF-ACT-2: not even what heals nobody."""
    laid = table(ada={"items": ("rope",)}, joss={"hp": 0, "max_hp": 15, "conditions": {condition: Condition()}})
    if refused:
        laid.refused("use ada rope joss", "RBF-DIE-1")
    else:
        laid.do("use ada rope joss")


@pytest.mark.parametrize(("hp", "left", "down"), [(6, 1, ()), (5, 0, ("out",)), (3, 0, ("out",))])
def test_a_boss_may_be_forced_to_shake_off_its_last_points(table, hp, left, down):
    """RBF-TEC-3, RBF-HP-1: and then it is out."""
    laid = table(boss={"hp": hp, "max_hp": 140, "conditions": {"stunned": Condition()}})
    laid.do("shake-off boss stunned --force")
    assert (laid.one("boss").hp, (*laid.one("boss").conditions,)) == (left, down)


def test_an_enemy_is_sprinkled_beside_a_count_of_none(table):
    """RBF-INI-2: 0 is a result like any other."""
    laid = table(joss=None, tamsin=None, other=None, boss=None)
    laid.do("init --set ada=0")
    assert laid.one("thug").initiative == 0


def test_only_an_enemy_does_what_its_tn_says(table):
    """RBF-DEF-7: neither a player with empty hands nor a thing does."""
    laid = table(ada={"weapons": ()}, thug={"tn": 12, "damage": None, "weapons": (), "object": True})
    assert [(laid.one(who).damage, laid.one(who).damage_max) for who in ("ada", "thug")] == [(None, None), (None, 20)]


def test_who_leaves_its_cover_lets_go_before_it_is_seen(table):
    """RBF-TEC-GRAPPLE, RBF-STL-3: both come of the move, in this order."""
    hidden = {"at": 0, "cover": "heavy", "conditions": {"hidden": Condition()}}
    laid = table(tamsin=hidden, thug={"at": 1, "conditions": {"grappled": Condition(by="tamsin")}})
    ended = [each for each in laid.do("move tamsin 6").events if isinstance(each, Relieved)]
    assert [(each.who, each.name) for each in ended] == [("thug", "grappled"), ("tamsin", "hidden")]


@pytest.mark.parametrize(("bleeds", "lies"), [("thug", "out"), ("ada", "dying")])
def test_a_wound_that_bleeds_kills(table, bleeds, lies):
    """RBF-TEC-LACERATE, RBF-DIE-1: it knocks nobody out."""
    laid = table(**{bleeds: {"hp": 1, "conditions": {"bleeding": Condition()}}})
    laid.do(f"init --set ada=3 --set joss=2 --set tamsin=1 --set other=4 --set boss=4 --set thug=5 --set {bleeds}=9")
    assert lies in laid.one(bleeds).conditions


def test_a_spell_kills(table):
    """RBF-ACT-6, RBF-HP-1: it knocks nobody out."""
    laid = table(ada={"skills": {"metaphysics": 2}}, thug={"hp": 1})
    laid.do("cast ada 'say fire' thug --damage 5 --dice 7,7")
    assert (*laid.one("thug").conditions,) == ("out",)


def test_what_lies_on_a_thing_lasts_for_rounds(table):
    """RBF-INI-3, RBF-TEC-2: it has no turns, so a new round is a turn to it."""
    laid = table(thug={"object": True, "conditions": {"blinded": Condition(rounds=2, whose="thug")}})
    laid.do("init --set ada=3 --set joss=2 --set tamsin=1 --set other=4 --set boss=4")
    ended = []
    for _ in range(10):
        ended += [each for each in laid.do("turn next").events if getattr(each, "who", "") == "thug"]
    assert [type(each).__name__ for each in ended] == ["Changed", "Relieved"]
    assert {each.rule for each in ended} == {"RBF-INI-3"}
