"""Spells and counterspells."""

import pytest
from msgspec.structs import replace

from rbfcli.model.events import ConditionGained
from rbfcli.model.fight import Condition
from rbfcli.systems.rbf.magic import strikes
from rbfcli.systems.rbf.sheet import Item, Spell

BY_HAND = "init --set ada=18 --set joss=16 --set tamsin=14 --set thug=12 --set other=8 --set boss=6"
MAGE = {"skills": {"metaphysics": 2, "dodge": 1, "meditation": 1}, "hp": 15}
SPELLS = {
    "spark": Spell(name="spark", skill="metaphysics", damage=6, kind="lightning", range=20),
    "fog": Spell(name="fog of mind", condition="blinded"),
}


def test_a_spell_needs_an_arcane_focus_skill(table):
    """RBF-ACT-6: at least 1; which skills those are is an option."""
    laid = table()
    assert "at least 1" in laid.refused("cast ada 'say light'", "RBF-ACT-6")
    laid.refused("cast ada 'say light' --skill melee --force", "RBF-ACT-6")
    other = table(ada={"skills": {"cooking": 1}}, options={"arcane_skills": ("cooking",)})
    other.do("cast ada 'say soup'")


def test_a_spell_is_not_a_shot_whatever_its_skill(table):
    """RBF-ACT-6, RBF-RNG-2: at an enemy within reach, a spell cast with Shoot has no disadvantage."""
    spells = {"zap": Spell(name="zap", skill="shoot", damage=6)}
    mage, options = {"skills": {"shoot": 2}, "at": 3}, {"arcane_skills": ("shoot",)}
    laid = table(ada=mage, thug={"at": 4}, options=options, more={"spells": spells})
    assert [each.edges for each in laid.rolls(laid.do("cast ada zap thug --dice 6,6"))] == [()]


def test_a_spell_that_harms_needs_a_target(table):
    """RBF-ACT-6: without one it would spend an action on nothing."""
    laid = table(ada=MAGE, more={"spells": {**SPELLS, "light": Spell(name="light")}})
    assert "spark needs a target" in laid.refused("cast ada spark", "RBF-ACT-6")
    assert "fog of mind needs a target" in laid.refused("cast ada fog", "RBF-ACT-6")
    laid.do_all("cast ada light", "cast ada spark --force")


def test_an_enemy_casts_by_the_skill_on_its_sheet_and_what_the_gm_improvises_without(table):
    """RBF-ACT-6: a siege drone was offered the spells of the crew."""
    laid = table(more={"spells": SPELLS}, tamsin={"hp": 60})
    assert "Other has no metaphysics" in laid.refused("cast other spark tamsin", "RBF-ACT-6")
    laid.do_all("cast thug spark tamsin --dice 6,6", "cast other 'say hex' tamsin --dice 6,6")
    laid.do_all("cast other spark tamsin --dice 6,6 --force", "set other skills.metaphysics=1")
    laid.do("cast other spark tamsin --dice 6,6")


def test_who_has_no_weapon_does_harm_with_the_spells_it_may_cast_the_worst_first(table):
    """RBF-ACT-6: an enemy only where its sheet names no damage; `hex` has no skill, so it is cast with the best."""
    spells = {
        **SPELLS,
        "bolt": Spell(name="bolt", skill="metaphysics", damage="1d8"),
        "hex": Spell(name="hex", damage=9),
        "shove": Spell(name="shove", skill="telekinetics", damage=20),
    }
    laid = table(ada={**MAGE, "weapons": ("knife",)}, more={"spells": spells})

    def harm(who, **changes):
        people = {**laid.fight.combatants, who: replace(laid.one(who), **changes)}
        found = strikes(replace(laid.fight, combatants=people), who, "joss")
        assert {(each.who, each.targets) for each in found} == {(who, ("joss",))}
        return [getattr(each, "spell", "a blow") for each in found]

    assert harm("ada", held="") == ["hex", "bolt", "spark", "a blow"]
    assert harm("ada", held="knife") == ["a blow", "hex", "bolt", "spark"]
    assert harm("ada", held="", skills={"metaphysics": 0, "dodge": 1}) == ["a blow"]
    assert harm("thug", held="", skills={"telekinetics": 1}, damage=0) == ["shove", "hex", "a blow"]
    assert harm("thug", held="", skills={"telekinetics": 1}, damage=3) == ["a blow", "shove", "hex"]
    assert harm("thug", held="", skills={}, damage=0) == ["a blow"]


def test_a_spell_at_an_enemy_is_rolled_against_its_tn(table):
    """RBF-ACT-6: damage and skill, doubled by a critical success, none on a struggle unless the option says so."""
    laid = table(ada=MAGE, more={"spells": SPELLS})
    laid.do("cast ada spark thug --dice 5,5")
    assert laid.one("thug").hp == 20 - 8
    laid.do("cast ada spark other --dice 8,8")
    laid.do("choose double")
    assert laid.one("other").hp == 60 - 16
    laid.do("cast ada spark other --dice 5,5")
    assert laid.one("other").hp == 60 - 16
    half = table(ada=MAGE, more={"spells": SPELLS}, options={"spell_struggle": "half"})
    half.do("cast ada spark other --dice 5,5")
    assert half.one("other").hp == 60 - 4


def test_a_spell_lays_its_condition_and_minds_range_and_immunity(table):
    """RBF-ACT-6, RBF-IMM-1: as the encounter's list says."""
    laid = table(
        ada={**MAGE, "at": 0}, thug={"at": 10, "immune": ("lightning",)}, other={"at": 30}, more={"spells": SPELLS}
    )
    laid.refused("cast ada spark other", "RBF-ACT-6")
    laid.do("cast ada spark thug --dice 5,5")
    assert laid.one("thug").hp == 20
    laid.do("cast ada fog other --dice 7,7")
    assert "blinded" in laid.one("other").conditions


def test_a_spell_is_improvised_with_the_gm(table):
    """RBF-ACT-6: with the skill, the damage, the condition and the TN of the line."""
    laid = table(ada=MAGE)
    laid.do('cast ada "say a hand of air" thug --damage 1d6 --condition prone --dice 6,6,4')
    assert (laid.one("thug").hp, [*laid.one("thug").conditions]) == (20 - 6, ["prone"])
    assert laid.do('cast ada "say hold the door" --tn 12 --dice 6,5').outcome == "success"
    assert "GM: decide what `hold the door` does" in laid.tell('cast ada "say hold the door"')


def test_hostile_magic_is_met_with_meditation(table):
    """RBF-ACT-6, RBF-DEF-1: an enemy's spell, its own damage or the spell's."""
    laid = table(more={"spells": SPELLS})
    rolled = laid.rolls(laid.do("cast thug spark tamsin --dice 6,6"))[0]
    assert rolled.modifiers[0].why == "Meditation"
    assert laid.one("tamsin").hp == 19 - 6
    laid.do("cast thug 'say hex' joss --dice 7,7")
    assert laid.one("joss").hp == 15 - 6


def test_nobody_casts_at_the_fallen_or_the_hidden(table):
    """RBF-ACT-6, RBF-ACT-4: as for any attack."""
    laid = table(ada=MAGE)
    laid.do_all("damage thug 99", "condition add other hidden")
    laid.refused("cast ada 'say push' thug", "RBF-HP-1")
    laid.refused("cast ada 'say push' other", "RBF-ACT-4")


def test_a_telekinetic_casts_as_a_bonus_action(table):
    """RBF-BON-1, RBF-TAL-1: Expert Telekinetic grants it, once a turn."""
    laid = table(ada={**MAGE, "talents": ("Expert Telekinetic",)})
    laid.do_all(BY_HAND, "cast ada 'say push' --bonus")
    assert laid.one("ada").actions_left == 2
    laid.refused("cast ada 'say push' --bonus", "RBF-BON-1")
    without = table(ada=MAGE)
    without.do(BY_HAND)
    without.refused("cast ada 'say push' --bonus", "RBF-BON-1")


@pytest.fixture
def duel(table):
    """Ada and Tamsin can counter spells."""
    counter = ("Counterspell",)
    return table(ada={**MAGE, "talents": counter}, tamsin={"talents": counter, "skills": {"metaphysics": 4}})


def test_a_counterspell_answers_an_enemys_spell(duel):
    """RBF-REA-1: a saved question before the spell takes effect; a success ends it."""
    duel.do("cast thug 'say hex' joss")
    assert duel.one("joss").hp == 15
    duel.reopen()
    duel.do("choose counter --dice 6,5")
    assert not duel.fight.questions
    assert duel.one("joss").hp == 15
    assert duel.one("ada").reactions_left == 0


def test_who_fails_leaves_it_to_the_next(duel):
    """RBF-REA-1: then the spell takes effect."""
    duel.do_all("cast thug 'say hex' joss", "choose counter --dice 4,4")
    assert duel.fight.questions[0].who == "tamsin"
    duel.do("choose no --dice 7,7")
    assert duel.one("joss").hp == 15 - 6
    duel.do_all("cast thug 'say hex' joss", "choose counter --dice 5,4")
    assert duel.one("joss").hp == 15 - 6


def test_a_counterspell_may_be_said_beforehand(duel):
    """RBF-REA-1: an option of the line."""
    duel.do("cast thug 'say hex' joss --countered-by tamsin --dice 5,4")
    assert duel.one("tamsin").reactions_left == 0
    assert duel.one("joss").hp == 15
    assert "needs Counterspell" in duel.refused("cast thug 'say hex' joss --countered-by joss", "RBF-REA-1")


def test_the_encounters_own_words_are_a_condition_too(table):
    """RBF-ACT-6, RBF-ACT-2: a spell lays what stands behind `say`, and an item ends it."""
    hex_ = Spell(name="hex", skill="metaphysics", condition="say hexed")
    salve = Item(name="salve", cures=("say hexed",))
    laid = table(ada={**MAGE, "items": ("salve",)}, more={"spells": {"hex": hex_}, "items": {"salve": salve}})
    laid.do("cast ada hex thug --dice 8,6")
    assert "hexed" in laid.one("thug").conditions
    laid.do("use ada salve thug --force")
    assert "hexed" not in laid.one("thug").conditions


# Spells more closely: what they are rolled with, what they do, whom they reach, and what counters them.


MAGE_OF_SPELLS = {"skills": {"metaphysics": 2, "elementalism": 4, "dodge": 1, "meditation": 1}, "hp": 40, "at": 0}
SPELLS_OF_SPELLS = {
    "spark": Spell(name="spark of doom", skill="metaphysics", damage=6, kind="lightning", range=20),
    "fog": Spell(name="fog", condition="blinded"),
    "ash": Spell(name="ash", damage="2d6", kind="fire", condition="prone"),
}


def cast(table, **changes):
    """A table with a mage and its spells."""
    return table(**{"ada": MAGE_OF_SPELLS, "more": {"spells": SPELLS_OF_SPELLS}, **changes})


@pytest.mark.parametrize(
    ("line", "modifiers", "dice"),
    [
        ("cast ada spark thug", [(2, "Metaphysics")], 2),
        ("cast ada fog thug", [(4, "Elementalism")], 2),
        ("cast ada spark thug --skill elementalism", [(4, "Elementalism")], 2),
        ("cast ada spark thug --mod 3 --advantage 2", [(2, "Metaphysics"), (3, "modifier")], 4),
        ("cast ada spark thug --disadvantage 1", [(2, "Metaphysics")], 3),
        ("cast ada fog --tn 12 --mod 1", [(4, "Elementalism"), (1, "modifier")], 2),
    ],
)
def test_what_a_spell_is_rolled_with(table, line, modifiers, dice):
    """RBF-ACT-6: the spell's own skill, the one said, else the best."""
    laid = cast(table)
    roll = laid.rolls(laid.do(line))[0]
    assert [(each.value, each.why) for each in roll.modifiers if each.value] == modifiers
    assert (len(roll.dice), roll.against, roll.label, roll.who) == (dice, 12, "spell", "ada")
    assert roll.target == ("thug" if "thug" in line else "")


def test_the_house_may_ask_what_goes_wrong_with_a_spell(table):
    """RBF-ATK-5, RBF-ACT-6: no weapon is there to be dropped, broken or jammed."""
    laid = cast(table, options={"complication": "ask"})
    laid.do("cast ada spark thug --dice 1,1")
    assert laid.fight.questions[0].answers == ("prone", "ally-hit")


def test_a_grapple_hinders_a_spell(table):
    """RBF-TEC-GRAPPLE: as all else but a blow at the grappler."""
    laid = cast(table, ada={**MAGE_OF_SPELLS, "conditions": {"grappled": Condition()}})
    assert len(laid.rolls(laid.do("cast ada spark thug"))[0].dice) == 3


@pytest.mark.parametrize(
    ("faces", "outcome", "lost", "told"),
    [
        ("5,5", "success", 8, [("spark of doom 6 + Metaphysics 2", "RBF-ATK-3")]),
        ("8,8", "critical", 16, [("spark of doom 6 + Metaphysics 2, doubled", "RBF-ATK-2")]),
        ("4,4", "struggle", 4, [("half of spark of doom 6 + Metaphysics 2", "RBF-ACT-6")]),
        ("1,2", "failure", 0, []),
    ],
)
def test_what_a_spell_does(table, faces, outcome, lost, told):
    """RBF-ACT-6, RBF-ATK-8: on a struggle only where the option says so."""
    laid = cast(table, options={"spell_struggle": "half", "critical": "double"})
    played = laid.do(f"cast ada spark thug --dice {faces}")
    assert (played.outcome, laid.one("thug").hp) == (outcome, 20 - lost)
    assert [(each.facts["why"], each.rule) for each in laid.events(played, "damage")] == told


@pytest.mark.parametrize(
    ("answer", "lost", "told"),
    [
        ("double", 16, ""),
        ("silent", 20, "killed-silently"),
        ("thrown", 8, ""),
        ("stunned", 8, ""),
        ("say 'its shadow burns'", 8, "critical-effect"),
    ],
)
def test_a_caster_chooses_what_a_critical_success_brings(table, answer, lost, told):
    """RBF-ATK-2: double damage, or one effect more; no technique, for those are a weapon's."""
    laid = cast(table, thug={"at": 5})
    laid.do("cast ada spark thug --dice 8,8")
    [asked] = laid.fight.questions
    assert (asked.kind, asked.who, asked.answers) == ("critical", "ada", ("double", "silent", "thrown", "stunned"))
    assert (laid.one("thug").hp, asked.facts["target"]) == (20, "thug")
    played = laid.do(f"choose {answer}")
    assert (played.outcome, laid.one("thug").hp) == ("critical", 20 - lost)
    assert list(laid.one("thug").conditions) == {"stunned": ["stunned"], "silent": ["out"]}.get(answer, [])
    assert laid.one("thug").at == (9 if answer == "thrown" else 5)
    assert not told or laid.events(played, told)


def test_of_a_thing_a_critical_spell_can_be_doubled_or_throw_it(table):
    """RBF-ATK-2: nothing is killed or stunned; said beforehand it is not asked."""
    laid = cast(table, thug={"object": True})
    laid.do("cast ada spark thug --dice 8,8")
    assert laid.fight.questions[0].answers == ("double", "thrown")
    laid = cast(table)
    laid.do("cast ada spark thug --dice 8,8 --answer critical=thrown")
    assert (laid.fight.questions, laid.one("thug").hp) == ((), 12)


@pytest.mark.parametrize(("faces", "lies"), [("5,5", True), ("8,8", True), ("3,4", False), ("1,1", False)])
def test_when_a_spell_lays_its_condition(table, faces, lies):
    """RBF-ACT-6, RBF-ATK-2: on a success, without damage if it does none; nothing is doubled then."""
    laid = cast(table)
    played = laid.do(f"cast ada fog thug --critical double --dice {faces}")
    assert ("blinded" in laid.one("thug").conditions) is lies
    assert not laid.events(played, "damage")
    assert not laid.events(played, "critical-effect")
    assert laid.fight.questions == ()
    if lies:
        assert (laid.one("thug").conditions["blinded"].by, laid.one("thug").conditions["blinded"].rounds) == ("ada", 1)


def test_a_wider_critical_range_counts_for_spells_at_foes(table):
    """RBF-TST-4: not for those at nobody, unless the option says all."""
    wide = {**MAGE_OF_SPELLS, "critical_range": 3}
    laid = cast(table, ada=wide)
    assert laid.do("cast ada spark thug --dice 7,6 --answer critical=double").outcome == "critical"
    assert laid.do("cast ada fog --tn 12 --dice 6,5").outcome == "success"
    laid = cast(table, ada=wide, options={"critical_range": "all"})
    assert laid.do("cast ada fog --tn 12 --dice 6,5").outcome == "critical"


def test_each_target_of_a_spell_is_rolled_for(table):
    """RBF-ACT-6: with its own TN; allies among them are none of its foes."""
    laid = cast(table, thug={"at": 3}, other={"at": 5})
    played = laid.do("cast ada spark thug other --dice 5,5,7,7")
    assert [(each.target, each.against) for each in laid.rolls(played)] == [("thug", 12), ("other", 14)]
    assert (laid.one("thug").hp, laid.one("other").hp) == (12, 52)
    played = laid.do("cast ada spark joss")
    assert [each.facts for each in laid.events(played, "spell-works")] == [{"spell": "spark of doom"}]
    assert not laid.rolls(played)


def test_what_is_told_of_casting(table):
    """RBF-ACT-6: who, and the spell by its name."""
    laid = cast(table)
    [told] = laid.events(laid.do("cast ada spark thug"), "casts")
    assert (told.who, told.facts, told.rule) == ("ada", {"spell": "spark of doom"}, "RBF-ACT-6")


@pytest.mark.parametrize(
    ("at", "reaches"), [({"at": 20}, True), ({"at": 21}, False), ({"at": 5, "height": 21}, False), ({"at": None}, True)]
)
def test_how_far_a_spell_reaches(table, at, reaches):
    """RBF-ACT-6: its range along the ground and in height; unlimited where it has none."""
    laid = cast(table, thug=at)
    laid.do("cast ada fog thug")
    if reaches:
        laid.do("cast ada spark thug")
    else:
        assert "the spell's range is 20 m" in laid.refused("cast ada spark thug", "RBF-ACT-6")


def test_ones_own_side_need_not_be_seen(table):
    """RBF-ACT-4, RBF-ACT-6: a hidden friend can be cast at, a hidden foe cannot."""
    laid = cast(table, joss={"conditions": {"hidden": Condition()}}, thug={"conditions": {"hidden": Condition()}})
    laid.do("cast ada fog joss")
    assert "Ada cannot see Thug" in laid.refused("cast ada fog thug", "RBF-ACT-4")


@pytest.mark.parametrize(
    ("line", "faces", "lost", "lies"),
    [
        ("cast thug ash ada", "4,4,3,5", 5, True),
        ("cast thug ash ada", "1,1", 12, True),
        ("cast thug 'say hex' ada", "4,4", 9, False),
        ("cast thug 'say hex' ada", "1,1", 20, False),
        ("cast thug 'say hex' ada --damage 5", "1,1", 5, False),
        ("cast thug 'say hex' ada --condition prone --mod 2", "1,2", 9, True),
        ("cast thug 'say hex' ada --condition prone --mod 2", "4,4", 3, False),
    ],
)
def test_an_enemys_spell(table, line, faces, lost, lies):
    """RBF-ACT-6, RBF-DEF-1: its own damage or the spell's less armour, the most for who fails; and its condition."""
    laid = cast(table, ada={**MAGE_OF_SPELLS, "skills": {**MAGE_OF_SPELLS["skills"], "meditation": 3}})
    played = laid.do(f"{line} --dice {faces}")
    [roll] = [each for each in laid.rolls(played) if each.label == "defense"]
    assert (roll.modifiers[0].why, roll.against, roll.target) == ("Meditation", 12, "thug")
    assert laid.one("ada").hp == 40 - lost
    assert ("prone" in laid.one("ada").conditions) is lies


def test_what_counts_for_the_defense_against_a_spell(table):
    """RBF-DEF-1, RBF-TAL-1: what is said and what lies on the one attacked; who is immune takes none."""
    raging = {**MAGE_OF_SPELLS, "conditions": {"raging": Condition()}, "immune": ("fire",)}
    laid = cast(table, ada=raging)
    played = laid.do("cast thug ash ada --advantage 3 --mod 4 --condition none --dice 1,1,1,2")
    roll = laid.rolls(played)[0]
    assert (len(roll.dice), [each.value for each in roll.modifiers if each.value]) == (4, [1, 4])
    assert laid.one("ada").hp == 40


@pytest.fixture
def counter(table):
    """Ada may counter spells; the thug casts."""

    def lay(ada=None, **changes):
        return cast(table, ada={**MAGE_OF_SPELLS, "talents": ("Counterspell",), **(ada or {})}, **changes)

    return lay


@pytest.mark.parametrize(("faces", "countered"), [("5,5", True), ("8,8", True), ("4,4", False), ("1,1", False)])
def test_what_counters_a_spell(counter, faces, countered):
    """RBF-REA-1: the option's skill against the caster's TN."""
    laid = counter()
    played = laid.do(f"cast thug ash joss --countered-by ada --condition none --dice {faces}")
    roll = laid.rolls(played)[0]
    assert (roll.label, roll.target, roll.against, roll.modifiers[0].why) == ("counterspell", "thug", 12, "Metaphysics")
    told = [(each.who, each.target, each.rule) for each in laid.events(played, "countered")]
    assert told == ([("ada", "thug", "RBF-REA-1")] if countered else [])
    assert (laid.one("joss").hp == 15) is countered
    assert laid.one("ada").reactions_left == 0


def test_the_skill_of_a_counterspell_is_an_option(counter):
    """RBF-REA-1: `counterspell_skill`."""
    laid = counter(options={"counterspell_skill": "elementalism"})
    roll = laid.rolls(laid.do("cast thug ash joss --countered-by ada"))[0]
    assert [(each.value, each.why) for each in roll.modifiers] == [(4, "Elementalism")]


@pytest.mark.parametrize(
    ("changes", "asked"),
    [
        ({}, True),
        ({"ada": {"reactions": 0}}, False),
        ({"ada": {"talents": ()}}, False),
        ({"thug": {"conditions": {"hidden": Condition()}}}, False),
        ({"thug": {"conditions": {"hidden": Condition(), "spotted": Condition()}}}, True),
    ],
)
def test_who_is_asked_to_counter(counter, changes, asked):
    """RBF-REA-1, RBF-ACT-4: who has the spell and a reaction, and sees an enemy cast."""
    laid = counter(**changes)
    laid.do("cast thug ash joss")
    assert [(each.kind, each.who) for each in laid.fight.questions if each.kind == "counterspell"] == (
        [("counterspell", "ada")] if asked else []
    )


def test_nobody_counters_a_friend(counter):
    """RBF-REA-1: neither a player's spell nor, for an enemy, anybody's."""
    laid = counter(joss={"skills": {"metaphysics": 1}}, thug={"talents": ("Counterspell",)})
    laid.do("cast joss fog thug --dice 5,5")
    assert not laid.fight.questions
    laid.do("cast other 'say hex' joss --countered-by ada --dice 8,8")
    laid.do("set ada reactions-left=1")
    laid.do("cast other 'say hex' joss")
    assert {each.who for each in laid.fight.questions} == {"ada"}


def test_a_spell_is_countered_once(counter):
    """RBF-REA-1: who comes after a success is not asked any more."""
    laid = counter(tamsin={"talents": ("Counterspell",), "skills": {"metaphysics": 4}})
    laid.do_all("cast thug ash joss", "choose counter --dice 8,8")
    assert not laid.fight.questions
    assert (laid.one("tamsin").reactions_left, laid.one("joss").hp) == (1, 15)


def test_by_which_rule_a_spell_lays_its_condition(table):
    """RBF-ACT-6: by the rule of spells, whoever casts."""
    laid = cast(table, thug={"hp": 60})
    for line in (
        "cast ada fog thug --critical double --dice 8,7",
        "cast thug fog ada --answer condition=none --dice 1,1",
    ):
        [laid_on] = [each for each in laid.do(line).events if isinstance(each, ConditionGained)]
        assert (laid_on.name, laid_on.rule) == ("blinded", "RBF-ACT-6")
