"""Near death in BGC: shock, fainting, bleeding, death, and the first aid that helps (BGC-WND, BGC-STB-1)."""

from rbfcli.kernel.events import Modifier
from rbfcli.kernel.scene import impossible
from rbfcli.kernel.visible import quoted
from rbfcli.systems.bgc import commands
from rbfcli.systems.bgc.check import BgcScene, passes, skill_of, test, wounds
from rbfcli.systems.bgc.economy import check_risk, may_act, penalty_for, spend
from rbfcli.systems.bgc.options import BgcOptions
from rbfcli.systems.bgc.sheet import levels, quarter_mark


def shocks(options: BgcOptions, now: int, was: int, most: int) -> list[tuple[int, str]]:
    """Bonus and rule of each Willpower test that a loss calls for: of the worst line alone (BGC-WND-8)."""
    quarter = quarter_mark(options, most)
    lines = (
        (now == 0, options.will_zero, "BGC-WND-5"),
        (now <= quarter < was, options.will_quarter, "BGC-WND-3"),
        (2 * now < most <= 2 * was, options.will_half, "BGC-WND-2"),
    )
    crossed = [(bonus, rule) for is_crossed, bonus, rule in lines if is_crossed]
    return crossed[::-1] if options.every_shock else crossed[:1]


def hold_on(scene: BgcScene, who: str, bonus: int, rule: str) -> None:
    """A Willpower test to stay conscious; what has no will feels no shock (BGC-WND-2, BGC-WND-3)."""
    fighter = scene.one(who)
    if fighter.will is None or "unconscious" in fighter.conditions:
        return
    modifiers = (Modifier(bonus, "shock", rule),)
    if not passes(test(scene, who, "willpower", rule, score=fighter.will, modifiers=modifiers)):
        faint(scene, who, rule)


def faint(scene: BgcScene, who: str, rule: str) -> None:
    """Somebody loses consciousness."""
    if "unconscious" not in scene.one(who).conditions:
        scene.afflict(who, "unconscious", rule)


def die(scene: BgcScene, who: str, rule: str) -> None:
    """Somebody is dead; nothing else lies on it any more."""
    scene.afflict(who, "dead", rule)


def start_bleeding(scene: BgcScene, who: str, rule: str) -> None:
    """Begin the clock of rounds between two losses, unless it runs (BGC-WND-4, BGC-WND-6)."""
    fighter = scene.one(who)
    if fighter.will is not None and "bleeding" not in fighter.conditions:
        scene.afflict(who, "bleeding", rule, amount=scene.fight.options.bleed_rounds)


def wake(scene: BgcScene, command: commands.Wake) -> None:
    """First aid or medicine brings somebody round, harder at a quarter or less (BGC-WND-2, BGC-WND-3)."""
    patient = scene.one(command.who)
    if "unconscious" not in patient.conditions:
        raise impossible(f"{patient.name} is not unconscious", "BGC-WND-2")
    if levels(patient) < 0:
        hint = f"stabilize {quoted(command.who)} --by WHO, then heal"
        scene.refuse(f"{patient.name} is too badly hurt to be woken", "BGC-WND-6", hint)
    if treat(scene, command, "BGC-WND-2"):
        scene.relieve(command.who, "unconscious", "BGC-WND-2")


def stabilize(scene: BgcScene, command: commands.Stabilize) -> None:
    """First aid or medicine stops the bleeding (BGC-STB-1)."""
    patient = scene.one(command.who)
    if "bleeding" not in patient.conditions:
        raise impossible(f"{patient.name} is not bleeding", "BGC-STB-1")
    if levels(patient) >= 0 and not scene.fight.options.treat_above_zero:
        scene.refuse(f"{patient.name} bleeds until it is healed", "BGC-STB-1", f"heal {quoted(command.who)} N")
    if treat(scene, command, "BGC-STB-1"):
        scene.relieve(command.who, "bleeding", "BGC-STB-1")


def treat(scene: BgcScene, command: commands.Wake | commands.Stabilize, rule: str) -> bool:
    """Another character's roll of first aid or medicine; it is one of its Other actions (BGC-WND-3, BGC-ACT-2)."""
    helper_id = command.by or scene.fight.active
    if not helper_id or helper_id == command.who:
        raise impossible("another character has to treat the wound", rule, "--by WHO")
    may_act(scene, helper_id)
    helper, patient = scene.one(helper_id), scene.one(command.who)
    score, penalty = skill_of(helper, command.skill), penalty_for(scene, helper_id, "other")
    options = scene.fight.options
    hard = options.wake_quarter if levels(patient) <= quarter_mark(options, patient.max_levels) else 0
    others = (
        Modifier(hard, "badly hurt", "BGC-WND-3"),
        wounds(scene, helper),
        Modifier(command.mod, "modifier"),
    )
    check_risk(scene, helper, score, penalty.value, others)
    spend(scene, helper_id, "other")
    modifiers = (penalty, *others)
    rolled = test(scene, helper_id, command.skill, rule, score=score, modifiers=modifiers, target=command.who)
    scene.conclude(rolled.outcome)
    return passes(rolled)
