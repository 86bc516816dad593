"""Who acts when in RBF: rolled, set or sprinkled, and held (RBF-INI)."""

from rbfcli.kernel import turns, verbs
from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.events import Afflicted, Left, Modifier
from rbfcli.kernel.fight import Slot
from rbfcli.kernel.scene import impossible, named
from rbfcli.systems.rbf.actions import fighter, standing
from rbfcli.systems.rbf.check import RbfScene, skill_of
from rbfcli.systems.rbf.damage import bleed_out
from rbfcli.systems.rbf.sheet import COMBAT_SKILLS, RbfFight, is_enemy

RULE = "RBF-INI-3"


def init(scene: RbfScene, command: verbs.Init) -> None:
    """Settle the order of turns and begin round 1 (RBF-INI-1 to RBF-INI-3)."""
    if not scene.fight.combatants:
        raise impossible("nobody is in the fight yet", RULE, "add NAME")
    by_hand = settings(scene.fight, command.set)
    for who, one in scene.fight.combatants.items():
        if who in by_hand:
            scene.change(who, "initiative", by_hand[who], "RBF-INI-2")
        elif not is_enemy(one):
            roll_initiative(scene, who, command.mod)
    sprinkle(scene, [who for who, one in scene.fight.combatants.items() if is_enemy(one) and one.initiative is None])
    turns.settle_order(scene, order_of(scene.fight), RULE)
    turns.begin_first_round(scene, RULE)


def settings(fight: RbfFight, words: tuple[str, ...]) -> dict[str, int]:
    """`WHO=N` words as numbers. Raises UsageError on anything else."""
    split = [word.partition("=") for word in words]
    for who, _, number in split:
        named(fight, who)
        if not number.lstrip("-").isdecimal():
            raise UsageError(f"--set {who}={number}: the initiative has to be a number", hint=f"--set {who}=9")
    return {who: int(number) for who, _, number in split}


def roll_initiative(scene: RbfScene, who: str, mod: int) -> None:
    """A player rolls 2d8 and its best combat skill (RBF-INI-1)."""
    one = fighter(scene, who)
    best = max(COMBAT_SKILLS, key=lambda skill: skill_of(scene.fight, one, skill))
    skill = Modifier(skill_of(scene.fight, one, best), best.capitalize(), "RBF-INI-1")
    rolled = scene.roll(who, "initiative", "RBF-INI-1", sides=8, count=2, modifiers=(skill, Modifier(mod, "modifier")))
    scene.change(who, "initiative", rolled.total, "RBF-INI-1")


def sprinkle(scene: RbfScene, enemies: list[str]) -> None:
    """Enemies without a number are spread evenly among the players' results (RBF-INI-2)."""
    results = sorted(
        (each.initiative or 0 for each in scene.fight.combatants.values() if not is_enemy(each)), reverse=True
    )
    for place, who in enumerate(enemies):
        after = (place + 1) * (len(results) + 1) // (len(enemies) + 1)
        count = results[after - 1] if after else results[0] + 1 if results else 0
        scene.change(who, "initiative", count, "RBF-INI-2")


def order_of(fight: RbfFight) -> list[Slot]:
    """Highest first; of equals players first, then as in the file (RBF-INI-3)."""
    ranked = sorted(fight.combatants.items(), key=lambda each: (-(each[1].initiative or 0), is_enemy(each[1])))
    return [Slot(who=who, count=one.initiative or 0) for who, one in ranked]


def turn(scene: RbfScene, command: verbs.Turn) -> None:
    """Go on to the next turn, or hold this one until a later count of the round (RBF-INI-4)."""
    if command.step == "next":
        turns.next_turn(scene, RULE)
    elif command.step == "back":
        turns.previous_turn(scene, RULE)
    else:
        hold(scene, command.until)


def hold(scene: RbfScene, until: int | None) -> None:
    """Act later in the same round: on a count, else last (RBF-INI-4)."""
    fight = scene.fight
    if not fight.active:
        raise impossible("no turn is running", "RBF-INI-4", "init")
    count = min(slot.count for slot in fight.order) - 1 if until is None else until
    if count >= fight.order[fight.turn].count:
        raise impossible(f"count {count} is not later than {fight.order[fight.turn].count}", "RBF-INI-4")
    if fighter(scene, fight.active).actions_left < fighter(scene, fight.active).actions:
        scene.refuse("a turn is held whole, before its first action", "RBF-INI-4")
    turns.postpone(scene, count, "RBF-INI-4")


def begin_round(scene: RbfScene) -> None:
    """A held turn goes back to its own count, and the dying weaken (RBF-INI-4, RBF-DIE-1)."""
    if tuple(order_of(scene.fight)) != scene.fight.order:
        turns.settle_order(scene, order_of(scene.fight), "RBF-INI-4")
    bleed_out(scene)


def begin_turn(scene: RbfScene, who: str) -> None:
    """Two actions a turn, one fewer for each turn lost to a stun (RBF-ACT-1, RBF-TEC-STUN)."""
    one = fighter(scene, who)
    scene.change(who, "actions_left", max(0, one.actions - ("stunned" in one.conditions)), "RBF-ACT-1")


def takes_turns(fight: RbfFight, who: str) -> bool:
    """Whether someone has a turn when its count comes."""
    return who in fight.combatants and standing(fight.combatants[who])


def after_command(scene: RbfScene) -> None:
    """Say it once when only one side is left standing (RBF-END-1)."""
    if not any(isinstance(event, Afflicted | Left) for event in scene.events):
        return
    if len(sides_standing(scene.before)) > 1 and len(left := sides_standing(scene.fight)) == 1:
        scene.happen("one-side-left", "RBF-END-1", side=left.pop())


def sides_standing(fight: RbfFight) -> set[str]:
    """The sides that still have somebody in the fight."""
    return {one.side for one in fight.combatants.values() if standing(one)}
