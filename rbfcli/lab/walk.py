"""Exact odds by construction: a command is walked, and the walk splits only at reads, parts and answers.

Reads are reads of a throw or an amount (`lab.seen`), and parts are calls of `scene.part`. A part is walked once for
its function, its arguments and its initial state; ends with the same state are merged. Each path through a command
is played from the start, with the earlier splits decided as before.
"""

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from hashlib import blake2b
from math import lcm
from typing import Any, NoReturn

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rbfcli.core.errors import LimitReached, RbfError, at_most, to_try, too_much
from rbfcli.core.limits import ANSWERS_ON_A_WAY, PARTS_DEEP, PLAYS_OF_ODDS, THROWS_ON_A_WAY
from rbfcli.engine.play import Played, execute
from rbfcli.engine.questions import Stopping
from rbfcli.lab.seen import (
    Amount,
    OptionsAlone,
    Unhashable,
    UnreadDice,
    WalkDice,
    WalkRecording,
    WalkScene,
    frozen,
    known_by,
    weighed,
)
from rbfcli.model.commands import Command
from rbfcli.model.fight import Question
from rbfcli.model.rules import InterruptedAction, Rules

TOO_MANY = f"exact odds need more than {PLAYS_OF_ODDS:,} possible plays"
FEWER = "fix some of it in advance: --dice 5,7 for the first dice, or --answer KIND=ANSWER"
ENDLESS = "this command could go on forever"
NO_ANSWERS = "it asks for words of your own"

Answer = Callable[[Any, Question], str]
End = Hashable
Weights = Callable[[], dict[Any, Any]]


class Choice(Struct, eq=False):
    """A question in a walk, with the continuation of each answer."""

    question: Question
    answers: dict[str, "Node"]


class Node(Struct, eq=False):
    """The result of a walk from some point on: ends and choices with their chances, which sum to 1."""

    ends: dict[End, Fraction]
    choices: dict[Choice, Fraction]

    def then(self, after: dict[End, "Node"]) -> "Node":
        """Return this walk with each end replaced by its continuation."""
        known: dict[Choice, Choice] = {}

        def continued(node: Node) -> Node:
            parts = [(chance, after[end]) for end, chance in node.ends.items()]
            choices: dict[Choice, Fraction] = {}
            for choice, chance in node.choices.items():
                if choice not in known:
                    answers = {answer: continued(below) for answer, below in choice.answers.items()}
                    known[choice] = Choice(choice.question, answers)
                choices[known[choice]] = chance
            return mixed(parts, choices)

        return continued(self)


def mixed(parts: Iterable[tuple[Fraction, Node]], choices: dict[Choice, Fraction] | None = None) -> Node:
    """Return the mixture of nodes, each with its chance, plus further choices."""
    ends: dict[End, Fraction] = {}
    every = dict(choices or {})
    for chance, node in parts:
        for end, each in node.ends.items():
            ends[end] = ends.get(end, 0) + chance * each
        for choice, each in node.choices.items():
            every[choice] = every.get(choice, 0) + chance * each
    return Node(ends, every)


class Merged(Stopping):
    """A signal that the continuation is known, because the state was reached before."""

    def __init__(self, node: Node) -> None:
        self.node = node


class Again(Stopping):
    """A signal to begin again, because a throw is read in another part than the one that rolled it.

    The next walk splits that throw when it is rolled.
    """


Join = Callable[[list[Node]], Node]


class Fork(Struct, eq=False):
    """A split on the current path: its alternatives, and the results of those already walked."""

    alternatives: list[Any]
    join: Join
    key: Any
    below: list[Node] = []


class Layer:
    """One walk of the command or of a part: the splits on the current path and the results of known states.

    `history` is everything the rule learned on this path: its reads, answers and the results of parts. Together with
    the state of the scene it determines everything that follows, so paths with the same history and state are
    merged: a blast at two takes 900 plays, without it 2,176.
    """

    def __init__(self, asked: int, unread: dict[UnreadDice, Any]) -> None:
        self.forks: list[Fork] = []
        self.known: dict[Any, Node] = {}
        self.parts: list[tuple[int, Any]] = []
        self.asked_before, self.unread_before = asked, unread
        self.begin()

    def begin(self) -> None:
        """Begin a play; up to the last fork, it calls the same parts as before."""
        while self.parts and self.parts[-1][0] >= len(self.forks):
            self.parts.pop()
        self.called = 0
        self.passed = 0
        self.sources = dict(self.unread_before)
        self.history: list[Hashable] = []
        self.parted = False
        self.asked = self.asked_before

    def joined(self, node: Node) -> Node | None:
        """Add the result of the current path to its forks, and return the total once all paths are walked."""
        while self.forks:
            fork = self.forks[-1]
            fork.below.append(node)
            if len(fork.below) < len(fork.alternatives):
                return None
            node = fork.join(fork.below)
            if fork.key is not None:
                self.known[fork.key] = node
            self.forks.pop()
        return node


# The walk of a part: its node and each of its ends, which are its result or its error, and the scene afterwards.
PartEnd = tuple[Any, Exception | None, dict[str, Any]]
WalkedPart = tuple[Node, dict[End, PartEnd]]


class Walk:
    """A command walked over every possible path; `node` is the result.

    `ending(played)` maps an end to a hashable value. With `keeps_unread`, the fight keeps unread amounts
    (`lab.seen`). `answer(fight, question)` answers all questions; without it, the walk continues after each answer
    (`Choice`). Raises any error that the command raises with any dice, and LimitReached after `most` plays.
    """

    def __init__(
        self,
        rules: Rules,
        fight: Any,
        command: Command,
        ending: Callable[[Played], End],
        *,
        answer: Answer | None = None,
        most: int = PLAYS_OF_ODDS,
        keeps_unread: bool = False,
    ) -> None:
        self._keeps_unread = keeps_unread
        self.unread: dict[UnreadDice, dict[int, int]] = {}
        self.reached: set[UnreadDice] = set()
        self._rules = replace(rules, watch=None)
        self._fight = fight
        self._command = command
        self._ending = ending
        self._answer = answer
        self._most = most
        self.plays = 0
        self.scene: Any = None
        self.frame: Any = None
        self.read_elsewhere = set[tuple[str, str]]()
        self._not_parts: set[Any] = set()
        self._open: set[Any] = set()
        self.node = self._whole()

    def _whole(self) -> Node:
        while True:
            self.frame, self.is_closed = None, False
            self._parts: dict[Any, WalkedPart] = {}
            self._draws: dict[Any, Node] = {}
            try:
                return self._walked(Layer(0, {}), self._once)
            except Again:
                continue
            except RecursionError:
                raise LimitReached(ENDLESS, hint=FEWER) from None

    def _once(self) -> End:
        self.unread, dice = {}, WalkDice(self)
        return self._ending(execute(self._rules, self._fight, self._command, dice, recording=WalkRecording(self)))

    def _walked(self, frame: Layer, body: Callable[[], End]) -> Node:
        outer, self.frame = self.frame, frame
        try:
            while True:
                frame.begin()
                self.plays += 1
                if self.plays > self._most:
                    raise too_much(TOO_MANY, hint=FEWER)
                try:
                    node = Node({body(): Fraction(1)}, {})
                except Merged as merged:
                    node = merged.node
                if (whole := frame.joined(node)) is not None:
                    return whole
        finally:
            self.frame = outer

    def _split(self, alternatives: Callable[[], tuple[list[Any], Join]]) -> Any:
        frame = self.frame
        if frame.passed == len(frame.forks):
            key = (tuple(frame.history), self._state(), self._places()) if frame.parted else None
            if key is not None and (known := frame.known.get(key)) is not None:
                raise Merged(known)
            if len(frame.forks) >= THROWS_ON_A_WAY:
                raise at_most("one play", f"{THROWS_ON_A_WAY} throws", hint=FEWER)
            found, join = alternatives()
            frame.forks.append(Fork(found, join, key))
        fork = frame.forks[frame.passed]
        frame.passed += 1
        return fork.alternatives[len(fork.below)]

    def _places(self) -> tuple[int, ...]:
        """Return the position of each amount that the rule may hold among the unread ones."""
        places = {of: place for place, of in enumerate(self.unread)}
        return tuple([places.get(of, -1) for of in self.frame.sources])

    def choose(self, weights: Weights) -> Any:
        """Split by weighted values, and return the value being walked."""

        def alternatives() -> tuple[list[Any], Join]:
            outer, self.is_closed = self.is_closed, True
            found = weights()
            self.is_closed = outer
            of = sum(found.values())
            chances = [Fraction(each, of) for each in found.values()]
            return list(found), lambda below: mixed(zip(chances, below, strict=True))

        value = self._split(alternatives)
        self.frame.history.append(value)
        return value

    def amount(self, site: tuple[str, str], weights: Weights) -> Any:
        """Return an unread number from dice, or split by it if necessary.

        The check of a plugin's events (an `emit` in its scene) reads every number that it writes.
        """
        reads_all = not self._keeps_unread or self.is_closed or "emit" in vars(self.scene)
        if reads_all or site in self.read_elsewhere:
            return self.choose(weights)
        of, found = self._recalled(lambda: (UnreadDice(frozenset([site])), weighed(weights().items())))
        self.keep(of, found)
        return Amount(self, of)

    def keep(self, of: UnreadDice, weights: dict[int, int], spent: Iterable[UnreadDice] = ()) -> None:
        """Keep numbers unread, replacing the sources in `spent`."""
        rest = {each: left for each, left in self.unread.items() if each not in spent}
        self.unread = {**rest, of: weights}
        self.frame.sources[of] = weights

    def begin_again(self, sites: Iterable[tuple[str, str]]) -> NoReturn:
        """Restart the whole walk, splitting the rolls at these sites when they are rolled."""
        self.read_elsewhere.update(sites)
        raise Again

    def ask(self, fight: Any, question: Question) -> str:
        """Return an answer: the policy's, or the one being walked."""
        frame = self.frame
        frame.asked += 1
        if frame.asked > ANSWERS_ON_A_WAY:
            raise at_most("one play", f"{ANSWERS_ON_A_WAY} answers", hint=FEWER)
        if self._answer is not None:
            return self._answer(fight, question)
        if not question.answers:
            raise LimitReached(NO_ANSWERS, hint=to_try(f"--answer {question.kind}=ANSWER"))
        answers = list(question.answers)
        if len(answers) == 1:
            return answers[0]

        def joined(below: list[Node]) -> Node:
            return Node({}, {Choice(question, dict(zip(answers, below, strict=True))): Fraction(1)})

        answer: str = self._split(lambda: (answers, joined))
        frame.history.append(answer)
        return answer

    def part(self, scene: WalkScene, function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        """Play a part, walking it if it is new, and split by its ends."""
        found = self._recalled(lambda: self._part(scene, function, args))
        return function(scene, *args) if found is None else self._end_of(scene, found)

    def _part(self, scene: WalkScene, function: Callable[..., Any], args: tuple[Any, ...]) -> WalkedPart | None:
        """Return the walk of a part, or None if it must be played inline."""
        key = None if scene.knows_dice() else self._key(scene, function, args)
        if key is None:
            return None
        if key not in self._parts:
            if key in self._open or len(self._open) >= PARTS_DEEP:
                raise LimitReached(ENDLESS, hint=FEWER)
            self._open.add(key)
            try:
                self._parts[key] = self._walked_part(scene, function, args)
            except Unhashable:
                self._not_parts.add(frozen(function))
                raise Again from None
            finally:
                self._open.discard(key)
        return self._parts[key]

    def _recalled(self, find: Callable[[], Any]) -> Any:
        """Return the value found at this call on the current path, or find it now."""
        frame = self.frame
        number = frame.called
        frame.called += 1
        if number == len(frame.parts):
            passed = frame.passed
            frame.parts.append((passed, find()))
        return frame.parts[number][1]

    def _end_of(self, scene: WalkScene, part: WalkedPart) -> Any:
        """Split by the ends of a part, and restore the scene of the end being walked."""
        node, ends = part

        def alternatives() -> tuple[list[Any], Join]:
            leaves = list(ends)
            return leaves, lambda below: node.then(dict(zip(leaves, below, strict=True)))

        if len(ends) == 1 and not node.choices:
            ((answer, wrong, after),) = ends.values()
        else:
            answer, wrong, after = ends[self._split(alternatives)]
        scene.restore(after)
        frame = self.frame
        frame.parted = True
        frame.history.append(frozen(answer))
        frame.sources.update(self.unread)
        if wrong is not None:
            raise wrong
        return answer

    def _key(self, scene: WalkScene, function: Any, args: tuple[Any, ...]) -> Any:
        """Return the key of a part, or None if its function or arguments cannot be compared."""
        try:
            named = frozen(function)
            return None if named in self._not_parts else (named, frozen(args), self._state(), scene.may_be_interrupted)
        except Unhashable:
            return None

    def _walked_part(self, scene: WalkScene, function: Callable[..., Any], args: tuple[Any, ...]) -> WalkedPart:
        """Walk a part from the current state; the scene is restored afterwards."""
        begin, before, ends = scene.snapshot(), self.unread, dict[End, PartEnd]()

        def body() -> End:
            scene.restore(begin)
            wrong: Exception | None = None
            try:
                answer = function(scene, *args)
            except LimitReached:
                raise
            except (RbfError, InterruptedAction) as raised:
                answer, wrong = (type(raised), str(raised)), raised
            self._forget_unreached(scene, before, answer)
            end = frozen(answer), self._state()
            ends.setdefault(end, (answer, wrong, scene.snapshot()))
            return end

        node = self._walked(Layer(self.frame.asked, before), body)
        scene.restore(begin)
        return node, ends

    def _forget_unreached(self, scene: WalkScene, before: dict[UnreadDice, Any], answer: Any) -> None:
        """Drop amounts that a part created and that nothing refers to."""
        if len(self.unread) > len(before) or self.unread.keys() - before.keys():
            self.reached.clear()
            frozen(answer)
            msgspec.json.encode(scene.fight, enc_hook=known_by)
            self.unread = {of: left for of, left in self.unread.items() if of in before or of in self.reached}

    def draw(self, scene: WalkScene, function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        """Play a draw, walking it if it is new, and split by its result."""
        node = self._recalled(lambda: self._draw(scene, function, args))
        if node is None:
            return function(scene, *args)
        ends = node.ends

        def weights() -> dict[Any, int]:
            of = lcm(*[chance.denominator for chance in ends.values()])
            return {value: int(chance * of) for value, chance in ends.items()}

        if len(ends) > 1 and all(type(value) is int for value in ends):
            return self.amount(("", str(function)), weights)
        return self.choose(weights)

    def _draw(self, scene: WalkScene, function: Callable[..., Any], args: tuple[Any, ...]) -> Node | None:
        """Return the node of a draw, or None if its dice are known."""
        if scene.knows_dice():
            return None
        key = frozen(function), frozen(args), frozen(scene.fight.options)
        if key not in self._draws:
            begin = scene.snapshot()

            def drawn() -> End:
                scene.restore(begin)
                scene.fight = OptionsAlone(scene.fight.options)
                value: End = function(scene, *args)
                return value

            outer, self.is_closed = self.is_closed, True
            node = self._walked(Layer(0, self.unread), drawn)
            self.is_closed = outer
            scene.restore(begin)
            if node.choices:
                raise TypeError(f"{function} asks: it is not a draw")
            self._draws[key] = node
        return self._draws[key]

    def _state(self) -> Hashable:
        """Return everything that a rule could read from now on, except values it already holds."""
        scene = self.scene
        answered = scene.answered
        return (
            self._digest(scene.fight),
            scene.outcome,
            scene.force,
            scene.dice.given_left,
            scene.in_advance.left if scene.in_advance else (),
            tuple(map(str, scene.lapsing)),
            (self._digest(answered.fight), answered.outcome, scene.quiet) if answered else scene.attempting,
            self._digest(scene.before),
            tuple([tuple(left.items()) for left in self.unread.values()]),
        )

    def _digest(self, fight: Any) -> bytes:
        """Return a digest of a fight, ignoring its seed and the number of dice drawn."""
        text = msgspec.json.encode(replace(fight, drawn=0, seed=""), enc_hook=known_by)
        return blake2b(text, digest_size=20).digest()
