"""Details of a combatant for `show`, and the meanings of words."""

from collections.abc import Iterator

from rbfcli.model.display import Fact, Facts, number_fact, rest_of_sheet
from rbfcli.model.events import Modifier
from rbfcli.systems.generic.sheet import Character, GenericFight, Power, left_of

TOLD = (
    *("hp", "max_hp", "temp_hp", "ac", "defenses", "attacks", "powers", "saves", "counters", "concentration"),
    "initiative_bonus",
)


def details(fight: GenericFight, actor: str) -> Facts:
    """Return initiative, saves, attacks, powers and counters, each with its numbers."""
    one = fight.combatants[actor]
    return (
        number_fact("initiative bonus", (Modifier(one.initiative_bonus, "on the sheet"),), rule="GEN-INI-1"),
        Fact("saves", ", ".join(f"{name} {bonus:+d}" for name, bonus in one.saves.items()), rule="GEN-SAV-1"),
        *_attacks(one),
        *_powers(one),
        *_counters(one),
        *rest_of_sheet(one, TOLD),
    )


def _attacks(combatant: Character) -> Iterator[Fact]:
    for name, attack in combatant.attacks.items():
        parts = (f"{attack.to_hit:+d} against {attack.versus}", attack.damage, _uses(attack.uses))
        yield Fact("attack", f"{name}: {', '.join(filter(None, parts))}", rule="GEN-ATK-1")


def _powers(combatant: Character) -> Iterator[Fact]:
    for name, power in combatant.powers.items():
        yield Fact("power", f"{name}: {_power(power)}", rule="GEN-POW-1")


def _power(power: Power) -> str:
    """Return a power in one line: save, damage, condition and cost."""
    halves = f"{power.damage}{', half on a save' if power.half and power.save else ''}" if power.damage else ""
    rounds = f" for {power.rounds} round{'s' * (power.rounds > 1)}" if power.rounds else ""
    parts = (
        f"{power.save} save {power.dc}" if power.save else "no save",
        halves,
        f"{power.condition}{rounds}" if power.condition else "",
        "a save ends it" if power.save_ends else "",
        "concentration" if power.concentration else "",
        _uses(power.uses),
    )
    return ", ".join(filter(None, parts))


def _uses(counter: str) -> str:
    return f"takes one of {counter}" if counter else ""


WHEN = {
    "turn": "each turn",
    "round": "each round",
    "short": "after a short rest",
    "long": "after a long rest",
    "never": "never full again",
}


def _counters(combatant: Character) -> Iterator[Fact]:
    yield Fact("counters", "")
    for name, each in combatant.counters.items():
        told = f"{name}: {left_of(each)}/{each.most}, {WHEN.get(each.on, each.on)}"
        yield Fact("counter", told, rule="GEN-CTR-1")


def meaning(fight: GenericFight, kind: str, word: str, actor: str) -> str:
    """Return a save's bonus for the actor; the engine explains all else from the sheet."""
    one = fight.combatants.get(actor)
    return f"{one.saves[word]:+d}" if kind == "save" and one is not None and word in one.saves else ""
