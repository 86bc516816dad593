"""Losing and regaining health: going down, dying, death, stabilising (FP-DIE, FP-STB)."""

from rbfcli.kernel import verbs
from rbfcli.kernel.scene import impossible
from rbfcli.systems.futurepath.check import FpScene
from rbfcli.systems.futurepath.people import character, standing
from rbfcli.systems.futurepath.sheet import constitution_left

RULE = "FP-DIE-1"


def hurt(scene: FpScene, who: str, amount: int, rule: str) -> None:
    """One blow: at 0 HP or less one is dying, below minus Constitution dead (FP-DIE-1)."""
    one = character(scene, who)
    if amount <= 0 or "dead" in one.conditions:
        return
    scene.change(who, "hp", one.hp - amount, rule)
    if one.hp - amount < -constitution_left(one):
        die(scene, who)
    elif one.hp - amount <= 0 and "dying" not in one.conditions:
        if "unconscious" not in one.conditions:
            scene.afflict(who, "unconscious", RULE)
        scene.afflict(who, "dying", RULE)


def die(scene: FpScene, who: str, rule: str = RULE) -> None:
    """Somebody dies."""
    for condition in ("dying", "unconscious"):
        scene.relieve(who, condition, rule)
    scene.afflict(who, "dead", rule)


def lose_constitution(scene: FpScene, who: str, amount: int, rule: str) -> None:
    """Constitution wanes; at 0 one is dead (FP-DIE-1)."""
    one = character(scene, who)
    lost = min(one.constitution, one.constitution_lost + amount)
    scene.change(who, "constitution_lost", lost, rule)
    if lost >= one.constitution:
        die(scene, who, rule)


def bleed(scene: FpScene) -> None:
    """Each round the dying lose Constitution (FP-DIE-1)."""
    for who, one in scene.fight.combatants.items():
        if "dying" in one.conditions:
            dice = scene.fight.options.dying_damage
            amount = scene.roll_expression(who, "Constitution lost by dying", RULE, dice)
            lose_constitution(scene, who, amount, RULE)


def damage(scene: FpScene, command: verbs.Damage) -> None:
    """Take health off, as the GM says, each time as one blow."""
    for who in command.who:
        hurt(scene, who, command.amount, "GM")


def heal(scene: FpScene, command: verbs.Heal) -> None:
    """Give health back, up to the maximum; who is above 0 HP wakes and is no longer dying (FP-DIE-1)."""
    for who in command.who:
        one = character(scene, who)
        if "dead" in one.conditions:
            raise impossible(f"{one.name} is dead", RULE)
        scene.change(who, "hp", min(one.max_hp, one.hp + command.amount), "GM")
        if character(scene, who).hp > 0 and not standing(character(scene, who)):
            for condition in ("dying", "unconscious"):
                scene.relieve(who, condition, RULE)
            scene.happen("wakes", RULE, who=who)
