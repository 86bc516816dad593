"""First aid and medicine of BGC: waking and stopping blood (BGC-WND-2, BGC-WND-3, BGC-STB-1)."""

from rbfcli.kernel.events import Modifier
from rbfcli.kernel.scene import impossible
from rbfcli.systems.bgc import commands
from rbfcli.systems.bgc.check import BgcScene, fighter, passes, skill_of, test, wounds
from rbfcli.systems.bgc.declaring import check_risk, may_act, penalty_for, spend
from rbfcli.systems.bgc.sheet import levels
from rbfcli.systems.bgc.wounds import CLOCK


def wake(scene: BgcScene, command: commands.Wake) -> None:
    """First aid or medicine brings someone round, harder at a quarter or less (BGC-WND-2, BGC-WND-3)."""
    patient = fighter(scene, command.who)
    if "unconscious" not in patient.conditions:
        raise impossible(f"{patient.name} is not unconscious", "BGC-WND-2")
    if levels(patient) < 0:
        scene.refuse(f"{patient.name} is too badly hurt to be woken", "BGC-WND-6", f"stabilize {command.who}")
    if treat(scene, command, "BGC-WND-2"):
        scene.relieve(command.who, "unconscious", "BGC-WND-2")


def stabilize(scene: BgcScene, command: commands.Stabilize) -> None:
    """First aid or medicine stops the bleeding (BGC-STB-1)."""
    patient = fighter(scene, command.who)
    if CLOCK not in patient.conditions:
        raise impossible(f"{patient.name} is not bleeding", "BGC-STB-1")
    if levels(patient) >= 0 and not scene.fight.options.treat_above_zero:
        scene.refuse(f"{patient.name} bleeds until it is healed", "BGC-STB-1", f"heal {command.who} N")
    if treat(scene, command, "BGC-STB-1"):
        scene.relieve(command.who, CLOCK, "BGC-STB-1")


def treat(scene: BgcScene, command: commands.Wake | commands.Stabilize, rule: str) -> bool:
    """Another character's roll of first aid or medicine; it is one of its Other actions (BGC-WND-3, BGC-ACT-2)."""
    helper = command.by or scene.fight.active
    if not helper or helper == command.who:
        raise impossible("another character has to treat the wound", rule, "--by WHO")
    may_act(scene, helper)
    one, patient = fighter(scene, helper), fighter(scene, command.who)
    score, penalty = skill_of(one, command.skill), penalty_for(scene, helper, "other")
    hard = scene.fight.options.wake_quarter if 4 * levels(patient) <= patient.max_levels else 0
    others = (
        Modifier(hard, "badly hurt", "BGC-WND-3"),
        wounds(scene, one),
        Modifier(command.mod, "modifier"),
    )
    check_risk(scene, one, score, penalty, others)
    spend(scene, helper, "other")
    modifiers = (penalty, *others)
    rolled = test(scene, helper, command.skill, rule, score=score, modifiers=modifiers, target=command.who)
    scene.conclude(rolled.outcome)
    return passes(rolled)
