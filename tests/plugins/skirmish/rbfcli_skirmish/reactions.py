"""Reactions to an attack."""

from rbfcli.model.rules import Reaction, Trigger
from rbfcli_skirmish.conditions import standing
from rbfcli_skirmish.sheet import SkirmishScene


def may_step_in(scene: SkirmishScene, actor: str, occasion: Trigger) -> bool:
    """A friend of the one who is struck, up and with its action left (SKI-STEP-1)."""
    one, struck = scene.one(actor), scene.one(occasion.who)
    return actor != occasion.who and one.side == struck.side and standing(one) and not one.acted


def step_in(scene: SkirmishScene, actor: str, occasion: Trigger) -> None:
    """Spend the action and take the hit for a friend (SKI-STEP-1)."""
    scene.change(actor, "acted", after=True, rule="SKI-STEP-1")
    scene.afflict(occasion.who, "shielded", "SKI-STEP-1", by=actor)


REACTIONS = (
    Reaction(kind="step-in", on="struck", rule="SKI-STEP-1", may=may_step_in, react=step_in, answers=("step", "stay")),
)
