"""The one test of BGC: percentile, roll under, and two of them against each other (BGC-TST)."""

from collections.abc import Iterable

from rbfcli.kernel.events import Die, Modifier, Rolled
from rbfcli.kernel.scene import Scene, impossible, named
from rbfcli.systems.bgc.sheet import BgcFight, Fighter, levels
from rbfcli.systems.bgc.verdict import CRITICAL, PASS, verdict

BgcScene = Scene[BgcFight]
DOWN = frozenset(("dead", "unconscious"))


def fighter(scene: BgcScene, who: str) -> Fighter:
    """The fighter of an id, as it is now."""
    named(scene.fight, who)
    return scene.fight.combatants[who]


def standing(one: Fighter) -> bool:
    """Whether someone is still in the fight."""
    return DOWN.isdisjoint(one.conditions) and "incapacitated" not in one.conditions


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


def opposed(scene: BgcScene, attack: tuple[str, str, int], defence: tuple[str, str, int], rule: str) -> bool:
    """Two rolls against each other, each by whom, its label and score; whether the first wins (BGC-TST-1)."""

    def first_wins(faces: list[int]) -> bool:
        return wins(scene, faces[0], attack[2], faces[1], defence[2])

    dice = scene.draw_alike(100, 2, first_wins)
    for (who, label, score), die, against in ((attack, dice[0], defence[0]), (defence, dice[1], attack[0])):
        test(scene, who, label, rule, score=score, target=against, drawn=die)
    return first_wins([die.face for die in dice])


def wins(scene: BgcScene, face: int, score: int, other_face: int, other_score: int) -> bool:
    """Whether the first of two opposed faces wins: pass beats fail, then the wider margin; ties lose (BGC-TST-1)."""
    passed = judged(scene, face, score) in (CRITICAL, PASS)
    other_passed = judged(scene, other_face, other_score) in (CRITICAL, PASS)
    return passed and (not other_passed or score - face > other_score - other_face)


def passes(rolled: Rolled) -> bool:
    """Whether a test was passed, critically or not."""
    return rolled.outcome in (CRITICAL, PASS)


def beats(attack: Rolled, defence: Rolled) -> bool:
    """Whether the first of two opposed rolls wins; ties and two fails go to the defender (BGC-TST-1)."""
    if not passes(attack) or not passes(defence):
        return passes(attack)
    return (attack.margin or 0) > (defence.margin or 0)


def skill_of(one: Fighter, skill: str) -> int:
    """A skill's score. Raises Refusal where the sheet has none of that name."""
    if skill not in one.skills:
        known = ", ".join(one.skills) or "none"
        raise impossible(f"{one.name} has no skill {skill!r}", "BGC-TST-1", f"known: {known}")
    return one.skills[skill]


def wounds(scene: BgcScene, one: Fighter) -> Modifier:
    """What lost levels take off every action (BGC-EFF-1)."""
    options = scene.fight.options
    steps = (one.max_levels - levels(one)) // options.wound_step
    hindered = options.wound_penalty and not one.hardened
    return Modifier(-options.wound_step * max(0, steps) if hindered else 0, "wounds", "BGC-EFF-1")
