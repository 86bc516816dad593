"""Levels lost and given back in BGC, and what a loss does (BGC-DMG-4, BGC-WND)."""

from rbfcli.kernel import verbs
from rbfcli.kernel.scene import impossible
from rbfcli.kernel.visible import quoted
from rbfcli.systems.bgc.check import BgcScene
from rbfcli.systems.bgc.conditions import standing
from rbfcli.systems.bgc.dying import die, faint, hold_on, shocks, start_bleeding
from rbfcli.systems.bgc.sheet import Fighter, levels, quarter_mark


def hurt(scene: BgcScene, who: str, amount: int, rule: str) -> None:
    """Take levels off somebody and let the lines it crosses take effect (BGC-DMG-4)."""
    before = scene.one(who)
    if amount <= 0 or "dead" in before.conditions:
        return
    scene.change(who, "levels", levels(before) - amount, rule)
    take_effect(scene, who, before)


def take_effect(scene: BgcScene, who: str, before: Fighter) -> None:
    """What a loss of levels does, by the lines it crosses (BGC-WND-1 to BGC-WND-8)."""
    options = scene.fight.options
    fighter = scene.one(who)
    now, was, most = levels(fighter), levels(before), fighter.max_levels
    if now < options.death_below:
        die(scene, who, "BGC-WND-7")
        return
    if now <= 0 and options.npc_dies_at_zero and not fighter.player:
        die(scene, who, "BGC-WND-5")
        return
    if now == 0:
        scene.afflict(who, "incapacitated", "BGC-WND-5")
    if now < 0:
        faint(scene, who, "BGC-WND-6")
    for bonus, rule in shocks(options, now, was, most):
        hold_on(scene, who, bonus, rule)
    if now < quarter_mark(options, most):
        start_bleeding(scene, who, "BGC-WND-6" if now < 0 else "BGC-WND-4")


def bleed(scene: BgcScene) -> None:
    """One minute on the clock of everybody who bleeds; when it runs out, levels are lost (BGC-WND-4, BGC-WND-6)."""
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


def blood_lost(scene: BgcScene, who: str) -> int:
    """Levels lost by bleeding: one, perhaps two for those who fight; three below 0 (BGC-WND-4, BGC-WND-6)."""
    options = scene.fight.options
    fighter = scene.one(who)
    if levels(fighter) < 0:
        return options.bleed_below_zero
    if not (standing(fighter) and fighter.engaged):
        return options.bleed_levels
    strain = scene.roll_under(who, "strain", "BGC-WND-4", score=options.bleed_chance, judge=_one_more)
    return options.bleed_levels + (strain.outcome == "one more")


def _one_more(face: int, score: int) -> str:
    return "one more" if face <= score else "no more"


def damage(scene: BgcScene, who: str, command: verbs.Damage) -> None:
    """Take levels off, as the GM says; armour is not counted."""
    hurt(scene, who, command.amount, "GM")


def heal(scene: BgcScene, who: str, command: verbs.Heal) -> None:
    """Give levels back, up to the maximum; at a quarter and above nothing bleeds (BGC-WND-4, BGC-WND-5)."""
    fighter = scene.one(who)
    if "dead" in fighter.conditions:
        raise impossible(f"{fighter.name} is dead", "BGC-WND-7", f"condition remove {quoted(who)} dead")
    now = min(fighter.max_levels, levels(fighter) + command.amount)
    scene.change(who, "levels", now, "GM")
    recover(scene, who)


def recover(scene: BgcScene, who: str) -> None:
    """What levels that came back do: above 0 one can act, at a quarter and above nothing bleeds (BGC-WND-4)."""
    fighter = scene.one(who)
    now = levels(fighter)
    if now > 0:
        scene.relieve(who, "incapacitated", "BGC-WND-5")
    elif now == 0 and "incapacitated" not in fighter.conditions:
        scene.afflict(who, "incapacitated", "BGC-WND-5")
    if now >= quarter_mark(scene.fight.options, fighter.max_levels):
        scene.relieve(who, "bleeding", "BGC-WND-4")


def set_by_hand(scene: BgcScene, who: str, fields: tuple[str, ...]) -> None:
    """Who is set to no levels falls, who is set above 0 recovers; the dead stay dead (BGC-WND-5 to BGC-WND-7)."""
    before, fighter = scene.before.combatants[who], scene.one(who)
    if "levels" not in fields or "dead" in fighter.conditions:
        return
    if levels(fighter) <= 0:
        take_effect(scene, who, before)
    elif levels(before) <= 0:
        recover(scene, who)
