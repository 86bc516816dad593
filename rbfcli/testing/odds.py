"""All outcomes of dice by enumeration: a function is played once for each possible row of faces."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import sqrt
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec.structs import replace

from rbfcli.core.errors import LimitReached, RbfError, too_much
from rbfcli.dice.sources import SeededDice
from rbfcli.engine.play import Played, execute, refusal
from rbfcli.engine.questions import Recording
from rbfcli.lab.walk import Walk
from rbfcli.language.grammar import line_for
from rbfcli.language.parser import read_line
from rbfcli.model import commands
from rbfcli.model.commands import Command, needs_words
from rbfcli.model.fight import Question
from rbfcli.model.rules import Rules
from rbfcli.session.encounter import from_encounter
from rbfcli.session.session import Session
from rbfcli.testing.support import SeededDraw, answers_to_try, is_done, lines_to_try, require_law

if TYPE_CHECKING:
    from rbfcli.dice.sources import Dice

T = TypeVar("T")

MOST_PLAYS = 200_000


class TooMany(Exception):
    """An error for too many rows of faces."""


class Rows:
    """Scripted dice; `path` has the remaining rows for each roll so far."""

    given_left = 0

    def __init__(self, path: list[list[tuple[int, ...]]], most: int) -> None:
        self._path = path
        self._most = most
        self._passed = 0
        self.weight = Fraction(1)

    def row(self, sides: int, count: int, low: int = 1) -> list[int]:
        """Return the faces of dice in roll order. Raises TooMany."""
        if self._passed == len(self._path):
            if sides**count > self._most:
                raise TooMany
            self._path.append(list(product(range(1, sides + 1), repeat=count)))
        faces = self._path[self._passed][0]
        self._passed += 1
        self.weight /= sides**count
        return [face + low - 1 for face in faces]


def every_way(play: Callable[["Dice"], T], *, most: int = MOST_PLAYS) -> list[tuple[Fraction, T]]:
    """Return the results for all rows of faces with their chances. Raises TooMany."""
    path: list[list[tuple[int, ...]]] = []
    found: list[tuple[Fraction, T]] = []
    while True:
        dice = Rows(path, most)
        result = play(dice)
        found.append((dice.weight, result))
        if len(found) > most:
            raise TooMany
        while path:
            del path[-1][0]
            if path[-1]:
                break
            path.pop()
        else:
            return found


# The limits of seeded plays, walks and enumerated rows for a command.
SEEDS, WALKED, ENUMERATED = 200, 6_000, 2_000
MOST_TRIED = 60
SIGMAS, FEW = 4, 3

End = tuple[str, bytes]


class Saying(Recording):
    """A recording that answers every question with the answer at one place in its list, and counts them."""

    asked = 0

    def __init__(self, place: int) -> None:
        super().__init__()
        self._place = place

    def answer(self, _scene: Any, question: Question) -> str:
        """Return the answer to a question. Raises LimitReached if it takes only free text."""
        if not question.answers:
            raise too_much("it asks for words of your own")
        self.asked += 1
        return question.answers[self._place]


def end_of(played: Played) -> End:
    """Return a command's outcome and the fight afterwards, without seed and drawn dice."""
    after = replace(played.fight, drawn=0, seed="")
    read = msgspec.json.decode(msgspec.json.encode(after, enc_hook=int), type=type(after))  # omits defaults again
    return played.outcome, msgspec.json.encode(read)


def weigh(rules: Rules, fight: Any, command: Command, *, found: Counter[str], seeds: int = SEEDS) -> None:
    """Compare a command's odds with every row of its dice, or with seeded plays if there are too many.

    Where it asks, all answers are the first, then all are the last. Raises LawViolation.
    """
    line = line_for(command)
    for place in (0, -1):
        said = Saying(place)
        try:
            node = Walk(rules, fight, command, end_of, answer=said.answer, most=WALKED, keeps_unread=True).node
        except LimitReached:
            found["too many ways"] += 1
            continue
        except RbfError:
            found["refused"] += 1
            return
        found["walked"] += 1
        exact: dict[Any, Fraction] = dict(node.ends)
        require_law(sum(exact.values()) == 1, f"{line}: the chances do not sum to 1")
        unknown = {outcome for outcome, _ in exact} - {"", *rules.outcomes}
        require_law(
            not isinstance(command, commands.Attack) or not unknown,
            f"{line}: the outcomes {sorted(unknown)} are not among those of the rules",
        )

        def played(dice: "Dice", place: int = place) -> End:
            return end_of(execute(rules, fight, command, dice, recording=Saying(place)))

        if _enumerate(played, exact, line):
            found["enumerated"] += 1
        else:
            _sample(played, exact, line, seeds)
            found["sampled"] += 1
        if not said.asked:
            return


def _enumerate(played: Callable[["Dice"], End], exact: dict[Any, Fraction], line: str) -> bool:
    """Compare odds with every row of dice, and return whether there were few enough."""
    try:
        ways = every_way(played, most=ENUMERATED)
    except TooMany:
        return False
    plain: dict[Any, Fraction] = {}
    for chance, end in ways:
        plain[end] = plain.get(end, Fraction(0)) + chance
    require_law(plain == exact, f"{line}: the odds are not those of every row of dice: {_difference(plain, exact)}")
    return True


def _sample(played: Callable[["Dice"], End], exact: dict[Any, Fraction], line: str, seeds: int) -> None:
    count = Counter(played(SeededDice(f"odds {number}")) for number in range(seeds))
    for end in {**exact, **count}:
        chance = float(exact.get(end, 0))
        off = abs(count[end] - seeds * chance)
        most = SIGMAS * sqrt(seeds * chance * (1 - chance)) + (FEW if chance else 0)
        require_law(off <= most, f"{line}: {end[0] or 'done'} {chance:.4f}, but {count[end]} of {seeds} plays")


def _difference(plain: dict[Any, Fraction], exact: dict[Any, Fraction]) -> str:
    """Return the outcomes of two sets of odds with both chances."""
    told = []
    for outcome in sorted({end[0] for end in (*plain, *exact)}):
        own, other = (sum((each[end] for end in each if end[0] == outcome), Fraction(0)) for each in (plain, exact))
        told.append(f"{outcome or 'done'} {float(own):.4f} and {float(other):.4f}")
    return ", ".join(told)


def odds_match_all_dice(path: str) -> None:
    """Check that odds in random fights match all dice and seeded plays. Raises LawViolation."""
    weigh_random_play(path)


def weigh_random_play(
    path: str, *, fights: int = 1, states: int = 2, lines: int = 2, seed: str = "odds"
) -> Counter[str]:
    """Check the odds of possible lines in several states of random fights. Raises LawViolation."""
    found = Counter[str]()
    for number in range(fights):
        session, draw = from_encounter(path, f"{seed} {number}", source=path), SeededDraw(f"{seed} {number} lines")
        is_done(session, "init")
        for _ in range(states):
            weighed = 0
            for command in draw.some(commands_to_weigh(session), MOST_TRIED):
                if weighed < lines and refusal(session.rules, session.fight, command) is None:
                    weigh(session.rules, session.fight, command, found=found)
                    weighed += 1
            for line in draw.some(lines_to_try(session), lines):
                if is_done(session, line):
                    break
    return found


def commands_to_weigh(session: Session) -> Iterator[Command]:
    """Yield possible commands and answers, also with options: several targets, flags, numbers."""
    rules, fight = session.rules, session.fight
    up = rules.members(fight, fight.active) if fight.active else fight.combatants
    offered = [each.command for who in up if not fight.questions for each in rules.candidates(fight, who)]
    answers = [read_line(line, rules, fight) for line in answers_to_try(session)]
    for command in (*offered, *answers):
        if needs_words(command) or isinstance(command, commands.Init):
            continue
        yield command
        yield from with_options(session, command)


def with_options(session: Session, command: Command) -> Iterator[Command]:
    """Yield a command with each of its flags set, its numbers at 1, and two targets."""
    fields = {each.name: each for each in msgspec.structs.fields(type(command))}
    for name, field in fields.items():
        if name != "force" and field.default is False:
            yield replace(command, **{name: True})
        elif field.default == 0 and type(field.default) is int:
            yield replace(command, **{name: 1})
    targets = getattr(command, "targets", None)
    if targets:
        side = session.fight.combatants[targets[0]].side if targets[0] in session.fight.combatants else ""
        others = [who for who, one in session.fight.combatants.items() if one.side == side and who not in targets]
        for other in others[:2]:
            yield replace(command, targets=(*targets, other))
            yield replace(command, targets=(other, *targets))
