"""Spells and counterspells."""

import pytest
from msgspec.structs import replace

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
    assert "What `hold the door` does is the GM's to say" in laid.tell('cast ada "say hold the door"')


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
