"""Corners of the page, on both sides of the table: hands, traps, waiting, throws, sight, fliers, and the GM."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest
from msgspec.structs import replace

from rbfcli.engine.play import offers
from rbfcli.engine.player_view import seen
from rbfcli.language.grammar import line_for
from rbfcli.model.commands import Edit
from rbfcli.model.evolve import steps_between, steps_text
from rbfcli.systems.futurepath.conditions import is_dead
from rbfcli.systems.futurepath.map import ground_height, place, squares_of
from rbfcli.systems.futurepath.view import next_steps
from tests.showing import facts
from tests.systems.futurepath import loops
from tests.systems.futurepath.conftest import Table


def left(table, who):
    """Return what the screen shows of a combatant's actions."""
    return facts(table.session.rules, table.session.fight, who)["actions"]


# The Bonus Attack (FP-OFF-1).


@pytest.fixture
def two_handed(table):
    """Hale next to tough with a sword and a knife, proficient with both."""
    return table.put(hale="G1", bully="P1").set("hale", "off_hand=knife")


@pytest.mark.parametrize(
    "line",
    ["attack hale tough --with knife", "full-attack hale tough --with knife", "object hale crate --with knife",
     "technique hale trip tough --with knife"],
)  # fmt: skip
def test_the_off_hand_weapon_attacks_once(two_handed, line):
    """FP-OFF-1: the weapon that attacked makes no Bonus Attack, after any kind of attack."""
    two_handed.set("hale", "extra_attacks=1", "technique_actions.trip=standard")
    two_handed.do("set fight board.objects.crate.square=G2")
    two_handed.do(f"{line} --fumble none" if "attack" in line else line)
    assert "Bonus Attack" not in left(two_handed, "hale")
    wrong = two_handed.refused("off-hand hale tough")
    assert (wrong.rule, wrong.message) == ("FP-OFF-1", "Hale has already attacked with the knife this turn")


@pytest.mark.parametrize("line", ["attack hale tough", "full-attack hale tough"])
def test_the_other_weapon_makes_the_bonus_attack(two_handed, line):
    """FP-OFF-1: after an attack and after a full attack."""
    two_handed.set("hale", "extra_damage=1").do(line, 3)
    assert two_handed.do("off-hand hale tough", 3) == "failure"


def test_of_two_weapons_alike_the_second_makes_the_bonus_attack(two_handed):
    """FP-OFF-1: a knife in each hand."""
    two_handed.set("hale", "held=knife").do("attack hale tough", 3)
    assert two_handed.do("off-hand hale tough", 3) == "failure"


def test_the_turn_says_that_a_bonus_attack_is_open(two_handed):
    """FP-OFF-1, FP-ECO-4: after a full attack, until it is made; who has no other weapon has none."""
    two_handed.set("hale", "extra_damage=1").do("full-attack hale tough", 3)
    assert left(two_handed, "hale") == "Bonus Attack"
    assert "remaining: Bonus Attack" in two_handed.refused("move hale A1").hint
    two_handed.do("free hale shouts --during")
    assert "remaining: Bonus Attack" in two_handed.refused("free hale shouts --during").hint
    for who in ("yara", "gort"):
        two_handed.set(who, "turn.ended=true")
    assert next_steps(two_handed.session.fight) == ()
    two_handed.do("off-hand hale tough", 3)
    assert (left(two_handed, "hale"), next_steps(two_handed.session.fight)) == ("none", ("turn next",))


@pytest.mark.parametrize(
    "pairs",
    [
        ("off_hand=needle", "weapons=sword,needle"),
        ("off_hand=",),
        ("held=knife", "off_hand=sword", "proficiencies.sword=0"),
    ],
)
def test_no_bonus_attack_is_open_without_a_weapon_for_it(two_handed, pairs):
    """FP-OFF-1, FP-OFF-2: not proficient, no weapon, one that is too heavy."""
    two_handed.set("hale", "extra_damage=1", *pairs)
    two_handed.do("full-attack hale tough", 3)
    assert left(two_handed, "hale") == "none"


def test_no_bonus_attack_is_open_at_the_dead(two_handed):
    """FP-OFF-1: only the target of the full attack could be its target."""
    two_handed.set("hale", "extra_damage=1").do("full-attack hale tough", 3)
    two_handed.do("condition add tough dead")
    assert left(two_handed, "hale") == "none"


# Weapons of Tactical Opportunities (FP-MOV-10) and of disarming (FP-TEC-1).


def test_the_weapon_of_an_opportunity_is_chosen(table):
    """FP-MOV-10: each weapon in hand and bare hands, the most harmful first; the line names it."""
    table.put(hale="G2", tough="H2", bully="P1").set("tough", "weapons=knife,sword", "held=knife", "off_hand=sword")
    table.do("move hale A2")
    assert table.questions[0].answers == ("strike with sword", "strike with knife", "strike with unarmed", "pass")
    table.do("choose strike with knife", 15, 3)
    assert table.told("opportunity") == {"thing": "the knife"}
    assert table.hale.hp == 20 - 4


@pytest.mark.parametrize(("bonus", "thing"), [(0, "the broad sword"), (5, "the knife")])
def test_what_is_said_beforehand_means_the_most_harmful(table, bonus, thing):
    """FP-MOV-10, FP-ATK-3: `--opportunities strike`; a d8 is more than a d4, and less than a d4 and 5."""
    table.arm("knife", bonus=bonus).put(hale="G2", tough="H2", bully="P1").set(
        "tough", "weapons=knife,sword", "held=knife", "off_hand=sword"
    )
    table.do("move hale A2 --opportunities strike", 3)
    assert table.told("opportunity") == {"thing": thing}


def test_only_weapons_that_reach_are_offered(table):
    """FP-MOV-10, FP-FLD-3: a spear in the off hand threatens 10 ft, the fist and the pistol do not."""
    table.put(hale="F2", tough="H2", bully="P1").set("tough", "weapons=pistol,spear", "held=pistol", "off_hand=spear")
    table.do("move hale A2")
    assert table.questions[0].answers == ("strike with spear", "pass")


def test_who_holds_a_pistol_strikes_with_bare_hands(table):
    """FP-MOV-10."""
    table.put(hale="G2", tough="H2", bully="P1").set("tough", "weapons=pistol", "held=pistol")
    table.do("move hale A2 --opportunities strike", 15, 1)
    assert table.told("opportunity") == {"thing": "bare hands"}


def test_of_two_weapons_the_one_to_drop_is_chosen(two_handed):
    """FP-TEC-1: a disarm asks; a single weapon in the off hand drops too."""
    two_handed.set("tough", "weapons=knife,sword", "held=knife", "off_hand=sword")
    two_handed.do("technique hale disarm tough", 4, 2)
    assert (two_handed.questions[0].who, two_handed.questions[0].answers) == ("hale", ("knife", "sword"))
    two_handed.do("choose sword")
    assert (two_handed.tough.held, two_handed.tough.off_hand) == ("knife", "")
    two_handed.set("tough", "held=", "off_hand=knife").set("hale", "turn.full_round=false", "turn.ended=false")
    two_handed.do("technique hale disarm tough", 4, 2)
    assert (two_handed.tough.off_hand, two_handed.board.lying[-1].weapon) == ("", "knife")


# Searching for traps, and who knows of them (FP-TRP-1).


@pytest.fixture
def open_field(table):
    """An open field of one mine at H5, all others far away on the last row."""
    table.do("set fight board.map= board.objects.door.square=A11 board.objects.crate.square=A12")
    table.put(hale="K12", yara="L12", gort="M12", tough="N12", bully="O12", porter="P12")
    table.do("set fight board.traps.mine.square=H5")
    return table


@pytest.mark.parametrize(
    ("square", "found"), [("N5", True), ("O5", False), ("H5", True), ("B11", True), ("A11", False)]
)
def test_a_search_reaches_30_ft(open_field, square, found):
    """FP-TRP-1: six squares, not seven."""
    open_field.put(yara=square)
    assert (open_field.do("trap yara search", 20) == "success") is found


def test_how_far_a_search_reaches_is_an_option(open_field):
    """FP-TRP-1: options.search_range."""
    open_field.do("set fight options.search_range=10")
    open_field.put(yara="J5").do("trap yara search", 20)
    assert open_field.board.traps["mine"].found
    open_field.do("set fight board.traps.mine.found=false board.traps.mine.found_by=")
    assert open_field.put(yara="K5").do("trap yara search --force", 20) == "failure"


@pytest.mark.parametrize(
    ("between", "pairs", "found"),
    [
        ("board.traps.mine.square=E1", (), True),
        ('"board.map=..#......"', (), False),
        ('"board.map=..#......"', ("sees_walls=true",), True),
        ("board.zones.f.kind=fog board.zones.f.square=C1 board.zones.f.area=5", (), False),
        ("board.zones.f.kind=fog board.zones.f.square=C1 board.zones.f.area=5", ("sees_through=fog",), True),
        ("board.zones.f.kind=smoke board.zones.f.square=C1 board.zones.f.area=5", (), True),
    ],
)
def test_a_search_takes_a_line_of_sight(open_field, between, pairs, found):
    """FP-TRP-1, FP-COV-3: no wall and no fog, unless gear sees through them."""
    for who in ("hale", "gort", "tough", "bully", "porter"):
        open_field.set(who, "square=")
    open_field.do("set fight board.objects.door.square= board.objects.crate.square=")
    open_field.put(yara="A1").set("yara", *(pairs or ("sees_through=",)))
    open_field.do(f"set fight {between} board.traps.mine.square=E1")
    assert (open_field.do("trap yara search", 20) == "success") is found


@pytest.mark.parametrize(("gear", "found"), [("false", False), ("true", True)])
def test_nobody_notices_a_trap_through_a_wall(open_field, gear, found):
    """FP-TRP-1: in passing, also where that reaches further."""
    open_field.do('set fight "board.map=....#..." options.trap_notice=3 board.traps.mine.square=F1')
    for who in ("hale", "gort", "tough", "bully", "porter"):
        open_field.set(who, "square=")
    open_field.do("set fight board.objects.door.square= board.objects.crate.square=")
    open_field.put(yara="A1").set("yara", f"sees_walls={gear}", "skills.perception=20")
    open_field.do("move yara D1 --answer trap=on")
    assert open_field.board.traps["mine"].found is found


def test_the_side_that_laid_a_trap_knows_it(open_field):
    """FP-TRP-1: it walks around; the other side treads on it."""
    open_field.do("set fight board.traps.mine.laid_by=crew")
    open_field.put(yara="G5", tough="G6").do("move yara I5 --opportunities pass")
    assert (open_field.yara.square, open_field.board.traps["mine"].armed, open_field.questions) == ("I5", True, ())
    open_field.do("turn")
    open_field.set("tough", "wisdom=1").do("move tough H4 --via H5 --opportunities pass", 3, 3, 2)
    assert not open_field.board.traps["mine"].armed


def test_a_trap_is_known_to_the_side_that_found_it(open_field):
    """FP-TRP-1: not to others; the GM may let all know."""
    open_field.put(yara="J5").do("trap yara search", 20)
    trap = open_field.board.traps["mine"]
    assert (trap.found, trap.found_by) == (True, ("crew",))
    open_field.do("turn")
    assert open_field.refused("trap tough disable mine").rule == "FP-TRP-1"
    open_field.put(tough="H6", yara="A1")
    open_field.set("tough", "wisdom=1").do("move tough H5", 3, 3, 2)
    assert not open_field.board.traps["mine"].armed
    open_field.do("set fight board.traps.mine.armed=true board.traps.mine.found_by=")
    open_field.set("tough", "turn.standard=false", "hp=30", "square=H7")
    assert open_field.do("trap tough disable mine --force", 20, 1) == "success"


@pytest.mark.parametrize(
    ("pairs", "outcome", "found_by"),
    [
        ("laid_by=crew", "failure", ()),
        ("laid_by=toughs", "success", ("crew",)),
        ("found=true board.traps.mine.found_by=crew", "failure", ("crew",)),
        ("found=true board.traps.mine.found_by=toughs", "success", ("toughs", "crew")),
    ],
)
def test_a_search_finds_what_the_side_does_not_know(open_field, pairs, outcome, found_by):
    """FP-TRP-1: neither its own mine nor one that it has found before."""
    open_field.put(yara="J5").do(f"set fight board.traps.mine.{pairs}")
    assert open_field.do("trap yara search", 20) == outcome
    assert (open_field.told("no-trap-found") == {}) is (outcome == "failure")
    assert open_field.board.traps["mine"].found_by == found_by


def test_players_see_their_own_mine_and_no_other(open_field):
    """FP-TRP-1: on the map of their side."""
    open_field.do("set fight board.traps.mine.laid_by=crew")
    rules, fight = open_field.session.rules, open_field.session.fight
    maps = {side: str(seen(fight, rules, side)[0].ground) for side in ("crew", "toughs", "")}
    assert {side: "^ mine H5" in told for side, told in maps.items()} == {"crew": True, "toughs": False, "": False}


def test_nobody_ends_up_on_the_own_mine_unless_it_is_named(open_field):
    """FP-TRP-1: approaching, charging, overrunning, taking cover, withdrawing."""
    open_field.do("set fight board.traps.mine.laid_by=crew")
    open_field.put(hale="C5", tough="I5", bully="P1", porter="P12")
    open_field.do("technique hale charge tough", 3)
    assert (open_field.hale.square, open_field.board.traps["mine"].armed) == ("H4", True)
    open_field.put(hale="E5", tough="G5").set("hale", "turn.full_round=false", "turn.ended=false")
    open_field.do("technique hale overrun tough --answer opportunity=pass", 4, 2)
    assert open_field.board.traps["mine"].armed
    mined = [line for line in open_field.offers("yara") if "H5" in line]
    assert mined == []


@pytest.mark.parametrize("seed", range(30))
def test_no_default_way_leads_over_a_known_mine(open_field, seed):
    """FP-TRP-1: on any map; a combatant who does not know of them may step on them."""
    dice = Random(seed)  # noqa: S311 - a test
    squares = [f"{column}{row}" for column in "ABCDEF" for row in range(1, 7)]
    mines = dice.sample(squares[1:-1], 12)
    for number, square in enumerate(mines):
        name = f"board.traps.m{number}"
        open_field.do(f"set fight {name}.name=m{number} {name}.square={square} {name}.laid_by=crew")
    open_field.put(hale="A1", tough="F6").set("hale", "speed=200")
    if not ends_beside("A1", "F6", mines):
        assert open_field.refused("move hale tough").rule == "FP-FLD-2"
        return
    open_field.do("move hale tough --opportunities pass")
    assert not set(open_field.told("moves")["path"].split("-")) & set(mines)


def ends_beside(start, goal, mines):
    """Return whether steps lead from a square to an adjacent one, over none of the mines, on the first 6 rows."""

    def around(square):
        column, row = ord(square[0]) - ord("A"), int(square[1:])
        for right, down in product((-1, 0, 1), repeat=2):
            if (right or down) and 0 <= column + right < 20 and 1 <= row + down <= 12:
                yield f"{chr(ord('A') + column + right)}{row + down}"

    closed = {*mines, goal}
    found, edge = {start}, [start]
    while edge:
        for each in around(edge.pop()):
            if each not in closed and each not in found:
                found.add(each)
                edge.append(each)
    return any(each in found for each in around(goal))


# Noticing a trap on the way (FP-TRP-1).


@pytest.fixture
def mined(open_field):
    """Yara three squares before a mine that is straight ahead of her, and that she will notice."""
    return open_field.put(yara="E5").set("yara", "skills.perception=20")


def test_who_notices_a_trap_in_the_way_chooses_how_to_go_on(mined):
    """FP-TRP-1: around it, not further, or on; the action is spent, and the lines say what came of it."""
    mined.do("move yara J5 --via F5 --via H5")
    question = mined.questions[0]
    assert (question.kind, question.who, question.answers) == ("trap", "yara", ("stop", "on"))
    assert (mined.yara.square, question.facts) == ("G5", {"thing": "mine", "square": "H5"})


@pytest.mark.parametrize(
    ("answer", "faces", "square", "armed"),
    [("around", (), "J5", True), ("stop", (), "G5", True), ("on", (3, 3, 15), "J5", False)],
)
def test_each_answer_does_what_it_says(mined, answer, faces, square, armed):
    """FP-TRP-1: around with the feet that are left; on over it."""
    straight_ahead(mined)
    mined.do("move yara J5")
    assert mined.questions[0].answers == ("around", "stop", "on")
    mined.do(f"choose {answer}", *faces)
    assert (mined.yara.square, mined.board.traps["mine"].armed) == (square, armed)
    assert (mined.told("halts") is not None) == (answer == "stop")


def straight_ahead(table):
    """Leave a corridor three squares wide, whose straight way is mined."""
    rows = [".........." if 3 < row < 7 else "##########" for row in range(1, 8)]
    for who in ("hale", "gort", "tough", "bully", "porter"):
        table.set(who, "square=")
    table.do("set fight board.objects.door.square= board.objects.crate.square=")
    table.draw(*rows)


def test_a_way_around_that_is_too_long_is_not_offered(mined):
    """FP-TRP-1: what has been gone counts."""
    straight_ahead(mined)
    mined.draw(*["##########"] * 3, "......~~..", "..........", "......~~..")
    mined.set("yara", "speed=25").do("move yara J5")
    assert mined.questions[0].answers == ("stop", "on")
    mined.do("choose stop")
    mined.set("yara", "speed=30", "square=E5", "turn.standard=false")
    mined.do("set fight board.traps.mine.found=false board.traps.mine.found_by=")
    mined.do("move yara J5")
    assert mined.questions[0].answers == ("around", "stop", "on")


def test_a_trap_beside_the_way_may_be_passed(mined):
    """FP-TRP-1: going on comes first there, and nothing leads around it."""
    mined.do("move yara J4")
    assert (mined.yara.square, mined.questions[0].answers) == ("G4", ("on", "stop"))
    mined.do("choose on")
    assert (mined.yara.square, mined.board.traps["mine"].armed, mined.questions) == ("J4", True, ())


def test_who_goes_on_is_not_asked_again_about_the_same_trap(mined):
    """FP-TRP-1: it was noticed two squares before it."""
    straight_ahead(mined)
    mined.do("set fight options.trap_notice=2")
    mined.do("move yara J5")
    assert mined.yara.square == "F5"
    mined.do("choose on", 3, 3, 15)
    assert (mined.yara.square, mined.board.traps["mine"].armed) == ("J5", False)


def test_a_sprint_goes_around_over_easy_ground_alone(mined):
    """FP-TRP-1, FP-MOV-5: no Acrobatics were rolled for difficult ground."""
    straight_ahead(mined)
    mined.draw(*["##########"] * 3, "......~~~.", "..........", "......~~~.")
    mined.do("sprint yara J5")
    assert mined.questions[0].answers == ("stop", "on")


def test_who_can_go_no_further_meanwhile_does_not(mined):
    """FP-TRP-1, FP-DIE-1: felled by the GM while it chooses."""
    straight_ahead(mined)
    mined.do("move yara J5")
    mined.do("damage yara 40")
    assert (mined.yara.square, mined.questions) == ("G5", ())
    assert "stopped" in [what for what, *_ in mined.happened()]


@pytest.mark.parametrize("line", ["move yara H5", "move yara J5 --via H5", "step yara H5"])
def test_who_names_a_known_trap_is_asked(open_field, line):
    """FP-TRP-1: nothing else leads onto it."""
    open_field.do("set fight board.traps.mine.found=true")
    open_field.put(yara="G5").do(line)
    assert (open_field.yara.square, open_field.questions[0].answers) == ("G5", ("stop", "on"))
    open_field.do("choose on", 3, 3, 2)
    assert not open_field.board.traps["mine"].armed


# Take 20 (FP-TRP-2).


def test_outside_combat_one_may_take_20(yard):
    """FP-TRP-2: without a roll, also where a roll could have failed."""
    yard.put(yara="N10")
    assert yard.do("trap yara search --take-20") == "success"
    assert (yard.rolls(), yard.told("takes-20")) == ([], {"skill": "perception", "total": 24})
    yard.do("set fight board.traps.mine.disable=26")
    assert yard.do("trap yara disable mine --take-20") == "failure"
    assert yard.board.traps["mine"].armed
    yard.do("set fight board.traps.mine.disable=25")
    assert yard.do("trap yara disable mine --take-20") == "success"
    assert (yard.rolls(), yard.board.traps["mine"].armed) == ([], False)
    assert yard.told("takes-20") == {"skill": "disable device", "total": 25}


def test_taking_20_counts_what_the_gm_adds(yard):
    """FP-TRP-1, FP-TRP-2: --mod and --misc."""
    yard.put(yara="N10").do("set fight board.traps.mine.perception=25")
    assert yard.do("trap yara search --take-20") == "failure"
    assert yard.do("trap yara search --take-20 --mod 1 --misc 1") == "failure"
    assert yard.do("trap yara search --take-20 --mod 1") == "success"


def test_in_combat_nobody_takes_20(table):
    """FP-TRP-2: and nothing that only a roll has goes with it."""
    table.put(yara="N10")
    wrong = table.refused("trap yara search --take-20")
    assert (wrong.rule, wrong.message) == ("FP-TRP-2", "taking 20 is not possible in combat")


@pytest.mark.parametrize("option", ["--advantage 1", "--disadvantage 1"])
def test_what_counts_for_a_roll_means_nothing_with_20(yard, option):
    """FP-TRP-2."""
    yard.put(yara="N10")
    name = option.split(maxsplit=1)[0]
    told = f"{name} cannot be used with --take-20, which does not roll"
    assert yard.refused(f"trap yara search --take-20 {option}").message == told


# Waiting for a trigger (FP-RDY-1).


@pytest.fixture
def waiting(table):
    """Yara waits; it is the toughs' turn, tough next to hale."""
    table.put(hale="G1", yara="F2", bully="P1").do('ready yara "tough strikes"')
    table.do("turn")
    return table


def test_who_loses_the_contest_waits_for_the_other(waiting):
    """FP-RDY-1: the one whose turn it is acts once the one who waited has."""
    waiting.do("ready yara --now --against tough", 12, 8)
    wrong = waiting.refused("attack tough hale")
    assert (wrong.rule, wrong.message) == ("FP-RDY-1", "Tough is waiting for Yara to act")
    assert waiting.do("attack bully hale --force", 3) == "failure"
    waiting.do("attack yara tough", 3, 1)
    assert waiting.do("attack tough hale", 3) == "failure"


def test_who_waited_and_loses_acts_after_the_other(waiting):
    """FP-RDY-1: the other side of the contest."""
    waiting.do("ready yara --now --against tough", 3, 20)
    wrong = waiting.refused("attack yara tough")
    assert (wrong.rule, wrong.message) == ("FP-RDY-1", "Yara is waiting for Tough to act")
    waiting.do("attack tough hale", 3)
    assert waiting.do("attack yara tough", 3, 1) == "failure"


@pytest.mark.parametrize("line", ["damage yara 40", "remove yara", "condition add yara helpless"])
def test_nobody_waits_for_one_who_cannot_act(waiting, line):
    """FP-RDY-1: the first one fell, or left."""
    waiting.do("ready yara --now --against tough", 12, 8)
    waiting.do(line)
    assert waiting.do("attack tough hale", 3) == "failure"


def test_the_one_who_goes_first_may_let_it_be(waiting):
    """FP-RDY-1: with a Free action, as the refusal says."""
    waiting.do("ready yara --now --against tough", 12, 8)
    assert waiting.refused("attack tough hale").hint == 'try: free yara "lets it be", or --force'
    waiting.do('free yara "lets it be"')
    assert waiting.do("attack tough hale", 3) == "failure"


def test_an_action_that_lapses_is_said(waiting):
    """FP-RDY-1: at the end of the turn in which it came; a missed trigger, at the next own turn."""
    waiting.do("ready yara --now --against tough", 12, 8)
    waiting.do("turn")
    assert waiting.told("instant-lapses") == {}
    assert (waiting.yara.turn.instant, waiting.tough.turn.yields_to) == (False, "")
    waiting.do('ready porter "something"')
    for _ in range(3):
        waiting.do("turn")
    assert waiting.told("waited") == {}


def test_nobody_goes_before_one_who_does_nothing(waiting):
    """FP-RDY-1: out of its turn."""
    wrong = waiting.refused("ready yara --now --against porter")
    assert (wrong.rule, wrong.message) == ("FP-RDY-1", "Porter cannot roll out of turn")


def test_nobody_goes_before_one_who_has_nothing_left(waiting):
    """FP-RDY-1: the loser would have waited for nothing; an immediate action counts."""
    waiting.set("tough", "turn.ended=true")
    wrong = waiting.refused("ready yara --now --against tough")
    assert (wrong.rule, wrong.message) == ("FP-RDY-1", "Tough has no action left to roll for")
    waiting.set("tough", "turn.instant=true").do("ready yara --now --against tough", 12, 8)
    assert waiting.tough.turn.yields_to == "yara"


def test_before_the_first_round_anybody_may_roll(yard):
    """FP-RDY-1: there are no turns yet."""
    yard.do('ready yara "the door opens"')
    yard.do("ready yara --now --against tough", 12, 8)
    assert "Tough is waiting for Yara to act" in yard.refused("move tough G2").message
    yard.do('free yara "lets it be"')
    yard.do("move tough G2")
    assert yard.tough.square == "G2"


@pytest.mark.parametrize(("mod", "score"), [(0, 0), (2, 3), (-4, -1)])
def test_the_chance_to_go_first(waiting, mod, score):
    """FP-RDY-1: two d20, each with a score; of equals the one who waited."""
    waiting.set("tough", f"initiative_misc={score}")
    ours, theirs = 4 + mod, score
    first = sum(one + ours >= other + theirs for one, other in product(loops.D20, repeat=2))
    odds = waiting.odds(f"ready yara --now --against tough --mod {mod}")
    assert dict(odds.outcomes)["success"] == Fraction(first, 400)


# Throwing (FP-GRN).


@pytest.mark.parametrize(
    ("mark", "faces", "square"),
    [("D1", (5, 9), "D1"), ("D2", (2, 9), "D2"), ("A5", (10, 5), "A5"), ("A5", (1, 5), "C5")],
)
def test_what_stops_a_throw_is_said(table, mark, faces, square):
    """FP-GRN-2: a wall and the edge of the map; a throw that nothing stops flies on."""
    table.put(hale=f"{mark[0]}4" if mark == "D1" else f"{mark[0]}1", yara="P1", gort="P2", porter="P3")
    table.do(f"throw hale frag --at {mark}", *faces)
    flies_on = square == "C5"
    assert table.told("lands")["square"] == square
    assert ((table.told("scatters") is None), (table.told("scatters-stopped") is None)) == (not flies_on, flies_on)


@pytest.mark.parametrize("square", ["E3", "A8", "P6"])
def test_nobody_aims_at_a_wall(table, square):
    """FP-GRN-1: nor at a closed door, which is one."""
    table.put(hale="M5")
    wrong = table.refused(f"throw hale frag --at {square}")
    assert (wrong.rule, wrong.message) == ("FP-GRN-1", f"{square} is blocked")


def test_a_hit_that_would_do_less_says_what_it_does(table):
    """FP-ATK-3: options.least_damage."""
    table.put(hale="G1", bully="P1").set("hale", "strength=4").do("attack hale tough", 19, 1)
    assert (table.told("least-damage"), table.tough.hp) == ({"amount": 1}, 29)
    table.set("hale", "turn.standard=false").do("attack hale tough", 19, 4)
    assert (table.told("least-damage"), table.tough.hp) == (None, 28)


@pytest.mark.parametrize("save", ["none", "dexterity"])
def test_a_blast_that_does_nothing_says_so(table, save):
    """FP-GRN-3: with a save or without."""
    table.do(f"set fight options.blast_save={save} weapons.frag.bonus=-40")
    table.put(hale="A5", tough="I6", bully="P1", yara="A1", gort="A2", porter="P10")
    table.do("throw hale frag tough", 5, 5)
    table.do("turn")
    table.do("turn", 4, 4, *([20] if save == "dexterity" else []))
    assert (table.told("unharmed"), table.tough.hp) == ({}, 30)


# Objects, the helpless, and gear that sees through walls (FP-OBJ-1, FP-COV-2, FP-COV-3).


def test_a_helpless_target_takes_a_check_unless_the_option_says_otherwise(table):
    """FP-OBJ-1: our reading, and the other one; a shot, a full attack and the off hand alike."""
    table.put(hale="G1", bully="P1").set("hale", "off_hand=knife", "extra_damage=1").do("condition add tough helpless")
    assert table.do("attack hale tough", 3) == "failure"
    table.do("set fight options.helpless_check=false")
    table.set("hale", "turn.standard=false")
    assert (table.do("attack hale tough", 5), table.rolls("attack")) == ("success", [])
    assert table.do("off-hand hale tough", 1) == "success"
    assert (
        "hit without a check" in table.set("hale", "turn.standard=false").refused("attack hale tough --mod 1").message
    )
    table.set("hale", "turn.simple=false", "turn.attacked=", "turn.attacked_with=")
    assert table.do("full-attack hale tough", 2, 3) == "success"


def test_what_a_sure_hit_does(table):
    """FP-OBJ-1, FP-ATK-3: a d8 and Strength, no more and no less, never critical."""
    table.put(hale="G1", bully="P1").do("condition add tough helpless")
    table.do("set fight options.helpless_check=false")
    odds = table.odds("attack hale tough")
    assert dict(odds.outcomes) == {"success": Fraction(1)}
    assert dict(odds.losses["tough"]) == loops.plus(loops.dice(8), 3)


@pytest.mark.parametrize(
    ("gear", "option", "faces"),
    [("false", "barrier", (6, 12, 1)), ("true", "barrier", (12, 1)), ("true", "all", (12,))],
)
def test_gear_that_sees_through_walls_spares_the_d10(table, gear, option, faces):
    """FP-COV-2, FP-COV-3: our reading; by the option the disadvantage as well."""
    table.do(f"set fight options.wall_sight={option}")
    table.set("yara", f"sees_walls={gear}", "proficiencies.sidearm=0", "ac=10").put(yara="G2", bully="P1")
    table.do("attack yara tough --cover full --weak", *faces, 2)
    assert len(table.rolls("barrier")) == (gear == "false")
    assert [each.why for each in table.rolls("attack")[0].edges] == (["full cover"] if len(faces) > 1 else [])


@pytest.mark.parametrize(("option", "edge"), [("barrier", -1), ("all", 0)])
def test_the_chance_of_a_shot_that_is_aimed_through_a_wall(table, option, edge):
    """FP-COV-2: the check alone, with a disadvantage die of level 9 or without."""
    table.do(f"set fight options.wall_sight={option}")
    table.set("yara", "sees_walls=true", "proficiencies.sidearm=0").put(yara="G2", bully="P1")
    odds = table.odds("attack yara tough --cover full --weak --fumble none")
    assert dict(odds.outcomes) == loops.attack(3, 12, edge, 6)


def test_gear_helps_against_no_fog_behind_the_wall(table):
    """FP-COV-2: the fog still takes the d10."""
    table.set("yara", "sees_walls=true", "proficiencies.sidearm=0").put(yara="F1", bully="P1")
    table.do("set fight board.zones.f.kind=fog board.zones.f.square=G1 board.zones.f.area=0")
    table.do("attack yara tough --cover full --weak", 5)
    table.set("yara", "turn.standard=false").do("attack yara tough", 5)
    assert len(table.rolls("barrier")) == 1


def test_full_cover_on_the_sheet_stops_shots_out_of_it_too(table):
    """FP-COV-2: our reading; --cover says otherwise, and so does leaving it."""
    table.put(yara="F1", bully="P1").do("set yara cover=full")
    wrong = table.refused("attack yara tough")
    assert (wrong.rule, wrong.message) == ("FP-COV-2", "Yara is behind full cover: no clear line to Tough")
    table.do("attack yara tough --cover none", 3, 1)
    table.do("move yara F2 --force --opportunities pass")
    assert table.set("yara", "turn.standard=false").do("attack yara tough", 3, 1) == "failure"


# Fliers (FP-FLD-1).


@pytest.fixture
def air(open_field):
    """Put Hale 10 ft up, and tough on the ground four squares away."""
    return open_field.put(hale="D5", tough="H5").set("hale", "flies=true", "height=2")


@pytest.mark.parametrize(
    "line", ["move hale tough", "sprint hale tough", "withdraw hale tough", "technique hale charge tough --fumble none"]
)
def test_a_flier_that_goes_up_to_somebody_ends_at_their_height(air, line):
    """FP-FLD-1: on the ground, or in the air; no enemy strikes at it on the way down."""
    air.do("set fight board.traps.mine.armed=false")
    air.do(line, *([3] if "charge" in line else []))
    assert (air.hale.square, air.hale.height, air.questions) == ("G5", 0, ())
    air.set("hale", "turn.standard=false", "turn.full_round=false", "turn.ended=false")
    assert air.do("attack hale tough", 3) == "failure"
    air.set("tough", "flies=true", "height=3", "square=K5").put(hale="D5")
    air.set("hale", "turn.standard=false", "turn.full_round=false", "turn.ended=false")
    air.do(line, *([3] if "charge" in line else []))
    assert (air.hale.square, air.hale.height) == ("J5", 3)


def test_a_flier_that_goes_to_a_square_keeps_its_height(air):
    """FP-FLD-1: no other one is mentioned."""
    air.do("move hale F5")
    assert (air.hale.square, air.hale.height) == ("F5", 2)


def test_sinking_costs_movement(air):
    """FP-FLD-1, FP-MOV-1: from too high up, no move reaches a combatant below."""
    air.set("hale", "height=7")
    wrong = air.refused("move hale tough")
    assert (wrong.rule, wrong.message) == ("FP-MOV-1", "height 0 is more than 30 ft up or down")
    air.do("sprint hale tough --opportunities pass")
    assert air.hale.height == 0


def test_a_flier_comes_down_steeply_without_a_stop_in_reach(air):
    """FP-FLD-1, FP-MOV-1, FP-MOV-10: the way that leaves no threatened square, not one that ends above its enemy."""
    air.do("set fight board.traps.mine.armed=false")
    air.put(hale="F5").set("hale", "height=4").do("move hale tough")
    assert (air.hale.square, air.hale.height, air.questions) == ("G5", 0, ())


def test_nobody_drops_prone_in_the_air(air):
    """FP-MOV-8, FP-FLD-1: on the ground a flier does as others."""
    assert air.refused("prone hale").rule == "FP-MOV-8"
    air.set("hale", "height=0").do("prone hale")
    assert "prone" in air.hale.conditions


def test_a_known_trap_on_the_way_is_no_news(air):
    """FP-TRP-1: the question says where it is, also to the one who laid it."""
    assert "sees" not in air.session.rules.words["question.trap"]


def test_a_flier_steps_down_beside_somebody(air):
    """FP-FLD-1, FP-MOV-9: one square, and no more."""
    air.do("set fight board.traps.mine.armed=false")
    air.put(hale="F5").set("hale", "height=1").do("step hale tough")
    assert (air.hale.square, air.hale.height) == ("G5", 0)
    air.set("hale", "turn.simple=false", "turn.ended=false", "square=F5", "height=2")
    assert air.refused("step hale tough").rule == "FP-MOV-1"


def test_a_flier_overruns_who_stands_on_the_ground(air):
    """FP-TEC-1, FP-FLD-1: it comes down to run over them, and no further."""
    air.do("set fight board.traps.mine.armed=false")
    air.do("technique hale overrun tough --opportunities pass", 4, 2)
    assert (air.hale.square[0] in "IJ", air.hale.height, "prone" in air.tough.conditions) == (True, 0, True)


def test_a_helpless_flier_falls(air):
    """FP-FLD-1, FP-CDG-1: for any reason."""
    air.do("condition add hale helpless")
    assert (air.hale.height, air.told("comes-down")) == (0, {"feet": 10})


def test_who_falls_where_somebody_is_ends_up_beside_them(air):
    """FP-FLD-1, FP-FLD-2."""
    air.put(hale="H5").set("hale", "height=2").do("damage hale 20")
    assert (air.hale.height, air.told("makes-room")["square"]) == (0, air.hale.square)
    assert air.hale.square != "H5"


def test_who_falls_onto_a_full_map_ends_up_on_the_same_square(air):
    """FP-FLD-1, FP-FLD-2: our reading; there is no free square to go to."""
    air.do("set fight board.objects.door.square= board.objects.crate.square= board.traps.mine.square=")
    air.put(yara="", gort="", bully="", porter="", hale="A1", tough="A1").draw(".")
    air.set("hale", "height=2").do("damage hale 20")
    assert (air.hale.square, air.hale.height, air.told("makes-room")) == ("A1", 0, None)


def test_who_falls_onto_a_trap_sets_it_off(air):
    """FP-FLD-1, FP-TRP-1: known or not; the blast is done to the one who fell as to others."""
    air.do("set fight board.traps.mine.square=D5 board.traps.mine.laid_by=crew")
    air.do("damage hale 20", 3, 3, 15)
    assert (air.board.traps["mine"].armed, air.hale.hp) == (False, -3)


# What the GM sets and edits (FP-FLD-1, FP-FLD-2).


@pytest.mark.parametrize(
    ("pairs", "rule", "message"),
    [
        ("square=E3", "FP-FLD-1", "Hale cannot be on E3: it is a wall"),
        ("square=P6", "FP-FLD-1", "Hale cannot be on P6: the hatch is there"),
        ("square=P10 size=2", "FP-FLD-1", "Hale cannot be on Q10: it is off the map"),
        ("square=B3", "FP-FLD-2", "B3 is occupied"),
        ("square=D3 size=2", "FP-FLD-1", "Hale cannot be on E3: it is a wall"),
        ("size=3", "FP-FLD-2", "B1 is occupied"),
        ("height=-1", "FP-FLD-1", "height -1 is below ground on B1"),
    ],
)
def test_set_refuses_what_nobody_could_do(table, pairs, rule, message):
    """FP-FLD-1, FP-FLD-2: as `move` does; --force does it."""
    wrong = table.refused(f"set hale {pairs}")
    assert (wrong.rule, wrong.message) == (rule, message)
    table.do(f"set hale {pairs} --force")
    assert table.reload().session.fight.combatants["hale"] == table.hale


def test_set_puts_nobody_off_the_map_at_all(table):
    """FP-FLD-1: there is no such square."""
    assert table.refused("set hale square=Z9 --force").rule == "FP-FLD-1"


@pytest.mark.parametrize("dead", ["hale", "yara"])
def test_the_dead_take_no_square(table, dead):
    """FP-FLD-2: neither the combatant placed there nor the one already there."""
    table.do(f"condition add {dead} dead")
    table.do("set hale square=B3")
    assert table.hale.square == "B3"


@pytest.mark.parametrize(
    ("pairs", "height", "cover"),
    [("square=C1", 3, "none"), ("square=B1", 0, "none"), ("square=C1 height=5", 5, "none"),
     ("square=C1 cover=heavy", 3, "heavy"), ("cover=full", 0, "full")],
)  # fmt: skip
def test_who_is_set_on_a_square_has_the_height_and_cover_of_it(open_field, pairs, height, cover):
    """FP-FLD-1, FP-COV-1: unless they are stated too."""
    open_field.do('set fight "board.map=..3................." board.objects.door.square= board.objects.crate.square=')
    for who in ("yara", "gort", "tough", "bully", "porter"):
        open_field.set(who, "square=")
    open_field.put(hale="A1").do("set hale cover=partial")
    open_field.do(f"set hale {pairs}")
    assert (open_field.hale.height, open_field.hale.cover) == (height, cover)


def test_a_flier_set_on_a_square_keeps_its_height(open_field):
    """FP-FLD-1: it comes no lower; without flight it is on the ground."""
    open_field.put(hale="A1").set("hale", "flies=true", "height=4").put(hale="C2")
    assert open_field.hale.height == 4
    open_field.set("hale", "flies=false")
    assert open_field.hale.height == 0


@pytest.mark.parametrize(("pair", "height"), [("size=2", 0), ("flies=false", 0), ("flies=true", 3), ("speed=30", 3)])
def test_which_edits_put_a_character_back_on_the_ground(open_field, pair, height):
    """FP-FLD-1: those of its size and its flight, unless it flies; at others a height set by hand stays."""
    open_field.put(hale="D5").set("hale", "height=3").set("hale", pair)
    assert open_field.hale.height == height


def test_an_edit_puts_somebody_on_the_ground_of_the_square(open_field):
    """FP-FLD-1: as in a save that was edited by hand; a height that it states stays."""
    open_field.do('set fight "board.map=..3................." board.objects.door.square= board.objects.crate.square=')
    for who in ("yara", "gort", "tough", "bully", "porter"):
        open_field.set(who, "square=")
    open_field.put(hale="A1")
    for fields, height in ((("square", "C1"),), 3), ((("square", "D1"), ("height", 2)), 2):
        edit(open_field, "hale", fields)
        assert open_field.hale.height == height


def edit(table, who, pairs):
    """Play a hand edit of a sheet."""
    before = table.session.fight
    people = {**before.combatants, who: replace(before.combatants[who], **dict(pairs))}
    steps = steps_text(steps_between(before, replace(before, combatants=people)))
    table.session.perform(Edit(steps=steps))


def test_who_comes_onto_the_map_stands_on_the_ground(open_field):
    """FP-FLD-1, FP-COV-1: at its height, with the cover that is stated."""
    open_field.do('set fight "board.map=..3................." board.objects.door.square= board.objects.crate.square=')
    for who in ("hale", "yara", "gort", "tough", "bully", "porter"):
        open_field.set(who, "square=")
    open_field.do("move hale C1 --cover heavy")
    assert (open_field.hale.square, open_field.hale.height, open_field.hale.cover) == ("C1", 3, "heavy")
    assert open_field.refused("move yara D1 --via A1").message == "--via cannot be used without a square to start from"


HILLS = (
    "........22..",
    "..1..:..22..",
    "..1.%....1..",
    "....##......",
    "..~~....,,..",
    "............",
)


def agrees(table):
    """Check the law of places: heights match the ground, walls are empty, and no one shares a square."""
    fight, taken = table.session.fight, {}
    for who, one in fight.combatants.items():
        if not one.square:
            continue
        ground = ground_height(fight.board, place(fight, one.square))
        assert one.height == ground if not one.flies else one.height >= ground, (who, one.height, ground)
        for square in squares_of(one) if not is_dead(one) else ():
            assert taken.setdefault((square, one.height), who) == who, (who, taken)


@pytest.mark.parametrize("seed", range(12))
def test_places_agree_whatever_is_done(seed):
    """FP-FLD-1, FP-FLD-2, FP-COV-1: after each of many plausible lines."""
    dice, table = Random(seed), Table()  # noqa: S311 - a test
    table.do("set fight board.objects.door.square= board.objects.crate.square=A6 board.traps.mine.square=H6")
    table.do("set fight board.traps.mine.laid_by=toughs")
    for who, square in zip(table.combatants, ("A1", "A2", "A3", "K1", "K2", "G5"), strict=True):
        table.set(who, f"square={square}")
    table.set("bully", "flies=true", "height=2")
    table.draw(*HILLS)
    for who in table.combatants:
        table.do(f"set {who} square={getattr(table, who).square} --force")
        table.set(who, "height=0") if who != "bully" else None
    table.set("tough", "height=0", "square=L1").do("init")
    for _ in range(60):
        fight = table.session.fight
        if fight.questions:
            asked = fight.questions[-fight.paused.waiting :][0]
            whose = f"{asked.who} " if len(fight.questions) > 1 else ""
            table.do(f"choose {whose}{dice.choice(asked.answers)}")
        else:
            who = dice.choice([*fight.combatants])
            lines = [line_for(each.command) for each in offers(table.session.rules, fight, who)]
            table.do(dice.choice(lines) if lines else "turn next --force")
        agrees(table)
