"""Other actions of BGC: whatever is neither attack, defence nor movement (BGC-ACT-2)."""

from rbfcli.kernel.errors import Refusal
from rbfcli.systems.bgc import commands
from rbfcli.systems.bgc.carrying import drawing, handle, reloading, repairing
from rbfcli.systems.bgc.check import BgcScene


def other(scene: BgcScene, command: commands.Other) -> None:
    """What the table says it is; or change a clip, take a weapon in hand, clear one that failed (BGC-ACT-2)."""
    if command.repair and not command.skill:
        raise Refusal("a repair needs a skill", rule="BGC-BOT-1", hint="--skill NAME")
    deeds = {
        **({"reload": reloading(command.who)} if command.reload else {}),
        **({f"draw {command.draw}": drawing(command.who, command.draw)} if command.draw else {}),
        **({f"repair {command.repair}": repairing(command.who, command.repair)} if command.repair else {}),
    }
    handle(scene, command, deeds, " ".join(command.what))
