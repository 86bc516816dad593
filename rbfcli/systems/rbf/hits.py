"""What a player's hit or near miss does: damage, techniques, critical effects (RBF-ATK-2 to RBF-ATK-7)."""

from typing import TYPE_CHECKING

from rbfcli.kernel.fight import Question
from rbfcli.systems.rbf.blow import Blow, damage_of, deal, from_facts, half, in_words, to_facts, total
from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.damage import hurt
from rbfcli.systems.rbf.economy import fighter
from rbfcli.systems.rbf.ground import drive_back
from rbfcli.systems.rbf.strike import Strike, sweeps
from rbfcli.systems.rbf.talents import EXPERT_FIGHTER, has

if TYPE_CHECKING:
    from rbfcli.systems.rbf.techniques import Technique

EFFECTS = ("silent", "thrown", "stunned")


def critical_success(scene: RbfScene, blow: Blow) -> None:
    """Double damage, or one technique or effect more: the attacker chooses (RBF-ATK-2)."""
    wanted = blow.strike.command.critical or scene.fight.options.critical.replace("ask", "")
    if wanted:
        apply_critical(scene, blow, wanted)
        return
    from rbfcli.systems.rbf.techniques import further

    answers = ("double", *EFFECTS, *further(scene, blow.strike))
    scene.ask("critical", blow.strike.who, answers, "RBF-ATK-2", free_text=True, facts=to_facts(blow))


def answer_critical(scene: RbfScene, question: Question, answer: str) -> None:
    """Go on with the hit as the attacker chose (RBF-ATK-2)."""
    blow = from_facts(scene, question.facts)
    if technique_named(answer):
        from rbfcli.systems.rbf.techniques import require_one

        require_one(scene, blow.strike, answer)
    apply_critical(scene, blow, answer)


def technique_named(name: str) -> "Technique | None":
    """The technique of a name, if it is one's; they are imported only where one is named."""
    if not name:
        return None
    from rbfcli.systems.rbf.techniques import TECHNIQUES

    return TECHNIQUES.get(name)


def apply_critical(scene: RbfScene, blow: Blow, choice: str) -> None:
    """A critical success with its choice made (RBF-ATK-2)."""
    hit(scene, blow, times=2 if choice == "double" else 1)
    who, target = blow.strike.who, blow.strike.target
    match choice:
        case "double":
            pass
        case "silent":
            hurt(scene, target, fighter(scene, target).hp, "RBF-ATK-2", lethal=not blow.strike.command.nonlethal)
            scene.happen("killed-silently", "RBF-ATK-2", who=who, target=target)
        case "thrown":
            drive_back(scene, target, who, scene.fight.options.thrown_back, "RBF-ATK-2")
        case "stunned":
            scene.afflict(target, "stunned", "RBF-ATK-2", rounds=scene.fight.options.condition_rounds, by=who)
        case effect if technique := technique_named(effect):
            technique.effect(scene, blow, target)
        case effect:
            scene.happen("critical-effect", "RBF-ATK-2", who=who, target=target, effect=effect)


def hit(scene: RbfScene, blow: Blow, *, times: int = 1, already: int = 0) -> None:
    """Weapon damage and skill; or a technique instead, or both with Expert Fighter (RBF-ATK-3, RBF-TEC-1)."""
    strike = blow.strike
    technique = technique_named(strike.command.technique)
    if technique is None or technique.harms or has(fighter(scene, strike.who), EXPERT_FIGHTER):
        parts = damage_of(scene, blow)
        why = in_words(parts) + (", doubled" if times > 1 else "") + (f", {already} of it done" if already else "")
        for target in together(scene, strike):
            amount = max(0, total(parts) * times - already)
            deal(scene, blow, target, amount, why=why, rule="RBF-ATK-2" if times > 1 else "RBF-ATK-3")
    if technique:
        technique.effect(scene, blow, strike.target)


def together(scene: RbfScene, strike: Strike) -> tuple[str, ...]:
    """Who takes the same damage from one hit: both that a sweep or a thrust goes through (RBF-TEC-CLEAVE)."""
    same = strike.command.technique == "pierce" or sweeps(fighter(scene, strike.who), strike)
    return strike.targets if same else strike.targets[:1]


def fall_short(scene: RbfScene, blow: Blow) -> None:
    """Melee and brawl do half damage, a shot goes astray and at most grazes (RBF-ATK-4, RBF-ATK-6, RBF-ATK-7)."""
    if not blow.strike.ranged:
        halve(scene, blow, "RBF-ATK-4")
    elif "blast" in blow.strike.weapon.traits and scene.fight.options.blast_struggle != "none":
        halve(scene, blow, "RBF-ATK-7")
    else:
        graze(scene, blow)
        go_astray(scene, blow.strike)


def halve(scene: RbfScene, blow: Blow, rule: str) -> None:
    """Half the damage of a hit (RBF-ATK-8); a blast may do it all, if the option says so."""
    parts = damage_of(scene, blow)
    whole = rule == "RBF-ATK-7" and scene.fight.options.blast_struggle == "full"
    amount = total(parts) if whole else half(scene, total(parts))
    why = in_words(parts) if whole else f"half of {in_words(parts)}"
    deal(scene, blow, blow.strike.target, amount, why=why, rule=rule)


def graze(scene: RbfScene, blow: Blow) -> None:
    """What a near miss does all the same: the graze of a feature, the two points of a burst (RBF-ATK-6, RBF-ACT-7)."""
    burst = sum(each.value for each in blow.bonus if each.rule == "RBF-ACT-7")
    grazed = fighter(scene, blow.strike.who).graze
    if grazed + burst:
        rule = "RBF-ATK-6" if grazed else "RBF-ACT-7"
        deal(scene, blow, blow.strike.target, grazed + burst, why="a graze", rule=rule)


def go_astray(scene: RbfScene, strike: Strike) -> None:
    """Something behind or near the target may be hit: the GM says what (RBF-MISS-1)."""
    scene.happen("astray", "RBF-MISS-1", who=strike.who, target=strike.target)
