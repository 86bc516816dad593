"""The sixteen techniques: what they need and how long they last."""

import pytest

from rbfcli.model.events import ConditionLost, QuestionAnswered
from rbfcli.systems.rbf.map import pace
from rbfcli.systems.rbf.sheet import Place
from rbfcli.systems.rbf.techniques import TECHNIQUES

BY_HAND = "init --set ada=18 --set joss=16 --set tamsin=14 --set thug=12 --set other=8 --set boss=6"


def test_there_are_sixteen():
    """RBF-TEC-4: each with its own rule."""
    assert len({each.rule for each in TECHNIQUES.values()}) == 16


def test_a_technique_stands_in_the_place_of_damage(table):
    """RBF-TEC-1: on a hit, one technique instead; the Expert Fighter does both."""
    laid = table()
    laid.do("attack ada thug --technique trip --dice 5,5")
    assert (laid.one("thug").hp, [*laid.one("thug").conditions]) == (20, ["prone"])
    expert = table(ada={"talents": ("expert fighter",)})
    expert.do("attack ada thug --technique trip --dice 5,5")
    assert (expert.one("thug").hp, [*expert.one("thug").conditions]) == (9, ["prone"])


def test_no_technique_without_a_hit(table):
    """RBF-TEC-1: a struggle does its half damage and nothing more."""
    laid = table()
    laid.do("attack ada thug --technique trip --dice 4,4")
    assert (laid.one("thug").hp, dict(laid.one("thug").conditions)) == (15, {})


@pytest.mark.parametrize(("rounds", "turns"), [(1, 1), (2, 2)])
def test_conditions_last_a_round(table, rounds, turns):
    """RBF-TEC-2: the enemy's next turn, or as many as the option says."""
    laid = table(options={"condition_rounds": rounds})
    laid.do_all(BY_HAND, "attack ada thug --technique cripple --dice 5,5")
    for _ in range(turns):
        assert "crippled" in laid.one("thug").conditions
        while laid.fight.active != "thug":
            laid.do("turn next")
        laid.do("turn next")
    assert "crippled" not in laid.one("thug").conditions


def test_a_boss_shakes_a_condition_off_for_five(table):
    """RBF-TEC-3: on any turn; only a boss, only its own conditions, only with enough HP."""
    laid = table()
    laid.do_all(BY_HAND, "attack ada boss --technique trip --mod 3 --dice 5,5", "shake-off boss prone")
    assert (laid.one("boss").hp, dict(laid.one("boss").conditions)) == (135, {})
    laid.refused("shake-off boss prone", "RBF-TEC-3")
    laid.do("condition add thug prone")
    laid.refused("shake-off thug prone", "RBF-TEC-3")
    laid.do_all("set boss hp=5", "condition add boss prone")
    laid.refused("shake-off boss prone", "RBF-TEC-3")


@pytest.mark.parametrize(
    ("line", "rule", "reason"),
    [
        ("attack ada thug --technique cleave", "RBF-TEC-CLEAVE", "long bladed melee weapon"),
        ("attack joss thug --technique lacerate", "RBF-TEC-LACERATE", "bladed weapon"),
        ("attack ada thug --technique grapple", "RBF-TEC-GRAPPLE", "needs Brawl"),
        ("attack ada thug --technique leap", "RBF-TEC-LEAP", "higher than the enemy"),
        ("attack joss thug --technique lunge", "RBF-TEC-LUNGE", "melee weapon or bare hands"),
        ("attack ada thug --technique pierce", "RBF-TEC-PIERCE", "projectile or long thrusting"),
        ("attack ada thug --technique pin", "RBF-TEC-PIN", "thrusting or large projectile"),
        ("attack joss thug --technique pin", "RBF-TEC-PIN", "thrusting or large projectile"),
        ("attack tamsin thug --technique stun", "RBF-TEC-STUN", "Hammer Expert"),
        ("attack tamsin thug --technique throw", "RBF-TEC-THROW", "grapple on this enemy first"),
        ("attack ada thug --technique throw", "RBF-TEC-THROW", "needs Brawl"),
        ("attack ada other --technique disarm", "RBF-TEC-DISARM", "weapon in hand"),
    ],
)
def test_a_requirement_that_is_not_met_is_refused_with_the_reason(table, line, rule, reason):
    """RBF-TEC-4: and with the techniques that are possible now."""
    refusal = table().refused(line, rule)
    assert reason in refusal
    assert "possible now: " in refusal


def test_the_gm_may_force_a_technique(table):
    """RBF-TEC-4: it makes sense here, says the GM."""
    laid = table()
    assert "forced" in laid.tell("attack ada thug --technique grapple --force --dice 5,5")
    assert "grappled" in laid.one("thug").conditions


# What each technique does to the enemy it hits.


def test_blind(table):
    """RBF-TEC-BLIND: it cannot see for a turn, so it attacks badly and watches over nothing."""
    laid = table()
    laid.do("attack ada thug --technique blind --dice 5,5")
    rolled = laid.rolls(laid.do("attack thug joss --dice 1,8,8"))[0]
    assert (len(rolled.dice), rolled.edges[0].why, rolled.outcome) == (3, "blinded", "critical")


def test_cleave(table):
    """RBF-TEC-CLEAVE: two adjacent enemies in reach, the same damage."""
    laid = table(ada={"weapons": ("claymore",), "at": 0}, thug={"at": 1}, other={"at": 2}, boss={"at": 8})
    laid.refused("attack ada thug boss --technique cleave", "RBF-ACT-2")
    laid.refused("attack ada thug other", "RBF-ATK-1")
    laid.do("attack ada thug other --technique cleave --dice 5,5")
    assert (laid.one("thug").hp, laid.one("other").hp) == (20 - 15, 60 - 15)


def test_cleave_needs_targets_beside_each_other(table):
    """RBF-TEC-CLEAVE: one on each side is too far apart."""
    laid = table(ada={"weapons": ("claymore",), "at": 2}, thug={"at": 0}, other={"at": 4})
    laid.refused("attack ada thug other --technique cleave", "RBF-ATK-1")


def test_strafe(table):
    """RBF-TEC-STRAFE: a metre as part of the attack, where one says."""
    places = {"crates": Place(at=1, cover="medium")}
    laid = table(joss={"at": 0}, thug={"at": 10}, board={"places": places})
    laid.refused("attack joss thug --technique strafe --to 2", "RBF-TEC-STRAFE")
    laid.do("attack joss thug --technique strafe --to crates --dice 6,5")
    assert (laid.one("joss").at, laid.one("joss").cover) == (1, "medium")
    laid.do("attack joss thug --technique strafe --dice 6,5")
    assert laid.fight.questions[0].answers == ("away", "toward")
    assert "moves 1 m with the attack" in laid.tell("choose away")
    assert (laid.one("joss").at, laid.one("joss").cover, laid.one("joss").place) == (0, "none", "")
    laid.do_all("attack joss thug --technique strafe --dice 6,5", "choose toward")
    assert laid.one("joss").at == 1
    nowhere = table()
    assert "moves 1 m with the attack" in nowhere.tell("attack joss thug --technique strafe --dice 6,5")


def test_cripple(table):
    """RBF-TEC-CRIPPLE: half speed on its next turn."""
    laid = table(ada={"at": 0}, thug={"at": 1})
    laid.do_all(BY_HAND, "attack ada thug --technique cripple --dice 5,5", "turn next", "turn next", "turn next")
    assert "7 is 6 m away, and Thug can move 5 m" in laid.refused("move thug 7", "RBF-ACT-2")
    laid.do("move thug 6")


def test_disarm(table):
    """RBF-TEC-DISARM: it drops its weapon, does half without it, and picks it up with an action."""
    laid = table()
    laid.do("attack ada thug --technique disarm --dice 5,5")
    assert laid.one("thug").held == ""
    laid.do("attack thug joss --dice 5,3")
    assert laid.one("joss").hp == 15 - 6
    laid.do_all("draw thug hook", "attack thug tamsin --dice 5,1")
    assert laid.one("tamsin").hp == 19 - 12


def test_grapple(table):
    """RBF-TEC-GRAPPLE: no moving, hindered in all but striking the grappler, which frees it."""
    laid = table()
    laid.do("attack tamsin thug --technique grapple --dice 5,5")
    assert "attack thug tamsin --with unarmed" in laid.refused("move thug 4", "RBF-TEC-GRAPPLE")
    assert len(laid.rolls(laid.do("attack thug ada --dice 5,5,5"))[0].dice) == 3
    assert laid.do("attack thug tamsin --with unarmed --force --dice 8,8").outcome == "critical"
    assert "grappled" in laid.one("thug").conditions
    laid.do("attack thug tamsin --with unarmed --force --dice 3,3")
    assert "grappled" not in laid.one("thug").conditions


def test_a_grappled_player_frees_itself_with_a_blow(table):
    """RBF-TEC-GRAPPLE: hindered in any other test."""
    laid = table(tamsin={"hp": 50})
    laid.do_all("attack thug tamsin --condition grappled --dice 1,1", "heal tamsin 50")
    assert len(laid.rolls(laid.do("check tamsin athletics --tn 8 --dice 5,5,5"))[0].dice) == 3
    laid.do("attack tamsin thug --dice 6,5")
    assert "grappled" not in laid.one("tamsin").conditions


def test_who_goes_down_lets_go(table):
    """RBF-TEC-GRAPPLE: without a grappler, breaking free takes an action."""
    laid = table()
    laid.do_all("attack tamsin thug --technique grapple --dice 5,5", "damage tamsin 99")
    assert "grappled" not in laid.one("thug").conditions
    laid.do_all("condition add thug grappled", "free thug")
    assert "grappled" not in laid.one("thug").conditions


def test_the_grappler_is_felt_even_if_it_hides(table):
    """RBF-TEC-GRAPPLE, RBF-ACT-4: the one it holds may strike it."""
    laid = table()
    laid.do_all("attack tamsin thug --technique grapple --dice 5,5", "condition add tamsin hidden")
    laid.refused("attack other tamsin", "RBF-ACT-4")
    laid.do("attack thug tamsin --with unarmed --dice 8,8")


@pytest.mark.parametrize(("machine", "condition"), [(False, "bleeding"), (True, "leaking")])
def test_lacerate(table, machine, condition):
    """RBF-TEC-LACERATE: 1d6 at the start of each of its turns; a machine leaks."""
    laid = table(thug={"machine": machine})
    laid.do_all(BY_HAND, "attack ada thug --technique lacerate --dice 5,5")
    assert condition in laid.one("thug").conditions
    laid.do_all("turn next", "turn next", "turn next --dice 4")
    assert laid.one("thug").hp == 16
    laid.do_all("turn next", "turn back")
    assert laid.one("thug").hp == 16


def test_a_laceration_is_treated(table):
    """RBF-TEC-LACERATE: a medical kit ends it."""
    laid = table(joss={"items": ("medical kit",), "skills": {"medicine": 2}})
    laid.do_all("condition add ada bleeding", 'use joss "medical kit" ada --dice 4,4,3')
    assert "bleeding" not in laid.one("ada").conditions


def test_leap(table):
    """RBF-TEC-LEAP: +1d6 for each 3 m dropped, and the attacker ends up below."""
    laid = table(ada={"height": 7})
    laid.do("attack ada thug --technique leap --dice 5,5,4,6")
    assert laid.one("thug").hp == 0
    assert laid.one("ada").height == 0
    assert laid.one("ada").hp == 15


def test_a_leap_that_misses_hurts_the_one_who_leapt(table):
    """RBF-TEC-LEAP: the same dice."""
    laid = table(ada={"height": 6})
    laid.do("attack ada thug --technique leap --dice 4,4,2,3")
    assert laid.one("ada").hp == 15 - 5
    assert laid.one("thug").hp == 20 - 5


@pytest.mark.parametrize(("push_damage", "healed", "hp"), [("3", "", 9), ("0", "", 12), ("0", "heal ada 7", 15)])
def test_a_leap_that_is_pushed_lands_on_the_enemy(table, push_damage, healed, hp):
    """RBF-ATK-9, RBF-TEC-LEAP: the dice that hurt the attacker are the target's, and are given back to the attacker."""
    laid = table(ada={"height": 6, "hp": 12, "max_hp": 15}, thug={"hp": 90}, options={"push_damage": push_damage})
    laid.do("attack ada thug --technique leap --dice 4,4,2,3")
    assert (laid.one("ada").hp, laid.one("thug").hp) == (12 - 5, 90 - 5)
    if healed:
        laid.do(healed)
    played = laid.do("push ada")
    [landed] = laid.events(played, "lands")
    assert (landed.who, landed.target, landed.facts, landed.rule) == ("ada", "thug", {"amount": 5}, "RBF-TEC-LEAP")
    assert (laid.one("ada").hp, laid.one("thug").hp) == (hp, 90 - (8 + 3 + 5))


def test_lunge(table):
    """RBF-TEC-LUNGE: one metre beyond reach."""
    laid = table(ada={"at": 0}, thug={"at": 3})
    assert "lunge" not in laid.refused("attack ada thug", "RBF-ACT-2")
    laid.do("attack ada thug --technique lunge --dice 5,5")
    assert laid.one("thug").hp == 20 - 11


def test_pierce(table):
    """RBF-TEC-PIERCE: the same damage to the next target in line."""
    laid = table(joss={"at": 0}, thug={"at": 10}, other={"at": 12}, boss={"at": 8})
    laid.refused("attack joss thug boss --technique pierce", "RBF-TEC-PIERCE")
    laid.do("attack joss thug other --technique pierce --dice 5,5")
    assert (laid.one("thug").hp, laid.one("other").hp) == (20 - 9, 60 - 9)


@pytest.mark.parametrize("weapon", ["spear", "rail"])
def test_pin(table, weapon):
    """RBF-TEC-PIN: stuck until it frees itself with an action; hindered until then."""
    laid = table(ada={"weapons": (weapon,), "skills": {"melee": 3, "shoot": 3}})
    laid.do("attack ada thug --technique pin --dice 5,5")
    assert "free thug" in laid.refused("move thug 3", "RBF-TEC-PIN")
    assert len(laid.rolls(laid.do("attack thug joss --dice 8,8,8"))[0].dice) == 3
    laid.do("free thug")
    assert "pinned" not in laid.one("thug").conditions
    laid.refused("free thug", "RBF-TEC-PIN")


@pytest.mark.parametrize(("dice", "metres"), [("5,5", 1), ("7,7", 2), ("8,8", 3)])
def test_shove(table, dice, metres):
    """RBF-TEC-SHOVE: a metre for each two points of margin, at least one; the GM decides about obstacles."""
    laid = table(ada={"at": 4, "critical_range": 0}, thug={"at": 3, "cover": "light"}, options={"critical_margin": 20})
    told = laid.tell(f"attack ada thug --technique shove --critical shove --dice {dice}")
    assert laid.one("thug").at == 3 - metres * (2 if dice == "8,8" else 1)
    assert laid.one("thug").cover == "none"
    assert "what is in the way?" in told


def test_a_shot_shoves_a_metre(table):
    """RBF-TEC-SHOVE: regardless of margin."""
    laid = table(joss={"at": 0, "skills": {"shoot": 5}}, thug={"at": 9})
    laid.do("attack joss thug --technique shove --dice 6,6")
    assert laid.one("thug").at == 10


def test_stun(table):
    """RBF-TEC-STUN: with the talent and a blunt weapon; an action less on its next turn."""
    laid = table(ada={"talents": ("Hammer Expert",), "weapons": ("maul", "sword")})
    laid.do_all(BY_HAND, "attack ada thug --technique stun --dice 5,5", "turn next", "turn next", "turn next")
    assert laid.one("thug").actions_left == 1
    laid.do("turn next")
    assert "stunned" not in laid.one("thug").conditions


def test_stun_needs_a_blunt_weapon(table):
    """RBF-TEC-STUN: a sword is none."""
    laid = table(ada={"talents": ("Hammer Expert",)})
    assert "blunt" in laid.refused("attack ada thug --technique stun", "RBF-TEC-STUN")


def test_sunder(table):
    """RBF-TEC-SUNDER: the TN is lower by 1, and by 1 more for each three points of margin; it adds up."""
    laid = table()
    laid.do("attack ada thug --technique sunder --dice 6,7")
    assert laid.one("thug").conditions["sundered"].amount == 1 + 4 // 3
    assert laid.rolls(laid.do("attack ada thug --technique sunder --dice 4,4"))[0].against == 10
    assert laid.one("thug").conditions["sundered"].amount == 2 + 1


def test_throw(table):
    """RBF-TEC-THROW: up to 3 m per level of Brawl; the target falls prone and is free of the grapple."""
    laid = table(tamsin={"at": 0, "skills": {"brawl": 2}}, thug={"at": 1})
    laid.do_all("attack tamsin thug --technique grapple --dice 6,6")
    laid.do("attack tamsin thug --technique throw --answer direction=away --dice 6,6,1,3,4")
    thug = laid.one("thug")
    assert (thug.at, thug.hp, [*thug.conditions]) == (7, 20 - 7, ["prone"])


def test_who_is_thrown_is_pinned_no_more(table):
    """RBF-TEC-THROW, RBF-TEC-PIN: the throw ends the grapple and the pin."""
    laid = table(tamsin={"at": 0, "skills": {"brawl": 2}}, thug={"at": 1})
    laid.do_all("attack tamsin thug --technique grapple --dice 6,6", "condition add thug pinned")
    played = laid.do("attack tamsin thug --technique throw --answer direction=over --dice 6,6,1,3,4")
    lost = [(each.name, each.rule) for each in played.events if isinstance(each, ConditionLost)]
    assert lost == [("grappled", "RBF-TEC-THROW"), ("pinned", "RBF-TEC-PIN")]
    assert laid.one("thug").at == -5


def test_a_throw_may_be_shorter(table):
    """RBF-TEC-THROW: and with less of a fall; under 3 m it does not hurt."""
    laid = table(tamsin={"at": 0}, thug={"at": 1})
    laid.do_all("attack tamsin thug --technique grapple --dice 5,5")
    laid.do("attack tamsin thug --technique throw --metres 2 --answer direction=away --dice 5,5,1")
    assert (laid.one("thug").at, laid.one("thug").hp) == (3, 20)


def test_trip(table):
    """RBF-TEC-TRIP: prone until the target gets up."""
    laid = table()
    laid.do("attack ada thug --technique trip --dice 5,5")
    laid.do("stand thug")
    assert dict(laid.one("thug").conditions) == {}


# Talents, bonus actions and reactions.


DUELIST = {"talents": ("Expert Duelist",)}
STALKER = {"talents": ("Stalker",), "cover": "heavy"}


def test_rage(table):
    """RBF-TAL-1: advantage on attacks, disadvantage on defense until the start of the next own turn; free."""
    laid = table(tamsin={"talents": ("Berserker",)})
    laid.do_all(BY_HAND, "turn next", "turn next", "use tamsin rage")
    assert laid.one("tamsin").actions_left == 2
    laid.refused("use tamsin rage", "RBF-TAL-1")
    assert len(laid.rolls(laid.do("attack tamsin thug --dice 4,4,4"))[0].dice) == 3
    laid.do("turn next")
    edges = laid.rolls(laid.do("attack thug tamsin --dice 8,8,8"))[0].edges
    assert [(each.value, each.why) for each in edges] == [(-1, "Rage")]
    assert len(laid.rolls(laid.do("damage-save tamsin --tn 12 --damage 1 --dice 8,8,8"))[0].dice) == 3
    laid.do_all("turn next", "turn next", "turn next", "turn next", "turn next")
    assert "raging" not in laid.one("tamsin").conditions


def test_only_berserkers_rage(table):
    """RBF-TAL-1: refused, or forced."""
    laid = table()
    assert "Berserker" in laid.refused("use ada rage", "RBF-TAL-1")
    laid.do("use ada rage --force")


def test_sniper(table):
    """RBF-TAL-1: a shot from stealth has advantage 1 and 6 extra damage, in addition to the stealth bonus."""
    laid = table(joss={"talents": ("Sniper",), "cover": "heavy", "weapons": ("rifle",)})
    laid.do("hide joss")
    rolled = laid.rolls(laid.do("attack joss other --dice 5,6,1"))[0]
    assert (len(rolled.dice), rolled.total) == (3, 11 + 3 + 1)
    assert laid.one("other").hp == 60 - (10 + 3 + 1 + 6)
    assert len(laid.rolls(laid.do("attack joss other --dice 5,6"))[0].dice) == 2


def test_an_edge_that_an_option_takes_away_is_not_told(table):
    """RBF-TST-2, RBF-TAL-1: reasons without a die are not shown with the roll."""
    sniper = {"talents": ("Sniper",), "cover": "heavy", "weapons": ("rifle",)}
    laid = table(joss=sniper, options={"sniper_advantage": 0})
    laid.do("hide joss")
    rolled = laid.rolls(laid.do("attack joss other --dice 5,6"))[0]
    assert (len(rolled.dice), rolled.edges) == (2, ())


def test_sniping_is_shooting(table):
    """RBF-TAL-1: a blow from stealth is no shot."""
    laid = table(ada={"talents": ("Sniper",)})
    laid.do("condition add thug surprised")
    assert len(laid.rolls(laid.do("attack ada thug --dice 5,6"))[0].dice) == 2


def test_brute(table):
    """RBF-TAL-1: 2 more with melee and brawl, not with a gun."""
    laid = table(tamsin={"talents": ("Brute",)}, joss={"talents": ("Brute",)})
    laid.do_all("attack tamsin other --dice 6,6", "attack joss other --dice 6,6")
    assert laid.one("other").hp == 60 - 9 - 9


def test_axe_expert(table):
    """RBF-TAL-1: an axe cleaves in addition to another technique; other weapons do not."""
    laid = table(ada={"talents": ("Axe Expert", "Expert Fighter"), "weapons": ("axe", "sword")})
    laid.do("attack ada thug other --technique trip --dice 5,5")
    assert (laid.one("thug").hp, laid.one("other").hp) == (20 - 15, 60 - 15)
    assert "prone" in laid.one("thug").conditions
    assert "prone" not in laid.one("other").conditions
    laid.do("draw ada sword")
    laid.refused("attack ada thug other", "RBF-ATK-1")


def test_speedy(table):
    """RBF-TAL-1: 3 m and 3 initiative more."""
    laid = table(ada={"talents": ("Speedy",)})
    assert pace(laid.fight, laid.one("ada")) == 13
    laid.do("init --dice 6,5,4,3,7,6")
    assert laid.one("ada").initiative == 17


def test_the_numbers_of_talents_are_options(table):
    """RBF-TAL-1: taken from the public pages, so the house may change them."""
    laid = table(tamsin={"talents": ("Brute", "Speedy")}, options={"brute_damage": 5, "speedy": 1})
    laid.do("attack tamsin other --dice 6,6")
    assert laid.one("other").hp == 60 - 12
    assert pace(laid.fight, laid.one("tamsin")) == 11


def test_any_other_talent_is_a_note(table):
    """RBF-TAL-1: kept on the sheet, without an effect."""
    laid = table(ada={"talents": ("Knows every tavern",)})
    laid.reopen()
    assert laid.one("ada").talents == ("Knows every tavern",)
    assert laid.do("attack ada thug --dice 5,5").outcome == "success"


def test_a_stalker_hides_as_a_bonus_action(table):
    """RBF-BON-1, RBF-TAL-1: in addition to both actions, once per turn."""
    laid = table(joss=STALKER)
    laid.do_all(BY_HAND, "turn next", "hide joss --bonus", "attack joss thug --dice 5,5")
    assert "already used the bonus action this turn" in laid.refused("hide joss --bonus", "RBF-BON-1")
    laid.do("hide joss")
    assert laid.one("joss").actions_left == 0


def test_a_bonus_action_needs_a_feature(table):
    """RBF-BON-1: otherwise it is an action."""
    laid = table(joss={"cover": "heavy"})
    laid.do_all(BY_HAND, "turn next")
    assert "Stalker" in laid.refused("hide joss --bonus", "RBF-BON-1")
    laid.refused("cast joss 'say push' --bonus", "RBF-ACT-6")


def test_the_bonus_action_is_refreshed_at_the_start_of_ones_turn(table):
    """RBF-BON-1: and not before."""
    laid = table(joss=STALKER)
    laid.do_all(BY_HAND, "turn next", "hide joss --bonus", "condition remove joss hidden", "turn next")
    laid.refused("hide joss --bonus", "RBF-INI-3")
    for _ in range(5):
        laid.do("turn next")
    assert laid.one("joss").bonus_left == 1
    laid.do("hide joss --bonus")


def test_the_bonus_action_left_is_offered(table):
    """RBF-BON-1: a saved question when the actions are used up; going on is an answer too."""
    laid = table(joss=STALKER)
    laid.do_all(BY_HAND, "turn next", "aim joss", "aim joss")
    assert laid.fight.questions[0].kind == "bonus"
    laid.reopen()
    laid.do("choose hide")
    assert "hidden" in laid.one("joss").conditions
    again = table(joss=STALKER)
    again.do_all(BY_HAND, "turn next", "aim joss", "aim joss", "turn next")
    assert not again.fight.questions


def test_a_duelist_strikes_back_after_a_critical_dodge(table):
    """RBF-REA-1: a saved question, answered later, or `--reaction` immediately."""
    laid = table(tamsin=DUELIST)
    laid.do("attack thug tamsin --dice 8,8")
    assert laid.fight.questions[0].answers == ("strike with unarmed", "no")
    laid.reopen()
    laid.do("choose strike --dice 5,5")
    assert laid.one("thug").hp == 20 - 7
    assert laid.one("tamsin").reactions_left == 0
    other = table(tamsin=DUELIST)
    other.do_all(BY_HAND, "attack thug tamsin --force --dice 8,8")
    played = other.do("attack tamsin thug --reaction --technique trip --dice 5,5")
    assert "prone" in other.one("thug").conditions
    assert other.one("tamsin").actions_left == 0
    assert lapses(played) == []


def lapses(played):
    """Return the kinds of the offers that lapsed with a line."""
    return [each.kind for each in played.events if isinstance(each, QuestionAnswered) and each.lapsed]


def test_a_riposte_lapses(table):
    """RBF-REA-1: with the next command, and a line says so."""
    laid = table(tamsin=DUELIST)
    laid.do_all("attack thug tamsin --dice 8,8", "choose no", "attack thug tamsin --dice 8,8")
    assert lapses(laid.do("attack ada thug --dice 5,5")) == ["riposte"]
    assert laid.one("tamsin").reactions_left == 1
    assert "nothing to react to" in laid.refused("attack tamsin thug --reaction", "RBF-REA-1")


def test_a_reaction_needs_a_feature_and_a_trigger(table):
    """RBF-REA-1: only Dodge, only a critical success, only an Expert Duelist, only that enemy."""
    laid = table(tamsin=DUELIST)
    laid.do("attack thug ada --dice 8,8")
    assert "no feature" in laid.refused("attack ada thug --reaction", "RBF-REA-1")
    laid.do("attack thug tamsin --kind meditation --dice 8,8")
    assert not laid.fight.questions
    laid.do_all("attack thug tamsin --dice 6,6", "attack other tamsin --dice 8,8")
    laid.refused("attack tamsin thug --reaction", "RBF-REA-1")


def test_one_reaction_a_round(table):
    """RBF-REA-1: refreshed at the start of the turn; a talent can raise the maximum."""
    laid = table(tamsin=DUELIST)
    laid.do_all(BY_HAND, "attack thug tamsin --force --dice 8,8", "choose strike --dice 5,5")
    laid.do("attack thug tamsin --force --dice 8,8")
    assert not laid.fight.questions
    laid.do_all("turn next", "turn next", "attack thug tamsin --force --dice 8,8")
    assert laid.fight.questions
    twice = table(tamsin={**DUELIST, "reactions": 2})
    twice.do_all("attack thug tamsin --dice 8,8", "choose strike --dice 5,1", "attack thug tamsin --dice 8,8")
    assert twice.fight.questions


@pytest.mark.parametrize("word", ["EXPERT FIGHTER", "Expert fighter"])
def test_talents_are_known_however_they_are_written(table, word):
    """RBF-TAL-1: capital letters do not matter."""
    laid = table(ada={"talents": (word,)})
    laid.do("attack ada thug --technique trip --dice 5,5")
    assert laid.one("thug").hp == 9
