"""All rule values of a FuturePath character, and the meaning of FuturePath words."""

from collections.abc import Iterator
from typing import cast, get_args

from rbfcli.engine.answers import in_short
from rbfcli.engine.weapons import rounds_left
from rbfcli.model.display import Between, Fact, Facts, Obstacle, WeaponRange, number_fact, rest_of_sheet, with_name
from rbfcli.model.events import Modifier
from rbfcli.model.rules import read_messages
from rbfcli.systems.futurepath import commands, sheet
from rbfcli.systems.futurepath import map as grid
from rbfcli.systems.futurepath.attack import accuracy, flat_damage, increments_beyond, require_line, require_reach
from rbfcli.systems.futurepath.checks import FpScene, bonus, die_of
from rbfcli.systems.futurepath.conditions import hindrance
from rbfcli.systems.futurepath.economy import actions_left, damage_die, weapon_of
from rbfcli.systems.futurepath.hazards import aimed, require_range, throwing_range
from rbfcli.systems.futurepath.map import DRAWN_THINGS, FEET, GROUNDS, OPEN, ROW
from rbfcli.systems.futurepath.paths import Screen, attacker_cover, screen_of, shields, zones_between
from rbfcli.systems.futurepath.sheet import SKILLS, Ability, Character, Field, FuturePathFight, Thing, Weapon

WORDS = read_messages(__package__)
ABILITIES: tuple[Ability, ...] = get_args(Ability)
TOLD = (
    *(*ABILITIES, "constitution_lost", "hp", "max_hp", "ac", "team", "initiative_misc", "advantage_die", "speed"),
    *("size", "square", "height", "skills", "proficiencies", "weapons", "held", "off_hand", "ammo", "turn", "cover"),
)


def details(fight: FuturePathFight, actor: str) -> Facts:
    """Return a character's abilities, AC, initiative, movement, skills, weapons and remaining actions."""
    one = fight.combatants[actor]
    options = fight.options
    sprint = one.speed * options.sprint_factor
    die = die_of(options, one)
    return (
        Fact("team", sheet.team_of(one), rule="FP-INI-1"),
        Fact("AC", str(one.ac), rule="FP-ATK-1"),
        Fact("Con", ""),
        *(_ability(one, each) for each in ABILITIES),
        number_fact("initiative", _initiative(one), rule="FP-INI-2"),
        Fact("advantage", f"{die}{'' if one.advantage_die else f' at level {one.level}'}", rule="FP-ADV-2"),
        Fact("speed", f"{one.speed} ft a move, {sprint} ft a sprint", rule="FP-MOV-1"),
        Fact("threatens", "" if hindrance(one) else f"{grid.threat_range(fight, one) * FEET} ft", rule="FP-FLD-3"),
        Fact("size", f"{one.size} squares across" if one.size > 1 else ""),
        Fact("height", f"{one.height * FEET} ft" if one.height else ""),
        Fact("cover", "" if one.cover == "none" else one.cover, rule="FP-COV-1"),
        *(number_fact(skill, bonus(one, skill), rule="FP-SKL-1") for skill in SKILLS if skill in one.skills),
        *_weapons(fight, one),
        _turn(fight, actor),
        *rest_of_sheet(one, TOLD),
    )


def _ability(combatant: Character, ability: Ability) -> Fact:
    score = sheet.constitution_left(combatant) if ability == "constitution" else getattr(combatant, ability)
    lost = (
        f" ({combatant.constitution} less {combatant.constitution_lost} lost)"
        if score != getattr(combatant, ability)
        else ""
    )
    return Fact(ability, f"{score}{lost}: {sheet.modifier(score):+d}")


def _initiative(combatant: Character) -> Iterator[Modifier]:
    yield Modifier(sheet.ability_modifier(combatant, "dexterity"), "Dexterity")
    yield Modifier(sheet.ability_modifier(combatant, "wisdom"), "Wisdom")
    yield Modifier(combatant.initiative_misc, "misc")


def _weapons(fight: FuturePathFight, combatant: Character) -> Iterator[Fact]:
    """Yield each weapon, and bare hands, with attack, damage, criticals, range or reach, and rounds."""
    yield Fact("ammo", "")
    for weapon_id, weapon in _carried(fight, combatant):
        hits = () if weapon.grenade else tuple(each for each in accuracy(combatant, weapon) if each.value)
        told = [
            _damage(fight, combatant, weapon),
            *(["thrown"] if weapon.grenade else [f"critical from {weapon.critical} ×{weapon.multiplier}"]),
        ]
        told += [f"area {weapon.area} ft"] if weapon.grenade else [_far(weapon)]
        of = "left" if weapon.grenade else "rounds"
        told += [f"{rounds_left(combatant, weapon_id, weapon)}/{weapon.ammo} {of}"] if weapon.ammo else []
        told += [f"proficient {proficient:+d}"] if (proficient := combatant.proficiencies.get(weapon_id)) else []
        told += [
            hand for hand, held in (("in hand", combatant.held), ("off hand", combatant.off_hand)) if held == weapon_id
        ]
        told += [] if weapon.grenade else [f"{sum(each.value for each in hits):+d} to hit"]
        yield Fact("weapon", f"{with_name(weapon_id, weapon.name)}: {', '.join(told)}", parts=hits, rule="FP-ATK-1")


def _carried(fight: FuturePathFight, combatant: Character) -> Iterator[tuple[str, Weapon]]:
    known = ((each, weapon_of(fight, each)) for each in (*combatant.weapons, sheet.UNARMED_ID))
    return ((weapon_id, weapon) for weapon_id, weapon in known if weapon is not None)


def _far(weapon: Weapon) -> str:
    if weapon.ranged:
        return f"range {weapon.range} ft" if weapon.range else "any range"
    return f"reach {grid.reach_of(weapon) * FEET} ft"


def _damage(fight: FuturePathFight, combatant: Character, weapon: Weapon) -> str:
    """Return a weapon's damage; a blast adds no Strength, haze deals no damage (FP-ATK-3, FP-GRN-3, FP-COV-3)."""
    if weapon.haze:
        return weapon.haze
    added = weapon.bonus if weapon.grenade else sum(each.value for each in flat_damage(combatant, weapon))
    return f"{damage_die(fight.options, weapon)}{f'{added:+d}' if added else ''} damage"


def _turn(fight: FuturePathFight, actor: str) -> Fact:
    """Return the actions left, none if the character cannot act, and the opportunities taken (FP-DIE-1)."""
    if not fight.round:
        return Fact("left", "")
    combatant = fight.combatants[actor]
    taken = f"; {combatant.turn.opportunities} of {fight.options.opportunities} opportunities taken"
    open_ones = [] if hindrance(combatant) else actions_left(fight, actor)
    return Fact("left", (", ".join(open_ones) or "nothing") + taken, rule="FP-ECO-1")


def between(scene: FpScene, actor: str, other: str) -> Between:
    """Return the distance, line of sight and cover between two characters, and the weapons that reach (FP-COV-2)."""
    fight = scene.fight
    one, target = fight.combatants[actor], fight.combatants[other]
    far, screen = grid.distance(one, target), screen_of(fight, one, target)
    inside = set(grid.line(grid.spot_of(one), grid.spot_of(target))[1:-1])
    others = {who: each for who, each in fight.combatants.items() if who not in (actor, other)}
    return Between(
        distance=None if far is None else far * FEET,
        unit="ft",
        sight=not screen.full or screen.clear,
        cover=screen.cover,
        obstacles=tuple(_obstacles(fight, one, target)),
        others=tuple(who for who, each in others.items() if not inside.isdisjoint(grid.squares_of(each))),
        weapons=tuple(_range_of(scene, (actor, other), *armed, screen) for armed in _carried(fight, one)),
    )


def _obstacles(fight: FuturePathFight, attacker: Character, target: Character) -> Iterator[Obstacle]:
    """Yield everything that counts for a target's cover from an attacker, not the strongest alone."""
    here, there, board = grid.spot_of(attacker), grid.spot_of(target), fight.board
    for one, cover in ((attacker, attacker_cover(attacker)), (target, target.cover)):
        if cover != "none":
            yield Obstacle(f"{one.name}'s own cover", one.square, f"{cover} cover", "FP-COV-1")
    for square, cover in shields(fight, grid.walls_between(board, here, there), there):
        blocker = grid.thing_at(board, square) or grid.terrain_at(board, square)
        if cover != "none":
            weak = ", which shots can penetrate" if blocker.weak else ""
            what = blocker.name if isinstance(blocker, Thing) else grid.terrain_name(board, blocker)
            yield Obstacle(
                what, grid.name_of(square), f"{cover} cover{weak}", "FP-COV-2" if cover == "full" else "FP-COV-1"
            )
    for zone in zones_between(fight, attacker, there):
        effect = "hides the target, shots can penetrate" if zone.kind == "fog" else "partial cover"
        yield Obstacle(zone.kind, zone.square, effect, "FP-COV-3")


def _range_of(scene: FpScene, who: tuple[str, str], weapon_id: str, weapon: Weapon, screen: Screen) -> WeaponRange:
    """Return whether a weapon can attack or be thrown from here, by the checks of an attack and of a throw."""
    actor, other = who
    one, target = scene.one(actor), scene.one(other)

    def check(trial: FpScene) -> None:
        if weapon.grenade:
            require_range(trial, aimed(trial, commands.Throw(who=actor, thing=weapon_id, target=other)))
            return
        require_reach(trial, actor, target.name, weapon, grid.distance(one, target))
        require_line(trial, actor, target.name, weapon, screen)

    refused = scene.rehearse(check)
    counted = bool(weapon.ranged and weapon.range and target.square and one.square)
    far = throwing_range(one) if weapon.grenade else weapon.range if weapon.ranged else grid.reach_of(weapon) * FEET
    return WeaponRange(
        weapon=weapon_id,
        name=weapon.name,
        use="thrown" if weapon.grenade else "ranged" if weapon.ranged else "melee",
        reaches=refused is None,
        range=None if weapon.ranged and not weapon.range else far,
        increment=1 + increments_beyond(weapon, grid.distance(one, target)) if counted else None,
        reason=refused.message if refused else "",
        rule=refused.rule if refused else "FP-GRN-1" if weapon.grenade else "FP-ATK-4" if weapon.ranged else "FP-FLD-3",
    )


def meaning(fight: FuturePathFight, kind: str, word: str, actor: str) -> str:
    """Return what a word means for the actor; empty if the engine explains it or no meaning is known."""
    one = fight.combatants.get(actor)
    match kind:
        case "opportunities":
            return WORDS.get(f"answer.opportunity.{word}", "")
        case "skill" if one is not None and word in SKILLS:
            return f"d20 {sum(each.value for each in bonus(one, word)):+d}"
        case "skill" if one is not None and word in one.feats:
            return "a feat"
        case "save" if one is not None:
            return f"d20 {sheet.ability_modifier(one, cast('Ability', word)):+d}"
        case "weapon" if one is None or word not in one.weapons:
            weapon = weapon_of(fight, word)
            return "" if weapon is None else f"{damage_die(fight.options, weapon)} damage"
        case "place" | "object" | "thing":
            return _thing(fight, word, one)
        case "ground":
            return _ground(fight.board, word)
        case "trap" if word in fight.board.traps:
            return in_short(fight.board.traps[word])
        case _:
            return ""


def _ground(board: Field, word: str) -> str:
    own = board.terrain.get(word) or DRAWN_THINGS.get(word)
    if own is not None:
        return in_short(own)
    sign = GROUNDS.get(word, OPEN).mark
    return "marks, from column A on" if word == ROW else WORDS.get(f"sign.{sign}", WORDS["sign.1-9"])


def _thing(fight: FuturePathFight, word: str, combatant: Character | None) -> str:
    thing, other = fight.board.objects.get(word), fight.combatants.get(word)
    if thing is not None:
        return in_short(thing)
    if other is None:
        return in_short(fight.weapons.get(word))
    squares = grid.distance(combatant, other) if combatant is not None else None
    return other.name if squares is None else f"{other.name}, {squares * FEET} ft away"
