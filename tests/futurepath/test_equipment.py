"""Weapons in hand, on the ground and empty (FP-MOV-6, FP-MOV-7, FP-CRT-2, FP-TEC-1)."""

import pytest

from rbfcli.kernel.fight import Lying
from rbfcli.render.narration import narrate
from rbfcli.render.style import Style
from rbfcli.systems.futurepath.carrying import is_reloaded
from rbfcli.systems.futurepath.sheet.sheet import Weapon


@pytest.fixture
def close(table):
    """Hale beside tough, yara beside bully."""
    return table.put(hale="G1", yara="G3")


def test_what_a_fumble_drops_lies_where_it_fell(close):
    """FP-CRT-2: with the rounds that are in it; and it is no longer carried."""
    close.do("attack yara bully --fumble drop", 1)
    assert close.board.lying == (Lying(weapon="sidearm", where="G3", rounds=5),)
    assert (close.yara.held, "sidearm" in close.yara.weapons, "sidearm" in close.yara.ammo) == ("", False, False)
    assert "no weapon on Yara" in close.refused("attack yara bully --with sidearm --force").message


def test_a_fumble_drops_the_weapon_that_was_used(close):
    """FP-CRT-2, FP-OFF-1: that of the off hand."""
    close.set("hale", "off_hand=knife").do("attack hale tough", 2)
    close.do("off-hand hale tough --fumble drop", 1)
    assert (close.hale.held, close.hale.off_hand) == ("sword", "")
    assert [each.weapon for each in close.board.lying] == ["knife"]


def test_bare_hands_drop_nothing(close):
    """FP-CRT-2."""
    close.set("hale", "held=").do("attack hale tough --fumble drop", 1)
    assert close.board.lying == ()


def test_picking_up_is_standard_and_takes_one_to_be_there(close):
    """FP-MOV-12, FP-MOV-6: whoever stands there."""
    close.do("attack yara bully --fumble drop", 1)
    assert close.refused("draw hale sidearm").status == 2
    close.put(hale="G3", yara="A1")
    assert close.refused("draw yara sidearm").status == 2
    assert "draw hale sidearm" in close.offers("hale")
    assert close.costs("hale")["draw hale sidearm"] == "Standard"
    close.do("draw hale sidearm")
    assert (close.hale.held, close.hale.ammo["sidearm"], close.board.lying) == ("sidearm", 5, ())
    assert close.hale.turn.standard
    assert "sidearm" in close.hale.weapons


@pytest.mark.parametrize(
    ("square", "there"), [("G3", True), ("F3", True), ("G2", True), ("F2", True), ("E3", False), ("H3", False)]
)
def test_a_large_one_picks_up_whatever_it_stands_on(close, square, there):
    """FP-MOV-12, FP-FLD-1: from any of its squares, not from the upper left one alone."""
    close.do("attack yara bully --fumble drop", 1)
    close.put(yara="A1").set("gort", "size=2").put(gort=square)
    assert ("draw gort sidearm" in close.offers("gort")) is there
    if not there:
        assert close.refused("draw gort sidearm").status == 2
        return
    close.do("draw gort sidearm")
    assert (close.gort.held, close.board.lying) == ("sidearm", ())


@pytest.mark.parametrize(("height", "low"), [(1, True), (2, False)])
def test_a_large_one_in_the_air_has_to_be_low_over_one_of_its_squares(close, height, low):
    """FP-MOV-12, FP-FLD-1."""
    close.do("attack yara bully --fumble drop", 1)
    close.put(yara="A1").set("gort", "size=2", "flies=true", f"height={height}").put(gort="F2")
    if low:
        close.do("draw gort sidearm")
    else:
        assert "too far below Gort" in close.refused("draw gort sidearm").message


def test_a_disarmed_one_stands_over_its_weapon(close):
    """FP-TEC-1."""
    close.do("technique hale disarm tough", 3, 2)
    assert close.board.lying == (Lying(weapon="knife", where="H1"),)
    assert close.tough.weapons == ()


def test_both_hands_let_go_at_once(close):
    """FP-ECO-2."""
    close.set("hale", "off_hand=knife").do("free hale --drop both")
    assert [(each.weapon, each.where) for each in close.board.lying] == [("sword", "G1"), ("knife", "G1")]


def test_the_last_round_is_told(close):
    """FP-MOV-7."""
    close.set("yara", "ammo.sidearm=1")
    before = close.session.fight
    close.do("attack yara bully", 2, 1)
    lines = narrate(close.last.events, before, close.session.fight, close.session.rules, Style())
    assert "  Yara's side arm is empty" in lines
    assert close.refused("off-hand yara bully --with sidearm").rule == "FP-OFF-1"


def test_a_full_magazine_takes_no_more(close):
    """FP-MOV-7."""
    assert "is full" in close.refused("reload yara").message
    assert "never reloaded" in close.refused("reload hale").message


@pytest.mark.parametrize(("ammo", "grenade", "reloaded"), [(0, False, False), (1, False, True), (2, True, False)])
def test_what_has_a_magazine_is_reloaded(ammo, grenade, reloaded):
    """FP-MOV-7: grenades are counted, and are no magazine."""
    assert is_reloaded(Weapon(name="x", ammo=ammo, grenade=grenade)) == reloaded


def test_a_weapon_may_be_called_by_its_name(close):
    """FP-ATK-2: or by the beginning of either; what is misspelt is refused with the nearest."""
    close.do("draw hale kn --off-hand")
    assert close.hale.off_hand == "knife"
    close.do("attack hale tough --with 'broad sword'", 2)
    wrong = close.refused("attack yara bully --with sidaerm")
    assert (wrong.status, "sidearm" in wrong.hint) == (2, True)


def test_what_was_drawn_is_changed_for_a_standard_action(close):
    """FP-MOV-6."""
    close.do("holster hale")
    assert close.costs("gort")["draw gort maul"] == "Standard"
    assert "draw hale sword" not in close.offers("hale")
    close.do("draw gort maul")
    assert close.gort.turn.standard
