"""Getting out of a grapple by striking the one who holds (RBF-TEC-GRAPPLE)."""

from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.economy import fighter
from rbfcli.systems.rbf.strike import Strike


def strike_free(scene: RbfScene, strike: Strike, target_id: str) -> None:
    """A brawl blow that hits the grappler frees the one it holds."""
    grapple = fighter(scene, strike.who).conditions.get("grappled")
    if grapple and grapple.by == target_id and strike.weapon.skill == "brawl":
        scene.relieve(strike.who, "grappled", "RBF-TEC-GRAPPLE")
