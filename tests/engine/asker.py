"""A rule system of questions alone, to test every promise of the engine about pauses."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from rbfcli.engine import gm
from rbfcli.engine.questions import question
from rbfcli.engine.scene import Scene
from rbfcli.model import commands
from rbfcli.model.commands import Arg, RollingCommand
from rbfcli.model.fight import Combatant, Fight, Natural
from rbfcli.model.rules import Hooks, Rules


class Guard(Combatant, frozen=True, kw_only=True):
    """A combatant with health."""

    hp: Natural = 10


class GateFight(Fight, frozen=True, kw_only=True):
    """A fight at a gate."""

    combatants: Mapping[str, Guard] = {}


GateScene = Scene[GateFight, Guard]


class Strike(commands.Attack, frozen=True, kw_only=True, tag="attack"):
    """Roll a d6; a 6 asks for its effect, and the target can strike back, which can ask again."""

    examples: ClassVar[tuple[str, ...]] = ("attack ann bob",)


class Walk(RollingCommand, frozen=True, kw_only=True, tag="walk"):
    """Let everyone else attack the mover, before the mover's own d6."""

    examples: ClassVar[tuple[str, ...]] = ("walk ann",)

    who: Annotated[str, Arg("combatant", "who walks")]


class Nag(RollingCommand, frozen=True, kw_only=True, tag="nag"):
    """Ask without end."""

    examples: ClassVar[tuple[str, ...]] = ("nag ann",)

    who: Annotated[str, Arg("combatant", "who is asked")]


def d6(scene, who, label):
    return scene.roll(who, label, "GATE-1", sides=6, count=1, judge=lambda total, _: "six" if total == 6 else "less")


def hurt(scene, who, amount):
    scene.change(who, "hp", max(0, scene.one(who).hp - amount), "GATE-1")


def attack(scene: GateScene, command: Strike) -> None:
    strike(scene, command.who, command.targets[0])


def strike(scene: GateScene, who: str, target: str) -> None:
    rolled = d6(scene, who, "attack")
    scene.conclude(rolled.outcome)
    if rolled.outcome == "six":
        effect = scene.ask("effect", who, ("double", "push", "none"), "GATE-2", free_text=True, target=target)
        if effect == "forbidden":
            scene.refuse("not that", "GATE-2")
        if effect == "double":
            hurt(scene, target, 2 * d6(scene, who, "damage").total)
        else:
            scene.happen("effect", "GATE-2", who=who, effect=effect)
    else:
        hurt(scene, target, rolled.total)
    back = scene.ask(
        "back", target, ("strike", "no"), "GATE-3", lapses=True, target=who, still=lambda: scene.one(target).hp > 0
    )
    if back == "strike":
        with scene.aside():
            strike(scene, target, who)


def walk(scene: GateScene, command: Walk) -> None:
    others = [who for who in scene.fight.combatants if who != command.who]
    asked = [question("pass", who, ("strike", "let"), "GATE-4", target=command.who) for who in others]
    for each, answer in scene.ask_each(
        asked, still=lambda one: scene.one(one.who).hp > 0 and scene.one(command.who).hp > 0
    ):
        if answer == "strike":
            hurt(scene, command.who, d6(scene, each.who, "blow").total)
    refusal = scene.attempt(lambda: go(scene, command.who))
    if refusal:
        scene.happen("stopped", "GATE-4", who=command.who, why=refusal.message)


def go(scene: GateScene, who: str) -> None:
    scene.happen("goes", "GATE-4", who=who)
    d6(scene, who, "pace")
    if not scene.one(who).hp:
        scene.refuse(f"{scene.one(who).name} is down", "GATE-4")


def damage(scene: GateScene, who: str, command: commands.Damage) -> None:
    """Ask a combatant with a ward whether a great hit costs the ward instead."""
    spent = command.amount > 5 and scene.ask("ward", who, ("spend", "keep"), "GATE-5") == "spend"
    if not spent:
        hurt(scene, who, command.amount)


def nag(scene: GateScene, command: Nag) -> None:
    while scene.ask("nag", command.who, ("again", "stop"), "GATE-2") == "again":
        scene.happen("nagged", "GATE-2", who=command.who)


RULES = Rules(
    name="gate",
    title="At the gate",
    dice="d6",
    fight=GateFight,
    sheet=Guard,
    prepare=lambda _fight, one: one,
    verbs={
        **gm.VERBS,
        commands.Damage: gm.for_each_target(damage),
        commands.Heal: gm.for_each_target(lambda scene, who, command: hurt(scene, who, -command.amount)),
        Strike: attack,
        Walk: walk,
        Nag: nag,
    },
    one_liners={},
    hooks=Hooks(after_command=lambda scene: scene.happen("done", "GM")),
    standing=lambda one: one.hp > 0,
    takes_turns=lambda fight, who: fight.combatants[who].hp > 0,
    health=lambda one: (one.hp, 10),
    status=lambda fight, who: {"hp": str(fight.combatants[who].hp)},
    next_steps=lambda _fight: (),
    candidates=lambda _fight, _who: (),
    kinds={"effect": lambda _fight, _who: {"double": ("twice as much", "2x")}},
    outcomes={"six": "great", "less": "good"},
    words={
        "question.effect": "what does it do to {target}?",
        "question.back": "strike back?",
        "question.pass": "let {target} pass?",
        "question.ward": "spend the ward?",
        "question.nag": "again?",
    },
    ledger=lambda: (),
    asking="GATE-2",
    asks={**gm.ASKS, "walk": ("pass",)},
)


def at_the_gate(seed="gate"):
    """A fight of three."""
    people = {
        who: Guard(name=who.capitalize(), side=side) for who, side in (("ann", "in"), ("bob", "out"), ("cid", "out"))
    }
    return GateFight(system="gate", seed=seed, combatants=people)
