"""Threat, phases and the tracker."""

import pytest
from msgspec.structs import replace

from rbfcli.render.narration import narrate
from rbfcli.render.sentences import Style
from rbfcli.systems.threat import RULES
from rbfcli.systems.threat.entry import authored
from rbfcli.systems.threat.turns import half_neutralised

SHEETS = {
    "five": {1: (3, 1), 2: (3, 2), 3: (3, 3), 4: (2, 3), 5: (1, 3)},
    "seven": {0: (4, 1), 1: (4, 1), 2: (3, 2), 3: (3, 2), 4: (2, 3), 5: (2, 3), 6: (1, 4)},
}


def test_combat_starts_on_offense_and_two_phases_make_a_round(offense):
    """THR-PHASE-1: Offense, then Defence; the next Offense begins round 2."""
    assert (offense.phase, offense.round, offense.board.tracker) == ("offense", 1, 3)
    offense.do("turn next --force")
    assert (offense.phase, offense.round) == ("defence", 1)
    offense.do("turn next --force")
    assert (offense.phase, offense.round) == ("offense", 2)


def test_a_condition_for_some_rounds_ends_with_them(offense):
    """THR-PHASE-1: there are no individual turns, so rounds count."""
    offense.do("condition add rill disadvantage --rounds 1")
    offense.do("turn next --force")
    assert "disadvantage" in offense.rill.conditions
    offense.do("turn next --force")
    assert "disadvantage" not in offense.rill.conditions


def test_combat_may_start_on_defence_by_option_and_by_word(start):
    """THR-PHASE-1: a round then is Defence and Offense."""
    table = start("first_phase=defence")
    assert (table.phase, table.round) == ("defence", 1)
    table.do("turn next --force")
    assert (table.phase, table.round) == ("offense", 1)
    table.do("turn next --force")
    assert (table.phase, table.round) == ("defence", 2)
    assert start(init="init --phase defence").phase == "defence"


@pytest.mark.parametrize("threat", [1, 2, 3, 4, 5])
def test_the_referee_sets_the_threat_at_the_start(start, threat):
    """THR-TRACK-1: from 1 to 5; 3 is normal."""
    assert start(init=f"init --threat {threat}").board.threat == threat
    assert start().board.threat == 3
    assert start("threat=2").board.threat == 2


@pytest.mark.parametrize(("line", "rule"), [("init --threat 6", "THR-TRACK-1"), ("init --threat 0", "THR-TRACK-1")])
def test_a_threat_off_the_sheet_is_refused(start, line, rule):
    """THR-TRACK-1: not 0, not 6; even --force finds no such column."""
    table = start(init="note ready")
    assert table.refused(line).rule == rule
    assert "1 to 5" in table.refused(f"{line} --force").message


@pytest.mark.parametrize(
    ("sheet", "threat", "offense", "defence"),
    [(sheet, threat, *row) for sheet, rows in SHEETS.items() for threat, row in rows.items()],
)
def test_a_tracker_starts_on_the_space_under_the_threat(start, sheet, threat, offense, defence):
    """THR-TRACK-2: both printed sheets, every column."""
    table = start(f"sheet={sheet}", init=f"init --threat {threat}")
    assert table.board.tracker == offense
    table.do("turn next --force")
    assert table.board.tracker == defence


def test_the_spaces_are_a_table_in_the_options(start):
    """THR-TRACK-2: a custom sheet."""
    table = start("offense_spaces=5,4", "defence_spaces=1,2", "lowest_threat=2", init="init --threat 3")
    assert table.board.tracker == 4
    assert "2 to 3" in table.refused("threat 4").message


def test_an_action_moves_the_tracker_to_the_next_number(offense):
    """THR-TRACK-3: 3, 2, 1, then the phase changes."""
    seen = []
    for who in ("rill", "bram", "odile"):
        offense.do(f"attack {who} guard1 --attribute nerves", *((5, 5, 1) if who != "odile" else (5, 5)))
        seen.append((offense.phase, offense.board.tracker))
    assert seen == [("offense", 2), ("offense", 1), ("defence", 3)]


@pytest.mark.parametrize(("at", "after"), [(3, ("offense", 1)), (2, ("defence", 3)), (1, ("defence", 3))])
def test_a_failure_in_offense_moves_it_one_space_more(offense, at, after):
    """THR-OFF-2, THR-TRACK-3: 3 -> 1; from 2 the phase changes; nothing is carried over."""
    offense.do(f"set fight board.tracker={at}")
    assert offense.do("attack bram guard1", 1, 2) == "failure"
    assert (offense.phase, offense.board.tracker) == after
    assert offense.guard1.hp == 6


def test_a_success_at_the_last_space_changes_the_phase(offense):
    """THR-TRACK-3: tracker at 1, success."""
    offense.do("set fight board.tracker=1")
    assert offense.do("attack bram guard1", 5, 5, 6) == "success"
    assert offense.phase == "defence"


@pytest.mark.parametrize(("at", "after"), [(3, ("defence", 1)), (2, ("offense", 3)), (1, ("offense", 3))])
def test_a_success_in_defence_moves_it_one_space_more(defence, at, after):
    """THR-DEF-4, THR-TRACK-3: at threat 3 the first 10+ takes the tracker from 3 to 1."""
    defence.do(f"set fight board.tracker={at}")
    assert defence.do("attack guard1 bram", 5, 5) == "success"
    assert (defence.phase, defence.board.tracker) == after


def test_the_referee_may_change_the_threat_and_the_next_phase_feels_it(offense):
    """THR-TRACK-4: the running tracker stays."""
    offense.do("threat 1")
    assert (offense.board.threat, offense.board.tracker) == (1, 3)
    assert offense.told("threat-moved") == {"before": 3, "after": 1, "phase": "Defence", "spaces": 1}
    offense.do("turn next --force")
    assert offense.board.tracker == 1
    offense.do("threat +1")
    offense.do("threat -1")
    assert offense.board.threat == 1


@pytest.mark.parametrize("word", ["6", "0", "-3", "+3", "x", "1.5", "--force", "1000000"])
def test_a_threat_that_is_none_is_refused(offense, word):
    """THR-TRACK-4: neither past the sheet nor no number."""
    offense.refused(f"threat {word}")
    assert offense.refused("threat 3").rule == "THR-TRACK-4"


def test_lowering_it_is_suggested_when_half_the_enemies_are_down(offense):
    """THR-TRACK-4: once, with the second of four; at threat 1 there is nothing to lower."""
    offense.do("damage guard1 6")
    assert offense.told("suggest-threat") is None
    offense.do("damage guard2 6")
    assert offense.told("suggest-threat") == {"why": "half the enemies are neutralized", "lower": 2}
    offense.do("damage guard3 6")
    assert offense.told("suggest-threat") is None


def test_lowering_it_is_suggested_when_a_boss_is_down(start):
    """THR-TRACK-4: a boss alone; not at the lowest threat."""
    table = start()
    table.do("damage worm 15")
    assert table.told("suggest-threat") == {"why": "Worm, a boss, is neutralized", "lower": 2}
    table = start(init="init --threat 1")
    table.do("damage worm 15")
    assert table.told("suggest-threat") is None


def test_turn_changes_the_phase_only_when_nobody_can_attack(offense):
    """THR-TRACK-3: actions that are left are played, unless the GM says otherwise."""
    assert offense.refused("turn").rule == "THR-TRACK-3"
    for who in ("rill", "bram", "odile"):
        offense.do(f"set {who} in_zone=false")
    offense.do("turn")
    assert offense.phase == "defence"


def test_nothing_begins_twice_or_before_init(start):
    """THR-TRACK-1: init comes first, and once."""
    table = start(init="note ready")
    for line in ("turn", "threat 2", "attack rill guard1", "act rill hide"):
        assert table.refused(line).rule == "THR-TRACK-1"
    table.do("init")
    assert table.refused("init").rule == "THR-TRACK-1"


@pytest.mark.parametrize(("threat", "spaces"), [(9, 3), (0, 1), (5, 3), (1, 1)])
def test_a_threat_off_the_sheet_counts_as_the_nearest_on_it(offense, threat, spaces):
    """THR-TRACK-2: as the GM may write one down."""
    offense.do(f"set fight board.threat={threat}")
    offense.do("turn next --force")
    assert (offense.phase, offense.board.tracker) == ("defence", spaces)


def test_the_suggestion_to_lower_the_threat_is_made_once_and_not_below_the_sheet(start):
    """THR-TRACK-4: at half of four enemies, not before and not after; at the lowest threat never."""
    table = start(init="init --threat 2")
    told = []
    for who in ("guard1", "guard2", "guard3"):
        table.do(f"damage {who} 9")
        told.append(table.told("suggest-threat"))
    assert told == [None, {"why": "half the enemies are neutralized", "lower": 1}, None]
    table = start(init="init --threat 1")
    table.do("damage guard1 guard2 9")
    assert table.told("suggest-threat") is None
    table.do("damage worm 20")
    assert table.told("suggest-threat") is None


def test_a_boss_that_falls_is_a_suggestion_of_its_own(offense):
    """THR-TRACK-4: once, by its name; an ally called a boss is none."""
    offense.do("set odile boss=true")
    offense.do("damage odile 9")
    assert offense.told("suggest-threat") is None
    offense.do("damage worm 20")
    assert offense.told("suggest-threat") == {"why": "Worm, a boss, is neutralized", "lower": 2}
    offense.do("damage guard1 9")
    assert offense.told("suggest-threat") == {"why": "half the enemies are neutralized", "lower": 2}


def test_nothing_is_suggested_before_the_fight_or_after_it(start):
    """THR-TRACK-4, THR-END-1: nor does it end before it began."""
    table = start(init="note ready")
    table.do("damage guard1 guard2 guard3 worm 20")
    assert (table.told("suggest-threat"), table.over) == (None, "")
    table = start()
    table.do("damage guard1 guard2 guard3 worm 20")
    assert (table.told("suggest-threat"), table.over) == (None, "all enemies are defeated")


def test_no_phase_follows_once_the_crew_is_down(offense):
    """THR-END-1, THR-PHASE-1: rounds end with the crew; the GM may go on all the same."""
    offense.do("damage rill bram odile 9 --knocked-out")
    assert offense.refused("turn next").rule == "THR-END-1"
    offense.do("turn next --force")
    assert (offense.phase, RULES.next_steps(offense.session.fight)) == ("defence", ("end",))


def test_that_nobody_of_the_crew_stands_is_said_once(offense):
    """THR-END-1: the fight is the GM's to end."""
    offense.do("damage rill bram 9 --knocked-out")
    assert offense.told("crew-down") is None
    offense.do("damage odile 9")
    assert (offense.told("crew-down"), offense.over) == ({}, "")
    offense.do("damage guard1 9")
    assert offense.told("crew-down") is None


@pytest.mark.parametrize(
    ("line", "reason", "outcome"),
    [
        ("end", "the GM ended it", "ended"),
        ("end --escaped", "the crew escapes", "escaped"),
        ("end they parley", "they parley", "ended"),
        ("end --escaped over the wall", "over the wall", "escaped"),
    ],
)
def test_the_end_has_a_reason_and_an_outcome(offense, line, reason, outcome):
    """THR-END-1: a given reason counts, otherwise the actual one."""
    assert (offense.do(line), offense.over) == (outcome, reason)


def test_a_phase_names_those_who_may_act_in_it(start):
    """THR-OFF-1, THR-DEF-1: the crew in Offense, the enemies in Defence, each by its own rule."""
    table = start()
    for able, rule in (("guard1, guard2, guard3, worm", "THR-DEF-1"), ("rill, bram, odile", "THR-OFF-1")):
        table.do("turn next --force")
        (event,) = [each for each in table.last.events if getattr(each, "what", "") == "to-act"]
        assert (event.facts["able"], event.rule) == (able, rule)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("add zoe hp=8 pc=true side=crew", "zoe joins as a PC on side crew. For an enemy: add NAME hp=4 side=foes"),
        ("add zoe hp=8 pc=true side=guards", "zoe joins as a PC on side guards. For an enemy: add NAME hp=4 side=foes"),
        (
            "add zoe hp=8 side=crew",
            "zoe joins as an ally of the PCs. For an enemy, give another side: add NAME hp=4 side=foes",
        ),
        ("add zoe hp=8 side=guards", "zoe joins as an enemy. For a PC: add NAME hp=8 pc=true side=crew"),
    ],
)
def test_whoever_comes_is_told_by_what_it_is_to_the_crew(offense, line, told):
    """THR-OFF-1: a PC on any side, and how to add another kind."""
    before = offense.session.fight
    offense.do(line)
    lines = narrate(offense.last.events, before, offense.session.fight, offense.session.rules, Style())
    assert told in [each.strip().rstrip(".") for each in lines]


def test_an_encounter_written_of_a_fight_begins_with_the_threat_it_has_now(offense):
    """THR-START-1: it is the option that counts at the start; before the first phase nothing changes."""
    offense.do("threat 5")
    fight = offense.session.fight
    assert (fight.options.threat, fight.board.threat) == (3, 5)
    written = authored(fight)
    assert (written.options.threat, written.board.threat) == (5, 0)
    assert written == replace(fight, options=written.options, board=replace(fight.board, threat=0))
    before = replace(fight, round=0)
    assert authored(before) is before


# What holds on both sides of the table, ends with its cause, reaches as far as anything else, and has an effect.


def test_a_free_attack_of_an_enemy_moves_no_tracker_either(defence):
    """THR-ULT-2: it is used up, and the attack of the phase is left."""
    defence.do("condition add guard1 free-attack")
    defence.do("attack guard1 bram", 5, 5)
    assert (defence.board.tracker, dict(defence.board.acted), dict(defence.guard1.conditions)) == (3, {}, {})
    defence.do("attack guard1 bram --complication 'say mud'", 5, 4)
    assert (defence.board.tracker, dict(defence.board.acted)) == (2, {"guard1": "attacked"})


def test_a_free_attack_of_an_enemy_may_fall_in_offense(offense):
    """THR-ULT-2: like a PC's, it waits for no phase and changes none."""
    offense.do("condition add guard1 free-attack")
    offense.do("attack guard1 bram --ultra 'say sky'", 6, 6)
    assert (offense.phase, offense.board.tracker, dict(offense.guard1.conditions)) == ("offense", 3, {})


@pytest.mark.parametrize("line", ["attack guard1 bram", "damage-save bram --by guard1"])
def test_a_hindered_enemy_is_easier_to_defend_against_once(defence, line):
    """THR-CMP-2: one die more for the defence, of which the two highest count; its attack uses the marker up."""
    defence.do("condition add guard1 disadvantage")
    assert defence.do(line, 1, 5, 5) == "success"
    assert dict(defence.guard1.conditions) == {}
    assert [(each.value, each.why) for each in defence.rolls()[0].edges] == [(1, "complication")]


def test_a_hindered_enemy_is_attacked_as_ever(offense):
    """THR-CMP-2: the disadvantage applies to its next action, not to attacks on it."""
    offense.do("condition add guard1 disadvantage")
    offense.do("attack bram guard1", 5, 5, 1)
    assert (offense.rolls()[0].edges, "disadvantage" in offense.guard1.conditions) == ((), True)


def test_both_hindered_cancel_out(defence):
    """THR-CMP-2, THR-ROLL-2: an advantage and a disadvantage are two dice as usual."""
    defence.do("condition add guard1 disadvantage")
    defence.do("condition add bram disadvantage")
    defence.do("attack guard1 bram", 5, 5)
    assert (dict(defence.guard1.conditions), dict(defence.bram.conditions)) == ({}, {})


def test_a_last_stand_of_an_enemy_ends_with_its_attack(defence):
    """THR-DMG-3: one final action, then death, on either side."""
    defence.do("condition add guard1 last-stand")
    defence.do("attack guard1 bram", 5, 5)
    assert list(defence.guard1.conditions) == ["dead"]


def test_a_last_stand_of_an_enemy_ends_however_the_defence_goes(start):
    """THR-DMG-3, THR-DEF-5, THR-END-1: an ultra success begins Offense immediately, which can end the fight."""
    table = start(init="init --phase defence")
    table.do("condition add guard1 last-stand")
    table.do("attack guard1 bram --ultra threat", 6, 6)
    assert (list(table.guard1.conditions), table.phase, table.over) == (["dead"], "offense", "")
    table.do("damage guard2 guard3 9")
    table.do("condition add worm last-stand")
    table.do("turn next --force")
    table.do("attack worm bram --ultra threat", 6, 6)
    assert (list(table.worm.conditions), table.over) == (["dead"], "all enemies are defeated")


@pytest.mark.parametrize(
    ("init", "who"), [("init", "guard1 guard2 guard3 worm"), ("init --phase defence", "rill bram odile")]
)
@pytest.mark.parametrize("flag", ["in_zone", "noticed"])
def test_where_nobody_is_to_be_attacked_nobody_is_left_to_attack(start, init, who, flag):
    """THR-ATK-1, THR-START-1, THR-PHASE-1: the phase may change; as soon as one can be reached it may not."""
    table = start(init=init)
    for each in who.split():
        assert table.refused("turn next").rule == "THR-TRACK-3"
        table.do(f"set {each} {flag}=false")
    end = {"rill bram odile": "end --escaped"}.get(who, "end")
    assert RULES.next_steps(table.session.fight) == ("turn next", end)
    table.do("turn next")


def test_last_stands_alone_leave_the_enemy_nobody_to_attack(defence):
    """THR-DMG-3, THR-PHASE-1: attacks do not reach them, and they do not help to defend."""
    defence.do("damage bram 8 --last-stand")
    assert defence.refused("tag rill bram guard1").rule == "THR-DMG-3"
    defence.do("damage odile 9")
    defence.do("damage rill 9 --last-stand")
    defence.do("turn next")


def test_who_defends_has_not_acted(start):
    """THR-DMG-3: an attack on a combatant in a last stand is not an action of that combatant."""
    table = start("at_zero=last-stand", init="init --phase defence")
    table.do("damage bram 8")
    table.do("attack guard1 bram --force", 5, 5)
    assert list(table.bram.conditions) == ["last-stand"]


def test_what_a_weapon_adds_counts_in_an_enemys_hand(defence):
    """THR-ROLL-2: it is taken off the defence, of one or of two."""
    defence.do("set guard1 weapons=lance")
    defence.do("set guard2 weapons=lance")
    defence.do("attack guard1 bram --complication 'say mud'", 5, 5)
    assert [(each.value, each.why) for each in defence.rolls()[0].modifiers] == [(-1, "shock lance")]
    assert defence.rolls()[0].total == 9
    defence.do("tag bram odile guard2 --complication 'say mud'", 5, 5)
    assert defence.rolls()[0].total == 9


def test_an_enemys_attribute_counts_by_option(start):
    """THR-ROLL-2: within the limit and that of its weapon; otherwise it does not count."""
    for setting, total in (("enemy_attributes=false", 10), ("enemy_attributes=true", 7)):
        table = start(setting, init="init --phase defence")
        table.do("set guard1 eyes=5")
        table.do("attack guard1 bram --complication 'say mud'", 5, 5)
        assert table.rolls()[0].total == total


@pytest.mark.parametrize("line", ["attack guard1 bram", "boss worm bram", "damage-save bram --damage 3"])
def test_nothing_reaches_a_last_stand_unless_forced(defence, line):
    """THR-DMG-3: an attack, a boss's move and a danger reach as far as one another."""
    defence.do("damage bram 8 --last-stand")
    assert defence.refused(line).rule == "THR-DMG-3"
    defence.do(f"{line} --force")


@pytest.mark.parametrize("line", ["boss worm rill", "damage-save rill --damage 3", "attack guard1 rill"])
def test_nothing_reaches_whom_the_enemy_has_not_noticed(defence, line):
    """THR-START-1: one reach for all of them."""
    defence.do("set rill noticed=false")
    assert defence.refused(line).rule == "THR-START-1"


@pytest.mark.parametrize(
    "line",
    [
        "act bram hide --no-roll --mod 1",
        "act bram hide --no-roll --advantage 1",
        "act bram hide --no-roll --disadvantage 1",
        "act bram hide --no-roll --attribute eyes",
        "act bram hide --no-roll --partner rill --partner-attribute eyes",
        "act bram hide --no-roll --complication threat",
        "act bram hide --no-roll --ultra threat",
        "act bram hide --no-roll --worn armour",
        "act bram hide --partner-attribute eyes",
        "attack bram guard1 --complication threat --worn armour",
        "boss worm --damage 3",
        "boss worm --last-stand",
    ],
)
def test_an_option_that_would_mean_nothing_is_refused(offense, line):
    """THR-ACT-1, THR-BOSS-1, THR-CMP-2: rather than taken and forgotten."""
    assert offense.refused(line).kind == "usage"


def test_who_has_left_has_not_acted(offense):
    """THR-ATK-1: the note goes with the one it is about."""
    offense.do("attack bram guard1", 5, 5, 1)
    offense.do("remove bram")
    assert dict(offense.board.acted) == {}


@pytest.mark.parametrize(("option", "damage"), [("true", 3), ("false", 6)])
def test_what_armour_stops_is_said_as_it_was_reckoned(start, option, damage):
    """THR-DMG-1, THR-CMP-2: half of 6 against armour 3, or 6 against armour 6, and a half of nothing."""
    table = start(f"factor_first={option}")
    table.do(f"set guard1 armour={damage}")
    table.do("attack bram guard1 --complication half-damage", 4, 4, 6)
    assert table.told("no-damage") == {"damage": damage, "armour": damage}


def test_a_half_of_nothing_is_not_stopped_by_armour(offense):
    """THR-DMG-1, THR-CMP-2: half of 1 is 0."""
    offense.do("set bram armour=0")
    offense.do("set guard1 weapons=shotgun")
    offense.do("turn next --force")
    offense.do("attack guard1 bram --complication half-damage", 4, 4, 1)
    assert offense.told("no-damage") is None
    assert offense.told("reckoned") == {"damage": 1, "how": "halved", "left": 0}


@pytest.mark.parametrize(
    ("stated", "faces", "how", "left"),
    [
        ("bram guard1", (5, 5, 6), "-2 armour", 4),
        ("bram guard1 --complication half-damage", (4, 4, 6), "halved, -2 armour", 1),
        ("bram guard1 --ultra double", (6, 6, 6), "doubled, -2 armour", 10),
        ("rill worm --with lance --attribute nerves", (5, 5), "doubled", 10),
        ("rill worm --with lance --attribute nerves --ultra double", (6, 6), "doubled twice", 20),
    ],
)
def test_what_is_left_of_a_damage_is_said_as_it_was_reckoned(offense, stated, faces, how, left):
    """THR-DMG-1, THR-CMP-2, THR-ULT-2: in the order in which it counts."""
    offense.do("set guard1 hp=99")
    offense.do("set worm traits=machine hp=99")
    before = {who: one.hp for who, one in offense.combatants.items()}
    offense.do(f"attack {stated}", *faces)
    assert (offense.told("reckoned")["how"], offense.told("reckoned")["left"]) == (how, left)
    assert sum(before[who] - one.hp for who, one in offense.combatants.items()) == left


def test_a_half_after_armour_is_rounded_down_and_said_last(start):
    """THR-DMG-1, THR-CMP-2: half of 6 less 1 is 2."""
    table = start("factor_first=false")
    table.do("set guard1 armour=1")
    table.do("attack bram guard1 --complication half-damage", 4, 4, 6)
    assert (table.told("reckoned"), table.guard1.hp) == ({"damage": 6, "how": "-1 armour, halved", "left": 2}, 4)


def test_a_damage_that_nothing_changes_needs_no_reckoning(start):
    """THR-DMG-1, THR-CMP-2: no armour, or a half of what is doubled."""
    table = start(init="init --phase defence")
    table.do("attack guard1 bram", 1, 1, 4)
    assert (table.bram.hp, table.told("reckoned")) == (3, None)
    table.do("turn next --force")
    table.do("set worm traits=machine")
    table.do("attack rill worm --attribute nerves --with lance --complication half-damage", 3, 3)
    assert (table.worm.hp, table.told("reckoned")) == (10, None)


def test_what_was_stated_is_for_the_one_who_acts(start):
    """THR-DMG-2, THR-DMG-3: a foe that is a PC chooses for itself; one that is none has no choice."""
    table = start("accessory=ask")
    table.do("set guard1 pc=true hp=1")
    table.do("attack bram guard1 --last-stand", 5, 5, 6)
    assert [(each.kind, each.who) for each in table.questions] == [("down", "guard1")]
    table.do("choose knocked-out")
    table.do("set guard2 accessories=hat")
    table.do("attack rill guard2 --accessory keep", 5, 5, 6)
    assert (table.questions, table.guard2.accessories, table.guard2.hp) == ((), (), 6)


def test_what_an_enemys_weapon_adds_counts_beside_its_attribute(start):
    """THR-ROLL-2: both are taken off the defence."""
    table = start("enemy_attributes=true", init="init --phase defence")
    table.do("set guard1 weapons=lance jaws=2")
    table.do("attack guard1 bram --complication 'say mud'", 5, 5)
    assert [(each.value, each.why) for each in table.rolls()[0].modifiers] == [(-1, "shock lance"), (-2, "JAWS")]


def test_who_can_attack_once_or_for_free(offense):
    """THR-ATK-1, THR-ULT-2, THR-START-1: once per phase, or with a free attack; not by combatants outside the fight."""

    def able(who):
        return RULES.can_attack(offense.session.fight, who)

    assert (able("rill"), able("guard1")) == (True, False)
    offense.do("attack rill guard1", 5, 5, 1)
    assert not able("rill")
    offense.do("condition add rill free-attack")
    assert able("rill")
    offense.do("set rill in_zone=false")
    assert not able("rill")


def test_half_of_no_enemies_is_not_neutralized(offense):
    """THR-TRACK-4: with the last enemy removed, no boss is left."""
    offense.do("damage guard1 9")
    assert not half_neutralised(offense.session.fight)
    offense.do("damage guard2 9")
    assert half_neutralised(offense.session.fight)
    offense.do("remove guard1 guard2 guard3 worm")
    assert not half_neutralised(offense.session.fight)


# What `turn` and `threat` are refused with.


def said(wrong):
    """The whole refusal, with its rule."""
    return f"{wrong.message}; {wrong.hint} ({wrong.rule})"


@pytest.mark.parametrize(
    ("phase", "side", "able"),
    [
        ("offense", "Offense: the crew acts", "rill, bram, odile"),
        ("defence", "Defence: the enemies attack", "guard1, guard2, guard3, worm"),
    ],
)
def test_a_turn_of_one_combatant_is_refused_with_those_who_can_attack(start, phase, side, able):
    """THR-PHASE-1, THR-ATK-1: everyone on the side whose phase it is, in any order."""
    wrong = start(init=f"init --phase {phase}").refused("turn next rill")
    told = f"it is {side} in any order, and turn takes only next"
    assert said(wrong) == f"{told}; able to attack: {able} (THR-PHASE-1)"


@pytest.mark.parametrize(("line", "begin"), [("turn next", "init"), ("threat 2", "init --threat N")])
def test_a_fight_that_has_not_begun_has_no_phase_and_no_threat(start, line, begin):
    """THR-TRACK-1: it needs combatants, and then to begin."""
    table = start(init="note ready")
    assert said(table.refused(line)) == f"the fight has not begun; try: {begin} (THR-TRACK-1)"
    table.do(f"remove {' '.join(table.combatants)}")
    empty = "no combatants in the fight yet; try: add NAME hp=4 side=foes (THR-TRACK-1)"
    assert said(table.refused(line)) == empty


def test_the_phase_of_a_crew_that_is_down_is_refused_with_the_end(offense):
    """THR-END-1: the GM may end the fight, or go on all the same."""
    offense.do("damage rill bram odile 9 --knocked-out")
    wrong = offense.refused("turn next")
    assert said(wrong) == "none of the crew is standing; try: end, or --force (THR-END-1)"


def test_the_attribute_in_a_roll_has_its_rule(offense):
    """THR-ROLL-2: one attribute; those of a team name their owners."""
    offense.do("attack rill guard1", 5, 5, 1)
    assert [(each.value, each.why, each.rule) for each in offense.rolls()[0].modifiers] == [(1, "EYES", "THR-ROLL-2")]
