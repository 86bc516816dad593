"""The test of RBF: 2d8 plus a skill against a target number (RBF-TST)."""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from rbfcli.core.errors import Refusal
from rbfcli.core.matching import match, own_words
from rbfcli.engine.rolling import stated, total, value_of
from rbfcli.engine.scene import Scene
from rbfcli.model.events import Modifier, Rolled
from rbfcli.systems.rbf.conditions import edges_of
from rbfcli.systems.rbf.outcome import CRITICAL, FAILURE, SUCCESS, verdict
from rbfcli.systems.rbf.sheet import Fighter, RbfFight

RbfScene = Scene[RbfFight, Fighter]
DICE, SIDES = 2, 8


def test(
    scene: RbfScene,
    actor: str,
    label: str,
    rule: str,
    *,
    tn: int,
    target: str = "",
    modifiers: Iterable[Modifier] = (),
    edges: Iterable[Modifier] = (),
    attack: bool = False,
) -> Rolled:
    """Roll 2d8, with one extra die for each net advantage or disadvantage (RBF-TST-1, RBF-TST-2)."""
    modifiers, reasons = tuple(modifiers), tuple(filter(value_of, edges))
    net = total(reasons)
    rolled = scene.roll(
        actor,
        label,
        rule,
        target=target,
        sides=SIDES,
        count=DICE + abs(net),
        keep=DICE if net >= 0 else -DICE,
        modifiers=modifiers,
        edges=reasons,
        against=tn,
        judge=lambda total, kept: judged(scene.fight, actor, total, tn, kept, attack=attack),
    )
    scene.conclude(rolled.outcome)
    if rolled.outcome in (CRITICAL, FAILURE):
        tell_why(scene, actor, rolled, Needed(tn, total(modifiers), net))
    return rolled


def passes(
    scene: RbfScene, command: Any, actor: str, label: str, rule: str, *, tn: int, skill: str, target: str = ""
) -> bool:
    """Roll a skill (none if empty) with the command's modifier and advantage; return whether it succeeds."""
    own = (skill_modifier(scene.fight, scene.one(actor), skill, rule),) if skill else ()
    edges = (*stated(command.advantage, command.disadvantage), *edges_of(scene.fight, "test", actor))
    modifiers = (*own, Modifier(command.mod, "modifier"))
    rolled = test(scene, actor, label, rule, target=target, tn=tn, modifiers=modifiers, edges=edges)
    return rolled.outcome in (CRITICAL, SUCCESS)


class Needed(Struct, frozen=True):
    """The numbers that a roll must meet: its target number, its modifier and its net advantage."""

    tn: int
    plus: int
    net: int

    def kept(self, faces: Sequence[int]) -> tuple[int, ...]:
        """Return the two dice that count: the highest, or with net disadvantage the lowest (RBF-TST-2)."""
        return tuple(sorted(faces[: DICE + abs(self.net)], reverse=self.net >= 0)[:DICE])

    def margin(self, faces: Sequence[int]) -> int:
        """Return the margin of these dice; negative below the TN."""
        return sum(self.kept(faces)) + self.plus - self.tn


def tell_why(scene: RbfScene, actor: str, rolled: Rolled, needed: Needed) -> None:
    """Report if two 8s, two 1s or a wider critical range decided the outcome (RBF-TST-4, RBF-TST-6)."""
    critical, failure = scene.fight.options.critical_margin, scene.fight.options.failure_margin
    if rolled.outcome == FAILURE:
        if rolled.read(lambda faces: needed.margin(faces) > -failure):
            scene.happen("two-ones", "RBF-TST-6", who=actor)
    elif rolled.read(lambda faces: needed.margin(faces) < critical):
        if rolled.read(lambda faces: needed.kept(faces) == (SIDES, SIDES)):
            scene.happen("two-eights", "RBF-TST-6", who=actor)
        else:
            scene.happen("wider-range", "RBF-TST-4", who=actor, points=critical - scene.one(actor).critical_range)


def judged(fight: RbfFight, actor: str, total: int, tn: int, kept: tuple[int, ...], *, attack: bool) -> str:
    """Return a total's outcome; a critical range lowers the margin an attack needs (RBF-TST-4)."""
    counts = actor and (attack or fight.options.critical_range == "all")
    widened = fight.combatants[actor].critical_range if counts else 0
    return verdict(total, tn, kept, fight.options.critical_margin - widened, fight.options.failure_margin)


def divided(fight: RbfFight, amount: int, by: int) -> int:
    """Return a fraction of a number, rounded as the option `halves` says (RBF-ATK-8)."""
    return (amount + (by - 1 if fight.options.halves == "up" else 0)) // by


def skill_of(fight: RbfFight, fighter: Fighter, skill: str) -> int:
    """Return a skill's level; an untrained skill has the level of the option `untrained`."""
    return fighter.skills.get(skill, fight.options.untrained)


def skill_modifier(fight: RbfFight, fighter: Fighter, skill: str, rule: str) -> Modifier:
    """Return a skill as a modifier of a test."""
    return Modifier(skill_of(fight, fighter, skill), skill.capitalize(), rule)


def signed(parts: Iterable[Modifier]) -> str:
    """Return modifiers as text, each with its reason and sign."""
    return ", ".join(f"{each.why} {each.value:+d}" for each in parts)


def of_worth(value: int, why: str, rule: str = "") -> tuple[Modifier, ...]:
    """Return a modifier, or nothing if it is 0."""
    return (Modifier(value, why, rule),) if value else ()


def chosen(word: str, words: Iterable[str], what: str, rule: str) -> str:
    """Return a stated choice: empty, a word of the list, or your own words after `say`. Raises Refusal."""
    return word and (own_words(word) or match(word, words, what, Refusal, rule))
