"""What the table sees: status, picture, what can be done, words, entering the fight, and the ledger."""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import fields

from rbfcli.core.errors import RbfError
from rbfcli.engine.play import offers
from rbfcli.model.fight import Fight
from rbfcli.render.actions import effect_of
from rbfcli.render.screen import sheet_lines
from rbfcli.render.sentences import Style
from rbfcli.session.encounter import empty
from rbfcli.systems.rpj import RULES
from rbfcli.systems.rpj.commands import Move
from rbfcli.systems.rpj.sheet import RpjFight, RpjOptions
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
    """RPJ-FIELD-2: regions equally far from the first share a column; each lists its links."""
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
    """RPJ-FIELD-1: no line is wider than 80 columns, for any number of regions with any names."""
    board = {"length": 12, "regions": {"3": {"name": "a place with a name of more than forty letters"}}}
    drawn = picture(RULES, _with_board(empty("rpj", "", "x").fight, board))
    assert max(map(len, drawn)) <= 80
    assert sum("[" in line for line in drawn) == 2
    assert "a place with a name of more" in "\n".join(drawn)
    assert "  than forty letters" in "\n".join(drawn)


def test_the_status_of_a_character(begin):
    """RPJ-DMG-1: layers with their remaining saves, defense values, place, cover, spent actions."""
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


def test_only_the_fallen_whom_damage_sets_back_are_attacked(field):
    """RPJ-STB-2, RPJ-DMG-7: damage does nothing to one who has no save left, but it ends a stabilization."""

    def is_offered():
        return any(
            getattr(each.command, "targets", ()) == ("pike",)
            for each in field.session.rules.candidates(field.fight, "ann")
        )

    assert is_offered()
    for line, offered in (
        ("damage pike 3", False),
        ("condition add pike stabilized", True),
        ("set fight options.damage_restarts=false", False),
    ):
        field.do(line)
        assert is_offered() is offered, line


def test_moves_to_the_groups_and_people_of_a_region_are_offered(field):
    """RPJ-ACT-2, RPJ-FIELD-3: to another group, to a single combatant, and away; not to one's own group."""
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


def test_what_can_be_done_is_listed_by_its_rule(field):
    """RPJ-ACT-3, RPJ-AIM-1, RPJ-SUP-1, RPJ-GRP-1: actions against a foe, in a sensible order."""
    rows = list(field.session.rules.candidates(field.fight, "pike"))
    against = [(type(each.command).__name__, each.rule) for each in rows if "bob" in str(each.command)]
    assert against == [
        ("Attack", "RPJ-ACT-3"),
        ("Attack", "RPJ-AIM-1"),
        ("Suppress", "RPJ-SUP-1"),
        ("Attack", "RPJ-ACT-3"),
        ("Attack", "RPJ-ACT-3"),
        ("Grapple", "RPJ-GRP-1"),
        ("Move", "RPJ-ACT-2"),
    ]


def test_what_words_of_the_ground_mean(field):
    """RPJ-FIELD-1, RPJ-FIELD-3, RPJ-COV-1: how far a place is, who is in a group, and what cover does where."""
    rules, fight = field.session.rules, field.fight
    meanings = {word: rules.meaning(fight, kind, word, "ann") for kind, word in (
        ("place", "0"), ("place", "2"), ("place", "9"), ("group", "A"), ("cover", "wall"), ("cover", "crates"),
        ("cover", "none"), ("cover", "hedge"),
    )}  # fmt: skip
    assert meanings == {
        "0": "the ditch; here; cover: wall +3/1f, pipe +2/*",
        "2": "2 moves away; cover: crates +3/1f",
        "9": "",
        "A": "Bob, Rook",
        "wall": "+3 against shots, flanked from 1 region away",
        "crates": "+3 against shots, flanked from 1 region away, in 2",
        "none": "out in the open",
        "hedge": "",
    }


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
        "set fight options.grapple_actions=2 options.cover_actions=0",
        "set bob region=0 group=A",
        "set rook region=0 group=A",
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
    assert list(field.actions("rook")) == ['choose "attack with sword"', 'choose "attack with unarmed"', "choose pass"]


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
    """RPJ-COV-1: weapons and cover of the actor."""
    assert tuple(field.session.rules.words_of(field.fight, kind, who)) == words


def test_a_hit_reads_like_a_sentence(field):
    """RPJ-ACT-3, RPJ-DMG-4: who, whom, by how much, and what it came to."""
    field.do("attack ann pike", 3, 4, 4, 5, 3, 3, 4, 4)
    assert field.lines() == [
        "Ann hits Pike: 22 vs TN 18 (+4)  [3 4 4 5] +6",
        "  4 damage against Pike's best base-layer save (10)",
        "Pike passes the damage save: 14 vs TN 14 (+0)  [3 3 4 4]",
        "  Pike loses base saves: 10 (left: 12 14)",
    ]


@pytest.mark.parametrize(
    ("sheet", "message"),
    [
        ("region=9", "stray.region: unknown place '9'"),
        ("weapons=cannon", "unknown weapon 'cannon'"),
        ("overwatch=9", "stray.overwatch\\[1\\]: unknown place '9'"),
        ("cover=bar", "unknown piece of cover 'bar'"),
    ],
)
def test_a_sheet_that_names_what_is_not_there_cannot_enter(field, sheet, message):
    """RPJ-FIELD-1, RPJ-ACT-3, RPJ-COV-1: with what there is."""
    with pytest.raises(RbfError, match=message):
        field.do(f"add Stray {sheet}")


def test_a_line_has_no_region_beyond_its_end():
    """RPJ-FIELD-1: a region described but not on the line is a mistake of the file."""
    fight = _with_board(RpjFight(system="rpj"), {"length": 2, "regions": {"yard": {}}})
    assert [(each.path, each.message) for each in RULES.mistakes(fight, "")] == [
        (("board", "regions", "yard"), "unknown region 'yard'")
    ]


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
    """RPJ-SUP-3: the base attack modifier as rolled, and until when."""
    field = begin('condition add ann "suppressed by pike"')
    (condition,) = told(field, "ann", "condition")
    assert condition == "suppressed by pike: base attack modifier halved, no aimed fire (RPJ-SUP-2)"
    assert "suppressed: half" in told(field, "ann", "weapon")[0]


def test_a_suppression_counts_the_turns_of_the_one_who_suppresses(begin):
    """RPJ-SUP-5."""
    field = begin()
    field.turn_of("ann")
    field.do("suppress ann pike", *HIT)
    assert "their turns left: 1" in told(field, "pike", "condition")[0]


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


# Every refusal of RPJ: its exit status, its rule, what it says, and what it proposes instead.


HELD = ("set bob grapple=rook", "set rook grapple=bob", "turn next")
BEGUN = "attack ann pike --dice 1,1,1,1"


@pytest.mark.parametrize(
    ("before", "line", "refusal"),
    [
        (
            (),
            "attack bob rook",
            (1, "RPJ-ACT-7", "it is not Bob's turn", "try: `turn next`, `turn to bob`, or --force"),
        ),
        ((), "attack ann ann", (1, "RPJ-ACT-3", "Ann cannot attack themself", "")),
        ((), "attack ann pike rook", (1, "RPJ-ACT-3", "an attack has one target", "try: attack ann pike")),
        (
            (BEGUN,),
            "attack ann pike --aimed",
            (1, "RPJ-ACT-1", "Ann has 1 action left this turn; this takes 2", "try: turn next, or --force"),
        ),
        (
            ("turn next", "set bob actions_left=1"),
            "suppress bob rook",
            (1, "RPJ-ACT-1", "Bob has 1 action left this turn; this takes 2", "try: turn next, or --force"),
        ),
        (
            ("cautious ann",),
            "attack ann pike",
            (1, "RPJ-ACT-1", "Ann has no action left this turn", "try: turn next, or --force"),
        ),
        (
            ("damage ann 9",),
            "attack ann pike",
            (1, "RPJ-DMG-7", "Ann is incapacitated and cannot act", "use --force to do it anyway"),
        ),
        (
            ("condition add ann dead",),
            "move ann 1",
            (1, "RPJ-DMG-7", "Ann is dead and cannot act", "use --force to do it anyway"),
        ),
        (
            ("condition add pike dead",),
            "attack ann pike",
            (1, "RPJ-STB-2", "Pike is dead", "use --force to do it anyway"),
        ),
        (
            ("turn next",),
            "attack bob rook --aimed",
            (1, "RPJ-AIM-1", "aimed fire needs a ranged weapon, and the sword is a melee weapon", "use --with WEAPON"),
        ),
        (
            ("turn next",),
            "suppress bob rook",
            (
                1,
                "RPJ-SUP-1",
                "suppressive fire needs a ranged weapon, and the sword is a melee weapon",
                "use --with WEAPON",
            ),
        ),
        (
            ('condition add ann "suppressed by pike"',),
            "attack ann pike --aimed",
            (1, "RPJ-SUP-3", "Ann is suppressed and cannot aim", "use --force to do it anyway"),
        ),
        (
            ("damage pike 9",),
            "suppress ann pike",
            (1, "RPJ-SUP-2", "Pike is down and cannot be suppressed", "use --force to do it anyway"),
        ),
        (
            ("turn next",),
            "attack bob pike",
            (
                1,
                "RPJ-FIELD-4",
                "Bob is in region 1, group A and Pike is in region 2; a melee attack needs one adjacency group",
                "try: move bob 2 --join pike, or --force",
            ),
        ),
        (
            ("turn next", "set pike region=3"),
            "attack bob pike",
            (
                1,
                "RPJ-FIELD-4",
                "Bob is in region 1, group A and Pike is in region 3; a melee attack needs one adjacency group",
                "try: move bob 2, or --force",
            ),
        ),
        (
            ("turn next", "turn next", "turn next"),
            "attack pike ann --with pistol",
            (1, "RPJ-FIELD-5", "Ann is at range 2; the pistol's range is 1", "try: move pike 1, or --force"),
        ),
        (
            (),
            "attack ann pike --react bob",
            (1, "RPJ-ACT-4", "Bob has no free attack or overwatch here", "no one can react"),
        ),
        (
            ("turn next", "turn next"),
            "attack rook pike --with pistol --react ann",
            (1, "RPJ-ACT-4", "Ann has no free attack or overwatch here", "able to react: bob"),
        ),
        (
            ("turn next", "set pike region=1 group=A"),
            "move bob 0 --react ann",
            (1, "RPJ-ACT-4", "Ann has no free attack or overwatch here", "able to react: rook, pike"),
        ),
        (
            ("turn next", "turn next"),
            "attack rook pike --with pistol --react bob --no-react",
            (2, "RPJ-ACT-4", "--react and --no-react cannot be combined", "use only one of them"),
        ),
        (
            (),
            "move ann",
            (2, "RPJ-ACT-2", "missing destination for Ann", "name a region, or use --join WHO or --group NAME"),
        ),
        (
            (),
            "move ann 2",
            (1, "RPJ-ACT-2", "the ditch is not linked to region 2", "linked regions: 1; or use --force"),
        ),
        (
            ("turn next",),
            "move bob 3",
            (1, "RPJ-ACT-2", "region 1 is not linked to region 3", "linked regions: 0, 2; or use --force"),
        ),
        ((), "move ann 0", (1, "RPJ-ACT-2", "Ann is already there", "")),
        (("cover ann wall",), "move ann 0", (1, "RPJ-ACT-2", "Ann is already there", "")),
        (
            (),
            "move ann 1 --join bob --group A",
            (2, "RPJ-FIELD-3", "--group and --join cannot be combined", "use only one of them"),
        ),
        (("set pike group=B",), "move ann 1 --group B", (1, "RPJ-FIELD-3", "unknown group 'B'", "groups: A")),
        ((), "move ann 0 --group A", (1, "RPJ-FIELD-3", "no group in the ditch", "use --join WHO")),
        ((), "move ann --join ann", (1, "RPJ-FIELD-3", "Ann cannot join themself", "")),
        ((), "move ann 1 --join pike", (1, "RPJ-FIELD-3", "Pike is in region 2, not in region 1", "try: move ann 1")),
        (
            ("set bob region=0 group=",),
            "move ann 1 --join bob",
            (1, "RPJ-FIELD-3", "Bob is in the ditch, not in region 1", "try: move ann 0 --join bob"),
        ),
        (
            ("cautious ann",),
            "move ann 1",
            (1, "RPJ-ACT-1", "Ann has no action left this turn", "try: turn next, or --force"),
        ),
        (HELD, "move bob 0", (1, "RPJ-GRP-3", "Bob is in a grapple and cannot move", "try: grapple bob, or --force")),
        (
            (*HELD, "set bob actions_left=1"),
            "move bob 0",
            (1, "RPJ-GRP-3", "Bob is in a grapple and cannot move", "try: turn next, or --force"),
        ),
        (
            HELD,
            "attack bob rook",
            (1, "RPJ-GRP-4", "Bob is in a grapple and can only make a grapple check", "try: grapple bob, or --force"),
        ),
        (
            (*HELD, "set bob actions_left=1"),
            "overwatch bob 0",
            (1, "RPJ-GRP-4", "Bob is in a grapple and can only make a grapple check", "try: turn next, or --force"),
        ),
        (
            (BEGUN,),
            "cautious ann",
            (
                1,
                "RPJ-CAU-1",
                "cautious movement takes a whole turn, and Ann has already acted",
                "try: turn next, or --force",
            ),
        ),
        (
            (),
            "cautious ann 2",
            (1, "RPJ-ACT-2", "the ditch is not linked to region 2", "linked regions: 1; or use --force"),
        ),
        (
            (),
            "cautious ann --cover wall",
            (2, "RPJ-ACT-2", "missing destination for Ann", "name a region, or use --join WHO or --group NAME"),
        ),
        (
            ("turn next", "turn next"),
            "move rook 1 --group A --cover +1/1f --react bob",
            (1, "RPJ-ACT-4", "Bob has no free attack or overwatch here", "no one can react"),
        ),
        (
            ('condition add ann "suppressed by pike"', "set pike region=1"),
            "cautious ann --react pike",
            (1, "RPJ-ACT-4", "Pike has no free attack or overwatch here", "no one can react"),
        ),
        (
            ("turn next", "turn next"),
            "attack rook bob --with sword --react bob",
            (1, "RPJ-ACT-4", "Bob has no free attack or overwatch here", "no one can react"),
        ),
        (
            (),
            "cautious ann --react bob",
            (1, "RPJ-ACT-4", "Bob has no free attack or overwatch here", "no one can react"),
        ),
        ((), "cover ann none", (1, "RPJ-COV-2", "Ann already has no cover", "")),
        (("cover ann wall",), "cover ann wall", (1, "RPJ-COV-2", "Ann already has this cover", "")),
        (
            (),
            "cover ann crates",
            (
                1,
                "RPJ-COV-1",
                "unknown cover 'crates' in the ditch",
                "covers in the ditch: wall, pipe, none; for example: +3/1f",
            ),
        ),
        (
            (),
            "cover ann wal1",
            (1, "RPJ-COV-1", "unknown cover 'wal1' in the ditch", "did you mean wall?; for example: +3/1f"),
        ),
        (
            (),
            "cover ann wall --react bob",
            (1, "RPJ-ACT-4", "Bob has no free attack or overwatch here", "no one can react"),
        ),
        ((), "reorient ann", (1, "RPJ-COV-6", "Ann is not in cover", "try: cover ann PIECE, or --force")),
        (("cover ann pipe",), "reorient ann", (1, "RPJ-COV-6", "cover with flanking distance * has no other side", "")),
        (("overwatch ann 1",), "overwatch ann 1", (1, "RPJ-OVR-1", "Ann is already watching region 1", "")),
        (
            ("turn next",),
            "overwatch bob 0",
            (1, "RPJ-OVR-1", "Bob has no weapon that can shoot to the ditch", "use --force to do it anyway"),
        ),
        (("turn next",), "grapple bob", (2, "RPJ-GRP-1", "missing TARGET", "try: grapple bob TARGET")),
        (("turn next",), "grapple bob bob", (1, "RPJ-GRP-1", "Bob cannot grapple themself", "")),
        (
            ("turn next",),
            "grapple bob pike",
            (1, "RPJ-GRP-1", "Pike is in region 2, not adjacent to Bob", "try: move bob 2 --join pike"),
        ),
        (
            ("turn next", "set pike region=2 group=B"),
            "grapple bob pike",
            (1, "RPJ-GRP-1", "Pike is in region 2, group B, not adjacent to Bob", "try: move bob 2 --join pike"),
        ),
        (
            ("turn next", "set pike region=3"),
            "grapple bob pike",
            (1, "RPJ-GRP-1", "Pike is in region 3, not adjacent to Bob", "try: move bob 2"),
        ),
        (("turn next", "damage rook 9"), "grapple bob rook", (1, "RPJ-GRP-1", "Rook is down", "")),
        (
            ("turn next", "set pike region=1 group=A grapple=rook", "set rook grapple=pike"),
            "grapple bob rook",
            (1, "RPJ-GRP-1", "Rook is already in a grapple", ""),
        ),
        (
            ("turn next",),
            "grapple bob rook --then hurt",
            (2, "RPJ-GRP-5", "--then only applies during a grapple", ""),
        ),
        (HELD, "grapple bob pike", (1, "RPJ-GRP-4", "Bob is grappling Rook", "")),
        (
            (*HELD, "set bob actions_left=1"),
            "grapple bob",
            (1, "RPJ-GRP-4", "a grapple check takes a whole turn", "try: turn next, or --force"),
        ),
        ((), "stabilize ann", (1, "RPJ-STB-1", "Ann is not incapacitated", "")),
        (("condition add ann dead",), "stabilize ann", (1, "RPJ-STB-2", "Ann is dead", "")),
        (
            ("damage ann 9", "condition add ann stabilized"),
            "stabilize ann",
            (1, "RPJ-STB-2", "Ann is stabilized and no longer rolls", ""),
        ),
        (
            ("damage pike 9",),
            "stabilize pike",
            (1, "RPJ-STB-1", "Pike can only roll on their own turn", "try: turn next, or --force"),
        ),
        (
            ("damage ann 9",),
            "stabilize ann",
            (1, "RPJ-STB-1", "Ann went down this turn and rolls on the next", "try: turn next, or --force"),
        ),
        (("condition add ann dead",), "damage-save ann --damage 1", (1, "RPJ-STB-2", "Ann is dead", "")),
        (("condition add ann dead",), "heal ann 1", (1, "RPJ-STB-2", "Ann is dead", "")),
        ((), "damage ann 0", (2, "RPJ-DMG-1", "the number of saves must be from 1 to 1000, not 0", "")),
        ((), "heal ann 1001", (2, "RPJ-DMG-1", "the number of saves must be from 1 to 1000, not 1001", "")),
        ((), "init", (1, "RPJ-ACT-7", "the fight has already begun: this is round 1", "try: turn next, or --force")),
        (
            (BEGUN,),
            "turn hold",
            (1, "RPJ-ACT-7", "a turn can only be held before its first action", "use --force to do it anyway"),
        ),
        (
            (),
            "turn hold --until 99",
            (1, "RPJ-ACT-7", "the new initiative must be below 40, not 99", ""),
        ),
        (("damage ann 9",), "turn hold", (1, "RPJ-DMG-7", "Ann is down and cannot wait", "try: turn next")),
        ((), "choose attack", (1, "RPJ-ACT-5", "no question to answer", "`actions` lists what can be done")),
        (
            (),
            "add Stray cover=bar",
            (2, "RPJ-COV-1", "unknown piece of cover 'bar'", "pieces of cover: wall, pipe"),
        ),
    ],
    ids=lambda part: part if isinstance(part, str) else None,
)
def test_a_refusal(field, before, line, refusal):
    """RPJ-ACT-1 to RPJ-STB-2: by its rule, without a trace."""
    for each in before:
        field.do(each)
    wrong = field.refused(line)
    assert (wrong.status, wrong.rule, wrong.message, wrong.hint) == refusal


def test_what_force_overrules_is_done_and_told(field):
    """RPJ-ACT-7, RPJ-FIELD-4: each reason once."""
    field.do("attack bob pike --force", 1, 1, 1, 1)
    assert [(each.rule, each.message) for each in field.forced()] == [
        ("RPJ-ACT-7", "it is not Bob's turn"),
        ("RPJ-ACT-1", "Bob has no action left this turn"),
        (
            "RPJ-FIELD-4",
            "Bob is in region 1, group A and Pike is in region 2; a melee attack needs one adjacency group",
        ),
    ]
