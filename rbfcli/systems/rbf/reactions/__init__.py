"""The table of reactions: who may answer another's deed, when, and whether it is asked (RBF-REA-1, RBF-ACT-8)."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from msgspec import Struct

from rbfcli.kernel.command import Command
from rbfcli.kernel.later import later_in
from rbfcli.kernel.reactions import Reaction
from rbfcli.kernel.rules import VerbFunction
from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.conditions import somebody_watches

later = later_in(__name__)
undertake = later_in("rbfcli.systems.rbf")("economy.undertake")

REACTIONS = (
    Reaction(
        kind="overwatch",
        on="acts",
        rule="RBF-ACT-8",
        bearing="watching",
        before=("actions_left", "bonus_left", "reactions_left"),
        may=later("overwatch.may_fire"),
        decided=later("overwatch.fires_unasked"),
        answers=("fire", "wait"),
        react=later("overwatch.fire"),
    ),
    Reaction(
        kind="overwatch",
        on="passes",
        rule="RBF-ACT-8",
        bearing="watching",
        may=later("overwatch.may_fire_in_passing"),
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


class Deed(Struct, frozen=True):
    """A verb by which somebody may move or act: whoever is on overwatch fires before what it spends (RBF-ACT-8)."""

    act: VerbFunction

    def __call__(self, scene: RbfScene, command: Any) -> None:
        """Carry out the verb, after those on overwatch."""
        if somebody_watches(scene.fight):
            undertake(scene, lambda: self.act(scene, command))
        else:
            self.act(scene, command)

    @property
    def __wrapped__(self) -> VerbFunction:
        """The function of the verb itself, where `inspect` and the laws of systems look for it."""
        return self.act


def deeds(verbs: Mapping[type[Command], VerbFunction]) -> dict[type[Command], VerbFunction]:
    """Verbs, each as a deed that others may come before."""
    return {kind: Deed(act) for kind, act in verbs.items()}
