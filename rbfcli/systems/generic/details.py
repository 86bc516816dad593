"""Details of a combatant for `show`, and the meanings of words."""

from collections.abc import Iterator

from rbfcli.model.display import Fact, Facts, number_fact, rest_of_sheet
from rbfcli.model.events import Modifier
from rbfcli.systems.generic.sheet import Attack, GenericFight, Power, laid_by, left_of

TOLD = (
    *("hp", "max_hp", "temp_hp", "ac", "defenses", "attacks", "powers", "saves", "counters", "concentration"),
    "initiative_bonus",
)
WHEN = {
    "turn": "each turn",
    "round": "each round",
    "short": "after a short rest",
    "long": "after a long rest",
    "never": "never full again",
}


def details(fight: GenericFight, actor: str) -> Facts:
    """Return initiative, saves, attacks, powers and counters, each with its numbers."""
    one = fight.combatants[actor]
    return (
        number_fact("initiative bonus", (Modifier(one.initiative_bonus, "on the sheet"),), rule="GEN-INI-1"),
        Fact("saves", ", ".join(f"{name} {bonus:+d}" for name, bonus in one.saves.items()), rule="GEN-SAV-1"),
        *(Fact("attack", f"{name}: {_attack(each)}", rule="GEN-ATK-1") for name, each in one.attacks.items()),
        *(Fact("power", f"{name}: {', '.join(_power(each))}", rule="GEN-POW-1") for name, each in one.powers.items()),
        Fact("counters", ""),
        *(
            Fact("counter", f"{name}: {left_of(each)}/{each.most}, {WHEN.get(each.on, each.on)}", rule="GEN-CTR-1")
            for name, each in one.counters.items()
        ),
        *rest_of_sheet(one, TOLD),
    )


def _attack(attack: Attack) -> str:
    parts = (f"{attack.to_hit:+d} against {attack.versus}", attack.damage, _uses(attack.uses))
    return ", ".join(filter(None, parts))


def _power(power: Power) -> Iterator[str]:
    """Yield a power's save, damage, condition and cost."""
    yield f"{power.save} save {power.dc}" if power.save else "no save"
    if power.damage:
        yield f"{power.damage}{', half on a save' if power.half and power.save else ''}"
    if power.condition:
        rounds = f" for {power.rounds} round{'s' * (power.rounds > 1)}" if power.rounds else ""
        yield f"{laid_by(power)}{rounds}"
    if power.save_ends:
        yield "a save ends it"
    if power.concentration:
        yield "concentration"
    if power.uses:
        yield _uses(power.uses)


def _uses(counter: str) -> str:
    return f"takes one of {counter}" if counter else ""


def meaning(fight: GenericFight, kind: str, word: str, actor: str) -> str:
    """Return a save's bonus for the actor; the engine explains all else from the sheet."""
    one = fight.combatants.get(actor)
    return f"{one.saves[word]:+d}" if kind == "save" and one is not None and word in one.saves else ""
