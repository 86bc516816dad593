"""Taking damage in RPJ: layers of saves, the best number, and what is crossed out (RPJ-DMG)."""

from rbfcli.kernel.events import Modifier
from rbfcli.systems.rpj.actions import RpjScene, character, standing
from rbfcli.systems.rpj.check import test
from rbfcli.systems.rpj.fallen import disturb, incapacitate
from rbfcli.systems.rpj.layers import base_layer, outermost_layer, saves_left
from rbfcli.systems.rpj.verdict import SUCCESS


def take_damage(scene: RpjScene, who: str, damage: int, *, on_base: bool = False, mod: int = 0) -> str:
    """Add the damage to the best save and roll 4d6; the outcome, empty without a roll (RPJ-DMG-2 to RPJ-DMG-5)."""
    disturb(scene, who)
    one = character(scene, who)
    layer = base_layer(one) if on_base else outermost_layer(one)
    left = saves_left(one, layer)
    if not left:
        nothing_left(scene, who)
        return ""
    best = min(left)
    scene.happen("struck", "RPJ-DMG-2", who=who, layer=layer, save=best, damage=damage)
    modifiers = (Modifier(mod, "modifier"),)
    rolled = test(scene, who, "damage save", "RPJ-DMG-3", against=best + damage, modifiers=modifiers)
    if rolled.outcome == SUCCESS:
        cross_out(scene, who, layer, (best,), "RPJ-DMG-4")
    else:
        cross_out(scene, who, layer, left, "RPJ-DMG-5")
    return rolled.outcome


def cross_out(scene: RpjScene, who: str, layer: str, numbers: tuple[int, ...], rule: str) -> None:
    """Cross out target numbers; a layer without any is broken, and with the base layer its owner (RPJ-DMG-6)."""
    before = character(scene, who).crossed.get(layer, ())
    scene.change(who, f"crossed.{layer}", (*before, *numbers), rule)
    one = character(scene, who)
    left = saves_left(one, layer)
    scene.happen("crossed-out", rule, who=who, layer=layer, saves=_listed(numbers), left=_listed(left) or "none")
    if left:
        return
    scene.happen("layer-broken", "RPJ-DMG-6", who=who, layer=layer)
    if layer == base_layer(one) and standing(one):
        incapacitate(scene, who)


def nothing_left(scene: RpjScene, who: str) -> None:
    """Damage on somebody without a save: whoever still stood does so no longer (RPJ-DMG-7)."""
    if standing(character(scene, who)):
        incapacitate(scene, who)
    else:
        scene.happen("nothing-left", "RPJ-DMG-7", who=who)


def _listed(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))
