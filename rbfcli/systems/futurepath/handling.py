"""Things taken in hand, loaded, pushed and opened, and postures (FP-MOV-6 to FP-MOV-8, FP-MOV-11, FP-MOV-12)."""

from rbfcli.kernel.scene import impossible
from rbfcli.systems.futurepath import commands_field as orders
from rbfcli.systems.futurepath.board import Thing
from rbfcli.systems.futurepath.check import FpScene
from rbfcli.systems.futurepath.economy import FREE, FULL_ROUND, SIMPLE, STANDARD, may_spend, spend, spend_during
from rbfcli.systems.futurepath.ground import is_wall, place, squares_of
from rbfcli.systems.futurepath.people import character, posture
from rbfcli.systems.futurepath.sheet import UNARMED_ID
from rbfcli.systems.futurepath.squares import FEET, Square, apart, between, name_of, read_square
from rbfcli.systems.futurepath.terms import LOW
from rbfcli.systems.futurepath.walking import Walk, walk
from rbfcli.systems.futurepath.weapons import carried, weapon_of

TOO_WEAK = 3


def draw(scene: FpScene, command: orders.Draw) -> None:
    """Drawing is Simple; changing what is in hand for something else is Standard (FP-MOV-6)."""
    hand = "off_hand" if command.off_hand else "held"
    weapon = carried(scene, command.who, command.weapon, "FP-MOV-6")
    one = character(scene, command.who)
    if command.weapon in (one.held, one.off_hand):
        raise impossible(f"{one.name} has the {weapon.name} in hand already", "FP-MOV-6")
    holding = one.off_hand if command.off_hand else one.held
    kind = STANDARD if holding and holding != UNARMED_ID else SIMPLE
    spend(scene, command.who, kind, "FP-MOV-6")
    scene.change(command.who, hand, command.weapon, "FP-MOV-6")
    scene.happen("switched" if kind == STANDARD else "drew", "FP-MOV-6", who=command.who, thing=weapon.name)


def holster(scene: FpScene, command: orders.Holster) -> None:
    """Putting a weapon away is Simple (FP-MOV-6)."""
    one = character(scene, command.who)
    hand = "off_hand" if command.off_hand else "held"
    holding = one.off_hand if command.off_hand else one.held
    if not holding:
        raise impossible(f"{one.name} holds nothing there", "FP-MOV-6")
    spend(scene, command.who, SIMPLE, "FP-MOV-6")
    scene.change(command.who, hand, "", "FP-MOV-6")
    scene.happen("holstered", "FP-MOV-6", who=command.who, thing=weapon_of(scene, holding).name)


def reload_weapon(scene: FpScene, command: orders.Reload) -> None:
    """Filling a magazine is Standard, or what the weapon's reload speed says (FP-MOV-7)."""
    one = character(scene, command.who)
    weapon_id = command.weapon or one.held
    weapon = carried(scene, command.who, weapon_id, "FP-MOV-7") if weapon_id else None
    if weapon is None or not weapon.ammo or weapon.grenade:
        raise impossible(f"{one.name} holds nothing that is reloaded", "FP-MOV-7")
    if one.ammo.get(weapon_id, 0) >= weapon.ammo:
        raise impossible(f"the {weapon.name} is full", "FP-MOV-7")
    spend(scene, command.who, weapon.reload, "FP-MOV-7")
    scene.change(command.who, f"ammo.{weapon_id}", weapon.ammo, "FP-MOV-7")


def prone(scene: FpScene, command: orders.Prone) -> None:
    """Dropping is Free, where there is weight to fall with (FP-MOV-8)."""
    one, gravity = character(scene, command.who), scene.fight.board.gravity
    if command.to in one.conditions:
        raise impossible(f"{one.name} is {command.to} already", "FP-MOV-8")
    if gravity != "normal":
        scene.refuse(f"nobody drops in {gravity} gravity", "FP-MOV-8")
    if command.during:
        spend_during(scene, command.who, "FP-MOV-8")
    else:
        spend(scene, command.who, FREE, "FP-MOV-8")
    for lower in LOW:
        scene.relieve(command.who, lower, "FP-MOV-8")
    scene.afflict(command.who, command.to, "FP-MOV-8")


def stand(scene: FpScene, command: orders.Stand) -> None:
    """Standing up from lying, sitting or kneeling is Simple (FP-MOV-8)."""
    one = character(scene, command.who)
    low = posture(one)
    if not low:
        raise impossible(f"{one.name} is on its feet", "FP-MOV-8")
    spend(scene, command.who, SIMPLE, "FP-MOV-8")
    scene.relieve(command.who, low, "FP-MOV-8")


def open_thing(scene: FpScene, command: orders.Open) -> None:
    """Opening a door slowly and the like is Standard, or a Full Round (FP-MOV-12)."""
    thing = within_reach(scene, command.who, command.thing, "FP-MOV-12")
    if not thing.opens:
        raise impossible(f"the {thing.name} does not open", "FP-MOV-12", f"object {command.who} {command.thing}")
    if thing.open != command.close:
        state = "open" if thing.open else "closed"
        raise impossible(f"the {thing.name} is {state} already", "FP-MOV-12")
    spend(scene, command.who, FULL_ROUND if command.full_round else STANDARD, "FP-MOV-12")
    scene.change("", f"board.objects.{command.thing}.open", after=not command.close, rule="FP-MOV-12")
    scene.happen("closes" if command.close else "opens", "FP-MOV-12", who=command.who, thing=thing.name)


def known_thing(scene: FpScene, name: str, rule: str) -> Thing:
    """An object that is whole. Raises Refusal for any other."""
    whole = {each: thing for each, thing in scene.fight.board.objects.items() if thing.hardness >= 0}
    if name not in whole:
        raise impossible(f"there is no object {name!r} to do that with", rule, f"known: {', '.join(whole) or 'none'}")
    return whole[name]


def within_reach(scene: FpScene, who: str, name: str, rule: str) -> Thing:
    """An object one stands next to."""
    thing, one = known_thing(scene, name, rule), character(scene, who)
    square = read_square(thing.square)
    near = [apart(square, each) <= 1 for each in squares_of(one)] if square else []
    if near and not any(near):
        scene.refuse(f"{one.name} does not stand next to the {thing.name}", rule, f"move {who} {name}")
    return thing


def drag(scene: FpScene, command: orders.Drag) -> None:
    """Push an object: half speed if it is medium or heavier, twice that as a Full Round (FP-MOV-11)."""
    one = character(scene, command.who)
    thing = within_reach(scene, command.who, command.thing, "FP-MOV-11")
    kind = FULL_ROUND if command.full_round else STANDARD
    may_spend(scene, command.who, kind, "FP-MOV-11")
    if one.strength <= TOO_WEAK:
        scene.refuse(f"{one.name} with Strength {one.strength} is too weak to move anything", "FP-MOV-11")
    path = pushed_over(scene, command, thing)
    require_near_enough(scene, command, thing, (len(path) - 1) * FEET)
    spend(scene, command.who, kind, "FP-MOV-11")
    follow = tuple(name_of(square) for square in path[:-1])
    way = Walk(
        who=command.who,
        path=follow,
        rule="FP-MOV-11",
        gives=scene.fight.options.opportunity,
        answer=command.opportunities,
        then="push",
        thing=command.thing,
        thing_to=name_of(path[-1]),
    )
    walk(scene, way)


def require_near_enough(scene: FpScene, command: orders.Drag, thing: Thing, way: int) -> None:
    """A light object moves at speed, others at half; a Full Round doubles that (FP-MOV-11)."""
    speed = character(scene, command.who).speed
    feet = (speed if thing.weight == "light" else speed // 2) * (2 if command.full_round else 1)
    if way > feet:
        reason = f"{command.to} is {way} ft away and the {thing.name} moves {feet} ft"
        scene.refuse(reason, "FP-MOV-11", "" if command.full_round else "--full-round")


def pushed_over(scene: FpScene, command: orders.Drag, thing: Thing) -> list[Square]:
    """The straight line an object is pushed along, its own square first; whoever pushes comes after it."""
    start, end = read_square(thing.square), place(scene.fight, command.to)
    if start is None or start == end:
        raise impossible(f"the {thing.name} is on no other square", "FP-MOV-11")
    line = [start, *between(start, end), end]
    people = {square for each in scene.fight.combatants.values() for square in squares_of(each)}
    if any(is_wall(scene.fight.board, each) or each in people for each in line[1:]):
        raise impossible(f"something stands in the way of the {thing.name}", "FP-MOV-11", "another square")
    return line
