"""A rule system as a value: its types, verbs, reactions, weapons, and rules in words."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct, convert
from msgspec.structs import replace

from rbfcli.model.commands import Command, verb_name
from rbfcli.model.conditions import ConditionRow, with_role
from rbfcli.model.display import ResultPart, hit_points, sheet_facts
from rbfcli.model.fight import Combatant, Fight, TurnSlot
from rbfcli.storage.toml import read_beside

if TYPE_CHECKING:
    from rbfcli.core.mistakes import Mistake
    from rbfcli.model.display import Between, Facts, Picture, Visibility


Handling = Literal["draw", "swap", "pick up", "holster", "reload"]


class WeaponHandling(Struct, frozen=True, kw_only=True):
    """How a system handles weapons. Its sheets have `weapons`, `ammo`, and a field for each of the `hands`."""

    drawing: str
    """the id of the rule for drawing and holstering"""
    reloading: str
    """the id of the rule for reloading"""
    wielding: str = ""
    """the id of the rule that a weapon must be in hand; empty: the rule for drawing"""
    find: Callable[[Any, str], Any]
    """`find(fight, id)` returns a weapon with its `name` and its full `ammo` (0: rounds are not counted)"""
    spend: Callable[[Any, str, Handling, Any], None]
    """`spend(scene, actor, handling, weapon)` refuses, or pays the cost to draw, swap, pick up, holster or reload"""
    loads: Callable[[Any], bool]
    """`loads(weapon)` returns whether the weapon can be reloaded"""
    hands: tuple[str, ...] = ("held", "off_hand")
    """the sheet fields that hold the id of the weapon in each hand"""
    bare: str = "unarmed"
    """the id of bare hands"""
    two_handed: Callable[[Any], bool] = lambda _weapon: False
    """`two_handed(weapon)` returns whether the weapon needs both hands"""
    failed: Callable[[Any, str, str], bool] = lambda _fight, _who, _weapon: False
    """`failed(fight, actor, id)` returns whether the actor's weapon is useless until it is repaired"""
    where: Callable[[Any, str], str] = lambda _fight, _who: ""
    """`where(fight, actor)` returns the actor's place, where dropped weapons land"""
    also_at: Callable[[Any, str], tuple[str, ...]] = lambda _fight, _who: ()
    """`also_at(fight, actor)` returns other places where the actor can pick things up, such as every square a large
    combatant covers"""


class Example(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A worked example: a command on the example encounter, with given dice, and words from its result."""

    line: str
    """the command that shows the rule, with `--dice` for every die it rolls"""
    told: str
    """words that appear in one line of the output"""
    before: tuple[str, ...] = ()
    """commands to play first"""
    refused: bool = False
    """whether the command is refused, with `told` as the reason"""
    on: str = ""
    """the encounter to play it on, if not `Rules.examples_on`"""


class RuleEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """One rule in our own words, and where it comes from."""

    id: str
    """the id that events and refusals cite: system, section and number, such as `SKI-ATK-1`"""
    summary: str
    """the rule in a sentence or two, in your own words"""
    source: str
    """the heading in the source"""
    state: str = "done"
    """`done` if the program applies the rule, `gm` if the GM does; a rule that is done needs a test"""
    option: str = ""
    """the options that override it, separated by commas"""
    origin: str = "page"
    """`page`, `sibling` (another page of the same game) or `reading` (the page is silent; this is our reading)"""
    examples: tuple[Example, ...] = ()
    """commands that show the rule from both sides, the winner's and the loser's"""
    terms: str = ""
    """other words to look it up by, from the source and from everyday speech"""


class RulesFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a `rules.toml`."""

    rules: tuple[RuleEntry, ...]
    """a `[[rules]]` table per rule, in the order in which `rbf rules NAME` lists them"""


@cache
def read_rules(package: str) -> tuple[RuleEntry, ...]:
    """Return the rules in the `rules.toml` of a package."""
    return convert(read_beside(package, "rules.toml"), RulesFile).rules


@cache
def read_messages(package: str) -> dict[str, str]:
    """Return the messages in the `messages.toml` of a package, in the form of `Rules.words`.

    Its table `messages` has those that belong to no part of a result; each other table is named after a part.
    """
    tables = convert(read_beside(package, "messages.toml"), dict[Literal["messages"] | ResultPart, dict[str, str]])
    parts = {f"part.{key}": part for part, words in tables.items() if part != "messages" for key in words}
    return {key: text for words in tables.values() for key, text in words.items()} | parts


class Messages(Mapping[str, str]):
    """Texts with those of a package's `messages.toml`, which is read for the first one: `show` starts without it."""

    def __init__(self, package: str, *others: Mapping[str, str]) -> None:
        self._package, self._others = package, others

    @cached_property
    def _texts(self) -> dict[str, str]:
        return {key: text for each in (*self._others, read_messages(self._package)) for key, text in each.items()}

    def __getitem__(self, key: str) -> str:
        return self._texts[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


class Trigger(Struct, frozen=True):
    """A trigger for reactions: its name, the combatant it is about, and further facts."""

    on: str
    """the name of the trigger, as given to `scene.trigger`"""
    who: str
    """the id of the combatant it is about, who was hit, moves or aims"""
    facts: Mapping[str, Any] = {}
    """the other arguments of `scene.trigger`"""


class InterruptedAction(Exception):
    """Reactions interrupted an action, which must be checked again."""

    def __init__(self, actor: str) -> None:
        super().__init__(actor)
        self.who = actor


WITH = " with "


class Reaction(Struct, frozen=True, kw_only=True):
    """One reaction: its trigger, who can react, and what it does.

    Combatants who can react are asked, unless it is decided.
    """

    kind: str
    """the name of the reaction, and of the question that offers it"""
    on: str
    """the trigger that allows it"""
    rule: str
    """the id of the rule that grants it"""
    may: Callable[[Any, str, Trigger], bool]
    """`may(scene, actor, occasion)` returns whether the actor can react now, and changes nothing"""
    react: Callable[[Any, str, Trigger], object]
    """`react(scene, actor, occasion)` pays for the reaction and plays it"""
    answers: tuple[str, ...]
    """the possible answers; the first reacts, any other passes"""
    weapons: Callable[[Any, str, Trigger], tuple[str, ...]] | None = None
    """`weapons(scene, actor, occasion)` returns the ids of the weapons the actor can react with now, best first.
    Each is an answer (`strike with knife`; `strike` alone means the best), and `react` finds the id in
    `occasion.facts["weapon"]`. An actor without one cannot react"""
    decided: Callable[[Any, str, Trigger], str] = lambda _scene, _who, _occasion: ""
    """`decided(scene, actor, occasion)` returns the answer decided in advance; empty: ask"""
    together: bool = False
    """whether to ask all combatants who can react at once, including those of following rows for the same trigger
    that set this too"""
    lapses: bool = False
    """whether the offer ends with the next command"""
    bearing: str = ""
    """the condition that a combatant needs to be considered; empty: none"""


OutcomeRole = Literal["great", "good", "mixed", "bad"]
StandIn = Callable[[Any], tuple[Fight, Command]]
Words = tuple[str, ...] | Mapping[str, tuple[str, ...]]
VerbFunction = Callable[[Any, Any], None]


class CandidateAction(Struct, frozen=True):
    """A possible action: the command, its cost and its rule. A rehearsal decides whether it is allowed."""

    command: Command
    """the command with all its arguments"""
    cost: str
    """the cost as the list shows it: `1 action`, `free`, `the turn`"""
    rule: str
    """the id of the rule that allows it"""


class OutcomeRoles(Struct, frozen=True, kw_only=True):
    """The outcomes of a roll, or of a `happened` event (its fact `outcome`), that count as attacks in a story."""

    hits: tuple[str, ...] = ()
    """the outcomes that hit"""
    partly: tuple[str, ...] = ()
    """the outcomes that hit in part: damage at a price"""
    misses: tuple[str, ...] = ()
    """the outcomes that miss"""
    by_target: bool = False
    """whether the target rolls, so that the attacker is the `target` of the roll"""


def stand_alone_fight(_fight: Any, actor: str) -> tuple[str, ...]:
    """Return the actor alone, for systems without teams."""
    return (actor,)


def _nothing(*_: object) -> None:
    """Do nothing, for hooks a system does not need."""


class Hooks(Struct, frozen=True):
    """What a system does at the start and end of turns and rounds, and after each command. Each hook gets a scene."""

    begin_round: Callable[[Any], None] = _nothing
    """`begin_round(scene)`: a round has begun, before anyone acts"""
    begin_turn: Callable[[Any, str], None] = _nothing
    """`begin_turn(scene, actor)`: a turn has begun: restore actions, ask what is due"""
    resume_turn: Callable[[Any, str], None] = _nothing
    """`resume_turn(scene, actor)`: a held or split turn continues"""
    end_turn: Callable[[Any, str], None] = _nothing
    """`end_turn(scene, actor)`: a turn is about to end; conditions expire after this"""
    fall: Callable[[Any, str], None] = _nothing
    """`fall(scene, actor)`: the GM has put a combatant down with a condition; let go of what they hold"""
    after_command: Callable[[Any], None] = _nothing
    """`after_command(scene)`: a command is done; report here if one side is left (`turns.announce_last_side`). After
    split, switch and join, `scene.before` has the same combatants as the group in play"""
    added: Callable[[Any, str], None] = _nothing
    """`added(scene, actor)`: `add` brought in a combatant (the first of several); say what kind of sheet it is"""
    set_by_hand: Callable[[Any, str, tuple[str, ...]], None] = _nothing
    """`set_by_hand(scene, actor, fields)`: `set` changed these fields of a sheet; apply the consequences, such as
    falling at 0 health"""


class Rules(Struct, frozen=True, kw_only=True, dict=True):
    """A complete rule system. Everything outside the system uses only these fields.

    Functions take a fight of the system's own type; verbs, hooks and reactions take a scene of such a fight. They
    are typed `Any` here because the scene belongs to a higher layer; a law checks them. Fields without a default are
    required.
    """

    name: str
    """the name of its entry point, and of `system = "NAME"` in encounters"""
    title: str
    """its title in the list of `rbf systems`"""
    dice: str
    """its usual dice, such as `d20`; completion offers them first"""
    fight: type[Fight]
    """the type of its fights: a frozen `Fight` with the types of its options, board, combatants and weapons"""
    sheet: type[Combatant]
    """the type of its combatants: a frozen `Combatant` with everything a sheet records"""
    prepare: Callable[[Any, Any], Any]
    """`prepare(fight, combatant)` returns the sheet as it enters the fight, for instance with its full health
    recorded"""
    settled: Callable[[Any, Any, tuple[str, ...]], Any] = lambda _fight, combatant, _fields: combatant
    """`settled(fight, combatant, fields)` returns the sheet after `set` or an edit has changed these fields, for
    instance with the metre of a new place; without fields, after something else in the fight was set. Raises
    RbfError if fields contradict each other"""
    verbs: Mapping[type[Command], VerbFunction]
    """the function of each command, `function(scene, command)`; `gm.VERBS` contains the GM's, which all systems
    share"""
    one_liners: Mapping[type[Command], StandIn] = {}
    """verbs that need no fight (`attack --system NAME`): each returns a stand-in fight and the command to play on it"""
    hooks: Hooks = Hooks()
    """what happens at the start and end of turns and rounds, and after each command"""
    standing: Callable[[Any], bool]
    """`standing(combatant)` returns whether the combatant can still fight: not down, dying or dead"""
    rested: Callable[[Any], Any] = lambda combatant: combatant
    """`rested(combatant)` returns the sheet at full strength for the next fight: health, counters and ammunition.
    Conditions, initiative and place are removed for every system"""
    is_thing: Callable[[Any], bool] = lambda _combatant: False
    """`is_thing(combatant)` returns whether a sheet is an object, such as a barrel. Objects belong to no side and do
    nothing, so they are never `standing`, but they are down only if a condition says so"""
    takes_turns: Callable[[Any, str], bool]
    """`takes_turns(fight, actor)` returns whether the actor gets a turn when it comes up"""
    health: Callable[[Any], tuple[int, int]] = hit_points
    """`health(combatant)` returns current and maximum health (by default `hp` and `max_hp`); losing it is damage"""
    status: Callable[[Any, str], "Facts"]
    """`status(fight, actor)` returns the facts about a combatant that the fight's screen shows"""
    next_steps: Callable[[Any], tuple[str, ...]]
    """`next_steps(fight)` returns the commands to type next; the rules must accept them all. A policy goes to the next
    turn as soon as `turn next` is among them"""
    candidates: Callable[[Any, str], Iterable[CandidateAction]]
    """`candidates(fight, actor)` returns everything the actor might do; a rehearsal decides what is allowed"""
    strikes: Callable[[Any, str, str], Iterable[Command]] | None = None
    """`strikes(fight, actor, foe)` returns the ways an actor can harm a foe, best first, such as spells besides an
    attack; simulations try them in this order. Leave out what is out of reach. None: the plain attack only"""
    can_attack: Callable[[Any, str], bool] | None = None
    """`can_attack(fight, actor)` returns whether the actor could still attack this turn, possibly after another
    action. If False, simulations do not look for an attack. None: always"""
    approach: Callable[[Any, str, str], Iterable[Command]] | None = None
    """`approach(fight, actor, foe)` returns the commands that may bring an actor into reach of a foe: a move,
    drawing a weapon, standing up. Simulations rehearse only these before they give up a turn. None: all `candidates`"""
    kinds: Mapping[str, Callable[[Any, str], Words]] = {}
    """the system's kinds of words for `Arg`, `Opt` and `references`: `kinds[kind](fight, actor)` returns the words
    the actor can type now, or each with its other names. They are completed and checked for misspellings"""
    outcomes: Mapping[str, OutcomeRole]
    """each outcome a roll or command can have, and whether it is great, good, mixed or bad for the roller"""
    words: Mapping[str, str]
    """the text for everything that happens, by key; `testing/vocabulary.toml` explains each"""
    ledger: Callable[[], tuple["RuleEntry", ...]]
    """`ledger()` returns the rules, one entry each; `rbf rules NAME` prints them"""
    meaning: Callable[[Any, str, str, str], str] = lambda _fight, _kind, _word, _who: ""
    """`meaning(fight, kind, word, actor)` explains a word in a few words, if the engine does not (`engine.answers`);
    the kind of a choice is the name of its field"""
    members: Callable[[Any, str], tuple[str, ...]] = stand_alone_fight
    """`members(fight, actor)` returns the combatants that act in a slot of the turn order, such as a whole team"""
    order_of: Callable[[Any], list[TurnSlot]] | None = None
    """`order_of(fight)` returns the slots of the turn order by current count, first to last. None: the system has
    no initiative counts"""
    give_count: Callable[[Any, str, int | None, int], object] | None = None
    """`give_count(scene, actor, count, mod)` gives a combatant or team a count in a running fight; None: it rolls"""
    distance: Callable[[Any, str, str], int | None] = lambda _fight, _one, _other: None
    """`distance(fight, actor, other)` returns the distance between two combatants for `@nearest`, or None if unknown"""
    details: Callable[[Any, str], "Facts"] = sheet_facts
    """`details(fight, actor)` returns further facts for `show WHO`; they override facts of the same name"""
    picture: Callable[[Any], "Picture"] = lambda _fight: ()
    """`picture(fight)` returns the map"""
    reach: Callable[[Any, str], "Picture"] | None = None
    """`reach(fight, actor)` returns the map with what the actor can reach"""
    between: Callable[[Any, str, str], "Between"] | None = None
    """`between(scene, actor, other)` returns the distance, cover and lines between two combatants, and which weapons
    reach; it asks the functions that attacks ask. None: the system measures no distances"""
    would_catch: Callable[[Any, Command], tuple[str, ...] | None] | None = None
    """`would_catch(scene, command)` returns who is inside the area of an attack if it lands where it is aimed, before
    any dice; None for any other command. A dry run shows it"""
    no_verbs: Mapping[str, str] = {}
    """verbs the system does not have, shared ones (`stabilize`) or ones people try, each with the reason"""
    asking: str = ""
    """the rule that allows choices, cited when someone answers a question that was not asked"""
    examples_on: str = ""
    """the encounter on which the rules' examples are played"""
    conditions: Mapping[str, ConditionRow] = {}
    """the conditions, one row each (`read_conditions` or `table` of `model.conditions`)"""
    carrying: Callable[[], "WeaponHandling"] | None = None
    """`carrying()` returns how weapons are held, drawn, loaded and dropped; None if the system has no weapons"""
    migrate: Callable[[int, dict[str, Any]], dict[str, Any]] = lambda _format, fight: fight
    """`migrate(format, fight)` converts the plain data of an older save to today's form"""
    references: Mapping[str, str] = {}
    """the kinds of words in fields: `held` for a sheet field, `items.cures` for each entry of a table of the fight,
    `combatants.turn.attacked` for a nested field. Every word there must be of its kind"""
    mistakes: Callable[[Any, str], Iterable["Mistake"]] = lambda _fight, _who: ()
    """`mistakes(fight, actor)` returns the mistakes that types cannot show, as `Mistake(PATH, TEXT)`: on one sheet or,
    if `actor` is empty, anywhere else. Each is reported with its file and line, before the fight begins and after any
    manual edit"""
    warnings: Callable[[Any, str], Iterable["Mistake"]] = lambda _fight, _who: ()
    """`warnings(fight, actor)` returns, in the same form, what `check` warns about: valid but probably unintended
    values, such as keys no rule reads or a defense of 0"""
    phases: tuple[str, ...] = ()
    """the phases of a round in order, if it has any"""
    open_kinds: tuple[str, ...] = ()
    """kinds whose words can also be written out, such as cover as `+3/1f`; the rules check them"""
    fixed_kinds: tuple[str, ...] = ()
    """kinds whose words are the same in every fight, so that encounter schemas can list them"""
    place_meant: Callable[[Any, str, str], str] = lambda _fight, _who, _words: ""
    """`place_meant(fight, actor, words)` returns the place to which a relative move leads, such as `+5`, `5m towards
    crates`, `north 3` or a square; empty for other words. Raises UsageError if the direction is missing"""
    reaches: Callable[[Any, str, str, str], bool] | None = None
    """`reaches(fight, actor, other, weapon)` returns whether the actor can attack another with a weapon from where both
    are; without it, every weapon reaches"""
    whereabouts: tuple[str, ...] = ()
    """the sheet fields that say where a combatant is"""
    reactions: tuple[Reaction, ...] = ()
    """what others can do in the middle of an action"""
    asks: Mapping[str, tuple[str, ...]] = {}
    """the kinds of questions a verb can lead to, for verbs that cannot lead to all of them (`gm.ASKS`); other
    answers are refused"""
    sight: Callable[[], "Visibility"] | None = None
    """`sight()` returns what players see of a fight; without it, they see no map and no sheets"""
    attempts: Mapping[str, OutcomeRoles] = {}
    """the attacks a story counts, by the label of the roll or the name of the `happened` event that decides them; by
    default, the rolls of `attack` with a target"""
    afterwards: Mapping[str, bool] = {}
    """for attacks already decided, by names of `happened` events: whether they hit after all"""
    watch: Callable[..., Any] | None = None
    """a function that sees each roll of a fight being retold; set by the story, not by systems"""
    authored: Callable[[Any], Any] = lambda fight: fight
    """`authored(fight)` returns the fight with values an encounter writes in a different field than play changes"""

    def is_up(self, combatant: Any) -> bool:
        """Return whether a combatant is standing, or is an object that nothing has put down."""
        if self.standing(combatant):
            return True
        return self.is_thing(combatant) and not with_role(self.conditions, combatant, "down", "dying", "dead")

    @cached_property
    def verb_types(self) -> dict[str, type[Command]]:
        """Return the command types by verb."""
        return {verb_name(kind): kind for kind in self.verbs}

    @cached_property
    def question_kinds(self) -> tuple[str, ...]:
        """Return the kinds of questions the rules ask: those that have words."""
        return tuple(key.removeprefix("question.") for key in self.words if key.startswith("question."))

    @cached_property
    def undisturbed(self) -> "Rules":
        """Return the same rules without reactions, for a policy's rehearsals."""
        return replace(self, reactions=())

    def words_of(self, fight: Any, kind: str, actor: str = "") -> Words:
        """Return the words of a kind that an actor can type; for everyone's, pass no actor."""
        own = self.kinds.get(kind)
        return own(fight, actor) if own is not None else ()


def kinds_by(vocabulary: Callable[[Any, str, str], Words], *kinds: str) -> dict[str, Callable[[Any, str], Words]]:
    """Return kinds of words that one function `vocabulary(fight, kind, actor)` provides."""
    return {kind: lambda fight, who, kind=kind: vocabulary(fight, kind, who) for kind in kinds}  # type: ignore[misc]


def acts_alone(rules: Rules) -> bool:
    """Return whether each combatant has a count of its own, which can be rolled when it joins."""
    return rules.members is stand_alone_fight and rules.give_count is not None
