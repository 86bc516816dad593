"""What a fighter strikes with in BGC: the weapon in hand and its rounds (BGC-ACT-2, BGC-BOT-1)."""

from rbfcli.kernel.scene import impossible
from rbfcli.systems.bgc.check import BgcScene
from rbfcli.systems.bgc.sheet import UNARMED, Weapon, bare_hands


def weapon_in_hand(scene: BgcScene, who: str, wanted: str) -> tuple[str, Weapon]:
    """The weapon of an attack; refuses one that is not in hand, empty, or failed (BGC-ACT-2, BGC-BOT-1)."""
    one = scene.one(who)
    chosen = wanted or one.held or UNARMED
    if chosen == UNARMED:
        return chosen, bare_hands(one)
    if chosen not in one.weapons or chosen not in scene.fight.weapons:
        raise impossible(f"{one.name} carries no {chosen}", "BGC-ACT-2", ", ".join((*one.weapons, UNARMED)))
    weapon = scene.fight.weapons[chosen]
    if chosen != one.held:
        scene.refuse(f"{one.name} has to draw the {weapon.name} first", "BGC-ACT-2", f"other {who} --draw {chosen}")
    if chosen in one.failed:
        hint = f"other {who} --repair {chosen} --skill NAME"
        scene.refuse(f"the {weapon.name} of {one.name} has failed", "BGC-BOT-1", hint)
    if weapon.ammo and not one.ammo.get(chosen, 0):
        scene.refuse(f"the {weapon.name} of {one.name} is empty", "BGC-ACT-2", f"other {who} --reload")
    return chosen, weapon


def use_ammunition(scene: BgcScene, who: str, weapon_id: str) -> None:
    """A shot takes one round out of the clip."""
    if weapon_id != UNARMED and scene.fight.weapons[weapon_id].ammo:
        left = scene.one(who).ammo.get(weapon_id, 0) - 1
        scene.change(who, f"ammo.{weapon_id}", max(0, left), "BGC-ACT-2")


def take_away(scene: BgcScene, who: str, weapon_id: str, rule: str) -> None:
    """A weapon is gone."""
    one = scene.one(who)
    scene.change(who, "weapons", tuple(each for each in one.weapons if each != weapon_id), rule)
    scene.change(who, "held", "", rule)
