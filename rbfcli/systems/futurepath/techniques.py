"""Combat Techniques: a condition rather than damage; those that run at somebody are in `rushes` (FP-TEC-1)."""

from collections.abc import Callable

from rbfcli.kernel.carrying import drop, in_hand
from rbfcli.kernel.scene import impossible
from rbfcli.systems.futurepath.attack.strike import remember_attack, require_line, require_reach
from rbfcli.systems.futurepath.check import FpScene
from rbfcli.systems.futurepath.commands import fighting
from rbfcli.systems.futurepath.conditions import held_by
from rbfcli.systems.futurepath.defense import overcomes
from rbfcli.systems.futurepath.economy import FULL_ROUND, STANDARD, may_spend, refuse_needless, require_target, spend
from rbfcli.systems.futurepath.ground.cover import screen_of
from rbfcli.systems.futurepath.ground.map import squares_of
from rbfcli.systems.futurepath.ground.paths import MOST_RISE
from rbfcli.systems.futurepath.ground.reach import melee_weapon
from rbfcli.systems.futurepath.ground.squares import FEET, Square, direction, name_of, read_square
from rbfcli.systems.futurepath.ground.standing import armed_under, height_at, is_free
from rbfcli.systems.futurepath.hazards.traps import set_off
from rbfcli.systems.futurepath.rushes import charge, overrun
from rbfcli.systems.futurepath.sheet.sheet import CHARGE, OVERRUN, TECHNIQUES, Character, Weapon

RULE = "FP-TEC-1"

Effect = Callable[[FpScene, str, str], None]


def technique(scene: FpScene, command: fighting.Technique) -> None:
    """A Full Round, unless the sheet says otherwise; the target's save decides (FP-TEC-1).

    As a Standard action it is an attack like others, which a Bonus Attack may follow (FP-OFF-1).
    """
    if command.technique not in TECHNIQUES:
        raise impossible(f"there is no technique {command.technique!r}", RULE)
    one = scene.one(command.who)
    kind = one.technique_actions.get(command.technique, FULL_ROUND)
    may_spend(scene, command.who, kind, RULE)
    require_target(scene, command.who, command.target)
    refuse_needless(RULE, f"with {command.technique}", needless(command))
    perform(scene, command, kind)
    if kind == STANDARD:
        remember_attack(scene, command.who, command.target)


def perform(scene: FpScene, command: fighting.Technique, kind: str) -> None:
    """Those that run at somebody, and those at hand, each by an action of a kind (FP-TEC-1)."""
    if command.technique == CHARGE:
        charge(scene, command, kind, melee(scene, command)[0])
    elif command.technique == OVERRUN:
        overrun(scene, command, kind)
    else:
        at_hand(scene, command, kind)


def needless(command: fighting.Technique) -> dict[str, object]:
    """The options that a technique has no use for."""
    runs, strikes = command.technique in (CHARGE, OVERRUN), command.technique == CHARGE
    return {
        "to": command.to if command.technique != OVERRUN else "",
        "opportunities": command.opportunities if not runs else "",
        "fumble": command.fumble if not strikes else "",
        "with": command.weapon if command.technique == OVERRUN else "",
    }


def at_hand(scene: FpScene, command: fighting.Technique, kind: str) -> None:
    """A technique on somebody in reach (FP-TEC-1)."""
    one, other, weapon = scene.one(command.who), scene.one(command.target), melee(scene, command)[1]
    require_reach(scene, command.who, command.target, weapon)
    require_line(scene, other.name, weapon, screen_of(scene.fight, one, other))
    require_some_effect(scene, command)
    spend(scene, command.who, kind, RULE)
    edge = command.advantage - command.disadvantage
    misc = command.misc + command.mod
    if overcomes(scene, command.who, command.target, command.technique, misc=misc, edge=edge):
        EFFECTS[command.technique](scene, command.who, command.target)


def require_some_effect(scene: FpScene, command: fighting.Technique) -> None:
    """Nobody is tripped that lies, held by two, or disarmed of nothing (FP-TEC-1)."""
    one, other = scene.one(command.who), scene.one(command.target)
    if command.technique == "disarm" and not other.held:
        raise impossible(f"{other.name} holds nothing", RULE)
    if command.technique == "trip" and "prone" in other.conditions:
        raise impossible(f"{other.name} is prone already", RULE)
    breaks_free = held_by(one) == command.target
    if command.technique == "grapple" and not breaks_free and held_by(other) in scene.fight.combatants:
        raise impossible(f"{scene.one(held_by(other)).name} holds {other.name} already", RULE)


def melee(scene: FpScene, command: fighting.Technique) -> tuple[str, Weapon]:
    """What a technique is tried with: the weapon stated, what is in hand, or bare hands; it is a melee attack."""
    one = scene.one(command.who)
    weapon_id, weapon = in_hand(scene, command.who, command.weapon or melee_weapon(scene.fight, one))
    if weapon.ranged:
        raise impossible(f"the {weapon.name} is no melee weapon", RULE)
    return weapon_id, weapon


def bull_rush(scene: FpScene, who: str, target: str) -> None:
    """The target is pushed straight away, until a ledge or another stops it, or traps go off under it (FP-TRP-1)."""
    here, there = (read_square(scene.one(each).square) for each in (who, target))
    if here is None or there is None:
        scene.happen("pushed", RULE, who=target, feet=scene.fight.options.bull_rush_feet)
        return
    right, down = direction(*(middle(scene.one(each)) for each in (who, target)))
    traps, steps = tuple[str, ...](), 0
    while not traps and steps * FEET < scene.fight.options.bull_rush_feet:
        beyond = (there[0] + right, there[1] + down)
        up = height_at(scene.fight, target, beyond) - height_at(scene.fight, target, there)
        if up > MOST_RISE or not is_free(scene.fight, target, beyond):
            break
        there, steps, traps = beyond, steps + 1, armed_under(scene.fight, target, beyond)
    scene.change(target, "square", name_of(there), RULE)
    scene.change(target, "height", height_at(scene.fight, target, there), RULE)
    if steps:
        scene.change(target, "cover", "none", "FP-COV-1")
    scene.happen("pushed", RULE, who=target, feet=steps * FEET)
    for each in traps:
        set_off(scene, each)


def middle(one: Character) -> Square:
    """The middle of the squares that somebody takes up, counted in half squares."""
    squares = squares_of(one)
    return squares[0][0] + squares[-1][0], squares[0][1] + squares[-1][1]


def grapple(scene: FpScene, who: str, target: str) -> None:
    """The target is held fast; who is held by it breaks free instead."""
    if held_by(scene.one(who)) == target:
        scene.relieve(who, "grappled", RULE)
    else:
        scene.afflict(target, "grappled", RULE, by=who)


def trip(scene: FpScene, who: str, target: str) -> None:
    """The target falls prone."""
    scene.afflict(target, "prone", RULE, by=who)


def disarm(scene: FpScene, _who: str, target: str) -> None:
    """The target drops what it holds."""
    drop(scene, target, scene.one(target).held, RULE)


EFFECTS: dict[str, Effect] = {"bull-rush": bull_rush, "grapple": grapple, "trip": trip, "disarm": disarm}
