"""Attacks more closely: whom one reaches, what a technique needs and who it is by, pushing, numbers at their ends."""

import pytest

from rbfcli.kernel.fight import Condition
from rbfcli.kernel.play import play
from rbfcli.systems.rbf import RULES, numbers
from rbfcli.systems.rbf.commands import fighting
from rbfcli.systems.rbf.sheet import Weapon

ROW = {"ada": {"at": 0}, "thug": {"at": 1, "hp": 90}, "other": {"at": 2, "hp": 90}, "boss": {"at": 9}}
EVERYTHING = ("axe", "blade", "blunt", "large", "long", "projectile", "thrust")


@pytest.mark.parametrize(
    ("technique", "enough"),
    [
        ("cleave", [{"blade", "long"}]),
        ("lacerate", [{"blade"}]),
        ("pierce", [{"projectile"}, {"long", "thrust"}]),
        ("pin", [{"thrust"}, {"large", "projectile"}]),
        ("stun", [{"blunt"}]),
    ],
)
def test_what_a_weapon_has_to_be_for_a_technique(table, technique, enough):
    """RBF-TEC-4, RBF-TEC-CLEAVE, RBF-TEC-LACERATE, RBF-TEC-PIERCE, RBF-TEC-PIN, RBF-TEC-STUN: these, and no less."""
    some = [{each} for each in EVERYTHING] + [{"blade", "long"}, {"long", "thrust"}, {"large", "projectile"}]
    for traits in some:
        weapon = Weapon(name="thing", skill="melee", damage=3, traits=tuple(sorted(traits)))
        ada = {"weapons": ("thing",), "talents": ("Hammer Expert",), "at": 0}
        laid = table(**{**ROW, "ada": ada}, weapons={"thing": weapon})
        if any(need <= traits for need in enough):
            laid.do(f"attack ada thug --technique {technique} --dice 5,5")
        else:
            laid.refused(f"attack ada thug --technique {technique}", f"RBF-TEC-{technique.upper()}")


@pytest.mark.parametrize(
    ("technique", "condition", "rounds"),
    [
        ("blind", "blinded", 2),
        ("cripple", "crippled", 2),
        ("stun", "stunned", 2),
        ("sunder", "sundered", 2),
        ("grapple", "grappled", 3),
        ("pin", "pinned", 3),
        ("lacerate", "bleeding", 4),
        ("trip", "prone", 0),
        ("disarm", "disarmed", 0),
    ],
)
def test_whose_a_condition_is_and_how_long_it_lasts(table, technique, condition, rounds):
    """RBF-TEC-2, RBF-TEC-1: by the attacker, for as long as the option for its kind says."""
    skill = "brawl" if technique == "grapple" else "melee"
    weapon = Weapon(name="thing", skill=skill, damage=3, traits=("blade", "blunt", "thrust"))
    laid = table(
        ada={"weapons": ("thing",), "talents": ("Hammer Expert",), "skills": {skill: 3}},
        thug={"hp": 60, "weapons": ("hook",)},
        weapons={"thing": weapon},
        options={"condition_rounds": 2, "hold_rounds": 3, "bleeding_rounds": 4},
    )
    laid.do(f"attack ada thug --technique {technique} --dice 5,5")
    lying = laid.one("thug").conditions[condition]
    assert (lying.by, lying.rounds) == ("ada", rounds)
    assert laid.one("thug").hp == 60


@pytest.mark.parametrize(("margin", "points"), [(0, 1), (2, 1), (3, 2), (5, 2)])
def test_how_far_a_guard_is_sundered(table, margin, points):
    """RBF-TEC-SUNDER: 1, and 1 more for each three points; twice adds up."""
    laid = table(thug={"hp": 60, "tn": 12})
    mod = 12 + margin - 13
    played = laid.do(f"attack ada thug --technique sunder --mod {mod} --dice 5,5")
    assert [each.facts["points"] for each in laid.events(played, "sundered")] == [points]
    assert laid.one("thug").conditions["sundered"].amount == points
    laid.do(f"attack ada thug --technique sunder --mod {-1 - points} --dice 5,5")
    assert laid.one("thug").conditions["sundered"].amount == points + 1


@pytest.mark.parametrize(
    ("weapon", "margin", "metres"), [("sword", 0, 1), ("sword", 3, 1), ("sword", 4, 2), ("pistol", 5, 1)]
)
def test_how_far_somebody_is_shoved(table, weapon, margin, metres):
    """RBF-TEC-SHOVE: by the margin, or by a shot as far as the option says."""
    laid = table(ada={"weapons": (weapon,), "skills": {"melee": 3, "shoot": 3}}, thug={"hp": 60})
    played = laid.do(f"attack ada thug --technique shove --mod {margin - 1} --dice 5,5")
    assert [each.facts["metres"] for each in laid.events(played, "driven-back")] == [metres]


def test_pushing_what_has_done_it_all_already(table):
    """RBF-ATK-9, RBF-ATK-8: one point is the least, and half of one is one."""
    twig = Weapon(name="twig", skill="melee", damage=1)
    laid = table(ada={"weapons": ("twig",), "skills": {"melee": 0}, "experience": 1}, weapons={"twig": twig})
    laid.do("attack ada thug --mod 3 --dice 4,4")
    assert laid.one("thug").hp == 19
    laid.do("push ada")
    assert (laid.one("thug").hp, laid.one("ada").experience) == (19, 0)


@pytest.mark.parametrize(
    ("said", "hurt", "lies"),
    [
        ("--club", ("thug",), "out"),
        ("--nonlethal", ("thug",), "unconscious"),
        ("--technique cleave", ("thug", "other"), "out"),
    ],
)
def test_a_push_hits_as_the_attack_would_have(table, said, hurt, lies):
    """RBF-ATK-9: with the same weapon, as it was swung, on the same targets, to the same end."""
    weapon = "rifle" if said == "--club" else "claymore"
    sheets = {**ROW, "thug": {"at": 1, "hp": 9, "tn": 12}, "other": {"at": 1, "hp": 90, "tn": 12}}
    sheets["thug"]["hp"] = {"--nonlethal": 12, "--club": 9}.get(said, 18)
    laid = table(**{**sheets, "ada": {"at": 0, "weapons": (weapon,), "skills": {"melee": 6}, "experience": 1}})
    who = "thug other" if "cleave" in said else "thug"
    laid.do(f"attack ada {who} {said} --mod -3 --dice 4,4" + (",2" if said == "--club" else ""))
    before = {each: laid.one(each).hp for each in ("thug", "other")}
    laid.do("push ada" + (" --dice 6" if said == "--club" else ""))
    after = {each: laid.one(each).hp for each in ("thug", "other")}
    assert tuple(each for each in after if after[each] < before[each]) == hurt
    assert lies in laid.one("thug").conditions
    if "cleave" in said:
        assert laid.one("other").hp == 90 - 18  # of whom a struggle does nothing


def test_a_tn_of_nothing(table):
    """RBF-ATK-1, RBF-DEF-1: 0 is a number."""
    laid = table(thug={"tn": 0, "hp": 60})
    assert laid.rolls(laid.do("attack ada thug --critical double"))[0].against == 0
    assert laid.rolls(laid.do("attack thug ada --condition none"))[0].against == 0


def test_stand_ins_are_of_this_system():
    """RBF-ATK-1, RBF-DEF-1, RBF-STB-1: and named so that a line reads well."""
    attack = numbers.attack(fighting.AttackNumbers(tn=12, damage="3"))
    save = numbers.damage_save(fighting.DamageSaveNumbers(tn=12, damage="3"))
    treat = numbers.stabilize(fighting.StabilizeNumbers())
    assert {fight.system for fight, _ in (attack, save, treat)} == {"rbf"}
    for fight, _ in (attack, save, treat):
        assert [one.name for one in fight.combatants.values()] == [f"the {who}" for who in fight.combatants]
    sides = [[one.side for one in fight.combatants.values()] for fight, _ in (attack, save, treat)]
    assert sides == [["players", "targets"], ["players"], ["players", "players"]]
    assert play(RULES, *save).outcome
    assert attack[0].weapons["weapon"].name == "weapon"


@pytest.mark.parametrize(
    ("first", "second", "technique", "may"),
    [
        (1, 2, "cleave", True),
        (1, 4, "cleave", True),
        (1, 5, "cleave", False),
        (10, 12, "pierce", True),
        (10, 10, "pierce", True),
        (10, 9, "pierce", False),
        (10, 14, "pierce", False),
        (-10, -12, "pierce", True),
        (-10, -9, "pierce", False),
        (1, -1, "pierce", False),
    ],
)
def test_who_stands_near_enough_for_two(table, first, second, technique, may):
    """RBF-TEC-CLEAVE, RBF-TEC-PIERCE: within three metres of each other; behind, as seen from the attacker."""
    weapon = "claymore" if technique == "cleave" else "spear" if first == 1 else "bow"
    skills = {"melee": 3, "shoot": 3}
    laid = table(
        ada={"at": 0, "weapons": (weapon,), "skills": skills},
        thug={"at": first, "hp": 90},
        other={"at": second, "hp": 90},
    )
    force = " --force" if technique == "cleave" and second > 2 and may else ""
    line = f"attack ada thug other --technique {technique}{force}"
    if may:
        laid.do(f"{line} --dice 6,6")
        assert laid.one("other").hp < 90
    elif technique == "cleave":
        laid.refused(line, "RBF-ACT-2")
    else:
        apart = abs(first - second) > 3
        laid.refused(line, "RBF-ATK-1" if apart else "RBF-TEC-PIERCE")


def test_where_the_ground_does_not_say_all_is_near(table):
    """RBF-ACT-2, RBF-TEC-PIERCE: the GM knows who stands behind whom."""
    laid = table(ada={"weapons": ("bow",), "skills": {"shoot": 3}}, thug={"hp": 90}, other={"hp": 90})
    laid.do("attack ada thug other --technique pierce --dice 6,6")
    assert laid.one("other").hp == 90 - 11


@pytest.mark.parametrize(
    ("sheet", "line", "rounds"),
    [
        ({"weapons": ("pistol", "second"), "off_hand": "second"}, "attack joss thug --dual", (5, 5)),
        ({"weapons": ("pistol", "second"), "off_hand": "second"}, "attack joss thug", (5, 6)),
        ({"weapons": ("pistol", "knife"), "off_hand": "knife"}, "attack joss thug --dual", (5, None)),
        ({"weapons": ("rifle",)}, "attack joss thug --club", (4, None)),
        ({"weapons": ("auto",)}, "attack joss thug", (9, None)),
        ({"weapons": ("auto",)}, "attack joss thug --autofire", (0, None)),
    ],
)
def test_what_an_attack_uses_up(table, sheet, line, rounds):
    """RBF-ACT-3, RBF-ACT-7, RBF-DUAL-1, RBF-RNG-1: a round of each weapon fired, a burst all; a club none."""
    laid = table(joss=sheet, thug={"hp": 90})
    laid.do(f"{line} --critical double --complication ally-hit")
    weapons = (*sheet["weapons"], "")[:2]
    assert tuple(laid.one("joss").ammo.get(each) for each in weapons) == rounds


@pytest.mark.parametrize(("silenced", "hidden"), [("bow", True), ("pistol", False)])
def test_which_shots_give_one_away(table, silenced, hidden):
    """RBF-STL-3: a loud one ends spotting too."""
    lying = {"hidden": Condition(), "spotted": Condition()}
    laid = table(joss={"weapons": (silenced,), "conditions": lying}, thug={"hp": 60})
    laid.do("attack joss thug --dice 5,5")
    assert set(laid.one("joss").conditions) == ({"hidden", "spotted"} if hidden else set())


def test_what_counts_for_who_is_caught_in_a_blast(table):
    """RBF-ATK-7, RBF-COV-1, RBF-TEC-GRAPPLE: its own cover, and what lies on it."""
    grenadier = {"weapons": ("grenade",), "skills": {"heavy": 2}, "at": 0}
    caught = {"at": 10, "cover": "medium", "conditions": {"grappled": Condition()}}
    laid = table(joss=grenadier, thug={"at": 10, "hp": 90}, tamsin=caught)
    roll = laid.rolls(laid.do("attack joss thug --dice 6,5"))[-1]
    assert (roll.who, len(roll.dice), [each.value for each in roll.modifiers if each.value]) == ("tamsin", 3, [4, 2])


@pytest.mark.parametrize(("talents", "leaps"), [((), False), (("Expert Fighter",), True)])
def test_a_leap_needs_damage_to_add_to(table, talents, leaps):
    """RBF-ATK-2, RBF-TEC-LEAP, RBF-TEC-1: from above, with a technique beside it."""
    laid = table(ada={"height": 6, "talents": talents}, thug={"hp": 60})
    laid.do("attack ada thug --technique trip --dice 8,8")
    assert ("leap" in laid.fight.questions[0].answers) is leaps


def test_a_thrust_through_two_goes_on_to_no_third(table):
    """RBF-ATK-2, RBF-TEC-CLEAVE, RBF-TEC-PIERCE: whatever the weapon could do besides."""
    partisan = Weapon(name="partisan", skill="melee", damage=5, traits=("blade", "long", "thrust"))
    sheets = {**ROW, "ada": {"at": 0, "weapons": ("partisan",), "skills": {"melee": 3}}, "boss": {"at": 2}}
    for line, offered in (("attack ada thug", True), ("attack ada thug other --technique pierce", False)):
        laid = table(**sheets, weapons={"partisan": partisan})
        laid.do(f"{line} --dice 8,8")
        assert ("cleave" in laid.fight.questions[0].answers) is offered


def test_a_complication_in_own_words(table):
    """RBF-ATK-5: where the table is asked, a listed one or words."""
    for answer, told in (('say "the mast falls"', "the mast falls"), ("broken", "breaks")):
        laid = table(options={"complication": "ask"})
        laid.do("attack ada thug --dice 1,1")
        [asked] = laid.fight.questions
        assert asked.answers == ("dropped", "prone", "out-of-ammo", "broken", "jammed", "ally-hit", "explodes")
        assert told in laid.tell(f"choose {answer}")


def test_who_is_armed_again_does_whole_damage(table):
    """RBF-TEC-DISARM, RBF-ACT-2: once it has picked a weapon up."""
    laid = table(thug={"weapons": ("hook",), "damage": 12, "damage_max": 20}, joss={"hp": 99})
    laid.do_all("attack ada thug --technique disarm --dice 5,5", "attack thug joss --dice 5,4")
    assert laid.one("joss").hp == 99 - 6
    laid.do("draw thug hook")
    assert "disarmed" not in laid.one("thug").conditions
    laid.do("attack thug joss --dice 5,4")
    assert laid.one("joss").hp == 99 - 6 - 12


@pytest.mark.parametrize(("push", "points"), [(False, 1), (True, 1)])
def test_a_hit_on_the_number_exactly(table, push, points):
    """RBF-TEC-SUNDER, RBF-ATK-9: a margin of nothing, rolled or pushed, sunders by one."""
    laid = table(thug={"hp": 60}, ada={"experience": 1, "skills": {"melee": 3}}, options={"sunder_points": 1})
    laid.do("attack ada thug --technique sunder --dice " + ("4,4" if push else "4,5"))
    if push:
        laid.do("push ada")
    assert laid.one("thug").conditions["sundered"].amount == points


def test_a_club_is_of_no_kind(table):
    """RBF-RNG-1, RBF-IMM-1: swung, what it fires is no matter."""
    lance = Weapon(name="fire lance", skill="shoot", damage=9, kind="fire", hands=2, range=30, ammo=3)
    laid = table(joss={"weapons": ("lance",)}, thug={"immune": ("fire",), "hp": 60}, weapons={"lance": lance})
    laid.do("attack joss thug --dice 6,5")
    assert laid.one("thug").hp == 60
    laid.do("attack joss thug --club --mod 9 --critical double --dice 6,1,4")
    assert laid.one("thug").hp < 60


def test_a_reaction_typed_as_an_attack(table):
    """RBF-REA-1: instead of the answer; it costs the reaction, and no action."""
    laid = table(ada={"talents": ("Expert Duelist",)}, thug={"hp": 60})
    laid.do("init --set thug=20 --set ada=18 --set joss=2 --set tamsin=2 --set other=1 --set boss=1")
    laid.do_all("attack thug ada --dice 8,8", "attack ada thug --reaction --dice 5,5")
    assert (laid.one("ada").reactions_left, laid.one("thug").hp) == (0, 60 - 11)
    assert "nothing to react to" in laid.refused("attack ada thug --reaction", "RBF-REA-1")


def test_a_program_may_shorten_what_a_critical_success_brings(table):
    """RBF-ATK-2: as one may at the prompt."""
    laid = table(thug={"hp": 60})
    for word, hp in (("dou", 60 - 22), ("DOUBLE", 60 - 22), ("tri", 60 - 11)):
        line = fighting.Attack(who="ada", targets=("thug",), critical=word, dice=(8, 8))
        assert play(RULES, laid.fight, line).fight.combatants["thug"].hp == hp


@pytest.mark.parametrize(("skill", "told"), [(0, []), (2, [(2, "Melee 2")])])
def test_a_weapon_without_damage_does_what_the_skill_adds(table, skill, told):
    """RBF-ATK-3: a hit that comes to nothing tells of no damage."""
    feather = Weapon(name="feather", skill="melee")
    laid = table(weapons={"feather": feather}, ada={"weapons": ("feather",), "skills": {"melee": skill}})
    played = laid.do("attack ada thug --dice 7,7")
    assert [(each.facts["amount"], each.facts["why"]) for each in laid.events(played, "damage")] == told
    assert (played.outcome, laid.one("thug").hp) == ("success", 20 - skill)
