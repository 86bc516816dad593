"""Permission to act, and counters and their recovery (GEN-ATK-2, GEN-CTR, GEN-RST)."""

from collections.abc import Callable

from rbfcli.core.errors import refuse
from rbfcli.model.conditions import refuse_if_barred
from rbfcli.systems.generic.checks import GenericScene
from rbfcli.systems.generic.conditions import CONDITIONS, DYING, standing
from rbfcli.systems.generic.outcome import READY, SPENT
from rbfcli.systems.generic.sheet import Counter, GenericFight, left_of

RECHARGE, RECHARGE_SIDES = "recharge", 6


def may_act(scene: GenericScene, actor: str) -> None:
    """Refuse a combatant that is down or held by a condition; turns are not enforced (GEN-ATK-2)."""
    one = scene.one(actor)
    barred = refuse_if_barred(CONDITIONS, one, "act")
    if barred:
        scene.refuse(f"{one.name} is {barred} and cannot act", "GEN-ATK-2")


def has_acted(scene: GenericScene, actor: str) -> None:
    """Count an attack or power of the current turn (GEN-INI-2)."""
    if scene.fight.active == actor:
        scene.change(actor, "acted", scene.one(actor).acted + 1, "GEN-INI-2")


def turn_is_over(fight: GenericFight) -> bool:
    """Return whether the active combatant has used its actions, or cannot act (GEN-INI-2)."""
    if not fight.round:
        return False
    one = fight.combatants.get(fight.active)
    return one is None or one.acted >= one.actions or bool(refuse_if_barred(CONDITIONS, one, "act"))


def takes_turns(fight: GenericFight, actor: str) -> bool:
    """Return whether a combatant has a turn at its count: to act, or for a death save (GEN-INI-2)."""
    one = fight.combatants.get(actor)
    return one is not None and (standing(one) or DYING in one.conditions)


def can_attack(fight: GenericFight, actor: str) -> bool:
    """Return whether a combatant has an attack or a power and can act (GEN-ATK-2)."""
    one = fight.combatants[actor]
    return bool(one.attacks or one.powers) and not refuse_if_barred(CONDITIONS, one, "act")


def spend(scene: GenericScene, actor: str, name: str) -> None:
    """Spend one of a counter; refuse if none is left (GEN-CTR-1)."""
    one = scene.one(actor)
    counter = one.counters[name]
    if not left_of(counter):
        scene.refuse(f"{one.name} has no {name} left", "GEN-CTR-1")
    scene.change(actor, ("counters", name, "now"), max(0, left_of(counter) - 1), "GEN-CTR-1")


def give_back(scene: GenericScene, actor: str, name: str) -> None:
    """Restore one of a counter that is not full (GEN-CTR-1)."""
    one = scene.one(actor)
    counter = one.counters[name]
    if left_of(counter) >= counter.most:
        raise refuse(f"{one.name} already has all {counter.most} of {name}", "GEN-CTR-1")
    scene.change(actor, ("counters", name, "now"), left_of(counter) + 1, "GEN-CTR-1")


def refill(scene: GenericScene, actor: str, rule: str, which: Callable[[Counter], bool]) -> None:
    """Refill a combatant's counters that match a predicate."""
    for name, counter in scene.one(actor).counters.items():
        if left_of(counter) < counter.most and which(counter):
            scene.change(actor, ("counters", name, "now"), counter.most, rule)


def begin_turn_of_counters(scene: GenericScene, actor: str) -> None:
    """Refill counters that return each turn, and roll a d6 for each recharge (GEN-CTR-2)."""
    refill(scene, actor, "GEN-CTR-2", lambda counter: counter.on == "turn")
    for name, counter in scene.one(actor).counters.items():
        if left_of(counter) < counter.most and counter.on.startswith(RECHARGE):
            roll_recharge(scene, actor, name, counter)


def roll_recharge(scene: GenericScene, actor: str, name: str, counter: Counter) -> None:
    """Roll a d6 that refills the counter on its number or more (GEN-CTR-2)."""
    low = int(counter.on.removeprefix(f"{RECHARGE} ")[0])
    rolled = scene.roll(
        actor,
        name,
        "GEN-CTR-2",
        sides=RECHARGE_SIDES,
        count=1,
        against=low,
        judge=lambda total, _: READY if total >= low else SPENT,
    )
    if rolled.outcome == READY:
        scene.change(actor, ("counters", name, "now"), counter.most, "GEN-CTR-2")
