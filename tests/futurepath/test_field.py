"""Squares, size, height, occupied squares, threat ranges (FP-FLD)."""

import pytest

from rbfcli.kernel.errors import InvalidFile, UsageError
from rbfcli.session.begin import from_encounter
from rbfcli.systems.futurepath.ground.reach import distance, threat_range, threatens
from rbfcli.systems.futurepath.ground.squares import apart, around, between, direction, name_of, read_square


@pytest.mark.parametrize(("name", "square"), [("A1", (0, 0)), ("c4", (2, 3)), ("Z9", (25, 8)), ("AA10", (26, 9))])
def test_a_square_is_a_letter_and_a_number(name, square):
    """FP-FLD-1."""
    assert read_square(name) == square
    assert name_of(square) == name.upper()


@pytest.mark.parametrize("word", ["", "4", "A", "A0", "A-1", "4A", "AAA1", "A1000", "É1", "A 1"])
def test_anything_else_is_no_square(word):
    """FP-FLD-1."""
    assert read_square(word) is None


def test_a_diagonal_counts_one_square():
    """FP-FLD-1."""
    assert apart((0, 0), (3, 3)) == 3
    assert apart((0, 0), (3, 1)) == 3
    assert len(set(around((5, 5)))) == 8


def test_a_line_is_the_same_from_both_ends():
    """FP-FLD-1."""
    ends = [((0, 0), (5, 2)), ((3, 7), (0, 0)), ((2, 2), (2, 6)), ((4, 4), (1, 1))]
    for one, other in ends:
        assert between(one, other) == between(other, one)[::-1]
    assert between((0, 0), (4, 4)) == [(1, 1), (2, 2), (3, 3)]


@pytest.mark.parametrize(
    ("toward", "step"), [((5, 0), (1, 0)), ((5, 5), (1, 1)), ((5, 1), (1, 0)), ((0, -3), (0, -1)), ((-2, 1), (-1, 1))]
)
def test_a_direction_is_one_of_eight(toward, step):
    """FP-FLD-1."""
    assert direction((0, 0), toward) == step


def test_height_is_a_third_coordinate(table):
    """FP-FLD-1: what flies high is as far as that."""
    table.put(hale="B1").set("tough", "square=C1", "height=4", "flies=true")
    fight = table.session.fight
    assert distance(fight.combatants["hale"], fight.combatants["tough"]) == 4
    assert table.refused("attack hale tough").rule == "FP-ATK-2"


def test_a_flier_chooses_its_height_and_pays_for_it(table):
    """FP-FLD-1."""
    table.set("hale", "flies=true")
    assert table.refused("move hale C1 --height 7").rule == "FP-MOV-1"
    table.do("move hale C1 --height 6")
    assert (table.hale.square, table.hale.height) == ("C1", 6)
    assert table.refused("move yara C3 --height 1").rule == "FP-FLD-1"


def test_size_takes_more_squares(yard):
    """FP-FLD-1: a large one is reached at any of its squares, and does not fit through a gap."""
    yard.set("tough", "size=2", "square=D1")
    yard.do("init --set crew=9")
    assert distance(yard.hale, yard.tough) == 2
    yard.put(hale="C2")
    assert yard.refused("move hale E2").rule == "FP-FLD-2"
    yard.do("attack hale tough", 2)
    assert "no way" in yard.refused("move tough E9 --force").message


@pytest.mark.parametrize(
    ("line", "rule"), [("move hale Q1", "FP-FLD-1"), ("move hale A11", "FP-FLD-1"), ("move hale 7", "FP-FLD-1")]
)
def test_a_square_off_the_map_is_refused_with_the_last_one(table, line, rule):
    """FP-FLD-1."""
    wrong = table.refused(line)
    assert wrong.rule == rule
    assert "P10" in wrong.hint


def test_nobody_is_set_or_added_off_the_map(table):
    """FP-FLD-1."""
    assert table.refused("set hale square=Z9").rule == "FP-FLD-1"
    assert table.refused("add Rat hp=3 square=Z9").rule == "FP-FLD-1"
    assert "wall" in table.refused("add Rat hp=3 square=E3").message


def test_a_file_with_somebody_off_the_map_is_invalid(tmp_path):
    """FP-FLD-1."""
    file = tmp_path / "off.toml"
    file.write_text('format = 1\nsystem = "futurepath"\n[combatants.rat]\nname = "Rat"\nhp = 3\nsquare = "Z9"\n')
    with pytest.raises(InvalidFile, match=r"off.toml:6: combatants.rat.square: Z9 is off the map"):
        from_encounter(str(file), "x", source=str(file))


def test_a_map_with_an_unknown_mark_is_invalid(tmp_path):
    """FP-FLD-1."""
    file = tmp_path / "odd.toml"
    rat = '[combatants.rat]\nname = "Rat"\nhp = 3\n'
    file.write_text(f'format = 1\nsystem = "futurepath"\n[board]\nmap = """\n..\n.?\n"""\n{rat}')
    with pytest.raises(InvalidFile, match=r"row 2 of the map has '\?'"):
        from_encounter(str(file), "x", source=str(file))


def test_several_of_a_block_stand_side_by_side(table):
    """FP-FLD-1: a taken square means the nearest free one."""
    table.do("add Rat --count 3 side=rats hp=3 square=H1")
    squares = [getattr(table, f"rat{number}").square for number in (1, 2, 3)]
    assert len({"H1", *squares}) == 4
    assert all(distance(table.tough, getattr(table, f"rat{number}")) == 1 for number in (1, 2, 3))


def test_a_friends_square_is_difficult_terrain(table):
    """FP-FLD-2: yara stands between walls of the way, and her square costs two."""
    table.set("hale", "speed=10").put(hale="A1", yara="B1", gort="B2", porter="A2")
    assert "15 ft of movement" in table.refused("move hale C1").message
    table.set("hale", "speed=15").do("move hale C1")
    assert table.hale.square == "C1"


def test_an_enemys_square_is_closed(table):
    """FP-FLD-2: the gap in the wall is taken, and no way leads on."""
    table.put(hale="E7", tough="E8")
    assert "no way leads" in table.refused("move hale E9").message


def test_an_unconscious_enemy_can_be_crossed(table):
    """FP-FLD-2."""
    table.put(hale="E7", tough="E8", bully="P1")
    table.do("damage tough 30")
    table.do("move hale E9")
    assert table.hale.square == "E9"


def test_nobody_stops_where_somebody_is(table):
    """FP-FLD-2."""
    assert table.refused("move hale B3").rule == "FP-FLD-2"
    table.put(yara="B3")
    assert table.refused("move hale B3").message == "B3 is taken: nobody else can stop there"


@pytest.mark.parametrize("square", ["E3", "P6"])
def test_nobody_stops_in_a_wall_or_a_closed_door(table, square):
    """FP-FLD-2: which is not taken by anybody."""
    assert table.refused(f"move hale {square}").message == f"{square} is blocked: nobody can stop there"


def test_the_threat_range_is_5_ft_and_reach(table):
    """FP-FLD-3."""
    assert threat_range(table.session.fight, table.hale) == 1
    table.set("tough", "weapons=spear", "held=spear").put(tough="D1")
    fight = table.session.fight
    assert threat_range(fight, fight.combatants["tough"]) == 2
    assert threatens(fight, "tough", table.hale)
    assert not threatens(fight, "hale", table.tough)
    table.do("damage tough 30")
    assert not threatens(table.session.fight, "tough", table.hale)


def test_reach_belongs_to_the_weapon_used(table):
    """FP-FLD-3, FP-ATK-2: a spear in the off hand reaches further than the sword in the other, and not for it."""
    table.set("hale", "weapons=sword,spear", "held=sword", "off_hand=spear", "proficiencies.spear=0").put(hale="F1")
    assert table.refused("attack hale tough").rule == "FP-ATK-2"
    table.do("attack hale tough --with spear", 2)
    table.put(hale="G1").set("hale", "turn.standard=false").do("attack hale tough", 2)
    table.put(hale="F1").do("off-hand hale tough", 2)
    table.put(hale="F1").set("hale", "held=spear", "off_hand=sword", "turn.simple=false", "proficiencies.sword=0")
    assert table.refused("off-hand hale tough").rule == "FP-ATK-2"


def test_a_technique_reaches_as_far_as_its_weapon(table):
    """FP-TEC-1, FP-FLD-3: and it is a melee attack."""
    table.set("hale", "weapons=sword,spear", "held=sword", "off_hand=spear").put(hale="F1")
    assert table.refused("technique hale trip tough").rule == "FP-ATK-2"
    table.do("technique hale trip tough --with spear", 3, 19)
    assert table.refused("technique yara trip tough --with sidearm").rule == "FP-TEC-1"


def test_who_holds_a_gun_threatens_with_bare_hands(table):
    """FP-FLD-3, FP-MOV-10."""
    table.set("tough", "weapons=spear,pistol", "held=pistol").put(tough="D1")
    assert not threatens(table.session.fight, "tough", table.hale)


def test_half_a_square_is_difficult(table):
    """FP-FLD-4: through the gap at E8 it is one square more."""
    table.set("hale", "speed=10").put(hale="E7", tough="P1", bully="P2")
    assert "15 ft" in table.refused("move hale E9").message
    table.set("hale", "speed=15").do("move hale E9")


def test_an_impossible_weapon_die_is_a_mistake(yard):
    """FP-ATK-3."""
    assert isinstance(yard.refused("set hale advantage_die=1d7"), UsageError)


@pytest.mark.parametrize("pair", ["strength=51", "strength=-1", "level=0", "level=21", "ac=61", "speed=601", "size=0"])
def test_a_stat_outside_its_range_is_refused(yard, pair):
    """FP-ECO-3: a sheet holds what its fields allow."""
    wrong = yard.refused(f"set hale {pair}")
    assert wrong.status == 2


@pytest.mark.parametrize(
    ("pair", "message"),
    [
        ("weapons=spoon", "rat.weapons[1]: there is no weapon 'spoon'"),
        ("held=maul", "there is no weapon on Rat 'maul'"),
        ("techniques.juggle=1", "rat.techniques.juggle: there is no technique 'juggle'"),
        ("ammo.spoon=1", "rat.ammo.spoon: there is no weapon 'spoon'"),
        ("skills.cooking=1", "rat.skills.cooking: there is no skill 'cooking'"),
        ("feats=Gun-Fo", "rat.feats[1]: there is no feat 'Gun-Fo'"),
        ("items=spade", "rat.items[1]: there is no item 'spade'"),
    ],
)
def test_who_enters_has_what_there_is(yard, pair, message):
    """FP-ATK-2, FP-TEC-1, FP-SKL-1."""
    wrong = yard.refused(f"add Rat hp=3 {pair}")
    assert (message in wrong.message, wrong.status) == (True, 2)


@pytest.mark.parametrize(
    "pair", ["board.objects.door.square=Z9", "board.traps.mine.damage=2x6", "options.dying_damage=lots", "board.map=a?"]
)
def test_what_lies_on_the_map_lies_on_it(yard, pair):
    """FP-FLD-1, FP-TRP-2, FP-DIE-1: mistakes are refused where they are made."""
    assert yard.refused(f"set fight {pair}").status in (1, 2)


def test_the_nearest_is_nobody_in_particular_for_a_team(table):
    """FP-FLD-1: a team stands on no square."""
    table.do("damage @nearest 1")
    assert table.rolls() == []
