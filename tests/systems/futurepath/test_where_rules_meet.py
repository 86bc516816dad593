"""Where two rules of FuturePath meet: rulings that were wrong at a table once."""

from itertools import pairwise

import pytest

from rbfcli.model.events import ConditionGained, CustomEvent
from rbfcli.systems.futurepath.map import apart, footprint, read_square

CORRIDOR = ("################", "................", "################")


@pytest.fixture
def crate(table):
    """Put Hale next to a crate, with no one else near."""
    table.put(hale="I3", tough="P1", bully="P3")
    table.do("set fight board.objects.crate.square=J3")
    return table


def test_who_is_held_fast_pushes_nothing(crate):
    """FP-TEC-1, FP-MOV-11: pushing is moving; the Standard action is not lost on it."""
    crate.do("condition add hale grappled")
    assert crate.refused("drag hale crate L3").message == "Hale is grappled and cannot move"
    crate.do("condition remove hale grappled")
    crate.do("drag hale crate L3")
    assert (crate.hale.square, crate.board.objects["crate"].square) == ("K3", "L3")


@pytest.mark.parametrize("posture", ["prone", "sitting", "kneeling"])
def test_who_lies_pushes_nothing(crate, posture):
    """FP-MOV-8, FP-MOV-11: a prone character can only crawl."""
    crate.do(f"condition add hale {posture}")
    wrong = crate.refused("drag hale crate L3")
    assert (wrong.rule, wrong.message) == ("FP-MOV-8", f"Hale is {posture}")


@pytest.mark.parametrize(("to", "refused"), [("K4", False), ("L4", True)])
def test_rubble_slows_who_pushes(crate, to, refused):
    """FP-MOV-4, FP-MOV-11: a square of rubble beyond the crate costs ten of the fifteen feet."""
    crate.put(hale="H4")
    crate.do("set fight board.objects.crate.square=I4")
    if refused:
        assert (
            crate.refused(f"drag hale crate {to}").message == "the path to L4 takes 25 ft, and the crate can move 15 ft"
        )
        crate.do(f"drag hale crate {to} --full-round")
    else:
        crate.do(f"drag hale crate {to}")
    assert crate.board.objects["crate"].square == to


def test_uneven_ground_shortens_a_push(crate):
    """FP-MOV-4, FP-MOV-11: it takes ten of the fifteen feet."""
    crate.put(hale="C6")
    crate.do("set fight board.objects.crate.square=D6")
    assert crate.refused("drag hale crate F6").message == "the path to F6 takes 10 ft, and the crate can move 5 ft"
    crate.do("drag hale crate E6")


def test_nobody_pushes_up_a_cliff(crate):
    """FP-FLD-1, FP-MOV-11: the pusher follows on foot."""
    crate.draw("......", "....2.", "......").put(hale="A2", yara="A1", gort="A3", porter="F3", tough="F1", bully="E1")
    crate.do("set fight board.objects.crate.square=B2 board.objects.door.open=true board.traps.mine.armed=false")
    assert crate.refused("drag hale crate F2 --full-round").message == "Hale cannot follow the crate there"
    crate.do("drag hale crate E2 --full-round")


@pytest.mark.parametrize(
    ("low", "to", "free"),
    [
        ("prone", "sitting", False),
        ("prone", "kneeling", False),
        ("sitting", "kneeling", False),
        ("kneeling", "sitting", True),
        ("kneeling", "prone", True),
        ("sitting", "prone", True),
    ],
)
def test_getting_up_is_never_free(table, low, to, free):
    """FP-MOV-8: dropping further is Free; the opposite is not."""
    table.do(f"condition add hale {low}")
    if free:
        table.do(f"prone hale --to {to}")
        assert to in table.hale.conditions
    else:
        wrong = table.refused(f"prone hale --to {to}")
        assert (wrong.rule, wrong.hint.split(",")[0]) == ("FP-MOV-8", "try: stand hale")


def corridor(table):
    """Put Hale, an enemy and a friend in a row, in a corridor one square wide."""
    table.draw(*CORRIDOR).put(hale="C2", tough="E2", gort="F2", yara="A2", bully="P2", porter="O2")
    return table.set("hale", "dexterity=8")


def test_a_friend_beyond_the_one_run_over_is_difficult_terrain(table):
    """FP-MOV-5, FP-FLD-2: after an overrun through a friend's square, a character can trip as usual."""
    assert corridor(table).do("technique hale overrun tough --to G2", 12) == "failure"
    assert [(each.label, each.rule, each.against) for each in table.rolls()] == [("acrobatics", "FP-MOV-5", 15)]
    assert "prone" in table.hale.conditions
    assert "prone" not in table.tough.conditions


def test_who_is_run_over_is_no_terrain(table):
    """FP-MOV-5, FP-TEC-1: the enemy in the way has its save, and no Acrobatics besides."""
    corridor(table).put(gort="B2")
    table.do("technique hale overrun tough --to F2", 4, 2)
    assert [each.label for each in table.rolls()] == ["overrun", "save"]
    assert table.hale.square == "F2"


def test_a_team_that_joins_a_rolled_order_rolls_too(yard):
    """FP-INI-2: the option adds a d20 to its average, as for any other team."""
    yard.do("set fight options.initiative=roll")
    yard.do("init", 3, 9, 5)
    yard.do("add ghoul side=ghouls hp=5 square=P1")
    yard.do("turn"), yard.do("turn")
    yard.do("turn", 8)
    assert [(slot.who, slot.count) for slot in yard.order] == [
        ("toughs", 9), ("ghouls", 8), ("crew", 5), ("neutral", 5),
    ]  # fmt: skip
    assert [(each.who, each.label, each.rule) for each in yard.rolls()] == [("ghouls", "team initiative", "FP-INI-2")]


@pytest.fixture
def between_two(table):
    """Tough between Hale and Yara, who has a knife in hand."""
    return table.set("yara", "held=knife").put(hale="G1", tough="H1", yara="I1", bully="P9", gort="A5")


def test_nobody_is_held_by_two(between_two):
    """FP-TEC-1: the second hold would end the first, and to break it would break both."""
    between_two.do("technique hale grapple tough", 4, 1)
    wrong = between_two.refused("technique yara grapple tough")
    assert (wrong.rule, wrong.message) == ("FP-TEC-1", "Hale is already holding Tough")
    between_two.do("free hale --release tough --force")
    between_two.do("technique yara grapple tough", 4, 1)
    assert between_two.tough.conditions["grappled"].by == "yara"


def test_who_is_held_breaks_free_of_a_holder_who_is_held_too(between_two):
    """FP-TEC-1: that Bully holds Yara does not keep Tough from breaking free of her."""
    between_two.do("technique yara grapple tough", 4, 1)
    between_two.put(bully="J1").do("turn")
    between_two.do("technique bully grapple yara", 4, 1)
    between_two.do("technique tough grapple yara", 4, 1)
    assert "grappled" not in between_two.tough.conditions
    assert between_two.yara.conditions["grappled"].by == "bully"


def test_a_bonus_attack_follows_a_technique_that_is_a_standard_action(between_two):
    """FP-OFF-1, FP-TEC-1: the page has it among the Attack Standard Actions."""
    between_two.set("hale", "off_hand=knife", "technique_actions.trip=standard")
    between_two.do("technique hale trip tough", 4, 1)
    assert "off-hand hale tough" in between_two.offers("hale")
    assert between_two.do("off-hand hale tough", 15, 2) == "success"


@pytest.mark.parametrize(("kind", "rule"), [("full-round", "FP-OFF-1"), ("simple", "FP-OFF-1")])
def test_no_bonus_attack_follows_any_other_technique(between_two, kind, rule):
    """FP-OFF-1: other Full Rounds exclude it, and it is Simple itself."""
    between_two.set("hale", "off_hand=knife", f"technique_actions.trip={kind}")
    between_two.do("technique hale trip tough", 4, 1)
    assert between_two.refused("off-hand hale tough").rule == rule


def test_a_charge_is_a_melee_attack(table):
    """FP-TEC-1: a charge does not end in a shot."""
    wrong = table.put(yara="B1").refused("technique yara charge tough --with sidearm")
    assert (wrong.rule, wrong.message) == ("FP-TEC-1", "the side arm is not a melee weapon")


def test_who_lies_already_does_not_fall_again(table):
    """FP-CRT-2, FP-FUL-1: a second fumble of a full attack brings nothing more."""
    table.put(hale="G1").set("hale", "extra_attacks=1")
    table.do("full-attack hale tough --fumble prone", 1, 1)
    assert [each.name for each in table.last.events if isinstance(each, ConditionGained)] == ["prone"]


def test_who_lies_already_is_run_over_as_it_lies(table):
    """FP-TEC-1, FP-FLD-2: it has its save, and falls no further."""
    table.put(hale="F1", yara="A9", gort="C9", bully="P9").do("condition add tough prone")
    table.do("technique hale overrun tough", 4, 1)
    assert [each for each in table.last.events if isinstance(each, ConditionGained)] == []
    assert table.hale.square != "G1"


def test_a_turn_that_is_over_waits_for_nobody(table):
    """FP-INI-3, FP-ECO-3: it has not a second turn to lose."""
    table.put(hale="G1").do("attack hale tough", 2)
    table.do("attack yara tough --after hale")
    wrong = table.refused("off-hand yara tough --after hale")
    assert (wrong.rule, wrong.message) == ("FP-ECO-3", "Yara's turn is over")


def test_a_bonus_attack_after_a_full_attack_may_hang_on_a_teammate(table):
    """FP-INI-3, FP-OFF-1: though the turn is over, the Bonus Attack is left."""
    table.put(hale="G1", gort="I1").set("gort", "off_hand=maul")
    table.do("attack hale tough", 2)
    table.do("full-attack gort tough", 2)
    table.do("off-hand gort tough --after hale")
    assert table.told("waited-in-vain") is not None


def test_who_holds_a_grenade_that_bursts_is_told_to_take_all_of_it(table):
    """FP-GRN-4: the same damage roll as for the others."""
    table.put(hale="F2").do("throw hale frag tough --cook", 1, 4, 4, 19, 19)
    told = table.told("takes-all")
    assert (told["amount"], table.hale.hp) == (16, 4)
    assert ("takes-all", "FP-GRN-4", "hale", "") in table.happened()


OPEN_GROUND = ("................",) * 10


@pytest.fixture
def ogre(table):
    """Put Hale on open ground, and a combatant two squares wide at G4 (to H5) in its middle."""
    table.draw(*OPEN_GROUND).put(tough="G4", bully="P10", yara="A10", gort="A9", porter="P9", hale="L4")
    table.do("set fight board.objects.door.open=true board.traps.mine.armed=false")
    return table.set("tough", "size=2")


def gone(table):
    """The squares of the ways of the last line, one after another."""
    moves = [each for each in table.last.events if isinstance(each, CustomEvent) and each.what == "moves"]
    return [read_square(square) for each in moves for square in dict(each.facts)["path"].split("-")]


@pytest.mark.parametrize(("start", "to"), [("L4", "F4"), ("D5", "I5"), ("G1", "G6"), ("H8", "H3"), ("L1", "F6")])
def test_a_large_one_is_run_over_square_by_square(ogre, start, to):
    """FP-TEC-1, FP-FLD-1, FP-FLD-2: there is no leap over what is two squares wide."""
    ogre.put(hale=start).do(f"technique hale overrun tough --to {to}", 4, 1)
    way = gone(ogre)
    assert all(apart(one, other) <= 1 for one, other in pairwise(way))
    assert {*way} & {*footprint(read_square("G4"), 2)}
    assert ogre.hale.square == to


def test_the_squares_of_a_large_one_cost_their_movement(ogre):
    """FP-FLD-2, FP-MOV-4: 15 ft to it, 10 onto it and 10 down and beyond are 35; 30 are too few."""
    ogre.put(hale="L4").set("hale", "speed=15")
    assert "takes 35 ft" in ogre.refused("technique hale overrun tough --to F4").message
    ogre.set("hale", "speed=5")
    wrong = ogre.refused("technique hale overrun tough --to F4")
    assert (wrong.rule, wrong.message) == ("FP-TEC-1", "the path to tough takes 15 ft of movement, and Hale has 10 ft")
    ogre.set("hale", "speed=20").do("technique hale overrun tough --to F4", 4, 1)
    assert ogre.hale.square == "F4"


def test_a_large_one_is_run_over_on_raised_ground_as_on_flat(ogre):
    """FP-TEC-1, FP-FLD-2: the first step onto it is as high as the square it comes from."""
    ogre.draw(*(row.replace(".", "4") for row in OPEN_GROUND)).set("tough", "height=4").set("hale", "height=4")
    ogre.do("technique hale overrun tough --to F4", 4, 1)
    assert ogre.hale.square == "F4"


def test_beyond_a_large_one_is_not_beside_it(ogre):
    """FP-TEC-1, FP-FLD-2: the run ends on its other side."""
    assert "an overrun must end beyond Tough" in ogre.refused("technique hale overrun tough --to G3").message


def test_a_large_one_runs_over_others_square_by_square(ogre):
    """FP-TEC-1, FP-FLD-1: as it goes itself."""
    ogre.put(hale="K4").do("turn")
    ogre.do("technique tough overrun hale --to L4", 4, 1)
    way = gone(ogre)
    assert all(apart(one, other) <= 1 for one, other in pairwise(way))
    assert (way[0], way[-1]) == (read_square("G4"), read_square("L4"))


@pytest.mark.parametrize(("where", "pushed"), [("I5", "F4"), ("F5", "H4"), ("H6", "G3"), ("H3", "G5"), ("I6", "F3")])
def test_a_large_one_is_pushed_straight_away(ogre, where, pushed):
    """FP-TEC-1: away from the middle of the pusher."""
    ogre.put(hale=where).do("technique hale bull-rush tough", 4, 1)
    assert ogre.tough.square == pushed


def test_loose_gravel_under_any_square_of_a_large_one_shortens_its_move(table):
    """FP-MOV-4, FP-FLD-1: its upper left square alone keeps off it, here in a gap that it has to take."""
    table.draw("....,...", "....,...", "########").put(hale="A1", yara="", gort="", porter="", tough="", bully="")
    table.do("set fight board.objects.door.open=true board.traps.mine.armed=false board.objects.crate.square=A2")
    table.set("hale", "size=2", "speed=15")
    assert table.refused("move hale D1").message == "the path to D1 takes 15 ft of movement, and Hale has 5 ft"
    table.do("move hale C1")
    assert table.hale.square == "C1"


def test_a_large_one_notices_what_lies_before_any_of_its_squares(table):
    """FP-TRP-1, FP-FLD-1: a mine two squares right of its upper left square is adjacent."""
    table.draw(*OPEN_GROUND).put(tough="", bully="", porter="", gort="", hale="A9", yara="D5")
    table.do("set fight board.traps.mine.square=H5 board.traps.mine.perception=10")
    table.set("yara", "size=3").do("move yara E5")
    assert table.told("trap-found") is not None
    assert table.yara.square == "E5"


@pytest.mark.parametrize("lies", ["", "unconscious", "dead"])
def test_no_door_is_closed_on_somebody(table, lies):
    """FP-MOV-12, FP-FLD-2: a combatant in the doorway, up or down, blocks it; an open chest does not count."""
    table.put(hale="O6").do("set fight board.objects.door.open=true")
    table.put(bully="P6")
    if lies:
        table.do(f"condition add bully {lies}")
    wrong = table.refused("open hale door --close")
    assert (wrong.rule, wrong.message) == ("FP-MOV-12", "Bully blocks the hatch")
    table.put(bully="P1").do("open hale door --close")
    assert not table.board.objects["door"].open


def test_what_blocks_nothing_is_closed_whoever_stands_there(table):
    """FP-MOV-12: a chest next to a combatant."""
    table.put(hale="O6").do("set fight board.objects.door.open=true board.objects.door.blocks=false")
    table.put(bully="P6").do("open hale door --close")
    assert not table.board.objects["door"].open


def test_the_sheet_of_who_can_do_nothing_promises_nothing(table):
    """FP-DIE-1, FP-ECO-1, FP-FLD-3: no actions, and no threat."""

    def told():
        facts = table.session.rules.details(table.session.fight, "hale")
        return {each.name: each.value for each in facts if each.name in {"left", "threatens"}}

    assert told() == {"left": "Standard, Simple, Free, Full Round; 0 of 1 opportunities taken", "threatens": "5 ft"}
    table.do("damage hale 21")
    assert told() == {"left": "nothing; 0 of 1 opportunities taken", "threatens": ""}


@pytest.mark.parametrize(
    ("other", "lies", "message"),
    [
        ("yara", "", "Yara cannot do that to themself"),
        ("tough", "dead", "Tough is already dead"),
        ("tough", "unconscious", "Tough is unconscious and cannot roll"),
    ],
)
def test_nobody_goes_before_who_rolls_nothing(table, other, lies, message):
    """FP-RDY-1: an initiative check is for another combatant's action with a roll."""
    table.do('ready yara "a tough comes"')
    table.do("turn")
    if lies:
        table.do(f"condition add {other} {lies}")
    assert table.refused(f"ready yara --now --against {other}").message == message
    table.do("ready yara --now")
    assert table.yara.turn.instant


# Natural weapons are part of the body (FP-MOV-6).


def test_claws_are_neither_put_away_nor_dropped_nor_thrown(table):
    """FP-MOV-6: every verb that lets go of a weapon refuses."""
    for line, faces, rule in (
        ("holster hale", (), "FP-MOV-6"),
        ("free hale --drop held", (), "FP-ECO-2"),
        ("throw hale knife tough", (10, 10), "FP-GRN-1"),
    ):
        table.put(hale="G1", tough="H1").set("hale", "held=knife").arm("knife", natural=False)
        before = table.session.fight
        table.do(line, *faces)
        table.session.fight = before
        refused = table.arm("knife", natural=True).refused(line)
        assert (refused.rule, refused.message) == (rule, "Hale cannot let go of the knife: a natural weapon")


def test_nobody_takes_claws_away_or_fumbles_them(table):
    """FP-MOV-6, FP-TEC-1, FP-CRT-2."""
    table.put(hale="G1", tough="H1").set("tough", "held=knife", "weapons=knife").set("hale", "held=knife")
    table.arm("knife", natural=True)
    assert table.refused("technique hale disarm tough").message == "Tough is not holding anything that can be dropped"
    table.do("attack hale tough", 1)
    assert "drop" not in table.questions[0].answers
    table.do("choose none")
    table.do("attack hale tough --fumble drop --force", 1)
    assert "knife" in table.session.fight.combatants["hale"].weapons
