"""Something amazing: the results of an ultra success, chosen, in one's own words, or rolled (THR-ULT)."""

from rbfcli.kernel.events import Ended
from rbfcli.systems.threat.action import Action
from rbfcli.systems.threat.carrying import weapon_at
from rbfcli.systems.threat.check import ThreatScene
from rbfcli.systems.threat.conditions import FREE_ATTACK
from rbfcli.systems.threat.damage import DOUBLE, FULL, deal
from rbfcli.systems.threat.economy.tracker import shift_threat
from rbfcli.systems.threat.outcomes.finish import ESCAPED, close, finish
from rbfcli.systems.threat.outcomes.results import Result, only_told, random_result, result_named
from rbfcli.systems.threat.sheet import crew_side


def fitting(scene: ThreatScene, action: Action) -> tuple[str, ...]:
    """The results that mean something for an action: only an attack has damage to double, only a defence frees one."""
    foe = scene.one(action.foe) if action.foe else None
    means = {
        "double": action.kind == "attack",
        FREE_ATTACK: action.kind == "defence",
        "armour": foe is not None and bool(foe.armour or foe.accessories),
        "accessory": foe is not None and bool(foe.accessories),
    }
    return tuple(each for each in RESULTS if means.get(each, True))


def named_ultra(scene: ThreatScene, action: Action, word: str) -> str:
    """The result stated beforehand, by name or in the table's own words; refused where it means nothing (THR-ULT-1)."""
    name = result_named(word, RESULTS, "ultra result")
    must_fit(scene, action, name)
    return name


def must_fit(scene: ThreatScene, action: Action, name: str) -> None:
    """Refuse a result that means nothing for an action (THR-ULT-1)."""
    if name in RESULTS and name not in fitting(scene, action):
        scene.refuse(
            f"{RESULTS[name].says} comes up only {WHERE[name]}", "THR-ULT-1", ", ".join(fitting(scene, action))
        )


def choose_ultra(scene: ThreatScene, action: Action) -> None:
    """The result that was stated, else one rolled or asked for (THR-ULT-1)."""
    choice = action.ultra or scene.fight.options.ultras
    if choice == "ask":
        choice = scene.ask("ultra", action.who, (*fitting(scene, action), "roll"), "THR-ULT-1", free_text=True)
        must_fit(scene, action, choice)
    apply_ultra(scene, action, roll_table(scene, action) if choice == "roll" else choice)


def roll_table(scene: ThreatScene, action: Action) -> str:
    """A random line of the table; one that means nothing here is rolled again, among the others (THR-ULT-2)."""
    result = random_result(scene, ULTRAS, *ROLL)
    if scene.fight.options.ultra_again and result not in fitting(scene, action):
        scene.happen("again", "THR-ULT-2", effect=ULTRAS[result].says)
        return random_result(scene, [each for each in fitting(scene, action) if each in ULTRAS], *ROLL)
    return result


def apply_ultra(scene: ThreatScene, action: Action, name: str) -> None:
    """An ultra result takes effect beside the damage; armour is gone before it (THR-OFF-5, THR-DEF-5, THR-ULT-2)."""
    result = RESULTS.get(name, Result(name, only_told))
    told = "ultra" if name in RESULTS else "ultra-noted"
    scene.happen(told, "THR-ULT-1", who=action.who, effect=result.says)
    if name in ("armour", "accessory") and action.foe:
        destroy_protection(scene, action.foe, name)
    if action.kind == "attack":
        deal(scene, action, DOUBLE if name == "double" else FULL)
        shred(scene, action)
    result.effect(scene, action)
    if action.kind == "defence":
        close(scene, action)
    else:
        finish(scene, action)


def lower_threat(scene: ThreatScene, _action: Action) -> None:
    """The combat threat falls, as far as the sheet goes (THR-ULT-2)."""
    shift_threat(scene, -1, "THR-ULT-2")


def ally_arrives(scene: ThreatScene, _action: Action) -> None:
    """An ally of a PC comes to help; the referee adds it (THR-ULT-2)."""
    scene.happen("ally-arrives", "THR-ULT-2", side=crew_side(scene.fight))


def structure_destroyed(scene: ThreatScene, _action: Action) -> None:
    """A structure or vehicle is gone; the table says which, and takes it out of the fight (THR-ULT-2)."""
    scene.happen("structure-destroyed", "THR-ULT-2")


def escape(scene: ThreatScene, _action: Action) -> None:
    """The fight is over, and the crew is away (THR-ULT-2, THR-END-1)."""
    scene.emit(Ended(rule="THR-ULT-2", reason=ESCAPED))


def free_attack(scene: ThreatScene, action: Action) -> None:
    """The character may attack once without moving the tracker (THR-ULT-2)."""
    scene.afflict(action.who, FREE_ATTACK, "THR-ULT-2")


def destroy_protection(scene: ThreatScene, who: str, what: str) -> None:
    """The enemy's armour is set to 0; where it wears none, or it is meant, an accessory goes (THR-ULT-2)."""
    one = scene.one(who)
    if one.armour and what == "armour":
        scene.change(who, "armour", 0, "THR-ULT-2")
    elif one.accessories:
        scene.change(who, "accessories", one.accessories[1:], "THR-ULT-2")
        scene.happen("destroyed", "THR-ULT-2", target=who, thing=one.accessories[0])


def shred(scene: ThreatScene, action: Action) -> None:
    """An ultra success with a shredding weapon takes armour off for good (THR-ULT-2)."""
    foe = scene.one(action.foe)
    loss = weapon_at(scene.fight, action.weapon).shreds
    scene.change(action.foe, "armour", max(0, foe.armour - loss), "THR-ULT-2")


ROLL = ("ultra result", "THR-ULT-1")
WHERE = {
    "double": "with an attack",
    FREE_ATTACK: "during Defence",
    "armour": "against a foe that has either",
    "accessory": "against a foe that has one",
}
ULTRAS = {
    "double": Result("double damage", only_told, ("deal double damage",)),
    "threat": Result("-1 combat threat", lower_threat, ("-1 threat", "combat threat", "lower the threat")),
    "ally": Result("a PC's ally arrives to help", ally_arrives, ("PC's ally arrives to help", "ally arrives to help")),
    "structure": Result(
        "a structure or vehicle is destroyed",
        structure_destroyed,
        (
            "destroy a structure/vehicle",
            "destroy structure/vehicle",
            "destroy a vehicle",
            "destroy vehicle",
            "structure/vehicle",
            "vehicle",
        ),
    ),
    "armour": Result(
        "the enemy's armour or accessory is destroyed",
        only_told,
        (
            "destroy enemy's armor/accessory",
            "destroy enemy's armour/accessory",
            "destroy armor/accessory",
            "destroy armour/accessory",
            "armor/accessory",
        ),
    ),
    "escape": Result(
        "the team easily escapes",
        escape,
        (
            "player's team easily escapes",
            "players' team easily escapes",
            "team easily escapes",
            "the team escapes",
            "team escapes",
        ),
    ),
    FREE_ATTACK: Result("a free attack", free_attack, ("free attack (during defence)", "free attack (during defense)")),
}
RESULTS = {
    **ULTRAS,
    "accessory": Result(
        "the enemy's accessory is destroyed", only_told, ("destroy enemy's accessory", "destroy accessory")
    ),
}
