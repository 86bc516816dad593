"""One attack before its dice are cast: who, whom, with what, and every reason to refuse it."""

from msgspec import Struct

from rbfcli.kernel.events import Modifier
from rbfcli.kernel.scene import impossible
from rbfcli.systems.rbf import commands
from rbfcli.systems.rbf.actions import fighter, may_act, standing
from rbfcli.systems.rbf.check import RbfScene, skill_modifier
from rbfcli.systems.rbf.edges import RANGED
from rbfcli.systems.rbf.sheet import COVER_BONUS, UNARMED, Fighter, Weapon, is_enemy

UNARMED_ID = "unarmed"


class Strike(Struct, frozen=True, kw_only=True):
    """An attack that may go ahead."""

    who: str
    targets: tuple[str, ...]
    weapon_id: str
    weapon: Weapon
    command: commands.Attack

    @property
    def ranged(self) -> bool:
        """Whether it is shot rather than struck."""
        return self.weapon.skill in RANGED


def prepare_strike(scene: RbfScene, command: commands.Attack) -> Strike:
    """Check what can refuse an attack before its dice are cast (RBF-ATK, RBF-ACT, RBF-RNG, RBF-COV)."""
    fighter(scene, command.who)
    may_act(scene, command.who)
    weapon_id, weapon = weapon_in_hand(scene, command.who, command.weapon)
    strike = Strike(
        who=command.who,
        targets=tuple(dict.fromkeys(command.targets)),
        weapon_id=weapon_id,
        weapon=weapon,
        command=command,
    )
    for target in strike.targets:
        check_target(scene, strike, target)
    check_weapon(scene, strike)
    return strike


def weapon_in_hand(scene: RbfScene, who: str, wanted: str) -> tuple[str, Weapon]:
    """The weapon an attack is made with; another than the one in hand has to be drawn first (RBF-ACT-2)."""
    attacker = fighter(scene, who)
    chosen = wanted or attacker.held or UNARMED_ID
    if chosen == UNARMED_ID:
        return chosen, scene.fight.weapons.get(UNARMED_ID, UNARMED)
    if chosen not in attacker.weapons or chosen not in scene.fight.weapons:
        carried = ", ".join((*attacker.weapons, UNARMED_ID))
        raise impossible(f"{attacker.name} carries no {chosen}", "RBF-ACT-2", f"carried: {carried}")
    if chosen != attacker.held:
        scene.refuse(
            f"{attacker.name} has to draw the {scene.fight.weapons[chosen].name} first",
            "RBF-ACT-2",
            f"draw {who} {chosen}",
        )
    return chosen, scene.fight.weapons[chosen]


def check_target(scene: RbfScene, strike: Strike, target_id: str) -> None:
    """Refuse a target that is out, unreachable or wholly behind cover."""
    attacker, target = fighter(scene, strike.who), fighter(scene, target_id)
    if target_id == strike.who:
        raise impossible(f"{attacker.name} cannot attack itself")
    if is_enemy(attacker) == is_enemy(target):
        sides = "enemies" if is_enemy(target) else "players"
        raise impossible(f"both are {sides}: RBF has no roll between them", "RBF-ATK-1", f"damage {target_id} N")
    if not standing(target):
        scene.refuse(f"{target.name} is down already", "RBF-HP-1")
    if strike.ranged and target.cover == "full":
        scene.refuse(f"{target.name} is wholly behind cover", "RBF-COV-2", "destroy or get around the barrier")
    far = metres_between(attacker, target)
    if far is None:
        return
    if not strike.ranged and far > scene.fight.options.melee_reach:
        scene.refuse(f"{target.name} is {far} m away, out of reach", "RBF-ACT-2", f"move {strike.who} …")
    if strike.ranged and strike.weapon.range and far > strike.weapon.range:
        scene.refuse(
            f"{target.name} is {far} m away; the {strike.weapon.name} carries {strike.weapon.range} m", "RBF-ACT-2"
        )
    if strike.ranged and strike.weapon.hands > 1 and far <= scene.fight.options.melee_reach:
        scene.refuse(
            f"the {strike.weapon.name} is too large to fire in melee", "RBF-RNG-1", "draw another weapon or move"
        )


def check_weapon(scene: RbfScene, strike: Strike) -> None:
    """Refuse an empty weapon, a burst it cannot fire, and more targets than one attack has."""
    attacker = fighter(scene, strike.who)
    if strike.weapon.ammo and attacker.ammo.get(strike.weapon_id, 0) == 0:
        scene.refuse(f"the {strike.weapon.name} is empty", "RBF-ACT-3", f"reload {strike.who}")
    if strike.command.autofire and not strike.weapon.autofire:
        raise impossible(f"the {strike.weapon.name} has no autofire", "RBF-ACT-7")
    most = 2 if strike.command.autofire or strike.command.technique == "cleave" else 1
    if len(strike.targets) > most:
        raise impossible(f"one attack has {most} target{'s' * (most > 1)}", "RBF-ATK-1", "autofire or cleave reach two")


def metres_between(one: Fighter, other: Fighter) -> int | None:
    """How far apart two fighters are; None where the ground does not say."""
    return None if one.at is None or other.at is None else abs(one.at - other.at)


def are_close(scene: RbfScene, one: Fighter, other: Fighter) -> bool:
    """Whether two fighters are known to be in melee range."""
    far = metres_between(one, other)
    return far is not None and far <= scene.fight.options.melee_reach


def accuracy(scene: RbfScene, strike: Strike) -> tuple[Modifier, ...]:
    """What is added to a player's attack roll, each with its reason (RBF-ATK-1)."""
    attacker = fighter(scene, strike.who)
    return (
        skill_modifier(scene.fight, attacker, strike.weapon.skill, "RBF-ATK-1"),
        Modifier(attacker.aim, "aim", "RBF-ACT-5"),
        Modifier(strike.command.mod, "modifier"),
    )


def target_number(scene: RbfScene, strike: Strike, target: Fighter) -> int:
    """An enemy's defense TN: cover raises it against shots, sundered armour lowers it (RBF-COV-3, RBF-TEC-SUNDER)."""
    sundered = target.conditions["sundered"].amount if "sundered" in target.conditions else 0
    covered = COVER_BONUS[target.cover] if strike.ranged and scene.fight.options.enemy_cover else 0
    return (target.tn or 0) + covered - sundered
