"""Overwatch: an attack prepared, made just before an enemy moves or acts."""

import pytest

from rbfcli.engine.play import execute
from rbfcli.storage.paths import find_encounter
from rbfcli.systems.rbf import RULES, commands, offers
from tests.systems.rbf.overwatch import waiting_reactions_interrupt_every_action

BY_HAND = "init --set ada=18 --set joss=16 --set tamsin=14 --set thug=12 --set other=8 --set boss=6"


@pytest.fixture
def watched(table):
    """Joss is on overwatch and it is the thug's turn."""

    def lay(line="overwatch joss", **changes):
        laid = table(**changes)
        laid.do_all(BY_HAND, "turn next", line, "turn next", "turn next")
        assert laid.fight.active == "thug"
        return laid

    return lay


def test_it_comes_before_whatever_an_enemy_spends():
    """RBF-ACT-8: whoever acts with an enemy on overwatch is interrupted before they pay."""
    names = ("duel", "dock-ambush", "losing-air", "drowned-chapel", "siege-drone")
    waiting_reactions_interrupt_every_action([find_encounter(name) for name in names])


def test_it_fires_before_the_enemy_acts(watched):
    """RBF-ACT-8: it costs an action in advance and none now; the enemy continues."""
    laid = watched()
    assert laid.one("joss").actions_left == 1
    played = laid.do("attack thug ada --dice 5,5,6,5")
    assert [each.label for each in laid.rolls(played)] == ["attack", "defense"]
    assert laid.one("thug").hp == 20 - 9
    assert laid.one("ada").hp == 15 - 3
    assert "watching" not in laid.one("joss").conditions


def test_a_deed_has_no_outcome_of_the_shot_that_interrupts_it(watched):
    """RBF-ACT-8: a critical shot asks what it brings; the move that waits meanwhile is no critical move."""
    laid = watched()
    played = laid.do("move thug 4 --dice 8,8")
    assert played.fight.questions
    assert [each.outcome for each in laid.rolls(played)] == ["critical"]
    assert played.outcome == ""


@pytest.mark.parametrize("line", ["move thug 4 --dice 5,5", "aim thug --dice 5,5", "prone thug --dice 5,5"])
def test_it_fires_at_whatever_the_enemy_does(watched, line):
    """RBF-ACT-8: any enemy that moves or acts; given dice are those of the shot."""
    laid = watched()
    laid.do(line)
    assert laid.one("thug").hp == 20 - 9


def test_another_overwatch_replaces_the_first_and_says_so(table):
    """RBF-ACT-8: it costs an action again; the same one again is refused."""
    laid = table()
    laid.do_all(BY_HAND, "turn next", "overwatch joss")
    played = laid.do("overwatch joss --ask")
    said = [(type(each).__name__, each.name) for each in played.events if getattr(each, "name", "") == "watching"]
    assert said == [("ConditionLost", "watching"), ("ConditionGained", "watching")]
    assert laid.one("joss").actions_left == 0
    laid.do("set joss actions-left=2")
    laid.refused("overwatch joss --ask", "RBF-ACT-8")


def test_it_waits_for_an_enemy_in_range_and_in_sight(watched):
    """RBF-ACT-8: the range of the weapon in hand; nor does it fire at allies."""
    laid = watched(joss={"at": 0}, thug={"at": 40}, other={"at": 20})
    laid.do("aim thug")
    assert "watching" in laid.one("joss").conditions
    laid.do_all("turn next", "aim other --dice 5,5")
    assert "watching" not in laid.one("joss").conditions


def test_it_ends_with_the_start_of_ones_next_turn(watched):
    """RBF-ACT-8: no enemy came."""
    laid = watched(joss={"at": 0}, thug={"at": 99}, other={"at": 99}, boss={"at": 99})
    for _ in range(4):
        laid.do("turn next")
    assert laid.fight.active == "joss"
    assert "watching" not in laid.one("joss").conditions


def test_who_falls_to_it_gets_no_further(watched):
    """RBF-ACT-8: its action does not happen."""
    laid = watched(thug={"hp": 5})
    assert "is stopped: they are down" in laid.tell("attack thug ada --dice 5,5")
    assert laid.one("ada").hp == 15
    assert laid.one("thug").actions_left == 2


def test_who_is_held_by_it_does_not_move(watched):
    """RBF-ACT-8: limits of the technique; the shot remains."""
    laid = watched(line="overwatch joss --technique pin", joss={"weapons": ("rail",)})
    assert "pinned and cannot move" in laid.tell("move thug 5 --dice 6,6")
    assert "pinned" in laid.one("thug").conditions
    assert laid.one("thug").actions_left == 2


def test_a_line_that_is_refused_draws_no_fire(watched):
    """RBF-ACT-8, RBF-ATK-1: a mistake of the GM's is no action of the enemy's."""
    laid = watched()
    laid.refused("attack thug other", "RBF-ATK-1")
    assert "watching" in laid.one("joss").conditions


def test_it_may_ask_first(watched):
    """RBF-ACT-8: a saved question with the enemy's action in it."""
    laid = watched(line="overwatch joss --ask")
    laid.do("attack thug ada")
    assert laid.one("ada").hp == 15
    laid.refused("turn next", "RBF-ACT-8")
    laid.reopen()
    laid.do("choose fire --dice 5,5,6,5")
    assert laid.one("thug").hp == 20 - 9
    assert laid.one("ada").hp == 15 - 3


def test_waiting_is_an_answer(watched):
    """RBF-ACT-8: the enemy goes on, and the watch too."""
    laid = watched(line="overwatch joss --ask")
    laid.do_all("attack thug ada", "choose wait --dice 6,5")
    assert laid.one("ada").hp == 15 - 3
    assert "watching" in laid.one("joss").conditions


def test_several_watch(table):
    """RBF-ACT-8: each fires in the order of the fight, one asked and one not."""
    laid = table()
    laid.do_all(BY_HAND, "overwatch ada --ask", "turn next", "overwatch joss", "turn next", "turn next")
    laid.do("aim thug")
    assert laid.fight.questions[0].who == "ada"
    laid.do("choose wait --dice 5,5")
    assert laid.one("thug").hp == 20 - 9
    assert "watching" in laid.one("ada").conditions


def test_the_prepared_technique_needs_no_hit_beforehand_but_its_requirements(table):
    """RBF-ACT-8, RBF-TEC-4: checked when it fires; then it waits on."""
    laid = table()
    laid.do_all(BY_HAND, "overwatch ada --technique disarm", "turn next", "turn next", "turn next")
    laid.do_all("turn next", "aim other")
    assert "watching" in laid.one("ada").conditions
    laid.do_all("turn back", "aim thug --dice 5,5")
    assert laid.one("thug").held == ""


def test_the_blind_watch_over_nothing(watched):
    """RBF-TEC-BLIND: they cannot see."""
    laid = watched()
    laid.do_all("condition add joss blinded", "aim thug")
    assert laid.one("thug").hp == 20


def test_enemies_watch_too(table):
    """RBF-ACT-8: a player that acts in its sights defends first."""
    laid = table()
    laid.do_all("init --set thug=20 --set ada=18 --set joss=2 --set tamsin=2 --set other=1 --set boss=1")
    laid.refused("overwatch thug --technique trip", "RBF-TEC-1")
    laid.do_all("overwatch thug", "turn next", "move ada 3 --dice 8,8")
    assert "watching" not in laid.one("thug").conditions


def test_overwatch_is_part_of_the_odds(watched):
    """RBF-ACT-8: the exact chance of what comes of the enemy's line."""
    laid = watched(thug={"hp": 9})
    assert 0 < laid.odds("aim thug").downs["thug"] < 1


# Overwatch in time and space: before anything with a cost, and when a move comes into range.


THUG_WATCHES = "init --set thug=20 --set ada=18 --set joss=2 --set tamsin=2 --set other=1 --set boss=1"


@pytest.fixture
def overwatch_in_time_watched(table):
    """One player is on overwatch, and it is the thug's turn."""

    def lay(line="overwatch joss", who="joss", **changes):
        laid = table(**changes)
        laid.do(BY_HAND)
        while laid.fight.active != who:
            laid.do("turn next")
        laid.do(line)
        while laid.fight.active != "thug":
            laid.do("turn next")
        return laid

    return lay


@pytest.fixture
def thug_watches(table):
    """The thug is on overwatch and it is Ada's turn."""

    def lay(**changes):
        laid = table(**changes)
        laid.do_all(THUG_WATCHES, "overwatch thug", "turn next")
        return laid

    return lay


@pytest.mark.parametrize(
    ("line", "dice"),
    [
        ('speak ada "put it down"', "8,8"),
        ("stabilize joss --by ada", "8,8,5,5"),
        ("stabilize joss", "8,8,5,5"),
        ("check ada athletics --tn 9", "8,8,5,5"),
        ("use ada 'medical kit'", "8,8,5,5,3"),
        ("prone ada --drop", "8,8,2"),
        ("aim ada", "8,8"),
        ("draw ada knife", "8,8"),
    ],
)
def test_whatever_costs_something_is_watched(thug_watches, line, dice):
    """RBF-ACT-8: not a list of verbs."""
    laid = thug_watches(ada={"items": ("medical kit",), "weapons": ("sword", "knife")})
    laid.do_all("condition add joss dying", "damage ada 1")
    laid.do(f"{line} --dice {dice}")
    assert "watching" not in laid.one("thug").conditions


@pytest.mark.parametrize("line", ['speak ada "behind you" --allies', "check ada athletics --tn 9 --free --dice 5,5"])
def test_what_costs_nothing_draws_no_fire(thug_watches, line):
    """RBF-ACT-8, RBF-ACT-9: a word to an ally, a check the GM calls for."""
    laid = thug_watches()
    laid.do(line)
    assert "watching" in laid.one("thug").conditions


def test_a_riposte_through_choose_is_watched(table):
    """RBF-ACT-8, RBF-REA-1: the enemy on overwatch fires before the duelist strikes back, who then strikes."""
    laid = table(tamsin={"talents": ("Expert Duelist",)}, other={"hp": 60})
    laid.do_all("init --set other=20 --set thug=18 --set ada=2 --set joss=2 --set tamsin=2 --set boss=1")
    laid.do_all("overwatch other", "turn next", "attack thug tamsin --dice 8,8")
    told = laid.tell("choose strike --dice 7,7,8,4")
    assert told.index("attacks Tamsin") < told.index("Tamsin hits Thug")
    assert laid.one("tamsin").hp == 19 - 9
    assert laid.one("thug").hp == 20 - 7
    assert laid.one("tamsin").reactions_left == 0


def test_a_riposte_that_overwatch_stops_costs_nothing(table):
    """RBF-ACT-8, RBF-REA-1: an attacker felled by it is not struck back."""
    laid = table(tamsin={"talents": ("Expert Duelist",), "hp": 3})
    laid.do_all("init --set other=20 --set thug=18 --set ada=2 --set joss=2 --set tamsin=2 --set boss=1")
    laid.do_all("overwatch other", "turn next", "attack thug tamsin --dice 8,8")
    assert "is stopped: they are down" in laid.tell("choose strike --dice 3,4,1")
    assert laid.one("thug").hp == 20
    assert laid.one("tamsin").reactions_left == 1


def test_a_counterspell_is_watched(table):
    """RBF-ACT-8, RBF-REA-1: the spell is cast once, whatever reacts before the counterspell."""
    mage = {"talents": ("Counterspell",), "skills": {"metaphysics": 2, "dodge": 3}, "hp": 60}
    laid = table(ada=mage)
    laid.do_all("init --set other=20 --set thug=18 --set ada=2 --set joss=2 --set tamsin=2 --set boss=1")
    laid.do_all("overwatch other", "turn next", "cast thug 'say hex' joss")
    played = laid.do("choose counter --dice 8,8,8,8")
    assert [each.label for each in laid.rolls(played)] == ["defense", "counterspell"]
    assert laid.one("thug").actions_left == 1
    assert len(laid.events(played, "countered")) == 1


def test_what_an_enemys_shot_brings_is_settled_before_the_deed(thug_watches):
    """RBF-ACT-8, RBF-DEF-5: a condition that may be placed comes before the move it may end."""
    laid = thug_watches(ada={"hp": 40})
    laid.do("move ada 3 --dice 1,1")
    assert [(each.kind, each.who) for each in laid.fight.questions] == [("condition", "thug")]
    assert laid.one("ada").at is None
    assert "is stopped: Ada is pinned" in laid.tell("choose pinned")
    assert (laid.one("ada").at, laid.one("ada").actions_left) == (None, 2)


def test_a_move_into_the_range_of_a_weapon_is_attacked_where_it_enters(overwatch_in_time_watched):
    """RBF-ACT-8: the enemy gets as far as the edge of the range, is shot at, and goes on."""
    laid = overwatch_in_time_watched(joss={"at": 0}, thug={"at": 35})
    told = laid.tell("move thug 26 --dice 5,5")
    assert told.index("5 m to metre 30") < told.index("attacks Thug") < told.index("4 m to metre 26")
    assert laid.one("thug").hp == 20 - 9
    assert (laid.one("thug").at, laid.one("thug").actions_left) == (26, 1)


def test_who_falls_on_the_way_lies_where_it_fell(overwatch_in_time_watched):
    """RBF-ACT-8: at the edge of the range, the action spent."""
    laid = overwatch_in_time_watched(joss={"at": 0}, thug={"at": 35, "hp": 5})
    assert "is stopped: they are down" in laid.tell("move thug 26 --dice 5,5")
    assert (laid.one("thug").at, laid.one("thug").actions_left) == (30, 1)


@pytest.mark.parametrize(("technique", "why"), [("trip", "prone"), ("shove", "driven off")])
def test_what_a_technique_does_on_the_way_ends_the_move(overwatch_in_time_watched, technique, why):
    """RBF-ACT-8, RBF-TEC-TRIP, RBF-TEC-SHOVE: it stays where that left it, prone or standing."""
    laid = overwatch_in_time_watched(f"overwatch joss --technique {technique}", joss={"at": 0}, thug={"at": 35})
    assert why in laid.tell("move thug 26 --dice 6,5")
    assert laid.one("thug").at == (30 if technique == "trip" else 31)


def test_melee_weapons_watch_too(overwatch_in_time_watched):
    """RBF-ACT-8: who comes within two metres of a sword, and who runs past it."""
    for start, end in ((20, 11), (14, 5)):
        laid = overwatch_in_time_watched("overwatch ada", "ada", ada={"at": 10}, thug={"at": start})
        told = laid.tell(f"move thug {end} --dice 5,5")
        assert told.index("to metre 12") < told.index("attacks Thug")
        assert laid.one("thug").at == end


def test_a_lunge_reaches_a_metre_further(overwatch_in_time_watched):
    """RBF-ACT-8, RBF-TEC-LUNGE: the range of the prepared attack counts."""
    laid = overwatch_in_time_watched("overwatch ada --technique lunge", "ada", ada={"at": 10}, thug={"at": 20})
    assert "to metre 13" in laid.tell("move thug 11 --dice 5,5")


def test_a_rifle_fires_once_the_enemy_is_far_enough(overwatch_in_time_watched):
    """RBF-ACT-8, RBF-RNG-1: not at one in melee range, but as it gets away."""
    laid = overwatch_in_time_watched(joss={"at": 10, "held": "rifle"}, thug={"at": 11})
    told = laid.tell("move thug 20 --dice 5,5")
    assert told.index("to metre 13") < told.index("attacks Thug")


def test_a_move_that_stays_out_of_range_is_let_be(overwatch_in_time_watched):
    """RBF-ACT-8: neither start, nor end, nor the way between."""
    laid = overwatch_in_time_watched("overwatch ada", "ada", ada={"at": 10}, thug={"at": 22})
    laid.do("move thug 13")
    assert "watching" in laid.one("ada").conditions
    assert laid.one("thug").at == 13


def test_the_end_of_a_move_counts(overwatch_in_time_watched):
    """RBF-ACT-8: the last metre is the first in range."""
    laid = overwatch_in_time_watched("overwatch ada", "ada", ada={"at": 10}, thug={"at": 22})
    told = laid.tell("move thug 12 --dice 5,5")
    assert told.index("to metre 12") < told.index("attacks Thug")


def test_who_waits_is_asked_once_a_move(overwatch_in_time_watched):
    """RBF-ACT-8: at the first metre in range, and not again at each that follows."""
    laid = overwatch_in_time_watched("overwatch joss --ask", joss={"at": 0}, thug={"at": 35})
    laid.do("move thug 26")
    assert laid.one("thug").at == 30
    laid.do("choose wait")
    assert laid.one("thug").at == 26
    assert "watching" in laid.one("joss").conditions
    laid.do("move thug 20")
    assert laid.one("thug").at == 26
    laid.do("choose wait")
    assert (laid.one("thug").at, laid.one("thug").actions_left) == (20, 0)


def test_several_on_the_way(table):
    """RBF-ACT-8: each where the way comes into its own range."""
    laid = table(joss={"at": 0}, ada={"at": 24}, thug={"at": 33, "hp": 60})
    laid.do_all(BY_HAND, "overwatch ada", "turn next", "overwatch joss", "turn next", "turn next")
    told = laid.tell("move thug 23 --dice 5,5,6,6")
    parts = ("metre 30", "Joss attacks", "metre 26", "Ada attacks", "metre 23")
    places = [told.index(part) for part in parts]
    assert places == sorted(places)


# A player defends: outcomes, armour, conditions, what an enemy's attack does.


@pytest.mark.parametrize(
    ("dice", "outcome", "damage"),
    [("6,5", "success", 3), ("4,4", "struggle", 9), ("1,2", "failure", 12), ("8,8", "critical", 0)],
)
def test_the_four_outcomes(table, dice, outcome, damage):
    """RBF-DEF-2, RBF-DEF-3, RBF-DEF-4, RBF-DEF-5: worked check 5, an axe for 12 against armour 3."""
    laid = table(thug={"damage_max": 12})
    assert laid.do(f"attack thug ada --condition none --dice {dice}").outcome == outcome
    assert laid.one("ada").hp == 15 - damage
    assert laid.one("ada").armour_broken == (outcome == "failure")


def test_heavy_armour_leaves_one_point(table):
    """RBF-DEF-3: worked check 5, damage reduction 20."""
    laid = table(ada={"armour": 20})
    laid.do("attack thug ada --dice 6,5")
    assert laid.one("ada").hp == 14


@pytest.mark.parametrize("dice", ["6,5", "4,4"])
def test_an_enemy_that_does_no_damage_does_none(table, dice):
    """RBF-DEF-3, RBF-DEF-4: at least 1 is left of any damage, and nothing of none."""
    laid = table(thug={"damage": 0, "damage_max": 0})
    laid.do(f"attack thug ada --dice {dice}")
    assert laid.one("ada").hp == 15


def test_a_sundered_player_defends_worse(table):
    """RBF-TEC-SUNDER: an enemy's lower TN is a player's lower defense."""
    laid = table()
    laid.do("condition add ada sundered")
    rolled = laid.rolls(laid.do("attack thug ada --dice 6,5"))[0]
    assert [(each.value, each.why) for each in rolled.modifiers][-1] == (-1, "sundered")


@pytest.mark.parametrize(("kind", "total"), [("dodge", 13), ("resilience", 8), ("meditation", 12)])
def test_which_skill_defends(table, kind, total):
    """RBF-DEF-1: Dodge, Resilience or Meditation; a skill never trained is -2."""
    laid = table(ada={"skills": {"dodge": 3, "meditation": 2}})
    played = laid.do(f"attack thug ada --kind {kind} --condition none --dice 5,5")
    assert laid.rolls(played)[0].total == total


def test_a_danger_the_gm_states(table):
    """RBF-DEF-1: poison, cold, explosions; its maximum is the highest its dice show."""
    laid = table()
    laid.do("damage-save tamsin --tn 12 --damage 2d6 --kind resilience --condition none --dice 1,1")
    assert laid.one("tamsin").hp == 19 - 12
    laid.do("damage-save ada --tn 12 --damage 8 --max 9 --dice 5,5")
    assert laid.one("ada").hp == 15 - 1


def test_failure_breaks_armour_and_lets_the_enemy_place_a_condition(table):
    """RBF-DEF-5: a saved question, or an answer in advance; continuing is a choice too."""
    laid = table(tamsin={"hp": 50})
    laid.do("attack thug tamsin --dice 1,1")
    assert laid.fight.questions[0].who == "thug"
    laid.reopen()
    laid.do("choose thug prone")
    assert "prone" in laid.one("tamsin").conditions
    laid.do_all("heal tamsin 50", "attack thug tamsin --condition stunned --dice 1,1")
    assert "stunned" in laid.one("tamsin").conditions
    laid.do_all("heal tamsin 50", "attack thug tamsin --dice 1,1", "attack ada thug --dice 5,5")
    assert not laid.fight.questions


def test_two_ones_fail_even_if_the_total_would_do(table):
    """RBF-DEF-5: the maximum damage."""
    laid = table(ada={"skills": {"dodge": 20}})
    laid.do("attack thug ada --condition none --dice 1,1")
    assert laid.one("ada").hp == 0


def test_broken_armour_gives_nothing_until_repaired(table):
    """RBF-DEF-6: a repair kit mends it."""
    laid = table(ada={"armour_broken": True}, joss={"items": ("repair kit",), "skills": {"crafting": 3}})
    laid.do("attack thug ada --dice 6,5")
    assert laid.one("ada").hp == 15 - 6
    laid.do('use joss "repair kit" ada --dice 1,2')
    assert laid.one("ada").armour_broken
    laid.do('use joss "repair kit" ada --dice 4,4')
    assert not laid.one("ada").armour_broken
    laid.do("attack thug ada --dice 6,5")
    assert laid.one("ada").hp == 15 - 6 - 3


def test_damage_may_be_dice_or_two_numbers(table):
    """RBF-DEF-7: the roll is normal, the highest the maximum."""
    laid = table(thug={"damage": "2d6+3", "damage_max": None, "weapons": ()})
    laid.do("attack thug joss --dice 5,4,6,5")
    assert laid.one("joss").hp == 15 - 14
    laid.do_all("heal joss 15", "set joss max-hp=40", "heal joss 40", "attack thug joss --condition none --dice 1,1")
    assert laid.one("joss").hp == 40 - 15


def test_an_enemy_without_damage_does_its_weapons(table):
    """RBF-DEF-7: an axe for 12."""
    laid = table(thug={"damage": None, "damage_max": None, "weapons": ("axe",)})
    laid.do("attack thug joss --dice 5,3")
    assert laid.one("joss").hp == 15 - 12


@pytest.mark.parametrize(
    ("tn", "damage", "most", "hp"),
    [(10, 6, 10, 10), (12, 12, 20, 20), (14, 18, 30, 60), (16, 24, 40, 140), (15, 18, 30, 60), (8, 6, 10, 10)],
)
def test_an_enemy_of_a_bare_tn_is_typical_of_it(table, tn, damage, most, hp):
    """RBF-DEF-7: damage and HP by its TN, each an option of the encounter."""
    laid = table()
    laid.do(f"add Guard tn={tn}")
    guard = laid.one("guard")
    assert (guard.damage, guard.damage_max, guard.hp) == (damage, most, hp)


def test_typical_numbers_are_options(table):
    """RBF-DEF-7, RBF-HP-1: another table has other ones."""
    laid = table(options={"typical_hp": (11, 22, 33, 44), "player_hp": 9})
    laid.do_all("add Guard tn=14", "add Mira side=crew")
    assert (laid.one("guard").hp, laid.one("mira").hp) == (33, 9)


def test_techniques_and_critical_choices_are_the_players(table):
    """RBF-TEC-1: an enemy places conditions instead."""
    laid = table()
    assert "--condition NAME" in laid.refused("attack thug ada --technique trip", "RBF-TEC-1")
    laid.refused("attack thug ada --critical double --force", "RBF-TEC-1")


def test_the_sum_of_a_defense_is_told(table):
    """RBF-DEF-3: half, less armour."""
    assert table().tell("attack thug ada --dice 6,5").splitlines() == [
        "Ada partly evades Thug's attack: 14 vs TN 12 (+2)  [6 5] +3",
        "  Ada takes 3 damage: half of 12, -3 armour",
        "  Ada: HP 15 -> 12",
    ]


def test_defense_from_numbers_alone():
    """RBF-DEF-2 to RBF-DEF-5: worked check 5 without a fight."""

    def taken(faces):
        command = commands.DamageSaveNumbers(tn=12, damage="12", mod=3, armour=3, dice=faces)
        fight, real = offers.damage_save(command)
        return fight.combatants["target"].hp - execute(RULES, fight, real).fight.combatants["target"].hp

    assert [taken(faces) for faces in ((6, 5), (4, 4), (1, 2), (8, 8))] == [3, 9, 12, 0]


DUELIST = {"talents": ("Expert Duelist",), "weapons": ("knife", "axe"), "off_hand": "axe", "reactions_left": 1}


def test_who_strikes_back_chooses_the_weapon(table):
    """RBF-REA-1: each weapon that fits is an answer, the most harmful first, and `strike` alone means that one."""
    laid = table(ada=DUELIST)
    asked = laid.do("attack thug ada --dice 8,8")
    assert laid.fight.questions[0].answers == ("strike with axe", "strike with knife", "strike with unarmed", "no"), (
        asked
    )
    laid.reopen()
    assert "Ada strikes back at Thug with the knife" in laid.tell("choose strike with knife --dice 5,5")
    assert laid.one("thug").hp == 20 - 4 - 3
    best = table(ada=DUELIST)
    best.do("attack thug ada --dice 8,8")
    assert "Ada strikes back at Thug with the axe" in best.tell("choose strike --dice 5,5")
    brute = table(ada={**DUELIST, "skills": {"melee": 1, "brawl": 12, "dodge": 3}})
    brute.do("attack thug ada --dice 8,8")
    assert brute.fight.questions[0].answers[0] == "strike with unarmed"


def test_a_riposte_leaves_out_what_does_not_reach(table):
    """RBF-REA-1, RBF-RNG-1: a rifle is too large for it, and bare hands always are there."""
    laid = table(ada={**DUELIST, "weapons": ("rifle",), "off_hand": "", "held": "rifle", "at": 0}, thug={"at": 1})
    laid.do("attack thug ada --dice 8,8")
    assert laid.fight.questions[0].answers == ("strike with unarmed", "no")


def test_overwatch_waits_with_the_weapon_it_names(table):
    """RBF-ACT-8: the other hand's, or bare hands for a grapple; without --with what does most harm in hand."""
    both = {"weapons": ("pistol", "smg"), "off_hand": "smg", "at": 0}
    for line, weapon in (("overwatch joss", "machine pistol"), ("overwatch joss --with pistol", "pistol")):
        laid = table(joss=both, thug={"at": 10})
        laid.do_all(BY_HAND, "turn next", line, *["turn next"] * 2)
        assert f"Overwatch: Joss attacks Thug with the {weapon}" in laid.tell("aim thug --dice 5,5")
    laid = table(tamsin={"weapons": ("knife",), "at": 0}, thug={"at": 1})
    laid.do_all(BY_HAND, *["turn next"] * 2, "overwatch tamsin --with unarmed --technique grapple", "turn next")
    assert "Overwatch: Tamsin attacks Thug with bare hands" in laid.tell("aim thug --dice 5,5")
    assert "grappled" in laid.one("thug").conditions


def test_overwatch_twice_takes_no_second_action(table):
    """RBF-ACT-8: the same again is refused, even by force; to prepare something else takes an action and a line."""
    laid = table()
    laid.do_all(BY_HAND, "turn next", "overwatch joss")
    left = laid.one("joss").actions_left
    laid.refused("overwatch joss --force", "RBF-ACT-8")
    assert laid.one("joss").actions_left == left
    laid.do("overwatch joss --ask --force")
    assert laid.one("joss").overwatch_asks
    assert "watching" in laid.one("joss").conditions


def test_the_fallen_cannot_aim_even_by_force(table):
    """RBF-ACT-5: an aim ends when the combatant falls."""
    laid = table()
    laid.do_all(BY_HAND, "condition add joss dying")
    laid.refused("aim joss --force", "RBF-ACT-5")
