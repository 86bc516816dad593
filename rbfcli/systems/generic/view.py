"""Views of a fight: for the GM and for players."""

from rbfcli.engine.turns import next_or_end
from rbfcli.model.commands import DAMAGE_TYPES
from rbfcli.model.display import FIRST, LEAST, Fact, Facts, Visibility, health_fact
from rbfcli.model.rules import Words
from rbfcli.systems.generic.conditions import DYING
from rbfcli.systems.generic.economy import takes_turns, turn_is_over
from rbfcli.systems.generic.sheet import NO_ORDER, Character, GenericFight, left_of, usable


def health(combatant: Character) -> tuple[int, int]:
    """Return current and maximum hit points, without temporary ones."""
    return combatant.hp, combatant.max_hp


def status(fight: GenericFight, actor: str) -> Facts:
    """Return the facts of one combatant for the status display."""
    one = fight.combatants[actor]
    dying = DYING in one.conditions
    others = ", ".join(f"{name} {number}" for name, number in one.defenses.items())
    ac = str(one.ac)
    return (
        health_fact("HP", health(one)),
        Fact("temp", str(one.temp_hp or ""), rank=FIRST),
        Fact("AC", ac, rank=3, secret=False, seen_as=ac if one.known else ""),
        Fact("death saves", f"{one.saved} made, {one.failed} failed" if dying else "", rank=2, secret=False),
        Fact("concentrates", one.concentration, heading="conc", rank=4, secret=False),
        Fact("counters", counters(one), rank=4, cut=True),
        Fact("defenses", others, rank=LEAST, cut=True),
    )


def counters(combatant: Character) -> str:
    """Return each counter with its current and maximum number."""
    return ", ".join(f"{name} {left_of(each)}/{each.most}" for name, each in combatant.counters.items())


def sight() -> Visibility:
    """Return the public facts: concentration, death saves, and AC once revealed."""
    return Visibility(
        players=players,
        fields=("ac", "known", "concentration", "saved", "failed"),
        questions=("concentration",),
    )


def players(fight: GenericFight) -> tuple[str, ...]:
    """Return the sides of player characters."""
    return tuple(dict.fromkeys(one.side for one in fight.combatants.values() if one.pc))


def vocabulary(fight: GenericFight, kind: str, actor: str) -> Words:
    """Return the words of a kind: the actor's own, or those of all combatants."""
    one = fight.combatants.get(actor)
    people = (one,) if one else tuple(fight.combatants.values())
    match kind:
        case "attack":
            return tuple(dict.fromkeys(name for each in people for name in each.attacks))
        case "power or counter":
            return tuple(dict.fromkeys(name for each in people for name in usable(each)))
        case "save":
            return tuple(dict.fromkeys(name for each in fight.combatants.values() for name in each.saves))
        case "team":
            return tuple(dict.fromkeys(each.group for each in fight.combatants.values() if each.group))
        case "damage-type":
            named = (word for one in people for word in (*one.resist, *one.vulnerable, *one.immune))
            return tuple(dict.fromkeys((*named, *DAMAGE_TYPES)))
        case _:
            return ()


def next_steps(fight: GenericFight) -> tuple[str, ...]:
    """Return the suggested next commands."""
    if not fight.round:
        return ("init",) if fight.combatants else ("add NAME hp=7 ac=13",)
    if fight.options.order == NO_ORDER:
        return ("turn next",)
    return (next_or_end(fight, takes_turns),) if turn_is_over(fight) else ()
