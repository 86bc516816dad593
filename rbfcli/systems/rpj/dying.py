"""Going down in RPJ: incapacitated, stabilized, dead, and what the fallen let go of (RPJ-DMG-7, RPJ-STB)."""

from rbfcli.kernel.events import Modifier
from rbfcli.kernel.scene import impossible
from rbfcli.systems.rpj import commands
from rbfcli.systems.rpj.check import RpjScene, test
from rbfcli.systems.rpj.conditions import (
    CAUTIOUS,
    DEAD,
    INCAPACITATED,
    STABILIZED,
    dead,
    dying,
    incapacitated,
    standing,
    suppressors,
)
from rbfcli.systems.rpj.ground.cover import lost, shelter
from rbfcli.systems.rpj.ground.ground import adjacent
from rbfcli.systems.rpj.sheet import RpjFight
from rbfcli.systems.rpj.verdict import SUCCESS

STABLE_AT = 18
FAILURES_TO_DIE = 5


def incapacitate(scene: RpjScene, who: str) -> None:
    """Its base layer is broken: it takes no action but the stabilise roll, and drops what it does (RPJ-DMG-7)."""
    scene.afflict(who, INCAPACITATED, "RPJ-DMG-7")
    scene.change(who, "actions_left", 0, "RPJ-DMG-7")
    drop_everything(scene, who)


def disturb(scene: RpjScene, who: str) -> None:
    """Fresh damage ends a stabilisation, and the failures count from 0 again (RPJ-STB-2)."""
    if STABILIZED in scene.one(who).conditions and scene.fight.options.damage_restarts:
        scene.relieve(who, STABILIZED, "RPJ-STB-2")
        scene.change(who, "failures", 0, "RPJ-STB-2")


def stabilize(scene: RpjScene, command: commands.Stabilize) -> None:
    """On its turn, or once a minute out of turns, somebody incapacitated rolls 4d6 (RPJ-STB-1)."""
    one = scene.one(command.who)
    if dead(one):
        raise impossible(f"{one.name} is dead", "RPJ-STB-2")
    if not incapacitated(one):
        raise impossible(f"{one.name} is not incapacitated", "RPJ-STB-1")
    if not dying(one):
        raise impossible(f"{one.name} is stabilized and rolls no more", "RPJ-STB-2")
    if scene.fight.round and scene.fight.active != command.who:
        scene.refuse(f"{one.name} rolls on their own turn", "RPJ-STB-1", "turn next")
    elif scene.fight.round and not one.actions_left:
        why = "has rolled this turn" if one.failures else "went down in this turn and rolls in the next"
        scene.refuse(f"{one.name} {why}", "RPJ-STB-1", "turn next")
    roll_for_life(scene, command.who, command.mod)


def roll_due(scene: RpjScene, who: str) -> None:
    """At the end of its turn somebody incapacitated rolls, if it has not (RPJ-STB-1)."""
    if dying(scene.one(who)) and scene.one(who).actions_left:
        with scene.aside():
            roll_for_life(scene, who)


def roll_for_life(scene: RpjScene, who: str, mod: int = 0) -> None:
    """18 or more stabilises; the fifth failure in a row kills (RPJ-STB-1, RPJ-STB-2)."""
    scene.change(who, "actions_left", 0, "RPJ-STB-1")
    rolled = test(
        scene, who, "stabilize", "RPJ-STB-1", against=STABLE_AT, modifiers=(Modifier(mod, "modifier"),)
    )  # fmt: skip
    scene.conclude(rolled.outcome)
    failures = 0 if rolled.outcome == SUCCESS else scene.one(who).failures + 1
    scene.change(who, "failures", failures, "RPJ-STB-2")
    if rolled.outcome == SUCCESS:
        scene.afflict(who, STABILIZED, "RPJ-STB-1")
    elif failures < FAILURES_TO_DIE:
        scene.happen("slipping", "RPJ-STB-2", who=who, failures=failures, deadly=FAILURES_TO_DIE)
    else:
        scene.afflict(who, DEAD, "RPJ-STB-2")


def end_overwatch(scene: RpjScene, who: str, rule: str) -> None:
    """Someone watches no longer (RPJ-OVR-2, RPJ-OVR-3)."""
    if scene.one(who).overwatch:
        scene.change(who, "overwatch", "", rule)
        scene.happen("watch-ends", rule, who=who)


def end_grapple(scene: RpjScene, who: str, rule: str) -> None:
    """Two who grapple let go (RPJ-GRP-5)."""
    other = scene.one(who).grapple
    if not other:
        return
    scene.change(who, "grapple", "", rule)
    if other in scene.fight.combatants and scene.one(other).grapple == who:
        scene.change(other, "grapple", "", rule)
    scene.happen("let-go", rule, who=who, target=other)


def in_grapple(fight: RpjFight, who: str, other: str) -> bool:
    """Whether someone holds another who is there to be held (RPJ-GRP-3)."""
    one, held = fight.combatants.get(who), fight.combatants.get(other)
    return one is not None and held is not None and one.grapple == other and adjacent(one, held)


def drop_everything(scene: RpjScene, who: str) -> None:
    """Drop overwatch, suppression and grapples, and caution (RPJ-DMG-7)."""
    end_overwatch(scene, who, "RPJ-DMG-7")
    scene.release(who, "RPJ-SUP-5")
    end_grapple(scene, who, "RPJ-DMG-7")
    scene.relieve(who, CAUTIOUS, "RPJ-DMG-7")


def mend(scene: RpjScene) -> None:
    """End what the GM's hand has torn: what the fallen did, grapples and cover out of reach (RPJ-DMG-7, RPJ-GRP-3)."""
    shooters = {by for one in scene.fight.combatants.values() for by in suppressors(one)}
    for who, one in scene.fight.combatants.items():
        if not standing(one) and (one.overwatch or one.grapple or CAUTIOUS in one.conditions or who in shooters):
            drop_everything(scene, who)
        elif one.grapple and not in_grapple(scene.fight, who, one.grapple):
            end_grapple(scene, who, "RPJ-GRP-3")
        if one.cover and lost(scene.fight, one):
            shelter(scene, who, "", "RPJ-COV-9")
