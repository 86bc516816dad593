"""Layers of damage saves, going down, and stabilizing."""

from rbfcli.core.errors import must_be, refuse
from rbfcli.model.events import Modifier
from rbfcli.systems.rpj import commands, conditions, outcome, sheet
from rbfcli.systems.rpj.checks import RpjScene, half, test
from rbfcli.systems.rpj.map import adjacent, can_turn, lost, region_in_words, shelter
from rbfcli.systems.rpj.sheet import Character, RpjFight

STABLE_AT = 18
FAILURES_TO_DIE = 5


def incapacitate(scene: RpjScene, actor: str) -> None:
    """Incapacitate a combatant: no actions but the stabilize roll, and all activities end (RPJ-DMG-7)."""
    scene.afflict(actor, conditions.INCAPACITATED, "RPJ-DMG-7")
    scene.change(actor, "actions_left", 0, "RPJ-DMG-7")
    drop_everything(scene, actor)


def disturb(scene: RpjScene, actor: str) -> None:
    """End stabilization by fresh damage; failures count from 0 again (RPJ-STB-2)."""
    if conditions.STABILIZED in scene.one(actor).conditions and scene.fight.options.damage_restarts:
        scene.relieve(actor, conditions.STABILIZED, "RPJ-STB-2")
        scene.change(actor, "failures", 0, "RPJ-STB-2")


def stabilize(scene: RpjScene, command: commands.Stabilize) -> None:
    """Roll 4d6 for an incapacitated combatant, on its turn or once a minute out of turns (RPJ-STB-1)."""
    one = scene.one(command.who)
    if conditions.dead(one):
        raise refuse(f"{one.name} is dead", "RPJ-STB-2")
    if not conditions.incapacitated(one):
        raise refuse(f"{one.name} is not incapacitated", "RPJ-STB-1")
    if not conditions.dying(one):
        raise refuse(f"{one.name} is stabilized and no longer rolls", "RPJ-STB-2")
    if scene.fight.round and scene.fight.active != command.who:
        scene.refuse(f"{one.name} can only roll on their own turn", "RPJ-STB-1", "turn next")
    elif scene.fight.round and not one.actions_left:
        why = "went down this turn and rolls on the next" if fell_in_its_turn(one) else "has already rolled this turn"
        scene.refuse(f"{one.name} {why}", "RPJ-STB-1", "turn next")
    roll_for_life(scene, command.who, command.mod)


def fell_in_its_turn(combatant: Character) -> bool:
    """Return whether a combatant went down this turn, without actions or a roll (RPJ-STB-1)."""
    return conditions.dying(combatant) and not combatant.actions_left and not combatant.failures


def roll_for_life(scene: RpjScene, actor: str, mod: int = 0) -> None:
    """Roll to stabilize: 18 or more succeeds, the fifth failure in a row kills (RPJ-STB-1, RPJ-STB-2)."""
    scene.change(actor, "actions_left", 0, "RPJ-STB-1")
    rolled = test(
        scene, actor, "stabilize", "RPJ-STB-1", against=STABLE_AT, modifiers=(Modifier(mod, "modifier"),)
    )  # fmt: skip
    scene.conclude(rolled.outcome)
    failures = 0 if rolled.outcome == outcome.SUCCESS else scene.one(actor).failures + 1
    scene.change(actor, "failures", failures, "RPJ-STB-2")
    if rolled.outcome == outcome.SUCCESS:
        scene.afflict(actor, conditions.STABILIZED, "RPJ-STB-1")
    elif failures < FAILURES_TO_DIE:
        scene.happen("slipping", "RPJ-STB-2", who=actor, failures=failures, deadly=FAILURES_TO_DIE)
    else:
        scene.afflict(actor, conditions.DEAD, "RPJ-STB-2")


def end_overwatch(scene: RpjScene, actor: str, region: str, rule: str) -> None:
    """End overwatch on one region; others continue (RPJ-OVR-2)."""
    left = tuple(each for each in scene.one(actor).overwatch if each != region)
    scene.change(actor, "overwatch", left, rule)
    scene.happen("watch-ends", rule, who=actor, place=region_in_words(scene.fight.board, region))


def end_every_overwatch(scene: RpjScene, actor: str, rule: str) -> None:
    """End all of a combatant's overwatch (RPJ-OVR-3, RPJ-DMG-7)."""
    for region in scene.one(actor).overwatch:
        end_overwatch(scene, actor, region, rule)


def end_grapple(scene: RpjScene, actor: str, rule: str) -> None:
    """End a grapple for both combatants (RPJ-GRP-5)."""
    other = scene.one(actor).grapple
    if not other:
        return
    scene.change(actor, "grapple", "", rule)
    if other in scene.fight.combatants and scene.one(other).grapple == actor:
        scene.change(other, "grapple", "", rule)
    scene.happen("let-go", rule, who=actor, target=other)


def in_grapple(fight: RpjFight, actor: str, other: str) -> bool:
    """Return whether two adjacent combatants grapple each other (RPJ-GRP-3)."""
    one, held = fight.combatants.get(actor), fight.combatants.get(other)
    if one is None or held is None:
        return False
    return (one.grapple, held.grapple) == (other, actor) and adjacent(one, held)


def drop_everything(scene: RpjScene, actor: str) -> None:
    """End a combatant's overwatch, suppression, grapple and caution (RPJ-DMG-7)."""
    end_every_overwatch(scene, actor, "RPJ-DMG-7")
    scene.release(actor, "RPJ-SUP-5")
    end_grapple(scene, actor, "RPJ-DMG-7")
    scene.relieve(actor, conditions.CAUTIOUS, "RPJ-DMG-7")


def mend(scene: RpjScene) -> None:
    """End what an edit made invalid: acts of the fallen, grapples and cover out of reach (RPJ-DMG-7, RPJ-GRP-3)."""
    shooters = {by for one in scene.fight.combatants.values() for by in conditions.suppressors(one)}
    for who, one in scene.fight.combatants.items():
        if not conditions.standing(one) and (
            one.overwatch or one.grapple or conditions.CAUTIOUS in one.conditions or who in shooters
        ):
            drop_everything(scene, who)
        elif one.grapple and not in_grapple(scene.fight, who, one.grapple):
            end_grapple(scene, who, "RPJ-GRP-3")
        if one.cover and lost(scene.fight, one):
            shelter(scene, who, "", "RPJ-COV-9")
        elif one.reoriented and not can_turn(scene.fight, one):
            scene.change(who, "reoriented", after=False, rule="RPJ-COV-6")


RULE = "GM"


def damage(scene: RpjScene, actor: str, command: commands.Damage) -> None:
    """Cross out this many saves, each time the best one left."""
    _check(int(command.amount))
    disturb(scene, actor)
    for _ in range(int(command.amount)):
        one = scene.one(actor)
        layer = sheet.outermost_layer(one)
        if not sheet.saves_left(one, layer):
            nothing_left(scene, actor)
            return
        cross_out(scene, actor, layer, (min(sheet.saves_left(one, layer)),), RULE)


def heal(scene: RpjScene, actor: str, command: commands.Heal) -> None:
    """Restore this many saves, base layer first; a restored base save ends incapacitation."""
    _check(int(command.amount))
    if conditions.dead(scene.one(actor)):
        raise refuse(f"{scene.one(actor).name} is dead", "RPJ-STB-2")
    for _ in range(int(command.amount)):
        restore(scene, actor)
    one = scene.one(actor)
    if conditions.incapacitated(one) and sheet.saves_left(one, sheet.base_layer(one)):
        recover(scene, actor)


def restore(scene: RpjScene, actor: str) -> None:
    """Restore the lowest crossed-out number of the innermost damaged layer."""
    one = scene.one(actor)
    torn = [each for each in sheet.ordered_layers(one) if one.crossed.get(each)]
    if torn:
        layer = torn[-1]
        crossed = list(one.crossed[layer])
        crossed.remove(min(crossed))
        scene.change(actor, ("crossed", layer), tuple(crossed), RULE)
        left = " ".join(map(str, sheet.saves_left(scene.one(actor), layer)))
        scene.happen("restored", RULE, who=actor, layer=layer, left=left)


def recover(scene: RpjScene, actor: str) -> None:
    """End incapacitation; a turn with its roll still due, or held, gets all its actions back (RPJ-ACT-1)."""
    for name in (conditions.INCAPACITATED, conditions.STABILIZED):
        scene.relieve(actor, name, RULE)
    fight, one = scene.fight, scene.one(actor)
    rolls_yet = fight.active == actor and one.actions_left
    if rolls_yet or any(slot.who == actor and slot.held for slot in fight.order[fight.turn + 1 :]):
        scene.change(actor, "actions_left", sheet.actions_of(one), "RPJ-ACT-1")
    scene.change(actor, "failures", 0, RULE)
    scene.happen("back", RULE, who=actor)


def cross_out(scene: RpjScene, actor: str, layer: str, numbers: tuple[int, ...], rule: str) -> None:
    """Cross out target numbers; an empty layer breaks, and the base layer incapacitates (RPJ-DMG-6)."""
    before = scene.one(actor).crossed.get(layer, ())
    scene.change(actor, ("crossed", layer), (*before, *numbers), rule)
    one = scene.one(actor)
    left = sheet.saves_left(one, layer)
    saves, rest = (" ".join(map(str, each)) for each in (numbers, left))
    scene.happen("crossed-out", rule, who=actor, layer=layer, saves=saves, left=rest or "none")
    if left:
        return
    scene.happen("layer-broken", "RPJ-DMG-6", who=actor, layer=layer)
    if layer == sheet.base_layer(one) and conditions.standing(one):
        incapacitate(scene, actor)


def nothing_left(scene: RpjScene, actor: str) -> None:
    """Incapacitate a standing combatant without saves, or report that it has none (RPJ-DMG-7)."""
    if conditions.standing(scene.one(actor)):
        incapacitate(scene, actor)
    else:
        scene.happen("nothing-left", "RPJ-DMG-7", who=actor)


def _check(amount: int) -> None:
    if not 0 < amount <= 1000:  # noqa: PLR2004 - more saves than any sheet has
        raise must_be("the number of saves", "from 1 to 1000", amount, rule="RPJ-DMG-1")


def defense_of(fight: RpjFight, combatant: Character, *, melee: bool) -> int:
    """Return the sheet's melee or ranged defense value, or one derived from half the Dexterity (RPJ-ACT-3)."""
    options, stated = fight.options, combatant.melee_defense if melee else combatant.ranged_defense
    base = options.melee_base if melee else options.ranged_base
    return base + half(combatant.dexterity, options.rounding) if stated is None else stated


def damage_save(scene: RpjScene, command: commands.DamageSave) -> None:
    """Roll a damage save against damage the GM states (RPJ-DMG-2 to RPJ-DMG-5)."""
    one = scene.one(command.who)
    if conditions.dead(one):
        raise refuse(f"{one.name} is dead", "RPJ-STB-2")
    scene.conclude(take_damage(scene, command.who, command.damage, on_base=command.base, mod=command.mod))


def take_damage(scene: RpjScene, actor: str, damage: int, *, on_base: bool = False, mod: int = 0) -> str:
    """Roll 4d6 against the best save + damage; empty outcome without a save (RPJ-DMG-2 to RPJ-DMG-5)."""
    disturb(scene, actor)
    one = scene.one(actor)
    layer = sheet.base_layer(one) if on_base else sheet.outermost_layer(one)
    left = sheet.saves_left(one, layer)
    if not left:
        nothing_left(scene, actor)
        return ""
    best = min(left)
    scene.happen("struck", "RPJ-DMG-2", who=actor, layer=layer, save=best, damage=damage)
    modifiers = (Modifier(mod, "modifier"),)
    rolled = test(scene, actor, "damage save", "RPJ-DMG-3", against=best + damage, modifiers=modifiers)
    if rolled.outcome == outcome.SUCCESS:
        cross_out(scene, actor, layer, (best,), "RPJ-DMG-4")
    else:
        cross_out(scene, actor, layer, left, "RPJ-DMG-5")
    return rolled.outcome
