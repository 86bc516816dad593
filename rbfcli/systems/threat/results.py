"""The effects of action rolls."""

from collections.abc import Iterable, Mapping

from msgspec import Struct, convert
from msgspec.structs import replace

from rbfcli.core.errors import Refusal, listed, misuse
from rbfcli.core.matching import match, match_named, own_words
from rbfcli.model.events import FightEnded, Modifier
from rbfcli.storage.toml import read_beside
from rbfcli.systems.threat import commands, economy, health, sheet
from rbfcli.systems.threat.checks import Acting, Action, ThreatScene, stated_down
from rbfcli.systems.threat.conditions import DISADVANTAGE, FREE_ATTACK, LAST_STAND, standing
from rbfcli.systems.threat.outcome import FAILURE, PARTIAL, SUCCESS

DEFEATED = "all enemies are defeated"
ESCAPED = "the crew escapes"


def finish(scene: ThreatScene, action: Action, extra_rule: str = "") -> None:
    """Move the tracker after an action, unless the fight is over or the action was free (THR-TRACK-3)."""
    close(scene, action)
    if not action.free and not scene.fight.over:
        economy.move_tracker(scene, extra_rule)


def close(scene: ThreatScene, action: Action) -> None:
    """End last stands, and the fight if it is decided; an ultra in Defence does no more (THR-DEF-5)."""
    end_last_stands(scene, action)
    settle_end(scene)


def end_last_stands(scene: ThreatScene, action: Action) -> None:
    """Kill actors whose last stand began before this action, their final one (THR-DMG-3)."""
    for who in action.actors:
        if LAST_STAND in scene.before.combatants[who].conditions and LAST_STAND in scene.one(who).conditions:
            health.die(scene, who)


def settle_end(scene: ThreatScene) -> None:
    """End the fight when all enemies are defeated (THR-END-1)."""
    stand = [standing(one) for one in scene.fight.enemies().values()]
    if scene.fight.phase and stand and not any(stand) and not scene.fight.over:
        scene.emit(FightEnded(rule="THR-END-1", reason=DEFEATED))


def resume(scene: ThreatScene) -> None:
    """Resume a fight in which all enemies were defeated when more come (THR-END-1)."""
    if scene.fight.over == DEFEATED and any(standing(one) for one in scene.fight.enemies().values()):
        scene.change("", "over", "", "THR-END-1")
        scene.happen("goes-on", "THR-END-1")


TYPESET = str.maketrans({"'": "\u2019", "-": "\u2212"})


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """A complication or ultra result: its text, and the phrases of the source that also name it."""

    says: str
    phrases: tuple[str, ...] = ()


class ResultsFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of `results.toml`: the two tables to roll on, and the ultra results that can only be chosen."""

    complications: dict[str, Result]
    ultras: dict[str, Result]
    chosen: dict[str, Result]


TABLES = convert(read_beside(__package__, "results.toml"), ResultsFile)
COMPLICATIONS, ULTRAS, RESULTS = TABLES.complications, TABLES.ultras, {**TABLES.ultras, **TABLES.chosen}


def random_result(scene: ThreatScene, results: Iterable[str], label: str, rule: str, plus: int = 0) -> str:
    """Return a random result, each equally likely; with a bonus, totals past the end give the last."""
    names = tuple(results)
    added = (Modifier(plus, "combat threat", rule),)
    return names[min(scene.roll("", label, rule, sides=len(names), count=1, modifiers=added).total, len(names)) - 1]


def names_of(results: Mapping[str, Result]) -> dict[str, tuple[str, ...]]:
    """Return the words for each result (name, text, phrases), and for who chooses."""
    named = {name: (each.says, *each.phrases) for name, each in results.items()}
    typeset = {name: (*texts, *(text.translate(TYPESET) for text in texts)) for name, texts in named.items()}
    return {**typeset, "roll": (), "ask": ()}


def result_named(word: str, results: Mapping[str, Result], what: str) -> str:
    """Return the result that a word names, or your own words after `say`. Raises UsageError."""
    return own_words(word) or match_named(word, names_of(results), what) if word else ""


def choose_complication(scene: ThreatScene, action: Action) -> None:
    """Apply the stated complication, or ask for one or roll; optionally, add the combat threat (THR-CMP-1)."""
    choice = action.complication or scene.fight.options.complications
    if choice == "ask":
        choice = scene.ask("complication", action.who, (*COMPLICATIONS, "roll"), "THR-CMP-1", free_text=True)
    if choice == "roll":
        plus = scene.fight.board.threat if scene.fight.options.complication_threat else 0
        choice = random_result(scene, COMPLICATIONS, "complication", "THR-CMP-1", plus)
    apply_complication(scene, action, choice)


def apply_complication(scene: ThreatScene, action: Action, complication: str) -> None:
    """Apply a complication and deal an attack's damage (THR-OFF-3, THR-DEF-3, THR-CMP-2).

    Without an effect here, it only changes the damage, or the table interprets it.
    """
    result = COMPLICATIONS.get(complication, Result(complication))
    idle = action.kind == "task" and complication in OF_DAMAGE
    told = "complication" if complication in COMPLICATIONS and not idle else "complication-noted"
    scene.happen(told, "THR-CMP-1", who=action.who, effect=result.says)
    if complication == "half-damage":
        health.deal(scene, action, health.HALF)
    elif action.kind == "attack" or complication == "trade":
        health.deal(scene, action)
    match complication:
        case "durability":
            economy.wear_down(scene, action.wearer, action.worn or usually_worn(scene, action))
        case "disadvantage":
            scene.afflict(action.who, DISADVANTAGE, "THR-CMP-2")
        case "threat":
            economy.shift_threat(scene, 1, "THR-CMP-2")
        case "trade":
            health.deal_back(scene, action)
        case "reinforcements":
            blocks = ", ".join(sheet.enemy_blocks(scene.fight)) or "none is defined, so give hp=N"
            scene.happen("reinforcements", "THR-CMP-2", blocks=blocks)
        case _:
            pass
    finish(scene, action)


def usually_worn(scene: ThreatScene, action: Action) -> str:
    """Return what an action wears: the attack's weapon, otherwise armour or a weapon (THR-CMP-2)."""
    one = scene.one(action.who)
    if action.kind == "attack":
        return action.weapon
    if one.armour and one.wear.get(sheet.ARMOUR) != "broken":
        return sheet.ARMOUR
    return economy.usual_weapon(scene.fight, one)


OF_DAMAGE = ("half-damage", "trade")


def fitting(scene: ThreatScene, action: Action) -> tuple[str, ...]:
    """Return the ultra results that apply: only an attack doubles damage, only a defence gives a free attack."""
    foe = scene.one(action.foe) if action.foe else None
    means = {
        "double": action.kind == "attack",
        FREE_ATTACK: action.kind == "defence",
        "armour": foe is not None and bool(foe.armour or foe.accessories),
        "accessory": foe is not None and bool(foe.accessories),
    }
    return tuple(each for each in RESULTS if means.get(each, True))


def named_ultra(scene: ThreatScene, action: Action, word: str) -> str:
    """Return the stated ultra result, by name or in your own words; refuse one that cannot apply (THR-ULT-1)."""
    name = result_named(word, RESULTS, "ultra result")
    must_fit(scene, action, name)
    return name


def must_fit(scene: ThreatScene, action: Action, name: str) -> None:
    """Refuse a result that does not apply to an action (THR-ULT-1)."""
    if name in RESULTS and name not in fitting(scene, action):
        scene.refuse(
            f"ultra result {name} is possible only {WHERE[name]}",
            "THR-ULT-1",
            hint=listed("possible now", fitting(scene, action)),
        )


def choose_ultra(scene: ThreatScene, action: Action) -> None:
    """Apply the stated ultra result, or roll or ask for one (THR-ULT-1)."""
    choice = action.ultra or scene.fight.options.ultras
    if choice == "ask":
        choice = scene.ask("ultra", action.who, (*fitting(scene, action), "roll"), "THR-ULT-1", free_text=True)
        must_fit(scene, action, choice)
    apply_ultra(scene, action, roll_table(scene, action) if choice == "roll" else choice)


def roll_table(scene: ThreatScene, action: Action) -> str:
    """Return a rolled ultra result; optionally, roll again if it does not apply (THR-ULT-2)."""
    result = random_result(scene, ULTRAS, *ROLL)
    if scene.fight.options.ultra_again and result not in fitting(scene, action):
        scene.happen("again", "THR-ULT-2", effect=ULTRAS[result].says)
        return random_result(scene, [each for each in fitting(scene, action) if each in ULTRAS], *ROLL)
    return result


def apply_ultra(scene: ThreatScene, action: Action, name: str) -> None:
    """Apply an ultra result, then an attack's damage, without destroyed armour (THR-OFF-5, THR-DEF-5, THR-ULT-2)."""
    result = RESULTS.get(name, Result(name))
    told = "ultra" if name in RESULTS else "ultra-noted"
    scene.happen(told, "THR-ULT-1", who=action.who, effect=result.says)
    if name in ("armour", "accessory") and action.foe:
        destroy_protection(scene, action, name)
    if action.kind == "attack":
        health.deal(scene, action, health.DOUBLE if name == "double" else health.FULL)
        shred(scene, action)
    take_ultra(scene, action, name)
    if action.kind == "defence":
        close(scene, action)
    else:
        finish(scene, action)


def take_ultra(scene: ThreatScene, action: Action, name: str) -> None:
    """Apply the further effect of an ultra result; the GM adds an ally, the table names a structure (THR-ULT-2)."""
    match name:
        case "threat":
            economy.shift_threat(scene, -1, "THR-ULT-2")
        case "ally":
            scene.happen("ally-arrives", "THR-ULT-2", side=scene.fight.crew_side())
        case "structure":
            scene.happen("structure-destroyed", "THR-ULT-2")
        case "escape":
            scene.emit(FightEnded(rule="THR-ULT-2", reason=ESCAPED))
        case "free-attack":
            scene.afflict(action.who, FREE_ATTACK, "THR-ULT-2")
        case _:
            pass


def destroy_protection(scene: ThreatScene, action: Action, what: str) -> None:
    """Set the enemy's armour to 0, or destroy one accessory; the players choose which (THR-ULT-2)."""
    foe = scene.one(action.foe)
    accessories = dict.fromkeys(foe.accessories)
    things = (*((sheet.ARMOUR,) if foe.armour and what == "armour" else ()), *accessories)
    if not things:
        scene.happen("nothing-to-destroy", "THR-ULT-2", target=action.foe)
        return
    lost = things[0]
    if len(things) > 1 and scene.fight.options.destroyed == "ask":
        lost = scene.ask("lost", action.who, things, "THR-ULT-2", target=action.foe)
    if lost == sheet.ARMOUR:
        scene.change(action.foe, "armour", 0, "THR-ULT-2")
    elif lost in scene.one(action.foe).accessories:
        health.lose_accessory(scene, action.foe, lost, "THR-ULT-2")
        scene.happen("destroyed", "THR-ULT-2", target=action.foe, thing=lost)


def shred(scene: ThreatScene, action: Action) -> None:
    """Reduce the enemy's armour permanently by the weapon's shredding (THR-ULT-2)."""
    foe = scene.one(action.foe)
    loss = scene.fight.weapon_at(action.weapon).shreds
    scene.change(action.foe, "armour", max(0, foe.armour - loss), "THR-ULT-2")


ROLL = ("ultra result", "THR-ULT-1")
WHERE = {
    "double": "with an attack",
    FREE_ATTACK: "during Defence",
    "armour": "against an enemy with armour or an accessory",
    "accessory": "against an enemy with an accessory",
}


def as_stated(scene: ThreatScene, action: Action, command: Acting) -> Action:
    """Return the action with its stated choices; refuse choices that do not apply."""
    one, worn = scene.one(action.wearer), command.worn
    if worn:
        worn = match(worn, (*one.weapons, sheet.ARMOUR), f"item on {one.name}", Refusal, "THR-CMP-2")
    chosen = replace(
        action,
        complication=result_named(command.complication, COMPLICATIONS, "complication"),
        ultra=named_ultra(scene, action, command.ultra),
        worn=worn,
    )
    if chosen.worn and chosen.complication not in ("", "durability", "roll", "ask"):
        raise misuse(f"--worn does not apply to {chosen.complication}", "--complication durability --worn THING")
    if isinstance(command, commands.Act):
        return chosen
    return replace(chosen, accessory=command.accessory, down=stated_down(command))


def offense_outcome(scene: ThreatScene, action: Action, outcome: str) -> None:
    """Apply the outcome of an offense action (THR-OFF-2 to 5).

    Failure: no damage and an extra space. Partial: damage and a complication. Success: damage. Ultra: damage and an
    ultra result.
    """
    if outcome == FAILURE:
        finish(scene, action, "THR-OFF-2")
    elif outcome == PARTIAL:
        choose_complication(scene, action)
    elif outcome == SUCCESS:
        health.deal(scene, action)
        finish(scene, action)
    else:
        choose_ultra(scene, action)


def defence_outcome(scene: ThreatScene, action: Action, outcome: str) -> None:
    """Apply the outcome of a defence action (THR-DEF-2 to 5).

    Failure: full damage. Partial: a complication. Success: an extra space. Ultra: Offense begins immediately, with
    an ultra result.
    """
    if outcome == FAILURE:
        health.deal(scene, action)
        finish(scene, action)
    elif outcome == PARTIAL:
        choose_complication(scene, action)
    elif outcome == SUCCESS:
        finish(scene, action, "THR-DEF-4")
    else:
        if scene.fight.phase == "defence":
            economy.begin_phase(scene, "offense", "THR-DEF-5")
        choose_ultra(scene, action)
