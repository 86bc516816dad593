"""Combat Techniques: a condition rather than damage (FP-TEC-1)."""

from collections.abc import Callable

from rbfcli.kernel.scene import impossible
from rbfcli.systems.futurepath import commands
from rbfcli.systems.futurepath.check import FpScene
from rbfcli.systems.futurepath.contest import RULE, overcomes
from rbfcli.systems.futurepath.economy import FULL_ROUND, may_spend, spend
from rbfcli.systems.futurepath.paths import is_free
from rbfcli.systems.futurepath.people import character, require_target
from rbfcli.systems.futurepath.rushes import charge, overrun
from rbfcli.systems.futurepath.squares import FEET, direction, name_of, read_square
from rbfcli.systems.futurepath.strike import require_reach
from rbfcli.systems.futurepath.terms import CHARGE, OVERRUN, TECHNIQUES

Effect = Callable[[FpScene, str, str], None]


def technique(scene: FpScene, command: commands.Technique) -> None:
    """A Full Round, unless the sheet says otherwise; the target's save decides (FP-TEC-1)."""
    if command.technique not in TECHNIQUES:
        raise impossible(f"there is no technique {command.technique!r}", RULE, f"known: {', '.join(TECHNIQUES)}")
    one = character(scene, command.who)
    kind = one.technique_actions.get(command.technique, FULL_ROUND)
    may_spend(scene, command.who, kind, RULE)
    require_target(scene, command.who, command.target)
    if command.technique == CHARGE:
        charge(scene, command, kind)
    elif command.technique == OVERRUN:
        overrun(scene, command, kind)
    else:
        at_hand(scene, command, kind)


def at_hand(scene: FpScene, command: commands.Technique, kind: str) -> None:
    """A technique on somebody in reach (FP-TEC-1)."""
    require_reach(scene, command.who, command.target)
    if command.technique == "disarm" and not character(scene, command.target).held:
        raise impossible(f"{character(scene, command.target).name} holds nothing", RULE)
    spend(scene, command.who, kind, RULE)
    edge = command.advantage - command.disadvantage
    misc = command.misc + command.mod
    if overcomes(scene, command.who, command.target, command.technique, misc=misc, edge=edge):
        EFFECTS[command.technique](scene, command.who, command.target)


def bull_rush(scene: FpScene, who: str, target: str) -> None:
    """The target is pushed straight away, until something stops it."""
    here, there = (read_square(character(scene, each).square) for each in (who, target))
    if here is None or there is None:
        scene.happen("pushed", RULE, who=target, feet=scene.fight.options.bull_rush_feet)
        return
    right, down = direction(here, there)
    steps = 0
    while steps * FEET < scene.fight.options.bull_rush_feet and is_free(
        scene.fight, target, (there[0] + right, there[1] + down)
    ):
        there, steps = (there[0] + right, there[1] + down), steps + 1
    scene.change(target, "square", name_of(there), RULE)
    scene.happen("pushed", RULE, who=target, feet=steps * FEET)


def grapple(scene: FpScene, who: str, target: str) -> None:
    """The target is held fast; who is held by it breaks free instead."""
    held = character(scene, who).conditions.get("grappled")
    if held is not None and held.by == target:
        scene.relieve(who, "grappled", RULE)
    else:
        scene.afflict(target, "grappled", RULE, by=who)


def trip(scene: FpScene, who: str, target: str) -> None:
    """The target falls prone."""
    scene.afflict(target, "prone", RULE, by=who)


def disarm(scene: FpScene, who: str, target: str) -> None:
    """The target drops what it holds."""
    thing = character(scene, target).held
    scene.change(target, "held", "", RULE)
    scene.happen("dropped", RULE, who=target, target=who, thing=thing)


EFFECTS: dict[str, Effect] = {"bull-rush": bull_rush, "grapple": grapple, "trip": trip, "disarm": disarm}
