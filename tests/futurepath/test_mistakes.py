"""Mistakes that only FuturePath sees: squares that are not on the map, and who stands in a wall."""

import pytest
from msgspec.structs import replace

from rbfcli.kernel.fight import Lying
from rbfcli.session.begin import from_encounter
from rbfcli.store.paths import find_encounter
from rbfcli.systems.futurepath import RULES


@pytest.fixture
def fight():
    return from_encounter(find_encounter("pump-station"), "x", "pump-station").fight


def lines(fight, who=""):
    found = [*RULES.mistakes(fight, who)]
    assert all(each.left_to_rules or each.path == ("board", "map") for each in found)
    return [each.line for each in found]


@pytest.mark.parametrize(
    ("square", "line"),
    [
        ("M10", ""),
        ("", ""),
        ("ZZ99", "combatants.hale.square: ZZ99 is off the map; squares go from A1 to X11"),
        ("K3", "combatants.hale.square: Hale Roke cannot stand on K3: it is a wall; another square"),
    ],
)
def test_everybody_stands_on_the_map_and_in_no_wall(fight, square, line):
    """FP-FLD-1: wherever a sheet says."""
    hale = replace(fight.combatants["hale"], square=square, name="Hale Roke")
    there = replace(fight, combatants={**fight.combatants, "hale": hale})
    assert [each.partition(" (")[0] for each in lines(there, "hale")] == ([line] if line else [])
    assert lines(there) == lines(there, "yara") == []


def test_whoever_is_large_stands_in_no_wall_with_any_of_its_squares(fight):
    """FP-FLD-1: its footprint counts."""
    hale = replace(fight.combatants["hale"], square="J4", size=2, name="Hale Roke")
    there = replace(fight, combatants={**fight.combatants, "hale": hale})
    assert {each.partition(" (")[0] for each in lines(there, "hale")} <= {
        f"combatants.hale.square: Hale Roke cannot stand on {square}: it is a wall; another square"
        for square in ("K3", "K4", "K5", "J3", "J5")
    }
    assert lines(there, "hale")


def test_what_lies_on_the_map_lies_on_it(fight):
    """FP-FLD-1: objects, traps and what was dropped."""
    board = fight.board
    board = replace(
        board,
        objects={**board.objects, "barrel": replace(board.objects["barrel"], square="ZZ1")},
        traps={"mine": replace(board.traps["mine"], square="ZZ2")},
        lying=(Lying(weapon="knife", where="A1"), Lying(weapon="knife", where="ZZ3"), Lying(weapon="knife")),
    )
    found = lines(replace(fight, board=board))
    assert [each.partition(":")[0] for each in found] == [
        "board.objects.barrel.square",
        "board.traps.mine.square",
        "board.lying[2].where",
    ]


def test_a_mark_of_the_map_stands_for_something(fight):
    """FP-FLD-1: what stands for nothing is named."""
    there = replace(fight, board=replace(fight.board, map=fight.board.map.replace("%", "?", 1)))
    assert [each.partition(" which")[0] for each in lines(there)] == ["board.map: row 8 of the map has '?',"]


@pytest.mark.parametrize("hand", ["held", "off_hand"])
@pytest.mark.parametrize(("word", "known"), [("pistol", True), ("knife", False), ("ladle", False), ("", False)])
def test_a_weapon_in_hand_is_carried(fight, hand, word, known):
    """FP-ATK-2: one of the fight's that is not on the sheet; what there is not at all is told of elsewhere."""
    weapons = {each: replace(next(iter(fight.weapons.values())), name=each) for each in ("pistol", "knife")}
    hale = replace(
        fight.combatants["hale"], name="Hale", weapons=("knife",), **{"held": "", "off_hand": "", hand: word}
    )
    there = replace(fight, weapons=weapons, combatants={"hale": hale})
    found = [*RULES.mistakes(there, "hale")]
    told = f"combatants.hale.{hand}: there is no weapon on Hale 'pistol'; known: knife"
    assert [(each.line, each.because, each.left_to_rules) for each in found] == [(told, "weapons", True)] * known
