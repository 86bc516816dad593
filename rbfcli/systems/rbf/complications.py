"""What a failed attack brings down on the attacker (RBF-ATK-5)."""

from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.strike import UNARMED_ID, Strike

COMPLICATIONS = ("dropped", "prone", "out-of-ammo", "broken", "jammed", "ally-hit", "explodes")


def complicate(scene: RbfScene, strike: Strike) -> None:
    """No damage, and a complication: the one stated, else the usual one of the weapon (RBF-ATK-5)."""
    match strike.command.complication or usual(strike):
        case "dropped":
            scene.change(strike.who, "held", "", "RBF-ATK-5")
            scene.happen("dropped", "RBF-ATK-5", who=strike.who, thing=strike.weapon_id)
        case "prone":
            scene.afflict(strike.who, "prone", "RBF-ATK-5")
        case "out-of-ammo":
            scene.change(strike.who, f"ammo.{strike.weapon_id}", 0, "RBF-ATK-5")
        case "broken":
            scene.change(strike.who, "held", "", "RBF-ATK-5")
            lost = tuple(each for each in scene.fight.combatants[strike.who].weapons if each != strike.weapon_id)
            scene.change(strike.who, "weapons", lost, "RBF-ATK-5")
            scene.happen("weapon-broken", "RBF-ATK-5", who=strike.who, thing=strike.weapon_id)
        case complication:
            scene.happen("complication", "RBF-ATK-5", who=strike.who, target=strike.targets[0], effect=complication)


def usual(strike: Strike) -> str:
    """Brawlers stumble, guns run dry, other weapons and bows are dropped (RBF-ATK-5)."""
    if strike.weapon_id == UNARMED_ID or strike.weapon.skill == "brawl":
        return "prone"
    return "out-of-ammo" if strike.ranged and "bow" not in strike.weapon.traits and strike.weapon.ammo else "dropped"
