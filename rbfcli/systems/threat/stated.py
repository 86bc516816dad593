"""An action with all that its command states beforehand (THR-CMP-1, THR-ULT-1, THR-DMG-2, THR-DMG-3)."""

from msgspec.structs import replace

from rbfcli.systems.threat import commands
from rbfcli.systems.threat.action import Action
from rbfcli.systems.threat.choices import Acting, stated_down, stated_wear
from rbfcli.systems.threat.complications import named_complication
from rbfcli.systems.threat.people import ThreatScene
from rbfcli.systems.threat.ultras import named_ultra


def as_stated(scene: ThreatScene, action: Action, command: Acting) -> Action:
    """The action with its choices made; refused where one means nothing to it."""
    chosen = replace(
        action,
        complication=named_complication(command.complication),
        ultra=named_ultra(scene, action, command.ultra),
        worn=stated_wear(scene, action.wearer, command),
    )
    if isinstance(command, commands.Act):
        return chosen
    return replace(chosen, accessory=command.accessory, down=stated_down(command))
