"""Rounds and phases of BGC: the Speed test, actions per round, and turn order (BGC-INI)."""

from collections import Counter

from rbfcli.core.errors import refuse
from rbfcli.engine import turns
from rbfcli.engine.turns import given_numbers
from rbfcli.model import commands as verbs
from rbfcli.model.events import Modifier
from rbfcli.model.fight import TurnSlot
from rbfcli.systems.bgc import commands, conditions, economy, health
from rbfcli.systems.bgc.checks import BgcScene, test
from rbfcli.systems.bgc.outcome import BOTCH, CRITICAL
from rbfcli.systems.bgc.sheet import BgcFight, BgcOptions

RULE = "BGC-INI-4"
BY_SPEED = ((40, 2), (60, 3), (75, 4), (85, 5), (100, 6))
WELL_PASSED, BADLY_FAILED = 50, -25
FRESH = {"declared": (), "acted": 0, "defended": 0, "moved": 0, "risks": 0, "at_risk": ()}


def init(scene: BgcScene, command: verbs.Init) -> None:
    """Test Speed for the first round and begin it (BGC-INI-1); `--set` states a margin instead."""
    given = given_numbers(command.set, example=17)
    for who in given:
        if not conditions.awake(scene.one(who)):
            raise refuse(f"{scene.one(who).name} has no turn", "BGC-INI-1")
    turns.init(scene, command, RULE, given)


def give_count(scene: BgcScene, actor: str, count: int | None = None, mod: int = 0) -> None:
    """Set the stated margin of a combatant, or test Speed; the unconscious get no actions (BGC-INI-1).

    The margin sets the order and can add or cost an action (BGC-INI-2, BGC-INI-3).
    """
    if count is not None:
        set_margin(scene, actor, count)
    elif conditions.awake(scene.one(actor)):
        one = scene.one(actor)
        set_margin(scene, actor, *scene.draw(speed_margin, actor, one.speed, one.speed_bonus + mod))
    else:
        scene.change(actor, "initiative", None, RULE)
        ready(scene, actor, 0)


def speed_margin(scene: BgcScene, actor: str, speed: int, bonus: int) -> tuple[int, str]:
    """Roll a Speed test and return its margin and outcome (BGC-INI-1)."""
    modifiers = (Modifier(bonus, "situation", "BGC-INI-1"),)
    rolled = test(scene, actor, "speed", "BGC-INI-1", score=speed, modifiers=modifiers)
    return rolled.margin or 0, rolled.outcome


def set_margin(scene: BgcScene, actor: str, margin: int, outcome: str = "") -> None:
    """Set the margin of a Speed test and the actions it gives, at least the minimum (BGC-INI-2 to BGC-INI-4)."""
    options = scene.fight.options
    extra = extra_actions(options, margin, outcome)
    scene.change(actor, "initiative", margin, RULE)
    if extra:
        scene.happen("very-quick" if extra > 0 else "very-slow", "BGC-INI-3", who=actor, extra=f"{extra:+d}")
    ready(scene, actor, max(options.least_actions, base_actions(options, scene.one(actor).speed) + extra))


def base_actions(options: BgcOptions, speed: int) -> int:
    """Return the actions per round by Speed (BGC-INI-2)."""
    return next((actions for most, actions in BY_SPEED if speed <= most), options.most_actions)


def extra_actions(options: BgcOptions, margin: int, outcome: str) -> int:
    """Return +1 for a pass by 50 or a critical, -1 for a fail by 25 or a botch, else 0 (BGC-INI-3)."""
    better = (outcome == CRITICAL) + (margin >= WELL_PASSED and outcome != BOTCH)
    worse = (outcome == BOTCH) + (margin <= BADLY_FAILED)
    return better - worse if options.speed_steps_stack else (better > 0) - (worse > 0)


def ready(scene: BgcScene, actor: str, actions: int) -> None:
    """Reset a combatant for a new round: its actions, less the phases to miss (BGC-TIME-2)."""
    skips = scene.one(actor).skips
    scene.change(actor, "actions", max(0, actions - skips), "BGC-INI-2")
    scene.change(actor, "skips", max(0, skips - actions), "BGC-TIME-2")
    for field, value in FRESH.items():
        scene.change(actor, field, value, "BGC-ACT-1")


def order_of(fight: BgcFight) -> list[TurnSlot]:
    """Return turns by margin, largest first; ties by higher Speed, then file order (BGC-INI-4)."""

    def rank(actor: str) -> tuple[int, int]:
        fighter = fight.combatants[actor]
        return -(fighter.initiative or 0), -fighter.speed if fight.options.order_ties == "speed" else 0

    ranked = sorted((who for who, fighter in fight.combatants.items() if conditions.awake(fighter)), key=rank)
    return [TurnSlot(who=who, count=fight.combatants[who].initiative or 0) for who in ranked]


def begin_round(scene: BgcScene) -> None:
    """Advance the clock one minute: wounds bleed, and all test Speed again from round 2 on (BGC-TIME-1)."""
    if scene.fight.round > 1:
        health.bleed(scene)
        for who in scene.fight.combatants:
            give_count(scene, who)
        turns.settle_order(scene, order_of(scene.fight), RULE)


def end_turn(scene: BgcScene, actor: str) -> None:
    """Report a turn's unused actions and drop its unused risks; a Defend stays (BGC-INI-5)."""
    fighter = scene.one(actor)
    declared = (each for each in fighter.declared if each != "defend")
    extra = (f"extra {each.category}" for each in fighter.at_risk if each.category != "defend")
    unused = [*declared, *extra]
    if unused:
        plan = ", ".join(each if count == 1 else f"{count} {each}s" for each, count in Counter(unused).items())
        scene.happen("unused", "BGC-INI-5", who=actor, plan=plan)
    give_up_risks(scene, actor)
    if economy.has_to_declare(scene.fight, fighter):
        scene.happen("never-declared", "BGC-ACT-1", who=actor, count=economy.undeclared(fighter))


def give_up_risks(scene: BgcScene, actor: str) -> None:
    """Remove unused risks of the turn, so that they do not make later actions harder (BGC-RSK-1)."""
    fighter = scene.one(actor)
    kept = tuple(each for each in fighter.at_risk if each.category == "defend")
    scene.change(actor, "risks", fighter.risks - len(fighter.at_risk) + len(kept), "BGC-RSK-1")
    scene.change(actor, "at_risk", kept, "BGC-RSK-1")


def after_command(scene: BgcScene) -> None:
    """Announce when only one side is left standing (BGC-WND-5)."""
    turns.announce_last_side(scene, "BGC-WND-5")


def turn(scene: BgcScene, command: verbs.Turn) -> None:
    """Go to the next combatant, or delay the remaining actions (BGC-INI-5)."""
    turns.take_step(scene, command, RULE, delay)


def delay(scene: BgcScene, until: int | None) -> None:
    """Delay to later in the round, at a margin or last (BGC-INI-5)."""
    turns.postpone(scene, turns.later_count(scene, until, "BGC-INI-5"), "BGC-INI-5")


def takes_turns(fight: BgcFight, actor: str) -> bool:
    """Return whether a combatant has a turn at its initiative count."""
    return actor in fight.combatants and conditions.awake(fight.combatants[actor])


def skip_phase(scene: BgcScene, command: commands.SkipPhase) -> None:
    """Make a combatant miss its next phases, in this round first, then in the next (BGC-TIME-2)."""
    fighter = scene.one(command.who)
    if "dead" in fighter.conditions:
        scene.refuse(f"{fighter.name} is dead", "BGC-WND-7")
    now = min(max(0, fighter.actions - fighter.acted), command.count)
    scene.change(command.who, "actions", fighter.actions - now, "BGC-TIME-2")
    scene.change(command.who, "declared", fighter.declared[now:], "BGC-TIME-2")
    plan = economy.in_short(fighter.declared[:now]) or ("" if conditions.standing(fighter) else f"undeclared {now}")
    if now and plan:
        scene.happen("misses-phases", "BGC-TIME-2", who=command.who, plan=plan)
    scene.change(command.who, "skips", fighter.skips + command.count - now, "BGC-TIME-2")
