"""What a screen is made of, as tests read it."""

from rbfcli.render.picture import drawn


def facts(rules, fight, who):
    """The facts of somebody on the screen, by name."""
    return {each.name: each.value for each in rules.status(fight, who)}


def details(rules, fight, who):
    """The facts of somebody that only `show WHO` tells, by name."""
    return {each.name: each for each in rules.details(fight, who)}


def explained(rules, fight, who):
    """What `show WHO` tells, a line a fact: name, value and unit, the parts of a number, the rule.

    One without a value takes that of the screen away.
    """
    return [_line(each) for each in rules.details(fight, who)]


def _line(fact):
    parts = ", ".join(f"{part.why} {part.value:+d}" for part in fact.parts)
    return (
        f"{fact.name}: {fact.value} {fact.unit}".rstrip(": ")
        + (f" = {parts}" if parts else "")
        + f" {fact.rule}".rstrip()
    )


def picture(rules, fight, width=80):
    """The ground as it is drawn."""
    return drawn(rules.picture(fight), width)
