"""The BGC test: percentile, roll under, and opposed rolls (BGC-TST)."""

from collections.abc import Iterable

from msgspec import Struct

from rbfcli.core.errors import Refusal
from rbfcli.core.matching import unknown_word
from rbfcli.engine.scene import Scene
from rbfcli.model.events import Modifier, Rolled
from rbfcli.systems.bgc.outcome import CRITICAL, FAIL, PASS, verdict
from rbfcli.systems.bgc.sheet import BgcFight, BgcOptions, Fighter, levels

BgcScene = Scene[BgcFight, Fighter]


class Rating(Struct, frozen=True):
    """A score to roll under for a weapon or armour: combatant, label, score and modifier."""

    who: str
    label: str
    score: int
    mod: int = 0

    @property
    def effective(self) -> int:
        """Return the score with its modifier."""
        return self.score + self.mod


def test(
    scene: BgcScene,
    actor: str,
    label: str,
    rule: str,
    *,
    score: int,
    modifiers: Iterable[Modifier] = (),
    target: str = "",
) -> Rolled:
    """Roll a d100 at or under a score with its modifiers (BGC-TST-2)."""
    return scene.roll_under(
        actor,
        label,
        rule,
        score=score,
        modifiers=modifiers,
        target=target,
        judge=lambda face, effective: judged(scene, face, effective),
    )


def judged(scene: BgcScene, face: int, score: int) -> str:
    """Return the outcome of a d100 roll under a score, using the fight's bands (BGC-TST-2)."""
    options = scene.fight.options
    return verdict(face, score, (), options.critical_band, options.botch_from)


def passes(rolled: Rolled) -> bool:
    """Return whether a test passed, critically or not."""
    return rolled.outcome in (CRITICAL, PASS)


def defend_against(
    scene: BgcScene, attack: Rolled, actor: str, *, score: int, modifiers: Iterable[Modifier]
) -> tuple[Rolled, bool]:
    """Roll a Defend test against a passed attack; return it and whether the attack wins (BGC-ACT-2, BGC-TST-1)."""
    added = tuple(modifiers)
    effective, tied = score + sum(modifier.value for modifier in added), ties_win(scene)
    margin, critical, critical_wins = attack.margin, attack.outcome == CRITICAL, scene.fight.options.critical_wins

    def attack_wins(face: int) -> bool:
        outcome = judged(scene, face, effective)
        if critical_wins and critical != (outcome == CRITICAL):
            return critical
        return wins(margin, effective - face if outcome in (CRITICAL, PASS) else None, tied=tied)

    rolled = test(scene, actor, "defend", "BGC-ACT-2", score=score, modifiers=added, target=attack.who)
    return rolled, rolled.read(lambda faces: attack_wins(faces[0]))


def weapon_wins(scene: BgcScene, weapon: Rating, armour: Rating, rule: str) -> bool:
    """Return whether a weapon's penetration wins an opposed roll against armour.

    Both rolls only pass or fail; a score above 100 cannot fail (BGC-TST-1, BGC-DMG-5).
    """
    tied, first = ties_win(scene), rolled_plainly(scene, weapon, armour.who, rule)
    margin = first.margin if first.outcome == PASS else None
    second = rolled_plainly(scene, armour, weapon.who, rule)
    score = armour.effective
    return second.read(lambda faces: wins(margin, score - faces[0] if faces[0] <= score else None, tied=tied))


def rolled_plainly(scene: BgcScene, rating: Rating, against: str, rule: str) -> Rolled:
    """Roll a test that only passes or fails (BGC-DMG-5)."""
    return scene.roll_under(
        rating.who, rating.label, rule, score=rating.score, modifiers=(Modifier(rating.mod, "modifier"),),
        target=against, judge=lambda face, effective: PASS if face <= effective else FAIL,
    )  # fmt: skip


def wins(margin: int | None, other: int | None, *, tied: bool) -> bool:
    """Return whether the first of two opposed rolls wins by margin; None is a fail (BGC-TST-1)."""
    if margin is None or other is None:
        return tied if margin == other else other is None
    return margin > other or (tied and margin == other)


def ties_win(scene: BgcScene) -> bool:
    """Return whether the attacker wins ties and double fails (BGC-TST-1)."""
    return scene.fight.options.undecided == "attacker"


def skill_of(fighter: Fighter, skill: str) -> int:
    """Return a skill's score. Raises Refusal if the sheet lacks the skill."""
    if skill not in fighter.skills:
        raise unknown_word(skill, fighter.skills, f"skill on {fighter.name}", Refusal, "BGC-TST-2")
    return fighter.skills[skill]


def wounds(options: BgcOptions, fighter: Fighter) -> Modifier:
    """Return the wound penalty under a fight's options (BGC-EFF-1)."""
    steps = max(0, fighter.max_levels - levels(fighter)) // options.wound_step
    hindered = options.wound_penalty and not fighter.hardened
    return Modifier(-options.wound_cost * steps if hindered else 0, "wounds", "BGC-EFF-1")
