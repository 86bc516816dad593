"""The `map` verb: walls, ground, rows, doors and barrels drawn in play, and what the rules make of them (FP-FLD-1)."""

import pytest
from msgspec.structs import replace

from rbfcli.core.errors import LimitReached, RbfError
from rbfcli.lab.simulate import plan_of, played_once
from rbfcli.language.grammar import split_words
from rbfcli.language.parser import read_line
from rbfcli.model.events import NOTHING_CHANGES, CustomEvent
from rbfcli.session.saves import to_bytes
from rbfcli.systems.futurepath.map import drawn_rows, is_wall, read_square, size_of, terrain_at
from tests.program import run_rbf


def marks(table, *squares):
    """The marks on some squares."""
    return "".join(terrain_at(table.session.fight.board, read_square(each)).mark for each in squares)


def save(table):
    """The save without the number of its revision, which only grows."""
    return b"\n".join(line for line in to_bytes(table.session).split(b"\n") if not line.startswith(b"revision"))


def rows(table):
    """The rows of the map."""
    return drawn_rows(table.session.fight.board.map)


@pytest.mark.parametrize(
    ("line", "squares", "mark"),
    [
        ("map wall G5", "G5", "#"),
        ("map wall g5..G7", "G5 G6 G7", "#"),
        ("map wall C9..A10", "A9 B10 C9 A10", "#"),
        ("map wall A1 P1 A10 P10", "A1 P1 A10 P10", "#"),
        ("map open E3..F4", "E3 F3 E4 F4", "."),
        ("map difficult G6", "G6", "~"),
        ("map uneven G6", "G6", ","),
        ("map narrow G6", "G6", "/"),
        ("map partial G6", "G6", ":"),
        ("map heavy G6", "G6", "%"),
        ("map 3 G6", "G6", "3"),
        ("map diff G6", "G6", "~"),
        ('map row 1 "..##"', "C1 D1", "#"),
        ("map row 10 ~", "A10", "~"),
        ('map row 11 "##"', "A11 B11", "#"),
    ],
)
def test_what_is_drawn_is_there_and_nothing_else(table, line, squares, mark):
    """FP-FLD-1: a range is everything between two corners, in whichever order; undo and redo are exact."""
    table.put(hale="H9")
    before, was = save(table), table.session.fight.board
    table.do(line)
    drawn = [read_square(each) for each in squares.split()]
    assert set(marks(table, *squares.split())) == {mark}
    board = table.session.fight.board
    others = {(x, y) for x in range(16) for y in range(10)} - set(drawn)
    if "row" not in line and ".." not in line:
        assert all(terrain_at(board, each) == terrain_at(was, each) for each in others)
    after = save(table)
    table.session.undo(1)
    assert table.session.fight.board == was
    table.session.redo(1)
    assert (save(table), table.session.fight.board) == (after, board)
    assert before != after
    assert table.reload().session.fight.board == board


def test_a_row_stays_as_it_is_behind_its_marks_and_can_widen_the_map(table):
    table.do("map row 3 ~~")
    assert rows(table)[2] == "~~..##.........."
    table.do(f'map row 3 "{"." * 18}#"')
    assert size_of(table.session.fight.board) == (19, 10)
    assert rows(table)[0] == "." * 19
    table.do('map row 11 "#"')
    assert size_of(table.session.fight.board) == (19, 11)


def test_an_open_field_is_drawn_with_its_own_size(table):
    """FP-FLD-1: without a map, columns and rows are the size."""
    table.draw("").put(hale="B2")
    table.do("set fight board.columns=30 board.rows=5")
    table.do("map wall C2")
    assert size_of(table.session.fight.board) == (30, 5)
    assert rows(table)[1] == "..#" + "." * 27
    table.session.undo(1)
    assert table.session.fight.board.map == ""


def test_a_field_too_large_for_a_drawn_map_is_refused(table):
    table.draw("").put(hale="B2")
    table.do("set fight board.columns=200 board.rows=200")
    assert "a map can have at most 10,000 characters, not 40,199" in table.refused("map wall C2").message


@pytest.mark.parametrize("what", ["wall", "door", "barrel"])
def test_nobody_is_walled_in_but_by_force(table, what):
    """FP-FLD-1: any square of a large combatant counts; the fallen and the dead do too."""
    table.put(hale="B2", yara="H9")
    assert table.refused(f"map {what} B2").message == "Hale is on B2"
    assert table.refused(f"map {what} A1..C3").message == "Hale is on B2"
    table.set("gort", "size=2", "square=L5")
    assert table.refused(f"map {what} M6").message == "Gort is on M6"
    table.do("condition add hale dead")
    assert table.refused(f"map {what} B2").message == "Hale is on B2"
    table.do(f"map {what} B2 --force")
    assert is_wall(table.session.fight.board, (1, 1))
    assert table.reload().hale.square == "B2"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("map wall Q1", "Q1 is off the map"),
        ("map wall A11", "A11 is off the map"),
        ("map wall O9..R11", "R11 is off the map"),
        ("map wall G4-G6", "'G4-G6' is not a square"),
        ("map wall here", "unknown square 'here'"),
        ("map lava G5", "unknown ground 'lava'"),
        ("map row 3", "missing row number or marks"),
        ("map row 13 ..", "row must be from 1 to 11, not 13"),
        ("map row 0 ..", "row must be from 1 to 11, not 0"),
        ("map row x ..", "row must be a whole number, not 'x'"),
        ("map row 3 ..X", "unknown mark 'X' on row 3 of the map"),
        (f"map row 3 {'.' * 201}", "a row must be 1 to 200 marks"),
        ("map open P6", "the hatch blocks P6"),
        ("map door A1..P10", "one command can draw at most 50 doors, not 160"),
    ],
)
def test_what_cannot_be_drawn_leaves_no_trace(table, line, told):
    assert table.refused(line).message.startswith(told)


def test_squares_count_towards_the_work_of_a_command(table):
    table.draw("").do("set fight board.columns=200 board.rows=200")
    with pytest.raises(LimitReached):
        table.do(f"map wall {'A1..GR200 ' * 160}")


def test_a_drawing_that_is_there_already_changes_nothing(table):
    table.do("map wall E3")
    assert [each[0] for each in table.happened()] == [NOTHING_CHANGES]
    table.do("map door P6")
    assert [each[0] for each in table.happened()] == [NOTHING_CHANGES]


def test_a_door_replaces_the_wall_it_is_put_in(table):
    """FP-OBJ-1, FP-MOV-12: closed, until somebody opens or breaks it; the next gets another id."""
    table.put(hale="E5", tough="E1")
    table.do("map door E4 F4")
    board = table.session.fight.board
    assert [(name, each.square, each.opens) for name, each in board.objects.items()][2:] == [
        ("door2", "E4", True), ("door3", "F4", True),
    ]  # fmt: skip
    assert marks(table, "E4", "F4") == ".."
    assert is_wall(board, (4, 3))
    table.do("open hale door2")
    assert not is_wall(table.session.fight.board, (4, 3))
    table.do("map barrel E4")
    assert len(table.session.fight.board.objects) == 4


def test_a_barrel_that_is_removed_makes_way(table):
    table.do("map barrel G5")
    wrong = table.refused("map open G5")
    assert (wrong.message, wrong.hint) == ("the barrel blocks G5", "try: remove object barrel, or --force")
    table.do("remove object barrel")
    table.do("map difficult G5")
    assert not is_wall(table.session.fight.board, (6, 4))


def test_terrain_of_the_encounter_by_name_and_marks_that_mean_something_else(table):
    table.do("add terrain rubble mark=~ ground=difficult cover=partial")
    table.do("map rubble G6")
    assert terrain_at(table.session.fight.board, (6, 5)).cover == "partial"
    assert table.refused("map difficult G7").message == "unknown ground 'difficult'"


def test_whoever_stands_on_ground_that_rises_or_sinks_goes_with_it(table):
    """FP-FLD-1: on the ground; a flier only rises."""
    table.put(hale="B2").set("yara", "square=B4", "flies=true", "height=2")
    table.do("map 3 B2 B4")
    assert (table.hale.height, table.yara.height) == (3, 3)
    table.do("map open B2 B4")
    assert table.hale.height == 0
    table.session.undo(2)
    assert (table.hale.height, table.yara.height) == (0, 2)


def test_a_question_can_wait_while_the_map_changes(table):
    table.put(hale="B1", tough="C1")
    table.do("move hale F1")
    assert table.session.fight.questions
    table.do("map wall G5")
    assert table.session.fight.questions
    assert marks(table, "G5") == "#"
    table.do("choose pass")
    assert (table.hale.square, marks(table, "G5")) == ("F1", "#")


# What shots, odds, moves and simulations make of it: the same as of a map that a file drew.


def test_a_wall_between_two_removes_the_shot_and_undo_brings_it_back(table):
    """FP-COV-2."""
    table.put(yara="B1", tough="H1")
    shot = "attack yara tough --with sidearm"
    odds = table.odds(shot)

    def is_offered():
        return any(each.startswith("attack yara tough") for each in table.offers("yara"))

    assert is_offered()
    table.do("map wall E1")
    assert not is_offered()
    assert table.refused(shot).rule == "FP-COV-2"
    with pytest.raises(RbfError):
        table.odds(shot)
    table.session.undo(1)
    assert table.odds(shot) == odds
    table.do("map partial H1")
    assert table.odds(shot) != odds
    table.do("map open H1")
    assert table.odds(shot) == odds


def test_a_move_goes_around_a_wall_that_was_drawn(table):
    """FP-MOV-1."""
    table.put(hale="B1", yara="A9", gort="A8", porter="P1", tough="P9", bully="P10")
    command = read_line("move hale D1", table.session.rules, table.session.fight)

    def feet():
        events = table.session.preview(command).events
        return [each.facts["feet"] for each in events if isinstance(each, CustomEvent) and each.what == "moves"]

    assert feet() == [10]
    table.do("map wall C1..C2")
    assert feet() == [20]


def test_simulations_fight_on_the_map_as_it_is_now(table):
    """A wall from edge to edge parts the sides for good; the same map from a file plays the same."""
    table.put(hale="A1", yara="A3", gort="A5", porter="A9", tough="P1", bully="P3")

    def played():
        plan = replace(plan_of(table.session.rules, table.session.fight, "walls"), rounds=4)
        return [played_once(plan, number) for number in range(3)]

    in_the_open = played()
    table.do("map wall H1..H10")
    parted = played()
    assert all(each.left["tough"] == 30 for each in parted)
    assert any(each.left["tough"] < 30 for each in in_the_open)
    text = table.session.fight.board.map
    table.session.undo(1)
    assert played() == in_the_open
    table.draw(*text.split("\n"))
    assert played() == parted


# Typed at the shell, in scripts, in other systems.


def test_a_script_draws_and_its_log_plays_again(tmp_path):
    script = (
        "start depot-raid --seed walls\n"
        "map open D3..E4 J3..K4\n"
        'map row 8 "##..##"  # a comment\n'
        "map wall D5..F5\n"
        "expect refused { map wall B2 }\n"
        "map door C7\n"
    )
    done = run_rbf("run", "-", cwd=tmp_path, stdin=script)
    assert (done.returncode, done.stderr) == (0, "1 expectation, 0 failed\n")
    assert [line for line in done.stdout.splitlines() if line.startswith("Map: ")] == [
        "Map: open D3..E4 J3..K4", "Map: row 8 ##..##", "Map: wall D5..F5", "Map: door C7",
    ]  # fmt: skip
    for line in script.replace("expect refused { map wall B2 }\n", "").splitlines():
        assert run_rbf(*split_words(line), cwd=tmp_path).returncode == 0
    again = run_rbf("log", "--script", cwd=tmp_path).stdout
    assert again.splitlines()[1:] == [
        "map open D3..E4 J3..K4", 'map row 8 "##..##"', "map wall D5..F5", "map door C7",
    ]  # fmt: skip
    saved = (tmp_path / "encounter.toml").read_bytes()
    assert run_rbf("undo", "4", cwd=tmp_path).returncode == 0
    assert run_rbf("redo", "4", cwd=tmp_path).returncode == 0
    redone = (tmp_path / "encounter.toml").read_bytes()
    assert [line for line in redone.split(b"\n") if not line.startswith(b"revision")] == [
        line for line in saved.split(b"\n") if not line.startswith(b"revision")
    ]
    assert run_rbf("check", "encounter.toml", cwd=tmp_path).returncode == 0


@pytest.mark.parametrize(
    ("fight", "told"),
    [
        ("dock-ambush", "rbf has no map command; places change with add place and remove place; see `help map`"),
        ("relay-road", "rpj has no map command; regions change with add region, add link and remove; see `help map`"),
        ("street-arrest", "bgc has no map command; its rules measure no distances, so the GM says who is where"),
        ("mine-raid", "threat has no map command; to enter the combat zone: `set WHO in_zone="),
        ("weir-at-dusk", "generic has no map command; write places into notes"),
    ],
)
def test_other_systems_say_what_changes_their_ground(tmp_path, fight, told):
    assert run_rbf("start", fight, cwd=tmp_path).returncode == 0
    assert told in run_rbf("map", "wall", "G5", cwd=tmp_path).stderr
    page = run_rbf("help", "map", cwd=tmp_path).stdout
    assert all(each in page for each in ("map wall G4..G6", "add place tower", "add link bay roof"))
