"""A fight as players see it: a separate fight, made only of what they may know, that any renderer can show.

It has no sheets, options, seed or notes, so only what is put here can be revealed.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from msgspec.structs import replace

from rbfcli.dice.sources import MaxDice
from rbfcli.engine.answers import open_now
from rbfcli.engine.edits import drop_references
from rbfcli.engine.scene import Scene
from rbfcli.model.conditions import row_of
from rbfcli.model.display import ALWAYS, NO_SIGHT, Fact, Facts, Picture, Visibility
from rbfcli.model.fight import Combatant, Condition, Fight, Question, TurnSlot
from rbfcli.model.rules import Rules

UNHURT, HURT, BLOODIED, BADLY_HURT, DOWN = "unhurt", "hurt", "bloodied", "badly hurt", "down"
STATES = (DOWN, BADLY_HURT, BLOODIED, HURT, UNHURT)
KEPT = ""  # the state of a combatant whose health the rules keep from other sides
QUARTERS = {**{state: quarters for quarters, state in enumerate(STATES)}, KEPT: 4}


class PlayerView(Combatant, frozen=True, kw_only=True):
    """A combatant as players see it: whether it is up, its state, and the facts they know."""

    is_up: bool
    state: str
    facts: Facts


class PlayerFight(Fight, frozen=True, kw_only=True):
    """A fight as one side's players see it; with an empty side, as every side does.

    `able` are the slots of the turn order that can still get a turn; without an order, those of the side who can
    still act. `teams` are the combatants in a slot.
    """

    combatants: Mapping[str, PlayerView] = {}
    side: str = ""
    ground: Picture = ()
    able: tuple[str, ...] = ()
    teams: Mapping[str, tuple[str, ...]] = {}


def players_side(fight: Fight, rules: Rules) -> str:
    """Return the players' side if the rules know exactly one, else an empty string."""
    sides = tuple(dict.fromkeys(sight_of(rules).players(fight)))
    return sides[0] if len(sides) == 1 else ""


def seen(fight: Fight, rules: Rules, side: str) -> tuple[PlayerFight, Rules]:
    """Return the fight as a side sees it, and rules that show it. An empty side sees what every side sees."""
    shown = without(sight_of(rules).known(fight, side), rules, hidden_from(fight, rules, side))
    teams = {}
    for slot in shown.order:
        if there := tuple(who for who in rules.members(shown, slot.who) if who in shown.combatants):
            teams[slot.who] = there
    acting = shown.active if shown.active in teams or shown.active in shown.combatants else ""
    own = {each for each, there in teams.items() if any(_is_own(shown, who, side) for who in there)}
    # Without an order, showing which enemies can still act could reveal a secret.
    candidates = teams if fight.order else [who for who in shown.combatants if _is_own(shown, who, side)]
    projected = PlayerFight(
        system=fight.system,
        title=fight.title,
        round=fight.round,
        phase=fight.phase,
        order=tuple(
            TurnSlot(who=slot.who, count=slot.count if slot.who in own else 0)
            for slot in shown.order
            if slot.who in teams
        ),
        turn=sum(slot.who in teams for slot in shown.order[: shown.turn]) if acting else 0,
        active=acting,
        over=fight.over,
        questions=tuple(_questions(fight, shown, rules, side)),
        combatants={who: _seen(shown, rules, who, is_own=_is_own(shown, who, side)) for who in shown.combatants},
        side=side,
        ground=tuple(sight_of(rules).ground(shown)),
        able=tuple(who for who in candidates if rules.takes_turns(shown, who)),
        teams={who: found for who, found in teams.items() if found != (who,)},
    )
    return projected, _rules_of_seen(rules)


def sight_of(rules: Rules) -> Visibility:
    """Return the system's visibility rules."""
    return _declared(rules.sight) if rules.sight else NO_SIGHT


@cache
def _declared(sight: Callable[[], Visibility]) -> Visibility:
    return sight()


def hidden_from(fight: Fight, rules: Rules, side: str) -> tuple[str, ...]:
    """Return the combatants of other sides that a side cannot see."""
    hides, people = sight_of(rules).hides, fight.combatants.items()
    return tuple([who for who, one in people if not (side and one.side == side) and hides(fight, who, side)])


def visible_to(fight: Any, rules: Rules, side: str) -> Any:
    """Return the fight without the combatants a side cannot see and the map objects it does not know."""
    hidden, known = hidden_from(fight, rules, side), sight_of(rules).known(fight, side)
    return without(known, rules, hidden) if hidden else known


def without(fight: Any, rules: Rules, hidden: tuple[str, ...]) -> Any:
    """Return the fight as if some combatants had never been in it, and without open questions."""
    calm = replace(fight, questions=(), paused=None)
    if not hidden:
        return calm
    scene: Scene[Any, Any] = Scene(calm, MaxDice(), rules, force=True)
    drop_references(scene, hidden)
    left = {who: one for who, one in scene.fight.combatants.items() if who not in hidden}
    order = tuple(slot for slot in fight.order if slot.who not in hidden)
    turn = sum(slot.who not in hidden for slot in fight.order[: fight.turn])
    active = "" if fight.active in hidden else fight.active
    return replace(scene.fight, combatants=left, order=order, turn=turn, active=active)


def _is_own(fight: Fight, actor: str, side: str) -> bool:
    return bool(side) and fight.combatants[actor].side == side


def _seen(fight: Any, rules: Rules, actor: str, *, is_own: bool) -> PlayerView:
    one, is_up = fight.combatants[actor], rules.is_up(fight.combatants[actor])
    facts = rules.status(fight, actor)
    is_kept = is_up and not is_own and any(each.gauge and each.seen_as == KEPT for each in facts)
    state = KEPT if is_kept else state_of(rules.health(one), is_up=is_up)
    return PlayerView(
        name=one.name,
        side=one.side,
        initiative=one.initiative if is_own else None,
        conditions=_conditions(one, rules, is_own=is_own),
        is_up=is_up,
        state=state,
        facts=tuple(_facts(facts, state, is_own=is_own)),
    )


def state_of(health: tuple[int, int], *, is_up: bool) -> str:
    """Return health as a word, by quarters."""
    return STATES[health_quartile(*health) if is_up else 0]


def health_quartile(now: int, most: int) -> int:
    """Return a rough health level for a combatant who is up, from 1 to 4; only full health is 4."""
    if now >= most:
        return 4
    return 3 if 2 * now > most else 2 if 4 * now > most else 1


def _facts(facts: Facts, state: str, *, is_own: bool) -> list[Fact]:
    """Return the facts that players know. For other sides, health is a word, and secret facts are left out."""
    if is_own:
        return [_bare(each, each.value) for each in facts if not each.clock]
    health = next((each for each in facts if each.gauge), Fact("health", ""))
    told = [] if not health.secret else [Fact(health.name, state, rank=ALWAYS, gauge=(QUARTERS[state], 4))]
    known = (each for each in facts if not each.secret and not each.clock)
    return told + [_bare(each, each.value if each.seen_as is None else each.seen_as) for each in known]


def _bare(fact: Fact, value: str) -> Fact:
    """Return a fact without the parts that its value is the sum of, and without the gauge of another value."""
    short, gauge = (fact.short, fact.gauge) if value == fact.value else ("", None)
    return replace(fact, value=value, short=short, gauge=gauge, seen_as=None, secret=False, parts=(), rule="")


def _conditions(combatant: Combatant, rules: Rules, *, is_own: bool) -> dict[str, Condition]:
    """Return the visible conditions: on the own side all of them with their rounds, never a countdown to death."""
    found = {}
    for name, condition in combatant.conditions.items():
        row = row_of(rules.conditions, name)
        is_clock = row is not None and (row.clock or row.role == "dying")
        if is_own or (row is not None and row.seen):
            found[name] = Condition(rounds=condition.rounds if is_own and not is_clock else 0)
    return found


def _questions(fight: Fight, shown: Fight, rules: Rules, side: str) -> list[Question]:
    kinds = sight_of(rules).questions
    hidden = set(fight.combatants) - set(shown.combatants)
    return [
        Question(kind=each.kind, who=each.who, answers=each.answers, rule="", facts=each.facts,
                 free_text=each.free_text, lapses=each.lapses)
        for each in open_now(fight)
        if each.who in shown.combatants and _is_own(shown, each.who, side) and each.kind in kinds
        and hidden.isdisjoint((*each.answers, *map(str, each.facts.values())))
    ]  # fmt: skip


def _rules_of_seen(rules: Rules) -> Rules:
    """Return rules that read only the fight as players see it."""
    return replace(
        rules,
        fight=PlayerFight,
        sheet=PlayerView,
        status=lambda fight, who: fight.combatants[who].facts,
        details=lambda _fight, _who: (),
        picture=lambda fight: fight.ground,
        reach=None,
        standing=lambda one: one.is_up,
        is_thing=lambda _one: False,
        takes_turns=lambda fight, who: who in fight.able,
        members=lambda fight, who: fight.teams.get(who, (who,)),
        next_steps=lambda _fight: (),
        health=lambda one: (QUARTERS[one.state], 4),
        kinds={},
    )
