"""Rounds and phases of BGC: the Speed test, how many actions it gives, who goes first (BGC-INI)."""

from rbfcli.kernel import turns, verbs
from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.events import Modifier, Rolled
from rbfcli.kernel.fight import Slot
from rbfcli.kernel.scene import impossible, named
from rbfcli.systems.bgc import commands
from rbfcli.systems.bgc.check import DOWN, BgcScene, fighter, test
from rbfcli.systems.bgc.sheet import BgcFight
from rbfcli.systems.bgc.verdict import BOTCH, CRITICAL
from rbfcli.systems.bgc.wounds import bleed

RULE = "BGC-INI-4"
BY_SPEED = ((40, 2), (60, 3), (75, 4), (85, 5), (100, 6))
WELL_PASSED, BADLY_FAILED = 50, -25


def init(scene: BgcScene, command: verbs.Init) -> None:
    """Test Speed for the first round and begin it (BGC-INI-1); `--set` states a margin instead."""
    if not scene.fight.combatants:
        raise impossible("nobody is in the fight yet", RULE, "add NAME")
    by_hand = _settings(scene.fight, command.set)
    for who, one in scene.fight.combatants.items():
        if not DOWN.isdisjoint(one.conditions):
            continue
        if who in by_hand:
            _ready(scene, who, by_hand[who], base_actions(scene, one.speed))
        else:
            test_speed(scene, who, command.mod)
    turns.settle_order(scene, order_of(scene.fight), RULE)
    turns.begin_first_round(scene, RULE)


def _settings(fight: BgcFight, words: tuple[str, ...]) -> dict[str, int]:
    """`WHO=N` words as margins. Raises UsageError on anything else."""
    split = [word.partition("=") for word in words]
    for who, _, number in split:
        named(fight, who)
        if not number.lstrip("-").isdecimal():
            raise UsageError(f"--set {who}={number}: the margin has to be a number", hint=f"--set {who}=17")
    return {who: int(number) for who, _, number in split}


def test_speed(scene: BgcScene, who: str, mod: int = 0) -> None:
    """One Speed test: its margin orders the round, and may bring or cost an action (BGC-INI-1 to BGC-INI-3)."""
    one = fighter(scene, who)
    rolled = test(
        scene, who, "speed", "BGC-INI-1", score=one.speed, modifiers=(Modifier(mod, "situation"),), by_margin=True
    )
    actions = max(scene.fight.options.least_actions, base_actions(scene, one.speed) + extra_actions(rolled))
    _ready(scene, who, rolled.margin or 0, actions)


def base_actions(scene: BgcScene, speed: int) -> int:
    """Actions a round by Speed (BGC-INI-2)."""
    return next((actions for most, actions in BY_SPEED if speed <= most), scene.fight.options.most_actions)


def extra_actions(rolled: Rolled) -> int:
    """One more for a test passed by 50 or critically, one fewer for one failed by 25 or botched (BGC-INI-3)."""
    margin = rolled.margin or 0
    if rolled.outcome == CRITICAL or (margin >= WELL_PASSED and rolled.outcome != BOTCH):
        return 1
    return -1 if rolled.outcome == BOTCH or margin <= BADLY_FAILED else 0


def _ready(scene: BgcScene, who: str, margin: int, actions: int) -> None:
    """A fighter at the start of a round: its actions, less the phases it has to miss (BGC-TIME-2)."""
    skips = fighter(scene, who).skips
    scene.change(who, "initiative", margin, "BGC-INI-4")
    scene.change(who, "actions", max(0, actions - skips), "BGC-INI-2")
    scene.change(who, "skips", max(0, skips - actions), "BGC-TIME-2")
    for field, value in (("declared", ()), ("acted", 0), ("risks", 0), ("risk_left", "")):
        scene.change(who, field, value, "BGC-ACT-1")


def order_of(fight: BgcFight) -> list[Slot]:
    """Largest margin first, of equals the higher Speed, then as in the file (BGC-INI-4)."""
    awake = [(who, one) for who, one in fight.combatants.items() if DOWN.isdisjoint(one.conditions)]
    ranked = sorted(awake, key=lambda each: (-(each[1].initiative or 0), -each[1].speed))
    return [Slot(who=who, count=one.initiative or 0) for who, one in ranked]


def begin_round(scene: BgcScene) -> None:
    """A minute has passed: wounds bleed, and from the second round on everybody tests Speed anew (BGC-TIME-1)."""
    if scene.fight.round == 1:
        return
    bleed(scene)
    for who, one in scene.fight.combatants.items():
        if DOWN.isdisjoint(one.conditions):
            test_speed(scene, who)
    turns.settle_order(scene, order_of(scene.fight), RULE)


def turn(scene: BgcScene, command: verbs.Turn) -> None:
    """Go on to the next character, or delay what is left of this one's actions (BGC-INI-5)."""
    if command.step == "next":
        turns.next_turn(scene, RULE)
    elif command.step == "back":
        turns.previous_turn(scene, RULE)
    else:
        delay(scene, command.until)


def delay(scene: BgcScene, until: int | None) -> None:
    """Act later in the round, on a margin or last (BGC-INI-5)."""
    fight = scene.fight
    if not fight.active:
        raise impossible("no turn is running", "BGC-INI-5", "init")
    count = min(slot.count for slot in fight.order) - 1 if until is None else until
    if count >= fight.order[fight.turn].count:
        raise impossible(f"count {count} is not later than {fight.order[fight.turn].count}", "BGC-INI-5")
    turns.postpone(scene, count, "BGC-INI-5")


def takes_turns(fight: BgcFight, who: str) -> bool:
    """Whether someone has a turn when its count comes."""
    return who in fight.combatants and DOWN.isdisjoint(fight.combatants[who].conditions)


def skip_phase(scene: BgcScene, command: commands.SkipPhase) -> None:
    """The GM lets someone miss its next phases: of this round first, then of the next (BGC-TIME-2)."""
    one = fighter(scene, command.who)
    now = min(one.actions, command.count)
    scene.change(command.who, "actions", one.actions - now, "BGC-TIME-2")
    scene.change(command.who, "declared", one.declared[: one.actions - now], "BGC-TIME-2")
    scene.change(command.who, "skips", one.skips + command.count - now, "BGC-TIME-2")
