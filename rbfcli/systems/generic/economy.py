"""Permission to act, and counters and their recovery (GEN-ATK-2, GEN-CTR, GEN-RST)."""

from rbfcli.core.errors import refuse
from rbfcli.systems.generic.checks import GenericScene
from rbfcli.systems.generic.conditions import DYING, barred, standing
from rbfcli.systems.generic.outcome import READY, SPENT
from rbfcli.systems.generic.sheet import GenericFight, left_of

RECHARGE = "recharge"


def may_act(scene: GenericScene, actor: str) -> None:
    """Refuse a combatant that is down or held by a condition; turns are not enforced (GEN-ATK-2)."""
    one = scene.one(actor)
    if condition := barred(one):
        scene.refuse(f"{one.name} is {condition} and cannot act", "GEN-ATK-2")


def has_acted(scene: GenericScene, actor: str) -> None:
    """Count an attack or power of the current turn (GEN-INI-2)."""
    if scene.fight.active == actor:
        scene.change(actor, "acted", scene.one(actor).acted + 1, "GEN-INI-2")


def turn_is_over(fight: GenericFight) -> bool:
    """Return whether the active combatant has used its actions, or cannot act (GEN-INI-2)."""
    one = fight.combatants.get(fight.active)
    return one is None or one.acted >= one.actions or bool(barred(one))


def takes_turns(fight: GenericFight, actor: str) -> bool:
    """Return whether a combatant has a turn at its count: to act, or for a death save (GEN-INI-2)."""
    one = fight.combatants.get(actor)
    return one is not None and (standing(one) or DYING in one.conditions)


def can_attack(fight: GenericFight, actor: str) -> bool:
    """Return whether a combatant has an attack or a power and can act (GEN-ATK-2)."""
    one = fight.combatants[actor]
    return bool(one.attacks or one.powers) and not barred(one)


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


def refill(scene: GenericScene, actor: str, rule: str, *occasions: str) -> None:
    """Refill a combatant's counters that return on one of these occasions."""
    for name, counter in scene.one(actor).counters.items():
        if left_of(counter) < counter.most and counter.on.partition(" ")[0] in occasions:
            scene.change(actor, ("counters", name, "now"), counter.most, rule)


def begin_turn_of_counters(scene: GenericScene, actor: str) -> None:
    """Refill counters that return each turn; a d6 refills a recharge on its number or more (GEN-CTR-2)."""
    refill(scene, actor, "GEN-CTR-2", "turn")
    for name, counter in scene.one(actor).counters.items():
        if left_of(counter) < counter.most and counter.on.startswith(RECHARGE):
            roll_recharge(scene, actor, name, int(counter.on.removeprefix(RECHARGE)[1]))


def roll_recharge(scene: GenericScene, actor: str, name: str, low: int) -> None:
    """Roll a d6 that refills a counter on a number or more (GEN-CTR-2)."""
    outcome = scene.roll(
        actor, name, "GEN-CTR-2", sides=6, count=1, against=low, judge=lambda total, _: READY if total >= low else SPENT
    ).outcome
    if outcome == READY:
        scene.change(actor, ("counters", name, "now"), scene.one(actor).counters[name].most, "GEN-CTR-2")
