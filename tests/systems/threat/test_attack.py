"""Who may act, attack and be attacked, alone and as a tag team."""

import pytest

from rbfcli.commands.service import CommandService
from rbfcli.render.sentences import Style
from rbfcli.session.file_store import MemoryStorage
from rbfcli.systems.threat import RULES


@pytest.mark.parametrize("flag", ["in_zone", "noticed"])
def test_a_pc_outside_combat_takes_no_combat_action(offense, flag):
    """THR-START-1: both flags are needed, and the refusal says which to set."""
    offense.do(f"set rill {flag}=false")
    for line in ("attack rill guard1", "act rill hide", "tag rill bram guard1", "tag bram rill guard1"):
        error = offense.refused(line)
        assert error.rule == "THR-START-1"
        assert f"set rill {flag}=true" in error.hint
    offense.do("turn next --force")
    assert offense.refused("attack guard1 rill").rule == "THR-START-1"


def test_the_players_choose_freely_who_acts_in_offense(offense):
    """THR-OFF-1: PCs and allies in any order; enemies wait for Defence."""
    assert offense.order == ()
    assert offense.refused("attack guard1 rill").rule == "THR-DEF-1"
    offense.do("attack odile guard1", 5, 5)
    offense.do("attack rill guard1", 5, 5, 1)
    assert offense.board.acted == {"odile": "attacked", "rill": "attacked"}


def test_in_defence_an_enemy_attacks_and_its_target_rolls(defence):
    """THR-DEF-1: the crew cannot attack; the roll is the target's, with its LIMBS if nothing is said."""
    assert defence.refused("attack rill guard1").rule == "THR-OFF-1"
    defence.do("attack guard1 rill", 4, 4)
    rolled = defence.last.events[1]
    assert (rolled.who, rolled.target, rolled.label, rolled.total) == ("rill", "guard1", "defence", 10)


def test_everybody_attacks_at_most_once_a_phase(offense):
    """THR-ATK-1: a second attack is refused, in both phases; the next phase frees everybody."""
    offense.do("attack bram guard1", 5, 5, 1)
    assert offense.refused("attack bram guard2").rule == "THR-ATK-1"
    assert offense.refused("tag bram rill guard2").rule == "THR-ATK-1"
    assert offense.refused("tag rill bram guard2").rule == "THR-ATK-1"
    offense.do("turn next --force")
    offense.do("attack guard1 bram --complication 'say mud'", 4, 4)
    assert offense.refused("attack guard1 rill").rule == "THR-ATK-1"
    assert offense.refused("damage-save rill --by guard1").rule == "THR-ATK-1"
    offense.do("turn next --force")
    offense.do("attack bram guard1", 5, 5, 1)


def test_a_forced_second_attack_is_in_the_journal(offense):
    """THR-ATK-1: the GM overrides the rules."""
    offense.do("attack bram guard1", 5, 5, 1)
    offense.do("attack bram guard2 --force", 5, 5, 1)
    assert offense.last.events[0].message == "Bram has already attacked this phase"
    assert offense.session.journal[-1].startswith("attack bram guard2 --force")


def test_a_character_is_attacked_any_number_of_times(defence):
    """THR-ATK-2: three guards, one target, one Defence."""
    for guard in ("guard1", "guard2", "guard3"):
        defence.do(f"attack {guard} bram --complication 'say mud'", 4, 4)
    assert defence.phase == "offense"


def test_a_tag_team_is_one_action_and_both_are_done_for_the_phase(offense):
    """THR-TAG-1: the tracker moves once; neither attacks nor does anything else in this Offense."""
    offense.do("tag rill bram guard1", 5, 5, 1)
    assert offense.board.tracker == 2
    for line in ("attack rill guard1", "act rill hide", "act bram hide", "tag bram odile guard1"):
        assert offense.refused(line).rule == "THR-TAG-1"
    offense.do("act odile hide", 5, 5)


def test_after_a_tag_team_of_offense_not_even_a_free_attack_is_left(offense):
    """THR-TAG-1, THR-ULT-2: neither acts again in that phase; in the next one both do."""
    offense.do("tag rill bram guard1", 5, 5, 1)
    offense.do("condition add bram free-attack")
    refusal = offense.refused("attack bram guard2")
    assert (refusal.rule, "cannot act again this phase" in refusal.message) == ("THR-TAG-1", True)
    offense.do("turn next --force")
    offense.do("turn next --force")
    offense.do("attack bram guard2", 5, 5, 1)


def test_a_tag_team_of_defence_leaves_both_free(defence):
    """THR-TAG-1: one action of the tracker, the foe's one attack; the same two may defend together again."""
    defence.do("tag rill bram guard1 --complication 'say mud'", 4, 2)
    assert defence.board.tracker == 2
    assert defence.board.acted == {"guard1": "attacked"}
    defence.do("tag rill bram guard2 --complication 'say mud'", 4, 2)
    assert defence.refused("tag rill bram guard1").rule == "THR-ATK-1"
    assert defence.refused("tag rill bram guard3 --with rifle").rule == "THR-TAG-1"


def test_a_free_attack_is_made_alone(offense):
    """THR-TAG-1, THR-ULT-2: who has attacked joins no team, free attack or not; a team spends none."""
    offense.do("condition add rill free-attack")
    offense.do("tag rill bram guard1", 5, 5, 1)
    assert "free-attack" in offense.rill.conditions
    assert offense.board.tracker == 2
    offense.do("condition add bram free-attack")
    assert offense.refused("tag bram odile guard1").rule == "THR-TAG-1"
    offense.do("attack odile guard1", 5, 5)
    offense.do("condition add odile free-attack")
    offense.do("attack odile guard1", 5, 5)
    assert offense.board.tracker == 1


@pytest.mark.parametrize("line", ["tag rill rill guard1", "tag rill guard1 guard2", "tag guard1 guard2 rill"])
def test_a_tag_team_is_two_of_the_crew(offense, line):
    """THR-TAG-1: nobody teams up with itself or an enemy."""
    assert offense.refused(line).rule == "THR-TAG-1"


def test_each_partner_gives_a_die_and_an_attribute(offense):
    """THR-TAG-2: 5 and 4 with +1 and +0 are 10, a success; the better weapon does the damage."""
    assert offense.do("tag rill bram guard1 --attribute eyes --partner-attribute nerves", 5, 4, 3) == "success"
    rolled = offense.rolls()
    assert [(each.value, each.why) for each in rolled[0].modifiers] == [(1, "EYES of Rill")]
    assert rolled[0].total == 10
    assert (rolled[1].who, rolled[1].expression) == ("rill", "1d6+1")
    assert offense.guard1.hp == 4


def test_the_better_weapon_may_be_the_partners(offense):
    """THR-TAG-2: Odile has bare hands, Bram a shotgun."""
    offense.do("tag odile bram guard1", 5, 5, 6)
    assert offense.guard1.hp == 2


def test_two_sixes_of_a_tag_team_and_its_damage_are_options(start):
    """THR-TAG-2: an ultra unless the option says no; both weapons where it says so."""
    assert start().do("tag rill bram guard1 --ultra 'say sky'", 6, 6, 1) == "ultra"
    table = start("tag_ultra=false", "tag_damage=both")
    assert table.do("tag rill bram guard1", 6, 6, 3, 2) == "success"
    assert table.guard1.hp == 2


def test_other_tasks_use_the_tracker_like_any_action(offense):
    """THR-ACT-1: success one space, failure two; without a roll one; no damage to anybody."""
    before = {who: one.hp for who, one in offense.combatants.items()}
    offense.do("act bram cut the power", 5, 5)
    assert (offense.board.tracker, offense.board.acted) == (2, {})
    assert offense.told("task") == {"task": "cut the power"}
    offense.do("act bram reload --no-roll")
    assert offense.board.tracker == 1
    offense.do("act rill hide", 1, 1)
    assert offense.phase == "defence"
    assert offense.refused("act rill hide").rule == "THR-OFF-1"
    assert offense.refused("act guard1 hide").rule == "THR-ACT-1"
    assert {who: one.hp for who, one in offense.combatants.items()} == before


def test_a_task_of_two_is_a_tag_team(offense):
    """THR-TAG-1, THR-ACT-1: one space, and both are done."""
    offense.do("act rill lift the beam --partner bram --attribute limbs --partner-attribute jaws", 5, 4)
    assert (offense.last.outcome, offense.board.tracker) == ("success", 2)
    assert offense.refused("act bram hide").rule == "THR-TAG-1"


@pytest.mark.parametrize(
    "line",
    [
        "attack rill bram",
        "attack rill rill",
        "attack rill guard1 guard2",
        "attack rill guard1 --with shotgun",
        "attack rill guard1 --worn shotgun",
        "attack rill nobody",
        "damage-save rill",
        "damage-save rill --damage 3 --by guard1",
        "damage-save guard1 --damage 3",
        "attack rill guard1 --last-stand --knocked-out",
        "choose double",
        "stabilize rill",
        "attack rill guard1 --with lamce",
        "attack rill guard1 --worn 'say the boots'",
    ],
)
def test_what_makes_no_sense_is_refused_without_a_trace(offense, line):
    """THR-ATK-1: even --force does not make sense of it."""
    offense.refused(line)
    offense.refused(f"{line} --force")


def test_the_side_of_the_pcs_is_the_crew_if_nobody_is_on_the_side_named(start):
    """THR-OFF-1: whatever it is called; from `init` on it is written down, so that it stays."""
    table = start(init="note ready")
    table.do("set rill side=heroes")
    table.do("set bram side=heroes")
    assert table.refused("attack rill bram").rule == "THR-OFF-1"
    table.do("set odile side=heroes")
    table.do("init")
    assert table.options.crew == "heroes"
    assert [who for who in table.combatants if RULES.takes_turns(table.session.fight, who)] == ["rill", "bram", "odile"]
    table.do("attack odile guard1 --ultra ally", 6, 6)
    assert table.told("ally-arrives") == {"side": "heroes"}
    table.do("remove rill bram")
    table.do("act odile hide --no-roll")


def test_the_side_named_is_the_crew_wherever_the_pcs_are(start):
    """THR-OFF-1: a rival PC, first in the file, is an enemy of it."""
    table = start(init="note ready")
    table.do("set rill side=rivals")
    table.do("init")
    assert table.options.crew == "crew"
    table.do("attack bram rill", 5, 5, 6)
    assert table.rill.hp == 3
    assert table.refused("attack rill bram").rule == "THR-DEF-1"


def test_a_fight_without_a_crew_is_warned_of(tmp_path):
    """THR-OFF-1: `check` says so; with one it says nothing."""
    path = tmp_path / "brawl.toml"
    two = '[combatants.ann]\nname = "Ann"\nside = "reds"\nhp = 3\n[combatants.bo]\nhp = 3\n'
    path.write_text(f'format = 1\nsystem = "threat"\n{two}')
    checked = CommandService(MemoryStorage(), Style()).perform
    assert (
        "brawl.toml:3: warning: combatants: no combatant is a PC or on the crew's side (crew), "
        "so no one can act in Offense" in checked(["check", str(path)]).text
    )
    path.write_text(path.read_text() + "pc = true\n[options]\nthreat = 9\n")
    assert (
        "brawl.toml:11: warning: options.threat must be from 1 to 5, not 9 (THR-TRACK-1)"
        in checked(["check", str(path)]).text
    )
    path.write_text(path.read_text().replace("threat = 9", "threat = 5"))
    assert checked(["check", str(path)]).text.endswith("brawl.toml: OK: threat encounter, 2 combatants\n")


def test_a_task_after_an_attack_gives_no_second_attack(offense):
    """THR-ATK-1, THR-ACT-1: the attack stays noted; a task after a task is free."""
    offense.do("attack bram guard1", 5, 5, 1)
    offense.do("act bram hide --no-roll")
    assert offense.refused("attack bram guard2").rule == "THR-ATK-1"
    offense.do("act bram peek --no-roll")
    assert offense.phase == "defence"


def test_a_fight_without_a_crew_keeps_the_side_that_is_named(offense):
    """THR-OFF-1: everybody left is an enemy of it."""
    offense.do("remove rill bram odile")
    offense.do("init --force")
    assert offense.options.crew == "crew"
    assert offense.refused("attack guard1 guard2").rule == "THR-OFF-1"


@pytest.mark.parametrize(("threat", "fits"), [(0, False), (1, True), (5, True), (6, False)])
def test_a_threat_at_either_end_of_the_sheet_is_on_it(offense, threat, fits):
    """THR-TRACK-1: `check` warns of one beyond."""
    offense.do(f"set fight options.threat={threat}")
    said = [each.line for each in RULES.warnings(offense.session.fight, "") if each.path[0] == "options"]
    assert said == ([] if fits else [f"options.threat must be from 1 to 5, not {threat}"])
