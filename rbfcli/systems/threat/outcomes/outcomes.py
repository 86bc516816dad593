"""The outcomes of both phases: what each result of the action roll brings (THR-OFF, THR-DEF)."""

from msgspec.structs import replace

from rbfcli.kernel.errors import UsageError
from rbfcli.systems.threat import commands
from rbfcli.systems.threat.action import Acting, Action, stated_down, stated_wear
from rbfcli.systems.threat.check import ThreatScene
from rbfcli.systems.threat.damage import deal
from rbfcli.systems.threat.economy.tracker import begin_phase
from rbfcli.systems.threat.outcomes.complications import choose_complication, named_complication
from rbfcli.systems.threat.outcomes.finish import finish
from rbfcli.systems.threat.outcomes.ultras import choose_ultra, named_ultra
from rbfcli.systems.threat.verdict import FAILURE, PARTIAL, SUCCESS


def as_stated(scene: ThreatScene, action: Action, command: Acting) -> Action:
    """The action with its choices made; refused where one means nothing to it."""
    chosen = replace(
        action,
        complication=named_complication(command.complication),
        ultra=named_ultra(scene, action, command.ultra),
        worn=stated_wear(scene, action.wearer, command),
    )
    if chosen.worn and chosen.complication not in ("", "durability", "roll", "ask"):
        raise UsageError(f"nothing wears by {chosen.complication}", hint="--complication durability --worn THING")
    if isinstance(command, commands.Act):
        return chosen
    return replace(chosen, accessory=command.accessory, down=stated_down(command))


def offense_outcome(scene: ThreatScene, action: Action, outcome: str) -> None:
    """Nothing and one space more; damage and a complication; damage; damage and something amazing (THR-OFF-2 to 5)."""
    if outcome == FAILURE:
        finish(scene, action, "THR-OFF-2")
    elif outcome == PARTIAL:
        choose_complication(scene, action)
    elif outcome == SUCCESS:
        deal(scene, action)
        finish(scene, action)
    else:
        choose_ultra(scene, action)


def defence_outcome(scene: ThreatScene, action: Action, outcome: str) -> None:
    """Full damage; a complication; one space more; Offense at once and something amazing (THR-DEF-2 to 5)."""
    if outcome == FAILURE:
        deal(scene, action)
        finish(scene, action)
    elif outcome == PARTIAL:
        choose_complication(scene, action)
    elif outcome == SUCCESS:
        finish(scene, action, "THR-DEF-4")
    else:
        if scene.fight.phase == "defence":
            begin_phase(scene, "offense", "THR-DEF-5")
        choose_ultra(scene, action)
