"""Who acts when in RBF: rolled, set or sprinkled, and who is surprised (RBF-INI, RBF-STL)."""

from rbfcli.kernel import turns
from rbfcli.kernel.events import Modifier
from rbfcli.kernel.fight import TurnSlot
from rbfcli.kernel.scene import impossible
from rbfcli.kernel.settings import given_counts
from rbfcli.systems.rbf.check import RbfScene, skill_modifier, skill_of, test
from rbfcli.systems.rbf.commands import fighting
from rbfcli.systems.rbf.conditions import has_place_in_order, standing
from rbfcli.systems.rbf.sheet import (
    BOSS_ACTIONS,
    COMBAT_SKILLS,
    SPEEDY,
    Fighter,
    RbfFight,
    acts,
    attack_tn_of,
    has,
    is_enemy,
)
from rbfcli.systems.rbf.verdict import CRITICAL, SUCCESS

RULE = "RBF-INI-3"


def init(scene: RbfScene, command: fighting.Init) -> None:
    """Settle the order of turns and begin round 1 (RBF-INI-1 to RBF-INI-3)."""
    turns.may_begin(scene, RULE)
    given = given_counts(command.set)
    for who in command.surprised:
        surprise(scene, who, "RBF-STL-1")
    if command.sneaking:
        look_out(scene, command.sneaking)
    for who, one in scene.fight.combatants.items():
        if who in given:
            set_counts(scene, who, given[who])
        elif not is_enemy(one) and acts(one):
            roll_initiative(scene, who, command.mod)
    sprinkle(
        scene,
        [who for who, one in scene.fight.combatants.items() if is_enemy(one) and acts(one) and one.initiative is None],
    )
    turns.settle_order(scene, order_of(scene.fight), RULE)
    turns.begin_first_round(scene, RULE)


def set_counts(scene: RbfScene, who: str, counts: tuple[int, ...]) -> None:
    """A count by hand; a boss may have one for each of its actions (RBF-INI-2, RBF-INI-5)."""
    one = scene.one(who)
    if len(counts) > 1 and not BOSS_ACTIONS <= one.actions >= len(counts):
        scene.refuse(
            f"{one.name} cannot split {one.actions} actions over {len(counts)} counts",
            "RBF-INI-5",
            f"bosses of {BOSS_ACTIONS} actions or more can, one count an action",
        )
    scene.change(who, "initiative", max(counts), "RBF-INI-2")
    scene.change(who, "counts", tuple(sorted(counts, reverse=True)) if len(counts) > 1 else (), "RBF-INI-5")


def roll_initiative(scene: RbfScene, who: str, mod: int) -> None:
    """A player rolls 2d8 and its best combat skill (RBF-INI-1)."""
    one = scene.one(who)
    best = max(COMBAT_SKILLS, key=lambda skill: skill_of(scene.fight, one, skill))
    modifiers = (
        skill_modifier(scene.fight, one, best, "RBF-INI-1"),
        Modifier(scene.fight.options.speedy if has(one, SPEEDY) else 0, "Speedy", "RBF-TAL-1"),
        Modifier(mod, "modifier"),
    )
    rolled = scene.roll(who, "initiative", "RBF-INI-1", sides=8, count=2, modifiers=modifiers)
    scene.change(who, "initiative", rolled.total, "RBF-INI-1")


def sprinkle(scene: RbfScene, enemies: list[str]) -> None:
    """Enemies without a number are spread evenly among the players' results (RBF-INI-2)."""
    if scene.fight.board.mode == "crisis":
        return
    results = sorted(
        (each.initiative or 0 for each in scene.fight.combatants.values() if not is_enemy(each)), reverse=True
    )
    for place, who in enumerate(enemies):
        after = (place + 1) * (len(results) + 1) // (len(enemies) + 1)
        count = results[after - 1] if after else results[0] + 1 if results else 0
        scene.change(who, "initiative", count, "RBF-INI-2")


def order_of(fight: RbfFight) -> list[TurnSlot]:
    """Highest first; of equals players first, then as in the file; in a crisis the players (RBF-INI-3, RBF-MODE-1)."""
    slots = [(slot, is_enemy(one)) for who, one in fight.combatants.items() for slot in slots_of(fight, who, one)]
    return [slot for slot, _ in sorted(slots, key=lambda each: (-each[0].count, each[1]))]


def slots_of(fight: RbfFight, who: str, one: Fighter) -> list[TurnSlot]:
    """A fighter's places in a round: one, or one a count for a boss, whose later ones go on with its turn."""
    if not has_place_in_order(fight, one):
        return []
    if not one.counts:
        return [TurnSlot(who=who, count=one.initiative or 0)]
    return [TurnSlot(who=who, count=count, held=place > 0) for place, count in enumerate(one.counts)]


def look_out(scene: RbfScene, enemy: str) -> None:
    """The most perceptive player rolls against the enemy that sneaks up; failing, all are surprised (RBF-STL-2)."""
    fight = scene.fight
    players = {who: one for who, one in fight.combatants.items() if not is_enemy(one) and standing(one)}
    sneak = scene.one(enemy)
    if not players or sneak.tn is None:
        raise impossible(f"{sneak.name} has no players to sneak up on", "RBF-STL-2")
    best = max(players, key=lambda who: skill_of(fight, players[who], "perception"))
    modifiers = (skill_modifier(fight, players[best], "perception", "RBF-STL-2"),)
    rolled = test(scene, best, "perception", "RBF-STL-2", target=enemy, tn=attack_tn_of(sneak), modifiers=modifiers)
    if rolled.outcome not in (CRITICAL, SUCCESS):
        for who in players:
            surprise(scene, who, "RBF-STL-2")


def surprise(scene: RbfScene, who: str, rule: str) -> None:
    """Until the end of its first turn: reactions, no actions (RBF-STL-1)."""
    scene.afflict(who, "surprised", rule, rounds=1)
