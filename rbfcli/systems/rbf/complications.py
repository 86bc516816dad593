"""What a failed attack brings down on the attacker (RBF-ATK-5)."""

from rbfcli.kernel.fight import Question
from rbfcli.systems.rbf.armoury import weapon_named
from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.sheet import UNARMED_ID
from rbfcli.systems.rbf.strike import Strike

COMPLICATIONS = ("dropped", "prone", "out-of-ammo", "broken", "jammed", "ally-hit", "explodes")


def complicate(scene: RbfScene, strike: Strike) -> None:
    """No damage, and a complication: the one stated, the one asked for, else the usual one (RBF-ATK-5)."""
    usual = usual_complication(strike)
    if not strike.command.complication and scene.fight.options.complication == "ask":
        answers = tuple(dict.fromkeys((usual, *COMPLICATIONS)))
        facts = {"weapon": strike.weapon_id, "target": strike.target}
        scene.ask("complication", strike.who, answers, "RBF-ATK-5", free_text=True, facts=facts)
    else:
        befall(scene, strike.who, strike.weapon_id, strike.target, strike.command.complication or usual)


def usual_complication(strike: Strike) -> str:
    """Brawlers stumble, guns run dry, a club may break, other weapons and bows are dropped (RBF-ATK-5, RBF-RNG-1)."""
    if strike.weapon_id == UNARMED_ID or strike.weapon.skill == "brawl":
        return "prone"
    if strike.command.club:
        return "broken"
    return "out-of-ammo" if strike.ranged and "bow" not in strike.weapon.traits else "dropped"


def answer_complication(scene: RbfScene, question: Question, answer: str) -> None:
    """The complication that was chosen (RBF-ATK-5)."""
    befall(scene, question.who, question.facts["weapon"], question.facts["target"], answer)


def befall(scene: RbfScene, who: str, weapon_id: str, target: str, complication: str) -> None:
    """One complication; what no number says is told to the GM (RBF-ATK-5)."""
    weapon = weapon_named(scene.fight, weapon_id)
    thing = weapon.name if weapon else weapon_id
    match complication:
        case "dropped" if weapon:
            let_go(scene, who, weapon_id)
            scene.happen("dropped", "RBF-ATK-5", who=who, thing=thing)
        case "prone":
            scene.afflict(who, "prone", "RBF-ATK-5")
        case "out-of-ammo" | "jammed" if weapon:
            scene.change(who, f"ammo.{weapon_id}", 0, "RBF-ATK-5")
            scene.happen(complication, "RBF-ATK-5", who=who, thing=thing)
        case "broken" | "explodes" if weapon:
            let_go(scene, who, weapon_id)
            left = tuple(each for each in scene.fight.combatants[who].weapons if each != weapon_id)
            scene.change(who, "weapons", left, "RBF-ATK-5")
            scene.happen(complication, "RBF-ATK-5", who=who, thing=thing)
        case "ally-hit":
            scene.happen("ally-hit", "RBF-ATK-5", who=who, target=target)
        case effect:
            scene.happen("complication", "RBF-ATK-5", who=who, target=target, effect=effect)


def let_go(scene: RbfScene, who: str, weapon_id: str) -> None:
    """The weapon is in neither hand any more."""
    for hand in ("held", "off_hand"):
        if getattr(scene.fight.combatants[who], hand) == weapon_id:
            scene.change(who, hand, "", "RBF-ATK-5")
