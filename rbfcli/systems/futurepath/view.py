"""The status of FuturePath combatants, suggested next commands, and FuturePath's vocabulary."""

from collections.abc import Iterable, Mapping

from rbfcli.core.text import quoted
from rbfcli.engine.turns import next_or_end
from rbfcli.engine.weapons import rounds_left
from rbfcli.model.display import FIRST, LEAST, Fact, Facts, health_fact, hit_points
from rbfcli.model.rules import Words
from rbfcli.systems.futurepath import sheet
from rbfcli.systems.futurepath.conditions import hindrance, is_dying, standing, takes_turns
from rbfcli.systems.futurepath.economy import FULL_ROUND, SPOKEN, actions_left
from rbfcli.systems.futurepath.health import can_treat
from rbfcli.systems.futurepath.map import ROW, distance, grounds, lying_under, reach_of
from rbfcli.systems.futurepath.paths import screen_of, shot_at
from rbfcli.systems.futurepath.picture import marks_of, without_hidden_traps
from rbfcli.systems.futurepath.sheet import TECHNIQUES, UNARMED, UNARMED_ID, Character, FuturePathFight, Thing, Trap


def status(fight: FuturePathFight, actor: str) -> Facts:
    """Return the facts of a character shown on screen."""
    one = fight.combatants[actor]
    weapons, rounds = _in_hand(fight, one)
    constitution = f"{sheet.constitution_left(one)}/{one.constitution}" if one.constitution_lost else ""
    open_ones = _left(fight, actor)
    return (
        Fact("map", marks_of(tuple(fight.combatants))[actor].upper() if one.square else "", rank=6, secret=False),
        health_fact("HP", hit_points(one)),
        Fact("Con", constitution, rank=2, clock=is_dying(one)),
        Fact("actions", open_ones, short=_initials(open_ones), heading="act", rank=FIRST, turn=True, secret=False),
        Fact("AC", str(one.ac), rank=2),
        Fact("ammo", rounds, rank=3),
        Fact("weapon", weapons, rank=4, cut=True, bare=True, secret=False),
        Fact("waits for", one.ready, rank=4, cut=True, heading="waits"),
        Fact("square", one.square + (f" +{one.height}" if one.height else ""), heading="sq", secret=False),
        Fact("cover", "" if one.cover == "none" else one.cover, rank=LEAST, secret=False),
    )


def _initials(words: str) -> str:
    """Return the initials of the action types left, such as `St Si Fr`."""
    return " ".join(each[:2].capitalize() for each in words.split(", ")) if ", " in words else words


def _in_hand(fight: FuturePathFight, combatant: Character) -> tuple[str, str]:
    held = {each: fight.weapons[each] for each in (combatant.held, combatant.off_hand) if each in fight.weapons}
    loaded = (f"{rounds_left(combatant, each, weapon)}/{weapon.ammo}" for each, weapon in held.items() if weapon.ammo)
    return ", ".join(weapon.name for weapon in held.values()), ", ".join(loaded)


def _left(fight: FuturePathFight, actor: str) -> str:
    one = fight.combatants[actor]
    if not fight.round or actor not in sheet.members(fight, fight.active) or hindrance(one):
        return ""
    return ", ".join(each for each in actions_left(fight, actor) if each != SPOKEN[FULL_ROUND]) or "none"


def next_steps(fight: FuturePathFight) -> tuple[str, ...]:
    """Return the next commands to type."""
    if not fight.round:
        return ("init",) if any(map(standing, fight.combatants.values())) else ("add NAME hp=10",)
    team = sheet.members(fight, fight.active) if fight.active else ()
    dying = [who for who, one in fight.combatants.items() if is_dying(one)]
    steps = [
        f"stabilize {quoted(who)} --by {quoted(helper)}" for who in dying if (helper := helper_of(fight, team, who))
    ]
    if not any(actions_left(fight, who) for who in team if not hindrance(fight.combatants[who])):
        steps.append(next_or_end(fight, takes_turns))
    return tuple(steps)


def helper_of(fight: FuturePathFight, team: Iterable[str], patient: str) -> str:
    """Return the first adjacent ally in the team who can treat a dying patient, or an empty string (FP-STB-1)."""
    hurt = fight.combatants[patient]
    people = {who: fight.combatants[who] for who in team if who != patient}
    able = (who for who, one in people.items() if one.side == hurt.side and can_treat(one))
    return next((who for who in able if (distance(people[who], hurt) or 0) <= 1), "")


def reaches(fight: FuturePathFight, actor: str, target: str, weapon: str) -> bool:
    """Return whether a weapon, or bare hands, can attack the target (FP-ATK-2, FP-FLD-3, FP-COV-2)."""
    one, other = fight.combatants[actor], fight.combatants[target]
    thing = fight.weapons.get(weapon, UNARMED)
    near = thing.ranged or (distance(one, other) or 0) <= reach_of(thing)
    return near and shot_at(thing, screen_of(fight, one, other))


def vocabulary(fight: FuturePathFight, kind: str, actor: str) -> Words:
    """Return the words of a kind, for weapons and feats the actor's; the rules parse squares themselves."""
    one = fight.combatants.get(actor)
    match kind:
        case "weapon":
            return {each: (_name_of(fight, each),) for each in (*weapons_at_hand(fight, one), UNARMED_ID)}
        case "thing":
            weapons = {each: (_name_of(fight, each),) for each in (one.weapons if one else fight.weapons)}
            return {**_names(fight.board.objects), **weapons}
        case "technique":
            return TECHNIQUES
        case "fumble":
            return sheet.FUMBLES
        case "skill":
            return (*sheet.SKILLS, *(one.feats if one else ()))
        case "feat":
            return sheet.FEATS
        case "item":
            return (sheet.KIT,)
        case "team":
            return sheet.teams(fight)
        case "ground":
            return (*grounds(fight.board), ROW)
        case "object":
            return _names(fight.board.objects)
        case "place":
            return {**_names(fight.combatants), **_names(fight.board.objects)}
        case "trap":
            known = without_hidden_traps(fight, one.side if one else "").board.traps
            return _names({name: trap for name, trap in known.items() if trap.armed})
        case _:
            return ()


def _names(things: Mapping[str, Character | Thing | Trap]) -> dict[str, tuple[str, ...]]:
    return {each: (thing.name,) for each, thing in things.items()}


def weapons_at_hand(fight: FuturePathFight, combatant: Character | None) -> tuple[str, ...]:
    """Return the weapons carried or on the combatant's squares (FP-MOV-6); without a combatant, all."""
    if combatant is None:
        return tuple(fight.weapons)
    return (*combatant.weapons, *lying_under(fight.board, combatant))


def _name_of(fight: FuturePathFight, weapon_id: str) -> str:
    return fight.weapons[weapon_id].name if weapon_id in fight.weapons else UNARMED.name
