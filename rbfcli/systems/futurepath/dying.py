"""Dying, death, and keeping the dying alive (FP-DIE-1, FP-STB-1)."""

from rbfcli.kernel.events import Rolled
from rbfcli.kernel.scene import impossible
from rbfcli.kernel.visible import quoted
from rbfcli.systems.futurepath.check import FpScene, skill_check, stated
from rbfcli.systems.futurepath.commands import fighting
from rbfcli.systems.futurepath.conditions import hindrance, is_dying
from rbfcli.systems.futurepath.economy import FULL_ROUND, left, may_spend, remember, spend, waits_in_vain
from rbfcli.systems.futurepath.ground.map import place
from rbfcli.systems.futurepath.ground.reach import distance, ground_height
from rbfcli.systems.futurepath.ground.squares import FEET
from rbfcli.systems.futurepath.sheet.sheet import KIT, MEDICINE, Character, members
from rbfcli.systems.futurepath.verdict import FUMBLE, GOOD

DYING = "FP-DIE-1"
STABILIZING = "FP-STB-1"


def die(scene: FpScene, who: str, rule: str = DYING) -> None:
    """Somebody dies, and lets go of whom it holds."""
    scene.afflict(who, "dead", rule)
    let_go(scene, who)


def let_go(scene: FpScene, who: str) -> None:
    """Whoever falls holds nobody any longer, waits for nothing, and stays in no air (FP-TEC-1, FP-RDY-1, FP-FLD-1)."""
    scene.release(who)
    scene.change(who, "ready", "", "FP-RDY-1")
    come_down(scene, who)


def come_down(scene: FpScene, who: str) -> None:
    """Who flew lies on the ground below, where there is weight; what that does is the GM's to say (FP-FLD-1)."""
    one, board = scene.one(who), scene.fight.board
    if one.flies and one.square and board.gravity != "zero":
        ground = ground_height(board, place(scene.fight, one.square))
        if one.height > ground:
            scene.change(who, "height", ground, "FP-FLD-1")
            scene.happen("comes-down", "FP-FLD-1", who=who, feet=FEET * (one.height - ground))


def lose_constitution(scene: FpScene, who: str, amount: int, rule: str) -> None:
    """Constitution wanes; at 0 one is dead (FP-DIE-1)."""
    one = scene.one(who)
    lost = min(one.constitution, one.constitution_lost + amount)
    scene.change(who, "constitution_lost", lost, rule)
    if lost >= one.constitution:
        die(scene, who, rule)


def bleed(scene: FpScene) -> None:
    """Each round the dying lose Constitution (FP-DIE-1)."""
    for who, one in scene.fight.combatants.items():
        if is_dying(one):
            dice = scene.fight.options.dying_damage
            amount = scene.roll_expression(who, "Constitution lost by dying", DYING, dice)
            lose_constitution(scene, who, amount, DYING)


def stabilize(scene: FpScene, command: fighting.Stabilize) -> None:
    """Treat Injury with a field medical kit: 1 HP, no longer dying, still unconscious (FP-STB-1)."""
    patient = scene.one(command.who)
    if not is_dying(patient):
        raise impossible(f"{patient.name} is not dying", STABILIZING)
    helper = command.by or only_helper(scene)
    if helper == command.who:
        raise impossible("somebody else has to treat the wound", STABILIZING, "--by WHO")
    if waits_in_vain(scene, helper, command):
        remember(scene, helper, command)
        return
    require_able(scene, helper, patient)
    spend(scene, helper, FULL_ROUND, STABILIZING)
    edges = stated(command.advantage, command.disadvantage)
    dc = scene.fight.options.stabilize_dc
    rolled = skill_check(
        scene, helper, MEDICINE, STABILIZING, dc=dc, mod=command.mod, edges=edges, target=command.who, slips=True
    )
    scene.conclude(rolled.outcome)
    treat(scene, command.who, rolled)
    remember(scene, helper, command)


def only_helper(scene: FpScene) -> str:
    """The one of the team whose turn it is that can treat somebody now. Raises Refusal where that is not one."""
    able = [who for who in members(scene.fight, scene.fight.active) if can_treat(scene.fight.combatants[who])]
    if len(able) != 1:
        raise impossible("it has to be said who treats the wound", STABILIZING, f"--by {' or '.join(able) or 'WHO'}")
    return able[0]


def can_treat(one: Character) -> bool:
    """Whether somebody has the kit, the skill and a Full Round left (FP-STB-1)."""
    return KIT in one.items and one.skills.get(MEDICINE, 0) > 0 and FULL_ROUND in left(one.turn) and not hindrance(one)


def require_able(scene: FpScene, helper: str, patient: Character) -> None:
    """A field medical kit, a rank of Treat Injury, and a hand on the patient (FP-STB-1)."""
    one = scene.one(helper)
    if KIT not in one.items:
        scene.refuse(f"{one.name} has no {KIT}", STABILIZING, f'set {quoted(helper)} items="{KIT}"')
    if not one.skills.get(MEDICINE):
        scene.refuse(
            f"{one.name} has no rank of Treat Injury", STABILIZING, f"set {quoted(helper)} skills.{MEDICINE}=1"
        )
    far = distance(one, patient)
    if far is not None and far > 1:
        scene.refuse(f"{patient.name} is {far * FEET} ft away from {one.name}", STABILIZING, f"move {quoted(helper)} …")
    may_spend(scene, helper, FULL_ROUND, STABILIZING)


def treat(scene: FpScene, patient: str, rolled: Rolled) -> None:
    """What came of it: 1 HP, or with a natural 1 a loss of Constitution (FP-STB-1)."""
    if rolled.outcome in GOOD:
        scene.change(patient, "hp", 1, STABILIZING)
        scene.relieve(patient, "dying", STABILIZING)
        scene.happen("stabilised", STABILIZING, who=patient)
    elif rolled.outcome == FUMBLE:
        slip = scene.fight.options.stabilize_slip
        lost = scene.roll_expression(patient, "Constitution lost by a slip", STABILIZING, slip)
        lose_constitution(scene, patient, lost, STABILIZING)
