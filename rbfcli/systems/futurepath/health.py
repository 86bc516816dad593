"""Damage and healing, saves, blasts, and dying."""

from collections.abc import Iterable, Sequence
from typing import cast

from rbfcli.core.errors import refuse
from rbfcli.core.text import natural, quoted
from rbfcli.dice import highest
from rbfcli.model import commands as verbs
from rbfcli.model.events import Modifier, Rolled
from rbfcli.systems.futurepath import commands, economy, sheet
from rbfcli.systems.futurepath import map as grid
from rbfcli.systems.futurepath.checks import FpScene, check, dice_of, die_of, judge_of, skill_check, stated
from rbfcli.systems.futurepath.conditions import hindrance, is_dead, is_dying, standing
from rbfcli.systems.futurepath.outcome import BAD, FUMBLE, GOOD
from rbfcli.systems.futurepath.paths import armed_under, at_height, come_to, height_at, is_free, nearest_free
from rbfcli.systems.futurepath.sheet import KIT, MEDICINE, Ability, Character, Field, FuturePathFight, Trap

DYING = "FP-DIE-1"
STABILIZING = "FP-STB-1"


def die(scene: FpScene, actor: str, rule: str = DYING) -> None:
    """Kill a character and end its grapples."""
    scene.afflict(actor, "dead", rule)
    let_go(scene, actor)


def let_go(scene: FpScene, actor: str) -> None:
    """End a downed character's grapples and readied action, and drop it from the air (FP-TEC-1, FP-RDY-1, FP-FLD-1)."""
    scene.release(actor)
    scene.change(actor, "ready", "", "FP-RDY-1")
    come_down(scene, actor)


def come_down(scene: FpScene, actor: str) -> None:
    """Drop a flier to the nearest free ground, if there is gravity, and set off traps there (FP-FLD-1, FP-TRP-1)."""
    one = scene.one(actor)
    if not one.flies or not one.square or scene.fight.board.gravity == "zero":
        return
    here, low = grid.place(scene.fight, one.square), at_height(scene.fight, actor, 0)
    ground = height_at(low, actor, here)
    if one.height <= ground:
        return
    square = nearest_free(low, actor, here)
    come_to(scene, actor, square, "FP-FLD-1", height_at(low, actor, square))
    scene.happen("comes-down", "FP-FLD-1", who=actor, feet=grid.FEET * (one.height - ground))
    if square != here:
        scene.happen("makes-room", "FP-FLD-2", who=actor, square=grid.name_of(square))
    for each in armed_under(scene.fight, actor, square):
        set_off(scene, each)


def lose_constitution(scene: FpScene, actor: str, amount: int, rule: str) -> None:
    """Subtract Constitution; at 0 the character dies (FP-DIE-1)."""
    one = scene.one(actor)
    lost = min(one.constitution, one.constitution_lost + amount)
    scene.change(actor, "constitution_lost", lost, rule)
    if lost >= one.constitution:
        die(scene, actor, rule)


def bleed(scene: FpScene) -> None:
    """Roll the Constitution loss of every dying character for this round (FP-DIE-1)."""
    for who, one in scene.fight.combatants.items():
        if is_dying(one):
            dice = scene.fight.options.dying_damage
            amount = scene.roll_expression(who, "Constitution lost by dying", DYING, dice)
            lose_constitution(scene, who, amount, DYING)


def stabilize(scene: FpScene, command: commands.Stabilize) -> None:
    """Treat Injury with a field medical kit: 1 HP, no longer dying, still unconscious (FP-STB-1)."""
    patient = scene.one(command.who)
    if not is_dying(patient):
        raise refuse(f"{patient.name} is not dying", STABILIZING)
    helper = command.by or only_helper(scene)
    if helper == command.who:
        raise refuse("another character must treat the wound", STABILIZING, "--by WHO")
    if economy.waits_in_vain(scene, helper, command):
        economy.remember(scene, helper, command)
        return
    require_able(scene, helper, command.who)
    economy.spend(scene, helper, economy.FULL_ROUND, STABILIZING)
    edges = stated(command.advantage, command.disadvantage)
    dc = scene.fight.options.stabilize_dc
    rolled = skill_check(
        scene, helper, MEDICINE, STABILIZING, dc=dc, mod=command.mod, edges=edges, target=command.who, slips=True
    )
    scene.conclude(rolled.outcome)
    treat(scene, command.who, rolled)
    economy.remember(scene, helper, command)


def only_helper(scene: FpScene) -> str:
    """Return the only member of the active team that can treat now. Raises Refusal unless there is exactly one."""
    able = [who for who in sheet.members(scene.fight, scene.fight.active) if can_treat(scene.fight.combatants[who])]
    if len(able) != 1:
        raise refuse(
            "missing helper to treat the wound", STABILIZING, *(f"--by {quoted(who)}" for who in able or ("WHO",))
        )
    return able[0]


def can_treat(combatant: Character) -> bool:
    """Return whether a character has the kit, the skill and a Full Round left (FP-STB-1)."""
    return (
        KIT in combatant.items
        and combatant.skills.get(MEDICINE, 0) > 0
        and economy.FULL_ROUND in economy.left(combatant.turn)
        and not hindrance(combatant)
    )


def require_able(scene: FpScene, helper: str, patient: str) -> None:
    """Require a field medical kit, a rank of Treat Injury, and an adjacent patient (FP-STB-1)."""
    one, other = scene.one(helper), scene.one(patient)
    if KIT not in one.items:
        scene.refuse(f"{one.name} has no {KIT}", STABILIZING, f'set {quoted(helper)} items="{KIT}"')
    if not one.skills.get(MEDICINE):
        scene.refuse(
            f"{one.name} has no ranks in Treat Injury", STABILIZING, f"set {quoted(helper)} skills.{MEDICINE}=1"
        )
    far = grid.distance(one, other)
    if far is not None and far > 1:
        reason = f"{other.name} is {far * grid.FEET} ft away from {one.name}"
        scene.refuse(reason, STABILIZING, f"move {quoted(helper)} …")
    economy.may_spend(scene, helper, economy.FULL_ROUND, STABILIZING)


def treat(scene: FpScene, patient: str, rolled: Rolled) -> None:
    """Apply a treatment: 1 HP on success, Constitution loss on a natural 1 (FP-STB-1)."""
    if rolled.outcome in GOOD:
        scene.change(patient, "hp", 1, STABILIZING)
        scene.relieve(patient, "dying", STABILIZING)
        scene.happen("stabilised", STABILIZING, who=patient)
    elif rolled.outcome == FUMBLE:
        slip = scene.fight.options.stabilize_slip
        lost = scene.roll_expression(patient, "Constitution lost by a slip", STABILIZING, slip)
        lose_constitution(scene, patient, lost, STABILIZING)


def hurt(scene: FpScene, actor: str, amount: int, rule: str) -> None:
    """Deal damage as one hit: dying at 0 HP or less, dead below −Constitution (FP-DIE-1)."""
    one = scene.one(actor)
    if amount <= 0 or is_dead(one):
        return
    scene.change(actor, "hp", one.hp - amount, rule)
    fall(scene, actor)


def fall(scene: FpScene, actor: str) -> None:
    """Apply the effects of current HP: dying at 0 or less, dead below −Constitution (FP-DIE-1)."""
    one = scene.one(actor)
    if one.hp < -sheet.constitution_left(one):
        die(scene, actor)
    elif one.hp <= 0 and not is_dying(one):
        scene.afflict(actor, "unconscious", DYING)
        scene.afflict(actor, "dying", DYING)
        let_go(scene, actor)


def damage(scene: FpScene, actor: str, command: verbs.Damage) -> None:
    """Deal damage set by the GM as one hit."""
    hurt(scene, actor, int(command.amount), "GM")


def heal(scene: FpScene, actor: str, command: verbs.Heal) -> None:
    """Restore HP up to the maximum; above 0 HP a character wakes and is no longer dying (FP-DIE-1)."""
    one = scene.one(actor)
    if is_dead(one):
        raise refuse(f"{one.name} is dead", DYING)
    scene.change(actor, "hp", min(one.max_hp, one.hp + int(command.amount)), "GM")
    wake(scene, actor)


def wake(scene: FpScene, actor: str) -> None:
    """Wake a character above 0 HP and end dying (FP-DIE-1)."""
    one = scene.one(actor)
    if one.hp > 0 and not standing(one):
        for condition in ("dying", "unconscious"):
            scene.relieve(actor, condition, DYING)
        scene.happen("wakes", DYING, who=actor)


PLACED = ("square", "height", "size", "flies")


def set_by_hand(scene: FpScene, actor: str, fields: tuple[str, ...]) -> None:
    """Apply a manual HP change: 0 or less downs a character, above 0 wakes it; the dead stay dead (FP-DIE-1)."""
    put_by_hand(scene, actor, fields)
    one = scene.one(actor)
    if "hp" not in fields or is_dead(one):
        return
    if one.hp <= 0:
        fall(scene, actor)
    elif scene.before.combatants[actor].hp <= 0:
        wake(scene, actor)


def put_by_hand(scene: FpScene, actor: str, fields: tuple[str, ...]) -> None:
    """Refuse a manual position below ground or on a square taken by a living combatant (FP-FLD-1, FP-FLD-2)."""
    fight, one = scene.fight, scene.one(actor)
    square = grid.read_square(one.square)
    if square is None or not grid.on_map(fight.board, square) or not any(each in fields for each in PLACED):
        return
    if one.height < height_at(at_height(fight, actor, 0), actor, square):
        scene.refuse(
            f"height {one.height} is below ground on {grid.name_of(square)}", "FP-FLD-1", hint="use a greater height"
        )
    footing = grid.footprint(square, one.size)
    if (
        not is_dead(one)
        and not is_free(fight, actor, square)
        and not any(grid.is_wall(fight.board, at) for at in footing)
    ):
        scene.refuse(f"{grid.name_of(square)} is occupied", "FP-FLD-2", hint="use a free square")


def roll_dice(
    scene: FpScene, actor: str, label: str, rule: str, *, die: str, times: int, flat: tuple[Modifier, ...] = ()
) -> Rolled | int:
    """Roll a damage die `times` times and add `flat` once; a die reduced to 1 counts 1 each time (FP-OFF-4)."""
    number, _, sides = die.partition("d")
    count, faces = natural(number), natural(sides)
    if count is not None and faces is not None:
        return scene.roll(actor, label, rule, sides=faces, count=count * times, modifiers=flat)
    rolled = sum(scene.roll_expression(actor, label, rule, die) for _ in range(times))
    return rolled + sum(each.value for each in flat)


TECHNIQUE = "FP-TEC-1"
SAVES: dict[str, tuple[Ability, ...]] = {
    "bull-rush": ("strength",),
    "grapple": ("strength", "dexterity"),
    "trip": ("dexterity",),
    "disarm": ("strength", "dexterity"),
    "overrun": ("strength", "dexterity"),
}


def save(
    scene: FpScene,
    actor: str,
    rule: str,
    *,
    dc: int,
    abilities: Iterable[Ability],
    against: str = "",
    mod: int = 0,
    edges: Iterable[Modifier] = (),
) -> Rolled:
    """Roll a saving throw with the best of the given abilities."""
    one = scene.one(actor)
    name = max(abilities, key=lambda each: sheet.ability_modifier(one, each))
    modifiers = (Modifier(sheet.ability_modifier(one, name), name.capitalize(), rule), Modifier(mod, "modifier"))
    return check(
        scene, actor, "save", rule, dc=dc, target=against, modifiers=modifiers, edges=edges,
        judge=judge_of(scene),
    )  # fmt: skip


def survive(
    scene: FpScene, actor: str, amount: int, *, dc: int, mod: int = 0, edges: Iterable[Modifier] = (), by: str = ""
) -> str:
    """Deal a coup de grace's damage; if the target survives, roll its Constitution save or death (FP-CDG-1)."""
    hurt(scene, actor, amount, "FP-CDG-1")
    if is_dead(scene.one(actor)):
        return BAD[0]
    rolled = save(scene, actor, "FP-CDG-1", dc=dc, abilities=("constitution",), against=by, mod=mod, edges=edges)
    if rolled.outcome in BAD:
        die(scene, actor, "FP-CDG-1")
    return rolled.outcome


def damage_save(scene: FpScene, command: commands.DamageSave) -> None:
    """Roll a save against damage stated by the GM; the default DC is the damage (FP-CDG-1, FP-GRN-3)."""
    scene.one(command.who)
    rule = "FP-CDG-1" if command.kind == "coup-de-grace" else "FP-GRN-3"
    if command.kind == "coup-de-grace":
        economy.refuse_needless(command, ("save",), "with a coup de grace, which is a Constitution save", rule)
    amount = scene.roll_expression("", "damage", rule, command.damage)
    dc = amount if command.dc is None else command.dc
    edges = stated(command.advantage, command.disadvantage)
    if command.kind == "coup-de-grace":
        scene.conclude(survive(scene, command.who, amount, dc=dc, mod=command.mod, edges=edges))
        return
    usual = scene.fight.options.blast_save
    ability = cast("Ability", command.save or ("dexterity" if usual == "none" else usual))
    rolled = save(scene, command.who, rule, dc=dc, abilities=(ability,), mod=command.mod, edges=edges)
    scene.conclude(rolled.outcome)
    hurt(scene, command.who, amount // 2 if rolled.outcome in GOOD else amount, rule)


def fails_against(scene: FpScene, command: commands.Technique) -> bool:
    """Return whether the target fails its save against 10 + advantage die + level + Strength + misc (FP-TEC-1)."""
    actor, target, technique, options = command.who, command.target, command.technique, scene.fight.options
    one, edge = scene.one(actor), command.advantage - command.disadvantage
    number, sides = dice_of(die_of(options, one))
    counted = max(0, min(options.advantage_most, 1 + edge))
    modifiers = (
        Modifier(options.technique_base, "base", TECHNIQUE),
        Modifier(one.techniques.get(technique, 0), f"{technique} level", TECHNIQUE),
        Modifier(sheet.ability_modifier(one, "strength"), "Strength", TECHNIQUE),
        Modifier(command.misc + command.mod, "misc", TECHNIQUE),
    )
    difficulty = scene.roll(
        actor, technique, TECHNIQUE, target=target, sides=sides, count=number * counted, modifiers=modifiers
    ).total
    rolled = save(scene, target, TECHNIQUE, dc=difficulty, abilities=SAVES[technique], against=actor)
    scene.conclude("success" if rolled.outcome in BAD else "failure")
    return rolled.outcome in BAD


def go_off(
    scene: FpScene, caught: Sequence[str], rule: str, *, damage: str, dc: int, by: str = "", holder: str = ""
) -> None:
    """Roll damage once; all others inside save for half, the holder takes it all (FP-GRN-3, FP-GRN-4)."""
    if not caught:
        scene.happen("nobody-inside", rule)
        return
    if holder in caught:
        most = highest(damage)
        scene.happen("takes-all", "FP-GRN-4", who=holder, amount=most)
        hurt(scene, holder, most, "FP-GRN-4")
    others, ability = [who for who in caught if who != holder], scene.fight.options.blast_save
    if not others:
        return
    amount = scene.roll_expression(by, "blast damage", rule, damage)
    for who in others:
        saved = ability != "none" and save(scene, who, rule, dc=dc, abilities=(ability,)).outcome in GOOD
        taken = amount // 2 if saved else amount
        hurt(scene, who, taken, rule)
        if taken <= 0:
            scene.happen("unharmed", rule, who=who)


def victims(fight: FuturePathFight, center: grid.Spot, area: int, target: str = "") -> tuple[str, ...]:
    """Return the combatants within `area` feet and not behind a wall; without a map, the intended target."""
    if not center.squares:
        return (target,) if target in fight.combatants else ()
    people = {who: one for who, one in fight.combatants.items() if one.square and not is_dead(one)}
    far, walls = area // grid.FEET, fight.options.blast_walls
    return tuple(
        who for who, one in people.items() if grid.reaches(fight.board, center, grid.spot_of(one), far, walls=walls)
    )


def trap_spot(board: Field, trap: Trap) -> grid.Spot:
    """Return a trap's position."""
    return grid.spot_on(board, grid.read_square(trap.square))


def set_off(scene: FpScene, name: str) -> None:
    """Set off a trap and disarm it (FP-TRP-2)."""
    trap = scene.fight.board.traps[name]
    scene.change("", ("board", "traps", name, "armed"), after=False, rule="FP-TRP-2")
    scene.happen("trap-goes-off", "FP-TRP-2", thing=trap.name, square=trap.square)
    caught = victims(scene.fight, trap_spot(scene.fight.board, trap), trap.area)
    go_off(scene, caught, "FP-TRP-2", damage=trap.damage, dc=scene.fight.options.blast_dc)
