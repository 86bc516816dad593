"""What `show WHO` tells of a BGC fighter: each number a rule uses, with the parts it is the sum of."""

import pytest
from msgspec.structs import replace

from rbfcli.model.events import ConditionGained, CustomEvent, FieldChanged
from rbfcli.session.encounter import from_encounter
from rbfcli.storage.paths import find_encounter
from rbfcli.systems.bgc import RULES
from rbfcli.systems.bgc.sheet import Armour
from rbfcli.systems.bgc.view import players
from tests.showing import armed, cited, explained, on_sheet

UNUSUAL = {
    "levels": 4,
    "max_levels": 20,
    "armour": Armour(value=15, replaces=True),
    "failed": ("rifle",),
    "ammo": {"rifle": 3},
    "speed_bonus": 5,
}


def test_the_page_of_a_fighter(table):
    """BGC-DRV-1, BGC-TST-2, BGC-ARM-1, BGC-DRV-2: levels of its own, wounds on scores, armour, what is in a weapon."""
    assert explained(RULES, on_sheet(table.fight, "mako", **UNUSUAL), "mako") == [
        "levels: 4/20; bleeds below 5 BGC-DRV-1",
        "speed: 55 %",
        "tough: 60 %",
        "will: 55 %",
        "rifles: 50 % = skill +65, wounds -15 BGC-TST-2",
        "defend: 35 % = skill +50, wounds -15 BGC-TST-2",
        "armour: 15 % (normal) = worn +15 BGC-ARM-1",
        "weapon: rifle: rifles, 60 % penetration, 5 levels of damage, 3/9 rounds, in hand, failed",
        "weapon: unarmed: brawl, 15 % penetration, 2 levels of damage BGC-DRV-2",
        "ammo",
        "size: 2 m",
        "speed bonus: 5",
    ]


def test_the_page_of_a_giant_and_of_armour_with_gaps(table):
    """BGC-DRV-1, BGC-DRV-4, BGC-ARM-1: levels and armour by Tough; worn armour adds to it, and may leave gaps."""
    assert explained(RULES, table.fight, "giant") == [
        "levels: 30/30, 30 by Tough 100; bleeds below 8 BGC-DRV-1",
        "speed: 40 %",
        "tough: 100 %",
        "will: none: feels no shock",
        "brawl: 50 % = skill +50 BGC-TST-2",
        "armour: 44 % = natural, by Tough 100 +44 BGC-DRV-4",
        "weapon: unarmed: brawl, 25 % penetration, 4 levels of damage BGC-DRV-2",
        "ammo",
        "size: 5 m",
    ]
    gaps = "armour: 45 % (normal, partial: leaves gaps) = natural, by Tough 60 +30, worn +15 BGC-ARM-1"
    assert gaps in explained(RULES, table.fight, "mako")
    good = "weapon: lance (good lance): rifles, 120 % penetration, 5 levels of damage, good"
    assert good in explained(RULES, table.fight, "rin")


# What BGC's events say beyond their words: for programs that read them, and for --explain.


def facts(table, kind=CustomEvent):
    return [event for event in table.played.events if isinstance(event, kind)]


@pytest.mark.parametrize(
    ("line", "what", "rule", "people"),
    [
        ("attack rin mako --no-defend --dice 30,45,30", "armour-holds", "BGC-DMG-2", ("rin", "mako")),
        ("damage-save mako --penetration 60 --damage 5 --dice 45,30", "armour-holds", "BGC-DMG-2", ("", "mako")),
        ("damage-save mako --penetration 60 --damage 0 --dice 35,30", "no-harm", "BGC-DMG-4", ("", "mako")),
        ("attack rin mako --defend --dice 50,30", "defended", "BGC-ATK-1", ("mako", "rin")),
        ("attack rin mako --called 30 --dice 5", "killed-outright", "BGC-CAL-2", ("rin", "mako")),
        ("attack giant rin --dice 30", "crushed", "BGC-MEGA-1", ("giant", "rin")),
    ],
)
def test_what_happens_to_somebody_says_by_whom(table, line, what, rule, people):
    """BGC-DMG-2, BGC-DMG-4, BGC-ATK-1, BGC-CAL-2, BGC-MEGA-1: as facts, whatever the words need of them."""
    table.type(line)
    assert [(event.rule, (event.who, event.target)) for event in table.told(what)] == [(rule, people)]


def test_a_blow_that_does_no_harm_says_whose_it_was(table):
    """BGC-DMG-3, BGC-DMG-4: 5 less 7 is nothing; 5 less 4 takes a level and says no such thing."""
    table.type("set mako armour.quality=amazing", "attack rin mako --no-defend --dice 30,20,40,7")
    assert [(event.rule, event.who, event.target) for event in table.told("no-harm")] == [("BGC-DMG-4", "rin", "mako")]
    table.type("attack rin mako --no-defend --dice 30,20,40,4")
    assert (table.told("no-harm"), table.one("mako").levels) == ([], 21)


def test_a_strike_back_says_whose_it_is(table):
    """BGC-BOT-1: the opponent's, at the one who botched."""
    table.type("attack rin mako --botch opening --dice 96", "choose strike --dice 99,1")
    assert [(event.who, event.target) for event in table.told("strikes-back")] == [("mako", "rin")]
    assert [(event.who, event.target) for event in table.told("armour-holds")] == [("mako", "rin")]


@pytest.mark.parametrize(
    ("lost", "face", "rules"),
    [(16, 50, {"bleeding": "BGC-WND-4"}),
     (10, 66, {"unconscious": "BGC-WND-2"}), (14, 51, {"unconscious": "BGC-WND-3"}),
     (19, 35, {"incapacitated": "BGC-WND-5", "bleeding": "BGC-WND-4"}),
     (20, 0, {"unconscious": "BGC-WND-6", "bleeding": "BGC-WND-6"}), (30, 0, {"dead": "BGC-WND-7"})],
)  # fmt: skip
def test_each_line_of_the_injury_chart_names_its_rule(table, lost, face, rules):
    """BGC-WND-2 to BGC-WND-7: a player of 19 levels, from full health."""
    table.type(f"damage rin {lost}" + (f" --dice {face}" if face else ""))
    assert {event.name: event.rule for event in facts(table, ConditionGained)} == rules


def test_an_npc_at_zero_dies_by_its_own_rule(table):
    """BGC-WND-5: at 1 it lives, bleeding; at 0 and below the note on NPCs counts before BGC-WND-7."""
    table.type("damage mako 21 --dice 55")
    assert (table.one("mako").levels, set(table.one("mako").conditions)) == (1, {"bleeding"})
    table.type("damage mako 1")
    assert [(event.name, event.rule) for event in facts(table, ConditionGained)] == [("dead", "BGC-WND-5")]


@pytest.mark.parametrize(("left", "rule"), [(2, "BGC-WND-4"), (0, "BGC-WND-4"), (-1, "BGC-WND-6")])
def test_blood_is_lost_by_the_rule_of_the_level_one_is_at(table, left, rule):
    """BGC-WND-4, BGC-WND-6: above 0 and at it one level, below it three; rin stands aside, whoever else is hale."""
    table.type(
        "init --dice 46,99,99,99", "set rin engaged=false", f"set rin levels={left}", "condition add rin bleeding"
    )
    table.type("set rin conditions.bleeding.amount=1")
    while table.fight.round == 1:
        table.type("turn")
    assert [event.rule for event in table.told("bleeds")] == [rule]
    clock = [event for event in facts(table, FieldChanged) if event.field == "conditions.bleeding.amount"]
    lost = [event for event in facts(table, FieldChanged) if event.field == "levels"]
    assert [(event.rule, event.after) for event in clock] == [(rule, 5)]
    assert [(event.rule, event.before - event.after) for event in lost] == [(rule, 3 if left < 0 else 1)]


@pytest.mark.parametrize(("option", "lost"), [((), 3), (("set fight options.bleed-below-zero=4",), 4)])
def test_three_extra_levels_are_three_in_all_or_one_and_three(table, option, lost):
    """BGC-WND-6: our reading of "loses 3 extra Health Levels", and the option for the other."""
    table.type(*option, "init --dice 46,99,99,99", "set rin levels=-1", "set rin conditions.bleeding.amount=1")
    while table.fight.round == 1:
        table.type("turn")
    assert table.one("rin").levels == -1 - lost


def test_everybody_who_bleeds_bleeds(table):
    """BGC-WND-4: not only those before the first who does not."""
    table.type("condition add mako bleeding", "condition add giant bleeding", "init --dice 46,99,99,99", *["turn"] * 4)
    assert [table.one(who).conditions["bleeding"].amount for who in ("mako", "giant")] == [4, 4]


def test_the_gm_gives_and_takes_by_its_own_word(table):
    """BGC-WND-5: what healing ends is by the rule."""
    table.type("damage rin 19 --dice 35", "heal rin 6")
    assert [(event.rule, event.after) for event in facts(table, FieldChanged)] == [("GM", 6)]
    assert set(table.one("rin").conditions) == set()


def test_a_move_without_a_place_goes_on(table):
    """BGC-ACT-3: and one with a place there."""
    table.type("move rin")
    assert [event.facts["to"] for event in table.told("moves")] == ["on"]
    table.type("move rin to the stairwell")
    assert [event.facts["to"] for event in table.told("moves")] == ["to the stairwell"]


@pytest.mark.parametrize(
    ("line", "rolls"),
    [("wake mako --by rin --mod 5 --dice 45", [("first aid", 45, "pass")]),
     ("other rin climb --skill rifles --mod -5 --dice 56", [("rifles", 55, "fail")])],
)  # fmt: skip
def test_a_modifier_of_the_gm_is_named_on_every_roll(table, line, rolls):
    """BGC-WND-2, BGC-ACT-2: with the score it makes."""
    table.type("condition add mako unconscious", line)
    assert table.rolls() == rolls


def test_who_lies_at_zero_can_be_woken_and_treated_as_above_it(table):
    """BGC-WND-5, BGC-WND-6, BGC-STB-1: below 0 is below it."""
    table.type(
        "damage rin 19 --dice 36", "set mako skills.medicine=60", "wake rin --by mako --skill medicine --dice 50"
    )
    assert set(table.one("rin").conditions) == {"incapacitated", "bleeding"}
    table.type("set fight options.treat-above-zero=false")
    assert table.refused("stabilize rin --by mako --skill medicine").rule == "BGC-STB-1"


def test_who_bleeds_already_bleeds_by_the_same_clock(table):
    """BGC-WND-4: another blow does not wind it up again."""
    table.type("damage rin 16 --dice 50", "set rin conditions.bleeding.amount=2", "damage rin 1")
    assert table.one("rin").conditions["bleeding"].amount == 2


@pytest.mark.parametrize(
    ("condition", "left", "plan"),
    [
        ("dead", "", ""),
        ("unconscious", "", ""),
        ("incapacitated", "3/4", "attack 3"),
        ("bleeding", "3/4", "attack 3"),
    ],
)
def test_whoever_has_no_senses_has_no_actions_on_the_screen(table, condition, left, plan):
    """BGC-WND-2, BGC-WND-5, BGC-WND-7: a dead one had 4/4; who is incapacitated crawls by them."""
    table.type(
        "init --set rin=17 --set mako=5 --set thug=1 --set giant=0",
        "declare rin attack 4",
        "attack rin mako --no-defend --dice 99",
        f"condition add rin {condition}",
    )
    told = {fact.name: fact.value for fact in table.rules.status(table.fight, "rin")}
    assert (told["actions"], told["declared"]) == (left, plan)


# What players see of a BGC fight.


def test_the_players_side_is_that_of_their_characters():
    fight = from_encounter(find_encounter("street-arrest"), "sight", source="street-arrest").fight
    assert set(players(fight)) == {"police"}
    nobody = {who: replace(one, player=False) for who, one in fight.combatants.items()}
    assert players(replace(fight, combatants=nobody)) == ()


# What is sound and perhaps not meant in a BGC fight: the key, the words, the rule, and none where all is right.


def test_the_usual_alley_has_nothing_odd_but_a_giant(table):
    """BGC-ACT-2: without the skill it meets no attack."""
    told = {who: cited(RULES.warnings(table.fight, who)) for who in ("", *table.fight.combatants)}
    giant = "combatants.giant: Giant has no skill 'defend' and cannot defend; add skills.defend (BGC-ACT-2)"
    assert told == {"": [], "rin": [], "mako": [], "thug": [], "giant": [giant]}


@pytest.mark.parametrize(("score", "told"), [(0, True), (1, False)])
def test_a_defense_of_nothing(table, score, told):
    """BGC-ACT-2: a skill of 0 meets no attack either."""
    there = on_sheet(table.fight, "thug", skills={"defend": score})
    zero = "combatants.thug.skills.defend: every attack beats a defense of 0; use a higher number (BGC-ACT-2)"
    assert cited(RULES.warnings(there, "thug")) == [zero] * told


def test_weapons_without_their_skill(table):
    """BGC-ATK-1: the second of three."""
    fight = armed(table.fight, saw=replace(table.fight.weapons["rifle"], name="saw", skill="tools"))
    there = on_sheet(fight, "mako", weapons=("rifle", "saw", "lance"))
    (told,) = cited(RULES.warnings(there, "mako"))
    lacks = "Mako does not have the weapon's skill 'tools', so cannot attack with it"
    assert told == f"combatants.mako.weapons[2]: {lacks}; add skills.tools, or use another weapon (BGC-ATK-1)"


def test_nobody_to_fight(table):
    """BGC-ACT-2: all of one side."""
    gang = {who: one for who, one in table.fight.combatants.items() if one.side == "gang"}
    alone = 'combatants: all combatants are on side gang; give the enemies another side = "..." ()'
    assert cited(RULES.warnings(replace(table.fight, combatants=gang), "")) == [alone]


def test_a_weapon_that_comes_to_hand_by_the_gm_is_full_wherever_it_is_shown(table):
    """BGC-ACT-2: a row and a sheet count the same rounds."""
    table.type("set thug weapons=rifle held=rifle")
    assert [fact.value for fact in table.rules.status(table.fight, "thug") if fact.name == "ammo"] == ["9/9"]
    assert "9/9 rounds, in hand" in " ".join(fact.value for fact in table.rules.details(table.fight, "thug"))


def test_who_is_to_be_woken_and_what_words_mean(table):
    """BGC-WND-2, BGC-WND-6, BGC-BOT-1: at 0 levels one may be woken, below it only stabilised."""
    table.type("init --dice 46,99,99,99")
    for levels, steps in ((0, ["stabilize rin --by WHO", "wake rin --by WHO"]), (-1, ["stabilize rin --by WHO"])):
        table.type("heal rin 30", "set rin side=gang", f"set rin levels={levels}", "condition add rin unconscious")
        assert list(RULES.next_steps(table.fight))[: len(steps)] == steps
        assert ("wake rin --by WHO" in RULES.next_steps(table.fight)) == (levels == 0)
    table.type("heal rin 30", "set rin levels=14")
    meanings = {word: RULES.meaning(table.fight, "skill", word, "rin") for word in ("rifles", "defend", "juggling")}
    assert meanings == {"rifles": "55 %", "defend": "40 %", "juggling": ""}
    assert RULES.meaning(table.fight, "botch", "failure", "rin") == "the weapon fails"
    assert RULES.meaning(table.fight, "botch", "dancing", "rin") == ""
