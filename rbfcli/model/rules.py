"""A rule system as a value: its types, its verbs, its reactions, its weapons, its rules in words."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct, convert
from msgspec.structs import replace

from rbfcli.core.lazy import module_named
from rbfcli.model.commands import Command, verb_name
from rbfcli.model.conditions import ConditionRow, with_role
from rbfcli.model.display import sheet_facts
from rbfcli.model.fight import Combatant, Fight, TurnSlot
from rbfcli.storage.toml import read_toml

if TYPE_CHECKING:
    from rbfcli.core.mistakes import Mistake
    from rbfcli.model.display import Facts, Picture, Visibility


Handling = Literal["draw", "swap", "pick up", "holster", "reload"]


def _one_hand(_weapon: Any) -> bool:
    return False


def _never(_fight: Any, _who: str, _weapon: str) -> bool:
    return False


def _nowhere(_fight: Any, _who: str) -> str:
    return ""


def _no_more(_fight: Any, _who: str) -> tuple[str, ...]:
    return ()


class WeaponHandling(Struct, frozen=True, kw_only=True):
    """What a system says of weapons; its sheets have `weapons`, `ammo` and a field for each of the `hands`."""

    drawing: str
    """the id of the rule of drawing and putting away"""
    reloading: str
    """the id of the rule of reloading"""
    wielding: str = ""
    """the id of the rule that a weapon has to be in hand; empty: that of drawing"""
    find: Callable[[Any, str], Any]
    """`find(fight, id)` answers a weapon with its `name` and its `ammo` when full (0: nobody counts its rounds)"""
    spend: Callable[[Any, str, Handling, Any], None]
    """`spend(scene, who, handling, weapon)` refuses, or takes what it costs to draw, swap, pick up, holster, reload"""
    loads: Callable[[Any], bool]
    """`loads(weapon)` answers whether it is one that is reloaded"""
    hands: tuple[str, ...] = ("held", "off_hand")
    """the fields of a sheet that hold the id of what is in each hand"""
    bare: str = "unarmed"
    """the id of bare hands"""
    two_handed: Callable[[Any], bool] = _one_hand
    """`two_handed(weapon)` answers whether it takes both hands"""
    failed: Callable[[Any, str, str], bool] = _never
    """`failed(fight, who, id)` answers whether a weapon of somebody's is of no use until it is repaired"""
    where: Callable[[Any, str], str] = _nowhere
    """`where(fight, who)` answers at which place somebody is: what is dropped lies there"""
    also_at: Callable[[Any, str], tuple[str, ...]] = _no_more
    """`also_at(fight, who)` answers the other places where it picks things up, such as all that a large one covers"""


class Example(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A worked example: what is typed on the encounter of examples, dice given, and words of what is then told."""

    line: str
    """the line that shows the rule, with `--dice` for all that it rolls"""
    told: str
    """words that stand in one line of the answer"""
    before: tuple[str, ...] = ()
    """the lines that lead up to it, played first"""
    refused: bool = False
    """whether the line is refused, with `told` as the reason"""
    on: str = ""
    """the encounter that it is played on, where that is not `Rules.examples_on`"""


class RuleEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """One rule of the ledger, in our words: the paragraph it comes from, and whose it is."""

    id: str
    """the name that events and refusals cite: the system, the section, a number, such as `SKI-ATK-1`"""
    summary: str
    """the rule in a sentence or two, in words of your own"""
    source: str
    """the heading that it stands under in its source"""
    state: str = "done"
    """`done` where the program applies it, `gm` where the table does; what is done needs a test"""
    option: str = ""
    """the options that overrule it, with commas between them"""
    origin: str = "page"
    """`page`, `sibling` (another page of the same game) or `reading` (the pages are silent: it is ours)"""
    examples: tuple[Example, ...] = ()
    """lines that show it on both sides: for the one who wins by it, and for the one who loses"""
    terms: str = ""
    """other words that it is looked up by: those of its source and of everyday speech"""


class RulesFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a `rules.toml`."""

    rules: tuple[RuleEntry, ...]
    """a table `[[rules]]` for each rule, in the order in which `rbf rules NAME` lists them"""


@cache
def read_rules(package: str) -> tuple[RuleEntry, ...]:
    """Return the rules in the `rules.toml` of a package."""
    path = f"{module_named(package).__path__[0]}/rules.toml"
    with open(path, "rb") as file:  # noqa: PTH123 - pathlib is not loaded for this alone
        return convert(read_toml(file.read(), path), RulesFile).rules


class Trigger(Struct, frozen=True):
    """What sets reactions off: the name of a trigger, whose deed it is, and what else there is to know of it."""

    on: str
    """the name of the trigger, as the rule gave it to `scene.trigger`"""
    who: str
    """the id of the one it is about: whoever was struck, moves, or aims"""
    facts: Mapping[str, Any] = {}
    """all else that the rule gave to `scene.trigger`"""


class InterruptedAction(Exception):
    """Others came before a deed of somebody's, which is to be looked at again."""

    def __init__(self, actor: str) -> None:
        super().__init__(actor)
        self.who = actor


May = Callable[[Any, str, Trigger], bool]
React = Callable[[Any, str, Trigger], object]
Decided = Callable[[Any, str, Trigger], str]
WITH = " with "


def _asks(*_: object) -> str:
    """Nothing is decided beforehand: whoever may react is asked."""
    return ""


class Reaction(Struct, frozen=True, kw_only=True):
    """One row: what others may do when a trigger sets it off; whoever may is asked, unless that is settled."""

    kind: str
    """what it is called, as is the question that offers it"""
    on: str
    """the trigger that sets it off"""
    rule: str
    """the id of the rule that grants it"""
    may: May
    """`may(scene, who, occasion)` answers whether somebody can react now, and changes nothing"""
    react: React
    """`react(scene, who, occasion)` pays for it and does it"""
    answers: tuple[str, ...]
    """what can be answered: the first reacts, any other lets it be"""
    weapons: Callable[[Any, str, Trigger], tuple[str, ...]] | None = None
    """`weapons(scene, who, occasion)` returns the ids of the weapons somebody may react with now, the best first. Each
    is an answer of its own (`strike with knife`; `strike` alone means the best), and `react` finds the id in
    `occasion.facts["weapon"]`. Nobody reacts without one"""
    decided: Decided = _asks
    """`decided(scene, who, occasion)` answers what is settled beforehand; empty: somebody is asked"""
    together: bool = False
    """whether all who may are asked at once, with those of the rows of the same trigger that follow and are so too"""
    lapses: bool = False
    """whether the offer is over with the next command"""
    bearing: str = ""
    """the condition that somebody has to bear to be looked at; empty: everybody is"""
    before: tuple[str, ...] = ()
    """fields on the sheet of whose deed it is: it comes before any change of them, whatever the verb, and `may` then
    looks at nothing else of the occasion"""


OutcomeRole = Literal["great", "good", "mixed", "bad"]
StandIn = Callable[[Any], tuple[Fight, Command]]
Words = tuple[str, ...] | Mapping[str, tuple[str, ...]]
VerbFunction = Callable[[Any, Any], None]


class CandidateAction(Struct, frozen=True):
    """Something that somebody might do: the command, what it costs, and its rule; rehearsing it says whether it may."""

    command: Command
    """the command, with all that it would be typed with"""
    cost: str
    """what it takes, as the list says it: `1 action`, `free`, `the turn`"""
    rule: str
    """the id of the rule that allows it"""


class OutcomeRoles(Struct, frozen=True, kw_only=True):
    """How an attack shows in the outcomes of a roll, or of a happening (its fact `outcome`); any other is no attack."""

    hits: tuple[str, ...] = ()
    """the outcomes that hit"""
    partly: tuple[str, ...] = ()
    """the outcomes that hit in part: damage, at a price"""
    misses: tuple[str, ...] = ()
    """the outcomes that miss"""
    by_target: bool = False
    """whether the one who is attacked rolls: then the attacker is the `target` of the roll"""


def stand_alone_fight(_fight: Any, actor: str) -> tuple[str, ...]:
    """Whoever has a slot of the order acts in it alone."""
    return (actor,)


def _nothing(*_: object) -> None:
    """Do nothing: the hook a system does not need."""


def _no_mistakes(_fight: Any, _who: str) -> tuple["Mistake", ...]:
    """Nothing but what the kernel finds."""
    return ()


def _nothing_wrong(_fight: Any) -> tuple["Mistake", ...]:
    """Nothing but what the kernel finds."""
    return ()


def _no_words(_fight: Any, _kind: str, _who: str) -> Words:
    """No words of further kinds."""
    return ()


def _sheet_facts(fight: Any, actor: str) -> "Facts":
    """The mappings and lists of a sheet."""
    return sheet_facts(fight, actor)


def _unexplained(_fight: Any, _kind: str, _word: str, _who: str) -> str:
    """Words that say all there is to say."""
    return ""


def _no_place(_fight: Any, _who: str, _words: str) -> str:
    """No places but those that have a name."""
    return ""


def _as_it_is(_format: int, fight: dict[str, Any]) -> dict[str, Any]:
    """A fight of an older format reads as it is."""
    return fight


def _as_set(_fight: Any, combatant: Any, _fields: tuple[str, ...]) -> Any:
    """A sheet with what a hand set on it, and nothing else."""
    return combatant


def _is_somebody(_combatant: Any) -> bool:
    """Not a thing."""
    return False


def _same(fight: Any) -> Any:
    """A fight as it is."""
    return fight


class Hooks(Struct, frozen=True):
    """What a system does at the edges of turns and rounds, and after commands; each gets a scene."""

    begin_round: Callable[[Any], None] = _nothing
    """`begin_round(scene)`: a round has begun, and nobody acts in it yet"""
    begin_turn: Callable[[Any, str], None] = _nothing
    """`begin_turn(scene, who)`: the turn of somebody has begun: give back actions, ask what is due"""
    resume_turn: Callable[[Any, str], None] = _nothing
    """`resume_turn(scene, who)`: a turn that was held, or split, goes on"""
    end_turn: Callable[[Any, str], None] = _nothing
    """`end_turn(scene, who)`: a turn is about to end; conditions that are counted come due behind this"""
    fall: Callable[[Any, str], None] = _nothing
    """`fall(scene, who)`: what somebody lets go of whom the GM lays down by a condition"""
    after_command: Callable[[Any], None] = _nothing
    """`after_command(scene)`: a command is done; say here that one side alone is left (`turns.announce_last_side`)"""
    added: Callable[[Any, str], None] = _nothing
    """`added(scene, who)`: an `add` brought in somebody, the first of several: say which kind of sheet it is"""
    set_by_hand: Callable[[Any, str, tuple[str, ...]], None] = _nothing
    """`set_by_hand(scene, who, fields)`: a `set` changed these fields of a sheet: do what follows, such as falling with
    no health left"""


class Rules(Struct, frozen=True, kw_only=True, dict=True):
    """One rule system, whole; everything outside reaches it through these fields alone.

    Its functions take a fight of its own type, and verbs, hooks and reactions a scene of such a fight: `Any` here, for
    the scene stands above and knows the rules; a law of `conformance` holds them to it. What has no default every
    system needs.
    """

    name: str
    """the word that it goes by: the name of its entry point, and `system = "NAME"` in an encounter"""
    title: str
    """what it is called in the list of `rbf systems`"""
    dice: str
    """its usual dice, such as `d20`, which completion offers first"""
    fight: type[Fight]
    """the type of its fights: a frozen `Fight` with the types of its options, board, combatants and weapons"""
    sheet: type[Combatant]
    """the type of its combatants: a frozen `Combatant` with all that a table writes down of one"""
    prepare: Callable[[Any, Any], Any]
    """`prepare(fight, one)` answers the sheet as it enters the fight: what is noted of it, such as its full health"""
    settled: Callable[[Any, Any, tuple[str, ...]], Any] = _as_set
    """`settled(fight, one, fields)` returns the sheet that follows once `set` or an edit has set these fields of it,
    such as the metre of a new place; without fields, once something else of the fight was set. Raises RbfError for
    fields that contradict each other"""
    verbs: Mapping[type[Command], VerbFunction]
    """the function for each command, `function(scene, command)`; `gm.VERBS` are those of the GM, the same everywhere"""
    one_liners: Mapping[type[Command], StandIn] = {}
    """verbs from numbers alone (`attack --system NAME`): each answers a fight that stands in, and the command there"""
    hooks: Hooks = Hooks()
    """what it does at the edges of turns and rounds, and after each command"""
    standing: Callable[[Any], bool]
    """`standing(one)` answers whether somebody is in the fight: not down, dying or dead"""
    is_thing: Callable[[Any], bool] = _is_somebody
    """`is_thing(one)` returns whether a sheet is a thing, such as a barrel: it is on no side and does nothing, so it is
    never `standing`, but it is down only once a condition says so"""
    takes_turns: Callable[[Any, str], bool]
    """`takes_turns(fight, who)` answers whether somebody gets a turn when it comes, also one who is gone by then"""
    health: Callable[[Any], tuple[int, int]]
    """`health(one)` answers what somebody has left, and at most; what it loses is damage"""
    status: Callable[[Any, str], "Facts"]
    """`status(fight, who)` answers the facts that the screen of the fight shows of somebody"""
    next_steps: Callable[[Any], tuple[str, ...]]
    """`next_steps(fight)` answers the lines that the table types next; none of them may be refused"""
    turn_is_over: Callable[[Any], bool] | None = None
    """`turn_is_over(fight)` answers whether `turn next` is among `next_steps`, where that is found sooner than those
    are: simulations ask for it between any two commands"""
    candidates: Callable[[Any, str], Iterable[CandidateAction]]
    """`candidates(fight, who)` answers all that somebody might do; rehearsing each says whether it may"""
    strikes: Callable[[Any, str, str], Iterable[Command]] | None = None
    """`strikes(fight, who, foe)` answers what somebody does harm to another with, the best first, such as spells beside
    an attack; simulations try one after the other. None: the plain attack alone"""
    can_attack: Callable[[Any, str], bool] | None = None
    """`can_attack(fight, who)` answers whether somebody could still attack in this turn, at once or behind something
    else it does first: False where its actions are spent, or it has none. Simulations look for no attack then. None:
    everybody always could"""
    approach: Callable[[Any, str, str], Iterable[Command]] | None = None
    """`approach(fight, who, foe)` answers what may get somebody at a foe that it cannot attack as it is: a way there, a
    weapon in hand, standing up. Simulations rehearse these alone before they give a turn up. None: all `candidates`"""
    vocabulary: Callable[[Any, str, str], Words] = _no_words
    """`vocabulary(fight, kind, who)` answers the words of any kind that is not among `kinds`"""
    kinds: Mapping[str, Callable[[Any, str], Words]] = {}
    """its own kinds of words for `Arg`, `Opt` and `references`: `kinds[kind](fight, who)` answers those that somebody
    may type now, or each with the other names it goes by. They are completed, and a word near one is asked back"""
    outcomes: Mapping[str, OutcomeRole]
    """each outcome that a roll or a command may have, and whether it is great, good, mixed or bad for who rolled"""
    words: Mapping[str, str]
    """what is said of all that happens, by keys: `model.display.WORD_KEYS` explains each"""
    ledger: Callable[[], tuple["RuleEntry", ...]]
    """`ledger()` answers its rules, an entry each; `rbf rules NAME` prints them"""
    meaning: Callable[[Any, str, str, str], str] = _unexplained
    """`meaning(fight, kind, word, who)` answers in a few words what a word of a kind means to whoever acts, where the
    kernel does not say it (`engine.answers`); the kind of a choice is the name of its field"""
    members: Callable[[Any, str], tuple[str, ...]] = stand_alone_fight
    """`members(fight, who)` answers the combatants that act in a slot of the order: where it is a team, all of it"""
    order_of: Callable[[Any], list[TurnSlot]] | None = None
    """`order_of(fight)` returns the places of all in the order of turns by their counts now, first to last. None: the
    system has no counts"""
    give_count: Callable[[Any, str, int | None, int], object] | None = None
    """`give_count(scene, who, count, mod)` gives a combatant or team a count in a running fight; None: it rolls"""
    distance: Callable[[Any, str, str], int | None] = lambda _fight, _one, _other: None
    """`distance(fight, who, other)` answers how far apart two are, for `@nearest`; None where that is not known"""
    details: Callable[[Any, str], "Facts"] = _sheet_facts
    """`details(fight, who)` answers further facts that only `show WHO` has; of two with one name these count there"""
    picture: Callable[[Any], "Picture"] = lambda _fight: ()
    """`picture(fight)` answers the ground, drawn"""
    reach: Callable[[Any, str], "Picture"] | None = None
    """`reach(fight, who)` answers the picture with what somebody gets at"""
    no_verbs: Mapping[str, str] = {}
    """verbs that it has not, shared ones (`stabilize`) or such as people try, each with the reason"""
    unlisted: Mapping[str, str] = {}
    """verbs of which `actions` does not list every line, each with the reason; `gm.UNLISTED` are those of the GM"""
    asking: str = ""
    """the rule that leaves choices open, cited where somebody answers a question that nobody asked"""
    examples_on: str = ""
    """the encounter on which the examples of the ledger are played"""
    conditions: Mapping[str, ConditionRow] = {}
    """what can lie on somebody, a row each (`model.conditions.table`)"""
    carrying: Callable[[], "WeaponHandling"] | None = None
    """`carrying()` answers how weapons are held, drawn, loaded and dropped; None where nobody carries any"""
    migrate: Callable[[int, dict[str, Any]], dict[str, Any]] = _as_it_is
    """`migrate(format, fight)` answers a fight of an older save, as plain data, in the form of today"""
    references: Mapping[str, str] = {}
    """the kinds of words that stand in fields: `held` in one of a sheet, `items.cures` in one of everything in a table
    of the fight, `combatants.turn.attacked` deeper in a sheet; each word there has to be one of its kind"""
    validate: Callable[[Any], Iterable["Mistake"]] = _nothing_wrong
    """`validate(fight)` answers every mistake of a fight that its types do not show, `Mistake(PATH, TEXT)` each: it is
    told with the file and the line of the path, before the fight begins and wherever a hand changes it"""
    mistakes: Callable[[Any, str], Iterable["Mistake"]] = _no_mistakes
    """`mistakes(fight, who)`: as `validate`, but for one sheet at a time, or for everything else; for large fights"""
    warnings: Callable[[Any, str], Iterable["Mistake"]] = _no_mistakes
    """`warnings(fight, who)` answers in the form of `mistakes` what `check` says of a fight that is sound, and
    perhaps not what was meant: keys that no rule will read, a defense of 0"""
    phases: tuple[str, ...] = ()
    """the phases of a round, in their order, in systems that have any"""
    open_kinds: tuple[str, ...] = ()
    """kinds of words that may also be written out, such as cover as `+3/1f`: the rules match them themselves"""
    fixed_kinds: tuple[str, ...] = ()
    """kinds whose words are the same in every fight, so that the schema of its encounters lists them"""
    until_down: tuple[str, ...] = ()
    """fields of a sheet that say what somebody aims at, watches or waits for: over when it falls"""
    reaches: Callable[[Any, str, str, str], bool] | None = None
    """`reaches(fight, who, other, weapon)` answers whether somebody gets at another with a weapon (with its hands, to
    help, where that is empty) from where both are"""
    place_meant: Callable[[Any, str, str], str] = _no_place
    """`place_meant(fight, who, words)` returns the place to which words lead an actor that name none, such as `+5`, `5m
    towards crates`, `north 3` or a square; empty for all others. Raises UsageError if the direction is missing"""
    whereabouts: tuple[str, ...] = ()
    """the fields of a sheet that tell where somebody is"""
    beyond_reach: Mapping[str, str] = {}
    """verbs aimed at somebody that need no reach, or bring one there, each with the reason"""
    reactions: tuple[Reaction, ...] = ()
    """what others may do in the middle of a deed, a row each"""
    asks: Mapping[str, tuple[str, ...]] = {}
    """the kinds of questions that may come up in the course of a verb, for verbs that do not come to all of them
    (`gm.ASKS`): an answer to any other is refused"""
    sight: Callable[[], "Visibility"] | None = None
    """`sight()` answers what players see of a fight; without it the ground and all sheets are kept from them"""
    attempts: Mapping[str, OutcomeRoles] = {}
    """the attacks that a story counts, by the label of the roll or the name of the happening that decides them;
    without any, the rolls of `attack` at somebody"""
    afterwards: Mapping[str, bool] = {}
    """of an attack that was decided, by the names of happenings: whether it hits after all"""
    watch: Callable[..., Any] | None = None
    """what sees each roll of a fight that is told again, with its throw; set by the story, not by a system"""
    authored: Callable[[Any], Any] = _same
    """`authored(fight)` answers a fight with what an encounter says in another field than the one that play changes"""

    def is_up(self, combatant: Any) -> bool:
        """Return whether a combatant stands, or is a thing that nothing has put down."""
        if self.standing(combatant):
            return True
        return self.is_thing(combatant) and not with_role(self.conditions, combatant, "down", "dying", "dead")

    @cached_property
    def verb_types(self) -> dict[str, type[Command]]:
        """The types of its commands by their verbs."""
        return {verb_name(kind): kind for kind in self.verbs}

    @cached_property
    def question_kinds(self) -> tuple[str, ...]:
        """The kinds of questions that the rules ask: those they have words for."""
        return tuple(key.removeprefix("question.") for key in self.words if key.startswith("question."))

    @cached_property
    def undisturbed(self) -> "Rules":
        """The same rules where nobody comes in between the deeds of others, as in the rehearsals of a policy."""
        return replace(self, reactions=())

    def words_of(self, fight: Any, kind: str, actor: str = "") -> Words:
        """The words of a kind that somebody may type; of everybody's where nobody is named."""
        own = self.kinds.get(kind)
        return own(fight, actor) if own is not None else self.vocabulary(fight, kind, actor)


def kinds_by(vocabulary: Callable[[Any, str, str], Words], *kinds: str) -> dict[str, Callable[[Any, str], Words]]:
    """Kinds of words that one function `vocabulary(fight, kind, who)` answers."""
    return {kind: lambda fight, who, kind=kind: vocabulary(fight, kind, who) for kind in kinds}  # type: ignore[misc]
