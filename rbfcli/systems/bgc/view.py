"""Display of a BGC fight: GM view, player view, and picture."""

from collections.abc import Iterator

from rbfcli.core.text import quoted
from rbfcli.engine.weapons import rounds_left
from rbfcli.model.display import FIRST, LEAST, Fact, Facts, Picture, Visibility, health_fact
from rbfcli.model.rules import Words
from rbfcli.systems.bgc.attack import protection_of
from rbfcli.systems.bgc.conditions import awake
from rbfcli.systems.bgc.economy import has_to_declare, in_short
from rbfcli.systems.bgc.sheet import CATEGORIES, UNARMED, BgcFight, Fighter, levels

PHASES, PHASE_SECONDS = 6, 10
USUAL_SIZE = 2
BEGINNING = 3


def health(fighter: Fighter) -> tuple[int, int]:
    """Return current and maximum Damage Levels."""
    return levels(fighter), fighter.max_levels


def status(fight: BgcFight, actor: str) -> Facts:
    """Return the facts of a combatant shown on screen."""
    fighter = fight.combatants[actor]
    armour = protection_of(fighter)
    able = fight.round and awake(fighter)
    left = f"{max(0, fighter.actions - fighter.acted)}/{fighter.actions}" if able else ""
    return (
        health_fact("levels", health(fighter)),
        Fact("actions", left, heading="act", rank=FIRST, turn=True),
        _plan(fighter) if able else Fact("declared", ""),
        *_weapon(fight, fighter),
        Fact("armour", _armour(fighter, armour.value, armour.quality), short=str(armour.value), heading="arm"),
        Fact("size", "" if fighter.size == USUAL_SIZE else str(fighter.size), unit="m", rank=LEAST, secret=False),
    )


def _armour(fighter: Fighter, value: int, quality: str) -> str:
    worn = f"{value}{'' if quality == 'normal' else f' {quality}'}"
    return f"{worn}{' partial' if fighter.armour and fighter.armour.partial else ''}"


def _weapon(fight: BgcFight, fighter: Fighter) -> tuple[Fact, ...]:
    """Return the weapon in hand and its rounds."""
    weapon = fight.weapons.get(fighter.held)
    if weapon is None:
        return (Fact("weapon", ""), Fact("ammo", ""))
    loaded = f"{rounds_left(fighter, fighter.held, weapon)}/{weapon.ammo}" if weapon.ammo else ""
    told = f"{loaded}{' failed' if fighter.held in fighter.failed else ''}".strip()
    shown = Fact("weapon", weapon.name, rank=4, cut=True, bare=True, secret=False)
    return shown, Fact("ammo", told, rank=3)


def _plan(fighter: Fighter) -> Fact:
    """Return declared unused actions, and extra ones with penalties; the short form abbreviates categories."""
    return Fact("declared", _planned(fighter), short=_planned(fighter, BEGINNING), rank=2, turn=True)


def _planned(fighter: Fighter, letters: int | None = None) -> str:
    plan = in_short(category[:letters] for category in fighter.declared)
    extra = (f"+{each.category[:letters]} -{each.penalty}" for each in fighter.at_risk)
    return ", ".join(filter(None, (plan, *extra)))


def picture(fight: BgcFight) -> Picture:
    """Return the clock: a round is a minute, each own action a phase of ten seconds (BGC-TIME-1, BGC-TIME-2)."""
    if not fight.round:
        return ()
    active = fight.combatants.get(fight.active)
    phase = 0 if active is None else min(active.acted - active.defended, PHASES - 1)
    minutes, seconds = fight.round - 1, phase * PHASE_SECONDS
    return (f"minute {fight.round}, phase {phase + 1}: about {minutes} min {seconds:02} s have passed",)


def vocabulary(fight: BgcFight, kind: str, actor: str) -> Words:
    """Return BGC's own words of a kind: the actor's, or without an actor all combatants'."""
    fighter = fight.combatants.get(actor)
    match kind:
        case "weapon":
            lying = (fallen.weapon for fallen in fight.board.lying)
            known = (*fighter.weapons, *lying, UNARMED) if fighter else (*fight.weapons, UNARMED)
            return {each: (fight.weapons[each].name,) if each in fight.weapons else () for each in known}
        case "skill":
            fighters = (fighter,) if fighter else fight.combatants.values()
            return tuple(dict.fromkeys(skill for known in fighters for skill in known.skills))
        case "category":
            return CATEGORIES
        case _:
            return ()


def next_steps(fight: BgcFight) -> tuple[str, ...]:
    """Return the next commands to type: treatments, declarations, and the end of the turn."""
    if not any(awake(fighter) for fighter in fight.combatants.values()):
        return ("add NAME speed=50 tough=50",) if not fight.round else ("end",)
    if not fight.order:
        return ("turn next" if fight.round else "init",)
    to_declare = [slot.who for slot in fight.order if has_to_declare(fight, fight.combatants[slot.who])]
    steps = [*_treatments(fight), *(_declaration(fight, who) for who in to_declare)]
    return (*steps, "turn next") if fight.active not in to_declare and _is_over(fight) else tuple(steps)


def _treatments(fight: BgcFight) -> Iterator[str]:
    """Yield treatments of player characters whose side has a conscious member."""
    able = {fighter.side for fighter in fight.combatants.values() if awake(fighter)}
    players = [(who, one) for who, one in fight.combatants.items() if one.player and one.side in able]
    yield from (f"stabilize {quoted(who)} --by WHO" for who, fighter in players if "bleeding" in fighter.conditions)
    for who, fighter in players:
        if "unconscious" in fighter.conditions and levels(fighter) >= 0:
            yield f"wake {quoted(who)} --by WHO"


def _declaration(fight: BgcFight, actor: str) -> str:
    fighter = fight.combatants[actor]
    return f"declare {quoted(actor)} … ({fighter.actions - fighter.defended} of {', '.join(CATEGORIES)})"


def _is_over(fight: BgcFight) -> bool:
    """Return whether the current turn has only Defend actions left, or there is no current turn."""
    active = fight.combatants.get(fight.active)
    if active is None or not awake(active):
        return True
    left = {*active.declared, *(extra.category for extra in active.at_risk)}
    return left <= {"defend"} and fight.options.must_declare


def sight() -> Visibility:
    """Return what players see: actions used, but not those declared."""
    return Visibility(
        players=players,
        ground=picture,
        fields=("size", "held", "acted", "defended"),
        questions=("opening",),
    )


def players(fight: BgcFight) -> tuple[str, ...]:
    """Return the sides of the player characters."""
    return tuple(fighter.side for fighter in fight.combatants.values() if fighter.player)
