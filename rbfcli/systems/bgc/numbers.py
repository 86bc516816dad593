"""BGC from numbers alone: an attacker and a target who have what was stated, and the verb that is played on them."""

from collections.abc import Mapping
from typing import Any

from rbfcli.kernel.command import RollingCommand
from rbfcli.kernel.fight import Condition
from rbfcli.systems.bgc import commands
from rbfcli.systems.bgc.sheet import Armour, BgcFight, Fighter, Weapon

SKILL = "first aid"
UNHURT = 10_000


def attack(command: commands.AttackNumbers) -> tuple[BgcFight, commands.Attack]:
    """A stated score, defence, weapon and armour; a weapon without damage is only to hit (BGC-ATK-1)."""
    weapon = Weapon(
        name="weapon",
        skill="attack",
        damage=command.damage,
        penetration=command.penetration if command.damage else 0,
        quality=command.quality,
    )
    defend = {} if command.defend is None else {"defend": command.defend}
    people = {
        "attacker": _stand_in("attacker", {"attack": command.score}, held="weapon"),
        "target": _stand_in("target", defend, armour=_armour(command)),
        "bystander": _stand_in("bystander", {}),
    }
    blow = commands.Attack(
        who="attacker",
        targets=("target",),
        called=command.called,
        defend=command.defend is not None,
        botch="failure",
        **_shared(command),
    )
    return _fight(people, {"weapon": weapon}), blow


def damage_save(command: commands.DamageSaveNumbers) -> tuple[BgcFight, commands.DamageSave]:
    """A stated penetration and damage against a stated armour (BGC-DMG-2 to BGC-DMG-4)."""
    save = commands.DamageSave(
        who="target",
        penetration=command.penetration,
        damage=command.damage,
        quality=command.quality,
        critical=command.critical,
        **_shared(command),
    )
    return _fight({"target": _stand_in("target", {}, armour=_armour(command))}), save


def stabilize(command: commands.StabilizeNumbers) -> tuple[BgcFight, commands.Stabilize]:
    """A stated score of first aid for somebody who bleeds (BGC-STB-1)."""
    people = {
        "helper": _stand_in("helper", {SKILL: command.score}),
        "target": _stand_in("target", {}, conditions={"bleeding": Condition()}),
    }
    return _fight(people), commands.Stabilize(who="target", by="helper", skill=SKILL, **_shared(command))


def _shared(command: RollingCommand) -> dict[str, Any]:
    """What any roll takes: a modifier, dice by hand, the GM's word."""
    return {"mod": command.mod, "dice": command.dice, "force": command.force}


def _stand_in(
    who: str,
    skills: Mapping[str, int],
    *,
    held: str = "",
    armour: Armour | None = None,
    conditions: Mapping[str, Condition] | None = None,
) -> Fighter:
    """Somebody who is not hurt by anything, so that nothing but the numbers shows."""
    return Fighter(
        name=f"the {who}",
        side="attackers" if who in ("attacker", "helper") else "targets",
        speed=1,
        tough=1,
        player=True,
        skills=skills,
        weapons=(held,) if held else (),
        held=held,
        armour=armour,
        levels=UNHURT,
        max_levels=UNHURT,
        conditions=conditions or {},
    )


def _armour(command: commands.AttackNumbers | commands.DamageSaveNumbers) -> Armour:
    """The whole of what a blow meets, in place of natural armour."""
    return Armour(value=command.armour, quality=command.armour_quality, replaces=True)


def _fight(people: Mapping[str, Fighter], weapons: Mapping[str, Weapon] | None = None) -> BgcFight:
    return BgcFight(system="bgc", combatants=people, weapons=weapons or {})
