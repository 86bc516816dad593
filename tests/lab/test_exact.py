"""Fights solved exactly: by hand, by all dice in turn, as often won as when they are played, and refused in time."""

import json
import re
from collections import Counter
from fractions import Fraction
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from rbfcli.interpreter.exact import digits_of
from rbfcli.interpreter.interpreter import Interpreter
from rbfcli.kernel import limits
from rbfcli.kernel.budget import Budget
from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.errors import LimitReached, RbfError
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.play import play
from rbfcli.lab import graph as graphs
from rbfcli.lab.best_play import BestPlay
from rbfcli.lab.chain import FRACTIONS, ONE, PARTS, Chain
from rbfcli.lab.components import components
from rbfcli.lab.exact import Question, solve
from rbfcli.lab.foreseeing import Foresight
from rbfcli.lab.graph import Edge, Graph, Node
from rbfcli.lab.outcomes import Unsolvable, bare, state_of
from rbfcli.lab.playing import Playing
from rbfcli.lab.policies import GROUP, SHIPPED
from rbfcli.lab.positions import Position, Positions
from rbfcli.lab.sampling import interval
from rbfcli.lab.simulating import added_up, simulated
from rbfcli.lab.solving import within_rounds, without_limit
from rbfcli.lab.tracked.followed import Relaid
from rbfcli.lab.tracked.positions import TrackedPositions
from rbfcli.language.fights import read_line
from rbfcli.language.words import split_words
from rbfcli.language.writer import line_for
from rbfcli.render.style import Style
from rbfcli.session.storage import MemoryStorage
from tests.conftest import LONG
from tests.lab.fights import begun, ignored, never, plan_of
from tests.lab.test_playing import exact_chances, short_duel

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
FEW = ("aim ada", "prone ada", "attack ada bosun --nonlethal")
SMALL = ("rpj/duel", "futurepath/duel", "threat/duel")


def told(line, width=80, before=()):
    interpreter = Interpreter(MemoryStorage(), Style(width=width))
    for each in before:
        interpreter.perform(split_words(each))
    return interpreter.perform(split_words(line)).text


def question_of(name, rounds, fight=None, **policies):
    plan = plan_of(name, fight=fight)
    return Question(begun(name).rules, plan.fight, {**plan.policies, **policies}, rounds)


def test_a_walk_between_two_walls_ends_as_it_does_by_hand():
    """From 1 of 0 to 3, one step to either side at a time: two thirds at 0, one third at 3."""
    steps = [{}, {0: HALF, 2: HALF}, {1: HALF, 3: HALF}, {}]
    assert Chain(steps, FRACTIONS).ends({1: Fraction(1)}) == {0: 2 * THIRD, 3: THIRD}
    parts = Chain(steps, PARTS).ends({1: ONE})
    assert parts.keys() == {0, 3}
    assert abs(Fraction(parts[3], ONE) - THIRD) < Fraction(1, 10**50)


def test_who_stays_leaves_in_the_end_and_a_ring_without_a_way_out_keeps_all():
    stays = [{0: Fraction(9, 10), 1: Fraction(1, 30), 2: Fraction(1, 15)}, {}, {}]
    assert Chain(stays, FRACTIONS).ends({0: Fraction(1)}) == {1: THIRD, 2: 2 * THIRD}
    ring = [{1: HALF, 3: HALF}, {2: Fraction(1)}, {1: Fraction(1)}, {}]
    found = Chain(ring, FRACTIONS).ends({0: Fraction(1)})
    assert found[3] == sum(found.get(node, 0) for node in (1, 2)) == HALF


def test_a_ring_of_too_many_is_refused():
    many = limits.POSITIONS_IN_A_RING
    ring = [{(node + 1) % many: HALF, many: HALF} for node in range(many)]
    assert Chain([*ring, {}], FRACTIONS).ends({0: Fraction(1)}) == {many: 1}
    larger = [{(node + 1) % (many + 1): HALF, many + 1: HALF} for node in range(many + 1)]
    with pytest.raises(LimitReached, match="401 positions lead to one another"):
        Chain([*larger, {}], FRACTIONS).ends({0: Fraction(1)})


def test_components_come_before_what_they_lead_to():
    found = components([[1], [2], [1, 3], [3], [0]])
    assert [sorted(ring) for ring in found] == [[4], [0], [1, 2], [3]]


def test_a_long_path_is_no_matter_of_depth():
    many = 20_000
    assert len(components([[node + 1] for node in range(many)] + [[]])) == many + 1


def node(*edges, winner="", over=False):
    return Node(
        Position(Fight(system="rbf")), 0, over=over, winner=winner, looked_at=True, choices=edges, edges=tuple(edges)
    )


def by_hand(*nodes, rounds):
    return SimpleNamespace(nodes=list(nodes), rounds=rounds, whole=True)


def a_shot_and_a_duel(rounds):
    """At 0: one shot that hits in a half (or it is lost), or one in a third a round, again and again."""
    shot = (Edge(HALF, 0, 1), Edge(HALF, 0, 2))
    patience = (Edge(THIRD, 0, 1), Edge(2 * THIRD, 1, 0))
    return by_hand(node(shot, patience), node(winner="us", over=True), node(winner="them", over=True), rounds=rounds)


@pytest.mark.parametrize("rounds", [0, 1, 2, 30])
def test_the_best_play_is_patient_while_there_are_rounds_left(rounds):
    """In the last round, one shot is better: 1/2. Before it, patience is: a third, and what is left else."""
    graph = a_shot_and_a_duel(rounds)
    play = BestPlay(graph, "us", alike=True)
    assert [play.rule(since)[0] for since in range(rounds + 1)] == [1] * rounds + [0]
    by_hand_chance = HALF
    for _ in range(rounds):
        by_hand_chance = THIRD + 2 * THIRD * by_hand_chance
    solved = within_rounds(graph, begun("duel").rules, play.rule)
    assert solved.wins["us"] == by_hand_chance
    assert play.values(0)[0] == pytest.approx(float(by_hand_chance), abs=1e-12)
    if rounds == 30:
        assert without_limit(graph, begun("duel").rules, play.rule(0)).wins == {"us": 1}


def test_the_best_play_does_not_go_round_and_round():
    """Two positions that lead to each other are no gain; the way out is taken, though it is worth as much."""
    out, round_ = (Edge(THIRD, 0, 2), Edge(2 * THIRD, 0, 3)), (Edge(Fraction(1), 0, 1),)
    back = (Edge(Fraction(1), 0, 0),)
    graph = by_hand(node(round_, out), node(back, back), node(winner="us", over=True), node(over=True), rounds=5)
    play = BestPlay(graph, "us", alike=True)
    assert play.rule(0)[0] == 1
    assert within_rounds(graph, begun("duel").rules, play.rule).wins["us"] == THIRD


def test_a_fight_without_an_end_is_a_draw_that_says_so():
    turn = (Edge(Fraction(1), 1, 0),)
    graph = by_hand(node(turn), rounds=7)
    rules, rule = begun("duel").rules, [0]
    solved = within_rounds(graph, rules, lambda _since: rule)
    assert (solved.ended, solved.wins, solved.mean_rounds) == ({"rounds": 1}, {"": 1}, 7)
    assert without_limit(graph, rules, rule).ended == {"endless": 1}


def test_a_duel_is_solved_as_by_all_its_dice(monkeypatch):
    """The very fractions that come of playing each command of a round with all dice in turn."""
    plan = plan_of("duel", fight=short_duel(), rounds=0)
    solved = solve(question_of("duel", 0, short_duel())).solved
    assert solved.exact
    assert solved.wins == dict(exact_chances(plan, monkeypatch))
    assert solved.wins["crew"] == Fraction(3829, 4096)


@pytest.mark.parametrize("name", SMALL)
def test_as_many_are_won_as_when_it_is_played(name):
    """For a round of a shipped duel: chances and rounds lie in the intervals of its simulation."""
    solved = solve(question_of(name, 1)).solved
    tally = added_up(simulated(plan_of(name, rounds=1), 2_000 if LONG else 400), never, ignored).tally
    assert sum(solved.wins.values()) == sum(solved.rounds.values()) == sum(solved.ended.values())
    assert 1 - Fraction(1, 10**20) < sum(solved.wins.values()) <= 1
    counted = [(solved.wins, tally.wins), (solved.ended, tally.ended), (solved.rounds, tally.rounds)]
    for chances, counts in counted:
        assert set(counts) <= set(chances)
        for what, chance in chances.items():
            low, high = interval(Fraction(counts[what], tally.fights), tally.fights)
            assert low - 0.03 <= chance <= high + 0.03
    for who, left in solved.left.items():
        assert (
            abs(float(left) - tally.people[who].left / tally.fights)
            < 0.1 * begun(name).rules.health(begun(name).fight.combatants[who])[1]
        )


def test_the_policy_of_chance_draws_each_deed_as_often_as_it_is_solved():
    """From one position, where it leads is within the intervals of playing on from there."""
    session = begun("rpj/duel")
    rules, fight = session.rules, session.fight
    policies = dict.fromkeys(plan_of("rpj/duel").policies, "random")
    positions = Positions(rules, fight, policies, Budget(10**9))
    here = positions.first
    while len(positions.choices(here)[0].ways) < 5:
        here = positions.choices(here)[0].ways[0].position
    (choice,) = positions.choices(here)
    exact = Counter()
    for way in choice.ways:
        exact[state_of(way.position.fight)] += way.chance
    assert sum(exact.values()) == 1
    found, many = Counter(), 300
    for number in range(many):
        game = Playing(rules, here.fight, dict.fromkeys(policies, SHIPPED["random"]), f"{number}", told=False)
        game.go_on(100)
        found[state_of(positions.gist(bare(game.fight)))] += 1
    nothing = state_of(here.fight)
    for state, chance in exact.items():
        if state != nothing:
            low, high = interval(Fraction(found[state], many), many)
            assert low - 0.06 <= chance <= high + 0.06


@pytest.mark.parametrize("name", ["duel", "relay-road", "ridge-crossing", "mine-raid", "hangar-breach"])
def test_the_gist_of_a_fight_goes_on_as_it_does(name):
    """In round 7 as in round 2, with counts as with their ranks: all that may be done leads to the same."""
    session = begun(name)
    rules, policies = session.rules, plan_of(name, "random").policies
    compared = 0
    for number in range(2):
        game = Playing(rules, session.fight, dict.fromkeys(policies, SHIPPED["random"]), f"{number}", told=False)
        for _ in range(80):
            if game.go_on(9):
                break
            fight = bare(game.fight)
            if fight.questions or fight.round < 2:
                continue
            late, gist = replace(fight, round=fight.round + 5), rules.gist(fight)
            assert rules.gist(late) == gist or gist == fight
            commands = [each.command for who in fight.combatants for each in rules.candidates(fight, who)][:40]
            for command in [read_line("turn next --force", rules, fight), *commands]:
                assert _gist_after(rules, late, command) == _gist_after(rules, gist, command)
                compared += 1
    assert compared > 100


def _gist_after(rules, fight, command):
    """Where a command leads with the same dice: the gist, or where it is refused or asks something, what is said."""
    try:
        after = bare(play(rules, fight, command, Seeded("gist")).fight)
    except RbfError as refusal:
        return refusal.kind
    return str(after.questions) if after.questions else state_of(rules.gist(after))


def a_blow_each():
    """A duel in which the first blow decides, with an action left to ada and the bosun."""
    fight = short_duel()
    people = {who: replace(one, hp=3, actions_left=1) for who, one in fight.combatants.items()}
    return replace(fight, combatants=people)


def few_things(name, rounds, fight, **policies):
    """A fight in which a side that tries everything has few of the things that it could do."""
    rules = begun(name).rules

    def few(fight, who):
        every = list(rules.candidates(fight, who))
        return [each for each in every if line_for(each.command) in FEW] or every[:: 1 + len(every) // 6]

    return replace(question_of(name, rounds, fight, **policies), rules=replace(rules, candidates=few))


def test_the_best_play_wins_at_least_as_often_as_any_policy():
    """Of a duel of a blow each, by a few more things that could be done first."""
    fight = a_blow_each()
    best = solve(few_things("duel", 0, fight, crew="optimal"))
    policies = [solve(question_of("duel", 0, fight, crew=name)).solved.wins["crew"] for name in ("weakest", "nearest")]
    assert best.best.compared.wins["crew"] == policies[0]
    assert float(best.solved.wins["crew"]) >= max(map(float, policies)) - 1e-12
    first = best.best.choices[0]
    assert (first.who, first.round, first.reached) == ("ada", 1, 1.0)
    assert first.chance == pytest.approx(float(best.solved.wins["crew"]), abs=1e-12)
    assert first.chance >= first.instead_chance


@pytest.mark.parametrize(
    ("side", "policy"),
    [
        ("crew", "optimal"),
        ("dockers", "optimal"),
        ("crew", "random"),
        pytest.param(
            "dockers", "random", marks=pytest.mark.skipif(not LONG, reason="long: runs with RBF_FUZZ=1 (make fuzz)")
        ),
    ],
)
def test_a_side_that_tries_every_answer_is_solved_as_by_all_its_dice(monkeypatch, side, policy):
    """Questions are asked of it in its own turn and in the other's: the same fractions as by whole fights that wait."""
    question = few_things("duel", 0, a_blow_each(), **{side: policy})
    answers, asked = TrackedPositions._answers_at, []  # noqa: SLF001 - counted
    monkeypatch.setattr(TrackedPositions, "_answers_at", lambda *at: asked.append(at) or answers(*at))
    tracked = solve(question)
    assert bool(asked) == (policy == "optimal")
    monkeypatch.setattr("rbfcli.lab.exact.TrackedPositions", Positions)
    plain = solve(question)
    assert tracked.solved.exact
    assert tracked.solved == plain.solved
    assert tracked.unlimited == plain.unlimited
    assert tracked.positions < plain.positions


def test_lots_are_drawn_as_often_as_they_are_solved():
    """Of deeds and answers: a blow each, as often won as when it is played."""
    fight = a_blow_each()
    solved = solve(question_of("duel", 0, fight, crew="random")).solved
    plan = plan_of("duel", rounds=0, fight=fight)
    plan = replace(plan, policies={**plan.policies, "crew": "random"})
    tally = added_up(simulated(plan, 4_000 if LONG else 600), never, ignored).tally
    assert sum(solved.wins.values()) == pytest.approx(1)
    for side, chance in solved.wins.items():
        low, high = interval(Fraction(tally.wins[side], tally.fights), tally.fights)
        assert low - 0.02 <= chance <= high + 0.02


def graph_of(question):
    """The graph of a fight, and its positions."""
    positions = TrackedPositions(question.rules, question.fight, question.policies, Budget(10**9))
    while True:
        try:
            return positions, Graph(positions, question.rounds)
        except Relaid:
            positions.begin_again()


class ByTheGraph(Playing):
    """A fight in which one side does what is best at its node of a graph."""

    def __init__(self, positions, graph, play, seed):
        policies = {side: SHIPPED.get(name, SHIPPED["weakest"]) for side, name in positions.names.items()}
        self.first = positions.first.fight.round
        super().__init__(positions.rules, positions.first.fight, policies, seed, told=False)
        self.positions, self.graph, self.play = positions, graph, play
        self.numbers = {node.position.key: number for number, node in enumerate(graph.nodes)}

    def _wishes(self, side, people, question):
        """What the graph says, for the one optimal side."""
        if self.positions.names[side] != "optimal":
            yield from super()._wishes(side, people, question)
            return
        assert not question
        fight, idle = self.positions.gist(bare(self.fight)), self.fight.round - self._idle
        here = self.positions.rows.followed(fight, 0, tuple(sorted(self._done)), idle)
        number = self.numbers[here.key]
        chosen = self.graph.nodes[number].choices[self.play.rule(self.fight.round - self.first)[number]]
        if chosen.command:
            yield chosen.command


def test_the_best_play_wins_as_often_as_it_is_solved_when_it_is_played():
    """The swordsman of a shipped duel: better than every policy, and what is found is won in fights with dice."""
    question = question_of("rpj/duel", 1, foes="optimal")
    best = float(solve(question).solved.wins["foes"])
    for name in ("weakest", "nearest"):
        assert best >= float(solve(question_of("rpj/duel", 1, foes=name)).solved.wins["foes"])
    positions, graph = graph_of(question)
    play = BestPlay(graph, "foes", alike=positions.alike)
    many = 4_000 if LONG else 600
    won = sum(ByTheGraph(positions, graph, play, f"{n}").to_the_end(1).winner == "foes" for n in range(many))
    low, high = interval(Fraction(won, many), many)
    assert low - 0.02 <= best <= high + 0.02


def test_answers_are_chosen_as_well_as_commands():
    """Of a round in which a hit asks: the same chance as by whole fights that wait, and no policy is better."""
    fight = begun("threat/duel").fight
    people = {**fight.combatants, "rider": replace(fight.combatants["rider"], hp=2)}
    question = question_of("threat/duel", 1, replace(fight, combatants=people), crew="optimal")
    best = solve(question)
    positions = Positions(question.rules, question.fight, question.policies, Budget(10**9))
    graph = Graph(positions, 1)
    assert sum(node.waits and len(node.edges) > 1 for node in graph.nodes) > 10
    play = BestPlay(graph, "crew", alike=positions.alike)
    assert best.solved.wins == within_rounds(graph, question.rules, play.rule).wins
    assert best.solved.wins["crew"] >= best.best.compared.wins["crew"]


def lazy(monkeypatch, policy):
    entry = SimpleNamespace(name="lazy", value="lazy:policy", load=lambda: policy)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [entry] if group == GROUP else [])


def test_where_nobody_does_anything_the_fight_is_stuck(monkeypatch):
    lazy(monkeypatch, lambda _view: ())
    solved = solve(question_of("duel", 100, short_duel(), crew="lazy", dockers="lazy")).solved
    tally = added_up(simulated(plan_of("duel", "lazy", 100, short_duel()), 3), never, ignored).tally
    assert solved.ended == {"stuck": 1}
    assert solved.rounds == {next(iter(tally.rounds)): 1}


def test_a_policy_of_a_package_that_draws_lots_is_refused(monkeypatch):
    lazy(monkeypatch, lambda view: [view.attack(view.people[0], list(view.foes)[view.number(1)])])
    with pytest.raises(Unsolvable, match="draws lots"):
        solve(question_of("duel", 1, short_duel(), crew="lazy"))


@pytest.mark.parametrize(
    ("line", "wrong", "status"),
    [
        ("simulate duel --exact -n 5", "-n is for many fights", 2),
        ("simulate duel --exact --sweep ada.hp=1..2", "--sweep is for many fights", 2),
        ("simulate duel --exact --policy optimal", "one side alone", 2),
        ("simulate duel --policy crew=optimal", "--exact solves it", 2),
        ("simulate duel --exact --policy crew=wekest", "did you mean weakest", 2),
    ],
)
def test_what_cannot_be_solved_is_refused(line, wrong, status):
    with pytest.raises(RbfError) as refused:
        told(line)
    assert refused.value.status == status
    assert wrong in f"{refused.value.message} {refused.value.hint}"


def test_a_fight_that_is_too_large_is_refused_with_an_estimate(monkeypatch):
    """Long before as many positions were found as can be solved."""
    monkeypatch.setattr("rbfcli.lab.foreseeing.FIRST_LOOK", 100_000)
    monkeypatch.setattr("rbfcli.lab.foreseeing.POSITIONS", 4_000)
    found = []
    monkeypatch.setattr("rbfcli.lab.exact.Graph", lambda *asked: found.append(asked[0]) or Graph(*asked))
    with pytest.raises(LimitReached, match=r"far more than [0-9,]+ positions; 4,000") as refused:
        told("simulate --exact", before=("start dock-ambush --seed x", "init"))
    assert refused.value.status == 5
    assert found[0].followed < 4_000


def test_a_fight_of_too_much_work_is_refused_with_an_estimate(monkeypatch):
    monkeypatch.setattr("rbfcli.lab.foreseeing.FIRST_LOOK", 500_000)
    monkeypatch.setattr("rbfcli.lab.foreseeing.STEPS_OF_A_GRAPH", 60_000)
    with pytest.raises(LimitReached, match=r"takes about 1 min or more, for [0-9,]+ positions or more"):
        solve(question_of("rbf/duel", 3))


@pytest.mark.parametrize(("name", "rounds", "policies"), [("duel", 1, {}), ("rpj/duel", 1, {"foes": "optimal"})])
def test_the_estimate_is_no_more_than_there_is(name, rounds, policies):
    question = question_of(name, rounds, **policies)
    positions = Positions(question.rules, question.fight, question.policies, Budget(10**9))
    _, graph = graph_of(question)
    assert len(graph.nodes) / 50 < Foresight(positions, rounds).least(10**6) <= len(graph.nodes)


def test_the_estimate_is_no_less_than_was_found(monkeypatch):
    """Where the work is too much, the positions that are known by then count as well as those of fights played."""
    monkeypatch.setattr("rbfcli.lab.exact.STEPS_OF_A_GRAPH", 300_000)
    monkeypatch.setattr(Foresight, "least", lambda *_: 1)
    with pytest.raises(LimitReached, match="300,000 steps") as refused:
        solve(question_of("duel", 100))
    (found,) = re.findall(r"([0-9,]+) positions or more", refused.value.message)
    assert int(found.replace(",", "")) > 10


def test_a_refusal_says_how_many_rounds_can_be_solved(monkeypatch):
    """Those that were gone through by then."""
    monkeypatch.setattr(graphs, "POSITIONS", 400)
    with pytest.raises(LimitReached, match="more than 400 positions") as refused:
        solve(question_of("rpj/duel", 30))
    assert refused.value.hint.startswith("--rounds 1 can be solved")
    assert solve(question_of("rpj/duel", 1)).positions <= 400


def test_positions_past_the_most_are_refused(monkeypatch):
    monkeypatch.setattr(graphs, "POSITIONS", 20)
    with pytest.raises(LimitReached, match="more than 20 positions"):
        solve(question_of("rpj/duel", 1))
    assert limits.POSITIONS > 81_265


def test_json_has_all_forms_of_a_chance():
    facts = json.loads(told("simulate rpj/duel --exact --rounds 1 --json"))
    crew = facts["sides"]["crew"]
    assert crew["digits"] == digits_of(Fraction(crew["fraction"])) == f"{crew['chance']:.12f}"
    assert sum(facts["rounds"]["chances"].values()) == pytest.approx(1)
    assert facts["ended"]["rounds"]["chance"] == facts["draws"]["chance"] > 0


@pytest.mark.parametrize("width", [40, 80])
def test_screens_keep_their_width(width):
    assert max(map(len, told("simulate rpj/duel --exact --rounds 1", width).splitlines())) <= width


def test_fractions_have_a_column_where_they_are_short_enough_to_read():
    assert "dockers  0.244140625000  125/512" in told("simulate duel --exact --rounds 1")
    assert "fraction" not in told("simulate rpj/duel --exact --rounds 1")


def test_digits_are_rounded():
    assert (digits_of(THIRD), digits_of(2 * THIRD), digits_of(Fraction(1))) == (
        "0.333333333333",
        "0.666666666667",
        "1.000000000000",
    )


@pytest.mark.parametrize("people", [100, 300])
def test_a_crowd_is_refused_and_says_meanwhile_that_it_is_busy(people):
    """Fights were laid out anew for each thing that changed, and all their dice walked 300 ways: a minute or more."""
    rules = begun("duel").rules
    fight = play(
        rules, begun("duel").fight, read_line(f"add Crate hp=3 side=crew --count {people}", rules, begun("duel").fight)
    ).fight
    told = []
    with pytest.raises(LimitReached, match="too large to solve") as refused:
        solve(question_of("duel", 60, fight), lambda found, about: told.append((found, about)))
    assert len(told) > 30
    assert "positions or more" in refused.value.message


def test_it_is_told_when_positions_are_found_and_solved():
    told = []
    found = solve(question_of("duel", 0, a_blow_each()), lambda found, about: told.append((found, about)))
    assert told[0] == (1, "")
    assert (found.positions, "solving") in told
    assert told[-1] == (found.positions, "solving")


def test_first_choices_that_read_the_same_are_one():
    """Of the duel of RPJ six of eight did: who came first in the order was by another number, and mattered no more."""
    line = "simulate rpj/duel --exact --rounds 1 --policy crew=optimal"
    said = " ".join(told(line, width=1000).splitlines())
    choices = re.findall(r"round \d+, .*?(?= round \d|$)", said)
    assert len({re.sub(r"\(.*?\)", "", each) for each in choices}) == len(choices) == 8
    first = json.loads(told(f"{line} --json"))["best"]["choices"][0]
    assert 0.6 < first["reached"] <= 1
