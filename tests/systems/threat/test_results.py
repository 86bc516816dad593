"""The outcomes of both phases, complications and ultra results with their effects."""

import pytest
from msgspec.structs import replace

from rbfcli.core.errors import UsageError
from rbfcli.engine.play import execute
from rbfcli.model.events import QuestionAsked, without_pauses
from rbfcli.systems.threat import RULES
from rbfcli.systems.threat.commands import Attack


def test_success_and_failure_in_offense(offense):
    """THR-OFF-2, THR-OFF-4: no damage on 6, damage on 10."""
    offense.do("attack bram guard1", 5, 5, 6)
    assert (offense.guard1.hp, offense.board.tracker) == (2, 2)
    offense.do("attack odile guard1", 3, 3)
    assert (offense.guard1.hp, offense.phase) == (2, "defence")


def test_a_partial_success_in_offense_does_damage_and_a_complication(offense):
    """THR-OFF-3: both, and one space."""
    assert offense.do('attack bram guard1 --complication "say the lamp goes out"', 4, 3, 6) == "partial"
    assert (offense.guard1.hp, offense.board.tracker) == (2, 2)
    assert offense.told("complication-noted") == {"effect": "the lamp goes out"}


def test_an_ultra_success_in_offense_does_damage_and_something_amazing(offense):
    """THR-OFF-5: both, and one space."""
    assert offense.do('attack bram guard1 --ultra "say the roof opens"', 6, 6, 6) == "ultra"
    assert (offense.guard1.hp, offense.board.tracker) == (2, 2)
    assert offense.told("ultra-noted") == {"effect": "the roof opens"}


def test_failure_and_partial_success_in_defence(defence):
    """THR-DEF-2, THR-DEF-3: all the damage; a complication alone."""
    assert defence.do("attack guard1 bram", 3, 3, 5) == "failure"
    assert (defence.bram.hp, defence.board.tracker) == (2, 2)
    assert defence.do("attack guard2 bram --complication 'say mud'", 4, 3) == "partial"
    assert (defence.bram.hp, defence.board.tracker) == (2, 1)


def test_an_ultra_success_in_defence_is_offense_at_once(start):
    """THR-DEF-5: from any space, with the tracker of the present threat, and something amazing."""
    table = start(init="init --threat 4 --phase defence")
    assert table.board.tracker == 3
    assert table.do("attack guard1 bram --ultra 'say sky'", 6, 6) == "ultra"
    assert (table.phase, table.board.tracker, table.bram.hp) == ("offense", 2, 8)
    assert table.told("ultra-noted") == {"effect": "sky"}


def test_a_complication_is_rolled_of_six_by_default(offense):
    """THR-CMP-1: the fourth of the table is the threat."""
    offense.do("attack bram guard1", 4, 3, 4, 6)
    assert (offense.board.threat, offense.guard1.hp) == (4, 2)
    assert offense.told("threat-moved")["after"] == 4


@pytest.mark.parametrize(
    ("threat", "face", "effect"),
    [(2, 1, "disadvantage on the next combat action"), (3, 3, "enemy reinforcements"), (5, 6, "enemy reinforcements")],
)
def test_the_roll_for_a_complication_adds_the_threat_by_option(start, threat, face, effect):
    """THR-CMP-1: 1 and threat 2 is the third line; past the sixth the last line counts."""
    table = start("complication_threat=true", init=f"init --threat {threat}")
    table.do("attack bram guard1", 4, 3, face, 6)
    assert table.told("complication") == {"effect": effect}
    assert table.rolls()[1].total == face + threat


def test_a_complication_may_be_asked_for(start):
    """THR-CMP-1: by option or on the command; the action waits, then goes on with its damage and the tracker."""
    table = start("complications=ask")
    table.do("attack bram guard1", 4, 3)
    asked = table.questions[0]
    assert isinstance(without_pauses(table.last.events)[-1], QuestionAsked)
    assert (asked.kind, asked.rule, table.board.tracker, table.guard1.hp) == ("complication", "THR-CMP-1", 3, 6)
    assert table.refused("attack rill guard1").rule == "THR-CMP-1"
    table.do("choose half-damage", 6)
    assert (table.guard1.hp, table.board.tracker, table.questions) == (5, 2, ())
    table.do("attack odile guard1 --complication ask", 4, 3)
    table.do("choose roll", 4)
    assert table.board.threat == 4
    table.do("attack rill guard2", 3, 3)
    table.do('choose say "the lamp goes out"', 1)
    assert table.told("complication-noted") == {"effect": "the lamp goes out"}


def test_durability_wears_the_weapon_in_offense(offense):
    """THR-CMP-2: good, damaged, broken; a broken weapon is not attacked with, the next one is."""
    offense.do("attack rill guard1 --complication durability", 3, 3, 1)
    assert offense.rill.wear == {"rifle": "damaged"}
    offense.do("attack rill guard1 --complication durability --force", 3, 3, 1)
    assert offense.rill.wear == {"rifle": "broken"}
    offense.do("turn next --force")
    offense.do("turn next --force")
    assert offense.refused("attack rill guard1 --with rifle").rule == "THR-CMP-2"
    offense.do("attack rill guard2 --ultra roll", 6, 6, 2)
    assert offense.guard2.hp == 1


@pytest.mark.parametrize("thing", ["lance", "armour"])
def test_what_is_broken_wears_no_more(offense, thing):
    """THR-CMP-2: damaged, broken, and then nothing."""
    for state in ("damaged", "broken", "broken"):
        offense.do(f"attack rill guard1 --worn {thing} --complication durability --force", 3, 3, 1)
        assert offense.rill.wear == {thing: state}
    assert offense.told("nothing-wears") == {}


def test_durability_wears_armour_in_defence_or_what_is_stated(defence):
    """THR-CMP-2: broken armour stops nothing; without armour the first weapon wears."""
    defence.do("attack guard1 rill --complication durability", 3, 3)
    defence.do("attack guard2 rill --complication durability", 3, 3)
    assert defence.rill.wear == {"armour": "broken"}
    defence.do("attack guard3 rill", 1, 1, 2)
    assert defence.rill.hp == 5
    defence.do("turn next --force")
    defence.do("attack guard1 bram --complication durability", 3, 4)
    assert defence.bram.wear == {"shotgun": "damaged"}
    defence.do("attack guard2 rill --complication durability --worn lance", 3, 3)
    assert defence.rill.wear["lance"] == "damaged"
    defence.do("attack guard3 odile --complication durability", 3, 4)
    assert defence.told("nothing-wears") == {}


def test_broken_things_may_still_serve(start):
    """THR-CMP-2: by option."""
    table = start("broken_unusable=false")
    table.do("set rill wear.rifle=broken")
    table.do("attack rill guard1 --with rifle", 5, 5, 1)


def test_half_damage_is_taken_before_armour_unless_the_option_says_after(start):
    """THR-CMP-2: 1d6+1 with a 5 is 6, half 3, less 2 is 1; after armour (6 - 2) / 2 is 2."""
    table = start()
    table.do("attack rill guard1 --complication half-damage", 3, 3, 5)
    assert table.guard1.hp == 5
    table = start("factor_first=false")
    table.do("attack rill guard1 --complication half-damage", 3, 3, 5)
    assert table.guard1.hp == 4


def test_half_damage_in_defence_is_the_enemys(defence):
    """THR-CMP-2, THR-DEF-3: the complication brings it: (5 + 1) / 2."""
    defence.do("attack guard1 bram --complication half-damage", 4, 4, 5)
    assert defence.bram.hp == 5


def test_disadvantage_lies_on_the_next_combat_action_once(offense):
    """THR-CMP-2: three dice, the lowest two, and the marker is gone."""
    offense.do("attack bram guard1 --complication disadvantage", 4, 4, 1)
    assert "disadvantage" in offense.bram.conditions
    assert offense.do("act bram hide --complication 'say mud'", 6, 6, 1) == "partial"
    assert "disadvantage" not in offense.bram.conditions


def test_a_marker_of_a_partner_counts_for_the_team(offense):
    """THR-CMP-2, THR-TAG-2: one extra die, for either of the two."""
    offense.do("condition add odile disadvantage")
    assert offense.do("tag rill odile guard1 --complication 'say mud'", 6, 5, 1, 1) == "partial"
    assert "disadvantage" not in offense.odile.conditions


def test_the_threat_rises_to_the_end_of_the_sheet(start):
    """THR-CMP-2: at most 5."""
    table = start(init="init --threat 5")
    table.do("attack bram guard1 --complication threat", 4, 4, 1)
    assert table.board.threat == 5
    assert table.told("threat-stays") == {"threat": 5}


def test_a_trade_lets_both_take_the_others_damage(start):
    """THR-CMP-2: in Offense and in Defence, each less its armour."""
    table = start()
    table.do("attack bram guard1 --complication trade", 4, 4, 6, 3)
    assert (table.guard1.hp, table.bram.hp) == (2, 4)
    table = start(init="init --phase defence")
    table.do("attack guard1 bram --complication trade", 4, 4, 3, 6)
    assert (table.guard1.hp, table.bram.hp) == (2, 4)


def test_reinforcements_say_how_to_add_them(offense):
    """THR-CMP-2: the GM adds them from the stat blocks."""
    offense.do("attack bram guard1 --complication reinforcements", 4, 4, 1)
    assert offense.told("reinforcements") == {"blocks": "guard"}
    offense.do("add Guard --from guard --count 2")
    assert len(offense.combatants) == 9


def test_reinforcements_come_from_the_blocks_of_enemies(offense):
    """THR-CMP-2: a block that builds on the crew's is the crew's; one that names no side may be either."""
    crewman = {"side": "crew", "hp": 8}
    blocks = {"crewman": crewman, "medic": {"from": "crewman"}, "elite": {"from": "guard", "hp": 9}, "beast": {"hp": 3}}
    offense.session.fight = replace(offense.session.fight, blocks={**offense.session.fight.blocks, **blocks})
    offense.do("attack bram guard1 --complication reinforcements", 4, 4, 1)
    assert offense.told("reinforcements") == {"blocks": "guard, elite, beast"}


def test_an_ultra_result_is_rolled_of_seven_by_option_or_word(start):
    """THR-ULT-1: the second of the table is the threat."""
    for setting, line in (("ultras=roll", "attack bram guard1"), ("ultras=ask", "attack bram guard1 --ultra roll")):
        table = start(setting)
        table.do(line, 6, 6, 2, 6)
        assert (table.board.threat, table.guard1.hp) == (2, 2)


def test_an_ultra_result_is_asked_for_unless_the_option_says_otherwise(start):
    """THR-ULT-1: the offers are those that mean something here; `ask` on the command outranks the option."""
    table = start()
    table.do("attack bram guard1", 6, 6)
    assert table.questions[0].answers == ("double", "threat", "ally", "structure", "armour", "escape", "roll")
    table.do("choose double", 4)
    assert (table.guard1.hp, table.board.tracker) == (0, 2)
    table.do("set fight options.ultras=roll")
    table.do("attack rill guard2 --ultra ask", 6, 6)
    table.do("choose roll", 2, 1)
    assert table.board.threat == 2


def test_an_older_save_keeps_the_options_it_was_played_by():
    """THR-ULT-1, THR-ULT-2, THR-DMG-2: format 1 rolled ultras; up to format 4, losses were not chosen."""
    then = {"accessory": "spend", "destroyed": "first", "ultras": "roll"}
    assert RULES.migrate(1, {"options": {"threat": 4}}) == {"options": {**then, "threat": 4}}
    assert RULES.migrate(1, {"options": {"ultras": "ask"}}) == {"options": {**then, "ultras": "ask"}}
    assert RULES.migrate(4, {"title": "x"}) == {"title": "x", "options": {"accessory": "spend", "destroyed": "first"}}
    assert RULES.migrate(5, {"title": "x"}) == {"title": "x"}


def test_double_damage_is_doubled_before_armour_unless_the_option_says_after(start):
    """THR-ULT-2: 4 doubled is 8, less 2 is 6; after armour (4 - 2) doubled is 4."""
    table = start()
    table.do("attack bram guard1 --ultra double", 6, 6, 4)
    assert table.guard1.hp == 0
    table = start("factor_first=false")
    table.do("attack bram guard1 --ultra double", 6, 6, 4)
    assert table.guard1.hp == 2


def test_the_threat_falls_to_the_end_of_the_sheet(start):
    """THR-ULT-2: at least 1."""
    table = start(init="init --threat 1")
    table.do("attack bram guard1 --ultra threat", 6, 6, 1)
    assert table.told("threat-stays") == {"threat": 1}


def test_an_ally_arrives_and_a_structure_is_destroyed(offense):
    """THR-ULT-2: reported to the GM; an ally on the crew's side acts in Offense."""
    offense.do("attack bram guard1 --ultra ally", 6, 6, 1)
    assert offense.told("ally-arrives") == {"side": "crew"}
    offense.do("add Mira side=crew hp=4")
    offense.do("attack mira guard1 --ultra structure", 6, 6)
    assert offense.told("ultra") == {"effect": "a structure or vehicle is destroyed"}
    assert offense.told("structure-destroyed") == {}


def test_the_enemys_armour_is_destroyed_before_the_damage(offense):
    """THR-ULT-2: armour 0 for good."""
    offense.do("attack bram guard1 --ultra armour", 6, 6, 4)
    assert (offense.guard1.armour, offense.guard1.hp) == (0, 2)


@pytest.mark.parametrize(
    ("answer", "armour", "accessories"),
    [("armour", 0, ("helmet", "hat", "hat")), ("helmet", 2, ("hat", "hat")), ("hat", 2, ("helmet", "hat"))],
)
@pytest.mark.parametrize("word", ["armour", "armor/accessory"])
def test_of_armour_and_accessories_the_players_choose_what_is_destroyed(start, word, answer, armour, accessories):
    """THR-ULT-2: one thing goes, in Defence one of the attacker's; of two of a kind one stays."""
    table = start(init="init --phase defence")
    table.do("set guard1 accessories=helmet,hat,hat")
    table.do(f"attack guard1 bram --ultra {word}", 6, 6)
    asked = table.questions[0]
    assert (asked.who, asked.facts["target"], asked.answers) == ("bram", "guard1", ("armour", "helmet", "hat"))
    table.do(f"choose {answer}")
    assert (table.guard1.armour, table.guard1.accessories) == (armour, accessories)
    assert table.told("destroyed") == (None if answer == "armour" else {"thing": answer})


def test_one_accessory_alone_is_destroyed_without_a_question(start):
    """THR-ULT-2: there is nothing to choose."""
    table = start(init="init --phase defence")
    table.do("set guard1 armour=0 accessories=hat,hat")
    table.do("attack guard1 bram --ultra armour", 6, 6)
    assert (table.guard1.accessories, table.told("destroyed")) == (("hat",), {"thing": "hat"})


@pytest.mark.parametrize(
    ("armour", "word", "lost"), [(2, "armour", "armour"), (0, "armour", "hat"), (2, "accessory", "hat")]
)
def test_the_first_thing_is_destroyed_by_option(start, armour, word, lost):
    """THR-ULT-2: armour before accessories, without a question, as in older fights."""
    table = start("destroyed=first", init="init --phase defence")
    table.do(f"set guard1 armour={armour} accessories=hat,cap")
    table.do(f"attack guard1 bram --ultra {word}", 6, 6)
    assert (table.questions, table.told("destroyed")) == ((), None if lost == "armour" else {"thing": lost})
    assert (table.guard1.armour, table.guard1.accessories) == (
        (0, ("hat", "cap")) if lost == "armour" else (armour, ("cap",))
    )


def test_armour_that_is_not_there_is_not_asked_for(offense):
    """THR-ULT-2: the GM may force the result on a foe without either; the line says so, and the damage is done."""
    offense.do("set guard1 armour=0")
    assert offense.refused("attack bram guard1 --ultra armour").rule == "THR-ULT-1"
    assert offense.do("attack bram guard1 --ultra armour --force", 6, 6, 2) == "ultra"
    assert (offense.questions, offense.told("nothing-to-destroy"), offense.guard1.hp) == ((), {}, 4)
    [told] = [each for each in offense.last.events if getattr(each, "what", "") == "nothing-to-destroy"]
    assert told.target == "guard1"


@pytest.mark.parametrize("word", ["half-damage", "trade"])
def test_complications_of_damage_are_only_noted_of_a_task(offense, word):
    """THR-CMP-1, THR-ACT-1: a task does no damage to halve or trade; the line says that the numbers stay."""
    offense.do(f"act bram climb --complication {word}", 4, 4)
    assert offense.told("complication") is None
    assert offense.told("complication-noted") is not None
    assert (offense.bram.hp, offense.board.tracker) == (8, 2)


@pytest.mark.parametrize(
    ("weapons", "faces", "named", "hp"),
    [
        ("rifle,lance", (1, 2), "the rifle", 5),
        ("lance,rifle", (1,), "the shock lance", 3),
        ("[]", (1,), "bare hands", 7),
    ],
)
def test_a_trade_names_the_weapon(offense, weapons, faces, named, hp):
    """THR-CMP-2: the other side deals the damage of its first weapon, or bare hands."""
    offense.do(f"set guard1 weapons={weapons}")
    offense.do("attack bram guard1 --complication trade", 4, 4, *faces)
    assert (offense.told("trades"), offense.bram.hp) == ({"weapon": named}, hp)


def test_what_is_destroyed_may_be_said_beforehand(offense):
    """THR-ULT-2: by `--answer`, and the damage meets what is left."""
    offense.do("set guard1 accessories=hat")
    offense.do("attack bram guard1 --ultra armour --answer lost=hat", 6, 6, 6)
    assert (offense.guard1.armour, offense.guard1.accessories, offense.guard1.hp) == (2, (), 2)


def test_which_of_armour_and_accessory_goes_may_be_said(start):
    """THR-ULT-2: the table rolls them as one line; what is not there means nothing."""
    table = start()
    table.do("set guard1 accessories=hat")
    table.do("attack bram guard1", 6, 6)
    assert "accessory" in table.questions[0].answers
    table.do("choose accessory", 4)
    assert (table.guard1.armour, table.guard1.accessories, table.guard1.hp) == (2, (), 4)
    table.do("attack rill guard1", 6, 6)
    assert "accessory" not in table.questions[0].answers
    table.do("choose armour", 1)
    assert table.guard1.armour == 0
    for word in ("armour", "accessory"):
        assert table.refused(f"attack odile guard1 --ultra {word}").rule == "THR-ULT-1"


def test_armour_that_nobody_wears_is_rolled_again(start):
    """THR-ULT-2: 5 is the armour, then the third of the five others that mean something."""
    table = start("ultras=roll")
    table.do("set guard1 armour=0")
    table.do("attack bram guard1", 6, 6, 5, 3, 1)
    assert table.told("again") == {"effect": "the enemy's armour or accessory is destroyed"}
    assert table.told("ally-arrives") == {"side": "crew"}
    table = start("ultras=roll", "ultra_again=false", init="init --phase defence")
    table.do("damage-save bram --damage 3", 6, 6, 5)
    assert table.told("ultra") == {"effect": "the enemy's armour or accessory is destroyed"}


def test_the_team_easily_escapes(offense):
    """THR-ULT-2, THR-END-1: the damage, then the end."""
    offense.do("attack bram guard1 --ultra escape", 6, 6, 6)
    assert (offense.over, offense.guard1.hp) == ("the crew escapes", 2)


def test_a_free_attack_moves_no_tracker_and_is_not_the_one_of_the_phase(defence):
    """THR-ULT-2, THR-ATK-1: earned in Defence, used in the following Offense; lost after that phase."""
    defence.do("attack guard1 bram --ultra free-attack", 6, 6)
    assert "free-attack" in defence.bram.conditions
    defence.do("attack bram guard1", 1, 1)
    assert (defence.phase, defence.board.tracker, defence.board.acted) == ("offense", 3, {})
    assert "free-attack" not in defence.bram.conditions
    defence.do("attack bram guard1", 5, 5, 1)
    assert defence.board.tracker == 2
    defence.do("condition add rill free-attack")
    defence.do("turn next --force")
    assert "free-attack" not in defence.rill.conditions


def test_a_free_attack_rolled_in_offense_is_rolled_again(start):
    """THR-ULT-2: 7, then 2 of the six others; 7 counts if the option says so."""
    table = start("ultras=roll")
    table.do("attack bram guard1", 6, 6, 7, 2, 1)
    assert table.told("again") == {"effect": "a free attack"}
    assert table.board.threat == 2
    table = start("ultras=roll", "ultra_again=false")
    table.do("attack bram guard1", 6, 6, 7, 1)
    assert "free-attack" in table.bram.conditions


def test_results_that_mean_nothing_in_a_phase_are_refused_when_stated(start):
    """THR-ULT-1: a free attack only during Defence; no damage to double there."""
    table = start()
    assert table.refused("attack bram guard1 --ultra free-attack").rule == "THR-ULT-1"
    assert table.refused("act bram hide --ultra armour").rule == "THR-ULT-1"
    table = start("ultras=roll", init="init --phase defence")
    assert table.refused("attack guard1 bram --ultra double").rule == "THR-ULT-1"
    table.do("attack guard1 bram", 6, 6, 1, 1)
    assert table.told("again") == {"effect": "double damage"}


@pytest.mark.parametrize("line", ["attack guard1 bram", "damage-save bram --by guard1"])
def test_the_defence_action_is_one_by_two_names(defence, line):
    """THR-DEF-1: an enemy's attack, and the save against it, are the same roll."""
    defence.do(line, 3, 3, 5)
    assert (defence.bram.hp, defence.board.acted, defence.board.tracker) == (2, {"guard1": "attacked"}, 2)


def test_a_danger_is_defended_against_like_an_attack(defence):
    """THR-DEF-1, THR-DEF-2: stated damage less armour; it uses the tracker of Defence, and none before a fight."""
    defence.do("damage-save rill --damage 2d6 --attribute nerves", 3, 3, 2, 3)
    assert (defence.rill.hp, defence.board.tracker) == (4, 2)
    defence.do("turn next --force")
    assert defence.refused("damage-save rill --damage 3").rule == "THR-DEF-1"


def test_before_the_fight_a_danger_moves_no_tracker(start):
    """THR-DEF-1: a trap on the way in."""
    table = start(init="note ready")
    table.do("damage-save bram --damage 3", 1, 2)
    assert (table.bram.hp, table.phase) == (5, "")


@pytest.mark.parametrize(
    ("line", "effect"),
    [
        ('attack bram guard1 --complication "Trade damage" --dice 4,4,1,1', "trade damage"),
        ("attack bram guard1 --complication Half-Damage --dice 4,4,1", "half damage"),
        ("attack bram guard1 --complication reinforcement --dice 4,4,1", "enemy reinforcements"),
        ('attack bram guard1 --ultra "double damage" --dice 6,6,1', "double damage"),
    ],
)
def test_results_are_named_as_on_the_page_too(offense, line, effect):
    """THR-CMP-1, THR-ULT-1: by name or in the table's own words."""
    offense.do(line)
    assert (offense.told("complication") or offense.told("ultra")) == {"effect": effect}


def test_own_words_come_behind_say_and_are_noted(offense):
    """THR-CMP-1, THR-ULT-1: reported as notes without effect; the damage still applies."""
    offense.do("attack bram guard1 --ultra 'say fireworks'", 6, 6, 4)
    assert (offense.told("ultra-noted"), offense.told("ultra")) == ({"effect": "fireworks"}, None)
    assert offense.guard1.hp == 4


@pytest.mark.parametrize(
    ("stated", "effect"),
    [
        ("--complication 'Durability loss'", "durability loss"),
        ("--complication '½ DAMAGE'", "half damage"),
        ("--complication 'Disadvantage on next combat action'", "disadvantage on the next combat action"),
        ("--complication '+1 Combat threat'", "+1 combat threat"),
        ("--complication 'Trade DAMAGE'", "trade damage"),
        ("--complication 'Enemy reinforcements'", "enemy reinforcements"),
        ("--ultra 'Deal Double DAMAGE'", "double damage"),
        ("--ultra='-1 Combat threat'", "-1 combat threat"),
        ("--ultra 'PC\u2019s Ally arrives to help'", "a PC's ally arrives to help"),
        ("--ultra 'Destroy a structure/vehicle'", "a structure or vehicle is destroyed"),
        ('--ultra "Destroy enemy\'s armor/accessory"', "the enemy's armour or accessory is destroyed"),
        ("--ultra 'Player\u2019s team easily escapes'", "the team easily escapes"),
        ("--complication half", "half damage"),
        ("--complication ½damage", "half damage"),
        ("--complication '1\u20442 damage'", "half damage"),
        ("--complication 'combat threat'", "+1 combat threat"),
        ("--ultra 'lower the threat'", "-1 combat threat"),
        ("--ultra 'Destroy structure'", "a structure or vehicle is destroyed"),
        ("--ultra 'destroy armor'", "the enemy's armour or accessory is destroyed"),
        ("--ultra 'The team escapes'", "the team easily escapes"),
        ("--complication '1/2 damage'", "half damage"),
        ("--complication 'HALF DAMAGE'", "half damage"),
        ("--complication +1", "+1 combat threat"),
        ("--complication dis", "disadvantage on the next combat action"),
        ("--ultra='\u22121 combat threat'", "-1 combat threat"),
        ("--ultra armor", "the enemy's armour or accessory is destroyed"),
        ("--ultra vehicle", "a structure or vehicle is destroyed"),
        ("--ultra 'Ally arrives'", "a PC's ally arrives to help"),
    ],
)
def test_every_phrase_of_the_page_is_understood(offense, stated, effect):
    """THR-CMP-1, THR-ULT-1: with its fractions, capitals and quotation marks."""
    offense.do(f"attack bram guard1 {stated}", *((4, 4, 1) if "complication" in stated else (6, 6, 1)))
    assert (offense.told("complication") or offense.told("ultra")) == {"effect": effect}


@pytest.mark.parametrize(
    ("options", "dice", "answer", "effect"),
    [
        ("complications=ask", (4, 4), "½ DAMAGE", "half damage"),
        ("complications=ask", (4, 4), "Trade", "trade damage"),
        ("ultras=ask", (6, 6), "Destroy enemy's armor", "the enemy's armour or accessory is destroyed"),
        ("ultras=ask", (6, 6), "team easily", "the team easily escapes"),
    ],
)
def test_a_phrase_of_the_page_is_an_answer_too(start, options, dice, answer, effect):
    """THR-CMP-1, THR-ULT-1: and the journal has the name."""
    table = start(options)
    table.do("attack bram guard1", *dice)
    table.do(f'choose "{answer}"')
    assert (table.told("complication") or table.told("ultra")) == {"effect": effect}


def test_own_words_are_no_way_round_what_means_nothing_here(start):
    """THR-ULT-1: a free attack is refused in Offense, in any spelling; the pause stays."""
    table = start("ultras=ask")
    assert table.refused("attack bram guard1 --ultra 'say free-attack'").rule == "THR-ULT-1"
    table.do("attack bram guard1", 6, 6)
    assert table.refused("choose say free-attack").rule == "THR-ULT-1"
    table.do("choose say fireworks", 1)
    assert table.told("ultra-noted") == {"effect": "fireworks"}


@pytest.mark.parametrize("stated", ["--complication reenforcement", "--complication treat", "--ultra duble"])
def test_a_name_misspelt_is_not_taken_for_free_text(offense, stated):
    """THR-CMP-1, THR-ULT-1: the nearest name is suggested; your own words need `say`."""
    assert offense.refused(f"attack bram guard1 {stated}").suggestions
    offense.do(f'attack bram guard1 {stated.split()[0]} "say {stated.split()[1]}"', 1, 1)


def test_a_tag_team_wears_the_weapon_that_was_better(offense):
    """THR-CMP-2, THR-TAG-2: for any bearer."""
    offense.do("tag bram rill guard1 --complication durability", 3, 3, 1)
    assert (offense.rill.wear, offense.bram.wear) == ({"rifle": "damaged"}, {})


def test_a_trade_with_a_danger_has_nobody_to_give_to(defence):
    """THR-CMP-2: the character takes the damage of the danger, and deals none."""
    defence.do("damage-save bram --damage 3 --complication trade", 4, 4)
    assert (defence.bram.hp, len(defence.rolls())) == (5, 1)


def test_a_trade_is_with_all_that_the_other_weapon_does(offense):
    """THR-CMP-2, THR-DMG-1: the first that is not broken, through armour, and doubled against machines."""
    offense.do("set guard1 weapons=rifle,lance wear.rifle=broken")
    offense.do("set rill traits=machine hp=20")
    offense.do("attack rill guard1 --complication trade", 3, 3, 1)
    assert (offense.guard1.hp, offense.rill.hp) == (6, 10)


def test_who_has_no_armour_left_wears_the_first_weapon_that_serves(defence):
    """THR-CMP-2: broken armour wears no more, a broken weapon neither, bare hands never."""
    defence.do("set rill wear.armour=broken wear.rifle=broken")
    defence.do("attack guard1 rill --complication durability", 3, 3)
    assert defence.rill.wear == {"armour": "broken", "rifle": "broken", "lance": "damaged"}
    defence.do("set bram wear.shotgun=broken")
    defence.do("attack guard2 bram --complication durability", 4, 4)
    assert defence.told("nothing-wears") == {}


def test_reinforcements_without_a_block_say_what_to_give(offense):
    """THR-CMP-2: of a fight that defines none."""
    offense.session.fight = replace(offense.session.fight, blocks={})
    offense.do("attack bram guard1 --complication reinforcements", 4, 4, 1)
    assert offense.told("reinforcements") == {"blocks": "none is defined, so give hp=N"}


@pytest.mark.parametrize(
    ("stated", "message"),
    [({"complication": "blorp"}, "unknown complication 'blorp'"), ({"ultra": "blorp"}, "unknown ultra result 'blorp'")],
)
def test_a_command_made_without_words_is_held_to_the_tables_too(offense, stated, message):
    """THR-CMP-1, THR-ULT-1: by any program."""
    with pytest.raises(UsageError, match=message):
        execute(RULES, offense.session.fight, Attack(who="bram", targets=("guard1",), **stated))
    played = execute(
        RULES, offense.session.fight, Attack(who="bram", targets=("guard1",), dice=(4, 4, 1), complication="Half")
    )
    assert any(getattr(each, "facts", {}) == {"effect": "half damage"} for each in played.events)
