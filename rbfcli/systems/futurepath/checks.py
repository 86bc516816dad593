"""The common check, skills included: d20, advantage dice and modifiers against a number (FP-ADV, FP-SKL-1)."""

from collections.abc import Callable, Iterable

from rbfcli.engine.scene import Scene
from rbfcli.model.events import Modifier, Rolled
from rbfcli.systems.futurepath.outcome import plain_verdict, slip_verdict, verdict
from rbfcli.systems.futurepath.sheet import SKILLS, Character, FuturePathFight, FuturePathOptions, ability_modifier

FpScene = Scene[FuturePathFight, Character]
D20 = 20
Judge = Callable[[int, int, tuple[int, ...], int], str]


def check(
    scene: FpScene,
    actor: str,
    label: str,
    rule: str,
    *,
    dc: int | None,
    die: str = "",
    target: str = "",
    modifiers: Iterable[Modifier] = (),
    edges: Iterable[Modifier] = (),
    judge: Judge = verdict,
    critical: int = D20,
) -> Rolled:
    """Roll d20 with the net advantage dice, up to the option's maximum (FP-ADV-1, FP-ADV-2).

    `judge` determines the outcome from the total, the DC and the dice. `die` is the advantage die if it is known.
    """
    reasons = tuple(each for each in edges if each.value)
    net = sum(each.value for each in reasons)
    most = scene.fight.options.advantage_most
    number, sides = dice_of(die or die_of(scene.fight.options, scene.one(actor)))
    dice = number * max(-most, min(most, net))
    return scene.roll(
        actor,
        label,
        rule,
        target=target,
        sides=D20,
        count=1,
        modifiers=modifiers,
        edges=reasons,
        edge_sides=sides,
        edge_count=dice,
        against=dc,
        judge=None if dc is None else lambda total, kept: judge(total, dc, kept, critical),
    )


def initiative_check(scene: FpScene, actor: str, rule: str, score: int, mod: int = 0) -> int:
    """Roll d20 plus a combatant's initiative score, and return the total (FP-INI-2)."""
    modifiers = (Modifier(score, "initiative", "FP-INI-2"), Modifier(mod, "modifier"))
    return scene.roll(actor, "initiative check", rule, sides=D20, count=1, modifiers=modifiers).total


def dice_of(die: str) -> tuple[int, int]:
    """Return the number of dice and their sides, such as 2 and 8 for `2d8`."""
    number, _, sides = die.partition("d")
    return int(number), int(sides)


def die_of(options: FuturePathOptions, combatant: Character) -> str:
    """Return a character's advantage die: its own, or the one for its level (FP-ADV-2)."""
    by_level = options.advantage_middle if combatant.level >= options.middle_level else options.advantage_low
    return combatant.advantage_die or (options.advantage_high if combatant.level >= options.high_level else by_level)


def stated(advantage: int, disadvantage: int) -> tuple[Modifier, ...]:
    """Return the modifiers given with `--advantage` and `--disadvantage`."""
    return Modifier(advantage, "as stated", "FP-ADV-1"), Modifier(-disadvantage, "as stated", "FP-ADV-1")


def bonus(combatant: Character, skill: str) -> tuple[Modifier, ...]:
    """Return the rank and ability modifiers of a skill."""
    ability = SKILLS.get(skill, "intelligence")
    ranks = Modifier(combatant.skills.get(skill, 0), skill.replace("-", " ").capitalize(), "FP-SKL-1")
    return ranks, Modifier(ability_modifier(combatant, ability), ability.capitalize(), "FP-SKL-1")


def judge_of(scene: FpScene, *, slips: bool = False) -> Judge:
    """Return the verdict function of a check other than an attack; `slips` if a natural 1 is critical (FP-SKL-1)."""
    if scene.fight.options.naturals == "all":
        return verdict
    return slip_verdict if slips else plain_verdict


def skill_check(
    scene: FpScene,
    actor: str,
    skill: str,
    rule: str,
    *,
    dc: int | None,
    mod: int = 0,
    edges: Iterable[Modifier] = (),
    target: str = "",
    slips: bool = False,
) -> Rolled:
    """Roll d20, advantage dice, ranks and ability against a number."""
    one = scene.one(actor)
    modifiers = (*bonus(one, skill), Modifier(mod, "modifier"))
    label = skill.replace("-", " ")
    return check(
        scene, actor, label, rule, dc=dc, target=target, modifiers=modifiers, edges=edges,
        judge=judge_of(scene, slips=slips),
    )  # fmt: skip
