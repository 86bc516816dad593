"""The rules of skirmish, a function a paragraph."""

from rbfcli.core.errors import refuse
from rbfcli.engine import turns
from rbfcli.model import commands as verbs
from rbfcli.model.conditions import effects
from rbfcli.model.events import Modifier, Rolled
from rbfcli.model.fight import TurnSlot
from rbfcli_skirmish import commands
from rbfcli_skirmish.conditions import CONDITIONS, standing
from rbfcli_skirmish.outcome import CLEAN, HIT, verdict
from rbfcli_skirmish.sheet import Fighter, SkirmishFight, SkirmishScene


def init(scene: SkirmishScene, _command: verbs.Init) -> None:
    """Turns go by wits, highest first; ties as in the file (SKI-TURN-1)."""
    turns.require_people(scene, "SKI-TURN-1")
    people = sorted(scene.fight.combatants.items(), key=lambda each: -each[1].wits)
    turns.settle_order(scene, [TurnSlot(who=who, count=one.wits) for who, one in people], "SKI-TURN-1")
    turns.begin_first_round(scene, "SKI-TURN-1")


def turn(scene: SkirmishScene, command: verbs.Turn) -> None:
    """Go to the next turn, or back (SKI-TURN-1)."""
    turns.take_step(scene, command, "SKI-TURN-1", wait)


def wait(_scene: SkirmishScene, _until: int | None) -> None:
    """Refuse to hold a turn (SKI-TURN-1)."""
    raise refuse("skirmish has no waiting", "SKI-TURN-1", "turn next")


def begin_turn(scene: SkirmishScene, actor: str) -> None:
    """A turn has one action (SKI-TURN-2)."""
    scene.change(actor, "acted", after=False, rule="SKI-TURN-2")


def attack(scene: SkirmishScene, command: commands.Attack) -> None:
    """As many dice as might; the highest has to reach the number (SKI-ATK-1), and a friend may step in (SKI-STEP-1)."""
    one, target = act(scene, command.who, command.targets), command.targets[0]
    hindered = tuple(effects(CONDITIONS, scene.fight, "attack", command.who, target))
    dice = max(1, one.might + sum(each.value for each in hindered))
    rolled = handful(
        scene, command.who, "attack", dice, rule="SKI-ATK-1", mod=command.mod, target=target, edges=hindered
    )
    if rolled.outcome in (CLEAN, HIT):
        scene.trigger("struck", target, by=command.who)
        land(scene, command.who, taker_of(scene, target), clean=rolled.outcome == CLEAN)


def taker_of(scene: SkirmishScene, target: str) -> str:
    """Return who takes a hit: the friend who stepped in, or else the target (SKI-STEP-1)."""
    shield = scene.one(target).conditions.get("shielded")
    scene.relieve(target, "shielded", "SKI-STEP-1")
    return shield.by if shield else target


def land(scene: SkirmishScene, actor: str, target: str, *, clean: bool) -> None:
    """A hit takes 1; a clean one takes 2, or 1 and the foe is rattled, as the striker likes (SKI-ATK-1, SKI-ATK-2)."""
    effect = scene.ask("clean", actor, ("hurt", "rattle"), "SKI-ATK-2", target=target) if clean else ""
    hurt(scene, target, 2 if effect == "hurt" else 1, "SKI-ATK-2" if clean else "SKI-ATK-1")
    if effect == "rattle":
        scene.afflict(target, "rattled", "SKI-ATK-2", rounds=1)


def taunt(scene: SkirmishScene, command: commands.Taunt) -> None:
    """As many dice as wits; a hit rattles the foe until its next turn is over (SKI-TNT-1)."""
    one = act(scene, command.who, (command.target,))
    rolled = handful(scene, command.who, "taunt", one.wits, rule="SKI-TNT-1", mod=command.mod, target=command.target)
    if rolled.outcome in (CLEAN, HIT):
        scene.afflict(command.target, "rattled", "SKI-TNT-1", rounds=1)


def damage_save(scene: SkirmishScene, command: commands.DamageSave) -> None:
    """As many dice as might: a hit takes one off the damage, a clean hit all (SKI-SAVE-1)."""
    one = scene.one(command.who)
    rolled = handful(scene, command.who, "damage save", one.might, rule="SKI-SAVE-1", mod=command.mod)
    left = {CLEAN: 0, HIT: command.damage - 1}.get(rolled.outcome, command.damage)
    hurt(scene, command.who, left, "SKI-SAVE-1")


def act(scene: SkirmishScene, actor: str, targets: tuple[str, ...]) -> Fighter:
    """Return the actor, having spent the action; refuse if it is out or has none (SKI-OUT-1, SKI-TURN-2)."""
    one, target = scene.one(actor), scene.one(targets[0])
    if len(targets) > 1 or actor in targets:
        raise refuse("an attack has one target", "SKI-ATK-1")
    for each in (one, target):
        if not standing(each):
            scene.refuse(f"{each.name} is out of the fight", "SKI-OUT-1")
    if scene.fight.round:
        if one.acted or scene.fight.active != actor:
            scene.refuse(f"{one.name} has no action now", "SKI-TURN-2", "turn next")
        scene.change(actor, "acted", after=True, rule="SKI-TURN-2")
    return one


def handful(
    scene: SkirmishScene, actor: str, label: str, dice: int, *, rule: str, mod: int, target: str = "",
    edges: tuple[Modifier, ...] = (),
) -> Rolled:  # fmt: skip
    """Roll a handful of d6; the highest counts against the number the table plays with. `edges` are more, or fewer."""
    hit_on = scene.fight.options.hit_on
    rolled = scene.roll(
        actor, label, rule, target=target, sides=6, count=dice, keep=1, modifiers=(Modifier(mod, "modifier"),),
        edges=edges, against=hit_on, judge=lambda total, kept: verdict(total, hit_on, kept),
    )  # fmt: skip
    scene.conclude(rolled.outcome)
    return rolled


def hurt(scene: SkirmishScene, actor: str, amount: int, rule: str) -> None:
    """Take stamina from a fighter; at 0, it is out (SKI-OUT-1)."""
    one = scene.one(actor)
    scene.change(actor, "stamina", max(0, one.stamina - amount), rule)
    if not scene.one(actor).stamina and standing(one):
        scene.afflict(actor, "out", "SKI-OUT-1")


def damage(scene: SkirmishScene, actor: str, command: verbs.Damage) -> None:
    """Take stamina, as the GM says."""
    hurt(scene, actor, command.amount, "GM")


def heal(scene: SkirmishScene, actor: str, command: verbs.Heal) -> None:
    """Restore stamina; a fighter with stamina is back in the fight (SKI-OUT-1)."""
    one = scene.one(actor)
    scene.change(actor, "stamina", min(one.most, one.stamina + command.amount), "GM")
    if scene.one(actor).stamina:
        scene.relieve(actor, "out", "SKI-OUT-1")


def takes_turns(fight: SkirmishFight, actor: str) -> bool:
    """Return whether a fighter gets a turn."""
    return actor in fight.combatants and standing(fight.combatants[actor])


def stand_in(command: commands.AttackNumbers) -> tuple[SkirmishFight, commands.Attack]:
    """Return a stand-in fight for an attack from numbers alone, and the attack (SKI-ATK-1)."""
    people = {
        "attacker": Fighter(name="the attacker", side="attackers", might=command.might, wits=1),
        "target": Fighter(name="the target", side="targets", might=1, wits=1, most=3),
    }
    attack = commands.Attack(
        who="attacker", targets=("target",), mod=command.mod, dice=command.dice, answer=command.answer
    )
    return SkirmishFight(system="skirmish", combatants=people), attack
