"""Player attacks: outcomes, damage, complications, pushing."""

import pytest

from rbfcli.engine.play import execute
from rbfcli.language.parser import read_line
from rbfcli.model.fight import Condition
from rbfcli.systems.rbf import RULES, commands, offers
from rbfcli.systems.rbf.sheet import Place, Weapon
from tests.showing import facts


def test_critical_success_doubles_the_damage(table):
    """RBF-ATK-2: a worked example, weapon 6 and skill 3; chosen in advance."""
    laid = table()
    laid.do("attack joss other --critical double --dice 8,8")
    assert laid.one("other").hp == 60 - 18


def test_a_critical_success_asks_what_it_brings(table):
    """RBF-ATK-2: a saved question that outlives the program; nothing else goes on before it is answered."""
    laid = table()
    laid.do("attack ada other --dice 8,8")
    question = laid.fight.questions[0]
    assert question.answers[:4] == ("double", "silent", "thrown", "stunned")
    assert "trip" in question.answers
    assert "stun" not in question.answers
    laid.refused("attack joss other", "RBF-ATK-2")
    laid.reopen()
    laid.do("choose double")
    assert laid.one("other").hp == 60 - 22


@pytest.mark.parametrize("said", ["choose {}", "attack ada thug --critical {} --dice 8,8"])
@pytest.mark.parametrize("choice", ["silent", "stunned", "trip"])
def test_the_choice_is_the_same_beforehand_and_afterwards(table, said, choice):
    """RBF-ATK-2: the hit and one effect more."""
    laid = table(thug={"hp": 60})
    if said.startswith("choose"):
        laid.do("attack ada thug --dice 8,8")
    laid.do(said.format(choice))
    thug = laid.one("thug")
    expected = {"silent": (0, "out"), "stunned": (60 - 11, "stunned"), "trip": (60 - 11, "prone")}[choice]
    assert (thug.hp, next(iter(thug.conditions))) == expected


def test_a_skill_never_trained_adds_nothing_to_damage(table):
    """RBF-ATK-3: it makes it harder to hit, and takes nothing off a hit."""
    laid = table(ada={"weapons": ("pistol",)})
    [damage] = laid.events(laid.do("attack ada thug --dice 7,8"), "damage")
    assert (damage.facts["amount"], damage.facts["why"]) == (6, "pistol 6")


def test_who_brought_what_a_critical_success_brings(table):
    """RBF-ATK-2: who killed silently, and who stunned."""
    laid = table(thug={"hp": 60})
    [killed] = laid.events(laid.do("attack ada thug --critical silent --dice 8,8"), "killed-silently")
    assert (killed.who, killed.target) == ("ada", "thug")
    laid.do("attack ada other --critical stunned --dice 8,8")
    assert laid.one("other").conditions["stunned"].by == "ada"


def test_a_critical_success_throws_its_target_back(table):
    """RBF-ATK-2: by as many metres as the option says."""
    laid = table(ada={"at": 0}, thug={"at": 1, "hp": 60}, options={"thrown_back": 6})
    assert "pushed back 6 m" in laid.tell("attack ada thug --critical thrown --dice 8,8")
    assert laid.one("thug").at == 7


def test_a_critical_success_takes_an_effect_in_ones_own_words(table):
    """RBF-ATK-2: it is reported to the GM."""
    laid = table(thug={"hp": 60})
    laid.do("attack ada thug --dice 8,8")
    assert "its lamp goes out" in laid.tell('choose say "its lamp goes out"')


def test_the_house_may_always_double(table):
    """RBF-ATK-2: the option `critical`."""
    laid = table(options={"critical": "double"})
    laid.do("attack ada other --dice 8,8")
    assert laid.one("other").hp == 60 - 22


def test_a_critical_technique_has_its_requirements(table):
    """RBF-ATK-2, RBF-TEC-4: chosen in advance or afterwards."""
    laid = table()
    laid.refused("attack ada thug --critical stun", "RBF-TEC-STUN")
    laid.do("attack ada other --dice 8,8")
    laid.refused("choose say stun", "RBF-TEC-STUN")
    laid.do("choose say stun --force")
    assert "stunned" in laid.one("other").conditions


def test_what_is_said_beforehand_is_known_or_in_own_words(table):
    """RBF-ATK-2, RBF-ATK-5, RBF-DEF-5: an unknown word is refused with the nearest; your own words need `say`."""
    laid = table(thug={"hp": 60})
    assert "did you mean silent" in laid.refused("attack ada thug --critical silnet", "")
    assert "unknown complication 'lamp'" in laid.refused("attack ada thug --complication lamp", "")
    assert "did you mean prone" in laid.refused("attack thug ada --condition pron3", "")
    assert "its lamp goes out" in laid.tell('attack ada thug --critical "say its lamp goes out" --dice 8,8')
    laid.do("attack ada thug --critical doub --dice 8,8")
    assert laid.one("thug").hp == 60 - 11 - 22


def test_success_does_weapon_and_skill(table):
    """RBF-ATK-3: worked check 6, success 9; enemy armour is part of its HP."""
    laid = table(other={"armour": 5})
    laid.do("attack joss other --dice 6,6")
    assert laid.one("other").hp == 60 - 9


def test_weapon_damage_may_be_dice(table):
    """RBF-ATK-3: rolled after the attack."""
    laid = table(options={"club_damage": "2d6"}, joss={"weapons": ("rifle",), "skills": {"melee": 2}})
    laid.do("attack joss thug --club --dice 6,6,3,4")
    assert laid.one("thug").hp == 20 - (7 + 2)


def test_melee_struggles_do_half_and_shots_miss(table):
    """RBF-ATK-4: worked check 6, melee 4 and shooting 0."""
    laid = table(ada={"weapons": ("maul",)})
    laid.do("attack ada thug --dice 4,4")
    assert laid.one("thug").hp == 20 - 4
    told = laid.tell("attack joss thug --dice 4,4")
    assert laid.one("thug").hp == 20 - 4
    assert "goes wide. GM: what does it hit?" in told


def test_brawl_struggles_do_half_too(table):
    """RBF-ATK-4: bare hands 2 and Brawl 5 make 7, half of it 3."""
    laid = table()
    laid.do("attack tamsin thug --dice 3,3")
    assert laid.one("thug").hp == 20 - 3


def test_a_non_lethal_blow_only_knocks_out(table):
    """RBF-DIE-1: an enemy and a player alike."""
    laid = table(thug={"hp": 5})
    laid.do("attack ada thug --nonlethal --dice 5,5")
    assert "unconscious" in laid.one("thug").conditions
    laid.do("attack boss joss --nonlethal --condition none --dice 1,1")
    assert [*laid.one("joss").conditions] == ["unconscious"]


def test_players_do_not_attack_players_nor_enemies_enemies(table):
    """RBF-ATK-1: the game has no roll for that; the GM's hand can."""
    laid = table()
    assert "damage joss N" in laid.refused("attack ada joss --force", "RBF-ATK-1")
    laid.refused("attack thug other --force", "RBF-ATK-1")
    laid.refused("attack ada ada --force", "RBF-ATK-1")


def test_the_sum_is_told(table):
    """RBF-ATK-3: who did what to whom, by how much, and why."""
    laid = table(ada={"talents": ("Brute",)})
    assert laid.tell("attack ada thug --dice 5,5").splitlines() == [
        "Ada hits Thug: 13 vs TN 12 (+1)  [5 5] +3",
        "  Thug takes 13 damage: sword 8 + Melee 3 + Brute 2",
        "  Thug: HP 20 -> 7",
    ]


def test_attack_from_numbers_alone():
    """RBF-ATK-2 to RBF-ATK-5: the four outcomes without a fight."""

    def dealt(faces, **facts):
        command = commands.AttackNumbers(tn=14, damage="9", mod=3, dice=faces, **facts)
        fight, real = offers.attack(command)
        return fight.combatants["target"].hp - execute(RULES, fight, real).fight.combatants["target"].hp

    assert [dealt(faces) for faces in ((8, 8), (6, 6), (5, 3), (1, 1))] == [18, 9, 4, 0]
    assert dealt((5, 3), skill="shoot") == 0


def test_a_struggle_with_somebody_who_was_removed_cannot_be_pushed(table):
    """RBF-ATK-9: there is no target left."""
    laid = table()
    laid.do("attack ada other --dice 1,8")
    assert laid.fight.board.struggle.targets == ("other",)
    laid.do("remove other")
    laid.refused("push ada", "RBF-ATK-9")


# Attacks more closely: whom one reaches, what a technique needs and who it is by, pushing, numbers at their ends.


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


@pytest.mark.parametrize(
    ("condition", "rounds"),
    [("blinded", 2), ("crippled", 2), ("stunned", 2), ("grappled", 3), ("pinned", 3), ("bleeding", 4), ("prone", 0)],
)
def test_how_long_an_enemys_condition_lasts(table, condition, rounds):
    """RBF-DEF-5, RBF-TEC-2: as long as the same condition from a technique."""
    laid = table(options={"condition_rounds": 2, "hold_rounds": 3, "bleeding_rounds": 4})
    laid.do(f"attack thug ada --condition {condition} --dice 1,1")
    lying = laid.one("ada").conditions[condition]
    assert (lying.by, lying.rounds) == ("thug", rounds)


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
    attack = offers.attack(commands.AttackNumbers(tn=12, damage="3"))
    save = offers.damage_save(commands.DamageSaveNumbers(tn=12, damage="3"))
    treat = offers.stabilize(commands.StabilizeNumbers())
    assert {fight.system for fight, _ in (attack, save, treat)} == {"rbf"}
    for fight, _ in (attack, save, treat):
        assert [one.name for one in fight.combatants.values()] == [f"the {who}" for who in fight.combatants]
    sides = [[one.side for one in fight.combatants.values()] for fight, _ in (attack, save, treat)]
    assert sides == [["players", "targets"], ["players"], ["players", "players"]]
    assert execute(RULES, *save).outcome
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
    """RBF-TEC-CLEAVE, RBF-TEC-PIERCE: within three metres of each other; in line from the attacker."""
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
    """RBF-ACT-2, RBF-TEC-PIERCE: the GM knows who is in line."""
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
    """RBF-ATK-7, RBF-COV-1, RBF-TEC-GRAPPLE: with its own cover and conditions."""
    grenadier = {"weapons": ("grenade",), "skills": {"heavy": 2}, "at": 0}
    caught = {"at": 10, "cover": "medium", "conditions": {"grappled": Condition()}}
    laid = table(joss=grenadier, thug={"at": 10, "hp": 90}, tamsin=caught)
    roll = laid.rolls(laid.do("attack joss thug --dice 6,5"))[-1]
    assert (roll.who, len(roll.dice), [each.value for each in roll.modifiers if each.value]) == ("tamsin", 3, [4, 2])


def test_who_would_be_caught_is_who_is_caught(table):
    """RBF-ATK-7: targets and allies inside the radius, before any dice; nobody else, and no other command."""
    grenadier = {"weapons": ("grenade", "pistol"), "off_hand": "pistol", "skills": {"heavy": 2}, "at": 0}
    laid = table(joss=grenadier, thug={"at": 10, "hp": 90}, other={"at": 12}, boss={"at": 13}, tamsin={"at": 8})

    def would_catch(line):
        return laid.session.would_catch(read_line(line, RULES, laid.fight))

    assert would_catch("attack joss thug --with grenade") == ("thug", "other", "tamsin")
    assert would_catch("attack joss thug --with grenade --only") is None
    assert would_catch("attack joss thug --with pistol") is None
    assert would_catch("turn next") is None
    rolls = laid.rolls(laid.do("attack joss thug --with grenade --dice 6,5"))
    assert [each.who for each in rolls if each.label == "defense"] == ["tamsin"]
    assert {who for who in ("thug", "other", "boss") if laid.one(who).hp < laid.one(who).max_hp} == {"thug", "other"}


@pytest.mark.parametrize(("talents", "leaps"), [((), False), (("Expert Fighter",), True)])
def test_a_leap_needs_damage_to_add_to(table, talents, leaps):
    """RBF-ATK-2, RBF-TEC-LEAP, RBF-TEC-1: from above, in addition to a technique."""
    laid = table(ada={"height": 6, "talents": talents}, thug={"hp": 60})
    laid.do("attack ada thug --technique trip --dice 8,8")
    assert ("leap" in laid.fight.questions[0].answers) is leaps


def test_a_thrust_through_two_goes_on_to_no_third(table):
    """RBF-ATK-2, RBF-TEC-CLEAVE, RBF-TEC-PIERCE: regardless of what else the weapon can do."""
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
    assert "no reaction left" in laid.refused("attack ada thug --reaction", "RBF-REA-1")


def test_a_program_may_shorten_what_a_critical_success_brings(table):
    """RBF-ATK-2: as one may at the prompt."""
    laid = table(thug={"hp": 60})
    for word, hp in (("dou", 60 - 22), ("DOUBLE", 60 - 22), ("tri", 60 - 11)):
        line = commands.Attack(who="ada", targets=("thug",), critical=word, dice=(8, 8))
        assert execute(RULES, laid.fight, line).fight.combatants["thug"].hp == hp


@pytest.mark.parametrize(("skill", "told"), [(0, []), (2, [(2, "Melee 2")])])
def test_a_weapon_without_damage_does_what_the_skill_adds(table, skill, told):
    """RBF-ATK-3: a hit without damage reports none."""
    feather = Weapon(name="feather", skill="melee")
    laid = table(weapons={"feather": feather}, ada={"weapons": ("feather",), "skills": {"melee": skill}})
    played = laid.do("attack ada thug --dice 7,7")
    assert [(each.facts["amount"], each.facts["why"]) for each in laid.events(played, "damage")] == told
    assert (played.outcome, laid.one("thug").hp) == ("success", 20 - skill)


# What an enemy gains counts as it does for a player: it raises the TN that the enemy demands.


def against(laid, line):
    """The TN of the first roll of a line."""
    return laid.rolls(laid.do(line))[0].against


def test_aim_raises_the_tn_it_demands_and_is_used_up(table):
    """RBF-ACT-5, RBF-DEF-1: +1 for each, on the next attack only; and it is reported."""
    laid = table()
    laid.do_all("aim thug", "aim thug")
    assert "TN 14 to defend against Thug: aim +2" in laid.tell("attack thug ada --dice 8,8", explain=True)
    assert against(laid, "attack thug ada --dice 8,8") == 12


def test_hiding_raises_tn_and_damage(table):
    """RBF-STL-3, RBF-DEF-1: +1 to both, of the normal damage and the most, once."""
    laid = table(thug={"cover": "heavy"}, tamsin={"hp": 60})
    laid.do("hide thug")
    assert against(laid, "attack thug tamsin --dice 5,5") == 13
    assert laid.one("tamsin").hp == 60 - 13 // 2
    assert "hidden" not in laid.one("thug").conditions
    laid.do_all("heal tamsin 60", "hide thug", "attack thug tamsin --condition none --dice 1,1")
    assert laid.one("tamsin").hp == 60 - 21


def test_a_prepared_position_helps_its_shots(table):
    """RBF-FIRE-1, RBF-DEF-1: not its blows."""
    places = {"nest": Place(at=0, prepared=True)}
    laid = table(
        board={"places": places}, thug={"place": "nest", "weapons": ("pistol", "hook")}, joss={"at": 9, "hp": 60}
    )
    assert against(laid, "attack thug joss --dice 6,6") == 13
    assert laid.one("joss").hp == 60 - 13 // 2
    laid.do_all("draw thug hook", "set joss at=1")
    assert against(laid, "attack thug joss --dice 6,6") == 12


def test_two_weapons_of_an_enemy(table):
    """RBF-DUAL-1, RBF-DEF-1: a TN lower by 2, and 2 more damage."""
    laid = table(thug={"weapons": ("hook", "knife"), "off_hand": "knife"}, tamsin={"hp": 60})
    assert against(laid, "attack thug tamsin --dual --dice 3,4") == 10
    assert laid.one("tamsin").hp == 60 - 14 // 2
    other = table(tamsin={"hp": 60})
    other.refused("attack thug tamsin --dual", "RBF-DUAL-1")


def test_an_enemys_talents_count(table):
    """RBF-TAL-1: Brute strikes harder, a Sniper out of hiding shoots better."""
    laid = table(thug={"talents": ("Brute",)}, tamsin={"hp": 60})
    laid.do("attack thug tamsin --dice 4,4")
    assert laid.one("tamsin").hp == 60 - 14 // 2
    sniper = {"talents": ("Sniper",), "weapons": ("rifle",), "cover": "heavy", "at": 90}
    laid = table(thug=sniper, joss={"hp": 60, "at": 0})
    laid.do("hide thug")
    [defense] = laid.rolls(laid.do("attack thug joss --dice 7,6,6"))
    assert [(each.value, each.why) for each in defense.edges] == [(-1, "Sniper")]
    assert laid.one("joss").hp == 60 - (12 + 1 + 6) // 2


def test_only_players_gain_from_surprise(table):
    """RBF-STL-1: the page says so of players; an enemy gains from hiding alone."""
    laid = table()
    laid.do("condition add ada surprised")
    assert against(laid, "attack thug ada --dice 8,8") == 12


def test_an_enemys_one_handed_shot_in_melee(table):
    """RBF-RNG-2: it helps the one who dodges it."""
    laid = table(thug={"weapons": ("pistol",), "at": 1}, joss={"at": 0})
    [defense] = laid.rolls(laid.do("attack thug joss --dice 8,8,2"))
    assert [(each.value, each.why) for each in defense.edges] == [(1, "shooting in melee")]


@pytest.mark.parametrize(
    ("sheet", "attack", "defense"),
    [
        ({"tn": 12}, 12, 12),
        ({"tn": 12, "attack_tn": 14}, 14, 12),
        ({"tn": 12, "defense_tn": 10}, 12, 10),
        ({"tn": None, "attack_tn": 14, "defense_tn": 10}, 14, 10),
        ({"tn": None, "attack_tn": 14}, 14, 14),
        ({"tn": None, "defense_tn": 10}, 10, 10),
    ],
)
def test_a_tn_for_attack_and_one_for_defense(table, sheet, attack, defense):
    """RBF-DEF-1, RBF-ATK-1: `tn` sets both."""
    laid = table(thug=sheet)
    assert against(laid, "attack thug ada --dice 8,8") == attack
    assert against(laid, "attack ada thug --critical double --dice 8,8") == defense


def test_the_tns_of_spells_and_of_sneaking(table):
    """RBF-ACT-6, RBF-REA-1, RBF-STL-2: what an enemy does goes by its attack TN, what is done to it by the other."""
    tns = {"tn": 12, "attack_tn": 14, "defense_tn": 10}
    laid = table(thug=tns, ada={"skills": {"metaphysics": 2}, "talents": ("Counterspell",)})
    assert against(laid, "cast ada 'say push' thug --critical double --dice 8,8") == 10
    assert against(laid, "cast thug 'say hex' joss --countered-by ada --dice 8,8") == 14
    laid = table(thug=tns)
    assert against(laid, "init --sneaking thug --set ada=1 --set tamsin=1 --set joss=1 --dice 8,8") == 14


def test_the_table_shows_both(table):
    """RBF-DEF-1: attack and defense, where they differ."""
    from rbfcli.systems.rbf import RULES

    laid = table(thug={"attack_tn": 14})
    assert facts(RULES, laid.fight, "thug")["TN"] == "attack 14, defense 12"
    assert facts(RULES, laid.fight, "other")["TN"] == "14"
    assert not facts(RULES, laid.fight, "ada")["TN"]
