"""Views of a fight: for the GM and for players."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from rbfcli.engine.turns import next_or_end
from rbfcli.model.commands import DAMAGE_TYPES
from rbfcli.model.display import FIRST, LEAST, Fact, Facts, Visibility, health_fact, hit_points
from rbfcli.model.rules import Words
from rbfcli.systems.generic.conditions import DYING
from rbfcli.systems.generic.economy import takes_turns, turn_is_over
from rbfcli.systems.generic.sheet import NO_ORDER, Character, GenericFight, left_of, usable

HP_SEEN: dict[str, dict[str, Any]] = {
    "words": {},
    "numbers": {"secret": False},
    "nothing": {"secret": False, "seen_as": ""},
}


def status(fight: GenericFight, actor: str) -> Facts:
    """Return the facts of one combatant for the status display."""
    one = fight.combatants[actor]
    dying = DYING in one.conditions
    others = ", ".join(f"{name} {number}" for name, number in one.defenses.items())
    ac = str(one.ac)
    counters = ", ".join(f"{name} {left_of(each)}/{each.most}" for name, each in one.counters.items())
    return (
        replace(health_fact("HP", hit_points(one)), **HP_SEEN[fight.options.hp_seen]),
        Fact("temp", str(one.temp_hp or ""), rank=FIRST),
        Fact("AC", ac, rank=3, secret=False, seen_as=ac if one.known else ""),
        Fact("death saves", f"{one.saved} made, {one.failed} failed" if dying else "", rank=2, secret=False),
        Fact("concentrates", one.concentration, heading="conc", rank=4, secret=False),
        Fact("counters", counters, rank=4, cut=True),
        Fact("defenses", others, rank=LEAST, cut=True),
    )


def sight() -> Visibility:
    """Return the public facts: concentration, death saves, AC once revealed, and HP by option (GEN-SEE-1)."""
    return Visibility(
        players=players,
        fields=("ac", "known", "concentration", "saved", "failed"),
        questions=("concentration",),
    )


def players(fight: GenericFight) -> tuple[str, ...]:
    """Return the sides of player characters."""
    return tuple(dict.fromkeys(one.side for one in fight.combatants.values() if one.pc))


WORDS_OF: dict[str, Callable[[Character], Iterable[str]]] = {
    "attack": lambda one: one.attacks,
    "power or counter": usable,
    "save": lambda one: one.saves,
    "team": lambda one: (one.group,) if one.group else (),
    "damage-type": lambda one: (*one.resist, *one.vulnerable, *one.immune),
}
OWN = ("attack", "power or counter")


def vocabulary(fight: GenericFight, kind: str, actor: str) -> Words:
    """Return the words of a kind: attacks and powers of the actor alone, all others of every combatant."""
    one = fight.combatants.get(actor)
    people = (one,) if one is not None and kind in OWN else fight.combatants.values()
    others = DAMAGE_TYPES if kind == "damage-type" else ()
    return tuple(dict.fromkeys((*(word for each in people for word in WORDS_OF[kind](each)), *others)))


def next_steps(fight: GenericFight) -> tuple[str, ...]:
    """Return the suggested next commands."""
    if not fight.round:
        return ("init",) if fight.combatants else ("add NAME hp=7 ac=13",)
    if fight.options.order == NO_ORDER:
        return ("turn next",)
    return (next_or_end(fight, takes_turns),) if turn_is_over(fight) else ()
