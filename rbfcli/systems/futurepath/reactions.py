"""Out-of-turn actions: Tactical Opportunities, which `movement` triggers, and readied actions (FP-MOV-10, FP-RDY-1)."""

from rbfcli.core.errors import refuse
from rbfcli.core.text import quoted
from rbfcli.dice import highest
from rbfcli.model.rules import Trigger
from rbfcli.systems.futurepath import commands, economy
from rbfcli.systems.futurepath import movement as walk
from rbfcli.systems.futurepath.attack import Attempt, prepare, strike
from rbfcli.systems.futurepath.checks import FpScene, initiative_check
from rbfcli.systems.futurepath.conditions import hindrance
from rbfcli.systems.futurepath.map import distance, melee_weapons, reach_of, read_square
from rbfcli.systems.futurepath.outcome import FAILURE, SUCCESS
from rbfcli.systems.futurepath.sheet import UNARMED, UNARMED_ID, score_of, team_of

READY = "FP-RDY-1"


def may_strike(scene: FpScene, actor: str, occasion: Trigger) -> bool:
    """Return whether a combatant can still attack an enemy that leaves its threat range (FP-MOV-10)."""
    step = occasion.facts["step"]
    here = read_square(step.before.square)
    return (
        walk.can_go_on(scene, step.walker.who, here)
        and actor in occasion.facts["foes"]
        and walk.gives_opportunity(scene, actor, step)
    )


def weapons_to_strike(scene: FpScene, actor: str, occasion: Trigger) -> tuple[str, ...]:
    """Return the weapons a combatant can use on an enemy in reach, most damage first (FP-MOV-10, FP-ATK-2)."""
    step, one, options = occasion.facts["step"], scene.one(actor), scene.fight.options
    far = distance(one, step.before) or 0
    fit = {each: weapon for each, weapon in melee_weapons(scene.fight, one).items() if far <= reach_of(weapon)}
    return tuple(sorted(fit, key=lambda each: -highest(economy.damage_die(options, fit[each])) - fit[each].bonus))


def said_beforehand(_scene: FpScene, _who: str, occasion: Trigger) -> str:
    """Return the enemies' answer given with `--opportunities`; empty if they are asked."""
    answer: str = occasion.facts["step"].walker.answer
    return answer


def strike_at(scene: FpScene, actor: str, occasion: Trigger) -> None:
    """Make a Tactical Opportunity: one melee attack out of turn (FP-MOV-10)."""
    weapon, taken = occasion.facts["weapon"], scene.one(actor).turn.opportunities
    scene.change(actor, ("turn", "opportunities"), taken + 1, "FP-MOV-10")
    thing = UNARMED.name if weapon == UNARMED_ID else f"the {scene.fight.weapons[weapon].name}"
    scene.happen("opportunity", "FP-MOV-10", who=actor, target=occasion.who, thing=thing)
    with scene.aside():
        strike(scene, prepare(scene, Attempt(who=actor, target=occasion.who, weapon=weapon)))


def ready(scene: FpScene, command: commands.Ready) -> None:
    """Give up the turn to wait for a trigger, or act because it has come (FP-RDY-1)."""
    if command.now:
        act_at_once(scene, command)
    else:
        economy.refuse_needless(command, ("against", "mod"), "without --now", READY)
        lie_in_wait(scene, command)


def lie_in_wait(scene: FpScene, command: commands.Ready) -> None:
    """Spend the whole turn, still unused, to wait for a trigger (FP-RDY-1)."""
    economy.may_spend(scene, command.who, economy.FULL_ROUND, READY)
    if not command.trigger:
        raise refuse("missing trigger", READY, f'ready {quoted(command.who)} "the door opens"')
    trigger = " ".join(command.trigger)
    economy.end_own_turn(scene, command.who, READY)
    scene.change(command.who, "ready", trigger, READY)
    scene.happen("waits", READY, who=command.who, trigger=trigger)


def act_at_once(scene: FpScene, command: commands.Ready) -> None:
    """Take one action on the trigger; if it would affect another roll, higher initiative goes first."""
    one = scene.one(command.who)
    if lies := hindrance(one):
        raise refuse(f"{one.name} is {lies} and cannot act", "FP-DIE-1")
    if not one.ready:
        late = scene.rehearse(lambda trial: economy.may_spend(trial, command.who, economy.FULL_ROUND, READY))
        hint = "" if late else f'ready {quoted(command.who)} "the door opens"'
        raise refuse(f"{one.name} is not waiting for a trigger", READY, hint)
    if command.trigger:
        raise refuse("the trigger is already set", READY, f"ready {quoted(command.who)} --now")
    first = True
    if command.against:
        require_action_of(scene, command.who, command.against)
        first = is_first(scene, command.who, command.against, command.mod)
        scene.conclude(SUCCESS if first else FAILURE)
    scene.change(command.who, "ready", "", READY)
    scene.change(command.who, ("turn", "instant"), after=True, rule=READY)
    if first:
        scene.happen("acts-at-once", READY, who=command.who)
    else:
        scene.happen("acts-after", READY, who=command.who, target=command.against)


def require_action_of(scene: FpScene, actor: str, other: str) -> None:
    """Raise Refusal if the other combatant is the actor itself or has nothing to roll (FP-RDY-1)."""
    one = economy.require_target(scene, actor, other)
    if lies := hindrance(one):
        scene.refuse(f"{one.name} is {lies} and cannot roll", READY, hint="remove --against")
    if one.turn.instant or not scene.fight.round:
        return
    if scene.fight.active != team_of(one):
        scene.refuse(f"{one.name} cannot roll out of turn", READY, hint="remove --against")
    elif not economy.left(one.turn):
        scene.refuse(f"{one.name} has no action left to roll for", READY, hint="remove --against")


def is_first(scene: FpScene, actor: str, other: str, mod: int) -> bool:
    """Roll initiative for both and return whether the waiting one goes first, as in a tie (FP-RDY-1)."""
    ours = initiative_check(scene, actor, READY, score_of(scene.one(actor)), mod)
    theirs = initiative_check(scene, other, READY, score_of(scene.one(other)))
    first, second = (actor, other) if ours >= theirs else (other, actor)
    scene.change(second, ("turn", "yields_to"), first, READY)
    scene.happen("goes-first", READY, who=first, target=second)
    return ours >= theirs
