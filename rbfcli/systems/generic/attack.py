"""Attacks, powers with saves, saves, and conditions (GEN-ATK, GEN-POW, GEN-SAV, GEN-CON)."""

from typing import Any

from msgspec.structs import replace

from rbfcli.core.errors import Refusal, missing, misuse, refuse
from rbfcli.core.matching import match
from rbfcli.core.text import quoted
from rbfcli.engine import gm
from rbfcli.engine.rolling import stated
from rbfcli.model.events import Modifier
from rbfcli.systems.generic import commands, conditions, economy, health
from rbfcli.systems.generic.checks import GenericScene, of_conditions, read_damage, save, succeeded, test
from rbfcli.systems.generic.outcome import CRITICAL, FAILURE, FUMBLE, SUCCESS
from rbfcli.systems.generic.sheet import AC, USUAL_DEFENSE, Attack, Character, SaveEnds, laid_by, usable

BEST_FIRST = (CRITICAL, SUCCESS, FAILURE, FUMBLE)


def attack(scene: GenericScene, command: commands.Attack) -> None:
    """Attack each target in turn with one of the sheet's attacks, or with a stated bonus and damage (GEN-ATK-1)."""
    who, targets = command.who, tuple(dict.fromkeys(command.targets))
    economy.may_act(scene, who)
    name, mine = chosen_attack(scene.one(who), command)
    for target in targets:
        check_target(scene, who, target)
    if mine.uses:
        economy.spend(scene, who, mine.uses)
    economy.has_acted(scene, who)
    outcomes = [strike(scene, command, name, mine, target) for target in targets]
    scene.conclude(min(outcomes, key=BEST_FIRST.index))
    scene.relieve(who, conditions.HIDDEN, "GEN-CON-2")


def chosen_attack(combatant: Character, command: commands.Attack) -> tuple[str, Attack]:
    """Return the named or first attack with the stated bonus and damage; refuse if there is none of them."""
    read_damage(command.damage)
    name = "attack"
    if command.name:
        name = match(command.name, combatant.attacks, f"attack on {combatant.name}'s sheet", Refusal, "GEN-ATK-1")
    elif combatant.attacks:
        name = next(iter(combatant.attacks))
    elif command.to_hit is None and not command.damage:
        names = " ".join(map(quoted, (command.who, *command.targets)))
        stated, added = f"attack {names} --to-hit 2 --damage 1d4", f"set {quoted(command.who)} attacks.claw.damage=1d4"
        raise refuse(f"{combatant.name} has no attack", "GEN-ATK-1", stated, added)
    mine = combatant.attacks.get(name, Attack())
    to_hit = mine.to_hit if command.to_hit is None else command.to_hit
    return name, replace(mine, to_hit=to_hit, damage=command.damage or mine.damage)


def check_target(scene: GenericScene, actor: str, target: str) -> None:
    """Refuse a target that is the attacker, or down and not dying (GEN-ATK-2)."""
    other = scene.one(target)
    if actor == target:
        raise refuse(f"{other.name} cannot attack themself", "GEN-ATK-2")
    if not conditions.takes_damage(other):
        scene.refuse(f"{other.name} is down", "GEN-ATK-2")


def strike(scene: GenericScene, command: commands.Attack, name: str, mine: Attack, target: str) -> str:
    """Roll dice and bonus against a defense; a hit deals damage (GEN-ATK-1, GEN-DMG-1)."""
    who, one = command.who, scene.one(target)
    edges, modifiers = of_conditions(scene.fight, who, target)
    outcome = test(
        scene,
        who,
        "attack",
        "GEN-ATK-1",
        target=target,
        against=one.ac if mine.versus == AC else one.defenses.get(mine.versus, USUAL_DEFENSE),
        modifiers=(Modifier(mine.to_hit, name, "GEN-ATK-1"), *modifiers, Modifier(command.mod, "modifier")),
        edges=(*edges, *stated(command.advantage, command.disadvantage)),
        natural=True,
    )
    if succeeded(outcome):
        health.deal(scene, who, {target: health.FULL}, mine.damage, critical=outcome == CRITICAL)
    return outcome


def use(scene: GenericScene, command: commands.Use) -> None:
    """Use a power on targets, or spend or restore one of a counter (GEN-POW-1, GEN-CTR-1)."""
    who, one = command.who, scene.one(command.who)
    name = match(command.name, usable(one), f"power or counter on {one.name}'s sheet", Refusal, "GEN-POW-1")
    if command.back:
        uses = name if name in one.counters else one.powers[name].uses
        if uses not in one.counters:
            raise refuse(f"{name} does not use a counter", "GEN-CTR-1")
        economy.give_back(scene, who, uses)
    elif name in one.powers:
        use_power(scene, command, name)
    elif command.targets:
        raise misuse(f"{name} is a counter and takes no target", f"use {quoted(who)} {quoted(name)}")
    else:
        economy.spend(scene, who, name)


def use_power(scene: GenericScene, command: commands.Use, called: str) -> None:
    """Roll all saves, then damage once for all; failed saves bring the condition (GEN-POW-1, GEN-POW-2)."""
    who, targets = command.who, tuple(dict.fromkeys(command.targets))
    power = scene.one(who).powers[called]
    if not targets:
        raise missing("TARGET", f"use {quoted(who)} {quoted(called)} TARGET")
    economy.may_act(scene, who)
    asked = f": {power.save} save, DC {power.dc}" if power.save else ""
    scene.happen("uses", "GEN-POW-1", who=who, power=called, save=asked)
    if power.uses:
        economy.spend(scene, who, power.uses)
    economy.has_acted(scene, who)
    if power.concentration:
        health.concentrate(scene, who, called)
    saved = {target: save(scene, target, power.save, power.dc, by=who) if power.save else FAILURE for target in targets}
    name, ends = laid_by(power), SaveEnds(save=power.save if power.save_ends else "", dc=power.dc)
    for target, outcome in saved.items():
        if not name or succeeded(outcome):
            continue
        if name in scene.one(target).condition_immune:
            scene.happen("immune", "GEN-POW-2", who=target, condition=name)
        else:
            lay(scene, target, name, "GEN-POW-2", ends, rounds=power.rounds, by=who)
    health.deal(scene, who, health.portions(saved, half=power.half), power.damage)
    scene.conclude(SUCCESS if any(not succeeded(each) for each in saved.values()) else FAILURE)
    scene.relieve(who, conditions.HIDDEN, "GEN-CON-2")


def lay(scene: GenericScene, actor: str, name: str, rule: str, ends: SaveEnds, **lasting: Any) -> None:
    """Add a condition, with the save that ends it, if any (GEN-CON-3)."""
    scene.afflict(actor, name, rule, **lasting)
    if ends.save:
        scene.change(actor, "save_ends", {**scene.one(actor).save_ends, name: ends}, "GEN-CON-3")


def roll_save(scene: GenericScene, command: commands.Save) -> None:
    """Roll a save for each combatant; it can end a condition, or halve damage rolled once for all (GEN-SAV-1)."""
    edges = stated(command.advantage, command.disadvantage)
    outcomes: dict[str, str] = {}
    read_damage(command.half)
    for who in dict.fromkeys(command.who):
        one, ends = scene.one(who), command.ends
        if ends:
            ends = match(ends, one.conditions, f"condition on {one.name}", Refusal, "GEN-SAV-1")
        outcomes[who] = save(scene, who, command.name, command.dc, mod=command.mod, edges=edges)
        if succeeded(outcomes[who]):
            scene.relieve(who, ends, "GEN-SAV-1")
    health.deal(scene, "", health.portions(outcomes, half=True), command.half)
    scene.conclude(min(outcomes.values(), key=BEST_FIRST.index))


def reveal(scene: GenericScene, command: commands.Reveal) -> None:
    """Reveal or hide an AC to players of other sides (GEN-SEE-1)."""
    for who in command.who:
        scene.change(who, "known", not command.hide, "GEN-SEE-1")
    if scene.fight == scene.before:
        names = ", ".join(scene.one(who).name for who in command.who)
        people = " ".join(map(quoted, command.who))
        if command.hide:
            raise refuse(f"the players do not know the AC of {names}", "GEN-SEE-1", f"reveal {people}")
        raise refuse(f"the players already know the AC of {names}", "GEN-SEE-1", f"reveal {people} --hide")


def change_condition(scene: GenericScene, command: commands.ChangeCondition) -> None:
    """Add or remove a condition; rounds of a combatant's turns, or a save, end it (GEN-CON-1, GEN-CON-3)."""
    if (command.of or command.start) and not command.rounds:
        raise misuse("--of and --start only apply to a duration in rounds", "--rounds 1")
    if command.step == "remove":
        gm.condition(scene, command)
        return
    for who in dict.fromkeys(command.who):
        scene.one(who)
        name = gm.known_condition(scene, command.name)
        edge, ends = "start" if command.start else "end", SaveEnds(save=command.save, dc=command.dc)
        lay(scene, who, name, "GM", ends, rounds=command.rounds, whose=command.of, edge=edge)
