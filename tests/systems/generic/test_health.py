"""Hit points, dying, counters, rests and concentration."""

import pytest

from rbfcli.systems.generic.health import concentration_dc


def test_at_0_one_is_down_and_with_hit_points_up_again(table):
    """GEN-HP-1: never above the maximum."""
    start = table("damage rat1 9")
    assert list(start.rat1.conditions) == ["down"]
    start.do("heal rat1 20")
    assert (start.rat1.hp, dict(start.rat1.conditions)) == (9, {})
    start.do("set rat1 hp=0")
    assert list(start.rat1.conditions) == ["down"]
    start.do("set rat1 hp=4")
    assert not start.rat1.conditions
    start.do("set rat1 hp=-4")
    assert start.rat1.hp == 0


def test_dice_of_the_gm_are_rolled_once_for_all(table):
    """GEN-HP-1: half is rounded down."""
    start = table()
    start.do("damage rat* 1d8 --half", 7)
    assert (start.rat1.hp, start.rat2.hp) == (6, 6)


def test_temporary_hit_points_go_first_and_the_higher_number_counts(table):
    """GEN-HP-2: they are no healing."""
    start = table("damage ann 5", "heal ann 6 --temp", "heal ann 4 --temp")
    assert (start.ann.hp, start.ann.temp_hp) == (15, 6)
    start.do("damage ann 4")
    assert (start.ann.hp, start.ann.temp_hp) == (15, 2)
    start.do("damage ann 4")
    assert (start.ann.hp, start.ann.temp_hp) == (13, 0)


@pytest.mark.parametrize(("amount", "condition"), [(9, ""), (10, "dying"), (19, "dying"), (20, "dead")])
def test_a_pc_at_0_is_dying_or_dead(table, amount, condition):
    """GEN-DIE-1: dead by its maximum beyond 0."""
    start = table(f"damage ben {amount}")
    assert "".join(start.ben.conditions) == condition
    assert start.ben.hp == max(0, 10 - amount)


def test_other_deaths(table):
    """GEN-DIE-1: simply down; or down below 0, and dead as far below it as the maximum."""
    assert list(table("damage ben 30", death='"none"').ben.conditions) == ["down"]
    start = table("damage ben 15", death='"negative"')
    assert (start.ben.hp, list(start.ben.conditions)) == (-5, ["down"])
    start.do("damage ben 4")
    assert (start.ben.hp, list(start.ben.conditions)) == (-9, ["down"])
    start.do("damage ben 9")
    assert (start.ben.hp, list(start.ben.conditions)) == (-10, ["dead"])
    assert start.refused("heal ben 5").rule == "GEN-DIE-1"


@pytest.mark.parametrize(
    ("face", "came"),
    [(9, (0, 1, "dying", 0)), (10, (1, 0, "dying", 0)), (1, (0, 2, "dying", 0)), (20, (0, 0, "", 1))],
)
def test_a_death_save(begun, face, came):
    """GEN-DIE-2: at the start of the turn."""
    start = begun("damage ben 10")
    start.do("turn", face)
    assert (start.ben.saved, start.ben.failed, "".join(start.ben.conditions), start.ben.hp) == came


def test_the_third_death_save_settles_it(begun):
    """GEN-DIE-2: down after three, dead after three; damage fails one, a critical hit two."""
    start = begun("damage ben 10", "set ben saved=2")
    start.do("turn", 10)
    assert (list(start.ben.conditions), start.ben.saved) == (["down"], 0)
    start = begun("damage ben 10", "damage ben 1")
    assert start.ben.failed == 1
    start.do("attack rat1 ben", 20, 1, 1)
    assert list(start.ben.conditions) == ["dead"]


def test_the_save_of_the_option_counts(begun):
    """GEN-DIE-2: 11 by option."""
    start = begun("damage ben 10", death_dc=11)
    start.do("turn", 10)
    assert start.ben.failed == 1


def test_stabilizing_stops_the_saves(begun):
    """GEN-DIE-3: one stays down and has no turn; fresh damage begins it anew."""
    start = begun("damage ben 10", "damage ben 1", "stabilize ben")
    assert (list(start.ben.conditions), start.ben.failed) == (["down"], 0)
    assert start.refused("stabilize ben").rule == "GEN-DIE-3"
    start.do("turn")
    assert start.fight.active == "rat1"
    start.do("damage ben 1")
    assert list(start.ben.conditions) == ["dying"]


def test_counters_are_taken_given_back_and_refused(table):
    """GEN-CTR-1: by use, by attacks and by powers."""
    start = table("use ann clock", "use ann blast rat1 --dice 15,1,1", "attack ann ogre --with bolt --dice 2")
    assert [start.ann.counters[name].now for name in ("clock", "slots", "bolts")] == [3, 1, 0]
    assert start.refused("attack ann ogre --with bolt").rule == "GEN-CTR-1"
    start.do("use ann clock --back")
    assert start.refused("use ann clock --back").message == "Ann already has all 4 of clock"
    start.do("use ann blast --back")
    assert start.ann.counters["slots"].now == 2
    assert start.refused("use ann all --back").rule == "GEN-CTR-1"
    start.do("set ann counters.clock.now=0")
    assert start.refused("use ann clock").message == "Ann has no clock left"


@pytest.mark.parametrize(("face", "breath"), [(5, 1), (4, 0)])
def test_counters_come_back(begun, face, breath):
    """GEN-CTR-2: with the turn, with the round, by a d6 of 5 or 6; the clock never."""
    names = ("legend", "surge", "breath", "clock")
    start = begun(*(f"set ann counters.{name}.now=0" for name in names), "turn", "turn", "turn", "turn")
    start.do("turn", face)
    assert [start.ann.counters[name].now for name in names] == [3, 1, breath, 0]


def test_a_short_rest_fills_what_it_says(table):
    """GEN-RST-1: not what a long one fills."""
    names = ("bolts", "legend", "surge", "breath", "slots", "clock")
    start = table(*(f"set ann counters.{name}.now=0" for name in names), "damage ann 5", "rest short ann")
    assert [start.ann.counters[name].now for name in names] == [1, 3, 1, 1, 0, 0]
    assert start.ann.hp == 15
    assert start.refused("rest short ann").rule == "GEN-RST-1"


def test_a_long_rest_gives_everything_back(begun):
    """GEN-RST-2: the dead stay dead, and what lasts without rounds stays."""
    start = begun(
        "set ann counters.slots.now=0 counters.clock.now=0", "damage ann 20", "damage ben 40",
        "condition add ann prone --rounds 3", "condition add ann poisoned", "rest long ann ben",
    )  # fmt: skip
    assert (start.ann.hp, list(start.ann.conditions)) == (20, ["poisoned"])
    assert [start.ann.counters[name].now for name in ("slots", "clock")] == [2, 0]
    assert list(start.ben.conditions) == ["dead"]
    assert start.refused("rest long ann").rule == "GEN-RST-2"


@pytest.mark.parametrize("line", ["use ann daze rat2", "damage ann 20", "condition add ann stunned"])
def test_concentration_ends_and_with_it_what_it_laid(table, line):
    """GEN-CNC-1: by another power, by going down, by being held."""
    start = table()
    start.do("use ann fear rat1", 3)
    assert start.ann.concentration == "fear"
    start.do("condition add rat2 frightened")
    start.do(line, *((15,) if line.startswith("use") else ()))
    assert start.ann.concentration == ("daze" if line.startswith("use") else "")
    assert ("frightened" in start.rat1.conditions, "frightened" in start.rat2.conditions) == (False, True)


@pytest.mark.parametrize(("damage", "dc"), [(1, 10), (21, 10), (22, 11), (40, 20)])
def test_the_number_of_a_concentration_save(damage, dc):
    """GEN-CNC-2: half the damage, and 10 at least."""
    assert concentration_dc(damage) == dc


@pytest.mark.parametrize(
    ("answer", "concentration"),
    [("choose roll --dice 7", "fear"), ("choose roll --dice 6", ""), ("choose drop", ""), ("choose keep", "fear")],
)
def test_damage_asks_whoever_concentrates(table, answer, concentration):
    """GEN-CNC-2: roll, drop or keep; the next command lets it lapse."""
    start = table("use ann fear rat1 --dice 3", "attack rat1 ann --dice 15,18,2")
    assert start.offered() == [("ann", "concentration")]
    start.do(answer)
    assert start.ann.concentration == concentration
    start = table("use ann fear rat1 --dice 3", "damage ann 2", "attack ben ogre --dice 2")
    assert (start.offered(), start.ann.concentration) == ([], "fear")


def test_the_damage_of_temporary_hit_points_asks_too_and_no_damage_does_not(table):
    """GEN-CNC-2: several who were hurt are asked together."""
    start = table("use ann fear rat1 --dice 3", "heal ann 9 --temp", "set ann immune=acid")
    start.do("damage ann 5 --type acid")
    assert start.offered() == []
    start.do("set ben concentration=song")
    start.do("damage ann ben 5")
    assert [who for who, _ in start.offered()] == ["ann", "ben"]


def test_the_save_by_its_verb_and_the_reminder(table):
    """GEN-CNC-2: refused if no one concentrates; without a save there is a reminder instead of a question."""
    start = table("use ann fear rat1 --dice 3")
    assert start.do("damage-save ann --damage 30", 12) == "success"
    assert start.do("damage-save ann --damage 30", 11) == "failure"
    assert start.ann.concentration == ""
    assert start.refused("damage-save ann --damage 30").rule == "GEN-CNC-2"
    start = table("use ann fear rat1 --dice 3", "damage ann 4", concentration_save='""')
    assert (start.offered(), start.lines()[-1].strip()) == ([], "Ann concentrates on fear: DC 10 to keep it")


def test_what_changes_on_a_sheet_cites_its_rule(begun):
    """GEN-CTR-1, GEN-DIE-3: a counter given back, and death saves forgotten by who is stabilised."""
    start = begun("use ann slots", "use ann slots --back")
    assert {each.rule for each in start.last.events if getattr(each, "path", ("",))[0] == "counters"} == {"GEN-CTR-1"}
    start.do("condition add ben dying")
    start.do("set ben failed=2 --force")
    start.do("stabilize ben")
    assert {each.rule for each in start.last.events if getattr(each, "path", ("",))[0] == "failed"} == {"GEN-DIE-3"}


# Hit points rolled, and damage for several (GEN-HP-3, GEN-DMG-1).


def test_hit_points_are_rolled_at_init(table):
    """GEN-HP-3: of each unhurt combatant with hit dice, at least 1."""
    one = table("set ogre hp_dice=2d8-12", "set rat1 hp_dice=1d6", "set rat2 hp_dice=1d6", "damage rat2 1")
    one.do("init --set ann=20 --set ben=15 --set rats=10 --set ogre=5 --roll-hp", 4, 1, 2)
    assert [(each.hp, each.max_hp) for each in (one.rat1, one.rat2, one.ogre, one.ann)] == [
        (4, 4),
        (8, 9),
        (1, 1),
        (20, 20),
    ]


def test_hit_points_of_newcomers_are_rolled_each(begun):
    """GEN-HP-3: only where it is asked for, and the sheet has dice."""
    one = begun()
    one.do("add goblin hp=7 hp_dice=1d6+1 initiative=3 --count 2 --roll-hp", 3, 5)
    assert (one.goblin1.hp, one.goblin2.max_hp) == (4, 6)
    assert one.refused("add imp hp=7 --roll-hp").rule == "GEN-HP-3"
    one.do("add imp hp=7 hp_dice=1d6+1")
    assert one.imp.hp == 7


def test_no_hit_points_are_rolled_without_dice(table):
    """GEN-HP-3: --roll-hp that would do nothing is refused."""
    assert table().refused("init --roll-hp").rule == "GEN-HP-3"


def test_damage_is_rolled_once_for_all_or_for_each(begun):
    """GEN-DMG-1: with --each there is a roll for every target, shown with its name."""
    one = begun()
    one.do("damage rat1 ogre 2d6", 1, 2)
    assert (one.rat1.hp, one.ogre.hp) == (6, 27)
    one.do("damage rat1 ogre 2d6 --each --half", 1, 2, 6, 6)
    assert (one.rat1.hp, one.ogre.hp) == (5, 21)
    assert one.lines()[0].startswith("3 damage to Rat 1")


def test_a_save_halves_damage_rolled_once(begun):
    """GEN-SAV-1: a failed save takes all of it, by type; concentrating targets are asked."""
    one = begun()
    one.do('save ann rat1 ogre dex --dc 12 --half "2d6 fire"', 11, 9, 2, 6, 5)
    assert (one.ann.hp, one.rat1.hp, one.ogre.hp) == (15, 0, 25)
    assert one.refused('save ann dex --dc 12 --half "2x6"').rule == "GEN-DMG-1"
    one.do("use ann fear ogre", 1)
    one.do("save ann dex --dc 30 --half 1d4", 2, 3)
    assert one.offered() == [("ann", "concentration")]


def test_nobody_takes_damage_of_a_save_made_by_far(begun):
    """GEN-SAV-1, GEN-POW-1: with degrees, none of it; by far too low, double."""
    one = begun(margin=10)
    one.do("save ann ogre dex --dc 11 --half 4", 20, 1)
    assert (one.ann.hp, one.ogre.hp) == (20, 22)
    one.do("save ann dex --dc 11 --half 4", 20)
    assert one.ann.hp == 20
