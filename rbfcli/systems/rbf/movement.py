"""Movement, posture, breaking free, falling, hiding and spotting (RBF-ACT-2, RBF-PRN, RBF-STL)."""

from rbfcli.core.errors import refuse
from rbfcli.core.limits import COUNT
from rbfcli.core.text import quoted
from rbfcli.engine.questions import eligible_reactors
from rbfcli.model.rules import Trigger
from rbfcli.systems.rbf import commands
from rbfcli.systems.rbf import map as field
from rbfcli.systems.rbf.attack import attack
from rbfcli.systems.rbf.checks import RbfScene
from rbfcli.systems.rbf.conditions import CONDITIONS, barred, standing, takes_part
from rbfcli.systems.rbf.economy import end_aim_by_free_act, may_act, must_have_turn, spend, spend_bonus, undertake
from rbfcli.systems.rbf.health import DEEPEST, fall, hurt
from rbfcli.systems.rbf.sheet import COVER_BONUS, UNARMED, UNARMED_ID, Fighter, Place, RbfFight


def move(scene: RbfScene, command: commands.Move) -> None:
    """Move to a place or a metre within the combatant's speed (RBF-ACT-2)."""
    may_act(scene, command.who)
    check_way(scene, command)
    spend(scene, command.who, "RBF-ACT-2")
    passed = eligible_reactors(scene, Trigger("acts", command.who))
    for metre in metres_on_the_way(scene.fight, command.who, command.to):
        watchers = [each for each in watchers_at(scene, command.who, metre) if each not in passed]
        if watchers and not pass_by(scene, command.who, metre, watchers):
            return
        passed = (*passed, *watchers)
    go(scene, command.who, command.to, cover=command.cover, height=command.height)
    watchers = [each for each in eligible_reactors(scene, Trigger("acts", command.who)) if each not in passed]
    scene.trigger("passes", command.who, by=watchers)


def metres_on_the_way(fight: RbfFight, actor: str, to: str) -> list[int]:
    """Return the metres of a path, without its ends, that may enter the range of an overwatch."""
    start, end, reach = fight.combatants[actor].at, field.spot_named(fight, to)[1].at, fight.options.melee_reach
    watchers = [each for each in fight.combatants.values() if "watching" in each.conditions]
    if start is None or end is None or not watchers:
        return []
    forward = 1 if end > start else -1
    edges = {start + forward}
    for each in watchers:
        weapons = [fight.weapon_named(weapon) or UNARMED for weapon in field.watched_with(each)]
        far = (reach, reach + 1, *(weapon.range for weapon in weapons))
        edges |= {each.at + side * metres for side in (-1, 1) for metres in far} if each.at is not None else set()
    return sorted(
        (each for each in edges if 0 < (each - start) * forward < (end - start) * forward), reverse=end < start
    )


def watchers_at(scene: RbfScene, actor: str, metre: int) -> list[str]:
    """Return the combatants on overwatch who would reach the actor at this metre (RBF-ACT-8)."""
    found: list[str] = []

    def look(trial: RbfScene) -> None:
        field.arrive(trial, actor, str(metre), "RBF-ACT-8")
        found.extend(eligible_reactors(trial, Trigger("acts", actor)))

    scene.rehearse(look)
    return found


def pass_by(scene: RbfScene, actor: str, metre: int, watchers: list[str]) -> bool:
    """Enter the range of an overwatch and be attacked. Return whether the move can continue (RBF-ACT-8)."""
    go(scene, actor, str(metre))
    upright = "prone" not in scene.one(actor).conditions
    scene.trigger("passes", actor, by=watchers)
    one = scene.one(actor)
    if not standing(one):
        why = "they are down"
    elif barred(one, "move"):
        why = f"they are {barred(one, 'move')}"
    elif one.at != metre:
        why = "they are driven off their way"
    else:
        why = "they are prone" if upright and "prone" in one.conditions else ""
    if why:
        scene.happen("cut-short", "RBF-ACT-8", who=actor, why=why)
    return not why


def go(scene: RbfScene, actor: str, to: str, *, cover: str = "", height: int = 0) -> None:
    """Walk, climb or crawl to a place or a metre (RBF-ACT-2, RBF-PRN-2)."""
    one, (spot, place) = scene.one(actor), field.spot_named(scene.fight, to, height)
    far, way = field.metres_to(scene.fight, one, place), "crawls" if "prone" in one.conditions else "moves"
    up = f", {height} m up" if height else ""
    where = place.name or spot or f"metre {place.at}{up}"
    scene.happen("moved", "RBF-ACT-2", who=actor, way=way, to=where, far=f"{far} m" if far else "")
    field.arrive(scene, actor, to, "RBF-ACT-2", cover=cover, height=height)


def check_way(scene: RbfScene, command: commands.Move) -> None:
    """Refuse a move that is prevented, leads nowhere new, or is longer than the speed (RBF-ACT-2)."""
    one, (spot, place) = scene.one(command.who), field.spot_named(scene.fight, command.to, command.height)
    if spot and command.height:
        hint = f"move WHO {place.at} --height {command.height}" if place.at is not None else ""
        raise refuse(f"{spot} is {place.height} m up: --height needs a metre", "RBF-ACT-2", hint)
    far, most, held = field.metres_to(scene.fight, one, place), field.pace(scene.fight, one), barred(one, "move")
    if held:
        actor, grappler = quoted(command.who), field.grappler_of(scene.fight, command.who)
        line = f"attack {actor} {quoted(grappler)} --with unarmed" if grappler else f"free {actor}"
        scene.refuse(f"{one.name} is {held} and cannot move", CONDITIONS[held].rule, line)
    if spot == one.place and (spot or (place.at, place.height) == (one.at, one.height)) and not command.cover:
        raise refuse(f"{one.name} is already there", "RBF-ACT-2")
    if far > most:
        toward = f"move {quoted(command.who)} {step_toward(scene.fight, one, place, most)}" if most else ""
        scene.refuse(f"{command.to} is {far} m away, and {one.name} can move {most} m", "RBF-ACT-2", toward)


def step_toward(fight: RbfFight, combatant: Fighter, place: Place, metres: int) -> str:
    """Return the metre and height this many metres along the path: down, then along, then up (RBF-ACT-2)."""
    cost, here, there = fight.options.climb_cost, combatant.at or 0, place.at or 0
    climb, far, height = metres // cost if cost else COUNT, abs(there - here), combatant.height
    along = min(far, max(0, metres - cost * height))
    if not far:
        height += max(-climb, min(climb, place.height - height))
    elif height > climb:
        height, along = height - climb, 0
    else:
        left = metres - cost * height - along
        height = min(place.height, left // cost) if cost and along == far else 0
    to = here + along if there > here else here - along
    return f"{to} --height {height}" if height else str(to)


def stand(scene: RbfScene, command: commands.Stand) -> None:
    """Stand up, as a move (RBF-PRN-1)."""
    if "prone" not in scene.one(command.who).conditions:
        raise refuse(f"{scene.one(command.who).name} is not prone", "RBF-PRN-1")
    spend(scene, command.who, "RBF-PRN-1")
    scene.relieve(command.who, "prone", "RBF-PRN-1")


def prone(scene: RbfScene, command: commands.Prone) -> None:
    """Go prone as a move, or drop for free and take damage (RBF-PRN-1)."""
    if "prone" in scene.one(command.who).conditions:
        raise refuse(f"{scene.one(command.who).name} is already prone", "RBF-PRN-1")
    if command.drop:
        must_have_turn(scene, command.who)
        scene.interrupt("acts", command.who)
        end_aim_by_free_act(scene, command.who)
        bruise = scene.roll_expression(command.who, "dropping prone", "RBF-PRN-1", scene.fight.options.prone_damage)
        hurt(scene, command.who, bruise, "RBF-PRN-1")
    else:
        spend(scene, command.who, "RBF-PRN-1")
    scene.afflict(command.who, "prone", "RBF-PRN-1")


def free(scene: RbfScene, command: commands.Free) -> None:
    """Break free of a pin with an action, or attack the grappler with bare hands (RBF-TEC-PIN, RBF-TEC-GRAPPLE)."""
    one, grappler = scene.one(command.who), field.grappler_of(scene.fight, command.who)
    if grappler:
        attack(scene, commands.Attack(who=command.who, targets=(grappler,), weapon=UNARMED_ID))
        return
    if not barred(one, "move"):
        raise refuse(f"nothing is holding {one.name}", "RBF-TEC-PIN")
    spend(scene, command.who, "RBF-TEC-PIN")
    while held := barred(scene.one(command.who), "move"):
        scene.relieve(command.who, held, CONDITIONS[held].rule)


def fall_down(scene: RbfScene, command: commands.Fall) -> None:
    """Fall: take falling damage and land prone (RBF-TEC-THROW)."""
    scene.one(command.who)
    if not 1 <= command.metres <= DEEPEST:
        raise refuse(f"the fall must be 1 to {DEEPEST} m", "RBF-TEC-THROW")
    one = scene.one(command.who)
    fall(scene, command.who, command.metres, "RBF-TEC-THROW")
    scene.afflict(command.who, "prone", "RBF-TEC-THROW")
    if one.height > 0:
        place = Place(at=one.at, height=max(0, one.height - command.metres))
        field.stand_at(scene, command.who, "RBF-TEC-THROW", "", place)


def hide(scene: RbfScene, command: commands.Hide) -> None:
    """Hide in medium or better cover with an action; a Stalker can use a bonus action (RBF-STL-3)."""
    must_have_turn(scene, command.who)
    one = scene.one(command.who)
    if "hidden" in one.conditions:
        raise refuse(f"{one.name} is already hidden", "RBF-STL-3")
    if not field.can_hide(scene.fight, one):
        cover = field.cover_of(scene.fight, one)
        enough = next(each for each, bonus in COVER_BONUS.items() if bonus >= scene.fight.options.hide_cover)
        given = f"has {'no' if cover == 'none' else cover} cover"
        scene.refuse(f"{one.name} {given}; hiding needs {enough} cover", "RBF-STL-3", hint="find better cover first")
    if command.bonus:
        spend_bonus(scene, command.who, "hide")
    else:
        spend(scene, command.who, "RBF-STL-3")
    scene.change(command.who, "seen_by", (), "RBF-STL-3")
    scene.afflict(command.who, "hidden", "RBF-STL-3")


def offer_to_hide(scene: RbfScene, actor: str) -> None:
    """Offer a Stalker without actions left the bonus action to hide (RBF-BON-1, RBF-TAL-1)."""

    def may() -> bool:
        one = scene.one(actor)
        can = one.bonus_left > 0 and one.has("Stalker") and "hidden" not in one.conditions
        return can and field.can_hide(scene.fight, one)

    if may() and scene.ask("bonus", actor, ("hide", "no"), "RBF-BON-1", lapses=True, still=may) == "hide":
        undertake(hide, scene, commands.Hide(who=actor, bonus=True))


def spot(scene: RbfScene, command: commands.Spot) -> None:
    """Point out a hidden target that the actor sees, to allies who could not target it (RBF-ACT-4)."""
    one, target = scene.one(command.who), scene.one(command.target)
    if one.is_enemy == target.is_enemy:
        scene.refuse(f"{target.name} is not {one.name}'s enemy", "RBF-ACT-4")
    if "hidden" not in target.conditions or "spotted" in target.conditions:
        raise refuse(f"every enemy can already see {target.name}", "RBF-ACT-4")
    may_act(scene, command.who)
    if command.who not in target.seen_by:
        scene.refuse(
            f"{one.name} cannot see {target.name}",
            "RBF-ACT-4",
            f"check {quoted(command.who)} perception --see {quoted(command.target)}",
        )
    allies = (
        who
        for who, other in scene.fight.combatants.items()
        if who != command.who and other.is_enemy == one.is_enemy and takes_part(other)
    )
    if all(field.sees(scene.fight, who, command.target) for who in allies):
        scene.refuse(f"all of {one.name}'s allies can see {target.name}", "RBF-ACT-4")
    spend(scene, command.who, "RBF-ACT-4")
    scene.afflict(command.target, "spotted", "RBF-ACT-4", by=command.who)
