"""Grappling in RPJ: the touch check, the grapple check, and what its winner does (RPJ-GRP)."""

from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.events import Modifier
from rbfcli.kernel.scene import impossible
from rbfcli.kernel.visible import quoted
from rbfcli.systems.rpj import commands
from rbfcli.systems.rpj.check import DICE, SIDES, RpjScene, test
from rbfcli.systems.rpj.conditions import standing
from rbfcli.systems.rpj.defense import take_damage
from rbfcli.systems.rpj.dying import end_grapple, in_grapple
from rbfcli.systems.rpj.economy import may_act, spend, whole_turn_left
from rbfcli.systems.rpj.ground.ground import adjacent, place_in_words, way_to
from rbfcli.systems.rpj.verdict import FAILURE, SUCCESS, TIE, opposed

TOUCH = 16
CHOICES = ("leave", "hurt", "neither")


def grapple(scene: RpjScene, command: commands.Grapple) -> None:
    """Enter a grapple; who is in one makes its grapple check (RPJ-GRP-1, RPJ-GRP-4)."""
    if scene.one(command.who).grapple:
        grapple_check(scene, command)
    else:
        enter(scene, command)


def enter(scene: RpjScene, command: commands.Grapple) -> None:
    """A touch check: 4d6 + Dexterity against 16 + the target's, on somebody adjacent (RPJ-GRP-1)."""
    cost = scene.fight.options.grapple_actions
    may_act(scene, command.who, cost)
    check_target(scene, command)
    spend(scene, command.who, cost, "RPJ-GRP-1")
    one, target = scene.one(command.who), scene.one(command.target)
    modifiers = (Modifier(one.dexterity, "Dexterity", "RPJ-GRP-1"), Modifier(command.mod, "modifier"))
    rolled = test(
        scene, command.who, "touch check", "RPJ-GRP-1", target=command.target, against=TOUCH + target.dexterity,
        modifiers=modifiers,
    )  # fmt: skip
    scene.conclude(rolled.outcome)
    if rolled.outcome == SUCCESS:
        scene.change(command.who, "grapple", command.target, "RPJ-GRP-1")
        scene.change(command.target, "grapple", command.who, "RPJ-GRP-1")
        scene.happen("grapples", "RPJ-GRP-1", who=command.who, target=command.target)


def check_target(scene: RpjScene, command: commands.Grapple) -> None:
    """Refuse a grapple with nobody, oneself, the fallen, somebody held already or out of reach (RPJ-GRP-1)."""
    if not command.target:
        raise UsageError("say whom to grapple", hint=f"grapple {quoted(command.who)} TARGET", rule="RPJ-GRP-1")
    if command.then:
        raise UsageError("--then is for the grapple check of one who is in a grapple", rule="RPJ-GRP-5")
    one, target = scene.one(command.who), scene.one(command.target)
    if command.who == command.target:
        raise impossible(f"{one.name} cannot grapple themself", "RPJ-GRP-1")
    if not standing(target):
        raise impossible(f"{target.name} is down", "RPJ-GRP-1")
    if target.grapple:
        raise impossible(f"{target.name} is in a grapple already", "RPJ-GRP-1")
    if not adjacent(one, target):
        there = place_in_words(scene.fight, target.region, target.group)
        raise impossible(
            f"{target.name} is in {there}, not adjacent to {one.name}", "RPJ-GRP-1",
            way_to(scene.fight, command.who, command.target),
        )  # fmt: skip


def grapple_check(scene: RpjScene, command: commands.Grapple) -> None:
    """The turn in a grapple: opposed 4d6 + Grappling; a tie changes nothing (RPJ-GRP-4)."""
    who, other = command.who, scene.one(command.who).grapple
    if command.target not in ("", other):
        raise impossible(f"{scene.one(who).name} grapples {scene.one(other).name}", "RPJ-GRP-4")
    may_act(scene, who, cost=1)
    if not whole_turn_left(scene, who):
        scene.refuse("a grapple check is a whole turn", "RPJ-GRP-4", "turn next")
    spend(scene, who, scene.one(who).actions_left, "RPJ-GRP-4")
    mine = roll_grappling(scene, who, other, command.mod)
    outcome = answer_grappling(scene, other, who, mine)
    scene.conclude(outcome)
    if outcome == TIE:
        scene.happen("deadlock", "RPJ-GRP-4", who=who, target=other)
    elif outcome == SUCCESS:
        scene.happen("wins-grapple", "RPJ-GRP-5", who=who, target=other)
        use_upper_hand(scene, who, command.then)
    else:
        scene.happen("wins-grapple", "RPJ-GRP-5", who=other, target=who)
        if scene.fight.options.grapple_other_chooses:
            use_upper_hand(scene, other)


def roll_grappling(scene: RpjScene, who: str, other: str, mod: int) -> int:
    """The total of the one whose turn it is."""
    skill = Modifier(scene.one(who).grappling, "Grappling", "RPJ-GRP-4")
    rolled = scene.roll(
        who, "grapple check", "RPJ-GRP-4", target=other, sides=SIDES, count=DICE,
        modifiers=(skill, Modifier(mod, "modifier")),
    )  # fmt: skip
    return rolled.total


def answer_grappling(scene: RpjScene, who: str, other: str, total: int) -> str:
    """The other rolls against that total; the outcome as the one whose turn it is sees it."""
    skill = Modifier(scene.one(who).grappling, "Grappling", "RPJ-GRP-4")
    tie = scene.fight.options.grapple_tie
    rolled = scene.roll(
        who, "grapple resistance", "RPJ-GRP-4", target=other, sides=SIDES, count=DICE, modifiers=(skill,),
        against=total, judge=lambda own, _: resists(own, total, tie),
    )  # fmt: skip
    return {SUCCESS: FAILURE, FAILURE: SUCCESS}.get(rolled.outcome, TIE)


def resists(own: int, total: int, tie: str) -> str:
    """What the one checked against makes of two totals; a tie is whose the option says (RPJ-GRP-4)."""
    if own == total and tie != "nothing":
        return SUCCESS if tie == "other" else FAILURE
    return opposed(own, total)


def use_upper_hand(scene: RpjScene, winner: str, beforehand: str = "") -> None:
    """Leave, or hurt the opponent on its base saves, or neither (RPJ-GRP-5)."""
    loser = scene.one(winner).grapple
    choice = beforehand or scene.ask(
        "grapple-won", winner, CHOICES, "RPJ-GRP-5", lapses=True, target=loser,
        still=lambda: in_grapple(scene.fight, winner, loser),
    )  # fmt: skip
    if choice == "leave":
        end_grapple(scene, winner, "RPJ-GRP-5")
    elif choice == "hurt":
        take_damage(scene, loser, scene.fight.options.grapple_damage, on_base=True)
