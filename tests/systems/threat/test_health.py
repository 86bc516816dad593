"""Damage, armour, accessories, going down, bosses, and the end of the fight."""

import pytest
from msgspec.structs import replace

from rbfcli.systems.threat.entry import rested
from rbfcli.systems.threat.sheet import Character


def test_damage_is_the_weapons_less_armour(offense):
    """THR-DMG-1: 1d6+1 with a 5 against armour 2 is 4; never below 0."""
    offense.do("attack rill guard1", 5, 5, 5)
    assert offense.guard1.hp == 2
    offense.do("attack bram guard1", 5, 5, 1)
    assert offense.guard1.hp == 2
    assert offense.told("no-damage") == {"damage": 1, "armour": 2}


def test_enemies_never_roll_to_hit(defence):
    """THR-DMG-1: two 6-sided dice of the defender, one of the enemy's weapon."""
    defence.do("attack guard1 bram", 3, 3, 4)
    assert [each.who for each in defence.rolls()] == ["bram", "guard1"]
    assert defence.bram.hp == 3


def test_weapons_may_pierce_double_shred_and_handle_well(offense):
    """THR-DMG-1, THR-ROLL-2: the lance ignores armour, doubles against machines, shreds on an ultra, adds 1."""
    assert offense.do("attack rill guard1 --with lance --attribute nerves", 5, 4) == "success"
    assert offense.guard1.hp == 1
    offense.do("set worm traits=machine")
    offense.do("attack rill worm --with lance --ultra 'say sky' --force", 6, 6)
    assert (offense.worm.hp, offense.worm.armour) == (5, 1)


def test_bare_hands_do_what_the_option_says(start):
    """THR-DMG-1: 1 by default."""
    table = start("unarmed_damage=1d6+2")
    table.do("attack odile guard1", 5, 5, 6)
    assert table.guard1.hp == 0


def test_an_accessory_takes_all_damage_of_one_source_once(start):
    """THR-DMG-2: it is destroyed; damage that armour stops does not spend it."""
    defence = start("accessory=spend", init="init --phase defence")
    defence.do("set bram accessories=helmet armour=3")
    defence.do("attack guard1 bram", 1, 1, 2)
    assert defence.bram.accessories == ("helmet",)
    defence.do("attack guard2 bram", 1, 1, 6)
    assert (defence.bram.hp, defence.bram.accessories) == (8, ())
    defence.do("attack guard3 bram", 1, 1, 6)
    assert defence.bram.hp == 4


def test_the_player_is_asked_whether_an_accessory_is_spent(start):
    """THR-DMG-2: unless decided in advance, or by option."""
    table = start(init="init --phase defence")
    table.do("set bram accessories=helmet")
    table.do("attack guard1 bram --accessory keep", 1, 1, 1)
    assert (table.bram.hp, table.bram.accessories) == (6, ("helmet",))
    table.do("attack guard2 bram", 1, 1, 1)
    table.do("choose keep")
    assert table.bram.hp == 4
    table.do("attack guard3 bram", 1, 1, 5)
    table.do("choose spend")
    assert (table.bram.hp, table.bram.accessories) == (4, ())


def test_an_enemys_accessory_is_spent_whatever_the_player_says(offense):
    """THR-DMG-2: the choice is the bearer's."""
    offense.do("set guard1 accessories=hat")
    offense.do("attack bram guard1 --accessory keep --complication trade", 4, 4, 6, 1)
    assert (offense.guard1.hp, offense.guard1.accessories, offense.bram.hp) == (6, (), 6)


def test_an_npc_at_0_hp_is_dead(offense):
    """THR-DMG-3: allies and enemies alike."""
    offense.do("damage odile 4")
    offense.do("damage guard1 9")
    assert "dead" in offense.odile.conditions
    assert "dead" in offense.guard1.conditions
    assert offense.refused("attack odile guard2").rule == "THR-DMG-3"
    assert offense.refused("attack bram guard1").rule == "THR-DMG-3"
    assert offense.refused("heal odile 2").rule == "THR-DMG-3"


@pytest.mark.parametrize("answer", ["knocked-out", "last-stand"])
def test_a_pc_at_0_hp_chooses(defence, answer):
    """THR-DMG-3: a saved question, answered by `choose`, in advance, or by option."""
    defence.do("set bram hp=1")
    defence.do("attack guard1 bram", 1, 1, 6)
    assert (defence.questions[0].kind, defence.questions[0].answers) == ("down", ("knocked-out", "last-stand"))
    assert defence.refused("attack guard2 rill").rule == "THR-DMG-3"
    defence.do(f"choose {answer}")
    assert answer in defence.bram.conditions
    defence.do("set rill hp=1")
    defence.do(f"attack guard2 rill --{answer} --mod -5", 1, 1, 6)
    assert answer in defence.rill.conditions


def test_a_pc_is_asked_once_and_not_after_it_is_up_again(offense):
    """THR-DMG-3: more damage does not ask twice; healing or an answer in advance withdraws the question."""
    offense.do("damage bram 8")
    offense.do("damage bram 1")
    assert len(offense.questions) == 1
    offense.do("heal bram 2")
    assert offense.questions == ()
    offense.do("damage bram 8")
    offense.do("damage bram 1 --knocked-out")
    assert (offense.questions, "knocked-out" in offense.bram.conditions) == ((), True)


def test_what_a_pc_does_at_0_hp_may_be_an_option(start):
    """THR-DMG-3: for tables that never ask."""
    table = start("at_zero=knocked-out")
    table.do("damage bram 8")
    assert "knocked-out" in table.bram.conditions
    assert table.refused("attack bram guard1").rule == "THR-DMG-3"
    table.do("heal bram 3")
    assert (table.bram.hp, dict(table.bram.conditions)) == (3, {})


def test_a_last_stand_is_one_final_action_then_death(defence):
    """THR-DMG-3: it cannot be attacked in the meantime, and dies after its action."""
    defence.do("damage bram 8 --last-stand")
    assert defence.refused("attack guard1 bram").rule == "THR-DMG-3"
    defence.do("turn next --force")
    defence.do("attack bram guard1", 5, 5, 6)
    assert (defence.guard1.hp, "dead" in defence.bram.conditions) == (2, True)
    assert "last-stand" not in defence.bram.conditions


def test_a_last_stand_may_be_a_tag_team_or_a_task_and_a_forced_blow_ends_it(start):
    """THR-DMG-3: after any last action; healing ends the last stand first."""
    table = start()
    table.do("damage bram 8 --last-stand")
    table.do("tag rill bram guard1", 5, 5, 1)
    assert "dead" in table.bram.conditions
    assert "dead" not in table.rill.conditions
    table.do("damage rill 8 --last-stand")
    table.do("turn next --force")
    table.do("attack guard1 rill --force", 1, 1, 6)
    assert "dead" in table.rill.conditions
    table = start()
    table.do("damage bram 8 --last-stand")
    table.do("heal bram 1")
    assert dict(table.bram.conditions) == {}
    table.do("damage bram 8 --last-stand")
    table.do("act bram hold the door --no-roll")
    assert "dead" in table.bram.conditions


def test_a_boss_moves_once_a_mission_at_any_time_off_the_tracker(offense):
    """THR-BOSS-1: in Offense, 1d6 to several, less armour; not again, unless the option allows more."""
    offense.do("boss worm rill bram", 4, 5)
    assert (offense.rill.hp, offense.bram.hp) == (5, 3)
    assert (offense.board.tracker, offense.board.acted) == (3, {})
    assert offense.refused("boss worm").rule == "THR-BOSS-1"
    assert offense.refused("boss guard1").rule == "THR-BOSS-1"
    offense.do("set fight options.boss_moves=2")
    offense.do("boss worm bram --damage 1d6+2 --last-stand", 6)
    assert "last-stand" in offense.bram.conditions


def test_a_boss_short_of_helpers_attacks_again(start):
    """THR-BOSS-1: with two enemies left and three Defence actions; not with three, nor without the option."""
    table = start(init="init --phase defence")
    table.do("damage guard1 6")
    table.do("attack worm bram --complication 'say mud'", 4, 4)
    assert table.refused("attack worm bram").rule == "THR-ATK-1"
    table.do("damage guard2 6")
    table.do("attack worm bram --complication 'say mud'", 4, 4)
    table.do("attack guard3 bram --complication 'say mud'", 4, 4)
    assert table.phase == "offense"
    table.do("set fight options.boss_again=false")
    table.do("turn next --force")
    table.do("attack worm bram --complication 'say mud'", 4, 4)
    assert table.refused("attack worm bram").rule == "THR-ATK-1"


def test_combat_ends_when_all_enemies_are_defeated(offense):
    """THR-END-1: by an attack, before the tracker moves; reinforcements take the end back."""
    offense.do("damage guard* 6")
    offense.do("damage worm 14")
    assert offense.over == ""
    offense.do("attack bram worm", 5, 5, 6)
    assert (offense.over, offense.board.tracker) == ("all enemies are defeated", 3)
    offense.refused("attack rill worm")
    offense.do("add Guard --from guard")
    assert (offense.over, offense.told("goes-on")) == ("", {})


def test_the_crew_may_escape(offense):
    """THR-END-1: an explicit end, with an optional reason."""
    assert offense.do("end --escaped") == "escaped"
    assert offense.over == "the crew escapes"


@pytest.mark.parametrize(("line", "reason"), [("end", "the GM ended it"), ("end they yield", "they yield")])
def test_the_referee_may_end_it(offense, line, reason):
    """THR-END-1: any other end."""
    offense.do(line)
    assert offense.over == reason


def test_it_is_said_when_the_crew_is_down(offense):
    """THR-END-1: the GM ends the fight."""
    offense.do("damage rill bram odile 8 --knocked-out")
    assert offense.told("crew-down") == {}


@pytest.mark.parametrize("pair", ["weapons=rfile", "weapons=rifle,shotgn", "boss_damage=1d", "boss_damage=d6d"])
def test_weapons_and_dice_that_are_none_are_refused_when_somebody_enters(offense, pair):
    """THR-DMG-1: before they are needed in a fight."""
    offense.refused(f"add Mira hp=4 {pair}")


@pytest.mark.parametrize("option", ["true", "false"])
def test_damage_is_never_less_than_nothing(start, option):
    """THR-DMG-1: below the armour, and below zero by its own dice, in either order."""
    table = start(f"factor_first={option}", init="init --phase defence")
    table.do("damage-save rill --damage 1d6-3", 1, 1, 1)
    assert (table.rill.hp, table.told("no-damage")["armour"]) == (8, 1)
    table.do("damage-save bram --damage 1d6-3", 1, 1, 3)
    assert table.bram.hp == 8
    table.do("turn next --force")
    table.do("attack bram guard1", 5, 5, 1)
    assert table.guard1.hp == 6


@pytest.mark.parametrize("option", ["ask", "spend"])
def test_the_player_chooses_which_of_several_accessories_is_spent(start, option):
    """THR-DMG-2: one at a time; of two of a kind one stays."""
    table = start(f"accessory={option}", init="init --phase defence")
    table.do("set bram accessories=helmet,hat,hat")
    table.do("attack guard1 bram", 1, 1, 6)
    assert table.questions[0].answers == ("helmet", "hat", "keep")[: 3 if option == "ask" else 2]
    table.do("choose hat")
    assert (table.bram.accessories, table.told("negated")) == (("helmet", "hat"), {"thing": "hat", "amount": 7})
    table.do("attack guard2 bram --accessory spend --answer accessory=helmet", 1, 1, 6)
    assert (table.bram.accessories, table.bram.hp) == (("hat",), 8)
    table.do("attack guard3 bram --accessory spend", 1, 1, 6)
    assert (table.bram.accessories, table.bram.hp) == ((), 8)


def test_an_enemy_spends_its_first_accessory_without_a_question(offense):
    """THR-DMG-2: the choice among several is the players' for their own alone."""
    offense.do("set guard1 accessories=helmet,hat")
    offense.do("attack bram guard1", 5, 5, 6)
    assert (offense.guard1.accessories, offense.guard1.hp, offense.questions) == (("hat",), 6, ())


def test_what_was_stated_still_holds_after_a_kept_accessory(start):
    """THR-DMG-2, THR-DMG-3: a last stand decided in advance is not asked for again."""
    table = start("accessory=ask", init="init --phase defence")
    table.do("set bram hp=1 accessories=helmet")
    table.do("attack guard1 bram --last-stand", 1, 1, 6)
    table.do("choose keep")
    assert (list(table.bram.conditions), table.questions) == (["last-stand"], ())


def test_an_enemy_attacks_with_the_weapon_stated(defence):
    """THR-DEF-1, THR-DMG-1: otherwise with its first."""
    defence.do("set guard1 weapons=rifle,lance")
    defence.do("attack guard1 rill --with lance", 1, 1)
    assert defence.rill.hp == 3


def test_a_boss_move_is_told_as_the_sheet_has_it(offense):
    """THR-BOSS-1: or as its boss move, where the sheet says nothing; it need not hurt anybody."""
    offense.do("boss worm")
    assert offense.told("boss-move") == {"move": "it bursts out of the ground"}
    offense.do("set guard1 boss=true")
    offense.do("boss guard1 bram --damage 2")
    assert (offense.told("boss-move"), offense.bram.hp) == ({"move": "the boss move"}, 6)


def test_a_damage_is_rolled_for_whoever_takes_it(offense):
    """THR-DMG-1: so that it is reported with its result, for any bearer."""
    offense.do("attack rill guard2", 5, 5, 6)
    damage = next(each for each in offense.rolls() if each.label == "damage")
    assert (damage.who, damage.target) == ("rill", "guard2")


def test_who_is_set_to_no_health_goes_down_and_gets_up_above_it(offense):
    """THR-DMG-3: an NPC is dead and stays so, a PC chooses; no health is below 0."""
    offense.do("set guard1 hp=-2")
    assert (offense.guard1.hp, [*offense.guard1.conditions]) == (0, ["dead"])
    offense.do("set guard1 hp=3")
    assert [*offense.guard1.conditions] == ["dead"]
    offense.do("set rill hp=0")
    offense.do("choose rill knocked-out")
    assert [*offense.rill.conditions] == ["knocked-out"]
    offense.do("set rill hp=2")
    assert not offense.rill.conditions


def test_those_who_rested_have_full_hp():
    """THR-DMG-3: never less than before."""
    hurt = Character(name="Rill", hp=2, max_hp=9)
    assert rested(hurt).hp == 9
    assert rested(replace(hurt, hp=12)).hp == 12
