"""Initiative, turns and rounds of RBF, and the steps after every command."""

from rbfcli.core.errors import refuse
from rbfcli.core.lazy import LazyFunction
from rbfcli.engine import turns
from rbfcli.engine.turns import given_counts
from rbfcli.model import commands as verbs
from rbfcli.model.events import Modifier
from rbfcli.model.fight import TurnSlot
from rbfcli.systems.rbf import commands
from rbfcli.systems.rbf.checks import RbfScene, skill_modifier, skill_of, test
from rbfcli.systems.rbf.conditions import has_place_in_order, standing, takes_turns
from rbfcli.systems.rbf.economy import has_begun, refresh
from rbfcli.systems.rbf.health import come_nearer_to_death, harm
from rbfcli.systems.rbf.map import let_go_of_the_distant
from rbfcli.systems.rbf.outcome import CRITICAL, SUCCESS
from rbfcli.systems.rbf.sheet import BOSS_ACTIONS, COMBAT_SKILLS, RbfFight
from rbfcli.systems.rbf.strike import forget

# Imported on the first call: few combatants hide.
offer_to_hide = LazyFunction("rbfcli.systems.rbf.movement", "offer_to_hide")


def after_command(scene: RbfScene) -> None:
    """End stretched grapples, report the last side standing, offer a bonus action (RBF-END-1, RBF-BON-1)."""
    if scene.fight.board.mode == "combat":
        turns.announce_last_side(scene, "RBF-END-1")
    for who in moved(scene):
        let_go_of_the_distant(scene, who)
    if has_spent_its_turn(scene):
        offer_to_hide(scene, scene.fight.active)


def moved(scene: RbfScene) -> list[str]:
    """Return the combatants whose position the command changed."""
    before, now = scene.before.combatants, scene.fight.combatants
    return [
        who
        for who, one in now.items()
        if (earlier := before.get(who, one)) is not one
        and (one.at, one.height, one.place) != (earlier.at, earlier.height, earlier.place)
    ]


def has_spent_its_turn(scene: RbfScene) -> bool:
    """Return whether a Stalker with a bonus action just used its last action."""
    who, people = scene.fight.active, scene.fight.combatants
    if who not in people or not people[who].bonus_left or scene.before.active != who:
        return False
    before, now = scene.before.combatants.get(who), people[who]
    return before is not None and before.actions_left > now.actions_left == 0 and now.has("Stalker")


RULE = "RBF-INI-3"


def init(scene: RbfScene, command: commands.Init) -> None:
    """Set the turn order and begin round 1 (RBF-INI-1 to RBF-INI-3)."""
    given = given_counts(command.set)
    if command.who:
        turns.join_late(scene, command.who, command.mod, {who: max(counts) for who, counts in given.items()}, RULE)
        return
    turns.may_begin(scene, RULE)
    for who in command.surprised:
        surprise(scene, who, "RBF-STL-1")
    if command.sneaking:
        look_out(scene, command.sneaking)
    for who, one in scene.fight.combatants.items():
        if who in given:
            set_counts(scene, who, given[who])
        elif not (one.is_enemy or one.object):
            roll_initiative(scene, who, command.mod)
    enemies = {who: one for who, one in scene.fight.combatants.items() if one.is_enemy and not one.object}
    sprinkle(scene, [who for who, one in enemies.items() if one.initiative is None])
    turns.settle_order(scene, order_of(scene.fight), RULE)
    turns.begin_first_round(scene, RULE)


def set_counts(scene: RbfScene, actor: str, counts: tuple[int, ...]) -> None:
    """Set an initiative count by hand; a boss can have one per action (RBF-INI-2, RBF-INI-5)."""
    one = scene.one(actor)
    if len(counts) > 1 and not BOSS_ACTIONS <= one.actions >= len(counts):
        scene.refuse(
            f"{one.name} cannot split {one.actions} actions over {len(counts)} initiative counts",
            "RBF-INI-5",
            hint=f"only bosses with {BOSS_ACTIONS} or more actions can, one count per action",
        )
    scene.change(actor, "initiative", max(counts), "RBF-INI-2")
    scene.change(actor, "counts", tuple(sorted(counts, reverse=True)) if len(counts) > 1 else (), "RBF-INI-5")


def roll_initiative(scene: RbfScene, actor: str, mod: int) -> None:
    """Roll a player's initiative: 2d8 plus its best combat skill (RBF-INI-1)."""
    one = scene.one(actor)
    best = max(COMBAT_SKILLS, key=lambda skill: skill_of(scene.fight, one, skill))
    modifiers = (
        skill_modifier(scene.fight, one, best, "RBF-INI-1"),
        Modifier(scene.fight.options.speedy if one.has("Speedy") else 0, "Speedy", "RBF-TAL-1"),
        Modifier(mod, "modifier"),
    )
    rolled = scene.roll(actor, "initiative", "RBF-INI-1", sides=8, count=2, modifiers=modifiers)
    scene.change(actor, "initiative", rolled.total, "RBF-INI-1")


def give_count(scene: RbfScene, actor: str, count: int | None, mod: int) -> None:
    """Give a latecomer a stated count, a roll, or a place among the players' results (RBF-INI-1, RBF-INI-2)."""
    one = scene.one(actor)
    if count is not None:
        set_counts(scene, actor, (count,))
    elif one.is_enemy:
        sprinkle(scene, [actor])
    elif not one.object:
        roll_initiative(scene, actor, mod)


def sprinkle(scene: RbfScene, enemies: list[str]) -> None:
    """Spread enemies without a count evenly among the players' results (RBF-INI-2)."""
    if scene.fight.board.mode == "crisis":
        return
    results = sorted(
        (each.initiative or 0 for each in scene.fight.combatants.values() if not each.is_enemy), reverse=True
    )
    for place, who in enumerate(enemies):
        after = (place + 1) * (len(results) + 1) // (len(enemies) + 1)
        count = results[after - 1] if after else results[0] + 1 if results else 0
        scene.change(who, "initiative", count, "RBF-INI-2")


def order_of(fight: RbfFight) -> list[TurnSlot]:
    """Return the turn order, highest first, a boss's later counts held; ties: players first (RBF-INI-3, RBF-MODE-1)."""
    slots = [
        (one.is_enemy, TurnSlot(who=who, count=count, held=place > 0))
        for who, one in fight.combatants.items()
        if has_place_in_order(fight, one)
        for place, count in enumerate(one.counts or (one.initiative or 0,))
    ]
    return [slot for _, slot in sorted(slots, key=lambda each: (-each[1].count, each[0]))]


def look_out(scene: RbfScene, enemy: str) -> None:
    """Roll the best player's Perception against a sneaking enemy; on a failure all are surprised (RBF-STL-2)."""
    fight = scene.fight
    players = {who: one for who, one in fight.combatants.items() if not one.is_enemy and standing(one)}
    sneak = scene.one(enemy)
    if not players or sneak.tn is None:
        raise refuse(f"{sneak.name} has no players to sneak up on", "RBF-STL-2")
    best = max(players, key=lambda who: skill_of(fight, players[who], "perception"))
    modifiers = (skill_modifier(fight, players[best], "perception", "RBF-STL-2"),)
    rolled = test(scene, best, "perception", "RBF-STL-2", target=enemy, tn=sneak.tn_of_attack, modifiers=modifiers)
    if rolled.outcome not in (CRITICAL, SUCCESS):
        for who in players:
            surprise(scene, who, "RBF-STL-2")


def surprise(scene: RbfScene, actor: str, rule: str) -> None:
    """Surprise a combatant until the end of its first turn: reactions, no actions (RBF-STL-1)."""
    scene.afflict(actor, "surprised", rule, rounds=1)


BLEEDING = ("bleeding", "leaking")


def turn(scene: RbfScene, command: verbs.Turn) -> None:
    """Go to the next turn, back, or hold this one (RBF-INI-3, RBF-INI-4)."""
    turns.take_step(scene, command, RULE, hold_turn)


def hold(scene: RbfScene, command: commands.Hold) -> None:
    """Hold the turn until a later count (RBF-INI-4)."""
    if scene.fight.active != command.who:
        hint = turns.next_or_end(scene.fight, takes_turns) if scene.fight.round else "init"
        raise refuse(f"it is not {scene.one(command.who).name}'s turn", "RBF-INI-4", hint)
    hold_turn(scene, command.until)


def hold_turn(scene: RbfScene, until: int | None) -> None:
    """Delay the turn to a later count or the end of the round; only a boss can between its actions (RBF-INI-5)."""
    count = turns.later_count(scene, until, "RBF-INI-4")
    one = scene.one(scene.fight.active)
    if has_begun(one) and not one.is_boss:
        scene.refuse("a turn can only be held before its first action", "RBF-INI-4")
    turns.postpone(scene, count, "RBF-INI-5" if one.is_boss else "RBF-INI-4")


def begin_round(scene: RbfScene) -> None:
    """Return held turns to their own counts, and count down the dying (RBF-INI-4, RBF-DIE-1).

    In round 1 no turn was held yet: `init` has just set the order.
    """
    if scene.fight.round > 1:
        turns.restore_order(scene, "RBF-INI-4")
    come_nearer_to_death(scene)


def begin_turn(scene: RbfScene, actor: str) -> None:
    """Restore actions and reactions, and bleed (RBF-ACT-1)."""
    forget(scene)
    refresh(scene, actor)
    bleed(scene, actor)


def bleed(scene: RbfScene, actor: str) -> None:
    """Take damage from open wounds (RBF-TEC-LACERATE)."""
    conditions = scene.one(actor).conditions
    if conditions and any(each in conditions for each in BLEEDING):
        dice = scene.fight.options.bleeding_damage
        lost = scene.roll_expression(actor, "bleeding", "RBF-TEC-LACERATE", dice)
        harm(scene, actor, lost, "RBF-TEC-LACERATE", why="a laceration")


def end_turn(scene: RbfScene, actor: str) -> None:
    """Clear the intent declared for this turn (RBF-MODE-1)."""
    scene.change(actor, "intent", "", "RBF-MODE-1")
