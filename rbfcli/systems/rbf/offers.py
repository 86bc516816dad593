"""The actions an RBF fighter can try, and verbs with numbers alone."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from rbfcli.dice import highest
from rbfcli.model import commands
from rbfcli.model.commands import Command, restate
from rbfcli.model.fight import Condition
from rbfcli.model.rules import CandidateAction
from rbfcli.model.sheets import unhurt
from rbfcli.systems.rbf import commands as acting
from rbfcli.systems.rbf.conditions import standing
from rbfcli.systems.rbf.economy import can_attack
from rbfcli.systems.rbf.map import lying_at, metres_between, nearer, sees
from rbfcli.systems.rbf.sheet import MEDICAL_KIT, RAGE, REPAIR_KIT, UNARMED, UNARMED_ID, Fighter, RbfFight, Weapon
from rbfcli.systems.rbf.strike import out_of_reach
from rbfcli.systems.rbf.techniques import TECHNIQUES, already_done

NEAREST = 4
BARE_HANDED = ("grapple", "throw")
Worth = Iterator[tuple[Command, str]]


def candidates(fight: RbfFight, actor: str) -> Iterator[CandidateAction]:
    """Yield actions a combatant might take, each with its cost and rule (RBF-ACT-2)."""
    one = fight.combatants[actor]
    for command, rule in costly(fight, actor, one):
        yield CandidateAction(command, "1 action", rule)
    for bonus in (acting.Hide(who=actor, bonus=True), *spells(fight, actor, foes_of(fight, one), bonus=True)):
        yield CandidateAction(bonus, "bonus action", "RBF-BON-1")
    yield CandidateAction(acting.Push(who=actor), f"experience, or {fight.options.push_damage} HP", "RBF-ATK-9")
    for command, rule in free(fight, actor, one):
        yield CandidateAction(command, "free", rule)


def approach(fight: RbfFight, actor: str, foe: str) -> Iterator[Command]:
    """Yield ways to get at an enemy: drawing a weapon, moving, standing up, or searching for it (RBF-ACT-2)."""
    one = fight.combatants[actor]
    if not can_attack(fight, actor):
        return
    ways = (command for command, _ in (*handling(fight, actor, one), *moves(fight, actor, one, [foe])))
    yield from (command for command in ways if not isinstance(command, commands.Holster | acting.Prone))
    if not sees(fight, actor, foe):
        yield acting.Check(who=actor, skill="perception", see=foe)


def costly(fight: RbfFight, actor: str, combatant: Fighter) -> Worth:
    """Yield commands that cost an action, with their rules."""
    foes = foes_of(fight, combatant)
    yield from attacks(fight, actor, combatant, foes)
    yield acting.Aim(who=actor), "RBF-ACT-5"
    yield from handling(fight, actor, combatant)
    yield from moves(fight, actor, combatant, foes)
    yield acting.Hide(who=actor), "RBF-STL-3"
    hidden = (each for each, other in fight.combatants.items() if "hidden" in other.conditions)
    for each in hidden:
        yield acting.Spot(who=actor, target=each), "RBF-ACT-4"
        yield acting.Check(who=actor, skill="perception", see=each), "RBF-ACT-4"
    yield from ((command, "RBF-ACT-6") for command in spells(fight, actor, foes))
    yield from ((acting.Use(who=actor, thing=each), "RBF-ACT-2") for each in dict.fromkeys(combatant.items))
    yield from help_for_others(fight, actor, combatant)
    yield acting.Overwatch(who=actor), "RBF-ACT-8"


def foes_of(fight: RbfFight, combatant: Fighter) -> list[str]:
    """Return the combatant's standing enemies, nearest first."""
    foes = {who: other for who, other in fight.combatants.items() if other.is_enemy != combatant.is_enemy}
    return sorted(
        (who for who in foes if standing(foes[who])), key=lambda who: metres_between(combatant, foes[who]) or 0
    )


def attacks(fight: RbfFight, actor: str, combatant: Fighter, foes: list[str]) -> Worth:
    """Yield attacks on each enemy with every weapon and as a burst, and all variants on the nearest one in range."""
    others = [each for each in (*combatant.weapons, UNARMED_ID) if each != (combatant.held or UNARMED_ID)]
    for foe in foes:
        plain = acting.Attack(who=actor, targets=(foe,))
        yield plain, "RBF-ATK-1"
        yield from ((acting.Attack(who=actor, targets=(foe,), weapon=each), "RBF-ATK-1") for each in others)
    seen = [foe for foe in foes if sees(fight, actor, foe)]
    held = fight.weapon_named(combatant.held) or UNARMED
    in_range = (foe for foe in seen if not out_of_reach(fight, actor, foe, held))
    near = [*dict.fromkeys((*seen[:1], *islice(in_range, 1)))]
    for foe in near:
        further = [each for each in foes if each not in near] if foe == near[-1] else []
        yield from ways_to_attack(fight, actor, combatant, (foe, *further))


def ways_to_attack(fight: RbfFight, actor: str, combatant: Fighter, foes: tuple[str, ...]) -> Worth:
    """Yield variants of an attack: bursts at each enemy; on the first also nonlethal, dual, club, techniques."""
    weapon, foe = fight.weapon_named(combatant.held), foes[0]
    yield acting.Attack(who=actor, targets=(foe,), nonlethal=True), "RBF-DIE-1"
    if weapon and weapon.autofire:
        yield from ((acting.Attack(who=actor, targets=(each,), autofire=True), "RBF-ACT-7") for each in foes)
    if combatant.off_hand:
        yield acting.Attack(who=actor, targets=(foe,), dual=True), "RBF-DUAL-1"
    if weapon and weapon.range and weapon.hands > 1:
        yield acting.Attack(who=actor, targets=(foe,), club=True), "RBF-RNG-1"
    for name, technique in {} if combatant.is_enemy else TECHNIQUES.items():
        if already_done(fight, actor, foe, name):
            continue
        bare = UNARMED_ID if combatant.held and name in BARE_HANDED else ""
        yield acting.Attack(who=actor, targets=(foe,), weapon=bare, technique=name), technique.rule


def handling(fight: RbfFight, actor: str, combatant: Fighter) -> Worth:
    """Yield weapons to draw, pick up, holster and reload."""
    others = [
        each
        for each in (*combatant.weapons, *lying_at(fight, actor))
        if each not in (combatant.held, combatant.off_hand)
    ]
    yield from ((commands.Draw(who=actor, weapon=each), "RBF-ACT-2") for each in dict.fromkeys(others))
    yield commands.Holster(who=actor), "RBF-ACT-2"
    yield acting.Reload(who=actor), "RBF-ACT-3"
    if combatant.off_hand:
        yield commands.Holster(who=actor, off_hand=True), "RBF-ACT-2"
        yield acting.Reload(who=actor, weapon=combatant.off_hand), "RBF-ACT-3"


def moves(fight: RbfFight, actor: str, combatant: Fighter, foes: list[str]) -> Worth:
    """Yield moves to each place and next to the nearest enemies, and changes of posture."""
    yield from ((acting.Move(who=actor, to=place), "RBF-ACT-2") for place in fight.board.places)
    reach = fight.options.melee_reach
    beside = dict.fromkeys(nearer(fight, combatant, fight.combatants[foe], reach) for foe in foes[:NEAREST])
    yield from ((acting.Move(who=actor, to=metre), "RBF-ACT-2") for metre in beside if metre)
    yield acting.Free(who=actor), "RBF-TEC-PIN"
    yield acting.Stand(who=actor), "RBF-PRN-1"
    yield acting.Prone(who=actor), "RBF-PRN-1"


def spells(fight: RbfFight, actor: str, foes: list[str], *, bonus: bool = False) -> Iterator[acting.Cast]:
    """Yield the encounter's spells, at the nearest enemies, or without a target if they are harmless."""
    for name, spell in fight.spells.items():
        if not spell.needs_target:
            yield acting.Cast(who=actor, spell=name, bonus=bonus)
        yield from (acting.Cast(who=actor, spell=name, targets=(foe,), bonus=bonus) for foe in foes[:NEAREST])


def help_for_others(fight: RbfFight, actor: str, combatant: Fighter) -> Worth:
    """Yield the allies whom a kit could help."""
    for each, other in fight.combatants.items():
        if each == actor or other.is_enemy != combatant.is_enemy:
            continue
        if "dying" in other.conditions:
            yield acting.Stabilize(who=each, by=actor), "RBF-STB-1"
        elif other.hp < other.max_hp and MEDICAL_KIT in combatant.items:
            yield acting.Use(who=actor, thing=MEDICAL_KIT, target=each), "RBF-ACT-2"
        if other.armour_broken and REPAIR_KIT in combatant.items:
            yield acting.Use(who=actor, thing=REPAIR_KIT, target=each), "RBF-DEF-6"


def free(fight: RbfFight, actor: str, combatant: Fighter) -> Worth:
    """Yield commands that cost no action."""
    if combatant.has("Berserker"):
        yield acting.Use(who=actor, thing=RAGE), "RBF-TAL-1"
    if combatant.is_boss:
        yield from ((acting.ShakeOff(who=actor, name=each), "RBF-TEC-3") for each in combatant.conditions)
    if fight.round:
        yield acting.Hold(who=actor), "RBF-INI-4"
    if fight.active == actor:
        yield commands.Turn(), "RBF-INI-3"


def attack(command: acting.AttackNumbers) -> tuple[RbfFight, acting.Attack]:
    """Return a fight in which a player attacks with this skill and weapon damage (RBF-ATK-1)."""
    skill: Any = command.skill
    weapon, fields = Weapon(name="weapon", skill=skill, damage=command.damage), unhurt(2 * highest(command.damage))
    people = {
        "attacker": player("the attacker", skills={command.skill: 0}, weapons=("weapon",), held="weapon"),
        "target": Fighter(name="the target", side="targets", tn=command.tn, **fields),
    }
    return RbfFight(system="rbf", combatants=people, weapons={"weapon": weapon}), restate(
        command, acting.Attack, who="attacker", targets=("target",), critical="double"
    )


def damage_save(command: acting.DamageSaveNumbers) -> tuple[RbfFight, acting.DamageSave]:
    """Return a fight in which a player in this armour defends against a stated danger (RBF-DEF-1)."""
    most = highest(command.damage) if command.most is None else command.most
    target = player("the target", skills={"dodge": 0}, armour=command.armour, **unhurt(most))
    return RbfFight(system="rbf", combatants={"target": target}), restate(command, acting.DamageSave, who="target")


def stabilize(command: acting.StabilizeNumbers) -> tuple[RbfFight, acting.Stabilize]:
    """Return a fight in which a player with a medical kit stabilizes another (RBF-STB-1)."""
    people = {
        "helper": player("the helper", skills={"medicine": 0}, items=(MEDICAL_KIT,)),
        "target": player("the target", conditions={"dying": Condition(amount=1)}),
    }
    return RbfFight(system="rbf", combatants=people), restate(command, acting.Stabilize, who="target", by="helper")


def player(name: str, **fields: Any) -> Fighter:
    """Return a placeholder player."""
    return Fighter(**{"name": name, "side": "players", **unhurt(0), **fields})
