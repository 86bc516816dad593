"""Damage and healing in BGC, near death, and first aid."""

from rbfcli.core.errors import refuse
from rbfcli.core.text import quoted
from rbfcli.model import commands as verbs
from rbfcli.model.events import Modifier
from rbfcli.systems.bgc import commands, conditions, economy
from rbfcli.systems.bgc.checks import BgcScene, passes, skill_of, test, wounds
from rbfcli.systems.bgc.sheet import BgcOptions, Fighter, levels, quarter_mark


def shocks(options: BgcOptions, now: int, was: int, most: int) -> list[tuple[int, str]]:
    """Return bonus and rule of each Willpower test after a loss: only the worst threshold, by default (BGC-WND-8)."""
    quarter = quarter_mark(options, most)
    lines = (
        (now == 0, options.will_zero, "BGC-WND-5"),
        (now <= quarter < was, options.will_quarter, "BGC-WND-3"),
        (2 * now < most <= 2 * was, options.will_half, "BGC-WND-2"),
    )
    crossed = [(bonus, rule) for is_crossed, bonus, rule in lines if is_crossed]
    return crossed[::-1] if options.every_shock else crossed[:1]


def hold_on(scene: BgcScene, actor: str, bonus: int, rule: str) -> None:
    """Roll Willpower to stay conscious; a combatant without Willpower feels no shock (BGC-WND-2, BGC-WND-3)."""
    fighter = scene.one(actor)
    if fighter.will is None or "unconscious" in fighter.conditions:
        return
    modifiers = (Modifier(bonus, "shock", rule),)
    if not passes(test(scene, actor, "willpower", rule, score=fighter.will, modifiers=modifiers)):
        scene.afflict(actor, "unconscious", rule)


def start_bleeding(scene: BgcScene, actor: str, rule: str) -> None:
    """Start the bleeding clock in rounds, unless it is running (BGC-WND-4, BGC-WND-6)."""
    fighter = scene.one(actor)
    if fighter.will is not None and "bleeding" not in fighter.conditions:
        scene.afflict(actor, "bleeding", rule, amount=scene.fight.options.bleed_rounds)


def wake(scene: BgcScene, command: commands.Wake) -> None:
    """Wake a combatant with first aid or medicine, harder at a quarter or less (BGC-WND-2, BGC-WND-3)."""
    patient = scene.one(command.who)
    if "unconscious" not in patient.conditions:
        raise refuse(f"{patient.name} is not unconscious", "BGC-WND-2")
    if levels(patient) < 0:
        bleeds = "bleeding" in patient.conditions
        hint = f"stabilize {quoted(command.who)} --by WHO" if bleeds else f"heal {quoted(command.who)} N"
        scene.refuse(f"{patient.name} is too badly hurt to be revived", "BGC-WND-6", hint)
    if treat(scene, command, "BGC-WND-2"):
        scene.relieve(command.who, "unconscious", "BGC-WND-2")


def stabilize(scene: BgcScene, command: commands.Stabilize) -> None:
    """Stop the bleeding with first aid or medicine (BGC-STB-1)."""
    patient = scene.one(command.who)
    if "bleeding" not in patient.conditions:
        raise refuse(f"{patient.name} is not bleeding", "BGC-STB-1")
    if levels(patient) >= 0 and not scene.fight.options.treat_above_zero:
        scene.refuse(f"{patient.name} bleeds until healed", "BGC-STB-1", f"heal {quoted(command.who)} N")
    if treat(scene, command, "BGC-STB-1"):
        scene.relieve(command.who, "bleeding", "BGC-STB-1")


def treat(scene: BgcScene, command: commands.Wake | commands.Stabilize, rule: str) -> bool:
    """Roll another character's first aid or medicine, as an Other action (BGC-WND-3, BGC-ACT-2)."""
    helper_id = command.by or scene.fight.active
    if not helper_id or helper_id == command.who:
        raise refuse("another character must treat the wound", rule, "--by WHO")
    economy.may_act(scene, helper_id)
    helper, patient = scene.one(helper_id), scene.one(command.who)
    score, penalty = skill_of(helper, command.skill), economy.penalty_for(scene, helper_id, "other")
    options = scene.fight.options
    hard = options.wake_quarter if levels(patient) <= quarter_mark(options, patient.max_levels) else 0
    others = (
        Modifier(hard, "badly hurt", "BGC-WND-3"),
        wounds(scene.fight.options, helper),
        Modifier(command.mod, "modifier"),
    )
    economy.check_risk(scene, helper, score, penalty.value, others)
    economy.spend(scene, helper_id, "other")
    modifiers = (penalty, *others)
    rolled = test(scene, helper_id, command.skill, rule, score=score, modifiers=modifiers, target=command.who)
    scene.conclude(rolled.outcome)
    return passes(rolled)


def hurt(scene: BgcScene, actor: str, amount: int, rule: str) -> None:
    """Subtract levels and apply the thresholds crossed (BGC-DMG-4)."""
    before = scene.one(actor)
    if amount <= 0 or "dead" in before.conditions:
        return
    scene.change(actor, "levels", levels(before) - amount, rule)
    take_effect(scene, actor, before)


def take_effect(scene: BgcScene, actor: str, before: Fighter) -> None:
    """Apply the effects of lost levels, by the thresholds crossed (BGC-WND-1 to BGC-WND-8)."""
    options = scene.fight.options
    fighter = scene.one(actor)
    now, was, most = levels(fighter), levels(before), fighter.max_levels
    if now < options.death_below:
        scene.afflict(actor, "dead", "BGC-WND-7")
        return
    if now <= 0 and options.npc_dies_at_zero and not fighter.player:
        scene.afflict(actor, "dead", "BGC-WND-5")
        return
    if now == 0:
        scene.afflict(actor, "incapacitated", "BGC-WND-5")
    if now < 0:
        scene.afflict(actor, "unconscious", "BGC-WND-6")
    for bonus, rule in shocks(options, now, was, most):
        hold_on(scene, actor, bonus, rule)
    if now < quarter_mark(options, most):
        start_bleeding(scene, actor, "BGC-WND-6" if now < 0 else "BGC-WND-4")


def bleed(scene: BgcScene) -> None:
    """Advance every bleeding clock by one round, a minute; at the end, levels are lost (BGC-WND-4, BGC-WND-6)."""
    rounds = scene.fight.options.bleed_rounds
    for who, fighter in scene.fight.combatants.items():
        if "bleeding" not in fighter.conditions:
            continue
        rule = "BGC-WND-6" if levels(fighter) < 0 else "BGC-WND-4"
        left = (fighter.conditions["bleeding"].amount or rounds) - 1
        scene.change(who, ("conditions", "bleeding", "amount"), left or rounds, rule)
        if not left:
            scene.happen("bleeds", rule, who=who)
            hurt(scene, who, blood_lost(scene, who), rule)


def blood_lost(scene: BgcScene, actor: str) -> int:
    """Return the levels lost by bleeding: one, maybe two in combat; three below 0 (BGC-WND-4, BGC-WND-6)."""
    options = scene.fight.options
    fighter = scene.one(actor)
    if levels(fighter) < 0:
        return options.bleed_below_zero
    if not (conditions.standing(fighter) and fighter.engaged):
        return options.bleed_levels
    strain = scene.roll_under(
        actor, "strain", "BGC-WND-4", score=options.bleed_chance,
        judge=lambda face, score: "one more" if face <= score else "no more",
    )  # fmt: skip
    return options.bleed_levels + (strain.outcome == "one more")


def damage(scene: BgcScene, actor: str, command: verbs.Damage) -> None:
    """Subtract levels set by the GM, ignoring armour."""
    hurt(scene, actor, int(command.amount), "GM")


def heal(scene: BgcScene, actor: str, command: verbs.Heal) -> None:
    """Restore levels up to the maximum; bleeding stops at a quarter (BGC-WND-4, BGC-WND-5)."""
    fighter = scene.one(actor)
    if "dead" in fighter.conditions:
        raise refuse(f"{fighter.name} is dead", "BGC-WND-7", f"condition remove {quoted(actor)} dead")
    now = min(fighter.max_levels, levels(fighter) + int(command.amount))
    scene.change(actor, "levels", now, "GM")
    recover(scene, actor)


def recover(scene: BgcScene, actor: str) -> None:
    """Apply regained levels: above 0 a combatant can act, from a quarter up it stops bleeding (BGC-WND-4)."""
    fighter = scene.one(actor)
    now = levels(fighter)
    if now > 0:
        scene.relieve(actor, "incapacitated", "BGC-WND-5")
    elif now == 0 and "incapacitated" not in fighter.conditions:
        scene.afflict(actor, "incapacitated", "BGC-WND-5")
    if now >= quarter_mark(scene.fight.options, fighter.max_levels):
        scene.relieve(actor, "bleeding", "BGC-WND-4")


def set_by_hand(scene: BgcScene, actor: str, fields: tuple[str, ...]) -> None:
    """Apply a manual change of levels: at 0 or less the living fall, above they recover (BGC-WND-5 to BGC-WND-7)."""
    before, fighter = scene.before.combatants[actor], scene.one(actor)
    if "levels" not in fields or "dead" in fighter.conditions:
        return
    if levels(fighter) <= 0:
        take_effect(scene, actor, before)
    elif levels(before) <= 0:
        recover(scene, actor)
