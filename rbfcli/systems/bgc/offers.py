"""What a fighter of BGC might do, as commands; rehearsal keeps those that the rules accept."""

from collections.abc import Iterator

from rbfcli.kernel.command import Command
from rbfcli.kernel.rules import Candidate
from rbfcli.kernel.verbs import Turn
from rbfcli.systems.bgc import commands
from rbfcli.systems.bgc.carrying import is_useless
from rbfcli.systems.bgc.conditions import standing
from rbfcli.systems.bgc.economy import can_attack, has_left, has_to_declare, next_penalty
from rbfcli.systems.bgc.sheet import CATEGORIES, UNARMED, BgcFight, Fighter

FREE = "free"
USUAL_CALL = 30


def candidates(fight: BgcFight, who: str) -> Iterator[Candidate]:
    """Everything worth typing for somebody, with what it costs and its rule."""
    fighter = fight.combatants[who]
    if has_to_declare(fight, fighter):
        for plan in plans(fight, fighter):
            yield Candidate(commands.Declare(who=who, categories=plan), FREE, "BGC-ACT-1")
    elif fight.options.must_declare and not (standing(fighter) or fighter.declared):
        yield Candidate(commands.Declare(who=who, categories=("movement",)), FREE, "BGC-WND-5")
    must_declare = has_to_declare(fight, fighter)
    for command, category, rule in deeds(fight, who, fighter):
        if not (must_declare and category == "attack"):
            yield Candidate(command, cost_of(fight, fighter, category), rule)
    penalty = f"-{next_penalty(fight, fighter)}"
    cost = "defend" if has_left(fight, fighter, "defend") else penalty
    yield Candidate(commands.Defend(who=who), cost, "BGC-ACT-2")
    if fight.active == who:
        for category in CATEGORIES:
            yield Candidate(commands.Risk(who=who, category=category), penalty, "BGC-RSK-1")
        yield Candidate(Turn(step="delay"), FREE, "BGC-INI-5")
        yield Candidate(Turn(step="next"), FREE, "BGC-INI-5")


def approach(fight: BgcFight, who: str, foe: str) -> Iterator[Command]:
    """Yield what leads to an attack where nothing has a place: to declare one, a weapon in hand, a risk (BGC-ACT-1)."""
    del foe  # everybody is within reach of everybody
    if not can_attack(fight, who):
        return
    fighter = fight.combatants[who]
    if has_to_declare(fight, fighter):
        yield from (commands.Declare(who=who, categories=plan) for plan in plans(fight, fighter))
    yield from (command for command, _, _ in handling(fight, who, fighter))
    if fight.active == who:
        yield commands.Risk(who=who, category="attack")


def plans(fight: BgcFight, fighter: Fighter) -> Iterator[tuple[str, ...]]:
    """How actions are usually declared; where what is in hand is empty or failed, first with one to see to that."""
    left = fighter.actions - fighter.defended
    if is_useless(fight, fighter):
        yield ("other", *plan_of(left - 1))
    yield plan_of(left)


def plan_of(left: int) -> tuple[str, ...]:
    """Attacks, and one Defend of two actions or more."""
    attacks = left - 1
    if not attacks:
        return ("attack",)
    return ("attack", *[str(attacks)] * (attacks > 1), "defend") if attacks > 0 else ()


def deeds(fight: BgcFight, who: str, fighter: Fighter) -> Iterator[tuple[Command, str, str]]:
    """What takes an action: each with its category and its rule; whom to attack before whom to treat."""
    others = sorted((other for other in fight.combatants if other != who), key=lambda other: _worth(fight, who, other))
    for other in (other for other in others if fight.combatants[other].side != fighter.side):
        for weapon in ("", UNARMED) if fighter.held else ("",):
            yield commands.Attack(who=who, targets=(other,), weapon=weapon), "attack", "BGC-ATK-1"
        yield commands.Attack(who=who, targets=(other,), called=usual_call(fight)), "attack", "BGC-CAL-1"
        armour = fight.combatants[other].armour
        if armour is not None and armour.partial:
            yield commands.Attack(who=who, targets=(other,), gap=True), "attack", "BGC-ARM-1"
    yield commands.Move(who=who), "movement", "BGC-ACT-3"
    yield from handling(fight, who, fighter)
    for other in others:
        yield commands.Stabilize(who=other, by=who), "other", "BGC-STB-1"
        yield commands.Wake(who=other, by=who), "other", "BGC-WND-2"
    yield commands.Other(who=who), "other", "BGC-ACT-2"


def handling(fight: BgcFight, who: str, fighter: Fighter) -> Iterator[tuple[Command, str, str]]:
    """What is done with weapons besides using them."""
    yield commands.Reload(who=who), "other", "BGC-ACT-2"
    for weapon in dict.fromkeys((*fighter.weapons, *(fallen.weapon for fallen in fight.board.lying))):
        yield commands.Draw(who=who, weapon=weapon), "other", "BGC-ACT-2"
    yield commands.Holster(who=who), "other", "BGC-ACT-2"


def usual_call(fight: BgcFight) -> int:
    """What a called shot is taken at as a rule, within the band of the options (BGC-CAL-1)."""
    return max(fight.options.called_least, min(fight.options.called_most, USUAL_CALL))


def cost_of(fight: BgcFight, fighter: Fighter, category: str) -> str:
    """What an action is paid with."""
    extra = fight.round and not has_left(fight, fighter, category)
    return f"extra {category}" if extra else category


def _worth(fight: BgcFight, who: str, other: str) -> tuple[bool, bool]:
    """Enemies before friends, those on their feet first."""
    target = fight.combatants[other]
    return target.side == fight.combatants[who].side, not standing(target)
