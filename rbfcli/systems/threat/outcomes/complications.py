"""Complications of a partial success: chosen, in the referee's words, or rolled (THR-CMP)."""

from rbfcli.systems.threat.action import Action
from rbfcli.systems.threat.carrying import usual_weapon, wear_down
from rbfcli.systems.threat.check import ThreatScene
from rbfcli.systems.threat.conditions import DISADVANTAGE
from rbfcli.systems.threat.damage import HALF, deal, deal_back
from rbfcli.systems.threat.economy.tracker import shift_threat
from rbfcli.systems.threat.outcomes.finish import finish
from rbfcli.systems.threat.outcomes.results import Result, only_told, random_result, result_named
from rbfcli.systems.threat.sheet import ARMOUR, enemy_blocks


def named_complication(word: str) -> str:
    """A complication by its name or its phrase, or in the table's own words (THR-CMP-1)."""
    return result_named(word, COMPLICATIONS, "complication")


def choose_complication(scene: ThreatScene, action: Action) -> None:
    """The complication that was stated, else one rolled or asked for (THR-CMP-1)."""
    choice = action.complication or scene.fight.options.complications
    if choice == "ask":
        choice = scene.ask("complication", action.who, (*COMPLICATIONS, "roll"), "THR-CMP-1", free_text=True)
    apply_complication(scene, action, roll_complication(scene) if choice == "roll" else choice)


def roll_complication(scene: ThreatScene) -> str:
    """A line of the table by a d6, to which the combat threat is added if the option says so (THR-CMP-1)."""
    plus = scene.fight.board.threat if scene.fight.options.complication_threat else 0
    return random_result(scene, COMPLICATIONS, "complication", "THR-CMP-1", plus)


def apply_complication(scene: ThreatScene, action: Action, complication: str) -> None:
    """One complication takes effect; an attack does its damage all the same (THR-OFF-3, THR-DEF-3, THR-CMP-2)."""
    result = COMPLICATIONS.get(complication, Result(complication, only_told))
    told = "complication" if complication in COMPLICATIONS else "complication-noted"
    scene.happen(told, "THR-CMP-1", who=action.who, effect=result.says)
    if complication == "half-damage":
        deal(scene, action, HALF)
    elif action.kind == "attack" or complication == "trade":
        deal(scene, action)
    result.effect(scene, action)
    finish(scene, action)


def lose_durability(scene: ThreatScene, action: Action) -> None:
    """A weapon or armour of the character wears (THR-CMP-2)."""
    wear_down(scene, action.wearer, action.worn or usually_worn(scene, action))


def hinder(scene: ThreatScene, action: Action) -> None:
    """The character's next combat action is at a disadvantage (THR-CMP-2)."""
    scene.afflict(action.who, DISADVANTAGE, "THR-CMP-2")


def raise_threat(scene: ThreatScene, _action: Action) -> None:
    """The combat threat rises, as far as the sheet goes (THR-CMP-2)."""
    shift_threat(scene, 1, "THR-CMP-2")


def call_reinforcements(scene: ThreatScene, _action: Action) -> None:
    """More enemies come; the referee adds them, from a stat block of enemies if there is one (THR-CMP-2)."""
    blocks = ", ".join(enemy_blocks(scene.fight)) or "none is defined, so give hp=N"
    scene.happen("reinforcements", "THR-CMP-2", blocks=blocks)


def usually_worn(scene: ThreatScene, action: Action) -> str:
    """What an action wears: the weapon one attacks with; else armour, else the first weapon not broken (THR-CMP-2)."""
    one = scene.one(action.who)
    if action.kind == "attack":
        return action.weapon
    if one.armour and one.wear.get(ARMOUR) != "broken":
        return ARMOUR
    return usual_weapon(scene.fight, one)


COMPLICATIONS = {
    "durability": Result("durability loss", lose_durability, ("loss of durability",)),
    "half-damage": Result(
        "half damage", only_told, ("½ damage", "½damage", "1/2 damage", "1\u20442 damage", "half the damage")
    ),
    "disadvantage": Result("disadvantage on the next combat action", hinder, ("disadvantage on next combat action",)),
    "threat": Result("+1 combat threat", raise_threat, ("+1 threat", "combat threat", "raise the threat")),
    "trade": Result("trade damage", deal_back),
    "reinforcements": Result("enemy reinforcements", call_reinforcements),
}
