"""Weapons carried, in hand, loaded and dropped.

The rules are the same in every system except for its `WeaponHandling`.
"""

from typing import Any

from rbfcli.core.errors import RbfError, Refusal, refuse, unknown
from rbfcli.core.matching import match
from rbfcli.core.text import quoted
from rbfcli.engine.scene import Scene
from rbfcli.model.commands import Draw, Holster, Reload
from rbfcli.model.fight import DroppedItem
from rbfcli.model.rules import WeaponHandling


def carried(scene: Scene[Any, Any], actor: str, word: str) -> tuple[str, Any]:
    """Return the id and entry of a weapon that a combatant carries, in hand or not. Raises Refusal."""
    handles, one = _carrying(scene), scene.one(actor)
    weapon = handles.find(scene.fight, word) if word == handles.bare or word in one.weapons else None
    if weapon is None:
        try:
            word = match(word, [*one.weapons, handles.bare], f"weapon on {one.name}", Refusal)
        except RbfError as wrong:
            wrong.rule = handles.drawing
            raise
        weapon = _find(scene, word)
    return word, weapon


def in_hand(scene: Scene[Any, Any], actor: str, wanted: str = "") -> tuple[str, Any]:
    """Return the weapon to fight with: the wanted one if it is in a hand, else the one in the first hand.

    Raises Refusal.
    """
    one, handles = scene.one(actor), _carrying(scene)
    first = getattr(one, handles.hands[0])
    weapon_id, weapon = carried(scene, actor, wanted or first or handles.bare)
    if weapon_id not in (first, handles.bare) and weapon_id not in [getattr(one, hand) for hand in handles.hands]:
        rule = handles.wielding or handles.drawing
        scene.refuse(f"{one.name} must draw the {weapon.name} first", rule, f"draw {quoted(actor)} {quoted(weapon_id)}")
    return weapon_id, weapon


def held(scene: Scene[Any, Any], actor: str) -> str:
    """Return the id of the weapon in the first hand, or an empty string."""
    return hands_of(scene, actor)[0]


def hands_of(scene: Scene[Any, Any], actor: str) -> tuple[str, ...]:
    """Return the id of the weapon in each hand; empty for an empty hand."""
    one = scene.one(actor)
    return tuple([getattr(one, hand) for hand in _carrying(scene).hands])


def rounds_left(combatant: Any, weapon_id: str, weapon: Any) -> int:
    """Return the rounds left in a weapon. One without an ammo count has one round until it is emptied."""
    left: int = combatant.ammo.get(weapon_id, weapon.ammo or 1)
    return left


def require_loaded(scene: Scene[Any, Any], actor: str, weapon_id: str) -> None:
    """Refuse if the weapon is empty."""
    handles, one = _carrying(scene), scene.one(actor)
    weapon = _find(scene, weapon_id)
    if handles.loads(weapon) and not rounds_left(one, weapon_id, weapon):
        more = "" if weapon_id == held(scene, actor) else f" --with {quoted(weapon_id)}"
        scene.refuse(f"{one.name}'s {weapon.name} is empty", handles.reloading, f"reload {quoted(actor)}{more}")


def fire(scene: Scene[Any, Any], actor: str, weapon_id: str, rounds: int = 1) -> None:
    """Use up rounds of a weapon whose rounds are counted, and report when it becomes empty."""
    weapon = _find(scene, weapon_id)
    if weapon.ammo:
        leave_rounds(scene, actor, weapon_id, max(0, rounds_left(scene.one(actor), weapon_id, weapon) - rounds))


def leave_rounds(scene: Scene[Any, Any], actor: str, weapon_id: str, rounds: int) -> None:
    """Set the number of rounds left in a weapon, and report when it becomes empty."""
    rule = _carrying(scene).reloading
    before = rounds_left(scene.one(actor), weapon_id, _find(scene, weapon_id))
    scene.change(actor, ("ammo", weapon_id), rounds, rule)
    if before and not rounds:
        scene.happen("emptied", rule, who=actor, thing=_find(scene, weapon_id).name)


def draw(scene: Scene[Any, Any], command: Draw) -> None:
    """Take a weapon in hand: one the combatant carries, or one on the ground where the combatant is."""
    who, handles, one = command.who, _carrying(scene), scene.one(command.who)
    lying = next((each for each in _here(scene, who) if each.weapon == command.weapon), None)
    weapon_id, weapon = (lying.weapon, _find(scene, lying.weapon)) if lying else carried(scene, who, command.weapon)
    if weapon_id in (handles.bare, *hands_of(scene, who)):
        raise refuse(f"{one.name} is already holding the {weapon.name}", handles.drawing)
    hand = handles.hands[-1] if command.off_hand else handles.hands[0]
    swaps = bool(getattr(one, hand))
    handles.spend(scene, who, "pick up" if lying else "swap" if swaps else "draw", weapon)
    what = "picked-up" if lying else "switched" if swaps else "drew"
    scene.happen(what, handles.drawing, who=who, thing=weapon.name)
    if lying:
        left = list(scene.fight.board.lying)
        left.remove(lying)
        scene.change("", ("board", "lying"), tuple(left), handles.drawing)
        scene.change(who, "weapons", (*scene.one(who).weapons, lying.weapon), handles.drawing)
        scene.change(who, ("ammo", lying.weapon), lying.rounds, handles.drawing)
    scene.change(who, hand, weapon_id, handles.drawing)
    for other in handles.hands:
        held = getattr(scene.one(who), other)
        both = handles.two_handed(weapon) or (held and handles.two_handed(_find(scene, held)))
        if other != hand and both:
            scene.change(who, other, "", handles.drawing)


def holster(scene: Scene[Any, Any], command: Holster) -> None:
    """Put away the weapon in a hand."""
    who, handles = command.who, _carrying(scene)
    hand = handles.hands[-1] if command.off_hand else handles.hands[0]
    weapon_id = getattr(scene.one(who), hand)
    if not weapon_id:
        raise refuse(
            f"{scene.one(who).name} is not holding anything{' in the off hand' if command.off_hand else ''}",
            handles.drawing,
        )
    handles.spend(scene, who, "holster", _find(scene, weapon_id))
    scene.change(who, hand, "", handles.drawing)
    scene.happen("holstered", handles.drawing, who=who, thing=_find(scene, weapon_id).name)


def reload(scene: Scene[Any, Any], command: Reload) -> None:
    """Reload a weapon in hand. Raises Refusal if it is full or never reloaded."""
    who, handles, one = command.who, _carrying(scene), scene.one(command.who)
    if not (command.weapon or held(scene, who)):
        raise refuse(f"{one.name} is not holding a weapon that can be reloaded", handles.reloading)
    weapon_id, weapon = in_hand(scene, who, command.weapon)
    if not handles.loads(weapon):
        raise refuse(f"{one.name}'s {weapon.name} does not need reloading", handles.reloading)
    if rounds_left(one, weapon_id, weapon) >= (weapon.ammo or 1):
        raise refuse(f"{one.name}'s {weapon.name} is already loaded", handles.reloading)
    handles.spend(scene, who, "reload", weapon)
    scene.happen("reloaded", handles.reloading, who=who, thing=weapon.name)
    scene.change(who, ("ammo", weapon_id), weapon.ammo or None, handles.reloading)


def drop(scene: Scene[Any, Any], actor: str, weapon_id: str, rule: str) -> None:
    """Drop a weapon where its holder is, with its remaining rounds."""
    weapon, one = _find(scene, weapon_id), scene.one(actor)
    fallen = DroppedItem(
        weapon=weapon_id, where=_carrying(scene).where(scene.fight, actor), rounds=one.ammo.get(weapon_id)
    )
    disarm(scene, actor, weapon_id, rule)
    scene.change("", ("board", "lying"), (*scene.fight.board.lying, fallen), rule)
    scene.happen("dropped", rule, who=actor, thing=weapon.name)


def disarm(scene: Scene[Any, Any], actor: str, weapon_id: str, rule: str) -> None:
    """Remove a weapon from a combatant: from the hands, the weapons and the ammo."""
    one = scene.one(actor)
    for hand in _carrying(scene).hands:
        if getattr(one, hand) == weapon_id:
            scene.change(actor, hand, "", rule)
    scene.change(actor, "weapons", tuple(each for each in one.weapons if each != weapon_id), rule)
    scene.change(actor, ("ammo", weapon_id), None, rule)


def _here(scene: Scene[Any, Any], actor: str) -> list[DroppedItem]:
    handles, lying = _carrying(scene), scene.fight.board.lying
    places = (handles.where(scene.fight, actor), *handles.also_at(scene.fight, actor)) if lying else ()
    return [each for each in lying if each.where in places]


def _find(scene: Scene[Any, Any], weapon_id: str) -> Any:
    weapon = _carrying(scene).find(scene.fight, weapon_id)
    if weapon is None:
        raise unknown("weapon", weapon_id, rule=_carrying(scene).drawing, error=Refusal)
    return weapon


def _carrying(scene: Scene[Any, Any]) -> WeaponHandling:
    if scene.rules.carrying is None:
        raise refuse(f"{scene.rules.name} does not track weapons in hand")
    return scene.rules.carrying()
