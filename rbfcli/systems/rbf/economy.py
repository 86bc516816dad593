"""The action economy of RBF, and the cost of handling weapons."""

from collections.abc import Callable
from typing import Any, Literal

from msgspec.structs import replace

from rbfcli.core.errors import refuse
from rbfcli.engine import turns, weapons
from rbfcli.model import commands as verbs
from rbfcli.model.rules import Handling, WeaponHandling
from rbfcli.systems.rbf import commands
from rbfcli.systems.rbf.checks import RbfScene
from rbfcli.systems.rbf.conditions import barred, down_by, standing, takes_turns
from rbfcli.systems.rbf.map import spot_of
from rbfcli.systems.rbf.sheet import BONUS_ACTIONS, RANGED, REACTIONS, Fighter, RbfFight, Weapon, grants_bonus_action


def must_stand(scene: RbfScene, actor: str) -> Fighter:
    """Return the combatant's sheet; refuse one that is down, or an object (RBF-HP-1, RBF-ATK-1)."""
    one = scene.one(actor)
    if one.object:
        raise refuse(f"{one.name} is an object and cannot act", "RBF-ATK-1")
    if not standing(one):
        scene.refuse(f"{one.name} is {down_by(one)} and cannot act", "RBF-HP-1")
    return one


def must_have_turn(scene: RbfScene, actor: str) -> Fighter:
    """Return the combatant's sheet; refuse one that is down, surprised or out of turn (RBF-STL-1, RBF-INI-3)."""
    one = must_stand(scene, actor)
    if barred(one, "act"):
        over = turns.next_or_end(scene.fight, takes_turns) if scene.fight.round else ""
        scene.refuse(f"{one.name} is {barred(one, 'act')}: only reactions are possible", "RBF-STL-1", over)
    turns.require_turn(scene, actor, "RBF-INI-3")
    return one


def may_act(scene: RbfScene, actor: str) -> None:
    """Refuse a combatant without actions left (RBF-ACT-1)."""
    one = must_have_turn(scene, actor)
    if scene.fight.round and not one.actions_left:
        what_then = lambda: turns.next_or_end(scene.fight, takes_turns)  # noqa: E731 - a message, not a function
        scene.refuse(f"{one.name} has no action left this turn", "RBF-ACT-1", what_then)


def can_attack(fight: RbfFight, actor: str) -> bool:
    """Return whether a combatant has an action left and can take it (RBF-ACT-1, RBF-STL-1)."""
    one = fight.combatants[actor]
    has_one = not fight.round or (fight.active == actor and one.actions_left > 0)
    return has_one and takes_turns(fight, actor) and not barred(one, "act")


PAID = -1


def undertake(act: Callable[..., object], scene: RbfScene, *args: Any) -> None:
    """Run `act(scene, *args)`, which overwatch can interrupt; it then continues if it still can (RBF-ACT-8)."""
    if not any("watching" in one.conditions for one in scene.fight.combatants.values()):
        act(scene, *args)
    elif stopped := scene.interruptible(lambda: act(scene, *args)):
        who, refusal = stopped
        why = refusal.message if standing(scene.one(who)) else "they are down"
        scene.happen("cut-short", "RBF-ACT-8", who=who, why=why)


def spend(scene: RbfScene, actor: str, rule: str, *, aim: Literal["kept", "used", "lost"] = "lost") -> None:
    """Spend an action of the turn; refuse if none is left (RBF-ACT-1)."""
    may_act(scene, actor)
    take_action(scene, actor, rule, aim=aim)


def take_action(scene: RbfScene, actor: str, rule: str, *, aim: Literal["kept", "used", "lost"]) -> None:
    """Take an allowed action; anything except aiming ends the aim (RBF-ACT-1, RBF-ACT-5)."""
    scene.interrupt("acts", actor)
    if scene.fight.round:
        scene.change(actor, "actions_left", max(0, scene.one(actor).actions_left - 1), rule)
    if aim != "kept":
        end_aim(scene, actor, used=aim == "used")


def aim(scene: RbfScene, command: commands.Aim) -> None:
    """Add +1 accuracy to the next attack; this stacks (RBF-ACT-5)."""
    spend(scene, command.who, "RBF-ACT-5", aim="kept")
    one = scene.one(command.who)
    if not standing(one):
        raise refuse(f"{one.name} is down and cannot aim", "RBF-ACT-5")
    bonus = one.aim + 1
    scene.change(command.who, "aim", bonus, "RBF-ACT-5")
    scene.happen("aims", "RBF-ACT-5", who=command.who, bonus=bonus)


def end_aim(scene: RbfScene, actor: str, *, used: bool) -> None:
    """Set the aim back to 0, whether an attack used it or it was lost (RBF-ACT-5)."""
    if scene.one(actor).aim:
        if not used:
            scene.happen("aim-lost", "RBF-ACT-5", who=actor)
        scene.change(actor, "aim", 0, "RBF-ACT-5")


def end_aim_by_free_act(scene: RbfScene, actor: str) -> None:
    """Lose the aim through a free action, unless the option keeps it (RBF-ACT-5)."""
    if scene.fight.options.free_acts_end_aim:
        end_aim(scene, actor, used=False)


def spend_bonus(scene: RbfScene, actor: str, use: str, *, aim: Literal["kept", "lost"] = "lost") -> None:
    """Spend the turn's one bonus action; refuse it without a feature that grants it (RBF-BON-1)."""
    must_have_turn(scene, actor)
    one, talent = scene.one(actor), BONUS_ACTIONS[use]
    if not one.has(talent):
        scene.refuse(
            f"{one.name} cannot {use} as a bonus action",
            "RBF-BON-1",
            hint=f"that needs {talent}",
        )
    if scene.fight.round and not one.bonus_left:
        scene.refuse(f"{one.name} has already used the bonus action this turn", "RBF-BON-1")
    scene.interrupt("acts", actor)
    scene.change(actor, "bonus_left", 0, "RBF-BON-1")
    if aim == "lost":
        end_aim(scene, actor, used=False)


def can_react(combatant: Fighter, use: str) -> bool:
    """Return whether a combatant has a reaction of this kind left (RBF-REA-1)."""
    return standing(combatant) and combatant.reactions_left > 0 and combatant.has(REACTIONS[use])


def check_reaction(scene: RbfScene, actor: str, use: str) -> None:
    """Refuse a reaction if no feature grants it or none is left (RBF-REA-1)."""
    must_stand(scene, actor)
    one, talent = scene.one(actor), REACTIONS[use]
    if not one.has(talent):
        scene.refuse(f"{one.name} has no feature that grants this reaction", "RBF-REA-1", hint=f"it needs {talent}")
    if not one.reactions_left:
        scene.refuse(f"{one.name} has no reaction left until their next turn", "RBF-REA-1")


def spend_reaction(scene: RbfScene, actor: str, use: str) -> None:
    """Spend a reaction (RBF-REA-1)."""
    check_reaction(scene, actor, use)
    scene.interrupt("acts", actor)
    scene.change(actor, "reactions_left", max(0, scene.one(actor).reactions_left - 1), "RBF-REA-1")
    end_aim(scene, actor, used=use == "riposte")


def refresh(scene: RbfScene, actor: str) -> None:
    """Restore actions (one fewer for a stun), the bonus action and reactions (RBF-ACT-1, RBF-TEC-STUN)."""
    one = scene.one(actor)
    scene.change(actor, "actions_left", one.actions, "RBF-ACT-1")
    pay_for_stun(scene, actor)
    scene.change(actor, "bonus_left", int(grants_bonus_action(one)), "RBF-BON-1")
    scene.change(actor, "reactions_left", one.reactions, "RBF-REA-1")


def resume(scene: RbfScene, actor: str) -> None:
    """Continue a held or split turn; a stun placed in the meantime costs its action now (RBF-TEC-STUN)."""
    stun = scene.one(actor).conditions.get("stunned")
    if stun and stun.amount != PAID:
        rounds = min(stun.rounds, scene.fight.options.condition_rounds)
        scene.change(actor, ("conditions", "stunned", "rounds"), rounds, "RBF-TEC-STUN")
        pay_for_stun(scene, actor)


def pay_for_stun(scene: RbfScene, actor: str) -> None:
    """Lose an action to a stun, or extend the stun if there is no action to lose (RBF-TEC-STUN)."""
    one = scene.one(actor)
    stun = one.conditions.get("stunned")
    if stun and one.actions_left and not barred(one, "act"):
        scene.change(actor, "actions_left", one.actions_left - 1, "RBF-TEC-STUN")
        scene.change(actor, ("conditions", "stunned", "amount"), PAID, "RBF-TEC-STUN")
        scene.happen("stun-costs", "RBF-TEC-STUN", who=actor)
    elif stun and stun.rounds:
        scene.change(actor, ("conditions", "stunned", "rounds"), stun.rounds + 1, "RBF-TEC-STUN")


def has_begun(combatant: Fighter) -> bool:
    """Return whether a combatant has already spent an action this turn."""
    stun = combatant.conditions.get("stunned")
    return combatant.actions_left < combatant.actions - (stun is not None and stun.amount == PAID)


def handling() -> WeaponHandling:
    """Return the rules for handling weapons (RBF-ACT-2, RBF-ACT-3, RBF-DUAL-1)."""
    return CARRYING


def pay_for(scene: RbfScene, actor: str, way: Handling, _weapon: Weapon) -> None:
    """Spend an action to draw, switch, holster or reload a weapon (RBF-ACT-2, RBF-ACT-3)."""
    spend(scene, actor, "RBF-ACT-3" if way == "reload" else "RBF-ACT-2")


def draw(scene: RbfScene, command: verbs.Draw) -> None:
    """Draw another weapon, or pick one up (RBF-ACT-2, RBF-DUAL-1)."""
    weapons.draw(scene, command)
    scene.relieve(command.who, "disarmed", "RBF-TEC-DISARM")


def reload_weapon(scene: RbfScene, command: commands.Reload) -> None:
    """Reload a weapon in hand to its full ammo (RBF-ACT-3)."""
    weapons.reload(scene, replace(command, weapon=command.weapon or command.which))


def as_a_club(fight: RbfFight, weapon: Weapon) -> Weapon:
    """Return a two-handed ranged weapon as a club. Refuses any other weapon (RBF-RNG-1)."""
    if weapon.skill not in RANGED or weapon.hands == 1:
        raise refuse(f"the {weapon.name} is not a two-handed ranged weapon and cannot be swung as a club", "RBF-RNG-1")
    damage = fight.options.club_damage
    name = f"{weapon.name} as a club"
    return replace(
        weapon, name=name, skill="melee", damage=damage, kind="", radius=0, autofire=False, traits=("blunt",)
    )


CARRYING = WeaponHandling(
    drawing="RBF-ACT-2",
    reloading="RBF-ACT-3",
    find=RbfFight.weapon_named,
    spend=pay_for,
    loads=lambda weapon: weapon.skill in RANGED,
    two_handed=lambda weapon: weapon.hands > 1,
    where=spot_of,
)
