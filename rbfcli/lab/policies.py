"""Policies: how a side plays, each a function from its view to its wishes, best first."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib.metadata import entry_points
from itertools import islice
from typing import Any, TypeVar

from msgspec import ValidationError, convert

from rbfcli.core.errors import LimitReached, PluginBug, RbfError, UsageError, failed
from rbfcli.core.limits import ANSWERS_ON_A_WAY, WISHES
from rbfcli.core.matching import match
from rbfcli.dice.sources import SeededDice
from rbfcli.engine.gm import OF_THE_GM
from rbfcli.engine.play import execute
from rbfcli.engine.questions import Recording, command_for
from rbfcli.lab.view import View, actor_of
from rbfcli.language.grammar import grammar_of, line_for
from rbfcli.language.parser import fight_verbs
from rbfcli.model.commands import Attack, Command, verb_name
from rbfcli.model.fight import Combatant, Question
from rbfcli.model.rules import Rules
from rbfcli.plugins import Guest

GROUP = "rbfcli.policies"
NOWHERE = 1 << 30
# The number of enemies and of plays per attack that `best` tries, and the value of attacks that cannot be played.
FOES, TRIALS, WORST = 3, 6, 1e6

T = TypeVar("T")
Wishes = Iterable[Command] | Iterable[str]
Policy = Callable[[View], Wishes]
Rank = Callable[[str], Callable[[str], int]]


def random(view: View) -> Wishes:
    """Do anything possible, with equal chances, including ending the turn."""
    if view.question:
        return shuffled(view, view.question.answers)
    return iter(partial(next, shuffled(view, [*view.actions, None])), None)


def weakest(view: View) -> Wishes:
    """Attack the enemy with the least visible health, or else move to where an attack is possible."""
    return strike(view, lambda _who: view.foes.__getitem__)


def nearest(view: View) -> Wishes:
    """Attack the nearest enemy, or else move to where an attack is possible."""
    return strike(view, lambda who: lambda foe: NOWHERE if (far := view.distance(who, foe)) is None else far)


def best(view: View) -> Wishes:
    """Use the attack that did best in a few trials with full information, or else act as `weakest`."""
    return _best_answers(view, view.question) if view.question else _best_strikes(view)


def _best_strikes(view: View) -> Iterator[Command]:
    """Yield the attacks on a few enemies, best first, then everything that `weakest` would do."""
    for who in view.people:
        able = view.is_up(who) and view.can_attack(who)
        found = [each for foe in _foes_to_try(view, who) for each in view.strikes(who, foe)] if able else []
        yield from _ranked(view, who, found)
    yield from strike(view, lambda _who: view.foes.__getitem__)


def _foes_to_try(view: View, actor: str) -> Iterator[str]:
    """Yield the enemies with the least health that the actor can attack, at most three."""
    foes = sorted(view.foes, key=view.foes.__getitem__)
    yield from islice((foe for foe in foes if any(view.is_accepted(each) for each in view.strikes(actor, foe))), FOES)


def _best_answers(view: View, question: Question) -> Wishes:
    """Return the answers, best for the chooser first.

    The more answers there are, the fewer plays each gets.
    """
    fight = view._whole()  # noqa: SLF001 - with full information
    if question.who not in fight.combatants:
        return question.answers
    by_answer: dict[Command, str] = {command_for(fight, question, each): each for each in question.answers}
    plays = max(1, FOES * TRIALS // max(FOES, len(by_answer)))
    return [by_answer[each] for each in _ranked(view, question.who, list(by_answer), plays)]


def _ranked(view: View, actor: str, commands: Sequence[Command], plays: int = TRIALS) -> Sequence[Command]:
    """Return commands, the best for the actor's side first; equal ones keep their order.

    Each is played a few times, with the same dice as the others. It is worth the health that enemies lose minus the
    health that allies lose.
    """
    if len(commands) < 2:  # noqa: PLR2004
        return commands
    fight = view._whole()  # noqa: SLF001 - with full information
    seeds = [f"{fight.seed} {fight.drawn} trial {number}" for number in range(plays)]
    return sorted(commands, key=lambda each: -sum(_trial(view.rules, fight, actor, each, seed) for seed in seeds))


def _trial(rules: Rules, fight: Any, actor: str, command: Command, seed: str) -> float:
    try:
        after = execute(rules, fight, command, SeededDice(seed), recording=FirstAnswers()).fight
    except (RbfError, LimitReached, PluginBug):
        return -WORST
    own, harm = fight.combatants[actor].side, 0.0
    for who, one in fight.combatants.items():
        now = after.combatants.get(who)
        if now is not one:
            harm += _harm(rules, one, now) * (-1 if one.side == own else 1)
    return harm


def _harm(rules: Rules, combatant: Combatant, now: Combatant | None) -> float:
    """Return the fraction of a combatant's health that is lost, plus 1 if it goes down.

    This is `odds.worth` with floats, because fractions took a quarter of the time.
    """
    health, most = rules.health(combatant)
    left, stands = (rules.health(now)[0], rules.standing(now)) if now else (0, False)
    return (health - left) / max(1, most) + (rules.standing(combatant) and not stands)


class FirstAnswers(Recording):
    """The first answer to every question of a trial."""

    _answered = 0

    def answer(self, scene: object, question: Question) -> str | None:
        """Return the first answer, or None if there is no end of questions."""
        del scene
        self._answered += 1
        return question.answers[0] if question.answers and self._answered <= ANSWERS_ON_A_WAY else None


def strike(view: View, rank: Rank) -> Iterator[Any]:
    """Yield the attacks of all combatants, lowest-ranked enemy first, or all answers to an open question.

    Attacks with other weapons follow, then preparations for one.
    """
    if view.question:
        yield from view.question.answers
        return
    foes = view.foes
    able = [who for who in view.people if foes and view.is_up(who) and view.can_attack(who)]
    for who in able:
        for foe in sorted(foes, key=rank(who)):
            yield from view.strikes(who, foe)
    for who in able:
        yield from sorted(view.with_other_weapons(who), key=lambda each: rank(each.who)(each.targets[0]))
    yield from preparations(view)


def preparations(view: View) -> Iterator[Command]:
    """Yield actions that make an attack possible, ready a weapon, bring an enemy nearer or end a condition.

    For combatants who are down, yield everything that they can do for themselves.
    """
    for who in view.people:
        if not view.is_up(who):
            yield from _own(view, who)
            continue
        ways = [each for each in view.approaches(who) if not isinstance(each, Attack)]
        yield from opening(view, who, ways)
        yield from view.arming(who, _own(view, who))
        yield from (each for each in ways if view.brings_nearer(who, each))
        if view.conditions(who):
            yield from (each for each in _own(view, who) if view.rids(who, each))


def opening(view: View, actor: str, ways: Iterable[Command]) -> Iterator[Command]:
    """Yield the commands after which the actor can attack.

    If a verb uses up the attack, its other lines are skipped.
    """
    spent: set[type[Command]] = set()
    for each in ways if view.can_attack(actor) else ():
        if type(each) in spent:
            continue
        if view.opens_an_attack(actor, each):
            yield each
        elif view.takes_the_attack(actor, each):
            spent.add(type(each))


def _own(view: View, actor: str) -> Iterator[Command]:
    yield from (each for each in view.actions_of(actor) if not isinstance(each, Attack))


def shuffled(view: View, things: Iterable[T]) -> Iterator[T]:
    """Yield things in random order."""
    left = list(things)
    while left:
        at = view.number(len(left))
        left[at], left[-1] = left[-1], left[at]
        yield left.pop()


SHIPPED: dict[str, Policy] = {"random": random, "weakest": weakest, "nearest": nearest, "best": best}
# Policies that use random numbers or trial dice.
CHANCY = frozenset(("random", "best"))
USUAL = "weakest"


def policy_named(name: str) -> Policy:
    """Return the policy with this name, bundled or from a plugin. Raises UsageError with the known names."""
    found = full_name(name)
    if found in SHIPPED:
        return SHIPPED[found]
    point = _others()[found]
    try:
        loaded = point.load()
    except Exception as wrong:
        said = f"{type(wrong).__name__}: {wrong}"
        raise failed(f"the policy {found!r} cannot be loaded: {said}", error=PolicyFault) from wrong
    if not callable(loaded):
        raise failed(f"the policy {found!r} is not a function", error=PolicyFault)
    return watched(found, point.value, loaded)


def full_name(name: str) -> str:
    """Return the full name of a policy from its prefix. Raises UsageError with the known names."""
    return name if name in SHIPPED else match(name, (*SHIPPED, *_others()), "policy", UsageError)


def _others() -> dict[str, Any]:
    return {each.name: each for each in entry_points(group=GROUP)}


END = object()
# Options reserved for the GM in every system, even if its commands do not declare it.
EDGES = ("advantage", "disadvantage")
WHOSE = {"gm": "is not for a side to say", "foes": "is for its foes to say", "players": "is for the players to say"}


class PolicyFault(RbfError):
    """A policy that gives an invalid command or answer."""

    kind = "plugin"
    status = 70


def watched(name: str, value: str, policy: Callable[[View], Any]) -> Callable[[View], Iterator[Any]]:
    """Return a plugin's policy with its wishes checked and limited in number.

    It raises PluginBug, with file and line, for errors inside the policy, and PolicyFault for invalid output.
    """
    guest = Guest(system=f"policy {name}", value=value)

    def wrong(given: object, why: str) -> RbfError:
        shown = guest.run(partial(_shown, given), policy)
        return failed(f"the policy {name!r} gave {shown}, and {why}", error=PolicyFault)

    def wishes(view: View) -> Iterator[Any]:
        given = guest.run(partial(policy, view), policy)
        each = guest.run(partial(_each_of, given), policy)
        if each is None:
            raise wrong(given, "no row of commands or answers")
        wanted = str if view.question else Command
        for _ in range(WISHES):
            wish = guest.run(partial(next, each, END), policy)
            if wish is END:
                return
            if not issubclass(type(wish), wanted):
                raise wrong(wish, "not an answer" if view.question else "not a command")
            if why := "" if view.question else misfit(wish, view):
                raise wrong(wish, why)
            yield str.__str__(wish) if view.question else wish
        raise failed(f"the policy {name!r} gave {WISHES:,} commands or answers, all of them invalid", error=PolicyFault)

    wishes.__name__ = name
    return wishes


def _each_of(given: Any) -> Iterator[Any] | None:
    """Return an iterator over a policy's output, or None if it is not iterable or is a single string."""
    return iter(given) if isinstance(given, Iterable) and not isinstance(given, str) else None


def misfit(command: Command, view: View) -> str:
    """Return why a policy may not give a command, or an empty string.

    The command may belong to another system, have wrong types, or not belong to this side alone.
    """
    verb, rules = verb_name(command), view.rules
    if fight_verbs(rules).get(verb) is not type(command):
        return f"not a command of {rules.name}"
    if isinstance(command, OF_THE_GM):
        return f"`{verb}` is the GM's"
    values = {name: getattr(command, name) for name in command.__struct_fields__}
    try:
        convert(values, type(command))
    except (ValidationError, TypeError) as unfit:
        return f"no command can be so: {unfit}"
    if actor_of(command) not in view.people and command not in view.actions:
        return f"not a command of {' or '.join(view.people)}"
    return next((why for name, value in values.items() if (why := _not_its_word(name, value, command, view))), "")


def _not_its_word(name: str, value: object, command: Command, view: View) -> str:
    """Return why a side may not set a field of its command, or an empty string if it may."""
    word = grammar_of(type(command)).fields[name]
    whose = word.spec.whose or ("gm" if name in EDGES else "")
    if not whose or value == word.default or (whose == "players" and view.is_of_players):
        return ""
    return f"{word.option or word.field} {WHOSE[whose]}"


def _shown(given: object) -> str:
    try:
        text = f"`{line_for(given)}`" if isinstance(given, Command) else repr(given)
    except (TypeError, ValueError):
        text = repr(given)
    return " ".join(f"{text:.60}".split())
