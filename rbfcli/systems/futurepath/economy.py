"""The actions of a FuturePath turn, and the action cost of handling weapons."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from rbfcli.core.errors import Hint, refuse
from rbfcli.core.text import quoted
from rbfcli.engine.weapons import hands_of
from rbfcli.model.commands import Command, verb_name
from rbfcli.model.rules import Handling, WeaponHandling
from rbfcli.systems.futurepath import sheet
from rbfcli.systems.futurepath.checks import FpScene
from rbfcli.systems.futurepath.conditions import hindrance, is_dead
from rbfcli.systems.futurepath.map import all_squares, ground_height, squares_of
from rbfcli.systems.futurepath.outcome import BAD, WAITED
from rbfcli.systems.futurepath.sheet import UNARMED_ID, Character, FuturePathFight, FuturePathOptions, TurnState, Weapon

STANDARD, SIMPLE, FREE, FULL_ROUND = "standard", "simple", "free", "full-round"
SPOKEN = {STANDARD: "Standard", SIMPLE: "Simple", FREE: "Free", FULL_ROUND: "Full Round"}
FREE_TAKES_SIMPLE, FREE_TAKES_STANDARD, FREE_TAKES_ALL = 2, 3, 4

Perform = Callable[[FpScene, Any], None]


def left(turn: TurnState) -> tuple[str, ...]:
    """Return the action types left in a turn (FP-ECO-1, FP-ECO-2)."""
    if turn.ended or turn.full_round:
        return ()
    standard = not turn.standard and turn.free < FREE_TAKES_STANDARD
    simple = not turn.simple and turn.free < FREE_TAKES_SIMPLE
    untouched = not (turn.standard or turn.simple or turn.free)
    open_ones = ((STANDARD, standard), (SIMPLE, simple), (FREE, _one_more_free(turn)), (FULL_ROUND, untouched))
    return tuple(kind for kind, is_open in open_ones if is_open)


def _one_more_free(turn: TurnState) -> bool:
    """Return whether a Free action is left: the 2nd takes the Simple, the 3rd the Standard, the 4th all (FP-ECO-2)."""
    number = turn.free + 1
    is_taken = (turn.simple and number >= FREE_TAKES_SIMPLE) or (turn.standard and number >= FREE_TAKES_STANDARD)
    return number <= FREE_TAKES_ALL and not is_taken


def open_bonus_attack(fight: FuturePathFight, actor: str) -> bool:
    """Return whether a Full Attack still allows a Bonus Attack at its target with an unused weapon (FP-OFF-1)."""
    one, people = fight.combatants[actor], fight.combatants
    weapon = fight.weapons.get(one.off_hand)
    if weapon is None or not one.turn.full_attack or one.turn.simple or hindrance(one):
        return False
    fits = is_light_enough(weapon) and one.off_hand in one.proficiencies
    targets = [people[each] for each in one.turn.attacked if each in people]
    return fits and not is_used_up(one, one.off_hand) and not all(map(is_dead, targets))


def is_used_up(combatant: Character, weapon_id: str) -> bool:
    """Return whether a weapon has attacked this turn, with no identical one in the other hand (FP-OFF-1)."""
    return weapon_id in combatant.turn.attacked_with and combatant.held != combatant.off_hand


def is_light_enough(weapon: Weapon) -> bool:
    """Return whether a weapon is light, or medium and versatile (FP-OFF-2)."""
    return weapon.level <= (sheet.MEDIUM if weapon.versatile else sheet.LIGHT)


def can_attack(fight: FuturePathFight, actor: str) -> bool:
    """Return whether a Standard, an immediate or, after a Full Attack, a Bonus Attack is left (FP-ECO-1, FP-OFF-1)."""
    one = fight.combatants[actor]
    has_one = one.turn.instant or STANDARD in left(one.turn) or open_bonus_attack(fight, actor)
    return not hindrance(one) and (not fight.round or has_one)


def actions_left(fight: FuturePathFight, actor: str) -> list[str]:
    """Return the names of the action types left, and of the Bonus Attack that a Full Attack leaves (FP-ECO-3)."""
    bonus = ["Bonus Attack"] if open_bonus_attack(fight, actor) else []
    return [*(SPOKEN[kind] for kind in left(fight.combatants[actor].turn)), *bonus]


def left_in_words(fight: FuturePathFight, actor: str) -> Hint:
    """Return the actions left, as a hint for a refusal; empty if there are none (FP-ECO-3)."""
    kinds = actions_left(fight, actor)
    return Hint(f"remaining: {', '.join(kinds)}" if kinds else "")


def may_act(scene: FpScene, actor: str) -> None:
    """Raise Refusal if a character cannot act or it is not its team's turn (FP-INI-1, FP-INI-3)."""
    one = scene.one(actor)
    if lies := hindrance(one):
        scene.refuse(f"{one.name} is {lies} and cannot act", "FP-DIE-1")
    first = scene.fight.combatants.get(one.turn.yields_to)
    if first and not hindrance(first):
        let_go = f'free {quoted(one.turn.yields_to)} "lets it be"'
        scene.refuse(f"{one.name} is waiting for {first.name} to act", "FP-RDY-1", let_go)
    if not scene.fight.round or one.turn.instant:
        return
    if scene.fight.active != sheet.team_of(one):
        acting = f": team {scene.fight.active} is acting" if scene.fight.active else ""
        scene.refuse(f"it is not {one.name}'s turn (team {sheet.team_of(one)}){acting}", "FP-INI-1", "turn next")


def is_left(scene: FpScene, actor: str, kind: str) -> bool:
    """Return whether an action type is left; an immediate action can be anything but a Full Round (FP-RDY-1)."""
    turn = scene.one(actor).turn
    return not scene.fight.round or (turn.instant and kind != FULL_ROUND) or kind in left(turn)


def may_spend(scene: FpScene, actor: str, kind: str, rule: str) -> None:
    """Raise Refusal if the action type is spent, listing the actions left (FP-ECO-3)."""
    may_act(scene, actor)
    if is_left(scene, actor, kind):
        return
    one = scene.one(actor)
    if kind == FREE and one.turn.full_round:
        scene.refuse(f"{one.name} has ended the turn with a Full Round action", "FP-ECO-2", "--during")
    remaining = left_in_words(scene.fight, actor)
    reason = f"{one.name} has no {f'{SPOKEN[kind]} action left' if remaining else 'action left this turn'}"
    if kind == FULL_ROUND and one.turn.free and not (one.turn.standard or one.turn.simple):
        reason = f"{one.name} has taken a Free action, which cannot come before a Full Round action"
    scene.refuse(reason, rule, hint=remaining)


def spend(scene: FpScene, actor: str, kind: str, rule: str) -> None:
    """Spend an action; a Full Round action or a fourth Free action ends the turn (FP-ECO-1, FP-ECO-2)."""
    may_spend(scene, actor, kind, rule)
    for who, one in scene.fight.combatants.items():
        if one.turn.yields_to == actor:
            scene.change(who, ("turn", "yields_to"), "", "FP-RDY-1")
    if not scene.fight.round:
        return
    turn = scene.one(actor).turn
    if turn.instant:
        scene.change(actor, ("turn", "instant"), after=False, rule="FP-RDY-1")
    elif kind == FREE:
        scene.change(actor, ("turn", "free"), turn.free + 1, rule)
        if turn.free + 1 == FREE_TAKES_ALL:
            end_own_turn(scene, actor, rule)
    elif kind == FULL_ROUND:
        scene.change(actor, ("turn", "full_round"), after=True, rule=rule)
        end_own_turn(scene, actor, rule)
    else:
        scene.change(actor, ("turn", kind), after=True, rule=rule)


def spend_free(scene: FpScene, actor: str, rule: str, *, during: bool) -> None:
    """Spend a Free action, or the one allowed during a Full Round action (FP-ECO-2)."""
    if not during:
        spend(scene, actor, FREE, rule)
        return
    may_act(scene, actor)
    one = scene.one(actor)
    if not one.turn.full_round:
        reason = f"{one.name} has not taken a Full Round action this turn"
        scene.refuse(reason, "FP-ECO-2", hint="remove --during")
    if one.turn.free:
        remaining = left_in_words(scene.fight, actor)
        scene.refuse(f"{one.name} has already taken their Free action", "FP-ECO-2", hint=remaining)
    scene.change(actor, ("turn", "free"), one.turn.free + 1, rule)


def end_own_turn(scene: FpScene, actor: str, rule: str) -> None:
    """End a character's turn; the team's turn may continue."""
    if scene.fight.round:
        scene.change(actor, ("turn", "ended"), after=True, rule=rule)


def acting(perform: Perform) -> Perform:
    """Wrap an action verb: it can depend on a teammate's success, and its result is recorded (FP-INI-3)."""

    @wraps(perform)
    def act(scene: FpScene, command: Any) -> None:
        if not waits_in_vain(scene, command.who, command):
            perform(scene, command)
        remember(scene, command.who, command)

    return act


def waits_in_vain(scene: FpScene, actor: str, command: Any) -> bool:
    """Return whether an action depends on a teammate's failed action; if so, end the turn (FP-INI-3)."""
    after, deed = command.after, command.after_deed
    if deed and not after:
        raise refuse("--after-deed needs a teammate to follow", "FP-INI-3", "--after WHO")
    if not after:
        return False
    one, mate = scene.one(actor), scene.one(after)
    may_act(scene, actor)
    if one.turn.ended and not (one.turn.instant or one.turn.full_attack):
        scene.refuse(f"{one.name}'s turn is over", "FP-ECO-3")
    if sheet.team_of(one) != sheet.team_of(mate) or actor == after:
        scene.refuse(f"--after must name another member of {one.name}'s team", "FP-INI-3")
    outcome = mate.turn.deeds.get(deed) if deed else mate.turn.outcome
    if not outcome:
        scene.refuse(f"{mate.name} has not {f'used `{deed}`' if deed else 'acted'} yet", "FP-INI-3")
    if outcome != "failed":
        return False
    end_own_turn(scene, actor, "FP-INI-3")
    scene.happen("waited-in-vain", "FP-INI-3", who=actor, target=after)
    scene.conclude(WAITED)
    return True


def remember(scene: FpScene, actor: str, command: Command) -> None:
    """Record an action's result, by verb and as the last roll, for actions that depend on it (FP-INI-3)."""
    if not scene.fight.round:
        return
    outcome = "failed" if scene.outcome in (*BAD, WAITED) else "done"
    scene.change(actor, ("turn", "deeds", verb_name(command)), outcome, "FP-INI-3")
    if scene.outcome or not scene.one(actor).turn.outcome:
        scene.change(actor, ("turn", "outcome"), outcome, "FP-INI-3")


def refuse_needless(command: Command, fields: Iterable[str], why: str, rule: str) -> None:
    """Raise Refusal for options that are given and do not apply, listed by name."""
    named = [f"--{'with' if field == 'weapon' else field}" for field in fields if getattr(command, field)]
    if named:
        raise refuse(f"{', '.join(named)} cannot be used {why}", rule)


def require_target(scene: FpScene, actor: str, target: str) -> Character:
    """Return an action's target. Raises Refusal if it is the actor, unknown or dead."""
    one = scene.one(target)
    if target == actor:
        raise refuse(f"{one.name} cannot do that to themself")
    if is_dead(one):
        scene.refuse(f"{one.name} is already dead", "FP-DIE-1")
    return one


def handling() -> WeaponHandling:
    """Return the rules for carrying, drawing, loading and dropping weapons."""
    return CARRYING


def weapon_of(fight: FuturePathFight, weapon_id: str) -> Weapon | None:
    """Return the weapon with this id, including bare hands, or None."""
    return fight.weapons.get(weapon_id, sheet.UNARMED if weapon_id == UNARMED_ID else None)


def pay(scene: FpScene, actor: str, handling: Handling, weapon: Weapon) -> None:
    """Spend a Simple action for a weapon, a Standard to swap or pick it up, or its reload action (FP-MOV-6)."""
    if handling == "holster":
        require_loose(scene, actor, weapon, "FP-MOV-6")
    elif handling == "pick up":
        require_low_enough(scene, actor, weapon)
    kind = {"swap": STANDARD, "pick up": STANDARD, "reload": weapon.reload}.get(handling, SIMPLE)
    spend(scene, actor, kind, {"pick up": "FP-MOV-12", "reload": "FP-MOV-7"}.get(handling, "FP-MOV-6"))


def require_loose(scene: FpScene, actor: str, weapon: Weapon | None, rule: str) -> None:
    """Raise Refusal for a natural weapon, which its owner cannot let go of (FP-MOV-6)."""
    if weapon is not None and weapon.natural:
        raise refuse(f"{scene.one(actor).name} cannot let go of the {weapon.name}: a natural weapon", rule)


def loose_in_hand(scene: FpScene, actor: str) -> tuple[str, ...]:
    """Return the weapons in hand that can be dropped, each once: all but natural ones (FP-MOV-6)."""
    held = {each: weapon_of(scene.fight, each) for each in hands_of(scene, actor)}
    return tuple(each for each, weapon in held.items() if weapon is not None and not weapon.natural)


def require_low_enough(scene: FpScene, actor: str, weapon: Weapon) -> None:
    """Raise Refusal if a flier is too high to reach a dropped weapon (FP-MOV-12, FP-FLD-1)."""
    one = scene.one(actor)
    grounds = [ground_height(scene.fight.board, square) for square in squares_of(one)]
    if grounds and one.height - max(grounds) > 1:
        reason = f"the {weapon.name} is on the ground, too far below {one.name}"
        scene.refuse(reason, "FP-MOV-12", f"move {quoted(actor)} {one.square} --height …")


def is_reloaded(weapon: Weapon) -> bool:
    """Return whether a weapon has a magazine (FP-MOV-7)."""
    return weapon.ammo > 0 and not weapon.grenade


CARRYING = WeaponHandling(
    drawing="FP-MOV-6",
    reloading="FP-MOV-7",
    wielding="FP-ATK-2",
    find=weapon_of,
    spend=pay,
    loads=is_reloaded,
    bare=UNARMED_ID,
    where=lambda fight, who: fight.combatants[who].square,
    also_at=lambda fight, who: all_squares(fight.combatants[who])[1:],
)


def damage_die(options: FuturePathOptions, weapon: Weapon, lower: int = 0) -> str:
    """Return a weapon's damage die, `lower` levels down; below 1d2 it is 1 (FP-ATK-3, FP-OFF-4)."""
    ladder = list(options.damage_dice)
    die = weapon.damage or ladder[weapon.level]
    if not lower:
        return die
    place = ladder.index(die) if die in ladder else weapon.level
    return ladder[place - lower] if place >= lower else "1"
