"""What a player's hit or near miss does: damage, techniques, critical effects (RBF-ATK-2 to RBF-ATK-7)."""

from typing import Any

from rbfcli.kernel.fight import Question
from rbfcli.systems.rbf import commands, techniques
from rbfcli.systems.rbf.actions import fighter
from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.damage import hurt
from rbfcli.systems.rbf.sheet import UNARMED, Weapon
from rbfcli.systems.rbf.strike import Strike

EFFECTS = ("silent", "thrown", "stunned")


def critical_success(scene: RbfScene, strike: Strike, margin: int) -> None:
    """Double damage, or one effect more: the attacker chooses (RBF-ATK-2)."""
    wanted = strike.command.critical or scene.fight.options.critical.replace("ask", "")
    if wanted:
        apply_critical(scene, strike, margin, wanted)
        return
    answers = ("double", *EFFECTS, *techniques.possible(scene, strike))
    scene.ask("critical", strike.who, answers, "RBF-ATK-2", free_text=True, facts=strike_facts(strike, margin))


def answer_critical(scene: RbfScene, question: Question, answer: str) -> None:
    """Go on with the hit as the attacker chose (RBF-ATK-2)."""
    apply_critical(scene, strike_from(scene, question), question.facts["margin"], answer)


def strike_facts(strike: Strike, margin: int) -> dict[str, Any]:
    """What a saved question has to remember of an attack, as plain values."""
    command = strike.command
    return {
        "targets": list(strike.targets),
        "weapon": strike.weapon_id,
        "technique": command.technique,
        "autofire": command.autofire,
        "margin": margin,
    }


def strike_from(scene: RbfScene, question: Question) -> Strike:
    """The attack that a saved question belongs to."""
    facts = question.facts
    command = commands.Attack(
        who=question.who,
        targets=tuple(facts["targets"]),
        technique=facts["technique"],
        autofire=facts["autofire"],
    )
    weapon = scene.fight.weapons.get(facts["weapon"], UNARMED)
    return Strike(who=question.who, targets=command.targets, weapon_id=facts["weapon"], weapon=weapon, command=command)


def apply_critical(scene: RbfScene, strike: Strike, margin: int, choice: str) -> None:
    """One critical success with its choice made."""
    hit(scene, strike, margin, times=2 if choice == "double" else 1)
    for target in strike.targets:
        if choice == "silent":
            hurt(scene, target, fighter(scene, target).hp, "RBF-ATK-2")
            scene.happen("killed-silently", "RBF-ATK-2", who=strike.who, target=target)
        elif choice == "stunned":
            scene.afflict(target, "stunned", "RBF-ATK-2", rounds=scene.fight.options.condition_rounds, by=strike.who)
        elif choice in techniques.TECHNIQUES:
            techniques.apply(scene, strike, choice, target, margin)
        elif choice != "double":
            scene.happen("critical-effect", "RBF-ATK-2", who=strike.who, target=target, effect=choice)


def hit(scene: RbfScene, strike: Strike, margin: int, times: int = 1) -> None:
    """Weapon damage and skill; or a technique instead, or both with Expert Fighter (RBF-ATK-3, RBF-TEC-1)."""
    technique = strike.command.technique
    both = "Expert Fighter" in fighter(scene, strike.who).talents
    amount = (
        weapon_damage(scene, strike) * times if not technique or both or techniques.TECHNIQUES[technique].harms else 0
    )
    for target in strike.targets:
        if amount:
            hurt(scene, target, amount, "RBF-ATK-3")
        if technique:
            techniques.apply(scene, strike, technique, target, margin)


def struggle(scene: RbfScene, strike: Strike) -> None:
    """Melee and brawl do half damage, a shot goes astray (RBF-ATK-4, RBF-ATK-6, RBF-ATK-7, RBF-MISS-1)."""
    target = strike.targets[0]
    if not strike.ranged or "blast" in strike.weapon.traits:
        rule = "RBF-ATK-7" if strike.ranged else "RBF-ATK-4"
        hurt(scene, target, half(weapon_damage(scene, strike)), rule)
        return
    graze = strike.weapon.graze + burst_bonus(strike)
    if graze:
        hurt(scene, target, graze, "RBF-ATK-6" if strike.weapon.graze else "RBF-ACT-7")
    scene.happen("astray", "RBF-MISS-1", who=strike.who, target=target)


def weapon_damage(scene: RbfScene, strike: Strike) -> int:
    """The weapon's damage, the skill with it, and what a burst adds (RBF-ATK-3, RBF-ACT-7)."""
    attacker = fighter(scene, strike.who)
    amount = rolled_damage(scene, strike.who, strike.weapon)
    return amount + max(0, attacker.skills.get(strike.weapon.skill, 0)) + burst_bonus(strike)


def burst_bonus(strike: Strike) -> int:
    """A burst at one target does 2 more, on hits and misses (RBF-ACT-7)."""
    return 2 if strike.command.autofire and len(strike.targets) == 1 else 0


def rolled_damage(scene: RbfScene, who: str, weapon: Weapon) -> int:
    """The damage of a weapon that is a number or dice."""
    return scene.roll_expression(who, "damage", "RBF-ATK-3", str(weapon.damage))


def half(amount: int) -> int:
    """Half, rounded down, at least 1 (RBF-ATK-8)."""
    return max(1, amount // 2)
