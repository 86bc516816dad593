"""What a screen is made of, as tests read it."""

from functools import cache
from pathlib import Path

from msgspec.structs import replace

from rbfcli.render.screen import drawn
from rbfcli.session.encounter import from_encounter


@cache
def opened(path):
    """Return the fight of an encounter file, read once; its name is its seed."""
    return from_encounter(path, Path(path).stem, source=path)


def on_sheet(fight, who, **changes):
    """A fight with a sheet that says something else."""
    return replace(fight, combatants={**fight.combatants, who: replace(fight.combatants[who], **changes)})


def armed(fight, **weapons):
    """A fight with other weapons in its table, or with more."""
    return replace(fight, weapons={**fight.weapons, **weapons})


def facts(rules, fight, who):
    """Return a combatant's facts on the screen, by name."""
    return {each.name: each.value for each in rules.status(fight, who)}


def details(rules, fight, who):
    """Return the facts that only `show WHO` prints, by name."""
    return {each.name: each for each in rules.details(fight, who)}


def explained(rules, fight, who):
    """Return `show WHO` with one line per fact: name, value and unit, the parts of a number, the rule.

    A fact without a value removes that of the screen.
    """
    return [_line(each) for each in rules.details(fight, who)]


def _line(fact):
    parts = ", ".join(f"{part.why} {part.value:+d}" for part in fact.parts)
    return (
        f"{fact.name}: {fact.value} {fact.unit}".rstrip(": ")
        + (f" = {parts}" if parts else "")
        + f" {fact.rule}".rstrip()
    )


def cited(mistakes):
    """Mistakes or warnings, a line each, with the rule."""
    return [f"{each.line} ({each.rule})" for each in mistakes]


def picture(rules, fight, width=80):
    """Return the map as drawn."""
    return drawn(rules.picture(fight), width)
