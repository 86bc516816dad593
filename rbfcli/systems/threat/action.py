"""One action of the players, in plain facts, so that a question asked in its middle can go on with it."""

from typing import Any, Literal

import msgspec

from rbfcli.kernel.fight import Plain, Question


class Action(Plain, frozen=True, kw_only=True):
    """Who rolls, against whom, whose weapon is at stake, and what was stated beforehand."""

    kind: Literal["attack", "defence", "task"]
    who: str
    partner: str = ""
    foe: str = ""
    bearer: str = ""
    weapon: str = ""
    damage: str = "0"
    complication: str = ""
    ultra: str = ""
    worn: str = ""
    accessory: str = ""
    down: str = ""
    free: bool = False

    @property
    def team(self) -> tuple[str, ...]:
        """The one who acts, and the partner of a tag team (THR-TAG-1)."""
        return (self.who, self.partner) if self.partner else (self.who,)

    @property
    def wearer(self) -> str:
        """Whose weapon or armour a loss of durability wears (THR-CMP-2)."""
        return self.bearer if self.kind == "attack" else self.who


def facts_of(action: Action) -> dict[str, Any]:
    """An action as the facts of a saved question."""
    return {"action": msgspec.to_builtins(action)}


def action_of(question: Question) -> Action:
    """The action that a saved question belongs to."""
    return msgspec.convert(question.facts["action"], Action)
