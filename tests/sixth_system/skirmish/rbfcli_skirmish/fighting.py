"""The rules of skirmish, a function a paragraph."""

from rbfcli.kernel import turns, verbs
from rbfcli.kernel.events import Modifier, Rolled
from rbfcli.kernel.fight import Slot
from rbfcli.kernel.scene import Scene, impossible, named
from rbfcli_skirmish import commands
from rbfcli_skirmish.sheet import Fighter, SkirmishFight
from rbfcli_skirmish.verdict import CLEAN, HIT, verdict

SkirmishScene = Scene[SkirmishFight]
TAKES = {CLEAN: (2, "SKI-ATK-2"), HIT: (1, "SKI-ATK-1")}


def init(scene: SkirmishScene, _command: verbs.Init) -> None:
    """Turns go by wits, highest first; ties as in the file (SKI-TURN-1)."""
    people = sorted(scene.fight.combatants.items(), key=lambda each: -each[1].wits)
    if not people:
        raise impossible("nobody is in the fight yet", "SKI-TURN-1", "add NAME might=2 wits=2")
    turns.settle_order(scene, [Slot(who=who, count=one.wits) for who, one in people], "SKI-TURN-1")
    turns.begin_first_round(scene, "SKI-TURN-1")


def turn(scene: SkirmishScene, command: verbs.Turn) -> None:
    """The next turn, or the one before; nobody waits in a skirmish (SKI-TURN-1)."""
    if command.step == "next":
        turns.next_turn(scene, "SKI-TURN-1")
    elif command.step == "back":
        turns.previous_turn(scene, "SKI-TURN-1")
    else:
        raise impossible("nobody waits in a skirmish", "SKI-TURN-1", "turn next")


def begin_turn(scene: SkirmishScene, who: str) -> None:
    """A turn has one action (SKI-TURN-2)."""
    scene.change(who, "acted", after=False, rule="SKI-TURN-2")


def attack(scene: SkirmishScene, command: commands.Attack) -> None:
    """As many dice as might; the highest has to reach the number, and a six takes two (SKI-ATK-1, SKI-ATK-2)."""
    one, target = act(scene, command.who, command.targets), command.targets[0]
    dice = one.might - 1 if "rattled" in one.conditions and one.might > 1 else one.might
    rolled = handful(scene, command.who, "attack", dice, rule="SKI-ATK-1", mod=command.mod, target=target)
    if rolled.outcome in TAKES:
        hurt(scene, target, *TAKES[rolled.outcome])


def taunt(scene: SkirmishScene, command: commands.Taunt) -> None:
    """As many dice as wits; a hit rattles the foe until its next turn is over (SKI-TNT-1)."""
    one = act(scene, command.who, (command.target,))
    rolled = handful(scene, command.who, "taunt", one.wits, rule="SKI-TNT-1", mod=command.mod, target=command.target)
    if rolled.outcome in TAKES:
        scene.afflict(command.target, "rattled", "SKI-TNT-1", rounds=1)
    else:
        scene.happen("unmoved", "SKI-TNT-1", who=command.target)


def damage_save(scene: SkirmishScene, command: commands.DamageSave) -> None:
    """As many dice as might: a hit takes one off the damage, a clean hit all (SKI-SAVE-1)."""
    one = fighter(scene, command.who)
    rolled = handful(scene, command.who, "damage save", one.might, rule="SKI-SAVE-1", mod=command.mod)
    left = {CLEAN: 0, HIT: command.damage - 1}.get(rolled.outcome, command.damage)
    hurt(scene, command.who, left, "SKI-SAVE-1")


def attack_numbers(scene: SkirmishScene, command: commands.AttackNumbers) -> None:
    """An attack from numbers alone (SKI-ATK-1)."""
    handful(scene, "", "attack", command.might, rule="SKI-ATK-1", mod=command.mod)


def act(scene: SkirmishScene, who: str, targets: tuple[str, ...]) -> Fighter:
    """The one who acts, its action spent; refuses whoever is out or has no action now (SKI-OUT-1, SKI-TURN-2)."""
    one, target = fighter(scene, who), fighter(scene, targets[0])
    if len(targets) > 1 or who in targets:
        raise impossible("it takes one foe", "SKI-ATK-1")
    for each in (one, target):
        if not standing(each):
            scene.refuse(f"{each.name} is out of the fight", "SKI-OUT-1")
    if scene.fight.round:
        if one.acted or scene.fight.active != who:
            scene.refuse(f"{one.name} has no action now", "SKI-TURN-2", "turn next")
        scene.change(who, "acted", after=True, rule="SKI-TURN-2")
    return one


def handful(scene: SkirmishScene, who: str, label: str, dice: int, *, rule: str, mod: int, target: str = "") -> Rolled:
    """Roll a handful of d6; the highest counts against the number the table plays with."""
    hit_on = scene.fight.options.hit_on
    rolled = scene.roll(
        who, label, rule, target=target, sides=6, count=dice, keep=1, modifiers=(Modifier(mod, "modifier"),),
        against=hit_on, judge=lambda total, kept: verdict(total, hit_on, kept),
    )  # fmt: skip
    scene.conclude(rolled.outcome)
    return rolled


def hurt(scene: SkirmishScene, who: str, amount: int, rule: str) -> None:
    """Stamina goes; whoever has none left is out (SKI-OUT-1)."""
    one = fighter(scene, who)
    scene.change(who, "stamina", max(0, one.stamina - amount), rule)
    if not fighter(scene, who).stamina and standing(one):
        scene.afflict(who, "out", "SKI-OUT-1")


def damage(scene: SkirmishScene, command: verbs.Damage) -> None:
    """Take stamina, as the GM says."""
    for who in command.who:
        hurt(scene, who, command.amount, "GM")


def heal(scene: SkirmishScene, command: verbs.Heal) -> None:
    """Give stamina back; whoever has some is in the fight again (SKI-OUT-1)."""
    for who in command.who:
        one = fighter(scene, who)
        scene.change(who, "stamina", min(one.most, one.stamina + command.amount), "GM")
        if fighter(scene, who).stamina:
            scene.relieve(who, "out", "SKI-OUT-1")


def fighter(scene: SkirmishScene, who: str) -> Fighter:
    """The fighter of an id, as it is now. Raises Refusal."""
    named(scene.fight, who)
    return scene.fight.combatants[who]


def standing(one: Fighter) -> bool:
    """Whether someone is in the fight."""
    return "out" not in one.conditions


def takes_turns(fight: SkirmishFight, who: str) -> bool:
    """Whether someone has a turn when its count comes."""
    return who in fight.combatants and standing(fight.combatants[who])
