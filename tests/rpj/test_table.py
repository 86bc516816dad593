"""What the table sees: status, picture, what can be done, words, entering the fight, and the ledger."""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import fields

from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.offers import offers
from rbfcli.render.actions import effect_of
from rbfcli.render.sheet import sheet_lines
from rbfcli.render.style import Style
from rbfcli.session.begin import empty
from rbfcli.systems.rpj import RULES
from rbfcli.systems.rpj.commands import Move
from rbfcli.systems.rpj.entering import prepare
from rbfcli.systems.rpj.options import RpjOptions
from rbfcli.systems.rpj.sheet import Character, RpjFight
from tests.showing import facts, picture

HIT = (6, 6, 6, 6)


def test_a_line_is_drawn_from_left_to_right(begin):
    """RPJ-FIELD-1, RPJ-FIELD-3: regions with their cover, groups by letter, who has fallen."""
    field = begin("set ann cover=wall reoriented=true", "damage pike 3", "set rook overwatch=0")
    assert picture(RULES, field.fight) == [
        "elapsed: 0 min",
        "[0]               [1]      [2]             [3]",
        "the ditch         A: bob   # crates +3/1f",
        "# wall +3/1f      A: rook  pike down",
        "# pipe +2/*",
        "! rook watches",
        "ann +3/1f turned",
    ]


def test_a_graph_is_drawn_by_its_links():
    """RPJ-FIELD-2: regions equally far from the first stand above one another; each says where it leads."""
    fight = empty("rpj", "", "x").fight
    links = [["gate", "roof"], ["gate", "pit"], ["roof", "keep"], ["pit", "keep"]]
    board = {"links": links, "regions": {"gate": {}, "vault": {"name": "the vault"}}}
    drawn = picture(RULES, _with_board(fight, board))
    assert drawn == [
        "[gate]        [roof]         [keep]        [vault]",
        "-> roof, pit  -> gate, keep  -> roof, pit  the vault",
        "                                           -> nowhere",
        "              [pit]",
        "              -> gate, keep",
    ]


def test_a_wide_battlefield_goes_on_below():
    """RPJ-FIELD-1: no line is wider than 80 columns, however many regions there are and whatever they are called."""
    board = {"length": 12, "regions": {"3": {"name": "a place with a name of more than forty letters"}}}
    drawn = picture(RULES, _with_board(empty("rpj", "", "x").fight, board))
    assert max(map(len, drawn)) <= 80
    assert sum("[" in line for line in drawn) == 2
    assert "a place with a name of more" in "\n".join(drawn)
    assert "  than forty letters" in "\n".join(drawn)


def test_the_status_of_a_character(begin):
    """RPJ-DMG-1: layers with what stands of them, defense values, place, cover, what is spent."""
    field = begin("set ann cover=pipe", "damage ann 2")
    assert {key: value for key, value in facts(field.session.rules, field.fight, "ann").items() if value} == {
        "saves": "3/5",
        "layers": "vest -, base 10 12 14",
        "defense": "17/18",
        "actions": "2",
        "place": "0",
        "cover": "+2/*",
    }
    assert facts(field.session.rules, field.fight, "bob")["place"] == "1 A"


def test_the_status_tells_what_somebody_is_about(field):
    """RPJ-ACT-4, RPJ-GRP-3, RPJ-OVR-1, RPJ-STB-2: what is spent, held and watched, and failures in a row."""
    field.do("set rook grapple=bob free_attack_spent=true overwatch=2 failures=3")
    found = facts(field.session.rules, field.fight, "rook")
    assert {key: found[key] for key in ("free", "grapples", "watches", "failures")} == {
        "free": "spent",
        "grapples": "bob",
        "watches": "2",
        "failures": "3",
    }


def test_moves_to_the_groups_and_people_of_a_region_are_offered(field):
    """RPJ-ACT-2, RPJ-FIELD-3: to another group, to somebody alone, and away; not to one's own group."""
    field.do("set pike region=1 group=B")
    field.do("set ann region=1")
    field.turn_of("rook")
    moves = [line for line in field.actions("rook") if line.startswith("move rook") and "--cover" not in line]
    assert moves == ["move rook 0", "move rook 2", "move rook --group B", "move rook --join ann", "move rook 1"]


def test_what_can_be_done(field):
    """RPJ-ACT-1: lines to type, each of which the rules allow."""
    for who in field.fight.combatants:
        field.turn_of(who)
        for line in field.actions(who):
            field.do(line)
            field.session.undo(1)
    lines = list(field.actions("pike"))
    assert "attack pike bob --with pistol" not in lines
    assert {
        "attack pike bob",
        "suppress pike bob --with pistol",
        "move pike 1",
        "cover pike crates",
        "cautious pike",
    } <= set(lines)
    assert field.actions("ann") == {}


def test_a_cautious_move_may_lead_behind_cover(field):
    """RPJ-CAU-1, RPJ-CAU-4: over each link, and to each piece of cover there."""
    cautious = [line for line in field.actions("ann") if line.startswith("cautious")]
    assert cautious == ["cautious ann", "cautious ann 1"]
    field.turn_of("bob")
    cautious = [line for line in field.actions("bob") if line.startswith("cautious")]
    assert cautious == [
        "cautious bob",
        "cautious bob 0",
        "cautious bob 0 --cover wall",
        "cautious bob 0 --cover pipe",
        "cautious bob 2",
        "cautious bob 2 --cover crates",
    ]


def test_what_an_option_makes_cheaper_or_dearer_says_so(begin):
    """RPJ-GRP-1, RPJ-COV-2: the costs of grappling and taking cover are options."""
    field = begin(
        "set fight options.grapple_actions=2 options.cover_actions=0", "set bob region=0", "set rook region=0"
    )
    field.turn_of("bob")
    costs = field.actions("bob")
    assert (costs["grapple bob rook"], costs["cover bob wall"]) == ("2 actions", "free")


def test_no_more_is_listed_than_anybody_reads(field):
    """RPJ-ACT-1: of a crowd, the first two hundred."""
    field.do("add Mob side=raiders --count 90")
    assert len(list(field.session.rules.candidates(field.fight, "ann"))) == 200


def test_what_can_be_answered_in_anothers_turn(field):
    """RPJ-ACT-5: the answers to a saved question are things to do."""
    field.turn_of("bob")
    field.do("move bob 0")
    assert list(field.actions("rook")) == ["choose attack", "choose pass"]


def test_what_comes_next(start):
    """RPJ-ACT-7: the order of turns, and the next turn when no action is left."""
    field = start()
    steps = field.session.rules.next_steps
    assert steps(field.fight) == ("init",)
    field.do("init --set ann=9")
    field.turn_of("ann")
    assert steps(field.fight) == ()
    field.do("cautious ann")
    assert steps(field.fight) == ("turn next",)


@pytest.mark.parametrize(
    ("kind", "who", "words"),
    [
        ("weapon", "pike", ("pistol", "sword", "unarmed")),
        ("weapon", "", ("rifle", "pistol", "sword", "grenade", "unarmed")),
        ("place", "", ("0", "1", "2", "3")),
        ("group", "", ("A",)),
        ("cover", "ann", ("wall", "pipe", "none")),
        ("cover", "", ("wall", "pipe", "crates", "none")),
        ("technique", "ann", ()),
    ],
)
def test_words_that_only_this_system_knows(field, kind, who, words):
    """RPJ-COV-1: weapons and cover are those of the one who acts."""
    assert tuple(field.session.rules.words_of(field.fight, kind, who)) == words


def test_a_hit_reads_like_a_sentence(field):
    """RPJ-ACT-3, RPJ-DMG-4: who, whom, by how much, and what it came to."""
    field.do("attack ann pike", 3, 4, 4, 5, 3, 3, 4, 4)
    assert field.lines() == [
        "Ann hits Pike: 22 against 18  [3 4 4 5] +6",
        "  4 damage on the best save of Pike's base layer, 10",
        "Pike makes the damage save: 14 against 14  [3 3 4 4]",
        "  Pike: base 10 crossed out, left: 12 14",
    ]


@pytest.mark.parametrize(
    ("sheet", "message"),
    [
        ("region=9", "stray.region: there is no place '9'"),
        ("weapons=cannon", "there is no weapon 'cannon'"),
        ("overwatch=9", "stray.overwatch: there is no place '9'"),
        ("cover=bar", "no piece of cover there 'bar'"),
    ],
)
def test_a_sheet_that_names_what_is_not_there_cannot_enter(field, sheet, message):
    """RPJ-FIELD-1, RPJ-ACT-3, RPJ-COV-1: with what there is."""
    with pytest.raises(RbfError, match=message):
        field.do(f"add Stray {sheet}")


def test_a_line_has_no_region_beyond_its_end():
    """RPJ-FIELD-1: a region described but not on the line is a mistake of the file."""
    fight = _with_board(RpjFight(system="rpj"), {"length": 2, "regions": {"yard": {}}})
    with pytest.raises(RbfError, match="no region 'yard'") as caught:
        prepare(fight, Character(name="Stray"))
    assert caught.value.rule == "RPJ-FIELD-1"


def test_every_rule_is_in_the_ledger_and_in_a_test():
    """RPJ-TIME-1 and all others: done, in our words, named by a test; every option exists."""
    tests = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    entries = RULES.ledger()
    assert len({each.id for each in entries}) == len(entries) == 49
    assert [each.id for each in entries if each.id not in tests] == []
    options = {field.name for field in fields(RpjOptions)}
    named = {name for each in entries for name in each.option.split(", ") if name}
    assert named == options
    assert all(each.state == "done" and each.summary and each.source for each in entries)
    assert all(len(each.examples) >= 2 for each in entries)
    assert {each.id for each in entries if each.origin == "reading"} == {"RPJ-ACT-7", "RPJ-COV-9", "RPJ-SUP-5"}


def _with_board(fight: Fight, board: dict) -> Fight:
    return msgspec.convert({**msgspec.to_builtins(fight), "board": board}, RpjFight)


def told(field, who, label):
    """The lines of `show WHO` that begin with a label."""
    lines = sheet_lines(field.fight, RULES, who, Style())
    return [line.removeprefix(label).strip() for line in lines if line.startswith(label)]


def test_the_sheet_of_the_suppressed_tells_what_it_does_and_the_halved_number(begin):
    """RPJ-SUP-3: the base attack modifier as it is rolled, and until when."""
    field = begin('condition add ann "suppressed by pike"')
    (condition,) = told(field, "ann", "condition")
    assert condition == "suppressed by pike: base attack modifier halved, no aimed fire (RPJ-SUP-2)"
    assert "suppressed: half" in told(field, "ann", "weapon")[0]


def test_a_suppression_counts_the_turns_of_the_one_who_suppresses(begin):
    """RPJ-SUP-5."""
    field = begin()
    field.turn_of("ann")
    field.do("suppress ann pike", *HIT)
    assert "starts of their turns until it ends: 1" in told(field, "pike", "condition")[0]


def test_the_sheet_of_the_fallen_has_nothing_to_be_struck_and_no_action(begin):
    """RPJ-DMG-6, RPJ-DMG-7: a layer that is broken is named so."""
    field = begin("damage pike 3")
    assert told(field, "pike", "layer") == ["base: broken, crossed out 10 12 14 (RPJ-DMG-1)"]
    assert told(field, "pike", "actions") == ["none but the stabilize roll (RPJ-DMG-7)"]
    assert told(field, "ann", "actions")[0].startswith("2 left of 2")


def test_a_move_that_is_met_first_says_who_chooses(begin):
    """RPJ-ACT-5: nothing else is known of it before they have chosen."""
    field = begin("set ann region=1 group=A", "set bob region=1 group=A side=foes")
    field.turn_of("ann")
    moves = [each for each in offers(RULES, field.fight, "ann") if isinstance(each.command, Move)]
    assert "Bob and Rook choose first" in {effect_of(each.played, field.fight, RULES, "ann") for each in moves}
