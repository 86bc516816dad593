"""One attack: who, whom, with what, and what it costs, uses up and gives away."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.kernel.scene import impossible
from rbfcli.systems.rbf import commands
from rbfcli.systems.rbf.armoury import weapon_named
from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.economy import end_aim, fighter, may_act, must_stand, spend, spend_reaction
from rbfcli.systems.rbf.ground import show_oneself
from rbfcli.systems.rbf.sheet import RANGED, UNARMED, UNARMED_ID, Fighter, RbfFight, Weapon
from rbfcli.systems.rbf.talents import AXE_EXPERT, has

Cost = Literal["action", "reaction", "paid"]


class Strike(Struct, frozen=True, kw_only=True):
    """An attack: the weapon it is made with, the command behind it, and what it costs."""

    who: str
    targets: tuple[str, ...]
    weapon_id: str
    weapon: Weapon
    command: commands.Attack
    cost: Cost = "action"

    @property
    def target(self) -> str:
        """Whom it is rolled against first."""
        return self.targets[0]

    @property
    def ranged(self) -> bool:
        """Whether it is shot or thrown rather than struck."""
        return self.weapon.skill in RANGED

    @property
    def bursts(self) -> bool:
        """Whether a burst stays on one target."""
        return self.command.autofire and len(self.targets) == 1


def strike_of(scene: RbfScene, command: commands.Attack, cost: Cost = "action") -> Strike:
    """The attack a command means. Raises Refusal for a weapon that is not there."""
    if cost == "action":
        may_act(scene, command.who)
    else:
        must_stand(scene, command.who)
    weapon_id, weapon = weapon_in_hand(scene, command)
    targets = tuple(dict.fromkeys(command.targets))
    return Strike(who=command.who, targets=targets, weapon_id=weapon_id, weapon=weapon, command=command, cost=cost)


def weapon_in_hand(scene: RbfScene, command: commands.Attack) -> tuple[str, Weapon]:
    """The weapon an attack is made with; another than those in hand has to be drawn first (RBF-ACT-2)."""
    attacker = fighter(scene, command.who)
    chosen = command.weapon or attacker.held or UNARMED_ID
    weapon = weapon_named(scene.fight, chosen)
    if weapon is None or (chosen != UNARMED_ID and chosen not in attacker.weapons):
        carried = ", ".join((*attacker.weapons, UNARMED_ID))
        raise impossible(f"{attacker.name} carries no {chosen}", "RBF-ACT-2", f"carried: {carried}")
    if chosen not in (UNARMED_ID, attacker.held, attacker.off_hand):
        scene.refuse(
            f"{attacker.name} has to draw the {weapon.name} first", "RBF-ACT-2", f"draw {command.who} {chosen}"
        )
    return chosen, weapon_of(scene.fight, chosen, club=command.club)


def weapon_of(fight: RbfFight, weapon_id: str, *, club: bool) -> Weapon:
    """A weapon by its id; a two-handed ranged one may be swung as a club (RBF-RNG-1)."""
    weapon = weapon_named(fight, weapon_id) or UNARMED
    if not club:
        return weapon
    if weapon.skill not in RANGED or weapon.hands == 1:
        raise impossible(f"the {weapon.name} is no two-handed ranged weapon to swing as a club", "RBF-RNG-1")
    damage = fight.options.club_damage
    name = f"{weapon.name} as a club"
    return replace(weapon, name=name, skill="melee", damage=damage, kind="", autofire=False, traits=("blunt",))


def sweeps(attacker: Fighter, strike: Strike) -> bool:
    """Whether an attack hits a second enemy beside the first: a cleave, or an Axe Expert's axe (RBF-TEC-CLEAVE)."""
    axe = "axe" in strike.weapon.traits and not strike.ranged
    return strike.command.technique == "cleave" or (axe and has(attacker, AXE_EXPERT))


def pay(scene: RbfScene, strike: Strike) -> None:
    """Take the action or the reaction an attack costs; overwatch has paid already (RBF-ACT-1, RBF-ACT-8)."""
    if strike.cost == "action":
        spend(scene, strike.who, "RBF-ACT-1", aim="used")
    elif strike.cost == "reaction":
        spend_reaction(scene, strike.who, "riposte")
    else:
        end_aim(scene, strike.who, used=True)


def is_empty(one: Fighter, weapon_id: str) -> bool:
    """Whether a weapon has to be reloaded; one whose rounds nobody counts is ready until a burst or a mishap."""
    return one.ammo.get(weapon_id, 1) == 0


def shoot(scene: RbfScene, strike: Strike) -> None:
    """A shot takes a round out of each weapon fired, a burst all of them (RBF-ACT-3, RBF-ACT-7)."""
    if not strike.ranged:
        return
    one = fighter(scene, strike.who)
    for weapon_id in (one.held, one.off_hand) if strike.command.dual else (strike.weapon_id,):
        weapon = weapon_of(scene.fight, weapon_id, club=False)
        if strike.command.autofire:
            leave_rounds(scene, strike.who, weapon_id, weapon, 0)
        elif weapon.ammo:
            leave_rounds(scene, strike.who, weapon_id, weapon, max(0, one.ammo.get(weapon_id, 0) - 1))


def leave_rounds(scene: RbfScene, who: str, weapon_id: str, weapon: Weapon, rounds: int) -> None:
    """So many rounds are left; it is said when there are none."""
    scene.change(who, f"ammo.{weapon_id}", rounds, "RBF-ACT-3")
    if not rounds:
        scene.happen("emptied", "RBF-ACT-3", who=who, thing=weapon.name)


def give_away(scene: RbfScene, strike: Strike) -> None:
    """A loud attack loses stealth, a silenced one keeps it (RBF-STL-3)."""
    if "silenced" not in strike.weapon.traits:
        show_oneself(scene, strike.who, "RBF-STL-3")


def strike_free(scene: RbfScene, strike: Strike, target_id: str) -> None:
    """A brawl blow that hits the grappler frees the one it holds."""
    grapple = fighter(scene, strike.who).conditions.get("grappled")
    if grapple and grapple.by == target_id and strike.weapon.skill == "brawl":
        scene.relieve(strike.who, "grappled", "RBF-TEC-GRAPPLE")
