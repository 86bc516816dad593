"""Keeping the dying alive (FP-STB-1)."""

from rbfcli.kernel.events import Rolled
from rbfcli.kernel.scene import impossible
from rbfcli.systems.futurepath import commands
from rbfcli.systems.futurepath.check import FpScene, stated
from rbfcli.systems.futurepath.economy import FULL_ROUND, left, may_spend, remember, spend, waits_in_vain
from rbfcli.systems.futurepath.ground import distance
from rbfcli.systems.futurepath.people import character, hindrance, members
from rbfcli.systems.futurepath.sheet import Character
from rbfcli.systems.futurepath.skills import skill_check
from rbfcli.systems.futurepath.squares import FEET
from rbfcli.systems.futurepath.terms import KIT, MEDICINE
from rbfcli.systems.futurepath.verdict import FUMBLE, GOOD
from rbfcli.systems.futurepath.vitality import lose_constitution

RULE = "FP-STB-1"


def stabilize(scene: FpScene, command: commands.Stabilize) -> None:
    """Treat Injury with a field medical kit: 1 HP, no longer dying, still unconscious (FP-STB-1)."""
    patient = character(scene, command.who)
    if "dying" not in patient.conditions:
        raise impossible(f"{patient.name} is not dying", RULE)
    helper = command.by or only_helper(scene, command.who)
    if helper == command.who:
        raise impossible("somebody else has to treat the wound", RULE, "--by WHO")
    if waits_in_vain(scene, helper, command.after):
        return
    require_able(scene, helper, patient)
    spend(scene, helper, FULL_ROUND, RULE)
    edges = stated(command.advantage, command.disadvantage)
    dc = scene.fight.options.stabilize_dc
    rolled = skill_check(scene, helper, MEDICINE, RULE, dc=dc, mod=command.mod, edges=edges, target=command.who)
    scene.conclude(rolled.outcome)
    treat(scene, command.who, rolled)
    remember(scene, helper)


def only_helper(scene: FpScene, patient: str) -> str:
    """The one of the team whose turn it is that can treat somebody now. Raises Refusal where that is not one."""
    able = [
        who
        for who in members(scene.fight, scene.fight.active)
        if who != patient and can_treat(scene.fight.combatants[who])
    ]
    if len(able) != 1:
        raise impossible("it has to be said who treats the wound", RULE, f"--by {' or '.join(able) or 'WHO'}")
    return able[0]


def can_treat(one: Character) -> bool:
    """Whether somebody has the kit, the skill and a Full Round left (FP-STB-1)."""
    return KIT in one.items and one.skills.get(MEDICINE, 0) > 0 and FULL_ROUND in left(one.turn) and not hindrance(one)


def require_able(scene: FpScene, helper: str, patient: Character) -> None:
    """A field medical kit, a rank of Treat Injury, and a hand on the patient (FP-STB-1)."""
    one = character(scene, helper)
    if KIT not in one.items:
        scene.refuse(f"{one.name} has no {KIT}", RULE, f'set {helper} items="{KIT}"')
    if not one.skills.get(MEDICINE, 0):
        scene.refuse(f"{one.name} has no rank of Treat Injury", RULE, f"set {helper} skills.{MEDICINE}=1")
    far = distance(one, patient)
    if far is not None and far > 1:
        scene.refuse(f"{patient.name} is {far * FEET} ft away from {one.name}", RULE, f"move {helper} …")
    may_spend(scene, helper, FULL_ROUND, RULE)


def treat(scene: FpScene, patient: str, rolled: Rolled) -> None:
    """What came of it: 1 HP, or with a natural 1 a loss of Constitution (FP-STB-1)."""
    if rolled.outcome in GOOD:
        scene.change(patient, "hp", 1, RULE)
        scene.relieve(patient, "dying", RULE)
        scene.happen("stabilised", RULE, who=patient)
    elif rolled.outcome == FUMBLE:
        slip = scene.fight.options.stabilize_slip
        lost = scene.roll_expression(patient, "Constitution lost by a slip", RULE, slip)
        lose_constitution(scene, patient, lost, RULE)
