"""A fight as JSON tells it to the GM: all there is, but for what only a save needs."""

from typing import Any

from rbfcli.kernel.fight import Fight

# The record of a command that waits is made to be played again, not read: the questions are told.
NOT_TOLD = ("paused",)


def fight_facts(fight: Fight) -> Any:
    """Everything in a fight, by its keys; the schema of the protocol has the same."""
    return {field: getattr(fight, field) for field in fight.__struct_encode_fields__ if field not in NOT_TOLD}
