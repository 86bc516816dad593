"""What others may do at once in BGC: strike where a botch gave them an opening (BGC-BOT-1)."""

from rbfcli.kernel.fight import Question
from rbfcli.systems.bgc.attack import botch, land
from rbfcli.systems.bgc.carrying import use_ammunition, weapon_in_hand
from rbfcli.systems.bgc.check import BgcScene, fighter, passes, skill_of, test, wounds
from rbfcli.systems.bgc.defense import blow_with
from rbfcli.systems.bgc.sheet import UNARMED
from rbfcli.systems.bgc.verdict import BOTCH, CRITICAL


def answer_opening(scene: BgcScene, question: Question, answer: str) -> None:
    """One strike back that cannot be blocked or dodged; armour still counts (BGC-BOT-1)."""
    if answer != "strike":
        return
    who, target = question.who, question.facts["target"]
    one = fighter(scene, who)
    weapon_id, weapon = weapon_in_hand(scene, who, "")
    score = skill_of(one, weapon.skill)
    use_ammunition(scene, who, weapon_id)
    rolled = test(scene, who, "strike back", "BGC-BOT-1", score=score, modifiers=(wounds(scene, one),), target=target)
    scene.conclude(rolled.outcome)
    if passes(rolled):
        critical = rolled.outcome == CRITICAL
        land(scene, who, target, blow_with(weapon, critical=critical, unarmed=weapon_id == UNARMED))
    elif rolled.outcome == BOTCH:
        botch(scene, who, target, weapon_id, "")
