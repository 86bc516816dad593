"""Permission to act, its cost, and dice pools."""

from rbfcli.engine.rolling import Judge
from rbfcli.model.conditions import effects
from rbfcli.model.events import Modifier, Rolled

from rbfcli_undertow.conditions import CONDITIONS, standing
from rbfcli_undertow.sheet import UndertowScene


def may(scene: UndertowScene, who: str, spent: str, what: str) -> None:
    """Refuse if a diver is out, or has no `action` or `move` left (UND-OUT-1, UND-TURN-2)."""
    one = scene.one(who)
    if not standing(one):
        scene.refuse(f"{one.name} is out of the fight", "UND-OUT-1")
    if scene.fight.round and (getattr(one, spent) or scene.fight.active != who):
        scene.refuse(f"{one.name} has no {what} now", "UND-TURN-2", "turn next")


def spend(scene: UndertowScene, who: str, spent: str) -> None:
    """Spend the action or the move of a turn (UND-TURN-2)."""
    if scene.fight.round:
        scene.change(who, spent, after=True, rule="UND-TURN-2")


def push(scene: UndertowScene, who: str, dice: int) -> None:
    """Pay 1 stress for each extra die, before rolling (UND-STR-1)."""
    one = scene.one(who)
    if dice > one.limit - one.stress:
        scene.refuse(f"{one.name} can take {max(0, one.limit - one.stress)} stress more", "UND-STR-1", f"breathe {who}")
    scene.change(who, "stress", one.stress + dice, "UND-STR-1")


def shake(scene: UndertowScene, who: str) -> None:
    """Shake a diver who is full of stress, after the roll that filled it (UND-STR-2)."""
    one = scene.one(who)
    if one.stress >= one.limit and "shaken" not in one.conditions:
        scene.afflict(who, "shaken", "UND-STR-2")


def take_stress(scene: UndertowScene, who: str, amount: int, rule: str) -> None:
    """Add stress up to the limit, where the diver is shaken (UND-STR-2)."""
    one = scene.one(who)
    scene.change(who, "stress", max(one.stress, min(one.limit, one.stress + amount)), rule)
    shake(scene, who)


def pool(
    scene: UndertowScene,
    who: str,
    label: str,
    rule: str,
    *,
    dice: int,
    pushed: int = 0,
    mod: int = 0,
    target: str = "",
    against: int | None = None,
    judge: Judge,
) -> Rolled:
    """Roll a pool of at least one d6; each 5 or 6 is a success (UND-POOL-1)."""
    edges = [Modifier(pushed, "pushed", "UND-STR-1")] if pushed else []
    edges += effects(CONDITIONS, scene.fight, label, who, target)
    return scene.roll(
        who,
        label,
        rule,
        target=target,
        sides=6,
        count=max(1, dice + sum(each.value for each in edges)),
        counting=scene.fight.options.success_on,
        modifiers=(Modifier(mod, "modifier"),),
        edges=edges,
        against=against,
        judge=judge,
    )
