"""What a blow that was not defended does in BGC: death outright, or what gets through (BGC-DMG-1)."""

from rbfcli.systems.bgc.check import BgcScene, fighter
from rbfcli.systems.bgc.penetration import Blow, strike_through
from rbfcli.systems.bgc.wounds import die


def land(scene: BgcScene, who: str, target: str, blow: Blow) -> None:
    """Death outright, or penetration and damage (BGC-CAL-2, BGC-MEGA-1, BGC-DMG-2)."""
    one, other = fighter(scene, who), fighter(scene, target)
    if blow.called and blow.critical:
        scene.happen("killed-outright", "BGC-CAL-2", who=who, target=target)
        die(scene, target, "BGC-CAL-2")
    elif one.size > scene.fight.options.mega_factor * other.size and not other.mega_proof:
        scene.happen("crushed", "BGC-MEGA-1", who=who, target=target)
        die(scene, target, "BGC-MEGA-1")
    else:
        strike_through(scene, who, target, blow)
