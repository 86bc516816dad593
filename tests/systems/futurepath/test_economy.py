"""What a turn holds (FP-ECO)."""

import pytest
from msgspec.structs import replace

from rbfcli.model.fight import DroppedItem
from rbfcli.render.narration import narrate
from rbfcli.render.sentences import Style
from rbfcli.systems.futurepath.economy import can_attack, is_reloaded, left
from rbfcli.systems.futurepath.sheet import TurnState, Weapon

ALL = ("standard", "simple", "free", "full-round")


@pytest.mark.parametrize(
    ("spent", "still"),
    [
        ({}, ALL),
        ({"standard": True}, ("simple", "free")),
        ({"simple": True}, ("standard", "free")),
        ({"standard": True, "simple": True}, ("free",)),
        ({"full_round": True}, ()),
        ({"ended": True}, ()),
        ({"free": 1}, ("standard", "simple", "free")),
        ({"free": 2}, ("standard", "free")),
        ({"free": 3}, ("free",)),
        ({"free": 4}, ()),
        ({"free": 1, "simple": True}, ("standard",)),
        ({"free": 1, "standard": True}, ("simple", "free")),
        ({"free": 2, "standard": True}, ()),
    ],
)
def test_free_actions_add_up(spent, still):
    """FP-ECO-1, FP-ECO-2: worked checks 5 and 11 as a table."""
    assert left(TurnState(**spent)) == still


def test_one_standard_one_simple_one_free(table):
    """FP-ECO-1."""
    table.do("free hale shouts")
    table.do("move hale C1")
    table.do("draw yara pistol --off-hand")
    assert table.refused("move hale D1").rule == "FP-MOV-1"
    table.do("step hale C2")
    assert table.hale.turn.ended


def test_a_full_round_excludes_the_others_and_ends_the_turn(table):
    """FP-ECO-1."""
    table.do("sprint hale B6 --via C5")
    assert table.hale.turn.full_round
    assert table.refused("draw hale knife").message == "Hale has no action left this turn"


@pytest.mark.parametrize("first", ["move hale C1", "holster hale", "free hale blinks"])
def test_a_full_round_needs_the_whole_turn(table, first):
    """FP-ECO-1, FP-ECO-2: free actions come during a Full Round, not before it."""
    table.do(first)
    wrong = table.refused("sprint hale H9")
    assert wrong.rule == "FP-MOV-2"
    assert ("has taken a Free action, which cannot come before" in wrong.message) == first.startswith("free")


def test_two_free_actions_take_the_simple_three_the_standard_four_the_round(table):
    """FP-ECO-2: worked check 11."""
    table.do("free hale one")
    table.do("free hale two")
    assert table.refused("holster hale").hint.startswith("remaining: Standard, Free")
    table.do("free hale three")
    assert table.refused("move hale C1").hint.startswith("remaining: Free")
    table.do("free hale four")
    assert table.hale.turn.ended
    assert table.refused("free hale five").rule == "FP-ECO-2"


def test_a_fourth_free_action_needs_all_the_rest_unspent(table):
    """FP-ECO-2: worked check 5."""
    table.do("move hale C1")
    table.do("free hale one")
    table.do("free hale two")
    assert table.refused("free hale three").message == "Hale has no action left this turn"


def test_one_free_action_happens_during_a_full_round(table):
    """FP-ECO-2: during it, not after it."""
    table.do("sprint hale F1")
    wrong = table.refused("free hale drops it")
    assert (wrong.rule, "--during" in wrong.hint) == ("FP-ECO-2", True)
    table.do("free hale --drop held --during")
    assert table.hale.held == ""
    assert table.refused("free hale again --during").rule == "FP-ECO-2"
    assert "Yara has not taken a Full Round action this turn" in table.refused("free yara x --during").message


def test_both_hands_are_let_go_with_one_free_action(table):
    """FP-ECO-2."""
    table.do("draw hale knife --off-hand")
    table.do("free hale --drop both")
    assert (table.hale.held, table.hale.off_hand, table.hale.turn.free) == ("", "", 1)
    assert table.refused("free hale --drop held").rule == "FP-ECO-2"
    assert table.refused("free hale").rule == "FP-ECO-2"


def test_what_is_spent_is_refused_with_what_is_left(table):
    """FP-ECO-3."""
    table.do("move yara B4")
    wrong = table.refused("attack yara tough")
    assert (wrong.rule, wrong.status) == ("FP-ATK-1", 1)
    assert wrong.hint == "remaining: Simple, Free; or use --force"
    table.do("attack yara tough --force", 3, 2)
    assert table.yara.ammo["sidearm"] == 5


def test_the_next_turn_holds_everything_again(table):
    """FP-ECO-1."""
    table.do("sprint hale F1")
    for _ in range(3):
        table.do("turn next")
    assert left(table.hale.turn) == ALL


def test_actions_lists_what_is_left_with_its_type(table):
    """FP-ECO-4."""
    offered = table.costs("yara")
    assert offered["attack yara tough"] == "Standard"
    assert offered["holster yara"] == "Simple"
    assert offered["prone yara"] == "Free"
    assert offered["move yara bully"] == "Standard"
    assert offered["trap yara search"] == "Full Round"
    table.do("attack yara tough", 2, 1)
    after = table.offers("yara")
    assert "attack yara tough" not in after
    assert "holster yara" in after
    assert not table.offers("tough")


def test_every_action_offered_can_be_typed(table):
    """FP-ECO-4: what is listed is not refused."""
    table.put(hale="G1", yara="H5", gort="G3")
    table.do("damage porter 5")
    for who in ("hale", "yara", "gort"):
        for line in table.offers(who):
            table.do(line)
            table.session.undo(1)


def test_before_the_first_round_nothing_is_counted(yard):
    """FP-ECO-1."""
    yard.do("move hale C1")
    yard.do("move hale D1")
    assert yard.hale.square == "D1"
    assert not yard.hale.turn.standard
    yard.do("full-attack gort tough --force", 2)
    assert yard.gort.turn == TurnState()


def test_next_steps_lead_through_the_fight(yard):
    """FP-ECO-4."""
    assert yard.session.rules.next_steps(yard.session.fight) == ("init",)
    yard.do("init --set crew=9")
    for who in ("hale", "yara", "gort"):
        yard.do(f"ready {who} anything")
    assert yard.session.rules.next_steps(yard.session.fight) == ("turn next",)


def test_where_nobody_has_a_turn_any_more_the_fight_ends(table):
    """FP-DIE-1: what the table does next is never refused."""
    for who in table.session.fight.combatants:
        table.do(f"condition add {who} dead")
    assert table.session.rules.next_steps(table.session.fight) == ("end",)


# Weapons in hand, on the ground and empty (FP-MOV-6, FP-MOV-7, FP-CRT-2, FP-TEC-1).


@pytest.fixture
def close(table):
    """Hale beside tough, yara beside bully."""
    return table.put(hale="G1", yara="G3")


def test_what_a_fumble_drops_lies_where_it_fell(close):
    """FP-CRT-2: with the rounds that are in it; and it is no longer carried."""
    close.do("attack yara bully --fumble drop", 1)
    assert close.board.lying == (DroppedItem(weapon="sidearm", where="G3", rounds=5),)
    assert (close.yara.held, "sidearm" in close.yara.weapons, "sidearm" in close.yara.ammo) == ("", False, False)
    assert "unknown weapon 'sidearm' on Yara" in close.refused("attack yara bully --with sidearm --force").message


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


@pytest.mark.parametrize(
    ("ground", "height", "low"), [(".", 1, True), (".", 2, False), ("2", 3, True), ("2", 4, False)]
)
def test_a_large_one_in_the_air_has_to_be_low_over_one_of_its_squares(close, ground, height, low):
    """FP-MOV-12, FP-FLD-1: over flat and over raised ground."""
    close.do("attack yara bully --fumble drop", 1)
    close.put(yara="A1").draw(*[ground * 16] * 10)
    close.set("gort", "size=2", "flies=true", f"height={height}", "square=F2")
    if low:
        close.do("draw gort sidearm")
    else:
        assert "too far below Gort" in close.refused("draw gort sidearm").message


def test_a_disarmed_one_stands_over_its_weapon(close):
    """FP-TEC-1."""
    close.do("technique hale disarm tough", 3, 2)
    assert close.board.lying == (DroppedItem(weapon="knife", where="H1"),)
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
    assert close.refused("reload yara").message == "Yara's side arm is already loaded"
    assert "Hale's broad sword does not need reloading" in close.refused("reload hale").message


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


# Waiting for a trigger (FP-RDY).


@pytest.fixture
def waiting(table):
    """Yara waits, and the toughs have their turn."""
    table.do('ready yara "tough comes round the corner"')
    table.do("turn next")
    return table


def test_the_turn_is_given_up(table):
    """FP-RDY-1."""
    table.do("ready yara the door opens")
    assert (table.yara.ready, table.yara.turn.ended) == ("the door opens", True)
    assert table.refused("move yara B4").rule == "FP-MOV-1"
    table.do("move hale C1")
    assert table.refused("ready hale anything").rule == "FP-RDY-1"
    assert table.refused("ready gort").rule == "FP-RDY-1"


def test_when_the_trigger_comes_there_is_one_action(waiting):
    """FP-RDY-1: out of turn."""
    assert waiting.refused("attack yara tough").rule == "FP-INI-1"
    waiting.do("ready yara --now")
    assert waiting.refused("sprint yara B9").rule in ("FP-MOV-2", "FP-INI-1")
    waiting.do("attack yara tough", 2, 1)
    assert not waiting.yara.turn.instant
    assert waiting.refused("attack yara tough").rule == "FP-INI-1"
    assert waiting.refused("ready yara --now").rule == "FP-RDY-1"


@pytest.mark.parametrize(("faces", "outcome", "first"), [((10, 14), "success", "yara"), ((10, 15), "failure", "tough")])
def test_both_roll_initiative_if_the_action_would_be_affected(waiting, faces, outcome, first):
    """FP-RDY-1: yara's score is 4, tough's 0; of equals the one who waited goes first."""
    assert waiting.do("ready yara --now --against tough", *faces) == outcome
    assert [each.total for each in waiting.rolls("initiative check")] == [14, faces[1]]
    happened = next(each for each in waiting.last.events if getattr(each, "what", "") == "goes-first")
    assert happened.who == first


def test_waiting_ends_with_ones_next_turn(waiting):
    """FP-RDY-1."""
    for _ in range(2):
        waiting.do("turn next")
    assert (waiting.active, waiting.yara.ready) == ("crew", "")


def test_the_fallen_do_not_act_at_once(waiting):
    """FP-RDY-1, FP-DIE-1."""
    waiting.do("damage yara 31")
    assert waiting.refused("ready yara --now").rule == "FP-DIE-1"


def test_the_fallen_wait_for_nothing(waiting):
    """FP-RDY-1, FP-DIE-1: also when they are on their feet again."""
    waiting.do("damage yara 31")
    waiting.do("heal yara 31")
    assert waiting.yara.ready == ""


def test_actions_lists_what_the_one_action_may_be(waiting):
    """FP-ECO-4, FP-RDY-1."""
    assert waiting.offers("yara") == ["ready yara --now"]
    waiting.do("ready yara --now")
    offered = waiting.offers("yara")
    assert "attack yara tough" in offered
    assert not any(line.startswith("sprint") for line in offered)


def test_the_hint_can_be_typed_by_whoever_it_addresses(table):
    """FP-RDY-1: who has not its turn is told so, whatever it has not said."""
    assert table.refused("ready tough").rule == "FP-INI-1"
    assert table.refused("ready tough --now").hint == ""
    assert table.refused("free tough").rule == "FP-INI-1"
    assert table.refused("ready yara --now").hint == 'try: ready yara "the door opens"'


def test_who_has_no_standard_action_left_cannot_attack(table):
    """FP-ECO-1: before `init` anyone can; in a round it takes a Standard action."""
    assert can_attack(table.session.fight, "hale")
    table.put(hale="G1")
    table.do("attack hale tough", 5)
    assert not can_attack(table.session.fight, "hale")
    assert can_attack(replace(table.session.fight, round=0), "hale")


@pytest.mark.parametrize("open_again", [True, False])
def test_who_has_a_bonus_attack_left_can_attack(table, open_again):
    """FP-FUL-1, FP-OFF-1: after a full attack, with a weapon that has not attacked yet."""
    table.put(hale="G1", bully="P1").set("hale", "extra_damage=1", "off_hand=knife")
    table.do(f"full-attack hale tough{'' if open_again else ' --with knife'}", 3)
    assert can_attack(table.session.fight, "hale") is open_again


def test_who_acts_on_a_trigger_can_attack(waiting):
    """FP-RDY-1: out of turn, with the one action that the trigger gives."""
    assert not can_attack(waiting.session.fight, "yara")
    waiting.do("ready yara --now")
    assert can_attack(waiting.session.fight, "yara")
    waiting.do("move yara B4")
    assert not can_attack(waiting.session.fight, "yara")
