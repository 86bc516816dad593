"""Explanations for the GM: the reasons for a number, the combatant meant, and what prevents an action."""

import pytest
from msgspec.structs import replace

from rbfcli.core.errors import Refusal
from rbfcli.engine.play import execute
from rbfcli.model.events import Modifier
from rbfcli.model.fight import Condition
from rbfcli.session.encounter import from_encounter
from rbfcli.storage.paths import find_encounter
from rbfcli.systems.rbf import RULES, commands
from rbfcli.systems.rbf.sheet import Item, Place, Spell, Weapon
from rbfcli.systems.rbf.view import ground, hides, players
from tests.showing import explained

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
    assert "Thug's TN is 12: light cover +1, sundered -1" in laid.tell("attack joss thug --dice 5,5", explain=True)
    assert "Thug's TN is 11: sundered -1" in laid.tell("attack ada thug --dice 5,5", explain=True)
    laid.do("condition remove thug sundered")
    laid.do("condition add thug sundered")
    assert "Thug's TN is 11: sundered -1" in laid.tell("attack ada thug --dice 5,5", explain=True)


def test_a_spell_finds_the_sundered_guard_too(table):
    """RBF-TEC-SUNDER, RBF-ACT-6: cover does not help and is not mentioned."""
    mage = {"skills": {"metaphysics": 2, "melee": 3}, "at": 8}
    laid = table(ada=mage, thug={"at": 9, "cover": "heavy", "hp": 60})
    laid.do("attack ada thug --technique sunder --dice 5,5")
    told = laid.tell("cast ada 'say push' thug --damage 5 --dice 4,5", explain=True)
    assert told.index("Ada's spell hits Thug: 11 vs TN 11 (+0)") < told.index("Thug's TN is 11: sundered -1")
    laid.do("condition remove thug sundered")
    assert "Thug's TN is" not in laid.tell("cast ada 'say push' thug", explain=True)


def test_each_target_of_a_burst_has_its_own_tn_told(table):
    """RBF-ACT-7, RBF-COV-3: with the roll against each."""
    laid = table(
        joss={"weapons": ("auto",), "at": 0},
        thug={"at": 20, "hp": 60, "cover": "light"},
        other={"at": 22, "cover": "heavy"},
    )
    told = laid.tell("attack joss thug other --autofire --dice 6,6", explain=True)
    marks = ("Joss hits Thug", "Thug's TN is 13", "Same roll vs Other (TN 17): struggle", "Other's TN is 17")
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
    assert ("Critical range: Ada needs only 4 over the TN" in line) is told


def test_a_damage_that_is_divided_says_so(table):
    """RBF-TEC-DISARM, RBF-DEF-7: and one that is not, does not."""
    laid = table(thug=HOOKED)
    assert "damage divided" not in laid.tell("attack thug joss --dice 6,6")
    laid.do("attack ada thug --technique disarm --dice 5,5")
    told = laid.tell("attack thug joss --dice 5,4")
    assert told.index("Joss struggles to evade Thug's attack") < told.index("Thug is disarmed: damage divided by 2")
    assert "Joss takes 6 damage: all of 6" in told
    laid = table(thug=HOOKED, options={"disarmed_divisor": 1})
    laid.do("attack ada thug --technique disarm --dice 5,5")
    assert "damage divided" not in laid.tell("attack thug joss --dice 6,6")


def test_who_is_driven_back_is_told_where_to(table):
    """RBF-TEC-SHOVE, RBF-ATK-2: the metre, where there is a ground with metres."""
    laid = table(ada={"at": 10}, thug={"at": 9, "hp": 60})
    assert "pushed back 1 m from Ada, to metre 8. GM" in laid.tell("attack ada thug --technique shove --dice 5,5")
    laid = table(thug={"hp": 60})
    assert "pushed back 1 m from Ada. GM" in laid.tell("attack ada thug --technique shove --dice 5,5")


def test_questions_of_reactions_name_whom_they_answer(table):
    """RBF-REA-1, RBF-ACT-8: the attacker, the caster, the one in the sights."""
    laid = table(tamsin={"talents": ("Expert Duelist", "Counterspell")})
    assert "Tamsin can riposte against Thug" in laid.tell("attack thug tamsin --dice 8,8")
    assert "sees Other's spell. Use the reaction to counter it" in laid.tell("cast other 'say hex' ada")
    laid = table()
    laid.do_all(BY_HAND, "overwatch ada --ask", "turn next", "turn next", "turn next")
    assert "Ada has Thug on overwatch" in laid.tell("aim thug")


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
    """RBF-INI-3: moves are suggested only on the mover's own turn."""
    laid = table(ada={"at": 0, "items": ("medical kit",)}, joss={"at": 9}, thug={"at": 20})
    laid.do_all("condition add joss dying", "condition add thug hidden", BY_HAND, "turn next")
    assert "it is not Ada's turn" in laid.refused(line, "RBF-INI-3")


def test_a_thing_is_no_enemy_of_an_enemy(table):
    """RBF-ATK-1: the refusal says what it is."""
    laid = table()
    laid.do("add tank --object")
    assert "tank is an object, and RBF has no roll for that" in laid.refused("attack thug tank", "RBF-ATK-1")
    assert "are both enemies" in laid.refused("attack thug other", "RBF-ATK-1")
    assert "are both player characters" in laid.refused("attack ada joss", "RBF-ATK-1")


@pytest.mark.parametrize("effect", ["silent", "stunned", "trip"])
def test_a_thing_is_neither_stunned_nor_killed(table, effect):
    """RBF-ATK-2: answers in advance are limited to those offered; throwing back and doubling are."""
    laid = table()
    laid.do("add tank --object hp=99")
    rule = "RBF-TEC-TRIP" if effect == "trip" else "RBF-ATK-2"
    said = laid.refused(f"attack joss tank --critical {effect}", rule)
    assert f"{effect} needs an enemy, not an object; possible now: " in said
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
    assert "Joss takes 12 damage: all of 12" in told
    assert "Other takes 12 damage: grenade 12" in told


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


# Unknown words, common errors, pushing and throwing, with their rules.


@pytest.mark.parametrize(
    ("field", "what", "rule"),
    [
        ("technique", "technique", "RBF-TEC-4"),
        ("critical", "critical effect", "RBF-ATK-2"),
        ("complication", "complication", "RBF-ATK-5"),
        ("condition", "condition", "RBF-DEF-5"),
    ],
)
def test_a_program_that_gives_commands_is_told_of_unknown_words(table, field, what, rule):
    """RBF-TEC-4, RBF-ATK-2, RBF-ATK-5, RBF-DEF-5: by the rule, where no line is read."""
    laid = table(thug={"hp": 60})
    with pytest.raises(Refusal) as refusal:
        execute(RULES, laid.fight, commands.Attack(who="ada", targets=("thug",), **{field: "xyzzy"}))
    assert refusal.value.rule == rule
    assert refusal.value.message == f"unknown {what} 'xyzzy'"


@pytest.mark.parametrize(("kind", "rule"), [(commands.DamageSave, "RBF-DEF-5"), (commands.Cast, "RBF-ACT-6")])
def test_a_condition_that_nobody_knows(table, kind, rule):
    """RBF-DEF-5, RBF-ACT-6: of a danger or of a spell."""
    laid = table(ada={"skills": {"metaphysics": 1}})
    said = {"tn": 9, "damage": "3"} if kind is commands.DamageSave else {"spell": "say light"}
    with pytest.raises(Refusal) as refusal:
        execute(RULES, laid.fight, kind(who="ada", condition="xyzzy", **said))
    assert (refusal.value.rule, refusal.value.message) == (rule, "unknown condition 'xyzzy'")


def test_a_spell_that_nobody_knows(table):
    """RBF-ACT-6: neither listed nor improvised."""
    laid = table(ada={"skills": {"metaphysics": 1}})
    with pytest.raises(Refusal) as refusal:
        execute(RULES, laid.fight, commands.Cast(who="ada", spell="xyzzy"))
    assert (refusal.value.rule, refusal.value.message) == ("RBF-ACT-6", "unknown spell 'xyzzy'")


def test_who_pushes_against_whom(table):
    """RBF-ATK-9: in words and as JSON."""
    laid = table()
    laid.do("attack ada thug --dice 4,4")
    [pushed] = laid.events(laid.do("push ada --dice 3"), "pushed")
    assert (pushed.who, pushed.target, pushed.rule) == ("ada", "thug", "RBF-ATK-9")


def test_a_throw_by_one_who_never_learnt_to_brawl(table):
    """RBF-TEC-THROW: three metres on level ground are not a fall, and no one falls far."""
    laid = table(ada={"at": 0, "skills": {"melee": 3}}, thug={"at": 1, "hp": 60})
    laid.do("attack ada thug --with unarmed --technique grapple --force --dice 8,6")
    played = laid.do("attack ada thug --with unarmed --technique throw --force --dice 8,6,1")
    assert [each.facts["metres"] for each in laid.events(played, "thrown")] == [0]
    assert (laid.one("thug").at, "prone" in laid.one("thug").conditions) == (1, True)


@pytest.mark.parametrize(
    ("weapon", "complication"),
    [("knuckles", "prone"), ("unarmed", "prone"), ("hook", "dropped"), ("bow", "dropped"), ("pistol", "out-of-ammo")],
)
def test_what_usually_goes_wrong(table, weapon, complication):
    """RBF-ATK-5: according to the weapon's skill."""
    knuckles = Weapon(name="knuckles", skill="brawl", damage=3)
    skills = {"melee": 1, "brawl": 1, "shoot": 1}
    laid = table(ada={"skills": skills, "weapons": (weapon,)}, weapons={"knuckles": knuckles})
    played = laid.do(f"attack ada thug --with {weapon} --dice 1,1")
    lies = "prone" in laid.one("ada").conditions
    empty = bool(laid.events(played, "out-of-ammo"))
    dropped = weapon not in laid.one("ada").weapons and weapon != "unarmed"
    assert (lies, empty, dropped) == tuple(complication == each for each in ("prone", "out-of-ammo", "dropped"))


# `show WHO` lists each number that a rule uses, with its parts.


WALL = {"wall": Place(name="the low wall", at=5, cover="light", low=True), "open": Place(at=9)}
PRONE = {"prone": Condition()}


@pytest.mark.parametrize(
    ("spot", "conditions", "cover", "shots"),
    [
        ("wall", {}, True, ["hit by shots: 13 = on the sheet +12, light cover +1 RBF-COV-3"]),
        ("wall", PRONE, True, ["hit by shots: 15 = on the sheet +12, heavy cover +3 RBF-COV-3"]),
        ("wall", PRONE, False, []),
        ("open", PRONE, True, []),
        (
            "wall",
            {"sundered": Condition(amount=2)},
            True,
            ["hit by shots: 11 = on the sheet +12, sundered -2, light cover +1 RBF-COV-3"],
        ),
    ],
)
def test_what_shots_at_an_enemy_have_to_reach(table, spot, conditions, cover, shots):
    """RBF-COV-3, RBF-PRN-5, RBF-ATK-1: cover raises it for shots alone, and it is what a shot is rolled against."""
    laid = table(
        joss={"at": 30},
        thug={"place": spot, "conditions": conditions},
        board={"places": WALL},
        options={"enemy_cover": cover},
    )
    told = explained(RULES, laid.fight, "thug")
    hit = "hit on: 10 = on the sheet +12, sundered -2" if "sundered" in conditions else "hit on: 12 = on the sheet +12"
    assert [line for line in told if line.startswith("hit")] == [f"{hit} RBF-ATK-1", *shots]
    number = int((shots or [hit])[0].split(": ")[1].split(" ")[0])
    assert laid.rolls(laid.do("attack joss thug --dice 7,8"))[0].against == number


def test_the_page_of_an_enemy(table):
    """RBF-DEF-1, RBF-DEF-7, RBF-ATK-1: its TNs apart, its damage and the most of it, weapons without a skill."""
    laid = table(thug={"attack_tn": 13, "defense_tn": 11, "aim": 2, "armour": 4, "armour_broken": True, "height": 6})
    assert explained(RULES, laid.fight, "thug") == [
        "HP: 20/20 RBF-HP-1",
        "TN",
        "hit on: 11 = on the sheet +11 RBF-ATK-1",
        "defend on: 15 = on the sheet +13, aim +2 RBF-DEF-1",
        "damage: 12, at most 20 RBF-DEF-7",
        "armour: 0 off damage, broken (4 whole) RBF-DEF-6",
        "move: 10 m = speed +10 RBF-ACT-2",
        "actions: 2 a turn RBF-ACT-1",
        "reactions: 1/1 RBF-REA-1",
        "aim: +2 to hit RBF-ACT-5",
        "place: 6 m up",
        "ammo",
        "weapon: hook (cargo hook): own damage, blade, in hand RBF-ATK-3",
        "weapon: unarmed (bare hands): own damage divided by 2, blunt RBF-ATK-3",
        "skills: metaphysics +1",
        "talents",
        "noted",
    ]
    unarmed = table(thug={"damage": None, "damage_max": None})
    assert explained(RULES, unarmed.fight, "thug")[4] == "damage RBF-DEF-7"
    assert "weapon: hook (cargo hook): 8 damage, blade, in hand RBF-ATK-3" in explained(RULES, unarmed.fight, "thug")
    fists = table(thug={"weapons": ()})
    assert "weapon: unarmed (bare hands): own damage, blunt RBF-ATK-3" in explained(RULES, fists.fight, "thug")
    unbounded = table(thug={"damage": "2d6", "damage_max": None})
    assert explained(RULES, unbounded.fight, "thug")[4:6] == ["damage: 2d6 RBF-DEF-7", "armour"]


def test_the_page_of_a_player(table):
    """RBF-DEF-1, RBF-COV-1, RBF-ACT-2: defenses untrained too, cover, a halved move, weapons with skill."""
    ada = {
        "conditions": {"prone": Condition(), "sundered": Condition(amount=1)},
        "place": "wall",
        "weapons": ("sword", "smg", "musket", "grenade", "flamer"),
        "held": "smg",
        "off_hand": "sword",
        "ammo": {"musket": 3},
        "bonus_left": True,
        "talents": ("speedy", "Juggler", "Brute", "Cook"),
        "items": ("lantern", "medical kit", "salve", "salve", "token"),
    }
    items = {"salve": Item(name="salve", skill="medicine", tn=12, heals=4, cures=("bleeding", "prone"), used_up=True)}
    items["token"] = Item(name="token")
    items["lantern"] = Item(name="lantern", repairs=True)
    musket = Weapon(name="musket", skill="shoot", damage=10, hands=2, range=200, ammo=4)
    laid = table(ada=ada, board={"places": WALL}, weapons={"musket": musket}, more={"items": items})
    assert explained(RULES, laid.fight, "ada") == [
        "HP: 15/15 RBF-HP-1",
        "dodge: 2 = skill +3, sundered -1 RBF-DEF-1",
        "resilience: -3 = untrained -2, sundered -1 RBF-DEF-1",
        "meditation: -3 = untrained -2, sundered -1 RBF-DEF-1",
        "cover: heavy: +3 against shots RBF-COV-1",
        "armour: 3 off damage RBF-DEF-6",
        "move: 6 m = speed +10, Speedy +3, halved -7 RBF-ACT-2",
        "actions: 0/2 and the bonus action RBF-ACT-1",
        "reactions: 1/1 RBF-REA-1",
        "aim RBF-ACT-5",
        "place: wall, metre 5",
        "ammo",
        "weapon: sword: 2d8 +3 melee, 8 + 3 damage, blade, off hand RBF-ATK-3",
        "weapon: smg (machine pistol): 2d8 -2 shoot, 7 damage, autofire, in hand RBF-ATK-3",
        "weapon: musket: 2d8 -2 shoot, 10 damage, range 200 m, 3/4 rounds, two hands RBF-ATK-3",
        "weapon: grenade: 2d8 -2 heavy, 15 damage, range 30 m, radius 2 m, blast RBF-ATK-3",
        "weapon: flamer: 2d8 -2 heavy, 9 fire damage RBF-ATK-3",
        "weapon: unarmed (bare hands): 2d8 -2 brawl, 2 damage, blunt RBF-ATK-3",
        "skills: melee +3, dodge +3, athletics +2",
        "talents: speedy, Brute RBF-TAL-1",
        "noted: Juggler, Cook",
        "item: lantern: repairs",
        "item: medical kit",
        "item: salve ×2: medicine against 12, heals 4, ends bleeding, prone, used up",
        "item: token",
    ]


# What players see of an RBF fight (RBF-ACT-4, RBF-STL-3).


DOCKS = from_encounter(find_encounter("dock-ambush"), "sight", source="dock-ambush").fight
HIDDEN, SPOTTED = {"hidden": Condition()}, {"hidden": Condition(), "spotted": Condition()}


def with_fields(fight, who, **fields):
    """The fight with other fields on a sheet."""
    return replace(fight, combatants={**fight.combatants, who: replace(fight.combatants[who], **fields)})


@pytest.mark.parametrize(
    ("fields", "side", "hidden"),
    [
        ({}, "crew", False),
        ({"conditions": {"prone": Condition()}}, "crew", False),
        ({"conditions": HIDDEN}, "crew", True),
        ({"conditions": {"Invisible": Condition()}}, "crew", True),
        ({"conditions": SPOTTED}, "crew", False),
        ({"conditions": HIDDEN, "seen_by": ("ada",)}, "crew", False),
        ({"conditions": HIDDEN, "seen_by": ("ada",)}, "", True),
        ({"conditions": HIDDEN, "seen_by": ("thug2",)}, "crew", True),
    ],
)
def test_whom_a_side_does_not_see(fields, side, hidden):
    """RBF-ACT-4, RBF-STL-3: hidden and not pointed out, and seen by none of it."""
    assert hides(with_fields(DOCKS, "thug1", **fields), "thug1", side) is hidden


def test_whoever_is_held_feels_its_grappler():
    """RBF-TEC-GRAPPLE: one of the side is in its hands."""
    fight = with_fields(DOCKS, "thug1", conditions=HIDDEN)
    held = with_fields(fight, "ada", conditions={"grappled": Condition(by="thug1")})
    assert (hides(fight, "thug1", "crew"), hides(held, "thug1", "crew")) == (True, False)
    assert hides(held, "thug1", "")


def test_players_have_skills_instead_of_a_number():
    assert set(players(DOCKS)) == {"crew"}
    assert "tank" not in players(with_fields(DOCKS, "pell", side="tank", object=True))


def test_the_ground_shows_no_preparation_and_no_disguise_with_nobody_in_sight():
    """RBF-FIRE-1, RBF-STL-3: the place is there, what it is good for is not."""
    places = {**DOCKS.board.places, "nest": Place(at=30, prepared=True), "crate": Place(at=31, disguised=True)}
    fight = replace(DOCKS, board=replace(DOCKS.board, places=places), round=2)
    assert ground(fight)[0] == "seconds 6 to 12"
    told = [line.strip() for line in ground(fight)]
    assert "30 m  nest" in told
    assert not any("crate" in line.split() for line in told)
    assert "31 m  crate: thug1" in [line.strip() for line in ground(with_fields(fight, "thug1", place="crate"))]


# What may change between a question and its answer, and what ends a move on its way.


BURST = {"joss": {"weapons": ("auto",), "at": 0}, "thug": {"at": 20, "hp": 90}, "other": {"at": 22}}
GRENADIER = {"weapons": ("grenade",), "skills": {"heavy": 2, "dodge": 2}, "at": 0}


def test_who_falls_while_a_burst_waits_is_not_hit_again(table):
    """RBF-ACT-7, RBF-HP-1: the GM's edit in the pause counts."""
    laid = table(**BURST)
    laid.do_all("attack joss thug other --autofire --dice 8,8", "damage other 99")
    played = laid.do("choose double")
    assert not laid.events(played, "also")
    assert laid.one("thug").hp == 90 - 30


def test_who_leaves_while_a_blast_waits_is_not_hit(table):
    """RBF-ATK-7: nor is a friend who was caught in it, or has fallen."""
    ground = {"thug": {"at": 20, "hp": 90}, "other": {"at": 21}, "boss": {"at": 22}}
    laid = table(joss=GRENADIER, tamsin={"at": 20}, ada={"at": 20}, **ground)
    laid.do_all("attack joss thug --dice 8,8", "remove other tamsin", "damage ada 99")
    played = laid.do("choose double")
    assert [each.target for each in laid.events(played, "also")] == ["boss"]
    assert not laid.events(played, "caught")
    assert laid.one("ada").hp == 0


def test_an_enemy_goes_on_against_those_who_still_stand(table):
    """RBF-REA-1, RBF-DEF-1: after a riposte, and what the GM does meanwhile."""
    sheets = {
        "thug": {"weapons": ("smg",), "at": 1, "hp": 90},
        "tamsin": {"talents": ("Expert Duelist",), "at": 0},
        "joss": {"at": 2, "hp": 40},
    }
    for edit, hurt in (("note nothing", True), ("damage joss 99", False), ("condition add thug out", False)):
        laid = table(**sheets)
        laid.do("attack thug tamsin joss --autofire --dice 8,8,8")
        played = laid.do(edit)
        if laid.fight.questions:  # a fallen attacker cannot be struck back
            played = laid.do("choose no")
        assert bool(laid.rolls(played)) is hurt, edit


def test_who_falls_before_a_spell_reaches_them_is_named(table):
    """RBF-HP-1, RBF-STL-3: the caster has cast and is no longer hidden; the spell has no standing target."""
    mage = {"talents": ("Counterspell",), "skills": {"metaphysics": 2}, "hp": 3}
    laid = table(ada=mage, thug={"conditions": {"hidden": Condition()}}, more={"spells": {"hex": Spell(name="hex")}})
    laid.do("init --set other=20 --set thug=18 --set boss=3 --set ada=2 --set joss=2 --set tamsin=2")
    laid.do_all("set thug seen-by=ada", "overwatch other", "turn next")
    told = laid.tell("cast thug hex ada --countered-by ada --dice 3,4")
    assert "Ada is already down, and Thug's attack is wasted" in told
    assert "hidden" not in laid.one("thug").conditions
    assert laid.one("thug").actions_left == 1


def test_an_enemy_may_be_forced_to_attack_the_fallen(table):
    """RBF-HP-1: the target still rolls a defense, and no attack is reported as wasted."""
    laid = table(ada={"hp": 0, "max_hp": 15, "conditions": {"unconscious": Condition()}})
    laid.refused("attack thug ada", "RBF-HP-1")
    played = laid.do("attack thug ada --force --dice 4,4")
    assert [each.label for each in laid.rolls(played)] == ["defense"]
    assert not laid.events(played, "too-late")


def test_who_joined_while_a_command_waited_and_fell_is_passed_over(table):
    """RBF-HP-1, RBF-REA-1: the blast of an overwatch, after a riposte has felled one of its targets."""
    from rbfcli.systems.rbf.sheet import Weapon

    weapon = Weapon(name="frag", skill="heavy", damage="3d6", radius=2, range=30, traits=("blast",))
    frag = {"weapons": ("frag",), "at": 12, "damage": None, "damage_max": None, "hp": 90}
    duelist = {
        "talents": ("Expert Duelist",),
        "weapons": ("frag",),
        "skills": {"heavy": 9, "dodge": 5},
        "at": 12,
        "hp": 90,
    }
    laid = table(thug=frag, ada=duelist, joss={"at": 90}, tamsin={"at": 90}, weapons={"frag": weapon})
    laid.do_all("overwatch thug --ask", "move ada 10", "add Zed hp=1 at=10 side=heroes", "choose fire --dice 8,8")
    told = laid.tell("choose strike with frag --dice 6,6,1,3,3,3,6,3,1,1,1,1,1")
    assert "Zed is already down, and Thug's attack is wasted" in told


def test_dice_of_a_blast_that_catches_an_enemy(table):
    """RBF-ATK-7, RBF-DEF-7: rolled by the one who threw it, as damage."""
    frag = {"weapons": ("frag",), "at": 20, "damage": None, "damage_max": None}
    from rbfcli.systems.rbf.sheet import Weapon

    weapon = Weapon(name="frag", skill="heavy", damage="3d6", radius=2, range=30, ammo=1, traits=("blast",))
    laid = table(thug=frag, joss={"at": 10}, other={"at": 11}, weapons={"frag": weapon})
    played = laid.do("attack thug joss --dice 4,6,1,1,1,2,2,3")
    roll = laid.rolls(played)[-1]
    assert (roll.who, roll.label, roll.rule, roll.total) == ("thug", "damage", "RBF-ATK-7", 7)
    assert laid.one("other").hp == 60 - 7


@pytest.mark.parametrize(
    ("technique", "weapon", "why"),
    [
        ("pin", "rail", "they are pinned"),
        ("trip", "pistol", "they are prone"),
        ("shove", "pistol", "they are driven off their way"),
    ],
)
def test_what_ends_a_move_on_its_way(table, technique, weapon, why):
    """RBF-ACT-8, RBF-TEC-PIN, RBF-TEC-TRIP, RBF-TEC-SHOVE: said in a word."""
    from rbfcli.systems.rbf.sheet import Weapon

    near = {"rail": Weapon(name="rail", skill="shoot", damage=1, range=30, ammo=3, traits=("projectile", "large"))}
    laid = table(joss={"at": 0, "weapons": (weapon,)}, thug={"at": 35, "hp": 60}, weapons=near)
    laid.do_all(BY_HAND, "turn next", f"overwatch joss --technique {technique}", "turn next", "turn next")
    [cut] = laid.events(laid.do("move thug 26 --dice 6,5"), "cut-short")
    assert (cut.who, cut.facts["why"], cut.rule) == ("thug", why, "RBF-ACT-8")
    assert laid.one("thug").at == (31 if technique == "shove" else 30)


def test_who_was_prone_before_crawls_on(table):
    """RBF-ACT-8, RBF-PRN-2: a shot that misses ends no move."""
    laid = table(joss={"at": 0}, thug={"at": 33, "hp": 60})
    laid.do_all("condition add thug prone", BY_HAND, "turn next", "overwatch joss", "turn next", "turn next")
    played = laid.do("move thug 29 --dice 6,6,6")
    assert not laid.events(played, "cut-short")
    assert [(each.facts["way"], each.facts["far"], each.facts["to"]) for each in laid.events(played, "moved")] == [
        ("crawls", "3 m", "metre 30"),
        ("crawls", "1 m", "metre 29"),
    ]


@pytest.mark.parametrize(
    ("talents", "cover", "before", "asked"),
    [
        (("Stalker",), "medium", (), True),
        (("Stalker",), "light", (), False),
        ((), "medium", (), False),
        (("Stalker",), "medium", ("hide ada --bonus",), False),
        (("Stalker",), "medium", ("condition add ada hidden",), False),
        (("Stalker", "Expert Telekinetic"), "medium", ("cast ada 'say push' --bonus",), False),
    ],
)
def test_who_is_asked_to_hide(table, talents, cover, before, asked):
    """RBF-BON-1, RBF-TAL-1: a Stalker with a bonus action left, in cover, not hidden, as the last action is spent."""
    laid = table(ada={"talents": talents, "cover": cover, "skills": {"telekinetics": 1}})
    laid.do_all(BY_HAND, *before, "aim ada")
    assert not laid.fight.questions
    laid.do("aim ada")
    assert [(each.kind, each.who, each.answers) for each in laid.fight.questions] == (
        [("bonus", "ada", ("hide", "no"))] if asked else []
    )


@pytest.mark.parametrize(("answer", "hidden", "left"), [("hide", True, 0), ("no", False, 1)])
def test_hiding_as_a_bonus_action(table, answer, hidden, left):
    """RBF-BON-1: taken, or let be."""
    laid = table(ada={"talents": ("Stalker",), "cover": "heavy", "seen_by": ("thug",)})
    laid.do_all(BY_HAND, "aim ada", "aim ada", f"choose {answer}")
    assert ("hidden" in laid.one("ada").conditions, laid.one("ada").bonus_left) == (hidden, left)
    assert laid.one("ada").seen_by == (() if hidden else ("thug",))


@pytest.mark.parametrize(
    ("edit", "still"),
    [("set ada hp=3", True), ("set ada bonus-left=0", False), ("set ada cover=light", False)],
)
def test_an_offer_to_hide_stays_as_long_as_it_can_be_taken(table, edit, still):
    """RBF-BON-1, RBF-TAL-1, RBF-STL-3: the GM may take away the bonus action, or the cover."""
    laid = table(ada={"talents": ("Stalker",), "cover": "medium"})
    laid.do_all("init --set ada=20 --set joss=1 --set tamsin=1", "aim ada", "aim ada", edit)
    assert bool(laid.fight.questions) is still
