"""The one test of BGC: percentile, roll under, and two of them against each other (BGC-TST)."""

from collections.abc import Iterable

from rbfcli.kernel.events import Die, Modifier, Rolled
from rbfcli.kernel.scene import Scene, impossible
from rbfcli.systems.bgc.sheet import BgcFight, Fighter, levels
from rbfcli.systems.bgc.verdict import CRITICAL, FAIL, PASS, verdict

BgcScene = Scene[BgcFight, Fighter]
Thing = tuple[str, str, int, int]


def test(
    scene: BgcScene,
    who: str,
    label: str,
    rule: str,
    *,
    score: int,
    modifiers: Iterable[Modifier] = (),
    target: str = "",
    by_margin: bool = False,
    drawn: Die | None = None,
) -> Rolled:
    """A d100 at or under a score with its modifiers (BGC-TST-2); `by_margin` where more than the outcome counts."""
    return scene.roll_under(
        who,
        label,
        rule,
        score=score,
        modifiers=modifiers,
        target=target,
        judge=lambda face, effective: judged(scene, face, effective),
        by_margin=by_margin,
        drawn=drawn,
    )


def judged(scene: BgcScene, face: int, score: int) -> str:
    """The outcome of a face under a score, by the fight's bands (BGC-TST-2)."""
    options = scene.fight.options
    return verdict(face, score, (), options.critical_band, options.botch_from)


def passes(rolled: Rolled) -> bool:
    """Whether a test was passed, critically or not."""
    return rolled.outcome in (CRITICAL, PASS)


def test_against(
    scene: BgcScene, attack: Rolled, who: str, label: str, rule: str, *, score: int, modifiers: Iterable[Modifier] = ()
) -> tuple[Rolled, bool]:
    """A test opposed to an attack that was rolled; with it, whether the attack wins (BGC-TST-1)."""
    added = tuple(modifiers)
    effective = score + sum(each.value for each in added)

    def attack_wins(face: int) -> bool:
        passed = judged(scene, face, effective) in (CRITICAL, PASS)
        margin = attack.margin if passes(attack) else None
        return wins(margin, effective - face if passed else None, tied=ties_win(scene))

    die = scene.draw_alike(100, 1, lambda row: (judged(scene, row[0], effective), attack_wins(row[0])))[0]
    rolled = test(scene, who, label, rule, score=score, modifiers=added, target=attack.who, drawn=die)
    return rolled, attack_wins(die.face)


def opposed(scene: BgcScene, attack: Thing, defence: Thing, rule: str) -> bool:
    """Two things rolled against each other, each by whom, label, score, modifier; whether the first wins.

    A weapon or armour just passes or fails: a score above 100 cannot fail (BGC-TST-1, BGC-DMG-5).
    """
    tied = ties_win(scene)
    first, second = attack[2] + attack[3], defence[2] + defence[3]

    def first_wins(faces: list[int]) -> bool:
        margin, other = first - faces[0], second - faces[1]
        return wins(margin if margin >= 0 else None, other if other >= 0 else None, tied=tied)

    dice = scene.draw_alike(100, 2, first_wins)
    for (who, label, score, mod), die, against in ((attack, dice[0], defence[0]), (defence, dice[1], attack[0])):
        scene.roll_under(
            who, label, rule, score=score, modifiers=(Modifier(mod, "modifier"),), target=against, drawn=die,
            judge=lambda face, effective: PASS if face <= effective else FAIL,
        )  # fmt: skip
    return first_wins([die.face for die in dice])


def wins(margin: int | None, other: int | None, *, tied: bool) -> bool:
    """Whether the first of two opposed rolls wins, by the margins they pass with; None is a fail (BGC-TST-1)."""
    if margin is None or other is None:
        return tied if margin == other else other is None
    return margin > other if margin != other else tied


def ties_win(scene: BgcScene) -> bool:
    """Whether who attacks wins what neither of two opposed rolls decides (BGC-TST-1)."""
    return scene.fight.options.undecided == "attacker"


def skill_of(one: Fighter, skill: str) -> int:
    """A skill's score. Raises Refusal where the sheet has none of that name."""
    if skill not in one.skills:
        known = ", ".join(one.skills) or "none"
        raise impossible(f"{one.name} has no skill {skill!r}", "BGC-TST-2", f"known: {known}")
    return one.skills[skill]


def wounds(scene: BgcScene, one: Fighter) -> Modifier:
    """What lost levels take off every action (BGC-EFF-1)."""
    options = scene.fight.options
    steps = max(0, one.max_levels - levels(one)) // options.wound_step
    hindered = options.wound_penalty and not one.hardened
    return Modifier(-options.wound_cost * steps if hindered else 0, "wounds", "BGC-EFF-1")
