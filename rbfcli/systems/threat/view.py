"""Views of a tracker fight: for the GM, for players, and as a picture."""

from rbfcli.model.display import (
    FIRST,
    LEAST,
    Fact,
    Facts,
    Picture,
    Strips,
    Visibility,
    health_fact,
    hit_points,
    is_unseen,
)
from rbfcli.model.rules import Words
from rbfcli.systems.threat.economy import absence, attackers_left, columns, crew_left, takes_part, weapons_of
from rbfcli.systems.threat.results import COMPLICATIONS, RESULTS, names_of
from rbfcli.systems.threat.sheet import ARMOUR, ATTRIBUTES, UNARMED, Character, ThreatFight

WIDE = 4
MOST_SPACES = 20


def picture(fight: ThreatFight) -> Picture:
    """Return the sheet, with bars at the current threat, and the tracker; empty before the fight."""
    if not fight.phase:
        return ()
    sheet = columns(fight.options)
    threats = range(sheet.lowest, sheet.highest + 1)
    strips = (
        tuple(f"{f'|{each}|' if threat == fight.board.threat else each:^{WIDE}}" for each in numbers)
        for threat, *numbers in zip(threats, threats, sheet.offense, sheet.defence, strict=False)
    )
    return (Strips(strips=tuple(strips), labels=("THREAT", "OFFENSE", "DEFENCE"), gap=0), _track(fight))


def _track(fight: ThreatFight) -> str:
    """Return the current phase's tracker, with its current space in brackets."""
    told: list[str] = []
    before = fight.board.spaces + 1
    for space in _drawn_spaces(fight.board.spaces, fight.board.tracker):
        told += [*(["..."] if space < before - 1 else []), f"[{space}]" if space == fight.board.tracker else f"{space}"]
        before = space
    return f"{fight.phase} tracker: {' > '.join(told)}"


def _drawn_spaces(spaces: int, tracker: int) -> list[int]:
    """Return the tracker's spaces in order; a long one is shortened around the current space."""
    if spaces <= MOST_SPACES:
        return [*range(spaces, 0, -1)]
    around = {each for each in range(tracker - 1, tracker + 2) if 0 < each <= spaces}
    return sorted({spaces, 1, *around}, reverse=True)


def sight() -> Visibility:
    """Return the public facts: the tracker and all equipment, but not its wear."""
    return Visibility(
        players=players,
        hides=hides,
        ground=picture,
        fields=("weapons", "accessories", "in_zone", "noticed", "pc"),
        questions=("complication", "ultra", "lost", "accessory", "down"),
    )


def players(fight: ThreatFight) -> tuple[str, ...]:
    """Return the crew's side, if there is a crew (THR-OFF-1)."""
    return (fight.crew_side(),) if fight.crew() else ()


def hides(fight: ThreatFight, actor: str, _side: str) -> bool:
    """Return whether a character has not appeared yet, or is out of the zone or unnoticed (THR-START-1)."""
    one = fight.combatants[actor]
    return is_unseen(one) or bool(absence(one)[0])


def status(fight: ThreatFight, actor: str) -> Facts:
    """Return the facts of one character for the status display."""
    one = fight.combatants[actor]
    scores = [getattr(one, each) for each in ATTRIBUTES]
    absent = absence(one)[1]
    acted = f"not {absent.replace('_', ' ')}" if absent else fight.board.acted.get(actor, "")
    names = [fight.weapon_at(each).name for each in one.weapons]
    weapons = ", ".join(_with_wear(one, name, each) for name, each in zip(names, one.weapons, strict=True))
    return (
        health_fact("HP", hit_points(one)),
        Fact("this phase", acted, heading="phase", rank=FIRST, bare=True, secret=False),
        Fact("armour", _with_wear(one, str(one.armour), ARMOUR) if one.armour else "", heading="arm", rank=3),
        Fact("E/J/L/N", "/".join(f"{score:+d}" if score else "0" for score in scores) if any(scores) else ""),
        Fact("weapon", weapons, rank=4, cut=True, bare=True, secret=False, seen_as=", ".join(names)),
        Fact("accessory", ", ".join(one.accessories), rank=LEAST, cut=True, bare=True, secret=False),
    )


def _with_wear(combatant: Character, text: str, thing: str) -> str:
    return f"{text} ({combatant.wear[thing]})" if thing in combatant.wear else text


def vocabulary(fight: ThreatFight, kind: str, actor: str) -> Words:
    """Return the words of a kind that only this system knows, the actor's own first."""
    one = fight.combatants.get(actor)
    match kind:
        case "weapon":
            return weapons_of(fight, one) if one else (*fight.weapons, UNARMED)
        case "item":
            return tuple(dict.fromkeys((*(one.weapons if one else ()), ARMOUR, *fight.weapons)))
        case "complication":
            return names_of(COMPLICATIONS)
        case "ultra":
            return names_of(RESULTS)
        case "accessory":
            return {"spend": ("yes",), "keep": ("no",)}
        case _:
            return ()


def next_steps(fight: ThreatFight) -> tuple[str, ...]:
    """Return the suggested next commands (THR-TRACK-1, THR-PHASE-1, THR-END-1)."""
    if not fight.phase:
        if not fight.combatants:
            return ("add NAME hp=4 side=foes",)
        sheet = columns(fight.options)
        return (f"init --threat {min(max(fight.options.threat, sheet.lowest), sheet.highest)}",)
    if not crew_left(fight):
        return ("end",)
    if attackers_left(fight):
        return ()
    if not any(takes_part(one) for one in fight.crew().values()):
        return ("turn next", "end --escaped")
    return ("turn next",) if any(takes_part(one) for one in fight.enemies().values()) else ("turn next", "end")
