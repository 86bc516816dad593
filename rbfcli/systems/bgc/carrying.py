"""Weapons of BGC: which one somebody attacks with, and what handling one costs (BGC-ACT-2, BGC-BOT-1)."""

from collections.abc import Callable, Mapping

from rbfcli.kernel import carrying, verbs
from rbfcli.kernel.errors import Refusal
from rbfcli.kernel.handling import Carrying
from rbfcli.kernel.visible import quoted
from rbfcli.systems.bgc import commands
from rbfcli.systems.bgc.check import BgcScene
from rbfcli.systems.bgc.economy import act, may_act
from rbfcli.systems.bgc.sheet import BARE_HANDS, UNARMED, BgcFight, Fighter, Weapon, bare_hands

Deed = Callable[[BgcScene], object]
NO_WORDS = "acts"


def handling() -> Carrying:
    """One hand; what a weapon costs to handle is paid before it is handled."""
    return Carrying(
        drawing="BGC-ACT-2",
        reloading="BGC-ACT-2",
        find=weapon_named,
        spend=lambda *_: None,
        loads=lambda weapon: bool(weapon.ammo),
        hands=("held",),
        bare=UNARMED,
        failed=lambda fight, who, weapon: weapon in fight.combatants[who].failed,
    )


def weapon_named(fight: BgcFight, weapon_id: str) -> Weapon | None:
    """A weapon of the fight by its id, or bare hands."""
    return BARE_HANDS if weapon_id == UNARMED else fight.weapons.get(weapon_id)


def weapon_in_hand(scene: BgcScene, who: str, wanted: str) -> tuple[str, Weapon]:
    """The weapon of an attack; refuses one that is not in hand, failed, or empty (BGC-ACT-2, BGC-BOT-1)."""
    fighter = scene.one(who)
    weapon_id, weapon = carrying.in_hand(scene, who, wanted)
    if weapon_id == UNARMED:
        return weapon_id, bare_hands(fighter)
    if weapon_id in fighter.failed:
        hint = f"other {quoted(who)} --repair {quoted(weapon_id)} --skill NAME"
        scene.refuse(f"the {weapon.name} of {fighter.name} has failed", "BGC-BOT-1", hint)
    carrying.require_loaded(scene, who, weapon_id)
    return weapon_id, weapon


def is_useless(fight: BgcFight, fighter: Fighter) -> bool:
    """Whether the weapon in hand has failed, or is empty (BGC-ACT-2, BGC-BOT-1)."""
    weapon = weapon_named(fight, fighter.held)
    is_empty = weapon is not None and bool(weapon.ammo) and not carrying.rounds_left(fighter, fighter.held, weapon)
    return is_empty or fighter.held in fighter.failed


def draw(scene: BgcScene, command: commands.Draw) -> None:
    """Take a weapon in hand (BGC-ACT-2)."""
    handle(scene, command, {f"draw {command.weapon}": drawing(command.who, command.weapon)})


def holster(scene: BgcScene, command: commands.Holster) -> None:
    """Put a weapon away (BGC-ACT-2)."""
    handle(scene, command, {"holster": lambda here: carrying.holster(here, verbs.Holster(who=command.who))})


def reload(scene: BgcScene, command: commands.Reload) -> None:
    """Change the clip (BGC-ACT-2)."""
    handle(scene, command, {"reload": reloading(command.who, command.weapon)})


def handle(
    scene: BgcScene,
    command: commands.Draw | commands.Holster | commands.Reload | commands.Other,
    deeds: Mapping[str, Deed],
    said: str = "",
) -> None:
    """An Other action: its deeds are done if the skill it needs succeeds, and told otherwise (BGC-ACT-2, BGC-RSK-2).

    `said` is what the table says that it is.
    """
    may_act(scene, command.who)
    refusal = scene.rehearse(lambda trial: [deed(trial) for deed in deeds.values()])
    if refusal is not None:
        raise refusal
    if not act(scene, command.who, "other", command.skill, command.mod):
        scene.happen("fails-to", "BGC-ACT-2", who=command.who, deed=said or ", ".join(deeds) or NO_WORDS)
        return
    for deed in deeds.values():
        deed(scene)
    if said or not deeds:
        scene.happen("does", "BGC-ACT-2", who=command.who, deed=said or NO_WORDS)


def drawing(who: str, weapon: str) -> Deed:
    """Taking a weapon in hand, its cost paid."""
    return lambda scene: carrying.draw(scene, verbs.Draw(who=who, weapon=weapon))


def reloading(who: str, weapon: str = "") -> Deed:
    """Changing the clip, its cost paid."""
    return lambda scene: carrying.reload(scene, verbs.Reload(who=who, weapon=weapon))


def repairing(who: str, weapon_id: str) -> Deed:
    """Clearing a weapon that failed, its cost paid (BGC-BOT-1)."""

    def repair(scene: BgcScene) -> None:
        fighter = scene.one(who)
        if weapon_id not in fighter.failed:
            raise Refusal(f"{weapon_id} of {fighter.name} has not failed", rule="BGC-BOT-1")
        scene.change(who, "failed", tuple(failed for failed in fighter.failed if failed != weapon_id), "BGC-BOT-1")
        scene.happen("repaired", "BGC-BOT-1", who=who, thing=scene.fight.weapons[weapon_id].name)

    return repair
