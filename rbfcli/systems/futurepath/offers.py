"""Possible actions of a FuturePath character, and verbs that need only numbers."""

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Any

from rbfcli.core.text import whole_number
from rbfcli.dice import highest
from rbfcli.model.commands import Command, Turn, restate
from rbfcli.model.fight import Condition
from rbfcli.model.rules import CandidateAction
from rbfcli.systems.futurepath import commands, sheet
from rbfcli.systems.futurepath import map as grid
from rbfcli.systems.futurepath.attack import MOST_MULTIPLIER
from rbfcli.systems.futurepath.conditions import held_by, helpless, hindrance, is_dying, posture, standing
from rbfcli.systems.futurepath.economy import FREE, FULL_ROUND, SIMPLE, SPOKEN, STANDARD, can_attack, is_reloaded, left
from rbfcli.systems.futurepath.map import FEET, Square
from rbfcli.systems.futurepath.paths import is_free, treads_knowingly
from rbfcli.systems.futurepath.sheet import CHARGE, OVERRUN, Character, FuturePathFight, FuturePathOptions, Weapon

Kinds = Iterable[tuple[Command, str, str]]


def candidates(fight: FuturePathFight, actor: str) -> Iterator[CandidateAction]:
    """Yield every plausible action of an actor, with its cost and rule."""
    one = fight.combatants[actor]
    if not hindrance(one):
        yield from _actions(fight, actor, one)
    if fight.active and sheet.team_of(one) == fight.active:
        yield CandidateAction(Turn(), "", "FP-INI-1")


def _actions(fight: FuturePathFight, actor: str, combatant: Character) -> Iterator[CandidateAction]:
    foes = {each: other for each, other in fight.combatants.items() if sheet.enemies(fight, combatant, other)}
    near = sorted(foes, key=lambda foe: grid.distance(combatant, foes[foe]) or 0)
    up = [foe for foe in near if standing(foes[foe])]
    groups = (
        _attacks(actor, combatant, up),
        _techniques(fight, actor, up),
        _throws(fight, actor, up),
        _on_the_helpless(fight, actor, near),
        _with_weapons(fight, actor, combatant),
        _putting_away(actor, combatant),
        _postures(actor, combatant),
        _ways(fight, actor, up),
        _around(fight, actor),
        _skills(actor, combatant),
    )
    for group in groups:
        yield from (CandidateAction(command, SPOKEN[kind], rule) for command, kind, rule in group)


def approach(fight: FuturePathFight, actor: str, foe: str) -> Iterator[Command]:
    """Yield commands that lead to an attack: rush the enemy, draw, stand up, and move (FP-MOV)."""
    one = fight.combatants[actor]
    if not can_attack(fight, actor):
        return
    kinds = left(one.turn) if fight.round and not one.turn.instant else tuple(SPOKEN)
    techniques = _techniques(fight, actor, [foe])
    groups = (
        (each for each in techniques if getattr(each[0], "technique", "") in (CHARGE, OVERRUN)),
        _with_weapons(fight, actor, one),
        _postures(actor, one) if posture(one) else (),
        _ways_to(fight, actor, foe),
    )
    for group in groups:
        yield from (command for command, kind, _ in group if kind in kinds)


def _attacks(actor: str, combatant: Character, foes: list[str]) -> Kinds:
    """Yield attacks on every enemy with the weapons in hand (FP-ATK-1, FP-FUL-1, FP-OFF-1)."""
    for foe in foes:
        yield commands.Attack(who=actor, targets=(foe,)), STANDARD, "FP-ATK-1"
        if combatant.extra_attacks or combatant.extra_damage:
            yield commands.FullAttack(who=actor, targets=(foe,)), FULL_ROUND, "FP-FUL-1"
        if combatant.off_hand:
            yield commands.Attack(who=actor, targets=(foe,), weapon=combatant.off_hand), STANDARD, "FP-ATK-1"
            yield commands.OffHand(who=actor, target=foe), SIMPLE, "FP-OFF-1"


def _techniques(fight: FuturePathFight, actor: str, foes: list[str]) -> Kinds:
    """Yield techniques on enemies in reach, and charges and overruns within running distance (FP-TEC-1)."""
    one = fight.combatants[actor]
    reach, run = grid.threat_range(fight, one), one.speed * fight.options.charge_factor // FEET + 1
    for foe in foes:
        far = grid.distance(one, fight.combatants[foe]) or 0
        for name in sheet.TECHNIQUES:
            if far <= (run if name in (CHARGE, OVERRUN) else reach):
                kind = one.technique_actions.get(name, FULL_ROUND)
                yield commands.Technique(who=actor, technique=name, target=foe), kind, "FP-TEC-1"


def _throws(fight: FuturePathFight, actor: str, foes: list[str]) -> Kinds:
    weapons = fight.combatants[actor].weapons
    grenades = [each for each in weapons if each in fight.weapons and fight.weapons[each].grenade]
    for foe in foes:
        for each in grenades:
            yield commands.Throw(who=actor, thing=each, target=foe), FULL_ROUND, "FP-GRN-1"


def _on_the_helpless(fight: FuturePathFight, actor: str, foes: list[str]) -> Kinds:
    """Yield coups de grace on helpless enemies and treatments of the dying (FP-CDG-1, FP-STB-1)."""
    for foe in foes:
        if helpless(fight.combatants[foe]):
            yield commands.CoupDeGrace(who=actor, target=foe), FULL_ROUND, "FP-CDG-1"
    for patient, other in fight.combatants.items():
        if is_dying(other):
            yield commands.Stabilize(who=patient, by=actor), FULL_ROUND, "FP-STB-1"


def _with_weapons(fight: FuturePathFight, actor: str, combatant: Character) -> Kinds:
    """Yield commands to draw and reload weapons, and to let go of the held (FP-MOV-6, FP-MOV-7, FP-TEC-1)."""
    for each in combatant.weapons:
        weapon = fight.weapons.get(each)
        if each not in (combatant.held, combatant.off_hand):
            yield commands.Draw(who=actor, weapon=each), STANDARD if combatant.held else SIMPLE, "FP-MOV-6"
        elif weapon is not None and is_reloaded(weapon):
            yield commands.Reload(who=actor, weapon="" if each == combatant.held else each), weapon.reload, "FP-MOV-7"
    for fallen in grid.lying_under(fight.board, combatant):
        yield commands.Draw(who=actor, weapon=fallen), STANDARD, "FP-MOV-12"
    for other, held in fight.combatants.items():
        if held_by(held) == actor:
            yield commands.Free(who=actor, release=other), FREE, "FP-TEC-1"


def _putting_away(actor: str, combatant: Character) -> Kinds:
    """Yield commands to holster and drop a weapon (FP-MOV-6, FP-ECO-2)."""
    if combatant.held:
        yield commands.Holster(who=actor), SIMPLE, "FP-MOV-6"
        yield commands.Free(who=actor, drop="held"), FREE, "FP-ECO-2"


def _postures(actor: str, combatant: Character) -> Kinds:
    if posture(combatant):
        yield commands.Stand(who=actor), SIMPLE, "FP-MOV-8"
    else:
        yield commands.Prone(who=actor), FREE, "FP-MOV-8"


def _ways(fight: FuturePathFight, actor: str, foes: list[str]) -> Kinds:
    """Yield useful moves: to each enemy, to the nearest cover, and away from the nearest enemy (FP-MOV)."""
    one = fight.combatants[actor]
    here = grid.read_square(one.square)
    if here is None:
        return
    for foe in foes:
        yield from _ways_to(fight, actor, foe)
    if shelter := _shelter(fight, actor, here):
        yield commands.Move(who=actor, to=shelter), STANDARD, "FP-MOV-1"
    if foes and (line := _retreat(fight, actor, foes[0], here)):
        yield commands.Step(who=actor, to=grid.name_of(line[0])), SIMPLE, "FP-MOV-9"
        yield commands.Move(who=actor, to=grid.name_of(line[-1])), STANDARD, "FP-MOV-1"
        yield commands.Withdraw(who=actor, to=grid.name_of(line[-1])), FULL_ROUND, "FP-MOV-10"


def _ways_to(fight: FuturePathFight, actor: str, foe: str) -> Kinds:
    """Yield the move to an enemy (FP-MOV-1 to FP-MOV-3)."""
    one = fight.combatants[actor]
    far = (grid.distance(one, fight.combatants[foe]) or 0) * FEET
    if posture(one):
        yield commands.Move(who=actor, to=foe, how="crawl"), STANDARD, "FP-MOV-3"
    elif FEET < far <= one.speed + FEET:
        yield commands.Move(who=actor, to=foe), STANDARD, "FP-MOV-1"
    elif far > FEET:
        yield commands.Sprint(who=actor, to=foe), FULL_ROUND, "FP-MOV-2"


def _shelter(fight: FuturePathFight, actor: str, here: Square) -> str:
    """Return the nearest free square with cover within a move, or an empty string."""
    steps = range(1, fight.combatants[actor].speed // FEET + 1)
    near = (square for reach in steps for square in grid.ring(here, reach))
    covered = (square for square in near if grid.terrain_at(fight.board, square).cover != "none")
    return next((grid.name_of(square) for square in covered if _is_safe(fight, actor, square)), "")


def _retreat(fight: FuturePathFight, actor: str, foe: str, here: Square) -> list[Square]:
    """Return the free squares straight away from an enemy, as far as a move."""
    right, down = grid.direction(grid.read_square(fight.combatants[foe].square) or here, here)
    steps = range(1, fight.combatants[actor].speed // FEET + 1)
    squares = ((here[0] + right * step, here[1] + down * step) for step in steps)
    return list(takewhile(lambda square: _is_safe(fight, actor, square), squares))


def _is_safe(fight: FuturePathFight, actor: str, square: Square) -> bool:
    return is_free(fight, actor, square) and not treads_knowingly(fight, actor, square)


def _around(fight: FuturePathFight, actor: str) -> Kinds:
    """Yield actions on objects and traps, and waiting for an enemy (FP-OBJ-1, FP-MOV-12, FP-TRP, FP-RDY-1)."""
    for name, thing in fight.board.objects.items():
        yield commands.AttackObject(who=actor, thing=name), STANDARD, "FP-OBJ-1"
        if thing.opens:
            yield commands.Open(who=actor, thing=name, close=thing.open), STANDARD, "FP-MOV-12"
    for name, trap in fight.board.traps.items():
        if trap.armed and sheet.knows_of(fight.combatants[actor].side, trap):
            yield commands.TrapWork(who=actor, step="disable", trap=name), FULL_ROUND, "FP-TRP-2"
    if fight.combatants[actor].square:
        yield commands.TrapWork(who=actor, step="search"), fight.options.search, "FP-TRP-1"
    if fight.combatants[actor].ready:
        yield commands.Ready(who=actor, now=True), FREE, "FP-RDY-1"
    elif fight.round:
        yield commands.Ready(who=actor, trigger=("an enemy comes near",)), FULL_ROUND, "FP-RDY-1"


def _skills(actor: str, combatant: Character) -> Kinds:
    for name in combatant.skills:
        yield commands.Use(who=actor, what=name), FREE if name in sheet.FREE_SKILLS else FULL_ROUND, "FP-SKL-1"


HEALTH = 100


class AnyWeapon(Weapon, frozen=True, kw_only=True):
    """A weapon with any damage dice."""

    damage: Any = None


def attack(command: commands.AttackNumbers) -> tuple[FuturePathFight, commands.Attack | commands.FullAttack]:
    """Return a fight with this attacker and target, and the attack; Extra Damage needs a Full Attack (FP-XTR-1)."""
    dice, added = dice_and_added(command.damage)
    extra = command.extra if dice else 0
    weapon = AnyWeapon(
        name="weapon",
        damage=dice or "0",
        bonus=added,
        critical=command.critical,
        multiplier=command.multiplier,
    )
    attacker = Character(
        name="The attacker",
        side="attackers",
        hp=HEALTH,
        level=command.level,
        extra_damage=extra,
        weapons=("weapon",),
        held="weapon",
    )
    target = Character(
        name="The target", side="targets", hp=enough(command.damage, MOST_MULTIPLIER * (1 + extra)), ac=command.tn
    )
    people = {"attacker": attacker, "target": target}
    fight = FuturePathFight(system="futurepath", combatants=people, weapons={"weapon": weapon})
    kind: type[commands.Attack | commands.FullAttack] = commands.FullAttack if extra else commands.Attack
    return fight, restate(command, kind, who="attacker", targets=("target",), fumble="none")


def damage_save(command: commands.DamageSaveNumbers) -> tuple[FuturePathFight, commands.DamageSave]:
    """Return a fight with a target without modifiers, and the save (FP-GRN-3, FP-CDG-1)."""
    target = Character(name="The target", side="targets", hp=enough(command.damage), level=command.level)
    fight = FuturePathFight(system="futurepath", combatants={"target": target})
    return fight, restate(command, commands.DamageSave, who="target")


def stabilize(command: commands.StabilizeNumbers) -> tuple[FuturePathFight, commands.Stabilize]:
    """Return a fight with a helper with a kit and a patient, and the treatment (FP-STB-1)."""
    ranks = max(1, command.mod)
    helper = Character(
        name="The helper",
        side="helpers",
        hp=HEALTH,
        level=command.level,
        items=(sheet.KIT,),
        skills={sheet.MEDICINE: ranks},
    )
    patient = Character(
        name="The patient",
        side="helpers",
        hp=0,
        max_hp=HEALTH,
        conditions={"unconscious": Condition(), "dying": Condition()},
    )
    fight = FuturePathFight(
        system="futurepath",
        combatants={"helper": helper, "patient": patient},
        options=FuturePathOptions(stabilize_slip="0"),
    )
    return fight, restate(command, commands.Stabilize, who="patient", by="helper", mod=command.mod - ranks)


def enough(damage: str, times: int = 1) -> int:
    """Return enough HP to survive this damage rolled `times` times. Raises NotationError."""
    return max(HEALTH, highest(damage) * times + 1)


def dice_and_added(damage: str) -> tuple[str, int]:
    """Return the dice of a damage expression and the number added to them, such as 1d8 and 3 for `1d8+3`."""
    text = damage.replace(" ", "")
    place = max(text.rfind("+"), text.rfind("-"), 0)
    added = whole_number(text[place:])
    return (text, 0) if added is None else (text[:place], added)
