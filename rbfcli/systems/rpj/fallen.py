"""Going down in RPJ: incapacitated, stabilised, dead (RPJ-DMG-7, RPJ-STB)."""

from rbfcli.kernel.events import Modifier
from rbfcli.kernel.scene import impossible
from rbfcli.systems.rpj import commands
from rbfcli.systems.rpj.actions import RpjScene, character, dying
from rbfcli.systems.rpj.check import test
from rbfcli.systems.rpj.ties import drop_everything
from rbfcli.systems.rpj.verdict import SUCCESS

STABLE_AT = 18
FAILURES_TO_DIE = 5


def incapacitate(scene: RpjScene, who: str) -> None:
    """Its base layer is broken: it takes no action but the stabilise roll, and drops what it does (RPJ-DMG-7)."""
    scene.afflict(who, "incapacitated", "RPJ-DMG-7")
    scene.change(who, "actions_left", 0, "RPJ-DMG-7")
    drop_everything(scene, who)


def disturb(scene: RpjScene, who: str) -> None:
    """Fresh damage ends a stabilisation, and the failures count from 0 again (RPJ-STB-2)."""
    if "stabilized" in character(scene, who).conditions and scene.fight.options.damage_restarts:
        scene.relieve(who, "stabilized", "RPJ-STB-2")
        scene.change(who, "failures", 0, "RPJ-STB-2")


def stabilize(scene: RpjScene, command: commands.Stabilize) -> None:
    """On its turn, or once a minute out of turns, somebody incapacitated rolls 4d6 (RPJ-STB-1)."""
    one = character(scene, command.who)
    if "dead" in one.conditions:
        raise impossible(f"{one.name} is dead", "RPJ-STB-2")
    if "incapacitated" not in one.conditions:
        raise impossible(f"{one.name} is not incapacitated", "RPJ-STB-1")
    if not dying(one):
        raise impossible(f"{one.name} is stabilised and rolls no more", "RPJ-STB-2")
    if scene.fight.round and scene.fight.active != command.who:
        scene.refuse(f"{one.name} rolls on its own turn", "RPJ-STB-1", "turn next")
    elif scene.fight.round and not one.actions_left:
        scene.refuse(f"{one.name} has rolled this turn", "RPJ-STB-1", "turn next")
    roll_for_life(scene, command.who, command.mod)


def roll_due(scene: RpjScene, who: str) -> None:
    """At the end of its turn somebody incapacitated rolls, if it has not (RPJ-STB-1)."""
    if dying(character(scene, who)) and character(scene, who).actions_left:
        roll_for_life(scene, who)


def roll_for_life(scene: RpjScene, who: str, mod: int = 0) -> None:
    """18 or more stabilises; the fifth failure in a row kills (RPJ-STB-1, RPJ-STB-2)."""
    scene.change(who, "actions_left", 0, "RPJ-STB-1")
    rolled = test(
        scene, who, "stabilize", "RPJ-STB-1", against=STABLE_AT, modifiers=(Modifier(mod, "modifier"),)
    )  # fmt: skip
    scene.conclude(rolled.outcome)
    failures = 0 if rolled.outcome == SUCCESS else character(scene, who).failures + 1
    scene.change(who, "failures", failures, "RPJ-STB-2")
    if rolled.outcome == SUCCESS:
        scene.afflict(who, "stabilized", "RPJ-STB-1")
    elif failures < FAILURES_TO_DIE:
        scene.happen("slipping", "RPJ-STB-2", who=who, failures=failures, deadly=FAILURES_TO_DIE)
    else:
        scene.relieve(who, "incapacitated", "RPJ-STB-2")
        scene.afflict(who, "dead", "RPJ-STB-2")
