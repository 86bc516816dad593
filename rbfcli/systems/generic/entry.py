"""Combatants entering a fight, and the errors and warnings about them."""

from collections.abc import Iterator

from msgspec.structs import replace

from rbfcli.checking.warnings import never_read, no_foes
from rbfcli.core.errors import UsageError
from rbfcli.core.mistakes import Mistake, mistake, unknown
from rbfcli.systems.generic.checks import read_damage
from rbfcli.systems.generic.sheet import AC, Character, GenericFight, left_of


def prepare(_fight: GenericFight, combatant: Character) -> Character:
    """Return a combatant with its maximum HP set, and its counters full unless stated."""
    counters = {name: replace(each, now=left_of(each)) for name, each in combatant.counters.items()}
    return replace(combatant, max_hp=combatant.max_hp or max(0, combatant.hp), counters=counters)


def rested(combatant: Character) -> Character:
    """Return a combatant after a long rest: HP and counters full, no temporary HP, no concentration (GEN-RST-2)."""
    full = {
        name: each if each.on == "never" else replace(each, now=each.most) for name, each in combatant.counters.items()
    }
    hp = max(combatant.hp, combatant.max_hp)
    return replace(combatant, hp=hp, temp_hp=0, concentration="", counters=full)


def mistakes(fight: GenericFight, actor: str) -> Iterator[Mistake]:
    """Yield errors on a sheet (GEN-DMG-1, GEN-CTR-1)."""
    if not actor:
        return
    one = fight.combatants[actor]
    attacks = ((("attacks", name), each.uses, each.damage) for name, each in one.attacks.items())
    powers = ((("powers", name), each.uses, each.damage) for name, each in one.powers.items())
    for path, uses, damage in (*attacks, *powers):
        at = ("combatants", actor, *path)
        if uses and uses not in one.counters:
            yield replace(unknown((*at, "uses"), uses, one.counters, "counter"), because="counters")
        try:
            read_damage(damage, what="")
        except UsageError as wrong:
            yield mistake((*at, "damage"), wrong)


def warnings(fight: GenericFight, actor: str) -> Iterator[Mistake]:
    """Yield warnings on a sheet or about the whole fight (GEN-HP-1, GEN-CTR-1, GEN-ATK-1, GEN-POW-1)."""
    if not actor:
        yield from no_foes(fight)
        if fight.weapons:
            yield never_read(("weapons",), "attacks are on the sheets: attacks.NAME.to_hit and damage", "GEN-ATK-1")
        return
    at = ("combatants", actor)
    one = fight.combatants[actor]
    if one.hp > one.max_hp:
        yield Mistake((*at, "hp"), f"must be at most {one.max_hp}, not {one.hp}", "raise max_hp", rule="GEN-HP-1")
    for name, counter in one.counters.items():
        if left_of(counter) > counter.most:
            message = f"must be at most {counter.most}, not {left_of(counter)}"
            yield Mistake((*at, "counters", name, "now"), message, "raise most", rule="GEN-CTR-1")
    others = [other for other in fight.combatants.values() if other.side != one.side]
    for name, attack in one.attacks.items():
        if others and attack.versus != AC and not any(attack.versus in other.defenses for other in others):
            message = f"no enemy has the defense {attack.versus}, so it is 10 for all"
            yield Mistake((*at, "attacks", name, "versus"), message, rule="GEN-ATK-1")
    for name, power in one.powers.items():
        if power.rounds and not power.condition:
            yield never_read((*at, "powers", name, "rounds"), "the power has no condition", "GEN-POW-2")
        if power.save_ends and not (power.condition and power.save):
            yield never_read((*at, "powers", name, "save_ends"), "the power needs a condition and a save", "GEN-CON-3")
