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


@pytest.mark.parametrize(("line", "hp"), [("heal ben 0", 0), ("heal ben 1", 1), ("set ben hp=1", 1)])
def test_one_hit_point_is_enough_to_get_up(table, line, hp):
    """GEN-HP-1: dying and down end above 0, and the death saves are forgotten; at 0 they stay."""
    start = table("damage ben 10", "damage ben 1", line)
    assert (start.ben.hp, list(start.ben.conditions), start.ben.failed) == (hp, *(([], 0) if hp else (["dying"], 1)))
    assert start.ended() == ({("ben", "dying"): "GEN-HP-1"} if hp else {})
    assert start.cited().get(("ben", "failed")) == ("GEN-HP-1" if hp else None)


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
    assert start.cited() == {("ann", "temp_hp"): "GEN-HP-2", ("ann", "hp"): "GM"}


@pytest.mark.parametrize(("amount", "condition"), [(9, ""), (10, "dying"), (19, "dying"), (20, "dead")])
def test_a_pc_at_0_is_dying_or_dead(table, amount, condition):
    """GEN-DIE-1: dead by its maximum beyond 0."""
    start = table(f"damage ben {amount}")
    assert "".join(start.ben.conditions) == condition
    assert start.ben.hp == max(0, 10 - amount)


@pytest.mark.parametrize("most", [0, 1])
def test_one_point_beyond_0_kills_a_pc_with_a_maximum_of_1(table, most):
    """GEN-DIE-1: a maximum of 0 counts as 1."""
    start = table(f"set ben hp=1 max_hp={most}", "damage ben 1")
    assert list(start.ben.conditions) == ["dying"]
    assert list(table(f"set ben hp=1 max_hp={most}", "damage ben 2").ben.conditions) == ["dead"]


def test_other_deaths(table):
    """GEN-DIE-1: simply down; or down below 0, and dead as far below it as the maximum."""
    assert list(table("damage ben 30", death='"none"').ben.conditions) == ["down"]
    start = table("damage ben 15", death='"negative"')
    assert (start.ben.hp, list(start.ben.conditions)) == (-5, ["down"])
    start.do("damage ben 4")
    assert (start.ben.hp, list(start.ben.conditions)) == (-9, ["down"])
    start.do("damage ben 9")
    assert (start.ben.hp, list(start.ben.conditions)) == (-10, ["dead"])
    assert (start.ended(), start.lines()) == ({("ben", "down"): "GEN-DIE-1"}, ["Ben: HP -9 -> -10", "Ben dies"])


@pytest.mark.parametrize(
    ("hp", "left", "condition"), [(0, 0, "down"), (-9, -9, "down"), (-10, -10, "dead"), (-30, -10, "dead")]
)
def test_an_edit_below_0_counts_as_damage_does(table, hp, left, condition):
    """GEN-DIE-1: by option, also a PC who is down already."""
    for before in ("set ben hp=9", "set ben hp=-5"):
        start = table(before, f"set ben hp={hp}", death='"negative"')
        assert (start.ben.hp, list(start.ben.conditions)) == (left, [condition])
    assert start.cited()["ben", "hp"] == ("GEN-HP-1" if hp < left else "GM")


def test_an_edit_of_hit_points_is_no_failed_death_save(table):
    """GEN-DIE-1, GEN-DIE-2: not even below 0."""
    start = table("set ben hp=0", "condition add ben dying", "set ben hp=-5", death='"negative"')
    assert (start.ben.hp, start.ben.failed, "dying" in start.ben.conditions) == (-5, 0, True)


@pytest.mark.parametrize(
    ("face", "came"),
    [(9, (0, 1, "dying", 0)), (10, (1, 0, "dying", 0)), (1, (0, 2, "dying", 0)), (20, (0, 0, "", 1))],
)
def test_a_death_save(begun, face, came):
    """GEN-DIE-2: at the start of the turn."""
    start = begun("damage ben 10")
    start.do("turn", face)
    assert (start.ben.saved, start.ben.failed, "".join(start.ben.conditions), start.ben.hp) == came
    assert start.cited().get(("ben", "hp"), "GEN-DIE-2") == "GEN-DIE-2"


def test_the_third_death_save_settles_it(begun):
    """GEN-DIE-2: down after three, dead after three."""
    start = begun("damage ben 10", "set ben saved=1")
    start.do("turn", 10)
    assert (list(start.ben.conditions), start.ben.saved) == (["dying"], 2)
    for _ in range(4):
        start.do("turn")
    start.do("turn", 10)
    assert (list(start.ben.conditions), start.ben.saved) == (["down"], 0)
    assert (start.ended(), start.cited()["ben", "saved"]) == ({("ben", "dying"): "GEN-DIE-2"}, "GEN-DIE-2")
    start = begun("damage ben 10", "set ben failed=2")
    start.do("turn", 9)
    assert start.ended() == {("ben", "dying"): "GEN-DIE-2"}
    assert start.lines()[-1].strip() == "Ben dies"


@pytest.mark.parametrize(
    ("line", "failed"),
    [("damage ben 1", 1), ("damage ben 0", 0), ("attack rat1 ben --dice 20,1,1", 2), ("set ben hp=0 --force", 0)],
)
def test_damage_to_the_dying_is_a_failed_death_save(table, line, failed):
    """GEN-DIE-2: a critical hit is two; no damage and an edit are none, nor is what temporary hit points take."""
    start = table("damage ben 10", line)
    assert (start.ben.failed, list(start.ben.conditions)) == (failed, ["dying"])
    start = table("damage ben 10", "heal ben 9 --temp", line)
    assert (start.ben.failed, start.ben.hp) == (0, 0)


def test_the_save_of_the_option_counts(begun):
    """GEN-DIE-2: 11 by option."""
    start = begun("damage ben 10", death_dc=11)
    start.do("turn", 10)
    assert start.ben.failed == 1


@pytest.mark.parametrize(
    ("dice", "faces", "came"),
    [
        *(("", (5, 5), (0, 1, 0)), ("2d10", (4, 6), (0, 1, 0)), ("2d10", (4, 5), (0, 0, 1)), ("1d6", (6,), (0, 0, 1))),
        *(("1d6", (1,), (0, 0, 2)), ("2d10", (10, 10), (1, 0, 0))),
    ],
)
def test_death_saves_may_use_other_dice(begun, dice, faces, came):
    """GEN-DIE-2: by option; otherwise those of attacks, here 2d6. A total of 1 counts twice, and 20 brings 1 HP."""
    start = begun("damage ben 10", dice=2, sides=6, death_dice=f'"{dice}"')
    start.do("turn", *faces)
    assert (start.ben.hp, start.ben.saved, start.ben.failed) == came


def test_stabilizing_stops_the_saves(begun):
    """GEN-DIE-3: they stay down and have no turn; new damage makes them dying, without getting up first."""
    start = begun("damage ben 10", "damage ben 1", "stabilize ben")
    assert (list(start.ben.conditions), start.ben.failed) == (["down"], 0)
    start.do("set ben hp=-3")
    assert (start.ben.hp, list(start.ben.conditions)) == (0, ["down"])
    start.do("turn")
    assert start.fight.active == "rat1"
    start.do("damage ben 1")
    assert list(start.ben.conditions) == ["dying"]
    assert start.lines() == ["Ben is dying: a death save at the start of each turn"]


@pytest.mark.parametrize(
    ("before", "line", "refused"),
    [
        ("damage rat1 9", "stabilize rat1", ("GEN-DIE-3", "Rat 1 is not dying", "")),
        ("damage ben 20", "heal ben 5", ("GEN-DIE-1", "Ben is dead", "try: condition remove ben dead")),
        ("damage ben 20", "heal ben 5 --temp", ("GEN-DIE-1", "Ben is dead", "try: condition remove ben dead")),
        ("damage ben 1", "damage-save ben --damage 9", ("GEN-CNC-2", "Ben is not concentrating on anything", "")),
        ("use ann slots", "rest short", ("GEN-RST-1", "a rest would restore nothing", "")),
        ("use ann clock", "rest long", ("GEN-RST-2", "a rest would restore nothing", "")),
        ("set ann hp=19", "init --roll-hp", ("GEN-HP-3", "no sheet has hp_dice", "try: set WHO hp_dice=2d8+2")),
        (
            "set ann hp_dice=1d6",
            "add imp hp=7 --roll-hp",
            ("GEN-HP-3", "this sheet has no hp_dice", "try: add NAME hp=11 hp_dice=2d8+2 --roll-hp"),
        ),
        ("use ann slots", "use ann clock --back", ("GEN-CTR-1", "Ann already has all 4 of clock", "")),
        ("use ann bolts", "use ann bolts", ("GEN-CTR-1", "Ann has no bolts left", "use --force to do it anyway")),
        ("use ann bolts", "use ann all --back", ("GEN-CTR-1", "all does not use a counter", "")),
    ],
)
def test_refusals_say_why_and_what_to_type(table, before, line, refused):
    """GEN-HP-3, GEN-DIE-1, GEN-DIE-3, GEN-CTR-1, GEN-RST-1, GEN-RST-2, GEN-CNC-2."""
    wrong = table(before).refused(line)
    assert (wrong.rule, wrong.message, wrong.hint) == refused


def test_counters_are_taken_given_back_and_refused(table):
    """GEN-CTR-1: by use, by attacks and by powers."""
    start = table("use ann clock", "use ann blast rat1 --dice 15,1,1", "attack ann ogre --with bolt --dice 2")
    assert [start.ann.counters[name].now for name in ("clock", "slots", "bolts")] == [3, 1, 0]
    assert start.refused("attack ann ogre --with bolt").rule == "GEN-CTR-1"
    start.do("use ann clock --back")
    start.do("use ann blast --back")
    assert [start.ann.counters[name].now for name in ("clock", "slots")] == [4, 2]
    start.do("use ann bolts --force")
    assert (start.ann.counters["bolts"].now, start.lines()[0]) == (0, "forced: Ann has no bolts left")


@pytest.mark.parametrize("uses", ["attacks.hex", "powers.hex"])
def test_a_sheet_has_the_counters_it_uses(table, uses):
    """GEN-CTR-1: whether an attack spends one or a power, however it is written."""
    start = table()
    for line in (f"add imp hp=3 {uses}.uses=soul", f"set ann {uses}.uses=soul --force"):
        wrong = start.refused(line)
        assert wrong.message.endswith(f".{uses}.uses: unknown counter 'soul'")


@pytest.mark.parametrize(
    ("on", "face", "breath"), [("5-6", 5, 1), ("5-6", 4, 0), ("6", 6, 1), ("6", 5, 0), ("2-6", 2, 1), ("2-6", 1, 0)]
)
def test_counters_come_back(begun, on, face, breath):
    """GEN-CTR-2: with the turn, with the round, by a d6 against its lowest number; the clock never."""
    names = ("legend", "surge", "breath", "clock")
    start = begun(f'set ann "counters.breath.on=recharge {on}"', *(f"set ann counters.{name}.now=0" for name in names))
    for _ in range(4):
        start.do("turn")
    start.do("turn", face)
    (rolled,) = start.rolls("breath")
    assert ([die.sides for die in rolled.dice], rolled.against) == ([6], int(on[0]))
    assert [start.ann.counters[name].now for name in names] == [3, 1, breath, 0]
    assert {rule for (_, field), rule in start.cited().items() if field.startswith("counters")} == {"GEN-CTR-2"}


def test_a_short_rest_fills_what_it_says(table):
    """GEN-RST-1: not what a long one fills."""
    names = ("bolts", "legend", "surge", "breath", "slots", "clock")
    start = table(*(f"set ann counters.{name}.now=0" for name in names), "damage ann 5", "rest short ann")
    assert [start.ann.counters[name].now for name in names] == [1, 3, 1, 1, 0, 0]
    assert start.ann.hp == 15
    assert set(start.cited().values()) == {"GEN-RST-1"}


def test_a_long_rest_gives_everything_back(begun):
    """GEN-RST-2: the dead stay dead, and what lasts without rounds stays."""
    start = begun(
        "set ann counters.slots.now=0 counters.clock.now=0 counters.bolts.now=0", "damage ann 20", "damage ben 40",
        "condition add ann prone --rounds 3", "condition add ann poisoned",
        "condition add ann stunned --save con --dc 12", "heal ann 4 --temp", "rest long ann ben",
    )  # fmt: skip
    assert (start.ann.hp, start.ann.temp_hp, list(start.ann.conditions)) == (20, 0, ["poisoned"])
    assert [start.ann.counters[name].now for name in ("slots", "clock", "bolts")] == [2, 0, 1]
    assert list(start.ben.conditions) == ["dead"]


@pytest.mark.parametrize(("most", "conditions"), [(1, []), (0, ["dying"])])
def test_a_long_rest_gets_a_combatant_with_hit_points_back_up(table, most, conditions):
    """GEN-RST-2, GEN-HP-1: with a maximum of 0, they stay dying."""
    start = table("damage ben 10", f"set ben max_hp={most}", "heal ben 3 --temp", "rest long")
    assert (start.ben.hp, start.ben.temp_hp, list(start.ben.conditions)) == (most, 0, conditions)
    assert start.cited()["ben", "temp_hp"] == "GEN-RST-2"


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
    assert "? Ann concentrates on fear. Roll the con save (DC 10)?  (or continue)" in start.lines()
    start.do(answer)
    assert start.ann.concentration == concentration
    assert start.ended() == ({} if concentration else {("rat1", "frightened"): "GEN-CNC-2"})
    assert {each.rule for each in start.rolls("save")} == ({"GEN-CNC-2"} if "roll" in answer else set())
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


def test_who_no_longer_concentrates_is_asked_no_more(table):
    """GEN-CNC-1, GEN-CNC-2: on a power, or on what the sheet says; the others keep concentrating."""
    start = table("use ann fear rat1 --dice 3", "set ben concentration=song", "damage ann ben 5")
    start.do("condition add ann stunned")
    start.do("choose drop")
    assert (start.offered(), start.ann.concentration, start.ben.concentration) == ([], "", "")
    assert start.ended() == {("rat1", "frightened"): "GEN-CNC-1"}


@pytest.mark.parametrize(("face", "mod", "outcome"), [(10, 2, "success"), (9, 2, "failure"), (12, 0, "success")])
def test_the_gm_modifies_a_concentration_save(table, face, mod, outcome):
    """GEN-CNC-2: DC 15 for 30 damage, 3 for Con, and what the line says."""
    start = table("use ann fear rat1 --dice 3")
    assert start.do(f"damage-save ann --damage 30 --mod {mod}", face) == outcome


def test_the_save_by_its_verb_and_the_reminder(table):
    """GEN-CNC-2: refused if no one concentrates; without a save there is a reminder instead of a question."""
    start = table("use ann fear rat1 --dice 3")
    assert start.do("damage-save ann --damage 30", 12) == "success"
    assert start.do("damage-save ann --damage 30", 11) == "failure"
    assert start.ann.concentration == ""
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
    assert {(each.who, each.rule) for each in one.rolls("hit points")} == {
        ("rat1", "GEN-HP-3"),
        ("ogre", "GEN-HP-3"),
    }
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
    one.do("add imp hp=7 hp_dice=1d6+1")
    assert one.imp.hp == 7


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


def test_a_rest_is_for_all_pcs_unless_it_names_others(table):
    """GEN-RST-2: the ogre stays hurt."""
    start = table("damage ann ben ogre 2")
    start.do("rest long")
    assert (start.ann.hp, start.ben.hp, start.ogre.hp) == (20, 10, 28)
