"""The rules: one function for each paragraph."""

from rbfcli.core.errors import refuse
from rbfcli.engine import turns
from rbfcli.engine.turns import given_numbers
from rbfcli.model import commands as verbs
from rbfcli.model.conditions import effects
from rbfcli.model.events import Modifier
from rbfcli.model.fight import TurnSlot

from rbfcli_newgame import commands
from rbfcli_newgame.conditions import CONDITIONS, standing
from rbfcli_newgame.outcome import verdict
from rbfcli_newgame.sheet import NewgameFight, NewgameScene


def init(scene: NewgameScene, command: verbs.Init) -> None:
    """Order the turns by nerve or a given count, highest first, ties in file order (NEWGAME-TURN-1)."""
    turns.may_begin(scene, "NEWGAME-TURN-1")
    if command.mod:
        raise refuse("initiative is not rolled", "NEWGAME-TURN-1", "init --set WHO=N")
    people = scene.fight.combatants.items()
    counts = {who: one.nerve if one.initiative is None else one.initiative for who, one in people}
    counts |= given_numbers(command.set)
    slots = [TurnSlot(who=who, count=count) for who, count in counts.items()]
    turns.settle_order(scene, sorted(slots, key=lambda slot: -slot.count), "NEWGAME-TURN-1")
    turns.begin_first_round(scene, "NEWGAME-TURN-1")


def turn(scene: NewgameScene, command: verbs.Turn) -> None:
    """Go to the next turn, or back (NEWGAME-TURN-1)."""
    turns.take_step(scene, command, "NEWGAME-TURN-1", wait)


def wait(_scene: NewgameScene, _until: int | None) -> None:
    """Refuse to hold a turn (NEWGAME-TURN-1)."""
    raise refuse("newgame has no held turns", "NEWGAME-TURN-1", "turn next")


def begin_turn(scene: NewgameScene, who: str) -> None:
    """Give a fighter the action of this turn (NEWGAME-TURN-1)."""
    scene.change(who, "acted", after=False, rule="NEWGAME-TURN-1")


def attack(scene: NewgameScene, command: commands.Attack) -> None:
    """Roll 2d6 and add the skill: a hit takes 1 health, two 6s take 2 (NEWGAME-ATK-1)."""
    who, target = command.who, command.targets[0]
    if len(command.targets) > 1 or who == target:
        raise refuse("an attack takes one target", "NEWGAME-ATK-1")
    if not standing(scene.one(target)):
        scene.refuse(f"{scene.one(target).name} is out of the fight", "NEWGAME-OUT-1")
    act(scene, who)
    hit_on = scene.fight.options.hit_on
    rolled = scene.roll(
        who,
        "attack",
        "NEWGAME-ATK-1",
        target=target,
        sides=6,
        count=2,
        modifiers=(
            Modifier(scene.one(who).skill, "skill", "NEWGAME-ATK-1"),
            Modifier(command.mod, "modifier"),
            *effects(CONDITIONS, scene.fight, "attack", who, target),
        ),
        against=hit_on,
        judge=lambda total, faces: verdict(total, hit_on, faces),
    )
    scene.conclude(rolled.outcome)
    if rolled.outcome != "failure":
        hurt(scene, target, 2 if rolled.outcome == "critical" else 1, "NEWGAME-ATK-1")


def guard(scene: NewgameScene, command: commands.Guard) -> None:
    """Spend the action; enemies attack at -2 until the fighter's next turn (NEWGAME-GRD-1)."""
    act(scene, command.who)
    scene.afflict(command.who, "guarding", "NEWGAME-GRD-1", rounds=1, edge="start")


def act(scene: NewgameScene, who: str) -> None:
    """Spend the action of a turn, or refuse if the fighter is out or has none (NEWGAME-OUT-1, NEWGAME-TURN-1)."""
    one = scene.one(who)
    if not standing(one):
        scene.refuse(f"{one.name} is out of the fight", "NEWGAME-OUT-1")
    if scene.fight.round:
        if one.acted or scene.fight.active != who:
            scene.refuse(f"{one.name} has no action now", "NEWGAME-TURN-1", "turn next")
        scene.change(who, "acted", after=True, rule="NEWGAME-TURN-1")


def hurt(scene: NewgameScene, who: str, amount: int, rule: str) -> None:
    """Take health from a fighter; at 0, they are out (NEWGAME-OUT-1)."""
    scene.change(who, "health", max(0, scene.one(who).health - amount), rule)
    if not scene.one(who).health and standing(scene.one(who)):
        scene.afflict(who, "out", "NEWGAME-OUT-1")


def damage(scene: NewgameScene, who: str, command: verbs.Damage) -> None:
    """Take health because the GM says so."""
    hurt(scene, who, command.amount, "GM")


def heal(scene: NewgameScene, who: str, command: verbs.Heal) -> None:
    """Restore health; a fighter with health is back in the fight (NEWGAME-OUT-1)."""
    one = scene.one(who)
    scene.change(who, "health", max(one.health, min(one.most, one.health + command.amount)), "GM")
    if scene.one(who).health:
        scene.relieve(who, "out", "NEWGAME-OUT-1")


def takes_turns(fight: NewgameFight, who: str) -> bool:
    """Return whether a combatant gets a turn."""
    return who in fight.combatants and standing(fight.combatants[who])
