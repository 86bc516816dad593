"""The Python API: dice, odds, fights and simulations for other programs. Everything else in the package is private.

Each call runs a command as the shell does; results have the keys of its JSON documents.
Errors are RbfError. Calls from several threads wait for each other.
"""

from __future__ import annotations

import json
import operator
import os
import threading
from collections.abc import Callable, Sequence
from copy import deepcopy
from fractions import Fraction
from typing import Any, Self, TypeVar

import msgspec
from msgspec import Struct

from rbfcli.commands.reply import STOPPED, Reply
from rbfcli.commands.service import CommandService
from rbfcli.core.errors import Hint, PluginBug, RbfError, misuse, must_be, refuse, unknown
from rbfcli.engine.answers import open_now
from rbfcli.engine.player_view import players_side, seen
from rbfcli.language.grammar import split_words
from rbfcli.language.parser import Line, parse_line
from rbfcli.model.events import without_pauses
from rbfcli.render.json import to_json
from rbfcli.render.page import message_page, notebook_frame, page
from rbfcli.render.screen import question_in_words
from rbfcli.render.sentences import Style
from rbfcli.session.file_store import FileStorage, MemoryStorage
from rbfcli.session.origin import TYPED, Origin
from rbfcli.session.session import Session

_T = TypeVar("_T")

# The lists of plugin complaints and of loaded systems belong to the process: one command runs at a time.
_ONE_AT_A_TIME = threading.RLock()
_COMPARISONS = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "==": operator.eq,
    "!=": operator.ne,
}


class DiceRoll(Struct, frozen=True):
    """A roll of dice notation."""

    expression: str
    """the expression as understood"""
    total: int
    """the total, rounded toward zero"""
    dice: list[dict[str, Any]]
    """all dice, in the order rolled: `sides`, `face`, `kept` and the other keys of docs/protocol.md"""
    seed: str
    """the seed that gives the same roll again"""
    against: int | None = None
    """the target number of `vs`"""
    margin: int | None = None
    """the difference from the target number"""


class DiceChances(Struct, frozen=True):
    """The exact odds of dice notation."""

    expression: str
    """the expression as understood"""
    mean: Fraction
    """the mean"""
    chances: dict[Fraction, Fraction]
    """the chance of every total, lowest first"""
    left_out: Fraction
    """the chance not counted, such as endless explosions; `chance` leaves it out too"""

    def chance(self, comparison: str, number: int | Fraction) -> Fraction:
        """Return the chance of a total that is `>=`, `<=`, `>`, `<`, `==` or `!=` a number."""
        compare = _COMPARISONS.get(_typed(comparison, "a comparison", str))
        if compare is None:
            raise unknown("comparison", comparison, tuple(_COMPARISONS))
        bound = _typed(number, "a number", int, Fraction)
        return sum((chance for total, chance in self.chances.items() if compare(total, bound)), Fraction())


class CommandChances(Struct, frozen=True):
    """The odds of a command; exact unless `sampled`."""

    outcomes: dict[str, Fraction]
    """the chance of each outcome"""
    losses: dict[str, dict[int, Fraction]]
    """the chance of each loss of health, by id"""
    downs: dict[str, Fraction]
    """the chance of going down, by id"""
    sampled: bool
    """whether the odds are sampled"""
    n: int
    """the number of sampled plays; 0: exact"""


class PossibleAction(Struct, frozen=True):
    """A command that a combatant can use now."""

    line: str
    """the line to give to `do`"""
    cost: str
    """the cost"""
    effect: str
    """its effect, or its roll"""
    rule: str
    """the id of the rule"""


class OpenQuestion(Struct, frozen=True):
    """A choice that the fight waits for; answer with `fight.do("choose ANSWER")`."""

    kind: str
    """the kind of question"""
    who: str
    """the id of the combatant who decides; empty: the GM"""
    text: str
    """the question in words"""
    answers: tuple[str, ...]
    """the possible answers"""
    free_text: bool
    """whether `choose say "your own words"` answers too"""


class Result(Struct, frozen=True):
    """The result of a line; `str(result)` is its text."""

    ok: bool
    """whether it succeeded; false only for a line that reports problems, such as `check`"""
    outcome: str
    """the outcome in one word, such as `success`; empty: none"""
    events: tuple[dict[str, Any], ...]
    """what happened, in order; docs/protocol.md lists the events and their keys"""
    lines: tuple[str, ...]
    """what the shell prints"""
    notices: tuple[str, ...] = ()
    """what the shell prints on standard error, such as a save that was edited by hand"""

    def __str__(self) -> str:
        return "\n".join(self.lines)


class SimulatedSide(Struct, frozen=True):
    """How often a side won."""

    wins: int
    """fights won"""
    chance: float
    """its share of the fights"""
    low: float
    """the lower bound of the chance, 95 %"""
    high: float
    """the upper bound of the chance, 95 %"""


class SimulatedCombatant(Struct, frozen=True):
    """What happened to a combatant."""

    name: str
    """the name"""
    side: str
    """the side"""
    down: float
    """the share of the fights that ended with this combatant down"""
    left: float
    """average health left"""
    dealt: float
    """average damage dealt"""
    taken: float
    """average damage taken"""


class SimulatedFights(Struct, frozen=True):
    """A fight played many times."""

    fights: int
    """the number of fights"""
    seed: str
    """the seed of all fights"""
    sides: dict[str, SimulatedSide]
    """the result of each side"""
    draws: int
    """fights without a winner"""
    rounds: dict[str, Any]
    """how long they took: `mean`, `p5`, `p50` and `p95`, and `counts` by number of rounds"""
    combatants: dict[str, SimulatedCombatant]
    """the combatants, by id"""


class Fight:
    """A fight in memory or in a save file. In a notebook it shows the players' screen."""

    def __init__(self, save: str = "") -> None:
        self._notices: list[str] = []
        in_memory = not _typed(save, "the name of a save", str)
        self._storage = MemoryStorage() if in_memory else FileStorage(save, self._notices.append)
        here = os.path.realpath(os.curdir)
        self._service = CommandService(self._storage, Style(), origin=Origin("Fight.do", here, here))
        self._closed = False

    @classmethod
    def start(cls, encounter: str | os.PathLike[str], *, seed: str | int = "") -> Self:
        """Start a fight in memory from a bundled encounter or a file; the seed is random by default."""
        fight = cls()
        words = ("start", *_seed_words(seed), "--", _path(encounter))
        _carried_out(CommandService(fight._storage, Style(), origin=TYPED), parse_line(words))
        return fight

    @classmethod
    def open(cls, save: str | os.PathLike[str]) -> Self:
        """Open a save file; every line that changes the fight is saved immediately, under the file's lock.

        Other programs can write to it too: each call reads the file first. If there is no such file yet,
        `do("start ENCOUNTER")` begins the fight in it.
        """
        return cls(os.path.abspath(_path(save)))  # noqa: PTH100 - a save is named by text everywhere

    def do(self, line: str, *, dice: Sequence[int] | None = None) -> Result:
        """Run a line as you would write it in a script; `dice` are faces rolled by hand.

        Like a script, a line can use only files in or below the current folder, and cannot replace any.
        """
        words = parse_line(split_words(_typed(line, "a line", str)))
        if not words.verb:
            raise misuse("no command given", hint='do("help") lists all commands')
        if dice is not None:
            words = words.with_options(
                "--dice", ",".join(str(_typed(face, "a face", int)) for face in _typed(dice, "dice", list, tuple))
            )
        with _ONE_AT_A_TIME:
            reply = _carried_out(self._open_service(), words)
            said, self._notices[:] = (*self._notices, *reply.notice.splitlines()), []
        events = json.loads(to_json(without_pauses(reply.played.events))) if reply.played else []
        outcome = reply.played.outcome if reply.played else ""
        return Result(not reply.status, outcome, tuple(events), tuple(reply.text.splitlines()), said)

    @property
    def combatants(self) -> dict[str, Any]:
        """The combatants by id, with the fields of `show WHO --json`; a copy, so changes do not reach the fight."""
        return self._read(lambda session: deepcopy(dict(session.fight.combatants)))

    @property
    def question(self) -> OpenQuestion | None:
        """The question that the fight waits for, or None."""
        return self._read(_first_question)

    def actions(self, actor: str = "") -> list[PossibleAction]:
        """Return what a combatant can do now; by default the one whose turn it is."""
        named = ("--", actor) if _typed(actor, "a combatant", str) else ()
        return _converted(_document(self._open_service(), "actions", *named)["actions"], list[PossibleAction])

    def odds(self, line: str) -> CommandChances:
        """Return the odds of a command of the fight, without running it."""
        facts = _document(self._open_service(), "odds", *split_words(_typed(line, "a line", str)))
        if "outcomes" not in facts:
            raise misuse("Fight.odds takes one command of the fight", hint="rbfcli.odds takes dice")
        return _converted(facts, CommandChances)

    def undo(self) -> Result:
        """Undo the last line, dice included; `do("undo 3")` undoes more, `do("redo")` redoes."""
        return self.do("undo")

    def script(self) -> str:
        """Return the script that plays the fight again, up to now."""
        return "".join(f"{line}\n" for line in _document(self._open_service(), "log", "--script")["lines"])

    def close(self) -> None:
        """Close the fight; nothing is left to save."""
        self._closed = True

    def __enter__(self) -> Self:
        self._open_service()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _repr_html_(self) -> str:
        try:
            shown = self._read(_players_page)
        except RbfError as error:
            shown = message_page(error.message)
        return notebook_frame(shown)

    def _read(self, look: Callable[[Session], _T]) -> _T:
        """Return what a function finds in the current fight. Raises RbfError."""
        with _ONE_AT_A_TIME:
            self._open_service()
            try:
                return look(self._storage.load())
            except PluginBug as fault:
                raise fault.failure() from fault

    def _open_service(self) -> CommandService:
        if self._closed:
            raise refuse("this fight is closed", hint="Fight.open opens a save again")
        return self._service


def roll(expression: str, *, seed: str | int = "") -> DiceRoll:
    """Roll dice notation once; the seed is random by default."""
    facts = _document(_alone(), "roll", *_seed_words(seed), "--", _typed(expression, "dice notation", str))
    return _converted({**_only(facts["events"]), "seed": facts["seed"]}, DiceRoll)


def odds(expression: str) -> DiceChances:
    """Return the exact odds of dice notation."""
    facts = _only(_document(_alone(), "odds", "--", _typed(expression, "dice notation", str))["odds"])
    chances = {Fraction(each["value"]): Fraction(each["p"]) for each in facts["outcomes"]}
    return DiceChances(facts["expression"], Fraction(facts["mean"]), chances, Fraction(facts["left_out"]["p"]))


def simulate(fight: str | os.PathLike[str] | Fight, *, fights: int = 1000, seed: str | int = "") -> SimulatedFights:
    """Play an encounter, a save or a Fight many times, in this process; the Fight itself does not change."""
    service, source = (fight._open_service(), ()) if isinstance(fight, Fight) else (_alone(), ("--", _path(fight)))  # noqa: SLF001
    count = str(_typed(fights, "a number of fights", int))
    return _converted(_document(service, "simulate", "--fights", count, *_seed_words(seed), *source), SimulatedFights)


def _first_question(session: Session) -> OpenQuestion | None:
    for each in open_now(session.fight)[:1]:
        text = question_in_words(each, session.fight, session.rules)
        return OpenQuestion(each.kind, each.who, text, each.answers, each.free_text)
    return None


def _players_page(session: Session) -> str:
    fight, rules = session.fight, session.rules
    return page(*seen(fight, rules, players_side(fight, rules)))


def _alone() -> CommandService:
    return CommandService(MemoryStorage(), Style(), origin=TYPED)


def _carried_out(service: CommandService, line: Line) -> Reply:
    """Run a line. Raises RbfError, and KeyboardInterrupt for a line that was interrupted."""
    for option, given in (("-e", line.common.encounter or None), ("--lock-timeout", line.common.lock_timeout)):
        if given is not None:
            raise misuse(f"{option} does not apply to a Fight", hint="Fight.open uses another save")
    with _ONE_AT_A_TIME:
        try:
            reply = service.carry_out(line)
        except RbfError as wrong:
            if wrong.hint:
                wrong.add_note(wrong.hint)
            raise
    if reply.status == STOPPED:
        raise KeyboardInterrupt
    return reply


def _document(service: CommandService, verb: str, *words: str) -> dict[str, Any]:
    """Return the JSON document of a line. Raises RbfError, also for an error in the document."""
    reply = _carried_out(service, parse_line((verb, "--json", *words)))
    facts: dict[str, Any] = json.loads(reply.text)
    if found := facts.get("error"):
        kind, suggestions = found.pop("kind"), tuple(found.pop("suggestions"))
        error = RbfError(found.pop("message"), hint=Hint(found.pop("hint"), near=suggestions), **found)
        error.kind, error.status = kind, reply.status
        raise error
    return facts


def _converted(facts: Any, kind: type[_T]) -> _T:
    """Return a document's facts as a struct, with chances as exact fractions."""
    return msgspec.convert(facts, kind, dec_hook=lambda _, chance: Fraction(chance["p"]), str_keys=True)


def _only(several: list[dict[str, Any]]) -> dict[str, Any]:
    if len(several) != 1:
        raise misuse(f"this takes one roll, not {len(several)}", hint="call it once for each")
    return several[0]


def _typed(value: _T, what: str, *kinds: type) -> _T:
    """Return the value if it has one of these types. Raises UsageError."""
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        wanted = " or ".join(kind.__name__ for kind in kinds)
        raise must_be(what, f"{wanted}, not {type(value).__name__}")
    return value


def _path(name: str | os.PathLike[str]) -> str:
    return str(_typed(name, "the name of a file", str, os.PathLike))


def _seed_words(seed: str | int) -> tuple[str, ...]:
    """Return the option for a seed; none if it is empty, so that the seed is random."""
    text = str(_typed(seed, "a seed", str, int))
    return (f"--seed={text}",) if text else ()
