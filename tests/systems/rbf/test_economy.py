"""Actions of a turn: aim, reload, draw, spot, burst, speak."""

import pytest

from rbfcli.language.parser import read_line
from rbfcli.model.fight import Condition
from rbfcli.session.encounter import empty
from rbfcli.systems.rbf import RULES
from rbfcli.systems.rbf.sheet import WEAPONS

BY_HAND = "init --set ada=18 --set joss=16 --set tamsin=14 --set thug=12 --set other=8 --set boss=6"


@pytest.fixture
def begun(table):
    """A fight in its first round, Ada first."""

    def begin(**changes):
        laid = table(**changes)
        laid.do(BY_HAND)
        return laid

    return begin


def test_two_actions_a_turn(begun):
    """RBF-ACT-1: the third is refused, and another's turn too."""
    laid = begun()
    laid.do_all("aim ada", "attack ada thug --dice 5,5")
    assert "no action left" in laid.refused("attack ada thug", "RBF-ACT-1")
    laid.refused("attack joss thug", "RBF-INI-3")
    laid.do("attack ada thug --dice 5,5 --force")


@pytest.mark.parametrize(
    "line",
    [
        "attack ada thug --dice 5,5",
        "move ada 5",
        "aim ada",
        "prone ada",
        "draw ada knife",
        "overwatch ada",
        "check ada athletics --tn 8 --dice 4,4",
        "cast ada 'say push' --dice 4,4 --tn 8",
        'use ada "medical kit" --dice 4,4',
        'speak ada "drop it"',
    ],
)
def test_each_action_costs_one(begun, line):
    """RBF-ACT-2: every entry of the list is an action of the engine."""
    ada = {"weapons": ("sword", "knife"), "skills": {"melee": 3, "metaphysics": 1}, "items": ("medical kit",)}
    laid = begun(ada={**ada, "hp": 9, "max_hp": 15})
    laid.do(line)
    assert laid.one("ada").actions_left == 1


def test_two_more_actions_of_the_list_cost_one_each(begun):
    """RBF-ACT-2: reload and spot."""
    laid = begun(joss={"ammo": {"pistol": 1}}, thug={"conditions": {}, "seen_by": ("joss",)})
    laid.do_all("turn next", "condition add thug hidden", "reload joss", "spot joss thug")
    assert laid.one("joss").actions_left == 0


def test_another_weapon_has_to_be_drawn_first(begun):
    """RBF-ACT-2: drawing or switching is an action; a weapon one does not carry is impossible."""
    laid = begun(ada={"weapons": ("sword", "knife")})
    assert "draw ada knife" in laid.refused("attack ada thug --with knife", "RBF-ACT-2")
    assert "unknown weapon 'rifle'" in laid.refused("attack ada thug --with rifle --force", "")
    laid.refused("draw ada sword", "RBF-ACT-2")
    laid.refused("draw ada unarmed", "RBF-ACT-2")
    laid.do("draw ada knife")
    assert laid.one("ada").held == "knife"


def test_an_empty_weapon_cannot_shoot_and_reload_fills_it(begun):
    """RBF-ACT-3: each shot takes a round."""
    laid = begun(joss={"ammo": {"pistol": 1}})
    laid.do_all("turn next", "attack joss thug --dice 5,5")
    assert laid.one("joss").ammo["pistol"] == 0
    assert "reload joss" in laid.refused("attack joss thug", "RBF-ACT-3")
    laid.do("reload joss")
    assert laid.one("joss").ammo["pistol"] == 6


def test_reloading_needs_a_weapon_that_is_loaded(begun):
    """RBF-ACT-3: a sword is not."""
    begun().refused("reload ada", "RBF-ACT-3")


def test_a_hidden_target_is_pointed_out(begun):
    """RBF-ACT-4: visible to the spotter alone, then targetable by allies."""
    laid = begun(thug={"seen_by": ("ada",)})
    laid.do("condition add thug hidden")
    laid.refused("spot ada other", "RBF-ACT-4")
    assert laid.do("attack ada thug --dice 5,5").outcome == "success"
    laid.do("turn next")
    laid.refused("attack joss thug", "RBF-ACT-4")
    assert "perception --see thug" in laid.refused("spot joss thug", "RBF-ACT-4")
    laid.do_all("turn back", "spot ada thug", "turn next")
    assert laid.do("attack joss thug --dice 5,5").outcome == "success"


def test_aim_adds_up_and_is_lost(begun):
    """RBF-ACT-5: worked check 9; back to 0 on attacking or doing anything else."""
    laid = begun()
    laid.do_all("aim ada", "aim ada", "turn next")
    assert laid.one("ada").aim == 2
    played = laid.do("attack ada thug --dice 4,3 --force")
    assert laid.rolls(played)[0].total == 12
    assert played.outcome == "success"
    assert laid.one("ada").aim == 0
    laid.do_all("turn back", "set ada actions_left=2", "aim ada", "move ada 3")
    assert laid.one("ada").aim == 0


def test_free_talk_does_not_lose_the_aim(begun):
    """RBF-ACT-5, RBF-ACT-9: nothing was done."""
    laid = begun()
    laid.do_all("aim ada", 'speak ada "I have him" --allies')
    assert laid.one("ada").aim == 1


def test_a_burst_adds_two_and_empties_the_weapon(begun):
    """RBF-ACT-7: +2 on hits and on misses, declared before the roll; then reload."""
    laid = begun(joss={"weapons": ("auto",)})
    laid.do("turn next")
    played = laid.do("attack joss thug --autofire --dice 5,5")
    assert laid.one("thug").hp == 20 - (12 + 3 + 2)
    assert laid.events(played, "damage")[0].facts["why"] == "auto-rifle 12 + Shoot 3 + burst 2"
    assert laid.one("joss").ammo["auto"] == 0
    laid.refused("attack joss thug", "RBF-ACT-3")
    laid.do_all("reload joss", "set joss actions_left=1", "attack joss other --autofire --dice 5,5")
    assert laid.one("other").hp == 60 - 2


def test_a_burst_that_fails_does_nothing_at_all(begun):
    """RBF-ACT-7, RBF-ATK-5: 0 damage, regardless of other features."""
    laid = begun(joss={"weapons": ("auto",), "graze": 3})
    laid.do_all("turn next", "attack joss other --autofire --dice 1,1")
    assert laid.one("other").hp == 60


def test_a_burst_takes_two_targets_near_each_other(begun):
    """RBF-ACT-7: one roll against each TN, without the two points."""
    laid = begun(joss={"weapons": ("auto",), "at": 0}, thug={"at": 20}, other={"at": 22}, boss={"at": 40})
    laid.do("turn next")
    laid.refused("attack joss thug boss --autofire", "RBF-ATK-1")
    laid.refused("attack joss thug other boss --autofire", "RBF-ATK-1")
    laid.refused("attack joss thug other", "RBF-ATK-1")
    played = laid.do("attack joss thug other --autofire --dice 5,5")
    assert laid.one("thug").hp == 20 - 15
    assert laid.one("other").hp == 60
    assert laid.events(played, "also")[0].facts["outcome"] == "struggle"
    assert laid.one("joss").ammo["auto"] == 0


def test_an_enemy_bursts_at_two_players(begun):
    """RBF-ACT-7: each defends for itself."""
    laid = begun(thug={"weapons": ("auto",)})
    laid.do_all("turn next", "turn next", "turn next", "attack thug ada joss --autofire --dice 5,6,3,4")
    assert laid.one("ada").hp == 15 - (6 - 3)
    assert laid.one("joss").hp == 15 - 12


def test_only_some_weapons_have_autofire(begun):
    """RBF-ACT-7: a pistol has none."""
    laid = begun()
    laid.do("turn next")
    laid.refused("attack joss thug --autofire --force", "RBF-ACT-7")


def test_a_weapon_whose_rounds_nobody_counts_still_needs_reloading_after_a_burst(begun):
    """RBF-ACT-7: ammo 0 in the file means that single shots are not counted."""
    laid = begun(joss={"weapons": ("smg",)})
    laid.do_all("turn next", "attack joss other --dice 5,5", "attack joss other --autofire --dice 5,5")
    laid.do("set joss actions_left=2")
    laid.refused("attack joss other", "RBF-ACT-3")
    laid.do_all("reload joss", "attack joss other --dice 5,5")


def test_speaking_to_enemies_costs_an_action_and_to_allies_none(begun):
    """RBF-ACT-9: unless it is leadership; a test only where one is asked for."""
    laid = begun(ada={"skills": {"leadership": 2}})
    assert not laid.rolls(laid.do('speak ada "behind you" --allies'))
    assert laid.one("ada").actions_left == 2
    assert laid.do('speak ada "put it down" --tn 12 --dice 6,4').outcome == "success"
    laid.do('speak ada "on me, now" --allies --lead')
    assert laid.one("ada").actions_left == 0
    assert "Ada: behind you" in laid.tell('speak ada "behind you" --allies')


# Weapons in hand: drawn, put away, loaded, and where they fell.


def test_putting_a_weapon_away_is_an_action(table):
    """RBF-ACT-2: as drawing or switching one."""
    laid = table()
    laid.do_all(BY_HAND, "holster ada")
    assert (laid.one("ada").held, laid.one("ada").actions_left) == ("", 1)
    laid.refused("holster ada", "RBF-ACT-2")
    laid.do("draw ada sword")
    assert (laid.one("ada").held, laid.one("ada").actions_left) == ("sword", 0)


def test_a_weapon_for_two_hands_fills_both(table):
    """RBF-ACT-2, RBF-DUAL-1: the other hand is empty after it, and again when a second weapon is drawn."""
    laid = table(joss={"weapons": ("pistol", "second", "rifle"), "off_hand": "second"})
    laid.do("draw joss rifle")
    assert (laid.one("joss").held, laid.one("joss").off_hand) == ("rifle", "")
    laid.do("draw joss second --off-hand")
    assert (laid.one("joss").held, laid.one("joss").off_hand) == ("", "second")


@pytest.mark.parametrize("line", ["reload joss", "reload joss pistol", "reload joss --with pist"])
def test_a_magazine_is_filled(table, line):
    """RBF-ACT-3: however the weapon is named; a full one takes no more."""
    laid = table(joss={"ammo": {"pistol": 2}})
    laid.do(line)
    assert laid.one("joss").ammo["pistol"] == 6
    assert "Joss's pistol is already loaded;" in laid.refused(line, "RBF-ACT-3")


def test_what_is_never_reloaded(table):
    """RBF-ACT-3: blades and fists."""
    laid = table()
    laid.refused("reload ada", "RBF-ACT-3")
    laid.refused("reload tamsin", "RBF-ACT-3")


def test_a_weapon_lies_where_it_fell(table):
    """RBF-ATK-5, RBF-ACT-2: it is picked up there, by anybody, and nowhere else."""
    laid = table(ada={"at": 3}, thug={"at": 4}, joss={"at": 9})
    laid.do("attack ada thug --dice 1,1")
    assert laid.one("ada").weapons == ()
    assert [(each.weapon, each.where) for each in laid.fight.board.lying] == [("sword", "3 m")]
    laid.refused("draw joss sword", "")
    laid.do_all("move joss 3", "draw joss sword")
    assert laid.one("joss").held == "sword"
    assert not laid.fight.board.lying
    laid.refused("draw ada sword", "")


def test_the_disarmed_do_half_until_they_are_armed_again(table):
    """RBF-TEC-DISARM, RBF-DEF-7: their weapon is on the floor; any other weapon is fine."""
    laid = table(thug={"weapons": ("hook", "knife")})
    laid.do("attack ada thug --technique disarm --dice 5,5")
    assert laid.one("thug").weapons == ("knife",)
    laid.do("attack thug tamsin --dice 4,3")
    assert laid.one("tamsin").hp == 19 - 6
    laid.do_all("draw thug knife", "attack thug tamsin --dice 4,3")
    assert laid.one("tamsin").hp == 19 - 6 - 12


def test_bare_hands_are_not_dropped(table):
    """RBF-ATK-5: what cannot be is noted."""
    laid = table()
    assert "note only" in laid.tell("attack tamsin thug --complication dropped --dice 1,1")
    assert not laid.fight.board.lying


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("add Guard weapons=swrod", "did you mean sword"),
        ("set ada weapons=swrod", "did you mean sword"),
        ("set ada place=crate", "ada.place: unknown place 'crate';"),
        ("attack ada thug --with swrod", "did you mean sword"),
        ("draw ada swrod", "did you mean sword"),
    ],
)
def test_a_weapon_nobody_knows_is_refused_with_the_nearest(table, line, near):
    """RBF-ACT-2: in every place that names it."""
    laid = table()
    assert near in laid.refused(line, "")


def test_nobody_moves_to_where_one_stands(table):
    """RBF-ACT-2: it would cost an action for nothing; other cover is something."""
    laid = table(ada={"at": 4})
    laid.refused("move ada 4", "RBF-ACT-2")
    laid.do("move ada 4 --cover light")
    assert laid.one("ada").cover == "light"


# What an action uses up: actions, the bonus action, reactions, the aim; and who comes before it.


THUG_WATCHES = "init --set thug=20 --set ada=18 --set joss=2 --set tamsin=2 --set other=1 --set boss=1"
TELEKINETIC = {"skills": {"telekinetics": 2, "dodge": 3}, "talents": ("Expert Telekinetic",)}


def lost(laid, line):
    """Return whether a line reports a lost aim."""
    told = laid.events(laid.do(line), "aim-lost")
    assert all((each.who, each.rule) == ("ada", "RBF-ACT-5") for each in told)
    return bool(told)


@pytest.mark.parametrize(
    ("line", "is_lost"),
    [
        ("attack ada thug --dice 5,5", False),
        ("draw ada knife", True),
        ("overwatch ada", True),
        ("move ada 3", True),
        ("check ada athletics --tn 9 --dice 5,5", True),
        ("cast ada 'say push' --bonus", True),
        ("use ada 'say rope'", True),
    ],
)
def test_the_aim_is_used_by_an_attack_and_lost_by_all_else(table, line, is_lost):
    """RBF-ACT-5: back at 0 in both cases; it is reported if it had no effect."""
    laid = table(ada={**TELEKINETIC, "weapons": ("sword", "knife")})
    laid.do_all(BY_HAND, "aim ada")
    assert lost(laid, line) is is_lost
    assert laid.one("ada").aim == 0
    laid = table(ada={**TELEKINETIC, "weapons": ("sword", "knife")})
    laid.do(BY_HAND)
    assert not lost(laid, line)


def test_a_prepared_attack_uses_the_aim(table):
    """RBF-ACT-5, RBF-ACT-8: taken while it was waiting, it counts and is not lost."""
    laid = table(thug={"hp": 60})
    laid.do_all(BY_HAND, "overwatch ada", "set ada aim=2", "turn next", "turn next", "turn next")
    played = laid.do("aim thug --dice 5,5")
    assert [each.value for each in laid.rolls(played)[0].modifiers] == [3, 2]
    assert not laid.events(played, "aim-lost")
    assert laid.one("ada").aim == 0


def test_a_riposte_uses_the_aim_and_a_counterspell_loses_it(table):
    """RBF-ACT-5, RBF-REA-1: one is an attack, the other is not."""
    both = {"talents": ("Expert Duelist", "Counterspell"), "skills": {"melee": 3, "dodge": 3, "metaphysics": 3}}
    laid = table(ada={**both, "reactions": 2}, thug={"hp": 60})
    laid.do_all(THUG_WATCHES, "set ada aim=2", "attack thug ada --dice 8,8")
    played = laid.do("choose strike --dice 5,5")
    assert [each.value for each in laid.rolls(played)[0].modifiers] == [3, 2]
    assert not laid.events(played, "aim-lost")
    laid.do_all("set ada aim=2", "cast thug 'say hex' ada")
    assert laid.events(laid.do("choose counter --dice 8,8"), "aim-lost")
    assert (laid.one("ada").aim, laid.one("ada").reactions_left) == (0, 0)


@pytest.mark.parametrize("line", ["cast ada 'say push' --bonus", "hide ada --bonus", "use ada rage", "free ada"])
def test_what_costs_no_action_is_watched_too(table, line):
    """RBF-ACT-8, RBF-BON-1, RBF-TAL-1: bonus actions and a rage are acts."""
    ada = {**TELEKINETIC, "talents": ("Expert Telekinetic", "Stalker", "Berserker"), "cover": "heavy"}
    laid = table(ada=ada, thug={"at": 1, "damage": 1})
    laid.do_all("condition add ada pinned", THUG_WATCHES, "overwatch thug", "turn next")
    told = laid.tell(f"{line} --dice 8,7")
    assert "Overwatch: Thug attacks Ada" in told
    assert "watching" not in laid.one("thug").conditions


def test_a_bonus_action_is_one_a_turn_and_needs_no_action(table):
    """RBF-BON-1: at the start of the next turn it is back."""
    laid = table(ada=TELEKINETIC)
    laid.do(BY_HAND)
    assert laid.one("ada").bonus_left == 1
    laid.do("cast ada 'say push' --bonus")
    assert (laid.one("ada").bonus_left, laid.one("ada").actions_left) == (0, 2)
    laid.do_all(*["turn next"] * 6)
    assert laid.one("ada").bonus_left == 1
    assert laid.one("joss").bonus_left == 0


def test_a_forced_deed_costs_no_more_than_there_is(table):
    """RBF-ACT-1, RBF-REA-1: actions and reactions are never negative."""
    laid = table(ada={"talents": ("Expert Duelist",)}, thug={"hp": 99})
    laid.do_all(BY_HAND, "aim ada", "aim ada", "aim ada --force")
    assert laid.one("ada").actions_left == 0
    assert laid.one("ada").aim == 3
    laid.do_all("set ada reactions-left=0", "attack ada thug --reaction --force --dice 5,5")
    assert laid.one("ada").reactions_left == 0


def test_before_the_fight_begins_nothing_is_counted(table):
    """RBF-ACT-1: the GM may try things."""
    laid = table()
    laid.do_all("aim ada", "aim ada", "aim ada")
    assert (laid.one("ada").actions_left, laid.one("ada").aim) == (0, 3)


@pytest.mark.parametrize(("reactions", "left"), [(1, 0), (2, 1)])
def test_reactions_are_back_with_ones_turn(table, reactions, left):
    """RBF-REA-1: as many as the sheet says."""
    laid = table(ada={"talents": ("Expert Duelist",), "reactions": reactions}, thug={"hp": 99})
    laid.do_all(THUG_WATCHES, "attack thug ada --dice 8,8", "choose strike --dice 5,5")
    assert laid.one("ada").reactions_left == left
    laid.do("turn next")
    assert laid.one("ada").reactions_left == reactions
    assert "needs Expert Duelist" in laid.refused("attack joss thug --reaction", "RBF-REA-1")


@pytest.mark.parametrize(
    ("change", "may"),
    [({}, True), ({"reactions": 0}, False), ({"talents": ()}, False), ({"hp": 0, "max_hp": 15}, True)],
)
def test_who_may_strike_back(table, change, may):
    """RBF-REA-1: with the talent, and a reaction left."""
    laid = table(ada={"talents": ("Expert Duelist",), **change})
    laid.do("attack thug ada --dice 8,8")
    assert bool(laid.fight.questions) is may


def test_what_stops_somebody_is_told(table):
    """RBF-ACT-8: in the words of the rule that stops it."""
    laid = table(joss={"weapons": ("rail",)}, thug={"hp": 60})
    laid.do_all(BY_HAND, "turn next", "overwatch joss --technique pin", "turn next", "turn next")
    [cut] = laid.events(laid.do("move thug 5 --dice 6,6"), "cut-short")
    assert (cut.who, cut.facts["why"], cut.rule) == ("thug", "Thug is pinned and cannot move", "RBF-ACT-8")


def test_everybody_watches(table):
    """RBF-ACT-8: who is on overwatch comes before another that is, too."""
    laid = table(ada=None, tamsin=None, other=None, boss=None, thug={"hp": 60})
    laid.do_all("condition add joss watching", "condition add thug watching", "aim thug --dice 5,5")
    assert (laid.one("thug").hp, laid.one("thug").aim) == (60 - 9, 1)


def test_the_surprised_wait_for_a_turn_only_where_turns_go_round(table):
    """RBF-STL-1: the hint goes on to the next turn, and before the first there is none."""
    laid = table(thug={"conditions": {"surprised": Condition(rounds=1, whose="thug")}})
    assert "turn next" not in laid.refused("aim thug", "RBF-STL-1")
    laid.do("init --set thug=30")
    assert "turn next" in laid.refused("aim thug", "RBF-STL-1")


# Weapons that every fight knows, so that a table begins with `new rbf` and `add` alone.


def test_a_table_without_a_file():
    """RBF-HP-1, RBF-ACT-3: added by name, armed from the armoury."""
    session = empty("rbf", "", "seed")
    for line in ("add Vex side=crew weapons=pistol skills.shoot=3", "add Raider tn=12 weapons=axe"):
        session.perform(read_line(line, RULES, session.fight))
    vex, raider = session.fight.combatants["vex"], session.fight.combatants["raider"]
    assert (vex.hp, vex.held, dict(vex.ammo)) == (15, "pistol", {"pistol": 6})
    assert (raider.hp, raider.damage) == (20, None)
    session.perform(read_line("attack raider vex --dice 4,4", RULES, session.fight))
    assert session.fight.combatants["vex"].hp == 15 - 12


def test_an_encounters_own_weapons_come_first(table):
    """RBF-ATK-3: its pistol is not shared."""
    laid = table()
    assert laid.fight.weapon_named("claymore") is laid.fight.weapons["claymore"]
    assert laid.fight.weapon_named("crossbow") is WEAPONS["crossbow"]
    assert laid.fight.weapon_named("spoon") is None


@pytest.mark.parametrize("weapon", WEAPONS.values(), ids=WEAPONS)
def test_every_weapon_of_the_armoury_attacks(table, weapon):
    """RBF-ATK-1: with its own skill, and its damage on a hit."""
    skills = {"melee": 3, "shoot": 3, "brawl": 3, "heavy": 3}
    laid = table(weapons={"it": weapon}, ada={"weapons": ("it",), "skills": skills})
    before = laid.one("other").hp
    laid.do(f"attack ada other --dice 6,6{',4' if weapon.damage == '1d6' else ''}")
    assert laid.one("other").hp == before - 3 - (4 if weapon.damage == "1d6" else weapon.damage)


def test_an_unknown_weapon_is_no_weapon(table):
    """RBF-ACT-2: carried by name alone, it cannot be swung."""
    assert "unknown weapon 'spoon';" in table(ada={"weapons": ("spoon",)}).refused("attack ada thug", "RBF-ACT-2")
