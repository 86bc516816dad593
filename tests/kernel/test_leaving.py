"""Who is removed is named nowhere any more, and a team that is empty has no turn."""

import pytest
from msgspec.structs import replace

from rbfcli.kernel.fight import Condition
from rbfcli.kernel.soundness import mistakes_in
from rbfcli.language.fights import read_line
from rbfcli.session.begin import from_encounter
from rbfcli.session.saves import from_bytes, to_bytes
from rbfcli.store.paths import find_encounter
from rbfcli.systems.futurepath.sheet.board import Charge


@pytest.fixture
def begun():
    def begin(encounter):
        session = from_encounter(find_encounter(encounter), "leaving", source=encounter)
        play(session, "init")
        return session

    return begin


def play(session, line):
    return session.perform(read_line(line, session.rules, session.fight))


def change(session, who, **fields):
    one = replace(session.fight.combatants[who], **fields)
    session.fight = replace(session.fight, combatants={**session.fight.combatants, who: one})


def sound(session):
    return not [*mistakes_in(session.rules, session.fight)]


def test_who_leaves_is_taken_out_of_conditions_and_lists(begun):
    session = begun("dock-ambush")
    laid = {"prone": Condition(by="joss"), "dazed": Condition(rounds=2, whose="joss", by="ada")}
    change(session, "ada", conditions=laid, seen_by=("joss", "pell"))
    assert sound(session)
    told = play(session, "remove joss")
    ada = session.fight.combatants["ada"]
    assert ada.conditions == {"prone": Condition(), "dazed": Condition(rounds=2, by="ada")}
    assert ada.seen_by == ("pell",)
    assert sound(session)
    assert {event.rule for event in told.events if type(event).__name__ == "Changed"} == {"GM"}


def test_who_leaves_is_taken_out_of_keys_of_the_board(begun):
    session = begun("mine-raid")
    board = replace(session.fight.board, acted={"rill": "attacked", "bram": "attacked"})
    session.fight = replace(session.fight, board=board)
    play(session, "remove rill")
    assert session.fight.board.acted == {"bram": "attacked"}
    assert sound(session)


def test_a_team_that_is_empty_leaves_the_order(begun):
    session = begun("bear-ridge")
    first, *others = (slot.who for slot in session.fight.order)
    people = [who for who in session.fight.combatants if who in session.rules.members(session.fight, first)]
    play(session, f"remove {' '.join(people)}")
    assert [slot.who for slot in session.fight.order] == others
    assert (session.fight.active, sound(session)) == ("", True)


def test_a_team_that_everybody_changed_sides_from_leaves_the_order(begun):
    session = begun("bear-ridge")
    first, *others = (slot.who for slot in session.fight.order)
    for who in session.rules.members(session.fight, first):
        play(session, f"set {who} side={others[0]}")
    assert [slot.who for slot in session.fight.order] == others
    assert sound(session)


def test_who_leaves_is_taken_out_of_stat_blocks_that_name_it(begun):
    session = begun("dock-ambush")
    laid = {"prone": {"by": "joss"}, "grappled": {"by": "ada"}}
    block = {"from": "recruit", "seen_by": ["joss", "ada"], "conditions": laid}
    session.fight = replace(session.fight, blocks={**session.fight.blocks, "late": block})
    assert sound(session)
    play(session, "remove joss")
    late = session.fight.blocks["late"]
    assert late == {
        "from": "recruit",
        "seen_by": ["ada"],
        "conditions": {"prone": {"by": ""}, "grappled": {"by": "ada"}},
    }
    assert sound(session)
    assert not from_bytes(to_bytes(session), "save").edited


@pytest.mark.parametrize("line", ["remove {}", "set {} side=moon", "set {} team=moon"])
def test_a_grenade_that_waits_for_a_team_waits_for_the_round_when_nobody_is_in_it(begun, line):
    session = begun("depot-raid")
    waiting = {"frag": Charge(weapon="frag", team="toughs", square="A1")}
    session.fight = replace(session.fight, board=replace(session.fight.board, charges=waiting))
    for who in ("lookout", "guard", "loader", "boss"):
        assert session.fight.board.charges["frag"].team == "toughs"
        play(session, line.format(who))
        assert sound(session)
    assert session.fight.board.charges["frag"].team == ""
    play(session, "turn next")
    assert not session.fight.board.charges
