"""Cover, barriers, glare, smoke and fog (FP-COV)."""

from fractions import Fraction

import pytest


@pytest.fixture
def shot(table):
    """Yara 25 ft from tough on open ground, with no advantage of her own."""
    return table.set("yara", "proficiencies.sidearm=0").put(yara="A6", tough="F6", bully="P1", hale="A1", gort="A2")


@pytest.mark.parametrize(("cover", "count"), [("none", 0), ("partial", 1), ("heavy", 2)])
def test_cover_is_a_disadvantage_or_two(shot, cover, count):
    """FP-COV-1: yara is of level 9 and rolls d6."""
    shot.do(f"attack yara tough --cover {cover}", 12, *[1] * count)
    assert len(shot.rolls("attack")[0].edge_dice) == count
    assert shot.rolls("attack")[0].total == 15 - count


def test_the_sheet_and_the_ground_give_cover(shot):
    """FP-COV-1: the stronger of both counts."""
    shot.do('set fight "board.map=......:.%.."')
    shot.put(yara="A1", tough="G1", hale="K1", gort="J1", bully="H1", porter="C1")
    shot.do("attack yara tough", 12, 1)
    assert len(shot.rolls("attack")[0].edge_dice) == 1
    shot.set("tough", "cover=heavy").do("attack yara tough --force", 12, 1, 1)
    assert len(shot.rolls("attack")[0].edge_dice) == 2


def test_cover_is_left_behind(shot):
    """FP-COV-1: moving ends it, unless the new place has some."""
    shot.set("hale", "cover=heavy").do("move hale B1")
    assert shot.hale.cover == "none"
    shot.do("move gort B2 --cover partial")
    assert shot.gort.cover == "partial"


def test_full_cover_lets_no_direct_shot_through(shot):
    """FP-COV-2."""
    wrong = shot.refused("attack yara tough --cover full")
    assert (wrong.rule, "AP" in wrong.hint) == ("FP-COV-2", True)


@pytest.mark.parametrize(("d10", "connects"), [(6, True), (5, False), (10, True), (1, False)])
def test_a_weak_barrier_is_shot_through_on_6_or_more(shot, d10, connects):
    """FP-COV-2: worked check 10: 6 goes on with one disadvantage, 5 is blocked."""
    faces = (d10, 12, 1, 3) if connects else (d10,)
    outcome = shot.do("attack yara tough --cover full --weak", *faces)
    assert outcome == ("success" if connects else "failure")
    if connects:
        assert len(shot.rolls("attack")[0].edge_dice) == 1
    assert shot.yara.ammo["sidearm"] == 5


def test_ap_pierces_any_barrier(shot):
    """FP-COV-2."""
    shot.set("yara", "weapons=piercer", "held=piercer").do("attack yara tough --cover full", 6, 12, 1, 3)
    assert shot.tough.hp == 27


def test_the_odds_through_a_barrier(shot):
    """FP-COV-2: half of the shots connect."""
    direct = shot.odds("attack yara tough --disadvantage 1 --fumble none").outcomes
    through = shot.odds("attack yara tough --cover full --weak --fumble none").outcomes
    assert through["success"] == direct["success"] / 2
    assert through["failure"] == Fraction(1, 2) + direct["failure"] / 2


def test_melee_does_not_pierce(shot):
    """FP-COV-2."""
    shot.put(hale="E6").do("set tough cover=full")
    assert shot.refused("attack hale tough").rule == "FP-COV-2"


def test_a_wall_on_the_line_is_full_cover(shot):
    """FP-COV-2: the GM may say otherwise."""
    shot.put(yara="C3", tough="H3")
    assert shot.refused("attack yara tough").rule == "FP-COV-2"
    shot.do("attack yara tough --cover partial", 2, 1)


def test_a_weak_object_on_the_line_can_be_shot_through(shot):
    """FP-COV-2."""
    shot.do("set fight board.objects.door.weak=true board.objects.door.square=C6")
    assert shot.do("attack yara tough", 5) == "failure"
    shot.do("set fight board.objects.door.open=true")
    assert shot.do("attack yara tough --force", 12, 3) == "success"


@pytest.mark.parametrize("kind", ["smoke", "floodlight"])
def test_smoke_and_glare_are_as_partial_cover(shot, kind):
    """FP-COV-3: and add to cover."""
    shot.do(f"set fight board.zones.z.kind={kind} board.zones.z.square=F6")
    shot.do("attack yara tough --force", 12, 1)
    assert [(each.value, each.rule) for each in shot.rolls("attack")[0].edges] == [(-1, "FP-COV-3")]
    shot.set("tough", "cover=partial").do("attack yara tough --force", 12, 1, 1)
    assert len(shot.rolls("attack")[0].edge_dice) == 2


def test_fog_is_full_cover_one_may_shoot_into(shot):
    """FP-COV-3, FP-COV-2."""
    shot.do("set fight board.zones.z.kind=fog board.zones.z.square=D6 board.zones.z.area=0")
    assert shot.do("attack yara tough", 6, 12, 1, 3) == "success"
    shot.put(hale="F5").do("attack hale tough", 9, 5)
    shot.do("set fight board.zones.z.area=30")
    shot.do("attack hale tough --force", 13, 1, 5)
    assert [(each.value, each.why) for each in shot.rolls("attack")[0].edges] == [(-1, "fog")]


@pytest.mark.parametrize(
    ("cover", "edges"), [("none", [(-1, "fog")]), ("partial", [(-1, "fog")]), ("heavy", [(-2, "heavy cover")])]
)
def test_of_fog_and_cover_the_better_applies(shot, cover, edges):
    """FP-COV-3, FP-COV-1."""
    shot.do("set fight board.zones.z.kind=fog board.zones.z.square=F6")
    shot.put(hale="E6").set("tough", f"cover={cover}").do(
        "attack hale tough", 2, 1, *((1,) if cover == "heavy" else ())
    )
    assert [(each.value, each.why) for each in shot.rolls("attack")[0].edges] == edges


def test_gear_sees_through(shot):
    """FP-COV-3."""
    shot.do("set fight board.zones.z.kind=fog board.zones.z.square=F6")
    shot.set("yara", "sees_through=fog")
    assert shot.do("attack yara tough", 12, 3) == "success"


def test_a_smoke_grenade_makes_smoke_for_some_rounds(shot):
    """FP-COV-3, FP-GRN-3."""
    shot.put(hale="C6").do("throw hale smoke tough", 5, 5)
    shot.do("turn next")
    shot.do("turn next")
    assert [(zone.kind, zone.square, zone.rounds) for zone in shot.board.zones.values()] == [("smoke", "F6", 2)]
    shot.do("turn next")
    assert (shot.round, [zone.rounds for zone in shot.board.zones.values()]) == (2, [1])
    for _ in range(3):
        shot.do("turn next")
    assert shot.told("haze-clears") == {"kind": "smoke", "square": "F6"}
    assert not shot.board.zones
