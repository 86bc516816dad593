"""What the table asks about a fight: how someone stands, which words there are, what is next."""

from rbfcli.kernel.facts import FIRST, LEAST, Fact, Facts, health_fact
from rbfcli.kernel.rules import Words
from rbfcli.systems.threat.carrying import weapon_at, weapons_of
from rbfcli.systems.threat.economy.economy import absence, attackers_left, crew_left
from rbfcli.systems.threat.economy.tracker import columns
from rbfcli.systems.threat.outcomes.complications import COMPLICATIONS
from rbfcli.systems.threat.outcomes.results import names_of
from rbfcli.systems.threat.outcomes.ultras import RESULTS
from rbfcli.systems.threat.sheet import ARMOUR, ATTRIBUTES, UNARMED, Character, ThreatFight


def health(one: Character) -> tuple[int, int]:
    """Health now, and at most."""
    return one.hp, one.max_hp


def status(fight: ThreatFight, who: str) -> Facts:
    """The facts of one character that a screen shows."""
    one = fight.combatants[who]
    scores = [getattr(one, each) for each in ATTRIBUTES]
    absent = absence(one)[1]
    acted = f"not {absent.replace('_', ' ')}" if absent else fight.board.acted.get(who, "")
    names = [weapon_at(fight, each).name for each in one.weapons]
    weapons = ", ".join(_with_wear(one, name, each) for name, each in zip(names, one.weapons, strict=True))
    return (
        health_fact("HP", health(one)),
        Fact("this phase", acted, heading="phase", rank=FIRST, bare=True, secret=False),
        Fact("armour", _with_wear(one, str(one.armour), ARMOUR) if one.armour else "", heading="arm", rank=3),
        Fact("E/J/L/N", "/".join(f"{score:+d}" if score else "0" for score in scores) if any(scores) else ""),
        Fact("weapon", weapons, rank=4, cut=True, bare=True, secret=False, seen_as=", ".join(names)),
        Fact("accessory", ", ".join(one.accessories), rank=LEAST, cut=True, bare=True, secret=False),
    )


def _with_wear(one: Character, text: str, thing: str) -> str:
    return f"{text} ({one.wear[thing]})" if thing in one.wear else text


def vocabulary(fight: ThreatFight, kind: str, who: str) -> Words:
    """The words of a kind that only this system knows, first those of the one who acts."""
    one = fight.combatants.get(who)
    match kind:
        case "weapon":
            return weapons_of(fight, one) if one else (*fight.weapons, UNARMED)
        case "worn":
            return tuple(dict.fromkeys((*(one.weapons if one else ()), ARMOUR, *fight.weapons)))
        case "complication":
            return names_of(COMPLICATIONS)
        case "ultra":
            return names_of(RESULTS)
        case _:
            return ()


def next_steps(fight: ThreatFight) -> tuple[str, ...]:
    """What the table does next, as lines to type (THR-TRACK-1, THR-PHASE-1)."""
    if not fight.phase:
        sheet = columns(fight.options)
        return (f"init --threat {min(max(fight.options.threat, sheet.lowest), sheet.highest)}",)
    if not crew_left(fight):
        return ("end",)
    return () if attackers_left(fight) else ("turn next",)
