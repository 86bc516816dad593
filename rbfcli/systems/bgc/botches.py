"""Botches of BGC: the weapon fails, or the opponent strikes back (BGC-BOT-1)."""

from rbfcli.kernel.fight import Question
from rbfcli.systems.bgc.check import BgcScene, fighter, passes, skill_of, standing, test, wounds
from rbfcli.systems.bgc.hits import land
from rbfcli.systems.bgc.penetration import blow_with
from rbfcli.systems.bgc.sheet import UNARMED
from rbfcli.systems.bgc.verdict import BOTCH, CRITICAL
from rbfcli.systems.bgc.weapons import take_away, use_ammunition, weapon_in_hand

BOTCHES = ("failure", "opening")
RULE = "BGC-BOT-1"


def botch(scene: BgcScene, who: str, opponent: str, weapon_id: str, wanted: str) -> None:
    """The weapon fails, or the opponent has an opening: rolled, or as stated (BGC-BOT-1)."""
    if not standing(fighter(scene, who)):
        return
    effect = wanted or rolled_effect(scene, who, opponent)
    if effect == "opening":
        open_to(scene, who, opponent)
    elif weapon_id == UNARMED:
        scene.happen("stumbles", RULE, who=who)
    else:
        lose_weapon(scene, who, weapon_id, effect)


def rolled_effect(scene: BgcScene, who: str, opponent: str) -> str:
    """One of the two effects, by an even chance."""
    rolled = scene.roll(
        who, "botch", RULE, target=opponent, sides=2, count=1, judge=lambda total, _kept: BOTCHES[total - 1]
    )
    return rolled.outcome


def open_to(scene: BgcScene, who: str, opponent: str) -> None:
    """The opponent may strike at once, if it still can."""
    if standing(fighter(scene, opponent)):
        scene.ask("opening", opponent, ("strike", "let go"), RULE, lapses=True, facts={"target": who})
    else:
        scene.happen("stumbles", RULE, who=who)


def lose_weapon(scene: BgcScene, who: str, weapon_id: str, effect: str) -> None:
    """A weapon that failed can be repaired; one that exploded is gone."""
    thing = scene.fight.weapons[weapon_id].name
    if effect == "explosion":
        scene.happen("weapon-explodes", RULE, who=who, thing=thing)
        take_away(scene, who, weapon_id, RULE)
    else:
        scene.happen("weapon-fails", RULE, who=who, thing=thing)
        scene.change(who, "failed", (*fighter(scene, who).failed, weapon_id), RULE)


def answer_opening(scene: BgcScene, question: Question, answer: str) -> None:
    """One strike back that cannot be blocked or dodged; armour still counts (BGC-BOT-1)."""
    if answer != "strike":
        return
    who, target = question.who, question.facts["target"]
    one = fighter(scene, who)
    weapon_id, weapon = weapon_in_hand(scene, who, "")
    score = skill_of(one, weapon.skill)
    use_ammunition(scene, who, weapon_id)
    rolled = test(scene, who, "strike back", RULE, score=score, modifiers=(wounds(scene, one),), target=target)
    scene.conclude(rolled.outcome)
    if passes(rolled):
        critical = rolled.outcome == CRITICAL
        land(scene, who, target, blow_with(weapon, critical=critical, unarmed=weapon_id == UNARMED))
    elif rolled.outcome == BOTCH:
        botch(scene, who, target, weapon_id, "")
