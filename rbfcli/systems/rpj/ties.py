"""What binds characters to one another, and how it ends: overwatch, suppression, grapples, offers (RPJ-DMG-7)."""

from rbfcli.kernel.events import Answered
from rbfcli.systems.rpj.actions import RpjScene, character
from rbfcli.systems.rpj.groups import adjacent
from rbfcli.systems.rpj.sheet import Character

SUPPRESSED_BY = "suppressed by "
OFFERS = ("leaving", "shooting", "moving", "entering")


def suppressed(one: Character) -> bool:
    """Whether anybody suppresses it (RPJ-SUP-2)."""
    return any(name.startswith("suppressed") for name in one.conditions)


def suppressors(one: Character) -> tuple[str, ...]:
    """Who suppresses it (RPJ-SUP-2)."""
    return tuple(name.removeprefix(SUPPRESSED_BY) for name in one.conditions if name.startswith(SUPPRESSED_BY))


def end_suppression(scene: RpjScene, by: str) -> None:
    """Nobody is suppressed by someone any longer (RPJ-SUP-5)."""
    for who in scene.fight.combatants:
        scene.relieve(who, SUPPRESSED_BY + by, "RPJ-SUP-5")


def end_overwatch(scene: RpjScene, who: str, rule: str) -> None:
    """Someone watches no longer (RPJ-OVR-2, RPJ-OVR-3)."""
    if character(scene, who).overwatch:
        scene.change(who, "overwatch", "", rule)
        scene.happen("watch-ends", rule, who=who)


def end_grapple(scene: RpjScene, who: str, rule: str) -> None:
    """Two who grapple let go (RPJ-GRP-5)."""
    other = character(scene, who).grapple
    if not other:
        return
    scene.change(who, "grapple", "", rule)
    if other in scene.fight.combatants and character(scene, other).grapple == who:
        scene.change(other, "grapple", "", rule)
    scene.happen("let-go", rule, who=who, target=other)


def withdraw_offers(scene: RpjScene, who: str) -> None:
    """Free attacks and overwatch by or against someone are offered no longer."""
    for question in scene.fight.questions:
        if question.kind in OFFERS and who in (question.who, question.facts["target"]):
            scene.emit(Answered(rule=question.rule, kind=question.kind, who=question.who, answer=""))


def drop_everything(scene: RpjScene, who: str) -> None:
    """Drop overwatch, suppression and grapples (RPJ-DMG-7)."""
    end_overwatch(scene, who, "RPJ-DMG-7")
    end_suppression(scene, who)
    end_grapple(scene, who, "RPJ-DMG-7")
    withdraw_offers(scene, who)


def mend(scene: RpjScene) -> None:
    """Undo ties that the GM's hand has torn: to somebody who left the fight, or out of a grapple's reach."""
    people = scene.fight.combatants
    for who, one in people.items():
        for by in suppressors(one):
            if by not in people:
                scene.relieve(who, SUPPRESSED_BY + by, "RPJ-SUP-5")
        if one.grapple and not (one.grapple in people and adjacent(one, people[one.grapple])):
            end_grapple(scene, who, "RPJ-GRP-3")
    for question in scene.fight.questions:
        if question.kind in OFFERS and not {question.who, question.facts["target"]} <= set(people):
            scene.emit(Answered(rule=question.rule, kind=question.kind, who=question.who, answer=""))
