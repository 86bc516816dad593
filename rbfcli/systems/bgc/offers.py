"""Possible actions of a BGC combatant, and verbs that need only numbers."""

from collections.abc import Iterator, Mapping

from rbfcli.model.commands import Command, Turn, restate
from rbfcli.model.fight import Condition
from rbfcli.model.rules import CandidateAction
from rbfcli.systems.bgc import commands, economy
from rbfcli.systems.bgc.conditions import standing
from rbfcli.systems.bgc.sheet import CATEGORIES, UNARMED, Armour, BgcFight, Fighter, Weapon

FREE = "free"
USUAL_CALL = 30


def candidates(fight: BgcFight, actor: str) -> Iterator[CandidateAction]:
    """Yield every plausible action of an actor, with its cost and rule."""
    fighter = fight.combatants[actor]
    if economy.has_to_declare(fight, fighter):
        for plan in plans(fight, fighter):
            yield CandidateAction(commands.Declare(who=actor, categories=plan), FREE, "BGC-ACT-1")
    elif fight.options.must_declare and not (standing(fighter) or fighter.declared):
        yield CandidateAction(commands.Declare(who=actor, categories=("movement",)), FREE, "BGC-WND-5")
    no_attack_yet = economy.has_to_declare(fight, fighter) and economy.next_extra(fighter, "attack") is None
    for command, category, rule in actions(fight, actor, fighter):
        if not (no_attack_yet and category == "attack"):
            yield CandidateAction(command, cost_of(fight, fighter, category), rule)
    penalty = f"-{economy.next_penalty(fight, fighter)}"
    cost = "defend" if economy.has_left(fight, fighter, "defend") else penalty
    yield CandidateAction(commands.Defend(who=actor), cost, "BGC-ACT-2")
    if fight.active == actor:
        for category in CATEGORIES:
            yield CandidateAction(commands.Risk(who=actor, category=category), penalty, "BGC-RSK-1")
        yield CandidateAction(Turn(step="delay"), FREE, "BGC-INI-5")
        yield CandidateAction(Turn(step="next"), FREE, "BGC-INI-5")


def approach(fight: BgcFight, actor: str, foe: str) -> Iterator[Command]:
    """Yield actions that lead to an attack, without positions: declaring one, drawing, taking a risk (BGC-ACT-1)."""
    del foe  # all combatants are in reach of each other
    if not economy.can_attack(fight, actor):
        return
    fighter = fight.combatants[actor]
    if economy.has_to_declare(fight, fighter):
        yield from (commands.Declare(who=actor, categories=plan) for plan in plans(fight, fighter))
    ways = (command for command, _, _ in handling(fight, actor, fighter))
    yield from (command for command in ways if not isinstance(command, commands.Holster))
    if fight.active == actor:
        yield commands.Risk(who=actor, category="attack")


def plans(fight: BgcFight, fighter: Fighter) -> Iterator[tuple[str, ...]]:
    """Yield usual declarations; with an unusable weapon, first one that deals with it."""
    left = fighter.actions - fighter.defended
    if economy.is_useless(fight, fighter):
        yield ("other", *plan_of(left - 1))
    yield plan_of(left)


def plan_of(left: int) -> tuple[str, ...]:
    """Return a declaration of attacks, with one Defend if there are two or more actions."""
    attacks = left - 1
    if not attacks:
        return ("attack",)
    return ("attack", *[str(attacks)] * (attacks > 1), "defend") if attacks > 0 else ()


def actions(fight: BgcFight, actor: str, fighter: Fighter) -> Iterator[tuple[Command, str, str]]:
    """Yield actions with category and rule, targets for attacks before patients."""
    others = sorted(
        (other for other in fight.combatants if other != actor), key=lambda other: _worth(fight, actor, other)
    )
    for other in (other for other in others if fight.combatants[other].side != fighter.side):
        for weapon in ("", UNARMED) if fighter.held else ("",):
            yield commands.Attack(who=actor, targets=(other,), weapon=weapon), "attack", "BGC-ATK-1"
        yield commands.Attack(who=actor, targets=(other,), called=usual_call(fight)), "attack", "BGC-CAL-1"
        armour = fight.combatants[other].armour
        if armour is not None and armour.partial:
            yield commands.Attack(who=actor, targets=(other,), gap=True), "attack", "BGC-ARM-1"
    yield commands.Move(who=actor), "movement", "BGC-ACT-3"
    yield from handling(fight, actor, fighter)
    for other in others:
        yield commands.Stabilize(who=other, by=actor), "other", "BGC-STB-1"
        yield commands.Wake(who=other, by=actor), "other", "BGC-WND-2"
    yield commands.Other(who=actor), "other", "BGC-ACT-2"


def handling(fight: BgcFight, actor: str, fighter: Fighter) -> Iterator[tuple[Command, str, str]]:
    """Yield actions that handle weapons without attacking."""
    yield commands.Reload(who=actor), "other", "BGC-ACT-2"
    for weapon in dict.fromkeys((*fighter.weapons, *(fallen.weapon for fallen in fight.board.lying))):
        yield commands.Draw(who=actor, weapon=weapon), "other", "BGC-ACT-2"
    yield commands.Holster(who=actor), "other", "BGC-ACT-2"


def usual_call(fight: BgcFight) -> int:
    """Return the usual called-shot penalty, within the band of the options (BGC-CAL-1)."""
    return max(fight.options.called_least, min(fight.options.called_most, USUAL_CALL))


def cost_of(fight: BgcFight, fighter: Fighter, category: str) -> str:
    """Return the action that a command costs."""
    extra = fight.round and not economy.has_left(fight, fighter, category)
    return f"extra {category}" if extra else category


def _worth(fight: BgcFight, actor: str, other: str) -> tuple[bool, bool]:
    """Return a sort key: enemies before allies, and those still standing first."""
    target = fight.combatants[other]
    return target.side == fight.combatants[actor].side, not standing(target)


UNHURT = 10_000


def attack(command: commands.AttackNumbers) -> tuple[BgcFight, commands.Attack]:
    """Return a fight with the stated numbers, and the attack; without damage it only rolls to hit (BGC-ATK-1)."""
    weapon = Weapon(
        name="weapon",
        skill="attack",
        damage=command.damage,
        penetration=command.penetration if command.damage else 0,
        quality=command.quality,
    )
    defend = {} if command.defend is None else {"defend": command.defend}
    people = {
        "attacker": _stand_in("attacker", {"attack": command.score}, held="weapon"),
        "target": _stand_in("target", defend, armour=_armour(command)),
        "bystander": _stand_in("bystander", {}),
    }
    return _fight(people, {"weapon": weapon}), restate(
        command,
        commands.Attack,
        who="attacker",
        targets=("target",),
        defend=command.defend is not None,
        botch="failure",
    )


def damage_save(command: commands.DamageSaveNumbers) -> tuple[BgcFight, commands.DamageSave]:
    """Return a fight with the stated penetration, damage and armour, and the roll (BGC-DMG-2 to BGC-DMG-4)."""
    target = _stand_in("target", {}, armour=_armour(command))
    return _fight({"target": target}), restate(command, commands.DamageSave, who="target")


def stabilize(command: commands.StabilizeNumbers) -> tuple[BgcFight, commands.Stabilize]:
    """Return a fight with the stated first aid score and a bleeding patient, and the treatment (BGC-STB-1)."""
    people = {
        "helper": _stand_in("helper", {"first aid": command.score}),
        "target": _stand_in("target", {}, conditions={"bleeding": Condition()}),
    }
    return _fight(people), restate(command, commands.Stabilize, who="target", by="helper")


def _stand_in(
    actor: str,
    skills: Mapping[str, int],
    *,
    held: str = "",
    armour: Armour | None = None,
    conditions: Mapping[str, Condition] | None = None,
) -> Fighter:
    """Return a combatant with enough levels to survive any damage without side effects."""
    return Fighter(
        name=f"the {actor}",
        side="attackers" if actor in ("attacker", "helper") else "targets",
        speed=1,
        tough=1,
        player=True,
        skills=skills,
        weapons=(held,) if held else (),
        held=held,
        armour=armour,
        levels=UNHURT,
        max_levels=UNHURT,
        conditions=conditions or {},
    )


def _armour(command: commands.AttackNumbers | commands.DamageSaveNumbers) -> Armour:
    """Return the stated armour, replacing natural armour."""
    return Armour(value=command.armour, quality=command.armour_quality, replaces=True)


def _fight(people: Mapping[str, Fighter], weapons: Mapping[str, Weapon] | None = None) -> BgcFight:
    return BgcFight(system="bgc", combatants=people, weapons=weapons or {})
