"""A rule system as a value: its sheet and board, its verbs with one function each, and its words."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from rbfcli.kernel.command import Command
from rbfcli.kernel.conditions import ConditionRow
from rbfcli.kernel.fight import Combatant, Fight
from rbfcli.kernel.reactions import Reaction

if TYPE_CHECKING:
    from rbfcli.kernel.facts import Facts
    from rbfcli.kernel.handling import Carrying
    from rbfcli.kernel.mistakes import Mistake
    from rbfcli.kernel.picture import Picture
    from rbfcli.kernel.sight import Sight

OutcomeRole = Literal["great", "good", "mixed", "bad"]
StandIn = Callable[[Any], tuple[Fight, Command]]
Words = tuple[str, ...] | Mapping[str, tuple[str, ...]]
VerbFunction = Callable[[Any, Any], None]


class Candidate(Struct, frozen=True):
    """Something that somebody might do: the command, what it costs, and its rule; rehearsing it says whether it may."""

    command: Command
    cost: str
    rule: str


class Example(Struct, frozen=True, kw_only=True):
    """A worked example: what is typed on the encounter of examples, dice given, and words of what is then told.

    `before` are the lines that lead up to it; `refused` says that the last line is refused with these words. It is
    played `on` another encounter than the others, where one is named.
    """

    line: str
    told: str
    before: tuple[str, ...] = ()
    refused: bool = False
    on: str = ""


class RuleEntry(Struct, frozen=True):
    """One rule of the ledger, in our words: the paragraph it comes from, and whose it is.

    `origin` is `page`, `sibling` (another page of the same game) or `reading` (where the pages are silent: ours). Its
    `examples` show it on both sides: for the one who wins by it, and for the one who loses. `terms` are other words
    that it is looked up by, those of its source and of everyday speech.
    """

    id: str
    summary: str
    source: str
    state: str
    option: str = ""
    origin: str = "page"
    examples: tuple[Example, ...] = ()
    terms: str = ""


class Attempt(Struct, frozen=True, kw_only=True):
    """How an attack shows: which outcomes of a roll, or of a happening (its fact `outcome`), hit, hit in part, or miss.

    Other outcomes are no attack. The attacker is `who`, or where it is `by_target` the target: whoever is attacked
    rolls.
    """

    hits: tuple[str, ...] = ()
    partly: tuple[str, ...] = ()
    misses: tuple[str, ...] = ()
    by_target: bool = False


def alone(_fight: Any, who: str) -> tuple[str, ...]:
    """Whoever has a slot of the order acts in it alone."""
    return (who,)


def _nothing(*_: object) -> None:
    """Do nothing: the hook a system does not need."""


def _no_mistakes(_fight: Any, _who: str) -> tuple["Mistake", ...]:
    """Nothing but what the kernel finds."""
    return ()


def _sheet_facts(fight: Any, who: str) -> "Facts":
    """The mappings and lists of a sheet."""
    from rbfcli.kernel.facts import sheet_facts

    return sheet_facts(fight, who)


def _as_it_is(_format: int, fight: dict[str, Any]) -> dict[str, Any]:
    """A fight of an older format reads as it is."""
    return fight


def _same(fight: Any) -> Any:
    """A fight as it is."""
    return fight


class Hooks(Struct, frozen=True):
    """What a system does at the edges of turns and rounds, where a turn held or split goes on, and after commands.

    `fall` is what somebody lets go of whom the GM lays down by a condition. `added` tells, of the first whom an `add`
    brought in, which kind of sheet it is, and how another is made.
    """

    begin_round: Callable[[Any], None] = _nothing
    begin_turn: Callable[[Any, str], None] = _nothing
    resume_turn: Callable[[Any, str], None] = _nothing
    end_turn: Callable[[Any, str], None] = _nothing
    fall: Callable[[Any, str], None] = _nothing
    after_command: Callable[[Any], None] = _nothing
    added: Callable[[Any, str], None] = _nothing


class Rules(Struct, frozen=True, kw_only=True):
    """One rule system, whole; everything outside reaches it through these fields alone.

    Its functions take a fight of its own type, and verbs, hooks and reactions a scene of such a fight: `Any` here, for
    the scene stands above and knows the rules; a law of `conformance` holds them to it.
    `no_verbs` are shared verbs that the system has not, `unlisted` those of which `actions` does not list every
    line, each with the reason. `asks` are the kinds of questions that may come up in the course of a verb, for
    those verbs that do not come to all of them (`gm.ASKS`): an answer to any other is refused. `vocabulary(fight,
    kind, who)` are the words of a kind that somebody may type, or each of them with the other names it goes by.
    `members(fight, who)` are the combatants that act in a slot of the order: where slots are teams, all of a team.
    `asking` is the rule that leaves choices open, cited where somebody answers a question that nobody asked.
    `remarks(fight)` are what `check` says of a fight that is sound, and perhaps not what was meant. `examples_on`
    is the encounter on which the examples of the ledger are played. `status(fight, who)` are the facts that the
    screen of the fight shows of somebody, `details` those that only `show WHO` does; of two with the same name the
    detail counts there. `reach(fight, who)` is the picture with what somebody gets at. `references` are the kinds
    of words that stand in fields: `held` in one of a sheet, `items.cures` in one of everything in a table of the
    fight, `combatants.turn.attacked` deeper in a sheet. `mistakes(fight, who)` are those that only the system sees:
    on the sheet of somebody, or of everything else. Words of the `open_kinds` may also be written out, such as
    cover as `+3/1f`: the rules match them themselves. The words of `fixed_kinds` are the same in every fight, and the
    schema of its encounters lists them. What somebody aims at, watches or waits for on a sheet, the
    fields `until_down`, is over when it falls. `reaches(fight, who, other, weapon)` says whether somebody gets at
    another with a weapon (with its hands, to help, where that is empty) from where both are, as the fields
    `whereabouts` tell; `beyond_reach` are verbs aimed at somebody that need no reach, or bring one there, each with
    the reason. `sight` is what players see of a fight; a system that has none keeps its ground and its sheets secret.
    `attempts` are the attacks that a story counts, by the label of the roll or the name of the happening
    that decides them; without any, the rolls of `attack` at somebody. `authored(fight)` is a fight with what an
    encounter says in another field than the one that play changes. Of an attack that was decided, `afterwards` says
    by the names of happenings whether it hits after all. `watch` sees the rolls of a fight that is told again.
    """

    name: str
    title: str
    dice: str
    fight: type[Fight]
    sheet: type[Combatant]
    prepare: Callable[[Any, Any], Any]
    verbs: Mapping[type[Command], VerbFunction]
    one_liners: Mapping[type[Command], StandIn]
    hooks: Hooks
    standing: Callable[[Any], bool]
    takes_turns: Callable[[Any, str], bool]
    health: Callable[[Any], tuple[int, int]]
    status: Callable[[Any, str], "Facts"]
    next_steps: Callable[[Any], tuple[str, ...]]
    candidates: Callable[[Any, str], Iterable[Candidate]]
    vocabulary: Callable[[Any, str, str], Words]
    outcomes: Mapping[str, OutcomeRole]
    words: Mapping[str, str]
    ledger: Callable[[], tuple[RuleEntry, ...]]
    members: Callable[[Any, str], tuple[str, ...]] = alone
    distance: Callable[[Any, str, str], int | None] = lambda _fight, _one, _other: None
    details: Callable[[Any, str], "Facts"] = _sheet_facts
    picture: Callable[[Any], "Picture"] = lambda _fight: ()
    reach: Callable[[Any, str], "Picture"] | None = None
    remarks: Callable[[Any], Iterable[str]] = lambda _fight: ()
    no_verbs: Mapping[str, str] = {}
    unlisted: Mapping[str, str] = {}
    asking: str = ""
    examples_on: str = ""
    conditions: Mapping[str, ConditionRow] = {}
    carrying: Callable[[], "Carrying"] | None = None
    migrate: Callable[[int, dict[str, Any]], dict[str, Any]] = _as_it_is
    references: Mapping[str, str] = {}
    mistakes: Callable[[Any, str], Iterable["Mistake"]] = _no_mistakes
    phases: tuple[str, ...] = ()
    open_kinds: tuple[str, ...] = ()
    fixed_kinds: tuple[str, ...] = ()
    until_down: tuple[str, ...] = ()
    reaches: Callable[[Any, str, str, str], bool] | None = None
    whereabouts: tuple[str, ...] = ()
    beyond_reach: Mapping[str, str] = {}
    reactions: tuple[Reaction, ...] = ()
    asks: Mapping[str, tuple[str, ...]] = {}
    sight: Callable[[], "Sight"] | None = None
    attempts: Mapping[str, Attempt] = {}
    afterwards: Mapping[str, bool] = {}
    watch: Callable[..., object] | None = None
    authored: Callable[[Any], Any] = _same

    @property
    def question_kinds(self) -> tuple[str, ...]:
        """The kinds of questions that the rules ask: those they have words for."""
        return tuple(key.removeprefix("question.") for key in self.words if key.startswith("question."))
