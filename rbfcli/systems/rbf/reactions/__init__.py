"""The table of reactions: who may answer another's deed, when, and whether it is asked (RBF-REA-1, RBF-ACT-8)."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from msgspec import Struct

from rbfcli.kernel.later import later_in
from rbfcli.kernel.reactions import Reaction
from rbfcli.kernel.rules import VerbFunction
from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.conditions import standing

later = later_in(__name__)

REACTIONS = (
    Reaction(
        kind="overwatch",
        on="acts",
        rule="RBF-ACT-8",
        bearing="watching",
        may=later("overwatch.may_fire"),
        decided=later("overwatch.fires_unasked"),
        answers=("fire", "wait"),
        react=later("overwatch.fire"),
    ),
    Reaction(
        kind="riposte",
        on="dodged",
        rule="RBF-REA-1",
        may=later("riposte.may_strike_back"),
        answers=("strike", "no"),
        react=later("riposte.strike_back"),
        together=True,
        lapses=True,
    ),
    Reaction(
        kind="counterspell",
        on="casts",
        rule="RBF-REA-1",
        may=later("counterspell.may_counter"),
        decided=later("counterspell.said_beforehand"),
        answers=("counter", "no"),
        react=later("counterspell.counter"),
    ),
)


@contextmanager
def in_between(scene: RbfScene) -> Iterator[None]:
    """A reaction in the middle of a deed: it is not forced with the deed, and the deed's outcome stays what it is."""
    forced, scene.force = scene.force, False
    with scene.aside():
        yield
    scene.force = forced


class Watched(Struct, frozen=True):
    """A verb by which somebody moves or acts: whoever is on overwatch fires just before it (RBF-ACT-8)."""

    act: VerbFunction

    def __call__(self, scene: RbfScene, command: Any) -> None:
        """Carry out the verb, after those on overwatch; what would be refused draws no fire."""
        if not any("watching" in one.conditions for one in scene.fight.combatants.values()):
            self.act(scene, command)
            return
        refusal, told = scene.rehearse(lambda trial: self.act(trial, command)), len(scene.events)
        if refusal:
            raise refusal
        scene.trigger("acts", command.who)
        if len(scene.events) == told:
            self.act(scene, command)
        else:
            self.go_on(scene, command)

    def go_on(self, scene: RbfScene, command: Any) -> None:
        """What was about to be done, if it still can be."""
        if standing(scene.one(command.who)):
            refusal = scene.attempt(lambda: self.act(scene, command))
            why = refusal.message if refusal else ""
        else:
            why = "it is down"
        if why:
            scene.happen("cut-short", "RBF-ACT-8", who=command.who, why=why)
