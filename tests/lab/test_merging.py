"""Odds that walk what looks alike once are those of a walk over every row of all dice, answer by answer."""

from contextlib import contextmanager
from fractions import Fraction
from itertools import count

import pytest
from msgspec.structs import replace

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.errors import RbfError
from rbfcli.lab import endings
from rbfcli.lab.endings import Endings
from rbfcli.lab.odds import command_odds
from rbfcli.language.writer import line_for
from tests.conformance.test_systems import ENCOUNTERS
from tests.conftest import LONG
from tests.kernel import asker
from tests.lab.test_random_fights import offered

FIGHTS = 30 if LONG else 1
SMALL, LARGE = 40_000, 400_000


class Rows:
    """Dice that fall as ordered rows, whatever is asked of them."""

    given_left = 0

    def __init__(self, dice):
        self._dice = dice

    def row(self, sides, count, low=1):
        """Ordered faces."""
        return self._dice.row(sides, count, low)

    pool = row

    def alike(self, sides, count, label):
        """As `row`."""
        del label
        return self._dice.row(sides, count)

    def pile(self, sides, count):
        """As `row`."""
        return self._dice.row(sides, count)

    def sum_up(self):
        """Nothing: every face is walked."""


class Unmerged(Endings):
    """A walk over every row of all dice: no two throws are alike, no two pauses or ends of a part the same."""

    def __init__(self, *arguments):
        self._numbers = count()
        super().__init__(*arguments)

    def _viewed(self, *_roll):
        return None

    def _part(self, _scene, act):
        return act()

    def _state(self, fight):
        del fight
        return str(next(self._numbers)).encode()

    def _played(self, fight, command, dice):
        return super()._played(fight, command, Rows(dice))


@contextmanager
def to_the_last_choice():
    """Without an end to unlikely chains: it would come sooner where equal pauses are told apart."""
    least, endings.LEAST_CHANCE = endings.LEAST_CHANCE, Fraction(0)
    try:
        yield
    finally:
        endings.LEAST_CHANCE = least


def compared(session, command, small=SMALL, large=LARGE):
    """Whether a command is small enough to be walked row by row; its odds have to be the same then."""
    asked = session.rules, session.fight, command
    with to_the_last_choice():
        try:
            found, plainly = Endings(*asked, Budget(small)), Unmerged(*asked, Budget(large, 1 << 40))
            choices, plain_choices = told(found), told(plainly)
        except RbfError:
            return False
    assert sum(found.ends.values()) == 1
    assert found.ends == plainly.ends, line_for(command)
    assert choices == plain_choices, line_for(command)
    return True


def told(found):
    return {(each.kind, each.who): (each.chance, each.answers, each.best) for each in found.branches()}


@pytest.mark.parametrize("number", range(FIGHTS))
@pytest.mark.parametrize("path", ENCOUNTERS)
def test_odds_of_random_fights_are_those_of_every_row(path, number):
    session, commands = offered(path, 1_000 + number)
    for command in commands:
        compared(session, command)


def test_what_looks_alike_is_not_taken_for_the_same(asked):
    """Who is to fall halfway waits at the same question as who does not: the way behind it is another."""
    assert compared(*asked("pump-station", "sprint boss neve"), 20 * SMALL, 10 * LARGE)


def hold(scene, command):
    """Roll, ask, and only then do what was rolled."""
    rolled = scene.roll(command.who, "grip", "GATE-1", sides=6, count=1)
    scene.ask("nag", command.who, ("again", "stop"), "GATE-2")
    asker.hurt(scene, command.who, rolled.total)


def odds_at_the_gate(verb):
    rules = replace(asker.RULES, verbs={**asker.RULES.verbs, asker.Nag: verb})
    return command_odds(rules, asker.at_the_gate(), asker.Nag(who="ann"))


def test_a_roll_that_is_held_in_hand_at_a_question_counts_behind_it():
    assert odds_at_the_gate(hold).losses["ann"] == {amount: Fraction(1, 6) for amount in range(1, 7)}


class Plays:
    """A verb of the gate that rolls 3d4, uses some of it, and counts how often it is played."""

    def __init__(self, use, *, asks):
        self.number = 0
        self._use = use
        self._asks = asks

    def __call__(self, scene, command):
        """The verb."""
        self.number += 1
        rolled = scene.roll(
            command.who, "sway", "GATE-1", sides=4, count=3, keep=2, edge_sides=4, edge_count=-1,
            judge=lambda total, faces: "even" if faces[0] == faces[1] else "high" if total > 4 else "low",
        )  # fmt: skip
        if self._asks:
            scene.ask("nag", command.who, ("again", "stop"), "GATE-2")
        asker.hurt(scene, command.who, self._use(rolled))


USES = {
    "nothing": (lambda _: 1, 1),
    "outcome": (lambda rolled: len(rolled.outcome), 20),
    "total": (lambda rolled: max(0, rolled.total), 40),
    "dice": (lambda rolled: sum(die.face for die in rolled.dice), 80),
    "edge dice": (lambda rolled: rolled.edge_dice[0].face, 4),
    "equal": (lambda rolled: int(rolled == replace(rolled, total=5)), 80),
}


@pytest.mark.parametrize("asks", [False, True], ids=["alone", "behind a question"])
@pytest.mark.parametrize("use", USES)
def test_a_throw_is_walked_once_for_each_look_of_it(use, asks):
    used, most = USES[use]
    plays = Plays(used, asks=asks)
    found = odds_at_the_gate(plays)
    rows = [(row, edge) for row in rows_of(4, 3) for edge in range(1, 5)]
    counted = {}
    for row, edge in rows:
        lost = min(10, used(as_rolled(row, edge)))
        counted[lost] = counted.get(lost, 0) + Fraction(1, len(rows))
    assert found.losses.get("ann", {0: Fraction(1)}) == counted
    if not asks:
        assert plays.number <= most


def rows_of(sides, number):
    return (
        [()] if not number else [(face, *rest) for face in range(1, sides + 1) for rest in rows_of(sides, number - 1)]
    )


def as_rolled(row, edge):
    """The roll of faces given by hand."""
    rolls = []

    def keep(scene, command):
        Plays(lambda rolled: rolls.append(rolled) or 0, asks=False)(scene, command)

    rules = replace(asker.RULES, verbs={**asker.RULES.verbs, asker.Nag: keep})
    endings.play(rules, asker.at_the_gate(), asker.Nag(who="ann", dice=(*row, edge)))
    return rolls[0]


class Volley:
    """A verb of the gate that strikes several times, each blow a part; a part may ask, and be given up."""

    def __init__(self, blows, *, apart):
        self.number = 0
        self._blows = blows
        self._apart = apart

    def __call__(self, scene, command):
        """The verb."""
        self.number += 1
        hits = [self._part(scene, lambda: self._blow(scene, command.who)) for _ in range(self._blows)]
        scene.conclude("six" if any(hits) else "less")

    def _part(self, scene, act):
        return scene.part(act) if self._apart else act()

    def _blow(self, scene, who):
        refusal = scene.attempt(lambda: self._part(scene, lambda: self._aim(scene, who)))
        if refusal:
            return False
        amount = scene.roll_expression(who, "harm", "GATE-1", "2d4") // 4
        if amount == 2 and scene.ask("nag", who, ("again", "stop"), "GATE-2") == "again":
            scene.roll(who, "more", "GATE-1", sides=3, count=1)
        asker.hurt(scene, who, amount)
        return amount > 0

    def _aim(self, scene, who):
        if asker.d6(scene, who, "aim").outcome == "less":
            scene.refuse("it misses", "GATE-1")


def test_equal_ends_of_a_part_go_on_as_one():
    """Blows one after another: the work grows with their number, not with the product of their dice."""
    apart, at_once = Volley(3, apart=True), Volley(3, apart=False)
    assert odds_at_the_gate(apart).outcomes == odds_at_the_gate(at_once).outcomes
    assert 2 * apart.number < at_once.number


class Twice:
    """A verb of the gate that asks in the middle of a part, and again behind it."""

    def __init__(self, *, apart):
        self.number = 0
        self._apart = apart

    def __call__(self, scene, command):
        """The verb."""
        self.number += 1
        faltered = self._part(scene, lambda: self._sway(scene, command.who))
        if scene.ask("nag", command.who, ("again", "stop"), "GATE-2") == "again":
            asker.hurt(scene, command.who, scene.roll(command.who, "more", "GATE-1", sides=4, count=1).total)
        asker.hurt(scene, command.who, int(faltered))

    def _part(self, scene, act):
        return scene.part(act) if self._apart else act()

    def _sway(self, scene, who):
        rolled = scene.roll(who, "sway", "GATE-1", sides=6, count=2)
        if rolled.total < 5:
            return scene.ask("nag", who, ("again", "stop"), "GATE-2") == "again"
        return rolled.total == 12


def test_a_part_that_is_over_counts_at_a_question_by_what_it_left():
    """Its dice and answers led to the same question in the same fight: what is behind that is walked once."""
    apart, at_once = Twice(apart=True), Twice(apart=False)
    found = odds_at_the_gate(apart)
    assert found == odds_at_the_gate(at_once)
    assert found.losses["ann"][1] > 0
    assert 2 * apart.number < at_once.number
    rules = replace(asker.RULES, verbs={**asker.RULES.verbs, asker.Nag: Twice(apart=True)})
    gate = rules, asker.at_the_gate(), asker.Nag(who="ann")
    with to_the_last_choice():
        folded, plainly = Endings(*gate, Budget(SMALL)), Unmerged(*gate, Budget(LARGE * 10, 1 << 40))
    assert folded.ends == plainly.ends
    assert told(folded) == told(plainly)


def spoken_for(scene, command):
    """Ask in a part, now and then, for one of the answers in advance; then somebody else; then for the next of them."""

    def sway():
        if asker.d6(scene, command.who, "sway").outcome == "six":
            scene.ask("nag", command.who, ("again", "stop"), "GATE-2")

    scene.part(sway)
    scene.ask("ward", command.who, ("spend", "keep"), "GATE-5")
    if scene.ask("nag", command.who, ("again", "stop"), "GATE-2") == "again":
        asker.hurt(scene, command.who, 2)


def test_what_a_part_took_of_the_answers_in_advance_counts_behind_a_question():
    rules = replace(asker.RULES, verbs={**asker.RULES.verbs, asker.Nag: spoken_for})
    found = command_odds(rules, asker.at_the_gate(), asker.Nag(who="ann", answer=("nag=stop", "nag=again")))
    assert found.losses["ann"] == {0: Fraction(5, 6), 2: Fraction(1, 6)}


@pytest.mark.parametrize("blows", [1, 2])
def test_parts_that_ask_and_are_given_up_come_to_what_every_row_comes_to(blows):
    rules = replace(asker.RULES, verbs={**asker.RULES.verbs, asker.Nag: Volley(blows, apart=True)})
    gate = rules, asker.at_the_gate(), asker.Nag(who="ann")
    with to_the_last_choice():
        found, plainly = Endings(*gate, Budget(SMALL * 100)), Unmerged(*gate, Budget(LARGE * 100, 1 << 40))
        assert found.ends == plainly.ends
        assert told(found) == told(plainly)
