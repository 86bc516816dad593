"""What `show WHO` tells of a FuturePath character: each number a rule uses, with the parts it is the sum of."""

import pytest
from msgspec.structs import replace

from rbfcli.dice.sources import MaxDice
from rbfcli.engine.scene import Scene
from rbfcli.model.display import Strips
from rbfcli.session.encounter import from_encounter
from rbfcli.storage.paths import find_encounter
from rbfcli.systems.futurepath import RULES
from rbfcli.systems.futurepath.picture import sight
from rbfcli.systems.futurepath.sheet import Trap
from tests.showing import armed, explained, on_sheet

USUAL = "critical from 20 ×2"
UNUSUAL = {
    "team": "blue",
    "strength": 7,
    "constitution_lost": 3,
    "wisdom": 13,
    "initiative_misc": 2,
    "advantage_die": "1d10",
    "size": 2,
    "height": 2,
    "cover": "partial",
    "skills": {"climb": 2},
    "weapons": ("knife", "frag", "smoke", "pistol"),
    "off_hand": "pistol",
    "ammo": {"frag": 1, "pistol": 5},
}


def test_the_page_of_a_character(table):
    """FP-ATK-1, FP-ATK-3, FP-GRN-3, FP-COV-3: Strength only where it strikes, none in a blast, haze does no harm."""
    weapons = {each: replace(table.weapons[each], bonus=2) for each in ("frag", "smoke", "pistol")}
    weapons["knife"] = replace(table.weapons["knife"], bonus=-1, accuracy=1)
    weapons["pistol"] = replace(weapons["pistol"], range=0)
    fight = on_sheet(armed(table.session.fight, **weapons), "hale", **UNUSUAL)
    assert explained(RULES, fight, "hale") == [
        "team: blue FP-INI-1",
        "AC: 14 FP-ATK-1",
        "Con",
        "strength: 7: -2",
        "dexterity: 12: +1",
        "constitution: 11 (14 less 3 lost): +0",
        "intelligence: 10: +0",
        "wisdom: 13: +1",
        "charisma: 10: +0",
        "initiative: 4 = Dexterity +1, Wisdom +1, misc +2 FP-INI-2",
        "advantage: 1d10 FP-ADV-2",
        "speed: 30 ft a move, 90 ft a sprint FP-MOV-1",
        "threatens: 5 ft FP-FLD-3",
        "size: 2 squares across",
        "height: 10 ft",
        "cover: partial FP-COV-1",
        "climb: 0 = Climb +2, Strength -2 FP-SKL-1",
        "ammo",
        f"weapon: knife: 1d4-3 damage, {USUAL}, reach 5 ft, proficient +1, -1 to hit = Strength -2, knife +1 FP-ATK-1",
        "weapon: frag (frag grenade): 2d8+2 damage, thrown, area 10 ft, 1/2 left FP-ATK-1",
        "weapon: smoke (smoke grenade): smoke, thrown, area 10 ft, 1/1 left FP-ATK-1",
        f"weapon: pistol: 1d6+2 damage, {USUAL}, any range, 5/8 rounds, off hand, +1 to hit = Dexterity +1 FP-ATK-1",
        f"weapon: unarmed (bare hands): 1d2-2 damage, {USUAL}, reach 5 ft, -2 to hit = Strength -2 FP-ATK-1",
        "left: Standard, Simple, Free, Full Round; 0 of 1 opportunities taken FP-ECO-1",
    ]


def test_the_page_tells_what_is_rolled(table):
    """FP-ATK-1, FP-ATK-3: a hit with 12 and 6 of a die is as much as the page says."""
    table.put(hale="G1")
    sword = f"weapon: sword (broad sword): 1d8+3 damage, {USUAL}, reach 5 ft, in hand, +3 to hit = Strength +3 FP-ATK-1"
    assert sword in explained(RULES, table.session.fight, "hale")
    table.do("attack hale tough", 12, 6)
    assert [(each.label, each.total) for each in table.rolls()] == [("attack", 12 + 3), ("damage", 6 + 3)]
    assert table.tough.hp == 30 - 9
    left = "left: Simple, Free; 0 of 1 opportunities taken FP-ECO-1"
    assert explained(RULES, table.session.fight, "hale")[-1] == left


def test_the_page_of_somebody_usual_before_the_first_round(yard):
    """FP-ATK-3, FP-COV-1, FP-ECO-1: no Strength to add, no cover, no turn of which anything is left."""
    assert explained(RULES, yard.session.fight, "porter")[10:] == [
        "advantage: 1d4 at level 1 FP-ADV-2",
        "speed: 30 ft a move, 90 ft a sprint FP-MOV-1",
        "threatens: 5 ft FP-FLD-3",
        "size",
        "height",
        "cover FP-COV-1",
        "ammo",
        f"weapon: unarmed (bare hands): 1d2 damage, {USUAL}, reach 5 ft, +0 to hit FP-ATK-1",
        "left",
    ]
    pistol = "range 30 ft, 8/8 rounds, proficient +1, +3 to hit = Dexterity +3 FP-ATK-1"
    assert f"weapon: pistol: 1d6 damage, {USUAL}, {pistol}" in explained(RULES, yard.session.fight, "yara")


# What players see of a FuturePath fight (FP-TRP-1).


def test_a_trap_is_on_the_map_once_it_was_found():
    """FP-TRP-1: until then it is the GM's."""
    fight = from_encounter(find_encounter("depot-raid"), "sight", source="depot-raid").fight
    for found in (False, True):
        traps = {"wire": Trap(name="a wire", square="F6", found=found)}
        shown = sight().known(replace(fight, board=replace(fight.board, traps=traps)), "")
        told = sight().ground(shown)
        strips = next(part for part in told if isinstance(part, Strips))
        assert any("^ " in strip for strip in strips.strips) is found
        assert ("wire" in str(told)) is found


# Speech, gestures, skills, feats and talents (FP-SPK, FP-SKL).


def test_words_are_free_and_overlap_everything(table):
    """FP-SPK-1: after the turn, and out of turn."""
    table.do("sprint hale F1")
    table.do('speak hale "get behind the crates"')
    table.do("speak tough you there")
    assert table.told("speaks") == {"words": "you there"}
    assert table.hale.turn.free == 0


def test_words_are_about_three_seconds_a_round(table):
    """FP-SPK-1: options.speech_words."""
    table.do("set fight options.speech_words=5")
    table.do("speak hale one two three")
    wrong = table.refused("speak hale four five six")
    assert (wrong.rule, "2 more words" in wrong.message) == ("FP-SPK-1", True)
    for _ in range(3):
        table.do("turn next")
    table.do("speak hale one two three four five")


def test_one_gesture_a_round(table):
    """FP-SPK-1: it takes no words away."""
    table.do("speak hale attack there --gesture")
    assert table.hale.turn.words == 0
    assert table.refused("speak hale and there --gesture").rule == "FP-SPK-1"


def test_the_unconscious_are_silent(table):
    """FP-SPK-1."""
    table.do("damage hale 20")
    assert table.refused("speak hale help").rule == "FP-DIE-1"


@pytest.mark.parametrize(
    ("line", "spent"),
    [
        ("use yara acrobatics --dc 10", "free"),
        ("use yara intimidation --dc 10", "full_round"),
        ("use yara 'say Battle Cry'", "full_round"),
        ("use yara 'say Battle Cry' --as standard", "standard"),
        ("use yara diplomacy --as simple", "simple"),
    ],
)
def test_what_a_skill_a_feat_or_a_talent_takes(table, line, spent):
    """FP-SKL-1."""
    table.do(line)
    assert getattr(table.yara.turn, spent)


def test_a_skill_is_a_check_of_ranks_and_ability(table):
    """FP-SKL-1: 5 ranks and Dexterity 3."""
    assert table.do("use yara acrobatics --dc 15", 7) == "success"
    assert table.rolls()[0].total == 15
    assert table.do("use yara acrobatics --dc 15 --disadvantage 1", 9, 4) == "failure"


def test_a_feat_is_told(table):
    """FP-SKL-1."""
    table.set("hale", "feats=Gun-Fu").do("use hale gun")
    assert table.told("uses") == {"action": "Gun-Fu"}


def test_a_talent_the_rules_do_not_know_takes_its_turn_in_own_words(table):
    """FP-SKL-1: without `say` it is refused, with the nearest that are known."""
    assert table.refused("use hale acrobatic-s").hint == "did you mean acrobatics?"
    assert table.refused("use hale 'Battle Cry'").status == 2
    table.do("use hale 'say Battle Cry'")
    assert table.told("uses-own") == {"action": "Battle Cry"}
    assert table.hale.turn.full_round


# Small deeds, words, skills, doors and triggers down to their edges (FP-ECO-2, FP-SPK, FP-SKL, FP-MOV-12, FP-RDY).


@pytest.mark.parametrize(
    ("hands", "left"), [("held", ("", "knife")), ("off-hand", ("sword", "")), ("both", ("", ""))]
)  # fmt: skip
def test_what_each_hand_lets_go(table, hands, left):
    """FP-ECO-2: what falls lies there, by the rule; one Free action."""
    table.set("hale", "off_hand=knife").do(f"free hale --drop {hands}")
    assert (table.hale.held, table.hale.off_hand) == left
    dropped = [weapon for weapon in ("sword", "knife") if weapon not in left]
    assert [(each.weapon, each.where) for each in table.board.lying] == [(weapon, "B1") for weapon in dropped]
    assert table.happened() == [("dropped", "FP-ECO-2", "hale", "")] * len(dropped)
    assert table.changes("turn.free") == [("FP-ECO-2", "hale", 1)]


def test_a_small_thing_is_told_in_its_words(table):
    """FP-ECO-2: with what is dropped as well; nothing else is told."""
    table.do("free hale kicks the lamp over")
    assert (table.told("does"), table.happened()) == (
        {"action": "kicks the lamp over"},
        [("does", "FP-ECO-2", "hale", "")],
    )
    table.do("free hale curses --drop held")
    assert [what for what, _, _, _ in table.happened()] == ["dropped", "does"]


def test_letting_go_of_somebody(table):
    """FP-TEC-1, FP-ECO-2: whom one holds, also in the middle of a Full Round; another keeps its hold."""
    table.put(hale="G6", tough="H6", gort="I6", bully="I5")
    table.do("technique hale grapple tough", 3, 2)
    wrong = table.refused("free gort --release tough")
    assert (wrong.rule, wrong.message) == ("FP-TEC-1", "Gort is not holding Tough")
    table.do("free hale --release tough --during")
    assert [(each.rule, each.who, each.name) for each in table.last.events if getattr(each, "name", "")] == [
        ("FP-TEC-1", "tough", "grappled")
    ]
    assert (table.changes("turn.free"), table.tough.conditions) == ([("FP-ECO-2", "hale", 1)], {})


def test_how_many_words_are_left(table):
    """FP-SPK-1: 12 a round, none of them too many; they are counted from the first."""
    table.do("speak hale a b c d e f g")
    assert table.changes("turn.words") == [("FP-SPK-1", "hale", 7)]
    wrong = table.refused("speak hale a b c d e f")
    assert wrong.message == "Hale can say 5 more words this round, not 6"
    table.do("speak hale a b c 'd e'")
    assert (table.hale.turn.words, table.told("speaks")) == (12, {"words": "a b c d e"})


def test_before_the_first_round_nobody_counts_words_or_gestures(yard):
    """FP-SPK-1."""
    yard.do("set fight options.speech_words=2")
    yard.do("speak hale one two three")
    yard.do("speak hale over there --gesture")
    yard.do("speak hale and there --gesture")
    assert (yard.hale.turn.words, yard.hale.turn.gesture) == (0, False)
    assert yard.told("gestures") == {"words": "and there"}


def test_a_gesture_counts_by_its_rule(table):
    """FP-SPK-1: once, and again in the next round."""
    table.do("speak hale over there --gesture")
    assert (table.changes("turn.gesture"), table.told("speaks")) == ([("FP-SPK-1", "hale", True)], None)
    assert table.happened() == [("gestures", "FP-SPK-1", "hale", "")]
    table.do("speak hale quick --force --gesture")
    for _ in range(3):
        table.do("turn")
    table.do("speak hale over there --gesture")


@pytest.mark.parametrize(
    ("words", "faces", "edges", "total"),
    [
        ("--mod 2", (7,), [], 17),
        ("--advantage 2", (7, 1, 3), [(2, "as stated")], 19),
        ("--disadvantage 1", (7, 3), [(-1, "as stated")], 12),
    ],
)
def test_all_that_counts_for_a_skill(table, words, faces, edges, total):
    """FP-SKL-1, FP-ADV-1: on both sides of the number."""
    assert table.do(f"use yara acrobatics --dc {total} {words}", *faces) == "success"
    (rolled,) = table.rolls("acrobatics")
    assert (rolled.total, rolled.rule, [(each.value, each.why) for each in rolled.edges]) == (total, "FP-SKL-1", edges)
    assert table.changes("turn.free") == [("FP-SKL-1", "yara", 1)]
    table.session.undo(1)
    assert table.do(f"use yara acrobatics --dc {total + 1} {words}", *faces) == "failure"


@pytest.mark.parametrize("option", ["--dc 5", "--mod 1", "--advantage 1", "--disadvantage 1"])
@pytest.mark.parametrize("what", ["Gun-Fu", "'say Battle Cry'"])
def test_what_is_no_skill_is_not_rolled_for(table, what, option):
    """FP-SKL-1."""
    wrong = table.set("hale", "feats=Gun-Fu").refused(f"use hale {what} {option}")
    name = option.split(maxsplit=1)[0]
    assert (wrong.rule, wrong.message) == ("FP-SKL-1", f"{name} cannot be used without a skill")


def test_without_a_number_a_skill_is_only_rolled(table):
    """FP-SKL-1: no outcome; what is told of a feat or a talent is told alone."""
    assert table.do("use yara acrobatics", 7) == ""
    assert table.happened() == []
    table.set("hale", "feats=Gun-Fu").do("use hale Gun-Fu")
    assert (table.happened(), table.rolls()) == ([("uses", "FP-SKL-1", "hale", "")], [])
    table.do("use gort 'say Battle Cry'")
    assert (table.happened(), table.rolls()) == ([("uses-own", "FP-SKL-1", "gort", "")], [])


def test_a_door_is_opened_and_closed_by_who_stands_beside_it(table):
    """FP-MOV-12: told as what it is, and paid for by its rule."""
    assert table.refused("open hale door").message == "Hale is not adjacent to the hatch"
    table.put(hale="P5", tough="A1", bully="A2", yara="O5").do("open hale door")
    assert (table.happened(), table.told("opens")) == ([("opens", "FP-MOV-12", "hale", "")], {"thing": "hatch"})
    assert table.changes("turn.standard") == [("FP-MOV-12", "hale", True)]
    assert table.changes("board.objects.door.open") == [("FP-MOV-12", "", True)]
    table.do("open yara door --close --full-round")
    assert (table.happened(), table.told("closes")) == ([("closes", "FP-MOV-12", "yara", "")], {"thing": "hatch"})
    assert table.changes("turn.full_round") == [("FP-MOV-12", "yara", True)]
    assert table.changes("board.objects.door.open") == [("FP-MOV-12", "", False)]


def test_who_waits_says_for_what_in_its_own_words(table):
    """FP-RDY-1: the turn is over by that rule."""
    table.do("ready yara the door opens")
    assert table.told("waits") == {"trigger": "the door opens"}
    assert table.happened() == [("waits", "FP-RDY-1", "yara", "")]
    assert table.changes("turn.ended") + table.changes("ready") == [
        ("FP-RDY-1", "yara", True),
        ("FP-RDY-1", "yara", "the door opens"),
    ]


def test_what_counts_when_the_trigger_comes_is_said_then(table):
    """FP-RDY-1."""
    for option, name in (("--against tough", "--against"), ("--mod 2", "--mod")):
        wrong = table.refused(f"ready yara anything {option}")
        assert (wrong.rule, wrong.message) == ("FP-RDY-1", f"{name} cannot be used without --now")


@pytest.mark.parametrize(("mod", "first"), [(2, "yara"), (1, "yara"), (0, "tough")])
def test_what_the_one_who_waited_adds_is_its_own(table, mod, first):
    """FP-RDY-1: 10 and its score of 4 against 15; of equals the one who waited goes first."""
    table.do("ready yara anything")
    table.do("turn")
    table.do(f"ready yara --now --against tough --mod {mod}", 10, 15)
    assert [(each.who, each.total, each.rule) for each in table.rolls()] == [
        ("yara", 14 + mod, "FP-RDY-1"),
        ("tough", 15, "FP-RDY-1"),
    ]
    other = "tough" if first == "yara" else "yara"
    acts = ("acts-at-once", "FP-RDY-1", "yara", "") if first == "yara" else ("acts-after", "FP-RDY-1", "yara", "tough")
    assert table.happened() == [("goes-first", "FP-RDY-1", first, other), acts]


def test_who_strikes_at_one_that_leaves_does_it_once_by_its_rule(table):
    """FP-MOV-10, FP-FLD-3: with what reaches; the fumble of it is its own."""
    table.put(hale="G2", tough="H2", bully="P1").do("move hale C2 --opportunities strike", 15, 3)
    assert table.changes("turn.opportunities") == [("FP-MOV-10", "tough", 1)]
    assert table.happened()[0] == ("opportunity", "FP-MOV-10", "tough", "hale")
    assert table.rolls("attack")[0].target == "hale"


# What is between two (FP-COV, FP-FLD-1): what attacks ask, and nothing else.


def look(table, one="yara", other="tough"):
    """What is between two."""
    return RULES.between(Scene(table.session.fight, MaxDice(), RULES), one, other)


def ways(found):
    """Which weapons reach, each with its range and increment."""
    return {each.weapon: (each.reaches, each.range, each.increment) for each in found.weapons}


def test_nothing_is_between_two_in_the_open(table):
    found = look(table.put(yara="B1", tough="H1", hale="D1", porter="D2"))
    assert (found.distance, found.unit, found.sight, found.cover) == (30, "ft", True, "none")
    assert (found.obstacles, found.others) == ((), ("hale",))
    assert ways(found) == {
        "sidearm": (True, 30, 1), "pistol": (True, 30, 1), "knife": (False, 5, None), "unarmed": (False, 5, None),
    }  # fmt: skip
    assert found.weapons[2].reason == "Tough is 30 ft away; Yara's reach is 5 ft"


def test_each_range_increment_is_counted(table):
    """FP-ATK-4."""
    for square, increment in (("G1", 1), ("H1", 1), ("I1", 2), ("N1", 2), ("O1", 3)):
        found = look(table.put(yara="B1", tough=square))
        assert found.weapons[0].increment == increment
        assert table.odds("attack yara tough --with sidearm")
    table.arm("sidearm", range=0)
    assert ways(look(table))["sidearm"] == (True, None, None)


def test_a_wall_across_a_diagonal_is_named_with_its_squares(table):
    """FP-COV-2: both ways, and what is thrown gets over it."""
    found = look(table.put(hale="D2", tough="G5"), "hale")
    assert (found.sight, found.cover) == (False, "full")
    assert [(each.what, each.where, each.rule) for each in found.obstacles] == [
        ("wall", "E3", "FP-COV-2"), ("wall", "F4", "FP-COV-2"),
    ]  # fmt: skip
    assert ways(found)["frag"] == (True, 50, None)
    assert [each.where for each in look(table, "tough", "hale").obstacles] == ["F4", "E3"]
    table.put(tough="P5")
    assert look(table, "hale").weapons[2].reason == "P5 is 60 ft away; Hale can throw 50 ft"


def test_a_closed_door_an_open_one_and_a_weak_one(table):
    """FP-OBJ-1, FP-COV-2."""
    table.put(yara="P4", tough="P8")
    found = look(table)
    assert [(each.what, each.where) for each in found.obstacles] == [("hatch", "P6")]
    table.do("set fight board.objects.door.weak=true")
    assert look(table).obstacles[0].effect == "full cover, which shots can penetrate"
    assert ways(look(table))["sidearm"][0]
    table.do("set fight board.objects.door.weak=false board.objects.door.open=true")
    assert (look(table).obstacles, look(table).cover) == ((), "none")


def test_cover_of_the_ground_and_of_a_sheet_and_fog(table):
    """FP-COV-1, FP-COV-3."""
    table.draw(*["......:......."] * 5).put(yara="B1", tough="G1")
    table.do("set tough cover=heavy")
    table.do("add zone mist kind=fog square=D1 area=5")
    found = look(table)
    assert (found.sight, found.cover) == (False, "heavy")
    assert [(each.what, each.where, each.effect, each.rule) for each in found.obstacles] == [
        ("Tough's own cover", "G1", "heavy cover", "FP-COV-1"),
        ("the ground", "G1", "partial cover", "FP-COV-1"),
        ("fog", "D1", "hides the target, shots can penetrate", "FP-COV-3"),
    ]
    assert ways(found)["sidearm"][0]
    table.do("set yara sees_through=fog cover=full")
    found = look(table)
    assert [each.what for each in found.obstacles] == ["Yara's own cover", "Tough's own cover", "the ground"]
    assert found.weapons[0].reason == "Yara is behind full cover: no clear line to Tough"


def test_height_counts_and_an_unknown_square_does_not(table):
    """FP-FLD-1."""
    table.put(yara="B1", tough="C1").set("tough", "height=4")
    assert look(table).distance == 20
    table.set("tough", 'square=""')
    found = look(table)
    assert (found.distance, found.obstacles, found.others) == (None, (), ())
    assert ways(found)["sidearm"] == (True, 30, None)
