"""The order of turns is changed in a running fight, and nobody gets a second turn in a round or loses one."""

from collections import Counter
from random import Random

import pytest

from rbfcli.commands.service import CommandService
from rbfcli.core.errors import RbfError, Refusal
from rbfcli.engine.play import execute
from rbfcli.language.grammar import split_words
from rbfcli.language.parser import read_line
from rbfcli.model.events import CustomEvent, RoundBegan, TurnBegan
from rbfcli.render.roster import people
from rbfcli.render.sentences import Style
from rbfcli.session.file_store import MemoryStorage
from tests.conftest import LONG

ENCOUNTERS = ("dock-ambush", "relay-road", "hangar-breach", "depot-raid", "weir-at-dusk")
LINES = 200 if LONG else 40
FEW = 3


class Table:
    """A fight, with how often each began a turn in this round, and who was to act in it."""

    def __init__(self, encounter):
        self.service = CommandService(MemoryStorage(), Style())
        self.do(f"start {encounter} --seed order")
        self.begun, self.due = Counter(), set()

    def do(self, line):
        """Perform a line, and return what was played."""
        played = self.service.perform(split_words(line)).played
        for event in played.events if played else ():
            if isinstance(event, RoundBegan):
                self.begun, self.due = Counter(), set(self.order())
            if isinstance(event, TurnBegan):
                self.begun[event.who] += 1
        return played

    @property
    def session(self):
        """The session so far."""
        return self.service.storage.load()

    @property
    def fight(self):
        """The fight as it is now."""
        return self.session.fight

    def order(self):
        """Who acts, first to last."""
        return [slot.who for slot in self.fight.order]

    def counts(self):
        """The counts of the order, first to last."""
        return [slot.count for slot in self.fight.order]


@pytest.fixture
def docks():
    table = Table("dock-ambush")
    everyone = ("joss", "ada", "tamsin", "pell", "thug1", "thug2", "thug3", "thug4", "gunner1", "gunner2")
    table.do(f"init {' '.join(f'--set {who}={40 - 2 * place}' for place, who in enumerate(everyone))}")
    return table


def lines_of(table, draw):
    """A line that changes the order, or ends a turn."""
    fight, slots = table.fight, table.order()
    who, other = draw.choice(slots), draw.choice(slots)
    lines = ["turn next", "turn next", f"turn to {who}", f"turn order {who} {draw.choice(['before', 'after'])} {other}"]
    if fight.active in fight.combatants and len(slots) > FEW:
        lines.append(f"remove {fight.active}")
    if fight.groups:
        lines += ["join cellar"] * 2
    elif who in fight.combatants:
        lines.append(f"split cellar {who}" + (f" {other}" if other in fight.combatants and who != other else ""))
    if who in fight.combatants:
        lines += [f"set {who} initiative={draw.randint(-5, 45)}", f"init {who}"]
        lines.append(
            f"add Late{draw.randint(1, 99)} side={fight.combatants[who].side} --initiative {draw.randint(0, 45)}"
        )
    return draw.choice(lines)


@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_nobody_gets_two_turns_in_a_round_or_loses_one(encounter):
    """Law, by random lines; the journal leads to the same fight again."""
    table, draw = Table(encounter), Random(encounter)  # noqa: S311 - lines of a test
    table.do("init")
    for _ in range(LINES):
        line, before, due = lines_of(table, draw), table.begun, table.due
        round_before = table.fight.round
        try:
            table.do(line)
        except RbfError:
            assert table.begun == before
            continue
        fight, rules = table.fight, table.session.rules
        assert not fight.active or fight.order[fight.turn].who == fight.active, line
        assert not line.startswith("turn to") or fight.active == line.removeprefix("turn to "), line
        assert all(count == 1 for count in table.begun.values()), line
        if fight.round > round_before:
            assert {who for who in due if who in fight.combatants and rules.takes_turns(fight, who)} <= {*before}, line
    session, fight = table.session, table.session.start
    for line in session.journal:
        fight = execute(session.rules, fight, read_line(line, session.rules, fight)).fight
    assert fight == session.fight


def test_groups_that_join_have_had_their_turns(docks):
    """In the round of their group: those get no second turn, and the others act in this one."""
    docks.do("split cellar tamsin pell gunner1")
    docks.do("turn next")
    docks.do("switch")
    docks.do("turn next")
    docks.do("turn next")
    assert (docks.fight.active, docks.begun["tamsin"]) == ("pell", 1)
    docks.do("switch")
    assert docks.fight.active == "ada"
    docks.do("join cellar")
    for _ in range(6):
        docks.do("turn next")
    assert docks.fight.round == 1
    assert docks.begun == dict.fromkeys(("joss", "tamsin", "pell", "ada", "gunner1", *docks.order()[-6:]), 1)
    docks.do("turn next")
    assert docks.fight.round == 2


def test_a_turn_is_handed_to_whoever_is_still_to_act(docks):
    """The others keep theirs, and the next round goes by the counts again."""
    docks.do("turn to pell")
    assert (docks.fight.active, docks.order()[:4]) == ("pell", ["joss", "pell", "ada", "tamsin"])
    with pytest.raises(Refusal, match="Joss Marlow has already had a turn this round"):
        docks.do("turn to joss")
    for _ in range(9):
        docks.do("turn next")
    assert (docks.fight.round, docks.order()[:4]) == (2, ["joss", "ada", "tamsin", "pell"])


def test_a_turn_is_handed_on_when_the_one_who_had_it_is_gone(docks):
    """The others keep theirs: no one is passed over."""
    docks.do("remove joss")
    docks.do("turn to thug2")
    assert (docks.fight.active, docks.order()[:3]) == ("thug2", ["thug2", "ada", "tamsin"])
    docks.do("turn next")
    assert docks.fight.active == "ada"


@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_no_turn_is_gone_back_to_before_the_fight(encounter):
    table = Table(encounter)
    with pytest.raises(Refusal, match="the fight has not begun"):
        table.do("turn back")
    table.do("init")
    with pytest.raises(Refusal, match="cannot go back past the first turn of the round"):
        table.do("turn back")


def test_the_order_is_changed_for_good_and_as_few_counts_as_need_be(docks):
    docks.do("turn order gunner2 before ada")
    assert docks.order()[:3] == ["joss", "gunner2", "ada"]
    assert docks.fight.combatants["gunner2"].initiative == 39
    docks.do("turn order pell after joss")
    assert docks.order()[:4] == ["joss", "pell", "gunner2", "ada"]
    assert docks.counts() == sorted(docks.counts(), reverse=True)
    for _ in range(10):
        docks.do("turn next")
    assert (docks.fight.round, docks.order()[:4]) == (2, ["joss", "pell", "gunner2", "ada"])


def test_an_initiative_set_by_hand_takes_effect_at_once(docks):
    """Who is past the new count acts next; the count shown is the one acted on."""
    docks.do("set gunner2 initiative=37")
    assert docks.order()[:4] == ["joss", "ada", "gunner2", "tamsin"]
    docks.do("turn next")
    docks.do("set thug4 initiative=60")
    assert docks.order()[2] == "thug4"
    assert docks.fight.order[2].count == docks.fight.order[1].count
    shown = {each.who: each.initiative for each in people(docks.fight, docks.session.rules)}
    assert shown["thug4"] == str(docks.fight.order[2].count)


def test_the_count_shown_is_that_of_a_held_turn(docks):
    docks.do("turn hold --until 31")
    shown = {each.who: each.initiative for each in people(docks.fight, docks.session.rules)}
    assert shown["joss"] == "31"


def test_newcomers_have_a_count_and_no_name_is_used_twice(docks):
    docks.do("add goon --count 3 tn=12 --initiative 33")
    assert docks.order()[4:7] == ["goon1", "goon2", "goon3"]
    docks.do("remove goon2")
    docks.do("add goon --count 2 tn=12")
    docks.do("add Mia skills.melee=2")
    docks.do("add Mia skills.melee=2")
    everyone = docks.fight.combatants
    assert [who for who in everyone if who.startswith(("goon", "mia"))] == [
        "goon1",
        "goon3",
        "goon4",
        "goon5",
        "mia",
        "mia2",
    ]
    assert len({one.name for one in everyone.values()}) == len(everyone)
    assert {slot.who for slot in docks.fight.order} == {*everyone}


@pytest.mark.parametrize("line", ["turn to gunner2", "turn hold --until 27"])
def test_newcomers_take_their_place_by_the_counts_shown(docks, line):
    """A turn that was handed on or held has another count than its sheet for this round."""
    docks.do(line)
    docks.do("add late tn=12 --initiative 25")
    assert docks.counts() == sorted(docks.counts(), reverse=True)


@pytest.mark.parametrize(
    ("encounter", "sheet"),
    [
        ("dock-ambush", "tn=12"),
        ("relay-road", ""),
        ("hangar-breach", "speed=3 tough=3"),
        ("weir-at-dusk", "hp=5 group=wolves"),
    ],
)
def test_newcomers_with_a_count_on_their_sheet_have_a_place_immediately(encounter, sheet):
    table = Table(encounter)
    table.do("init")
    table.do(f"add Wolf initiative=99 {sheet}")
    table.do(f"add Dog --count 2 initiative=-99 {sheet}")
    order = table.order()
    assert (order[0], order[-2:]) == ("wolf", ["dog1", "dog2"])


@pytest.mark.parametrize("encounter", ["dock-ambush", "relay-road", "weir-at-dusk"])
@pytest.mark.parametrize("counts", [(-8, -9), (-9, -8)])
def test_several_who_wait_get_new_counts_together(encounter, counts):
    """Each among the others as the new counts say, whichever is named first."""
    table = Table(encounter)
    table.do("init")
    first, second = table.order()[1:3]
    table.do(f"init {first} {second} --set {first}={counts[0]} --set {second}={counts[1]}")
    assert table.order()[-2:] == ([second, first] if counts[0] < counts[1] else [first, second])
    assert table.counts()[1:] == sorted(table.counts()[1:], reverse=True)


def test_init_rolls_again_for_one_alone(docks):
    before = {who: one.initiative for who, one in docks.fight.combatants.items()}
    docks.do("init pell")
    after = {who: one.initiative for who, one in docks.fight.combatants.items()}
    assert {who for who in after if after[who] != before[who]} == {"pell"}


def test_a_boss_who_rolls_again_is_told_the_count_that_changes_no_place():
    """RBF-INI-5: a boss with several counts has no single place to move to."""
    table = Table("siege-drone")
    table.do("init --set drone=18,12,6")
    played = table.do("init drone")
    count = table.fight.combatants["drone"].initiative
    assert [(each.what, each.facts) for each in played.events if isinstance(each, CustomEvent)] == [
        ("count-given", {"count": count})
    ]
