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
from rbfcli.engine.questions import AnsweredAtOnce
from rbfcli.lab.walk import Walk
from rbfcli.language.grammar import line_for
from rbfcli.language.parser import read_line
from rbfcli.model import commands
from rbfcli.model.commands import Command, needs_words
from rbfcli.model.fight import Question
from rbfcli.model.rules import Rules
from rbfcli.session.encounter import from_encounter
from rbfcli.session.session import Session
from rbfcli.storage.paths import find_encounter
from rbfcli.systems.registry import load
from rbfcli.testing.support import answers_to_try, is_done, lines_to_try, require_law

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


# The limits of seeded plays, walks and enumerated rows for a command, and the sizes of a short check.
SEEDS, WALKED, ENUMERATED = 200, 6_000, 2_000
FIGHTS, STATES, LINES = 1, 2, 2
ONE_IN = 40
MOST_TRIED = 60
SIGMAS, FEW = 4, 3

End = tuple[str, bytes]


class Saying(AnsweredAtOnce):
    """A recording that answers every question with the answer at one place in its list."""

    def __init__(self, place: int) -> None:
        super().__init__()
        self._place = place

    def answer(self, _scene: Any, question: Question) -> str:
        """Return the answer to a question."""
        return answer_at(self._place, question)


def answer_at(place: int, question: Question) -> str:
    """Return the answer at a place. Raises LimitReached if a question takes only free text."""
    if not question.answers:
        raise too_much("it asks for words of your own")
    return question.answers[place]


def end_of(played: Played) -> End:
    """Return a command's outcome and the fight afterwards, without seed and drawn dice."""
    after = replace(played.fight, drawn=0, seed="")
    read = msgspec.json.decode(msgspec.json.encode(after, enc_hook=int), type=type(after))  # omits defaults again
    return played.outcome, msgspec.json.encode(read)


class Weighed(Counter[str]):
    """Counts of commands that were walked, enumerated, sampled or too large."""


def weigh(rules: Rules, fight: Any, command: Command, *, found: Weighed, seeds: int = SEEDS) -> None:
    """Compare a command's odds with every row of its dice, or with seeded plays if there are too many.

    Where it asks, all answers are the first, then all are the last. Raises LawViolation.
    """
    line = line_for(command)
    for place in (0, -1):
        asked: list[Question] = []

        def answer(_fight: Any, question: Question, place: int = place, asked: list[Question] = asked) -> str:
            asked.append(question)
            return answer_at(place, question)

        try:
            node = Walk(rules, fight, command, end_of, answer=answer, most=WALKED, keeps_unread=True).node
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
        if not asked:
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
    """Compare odds with seeded plays."""
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
    weigh_random_play(path, fights=FIGHTS, states=STATES, lines=LINES)


def weigh_random_play(path: str, *, fights: int, states: int, lines: int, seed: str = "odds") -> Weighed:
    """Check the odds of possible lines in several states of random fights. Raises LawViolation."""
    found = Weighed()
    for number in range(fights):
        session, dice = from_encounter(path, f"{seed} {number}", source=path), SeededDice(f"{seed} {number} lines", 0)
        is_done(session, "init")
        for _ in range(states):
            weighed = 0
            for command in drawn(list(commands_to_weigh(session)), dice, MOST_TRIED):
                if weighed < lines and refusal(session.rules, session.fight, command) is None:
                    weigh(session.rules, session.fight, command, found=found)
                    weighed += 1
            for line in drawn(lines_to_try(session), dice, lines):
                if is_done(session, line):
                    break
    return found


def odds_of_examples_match_all_dice(system: str) -> None:
    """Check that the odds of some example lines match all dice. Raises LawViolation."""
    weigh_examples(system, one_in=ONE_IN)


def weigh_examples(system: str, *, one_in: int = 1) -> Weighed:
    """Check the odds of every `one_in`-th example line of the ledger in its own fight. Raises LawViolation."""
    found, rules, passed = Weighed(), load(system), 0
    seen = set[tuple[str, str, str]]()
    for entry in rules.ledger():
        for example in entry.examples:
            name = example.on or rules.examples_on
            session = from_encounter(find_encounter(name), "examples", source=name)
            for line in (*example.before, example.line):
                try:
                    command = read_line(line, session.rules, session.fight)
                except RbfError:
                    continue
                bare = replace(command, dice=()) if getattr(command, "dice", ()) else command
                key = name, line_for(bare), msgspec.json.encode(replace(session.fight, drawn=0, seed="")).decode()
                if key not in seen and not isinstance(bare, commands.Init):
                    seen.add(key)
                    passed += 1
                    if passed % one_in == 0:
                        weigh(session.rules, session.fight, bare, found=found)
                is_done(session, line)
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


def drawn(among: list[Any], dice: SeededDice, most: int) -> list[Any]:
    """Return random items, each at most once."""
    left = list(among)
    return [left.pop(dice.row(len(left), 1)[0] - 1) for _ in range(min(most, len(left)))]
