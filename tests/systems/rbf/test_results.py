"""A critical success is never lost: what fits is offered, and does something."""

import pytest

from rbfcli.model.fight import Condition
from rbfcli.systems.rbf.offers import candidates
from rbfcli.systems.rbf.sheet import Weapon

ADA_HALBERD = {"weapons": ("claymore",), "at": 0}


def offered(laid, line):
    """What a critical success offers."""
    laid.do(line)
    return laid.fight.questions[0].answers


def test_cleave_hits_another_beside(table):
    """RBF-ATK-2, RBF-TEC-CLEAVE: the same damage to both."""
    laid = table(ada=ADA_HALBERD, thug={"hp": 60, "at": 1}, other={"at": 2}, boss={"at": 30})
    assert "cleave" in offered(laid, "attack ada thug --dice 8,8")
    laid.do("choose cleave")
    assert (laid.one("thug").hp, laid.one("other").hp, laid.one("boss").hp) == (60 - 15, 60 - 15, 140)


def test_whom_it_cleaves_is_asked_where_there_are_several(table):
    """RBF-ATK-2, RBF-TEC-CLEAVE: one more, of the attacker's choice."""
    laid = table(ada=ADA_HALBERD, thug={"hp": 60, "at": 1}, other={"at": 2}, boss={"at": 2})
    laid.do_all("attack ada thug --dice 8,8", "choose cleave")
    assert laid.fight.questions[0].answers == ("other", "boss")
    assert laid.fight.questions[0].facts["target"] == "thug"
    laid.reopen()
    laid.do("choose boss")
    assert (laid.one("thug").hp, laid.one("other").hp, laid.one("boss").hp) == (60 - 15, 60, 140 - 15)
    laid.session.undo(2)
    laid.do("choose cleave --answer second=other")
    assert laid.one("other").hp == 60 - 15


@pytest.mark.parametrize(
    "changes",
    [
        {"ada": {"weapons": ("sword",), "at": 0}},
        {"other": {"at": 3}},
        {"other": {"at": 2, "hp": 0, "max_hp": 60, "conditions": {"out": {}}}},
    ],
)
def test_cleave_is_offered_only_where_it_hits_somebody(table, changes):
    """RBF-ATK-2, RBF-TEC-CLEAVE: with a long blade, and a standing foe in reach next to the target."""
    import msgspec

    from rbfcli.model.fight import Condition

    sheets = {"ada": ADA_HALBERD, "thug": {"hp": 60, "at": 1}, "other": {"at": 2}, "boss": {"at": 30}, **changes}
    if "conditions" in sheets["other"]:
        sheets["other"] = {**sheets["other"], "conditions": {"out": msgspec.convert({}, Condition)}}
    laid = table(**sheets)
    assert "cleave" not in offered(laid, "attack ada thug --dice 8,8")
    laid = table(**sheets)
    laid.refused("attack ada thug --critical cleave", laid_rule(sheets))


def laid_rule(sheets):
    """Return the rule that refuses a cleave: its weapon's, or that of critical successes."""
    return "RBF-TEC-CLEAVE" if "sword" in sheets["ada"]["weapons"] else "RBF-ATK-2"


def test_an_axe_expert_cleaves_with_an_axe(table):
    """RBF-TAL-1, RBF-ATK-2: others need a long blade."""
    axe = {"weapons": ("axe",), "at": 0}
    laid = table(ada={**axe, "talents": ("Axe Expert",)}, thug={"hp": 60, "at": 1}, other={"at": 2})
    assert "cleave" in offered(laid, "attack ada thug --dice 8,8")
    laid = table(ada=axe, thug={"hp": 60, "at": 1}, other={"at": 2})
    assert "cleave" not in offered(laid, "attack ada thug --dice 8,8")


def test_pierce_hits_another_behind(table):
    """RBF-ATK-2, RBF-TEC-PIERCE: not one in front."""
    laid = table(joss={"at": 0}, thug={"hp": 60, "at": 9}, other={"at": 11}, boss={"at": 7})
    assert "pierce" in offered(laid, "attack joss thug --dice 8,8")
    laid.do("choose pierce")
    assert (laid.one("thug").hp, laid.one("other").hp, laid.one("boss").hp) == (60 - 9, 60 - 9, 140)
    laid = table(joss={"at": 0}, thug={"hp": 60, "at": 9}, other={"at": 7}, boss={"at": 7})
    assert "pierce" not in offered(laid, "attack joss thug --dice 8,8")


@pytest.mark.parametrize(("height", "fits"), [(0, False), (2, False), (3, True), (7, True)])
def test_a_leap_adds_its_drop(table, height, fits):
    """RBF-ATK-2, RBF-TEC-LEAP: from three metres up; one is down then."""
    laid = table(ada={"height": height}, thug={"hp": 60})
    assert ("leap" in offered(laid, "attack ada thug --dice 8,8")) is fits
    if fits:
        laid.do("choose leap --dice 4,4" if height == 7 else "choose leap --dice 4")
        assert laid.one("thug").hp == 60 - 11 - 4 * (height // 3)
        assert laid.one("ada").height == 0


def test_a_leap_from_a_box_to_a_box(table):
    """RBF-ATK-2, RBF-TEC-LEAP: what counts is how much lower the enemy is."""
    laid = table(ada={"height": 4}, thug={"hp": 60, "height": 2})
    assert "leap" not in offered(laid, "attack ada thug --dice 8,8")


def test_a_lunge_is_no_further_effect(table):
    """RBF-ATK-2, RBF-TEC-LUNGE: it reaches, and adds nothing to a hit."""
    laid = table(thug={"hp": 60})
    assert "lunge" not in offered(laid, "attack ada thug --dice 8,8")


def test_an_enemy_is_not_offered_what_lies_on_a_player_for_good(table):
    """RBF-DEF-5: the same on the other side of the table; another enemy's grapple may be taken over."""
    lies = {"prone": Condition(), "grappled": Condition(by="other"), "blinded": Condition(rounds=1)}
    laid = table(ada={"hp": 90, "conditions": lies})
    answers = offered(laid, "attack thug ada --mod -40")
    assert "prone" not in answers
    assert {"none", "grappled", "blinded"} <= set(answers)
    laid = table(ada={"hp": 90, "conditions": {"grappled": Condition(by="thug")}})
    assert "grappled" not in offered(laid, "attack thug ada --mod -40")


@pytest.mark.parametrize(
    ("name", "condition", "line"),
    [
        ("trip", "prone", "attack ada thug"),
        ("lacerate", "bleeding", "attack ada thug"),
        ("pin", "pinned", "attack joss thug"),
        ("grapple", "grappled", "attack tamsin thug"),
    ],
)
def test_what_lies_on_an_enemy_for_good_is_not_offered_again(table, name, condition, line):
    """RBF-ATK-2, RBF-TEC-4: neither as a technique nor as an effect; one that runs out in some rounds is."""
    who = line.split()[1]
    weapons = {"ada": "sword", "joss": "rail", "tamsin": ""}[who]
    for rounds, by, again in ((0, who, False), (1, who, True), (0, "other", name == "grapple")):
        lies = {condition: Condition(rounds=rounds, by=by)}
        laid = table(thug={"hp": 90, "conditions": lies}, **{who: {"weapons": tuple(filter(None, (weapons,)))}})
        listed = {getattr(each.command, "technique", "") for each in candidates(laid.fight, who)}
        assert (name in listed) is again
        assert (name in offered(laid, f"{line} --mod 40")) is again


def test_the_same_technique_twice_is_not_offered(table):
    """RBF-ATK-2: an additional one."""
    laid = table(thug={"hp": 60})
    answers = offered(laid, "attack ada thug --technique trip --dice 8,8")
    assert "trip" not in answers
    assert "sunder" in answers
    laid.do("choose sunder")
    assert set(laid.one("thug").conditions) == {"prone", "sundered"}
    laid.refused("attack ada thug --technique trip --critical trip", "RBF-ATK-2")


def test_double_a_technique_is_the_technique_and_the_damage(table):
    """RBF-ATK-2, RBF-TEC-1: nothing is not doubled to nothing; an Expert Fighter doubles the damage."""
    laid = table(thug={"hp": 60})
    laid.do("attack ada thug --technique trip --critical double --dice 8,8")
    assert (laid.one("thug").hp, *laid.one("thug").conditions) == (60 - 11, "prone")
    laid = table(thug={"hp": 60}, ada={"talents": ("Expert Fighter",)})
    laid.do("attack ada thug --technique trip --critical double --dice 8,8")
    assert (laid.one("thug").hp, *laid.one("thug").conditions) == (60 - 22, "prone")


def test_without_damage_nothing_cleaves(table):
    """RBF-ATK-2, RBF-TEC-1: a technique instead of damage leaves nothing for a second one to take."""
    sheets = {"thug": {"hp": 60, "at": 1}, "other": {"at": 2}}
    laid = table(ada=ADA_HALBERD, **sheets)
    assert "cleave" not in offered(laid, "attack ada thug --technique trip --dice 8,8")
    laid = table(ada={**ADA_HALBERD, "talents": ("Expert Fighter",)}, **sheets)
    assert "cleave" in offered(laid, "attack ada thug --technique trip --dice 8,8")


def test_bare_hands_are_no_hammer(table):
    """RBF-TEC-STUN: regardless of talents."""
    laid = table(tamsin={"talents": ("Hammer Expert",)}, thug={"hp": 60})
    laid.refused("attack tamsin thug --technique stun", "RBF-TEC-STUN")
    assert "stun" not in offered(laid, "attack tamsin thug --dice 8,8")


@pytest.mark.parametrize("weapon", ["bardiche", "claymore", "labrys", "wakizashi"])
def test_the_blades_that_the_page_names_cleave(table, weapon):
    """RBF-TEC-CLEAVE: from the common list, without a talent."""
    laid = table(ada={"weapons": (weapon,), "at": 0}, thug={"hp": 60, "at": 1}, other={"at": 2})
    laid.do("attack ada thug other --technique cleave --dice 7,7")
    assert laid.one("thug").hp == laid.one("other").hp
    assert laid.one("other").hp < 60


@pytest.mark.parametrize("weapon", ["spear", "rapier", "javelin", "trident", "foil"])
def test_the_points_that_the_page_names_pin(table, weapon):
    """RBF-TEC-PIN: thrusting weapons."""
    laid = table(ada={"weapons": (weapon,)}, thug={"hp": 60})
    laid.do("attack ada thug --technique pin --dice 7,7")
    assert "pinned" in laid.one("thug").conditions


# Failures, struggles, blasts, and pushing.


@pytest.mark.parametrize(
    ("line", "happens"),
    [
        ("attack ada thug --dice 1,1", lambda laid: laid.one("ada").held == ""),
        ("attack tamsin thug --dice 1,1", lambda laid: "prone" in laid.one("tamsin").conditions),
        ("attack joss thug --dice 1,1", lambda laid: laid.one("joss").ammo["pistol"] == 0),
        ("attack ada thug --complication prone --dice 1,1", lambda laid: "prone" in laid.one("ada").conditions),
        ("attack ada thug --complication broken --dice 1,1", lambda laid: laid.one("ada").weapons == ()),
        ("attack joss thug --complication jammed --dice 1,1", lambda laid: laid.one("joss").ammo["pistol"] == 0),
        ("attack joss thug --complication explodes --dice 1,1", lambda laid: laid.one("joss").weapons == ("rifle",)),
    ],
)
def test_failure_does_nothing_and_brings_a_complication(table, line, happens):
    """RBF-ATK-5: the usual one of the weapon, or the one the GM chose."""
    laid = table()
    laid.do(line)
    assert laid.one("thug").hp == 20
    assert happens(laid)


def test_a_bow_is_dropped_on_a_failure(table):
    """RBF-ATK-5: bows as melee weapons."""
    laid = table(joss={"weapons": ("bow",)})
    laid.do("attack joss thug --dice 1,1")
    assert laid.one("joss").held == ""


def test_complications_no_number_tells_are_told_to_the_gm(table):
    """RBF-ATK-5: an ally hit, or one in the GM's own words."""
    laid = table()
    assert "hits an ally near Thug" in laid.tell("attack joss thug --complication ally-hit --dice 1,1")
    assert "the lamp falls" in laid.tell('attack ada thug --complication "say the lamp falls" --dice 1,1')


def test_why_an_effect_is_nothing_to_an_object(table):
    """RBF-ATK-2: it cannot be stunned; a blow that passes through it needs somebody behind it."""
    laid = table(ada=ADA_HALBERD, thug={"at": 1, "object": True}, other={"at": 9}, boss={"at": 30})
    assert "stunned needs an enemy, not an object" in laid.refused("attack ada thug --critical stunned", "RBF-ATK-2")
    assert "cleave does not apply" in laid.refused("attack ada thug --critical cleave", "RBF-ATK-2")


def test_the_house_may_ask_for_the_complication(table):
    """RBF-ATK-5: the option `complication`; the usual one is offered first."""
    laid = table(options={"complication": "ask"})
    laid.do("attack ada thug --dice 1,1")
    assert laid.fight.questions[0].answers[0] == "dropped"
    laid.reopen()
    laid.do("choose broken")
    assert laid.one("ada").weapons == ()
    assert laid.one("ada").held == ""


def test_a_weapon_dropped_is_drawn_again(table):
    """RBF-ATK-5, RBF-ACT-2: it is on the floor, not gone."""
    laid = table()
    laid.do_all("attack ada thug --dice 1,1", "draw ada sword")
    assert laid.one("ada").held == "sword"


def test_a_graze_needs_a_feature_and_a_struggle(table):
    """RBF-ATK-6: its damage on a struggle that would do none, never on a failure."""
    laid = table(joss={"graze": 2})
    laid.do("attack joss thug --dice 4,4")
    assert laid.one("thug").hp == 20 - 2
    laid.do("attack joss thug --dice 1,1")
    assert laid.one("thug").hp == 20 - 2


def test_no_graze_beside_half_damage(table):
    """RBF-ATK-6: a melee struggle does damage already."""
    laid = table(ada={"graze": 2})
    laid.do("attack ada thug --dice 4,4")
    assert laid.one("thug").hp == 20 - 5


@pytest.mark.parametrize(("option", "damage"), [("half", 7), ("none", 0), ("full", 15)])
def test_a_blast_may_still_hurt_on_a_struggle(table, option, damage):
    """RBF-ATK-7: half by default."""
    laid = table(joss={"weapons": ("grenade",), "skills": {"heavy": 0}}, options={"blast_struggle": option})
    laid.do("attack joss thug --dice 5,5")
    assert laid.one("thug").hp == 20 - damage


def test_a_blast_reaches_all_within_its_radius(table):
    """RBF-ATK-7: the same roll against each TN; a target too far off is refused."""
    laid = table(
        joss={"weapons": ("grenade",), "skills": {"heavy": 2}, "at": 0},
        thug={"at": 10},
        other={"at": 12},
        boss={"at": 16},
    )
    laid.refused("attack joss thug other boss", "RBF-ATK-1")
    laid.do("attack joss thug other --dice 5,5")
    assert laid.one("thug").hp == 20 - 17
    assert laid.one("other").hp == 60 - 8


@pytest.mark.parametrize(("option", "damage"), [("down", 5), ("up", 6)])
def test_halves_round_as_the_option_says_and_are_at_least_one(table, option, damage):
    """RBF-ATK-8: 11 halved."""
    laid = table(options={"halves": option})
    laid.do("attack ada thug --dice 4,4")
    assert laid.one("thug").hp == 20 - damage
    bare = table(ada={"weapons": (), "skills": {"brawl": -1}}, options={"halves": option})
    bare.do("attack ada thug --dice 6,6")
    assert bare.one("thug").hp == 20 - 1


def test_every_miss_asks_the_gm_what_else_was_hit(table):
    """RBF-MISS-1: shots that fall short and attacks that fail; a blow that does half damage hit."""
    laid = table()
    assert laid.events(laid.do("attack joss thug --dice 4,4"), "astray")
    assert laid.events(laid.do("attack ada thug --dice 1,1"), "astray")
    assert not laid.events(laid.do("attack tamsin thug --dice 3,3"), "astray")


def test_pushing_turns_a_struggle_into_a_success(table):
    """RBF-ATK-9: for a point of experience; what the struggle did is part of the damage."""
    laid = table(ada={"experience": 2})
    laid.do("attack ada thug --dice 4,4")
    assert laid.one("thug").hp == 15
    laid.reopen()
    laid.do("push ada")
    assert laid.one("thug").hp == 20 - 11
    assert laid.one("ada").experience == 1
    laid.refused("push ada", "RBF-ATK-9")


def test_pushing_costs_health_without_experience_or_what_the_gm_says(table):
    """RBF-ATK-9: 1d6 HP, or a cost in words."""
    laid = table()
    laid.do_all("attack joss thug --dice 4,4", "push joss --dice 4")
    assert laid.one("joss").hp == 15 - 4
    assert laid.one("thug").hp == 20 - 9
    laid.do("attack tamsin thug --dice 3,3")
    assert "her knuckles" in laid.tell('push tamsin "her knuckles"')
    assert laid.one("tamsin").hp == 19


def test_only_a_struggle_just_now_can_be_pushed(table):
    """RBF-ATK-9: not a failure, another combatant's, or after another attack or turn."""
    laid = table()
    laid.do("attack ada thug --dice 1,1")
    laid.refused("push ada", "RBF-ATK-9")
    laid.do("attack joss thug --dice 4,4")
    laid.refused("push ada", "RBF-ATK-9")
    laid.do("attack joss thug --dice 5,5")
    laid.refused("push joss", "RBF-ATK-9")
    laid.do_all("attack joss thug --dice 4,4", "init --dice 1,1,1,1,1,1")
    laid.refused("push joss --force", "RBF-ATK-9")


def test_a_struggle_with_somebody_who_left_cannot_be_pushed(table):
    """RBF-ATK-9: there is no target left."""
    laid = table()
    laid.do_all("attack joss thug --dice 4,4", "remove thug")
    laid.refused("push joss --force", "RBF-ATK-9")


def test_a_push_carries_the_technique_through(table):
    """RBF-ATK-9, RBF-TEC-1: what a success would have done."""
    laid = table()
    laid.do_all("attack ada thug --technique trip --dice 4,4", 'push ada "tired"')
    assert "prone" in laid.one("thug").conditions


@pytest.mark.parametrize(
    ("graze", "burst", "lost", "rule"),
    [(2, False, 2, "RBF-ATK-6"), (0, True, 2, "RBF-ACT-7"), (2, True, 4, "RBF-ATK-6"), (0, False, 0, "")],
)
def test_what_a_near_miss_does_and_by_which_rule(table, graze, burst, lost, rule):
    """RBF-ATK-6, RBF-ACT-7: the graze of a feature, the two points of a burst, and both together."""
    laid = table(joss={"weapons": ("auto",), "graze": graze})
    played = laid.do(f"attack joss thug{' --autofire' if burst else ''} --dice 4,4")
    assert [(each.rule, each.facts["amount"]) for each in laid.events(played, "damage")] == [(rule, lost)][: bool(lost)]
    assert laid.one("thug").hp == 20 - lost


def test_who_missed_whom(table):
    """RBF-MISS-1, RBF-ATK-5: in the report of a miss, and in the question for the GM."""
    laid = table(options={"complication": "ask"})
    [astray] = laid.events(laid.do("attack joss thug --dice 4,4"), "astray")
    assert (astray.who, astray.target) == ("joss", "thug")
    [mishap] = laid.events(laid.do("attack ada thug --complication 'say lights out' --dice 1,1"), "complication")
    assert (mishap.who, mishap.target, mishap.facts["effect"]) == ("ada", "thug", "lights out")
    laid.do("attack joss thug --dice 1,1")
    [asked] = laid.fight.questions
    assert (asked.who, asked.facts["target"]) == ("joss", "thug")


def test_what_is_done_already_is_told_of_a_push(table):
    """RBF-ATK-9: of the damage of the hit, the half of it."""
    laid = table()
    laid.do("attack ada thug --dice 4,4")
    played = laid.do("push ada her arm is numb")
    assert [each.facts["cost"] for each in laid.events(played, "push-cost")] == ["her arm is numb"]
    [damage] = laid.events(played, "damage")
    assert (damage.facts["amount"], damage.facts["why"]) == (11 - 5, "sword 8 + Melee 3, 5 of it done")
    laid.do("attack joss thug --dice 4,4")
    [damage] = laid.events(laid.do("push joss tired"), "damage")
    assert (damage.facts["amount"], damage.facts["why"]) == (9, "pistol 6 + Shoot 3")


@pytest.mark.parametrize(("option", "amount", "why"), [("half", 8, "half of "), ("full", 17, "")])
def test_how_the_struggle_of_a_blast_is_told(table, option, amount, why):
    """RBF-ATK-7: half the damage, or all of it."""
    thrower = {"weapons": ("grenade",), "skills": {"heavy": 2}}
    laid = table(joss=thrower, options={"blast_struggle": option})
    [damage] = laid.events(laid.do("attack joss thug --dice 4,4"), "damage")
    assert (damage.facts["amount"], damage.facts["why"]) == (amount, f"{why}grenade 15 + Heavy 2")


@pytest.mark.parametrize(("said", "to"), [("--metres 3", 4), ("", 16)])
def test_a_push_throws_as_far_as_was_said(table, said, to):
    """RBF-ATK-9, RBF-TEC-THROW: else as far as it goes, three metres a level."""
    held = {"grappled": Condition(by="tamsin")}
    laid = table(tamsin={"at": 0}, thug={"at": 1, "hp": 90, "conditions": held})
    laid.do(f"attack tamsin thug --technique throw {said} --dice 1,2,3")
    assert laid.one("thug").at == 1
    laid.do("push tamsin tired --answer direction=away")
    assert laid.one("thug").at == to


def test_a_push_leads_where_was_said(table):
    """RBF-ATK-9, RBF-TEC-STRAFE: a metre to a side, once the attack hits."""
    laid = table(ada={"at": 0}, thug={"at": 1, "hp": 90})
    laid.do("attack ada thug --technique strafe --to 1 --dice 4,4")
    assert laid.one("ada").at == 0
    laid.do("push ada tired")
    assert laid.one("ada").at == 1


def test_another_turn_ends_the_moment_to_push(table):
    """RBF-ATK-9: whosever it is; till then it can be pushed."""
    laid = table()
    laid.do("init --set ada=9 --set joss=8 --set tamsin=1 --set thug=7 --set other=1 --set boss=1")
    laid.do("attack ada thug --dice 4,4")
    laid.do("turn next")
    laid.refused("push ada tired", "RBF-ATK-9")
    laid.do_all("attack joss thug --dice 4,4", "push joss tired")
    assert laid.one("thug").hp == 20 - 5 - 9


def test_a_blow_takes_no_round(table):
    """RBF-ACT-3: only shots use rounds, even if a melee weapon counts some."""
    saw = Weapon(name="chain saw", skill="melee", damage=8, ammo=3)
    laid = table(ada={"weapons": ("saw",)}, weapons={"saw": saw})
    laid.do_all("attack ada thug --dice 4,4", "attack joss thug --dice 4,4")
    assert (laid.one("ada").ammo["saw"], laid.one("joss").ammo["pistol"]) == (3, 5)


def test_a_sword_and_a_pistol_at_once(table):
    """RBF-DUAL-1, RBF-ACT-3: the pistol is fired, though the blow is struck first."""
    laid = table(ada={"weapons": ("sword", "pistol"), "off_hand": "pistol"})
    laid.do("attack ada thug --dual --dice 6,6")
    assert laid.one("ada").ammo["pistol"] == 5


@pytest.mark.parametrize("second", ["rifle", ""])
def test_what_is_no_second_weapon(table, second):
    """RBF-DUAL-1: one for two hands, or none; with a knife there it goes."""
    laid = table(ada={"weapons": ("sword", "knife", "rifle"), "off_hand": second})
    laid.refused("attack ada thug --dual", "RBF-DUAL-1")
    laid.do_all("set ada off-hand=knife", "attack ada thug --dual")
