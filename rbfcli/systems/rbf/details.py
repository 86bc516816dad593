"""Details of an RBF fighter for `show`, and the meanings of RBF's words."""

from collections.abc import Iterator

from rbfcli.engine.weapons import rounds_left
from rbfcli.model.display import Between, Fact, Facts, Obstacle, WeaponRange, number_fact, rest_of_sheet, with_name
from rbfcli.model.events import Modifier
from rbfcli.model.rules import read_messages
from rbfcli.systems.rbf import map as field
from rbfcli.systems.rbf import sheet
from rbfcli.systems.rbf.checks import RbfScene, skill_modifier, skill_of
from rbfcli.systems.rbf.health import damage_reduction
from rbfcli.systems.rbf.sheet import COVER_BONUS, TALENTS, UNARMED_ID, Fighter, Item, Place, RbfFight, Spell, Weapon
from rbfcli.systems.rbf.strike import out_of_reach
from rbfcli.systems.rbf.tasks import item_named
from rbfcli.systems.rbf.view import actions_in_words

WORDS = read_messages(__package__)
TOLD = (
    *("hp", "max_hp", "tn", "attack_tn", "defense_tn", "damage", "damage_max", "skills", "talents", "items", "weapons"),
    *("held", "off_hand", "ammo", "armour", "armour_broken", "speed", "actions", "actions_left", "reactions"),
    *("reactions_left", "aim", "overwatch", "place", "at", "height", "cover"),
)


def _actions(fight: RbfFight, actor: str, combatant: Fighter) -> str:
    """Return the actions left in the current or held turn, otherwise the actions of a full turn."""
    in_turn = actor == fight.active or combatant.actions_left or combatant.bonus_left
    return actions_in_words(combatant) if in_turn else f"{combatant.actions} a turn"


def details(fight: RbfFight, actor: str) -> Facts:
    """Return target numbers or skills, armour, movement, weapons, talents, items and the actions left."""
    one = fight.combatants[actor]
    if one.object:
        return _of_a_thing(fight, one)
    return (
        Fact("HP", f"{one.hp}/{one.max_hp}", rule="RBF-HP-1"),
        *(_target_numbers(fight, one) if one.is_enemy else _defenses(fight, one)),
        _armour(one),
        _pace(fight, one),
        Fact("actions", _actions(fight, actor, one), rule="RBF-ACT-1"),
        Fact("reactions", f"{one.reactions_left}/{one.reactions}", rule="RBF-REA-1"),
        Fact("aim", f"+{one.aim} to hit" if one.aim else "", rule="RBF-ACT-5"),
        Fact("place", _place(one)),
        Fact("ammo", ""),
        *(_weapon(fight, one, *armed) for armed in _carried(fight, one)),
        Fact("skills", ", ".join(f"{skill} {level:+d}" for skill, level in one.skills.items())),
        *_talents(one),
        *_items(fight, one),
        *rest_of_sheet(one, (*TOLD, "bonus_left")),
    )


def _of_a_thing(fight: RbfFight, thing: Fighter) -> Facts:
    """Return the facts of an object: it has no turn, no weapons and no movement (RBF-ATK-1)."""
    hit_on = [each for each in _target_numbers(fight, thing) if each.name not in ("defend on", "damage")]
    facts = (Fact("HP", f"{thing.hp}/{thing.max_hp}", rule="RBF-HP-1"), *hit_on, Fact("place", _place(thing)))
    return (*facts, *rest_of_sheet(thing, (*TOLD, "bonus_left")))


def _target_numbers(fight: RbfFight, combatant: Fighter) -> Iterator[Fact]:
    """Return the TNs of attacks on an enemy and of defenses against it (RBF-ATK-1, RBF-DEF-1, RBF-COV-3)."""
    yield Fact("TN", "")
    cover = field.cover_of(fight, combatant)
    covered = COVER_BONUS[cover] if fight.options.enemy_cover else 0
    parts = (Modifier(combatant.tn_of_defense, "on the sheet"), Modifier(-field.broken_guard(combatant), "sundered"))
    yield number_fact("hit on", parts, rule="RBF-ATK-1")
    if covered:
        yield number_fact("hit by shots", (*parts, Modifier(covered, f"{cover} cover")), rule="RBF-COV-3")
    demand = (Modifier(combatant.tn_of_attack, "on the sheet"), Modifier(combatant.aim, "aim"))
    yield number_fact("defend on", demand, rule="RBF-DEF-1")
    most = "" if combatant.damage_max is None else f", at most {combatant.damage_max}"
    yield Fact("damage", "" if combatant.damage is None else f"{combatant.damage}{most}", rule="RBF-DEF-7")


def _defenses(fight: RbfFight, combatant: Fighter) -> Iterator[Fact]:
    """Return a player's defense modifiers; cover counts against shots (RBF-DEF-1, RBF-COV-1)."""
    cover = field.cover_of(fight, combatant)
    for skill in sheet.DEFENSE_SKILLS:
        level = skill_of(fight, combatant, skill)
        why = "skill" if skill in combatant.skills else "untrained"
        parts = (Modifier(level, why), Modifier(-field.broken_guard(combatant), "sundered"))
        yield number_fact(skill, parts, rule="RBF-DEF-1")
    if COVER_BONUS[cover]:
        yield Fact("cover", f"{cover}: +{COVER_BONUS[cover]} against shots", rule="RBF-COV-1")


def _place(combatant: Fighter) -> str:
    """Return a combatant's place, metre and height."""
    metre = "" if combatant.at is None else f"metre {combatant.at}"
    return ", ".join(filter(None, (combatant.place, metre, f"{combatant.height} m up" if combatant.height else "")))


def _armour(combatant: Fighter) -> Fact:
    if not combatant.armour:
        return Fact("armour", "")
    broken = f", broken ({combatant.armour} whole)" if combatant.armour_broken else ""
    return Fact("armour", f"{damage_reduction(combatant)} off damage{broken}", rule="RBF-DEF-6")


def _pace(fight: RbfFight, combatant: Fighter) -> Fact:
    """Return the metres of one move: speed plus talents, reduced by crawling or a crippled leg."""
    usual = (
        Modifier(combatant.speed, "speed"),
        Modifier(fight.options.speedy if combatant.has("Speedy") else 0, "Speedy"),
    )
    slowed = field.pace(fight, combatant) - sum(each.value for each in usual)
    return number_fact("move", (*usual, Modifier(slowed, "halved")), "m", "RBF-ACT-2")


def _carried(fight: RbfFight, combatant: Fighter) -> Iterator[tuple[str, Weapon]]:
    """Yield the weapons a fighter carries, and bare hands."""
    known = ((each, fight.weapon_named(each)) for each in (*combatant.weapons, UNARMED_ID))
    return ((weapon_id, weapon) for weapon_id, weapon in known if weapon is not None)


def _damage_with(fight: RbfFight, combatant: Fighter, weapon_id: str, weapon: Weapon) -> str:
    """Return the damage of a hit; enemies with damage of their own use that (RBF-ATK-3, RBF-DEF-7)."""
    kind = f" {weapon.kind}" if weapon.kind else ""
    if combatant.damage is not None:
        divided = f" divided by {fight.options.disarmed_divisor}" if sheet.is_weaponless(combatant, weapon_id) else ""
        return f"own{kind} damage{divided}"
    added = 0 if combatant.is_enemy else max(0, combatant.skills.get(weapon.skill, 0))
    return f"{weapon.damage}{f' + {added}' if added else ''}{kind} damage"


def _weapon(fight: RbfFight, combatant: Fighter, weapon_id: str, weapon: Weapon) -> Fact:
    skill = skill_of(fight, combatant, weapon.skill)
    own = [] if combatant.is_enemy else [f"2d8 {skill:+d} {weapon.skill}"]
    told = [*own, _damage_with(fight, combatant, weapon_id, weapon)]
    told += [f"range {weapon.range} m"] if weapon.range else []
    told += [f"radius {weapon.radius} m"] if weapon.radius else []
    told += [f"{rounds_left(combatant, weapon_id, weapon)}/{weapon.ammo} rounds"] if weapon.ammo else []
    told += ["two hands"] if weapon.hands > 1 else []
    told += ["autofire"] if weapon.autofire else []
    told += list(weapon.traits)
    told += [
        hand for hand, held in (("in hand", combatant.held), ("off hand", combatant.off_hand)) if held == weapon_id
    ]
    return Fact("weapon", f"{with_name(weapon_id, weapon.name)}: {', '.join(told)}", rule="RBF-ATK-3")


def _talents(combatant: Fighter) -> Iterator[Fact]:
    """Return the talents with rules effects, and those that are only notes."""
    known = [each for each in combatant.talents if any(each.casefold() == talent.casefold() for talent in TALENTS)]
    noted = [each for each in combatant.talents if each not in known]
    yield Fact("talents", ", ".join(known), rule="RBF-TAL-1" if known else "")
    yield Fact("noted", ", ".join(noted))


def _items(fight: RbfFight, combatant: Fighter) -> Iterator[Fact]:
    """Yield each item carried, with its test and effects."""
    for each in dict.fromkeys(combatant.items):
        item, count = fight.items.get(each), combatant.items.count(each)
        facts = [] if item is None else item_facts(item)
        times = f" ×{count}" if count > 1 else ""
        yield Fact("item", f"{each}{times}{': ' if facts else ''}{', '.join(facts)}")


def item_facts(item: Item) -> list[str]:
    """Return the test that an item needs, and its effects."""
    facts = [f"{item.skill} against {item.tn}"] if item.skill else []
    facts += [f"heals {item.heals}"] if item.heals else []
    facts += [f"ends {', '.join(item.cures)}"] if item.cures else []
    facts += ["repairs"] if item.repairs else []
    return [*facts, *(["used up"] if item.used_up else [])]


def between(scene: RbfScene, actor: str, other: str) -> Between:
    """Return the metres, line of sight and cover between two fighters, and the weapons that reach (RBF-COV-1)."""
    fight = scene.fight
    one, target = fight.combatants[actor], fight.combatants[other]
    ends = sorted(each.at for each in (one, target) if each.at is not None)
    inside = range(ends[0] + 1, ends[1]) if len(ends) > 1 else range(0)
    return Between(
        distance=field.metres_between(one, target),
        unit="m",
        sight=field.sees(fight, actor, other) and field.no_clear_line(fight, actor, other) is None,
        cover=field.cover_from(fight, target, one),
        obstacles=tuple(_obstacles(fight, actor, other)),
        others=tuple(who for who, each in fight.combatants.items() if each.at in inside),
        weapons=tuple(_range_of(fight, actor, other, *armed) for armed in _carried(fight, one)),
    )


def _obstacles(fight: RbfFight, actor: str, other: str) -> Iterator[Obstacle]:
    """Yield what covers a target, the attacker's own full cover, and hiding (RBF-COV-1, RBF-COV-2, RBF-ACT-4)."""
    one, target = fight.combatants[actor], fight.combatants[other]
    if not field.sees(fight, actor, other):
        yield Obstacle(target.name, "", "hidden", "RBF-ACT-4")
    for behind, against in ((target, one), (one, target)):
        cover = field.cover_from(fight, behind, against)
        if cover == "none" or (behind is one and cover != "full"):
            continue
        place = fight.board.places.get(behind.place, Place())
        stands = place.cover == behind.cover or cover != behind.cover
        what = (place.name or behind.place) if stands else f"{behind.name}'s own cover"
        low = "prone behind it, " if cover != behind.cover else ""
        counts = COVER_BONUS[cover] if fight.options.enemy_cover or not behind.is_enemy else 0
        effect = "no line" if cover == "full" else f"+{counts} against shots"
        yield Obstacle(
            what, "" if behind.at is None else f"{behind.at} m", f"{low}{cover} cover, {effect}", "RBF-COV-1"
        )


def _range_of(fight: RbfFight, actor: str, other: str, weapon_id: str, weapon: Weapon) -> WeaponRange:
    """Return whether a weapon reaches a target, by the check of an attack (RBF-ACT-2)."""
    melee, refused = weapon.skill not in sheet.RANGED, out_of_reach(fight, actor, other, weapon)
    return WeaponRange(
        weapon=weapon_id,
        name=weapon.name,
        use="melee" if melee else "ranged",
        reaches=refused is None,
        range=fight.options.melee_reach if melee else weapon.range or None,
        increment=None,
        reason=refused[0] if refused else "",
        rule=refused[1] if refused else "RBF-ACT-2",
    )


PLACED = "affliction"  # the word kind of conditions that enemies place


def meaning(fight: RbfFight, kind: str, word: str, actor: str) -> str:
    """Return what a word means to the actor; empty if the engine explains it or it is unknown."""
    one = fight.combatants.get(actor)
    match kind:
        case "place":
            place = fight.board.places.get(word)
            return "" if place is None else _place_meaning(fight, word, place, one)
        case "thing":
            told = ", ".join(item_facts(item_named(fight, word))) or "does what the GM says"
            return "a rage, with the talent Berserker" if word == sheet.RAGE else told
        case "spell":
            spell = fight.spells.get(word)
            return "" if spell is None else _spell(spell)
        case "skill" | "kind":
            return "" if one is None else f"2d8 {skill_modifier(fight, one, word, 'RBF-ATK-1').value:+d}"
        case "weapon" if one is None or word not in one.weapons:
            weapon = fight.weapon_named(word)
            return "" if weapon is None else f"{weapon.damage} damage, {weapon.skill}"
        case "cover":
            return f"+{COVER_BONUS[word]} against shots" if COVER_BONUS.get(word) else "no cover"
        case _:
            return WORDS.get(f"answer.condition.{word}", "") if kind == PLACED else ""


def _place_meaning(fight: RbfFight, name: str, place: Place, combatant: Fighter | None) -> str:
    """Return a place's distance, height and cover."""
    far = ""
    if combatant is not None and combatant.place == name:
        far = "here"
    elif combatant is not None and combatant.at is not None and place.at is not None:
        far = f"{field.metres_to(fight, combatant, place)} m away"
    facts = [far, f"{place.height} m up" if place.height else "", f"{place.cover.replace('none', 'no')} cover"]
    return ", ".join(filter(None, [*facts, "low" if place.low else "", "prepared" if place.prepared else ""]))


def _spell(spell: Spell) -> str:
    """Return a spell's skill, damage, range and condition."""
    facts = [spell.skill, f"{spell.damage} {spell.kind} damage".replace("  ", " ") if spell.damage else ""]
    facts += [f"range {spell.range} m" if spell.range else "", spell.condition]
    return ", ".join(filter(None, facts))
