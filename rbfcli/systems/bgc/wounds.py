"""Losing levels in BGC: shock, bleeding, waking, treating, death (BGC-WND, BGC-STB)."""

from rbfcli.kernel import verbs
from rbfcli.kernel.events import Modifier
from rbfcli.kernel.scene import impossible
from rbfcli.systems.bgc import commands
from rbfcli.systems.bgc.check import BgcScene, fighter, passes, skill_of, test
from rbfcli.systems.bgc.check import wounds as wound_penalty
from rbfcli.systems.bgc.sheet import Fighter, levels

CLOCK = "bleeding"


def hurt(scene: BgcScene, who: str, amount: int, rule: str) -> None:
    """Take levels off someone and let the worst threshold crossed take effect (BGC-DMG-4, BGC-WND-8)."""
    before = fighter(scene, who)
    if amount <= 0 or "dead" in before.conditions:
        return
    scene.change(who, "levels", levels(before) - amount, rule)
    take_effect(scene, who, before)


def take_effect(scene: BgcScene, who: str, before: Fighter) -> None:
    """What a loss of levels does, by the worst line it crosses (BGC-WND-1 to BGC-WND-8)."""
    options = scene.fight.options
    one = fighter(scene, who)
    now, was, most = levels(one), levels(before), one.max_levels
    if now < options.death_below:
        die(scene, who, "BGC-WND-7")
    elif now < 0:
        faint(scene, who, "BGC-WND-6")
        start_bleeding(scene, who, "BGC-WND-6")
    elif now == 0:
        at_zero(scene, who)
    elif 4 * now <= most < 4 * was:
        hold_on(scene, who, options.will_quarter, "BGC-WND-3")
    elif 2 * now < most <= 2 * was:
        hold_on(scene, who, options.will_half, "BGC-WND-2")
    if 0 < 4 * now < most:
        start_bleeding(scene, who, "BGC-WND-4")


def at_zero(scene: BgcScene, who: str) -> None:
    """At 0 an NPC is dead; a player can do no more than crawl and speak (BGC-WND-5)."""
    options = scene.fight.options
    if options.npc_dies_at_zero and not fighter(scene, who).player:
        die(scene, who, "BGC-WND-5")
        return
    scene.afflict(who, "incapacitated", "BGC-WND-5")
    hold_on(scene, who, options.will_zero, "BGC-WND-5")


def hold_on(scene: BgcScene, who: str, bonus: int, rule: str) -> None:
    """A Willpower test to stay conscious; what has no will feels no shock (BGC-WND-2, BGC-WND-3)."""
    one = fighter(scene, who)
    if one.will is None or "unconscious" in one.conditions:
        return
    modifiers = (Modifier(bonus, "shock", rule), wound_penalty(scene, one))
    if not passes(test(scene, who, "willpower", rule, score=one.will, modifiers=modifiers)):
        faint(scene, who, rule)


def faint(scene: BgcScene, who: str, rule: str) -> None:
    """Someone loses consciousness."""
    if "unconscious" not in fighter(scene, who).conditions:
        scene.afflict(who, "unconscious", rule)


def die(scene: BgcScene, who: str, rule: str) -> None:
    """Someone is dead; nothing else lies on it any more."""
    for name in ("unconscious", "incapacitated", CLOCK):
        scene.relieve(who, name, rule)
    scene.afflict(who, "dead", rule)


def start_bleeding(scene: BgcScene, who: str, rule: str) -> None:
    """Begin the clock of rounds between two losses, unless it runs (BGC-WND-4, BGC-WND-6)."""
    if CLOCK not in fighter(scene, who).conditions:
        scene.afflict(who, CLOCK, rule, amount=scene.fight.options.bleed_rounds)


def bleed(scene: BgcScene) -> None:
    """One minute on the clock of everybody who bleeds; when it runs out, levels are lost (BGC-WND-4, BGC-WND-6)."""
    for who, one in scene.fight.combatants.items():
        if CLOCK not in one.conditions:
            continue
        left = one.conditions[CLOCK].amount - 1
        scene.change(who, f"conditions.{CLOCK}.amount", left or scene.fight.options.bleed_rounds, "BGC-WND-4")
        if not left:
            hurt(scene, who, blood_lost(scene, who), "BGC-WND-6" if levels(one) < 0 else "BGC-WND-4")


def blood_lost(scene: BgcScene, who: str) -> int:
    """Levels lost by bleeding: one, perhaps two in a fight; three below 0 (BGC-WND-4, BGC-WND-6)."""
    options = scene.fight.options
    one = fighter(scene, who)
    if levels(one) < 0:
        return options.bleed_below_zero
    if "unconscious" in one.conditions:
        return options.bleed_levels
    strain = scene.roll_under(who, "strain", "BGC-WND-4", score=options.bleed_chance, judge=_one_more, by_margin=False)
    return options.bleed_levels + (strain.outcome == "more")


def _one_more(face: int, score: int) -> str:
    return "more" if face <= score else "no more"


def damage(scene: BgcScene, command: verbs.Damage) -> None:
    """Take levels off, as the GM says; armour is not counted."""
    for who in command.who:
        hurt(scene, who, command.amount, "GM")


def heal(scene: BgcScene, command: verbs.Heal) -> None:
    """Give levels back, up to the maximum; above a quarter nothing bleeds (BGC-WND-1, BGC-WND-4)."""
    for who in command.who:
        one = fighter(scene, who)
        if "dead" in one.conditions:
            raise impossible(f"{one.name} is dead", "BGC-WND-7")
        now = min(one.max_levels, levels(one) + command.amount)
        scene.change(who, "levels", now, "GM")
        if now > 0:
            scene.relieve(who, "incapacitated", "BGC-WND-5")
        if 4 * now >= one.max_levels:
            scene.relieve(who, CLOCK, "BGC-WND-4")


def wake(scene: BgcScene, command: commands.Wake) -> None:
    """First aid or medicine brings someone round, harder at a quarter or less (BGC-WND-2, BGC-WND-3)."""
    patient = fighter(scene, command.who)
    if "unconscious" not in patient.conditions:
        raise impossible(f"{patient.name} is not unconscious", "BGC-WND-2")
    if levels(patient) < 0:
        scene.refuse(f"{patient.name} is too badly hurt to be woken", "BGC-WND-6", f"stabilize {command.who}")
    if treat(scene, command.who, command, "BGC-WND-2"):
        scene.relieve(command.who, "unconscious", "BGC-WND-2")


def stabilize(scene: BgcScene, command: commands.Stabilize) -> None:
    """First aid or medicine stops the bleeding (BGC-STB-1)."""
    patient = fighter(scene, command.who)
    if CLOCK not in patient.conditions:
        raise impossible(f"{patient.name} is not bleeding", "BGC-STB-1")
    if treat(scene, command.who, command, "BGC-STB-1"):
        scene.relieve(command.who, CLOCK, "BGC-STB-1")


def treat(scene: BgcScene, who: str, command: commands.Wake | commands.Stabilize, rule: str) -> bool:
    """Another character's roll of first aid or medicine; it is one of its Other actions (BGC-WND-3, BGC-ACT-2)."""
    from rbfcli.systems.bgc.declaring import check_risk, may_act, penalty_for, spend

    helper = command.by or scene.fight.active
    if not helper or helper == who:
        raise impossible("another character has to treat the wound", rule, "--by WHO")
    may_act(scene, helper)
    one, patient = fighter(scene, helper), fighter(scene, who)
    score, penalty = skill_of(one, command.skill), penalty_for(scene, helper, "other")
    check_risk(scene, one, score, penalty)
    spend(scene, helper, "other")
    hard = scene.fight.options.wake_quarter if 4 * levels(patient) <= patient.max_levels else 0
    modifiers = (
        Modifier(hard, "badly hurt", "BGC-WND-3"),
        penalty,
        wound_penalty(scene, one),
        Modifier(command.mod, "modifier"),
    )
    rolled = test(scene, helper, command.skill, rule, score=score, modifiers=modifiers, target=who)
    scene.conclude(rolled.outcome)
    return passes(rolled)


def stabilize_numbers(scene: BgcScene, command: commands.StabilizeNumbers) -> None:
    """The roll that stops bleeding, from numbers alone (BGC-STB-1)."""
    rolled = test(
        scene, "", "stabilize", "BGC-STB-1", score=command.score, modifiers=(Modifier(command.mod, "modifier"),)
    )
    scene.conclude(rolled.outcome)
