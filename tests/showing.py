"""What a screen is made of, as tests read it."""

from rbfcli.render.picture import drawn


def facts(rules, fight, who):
    """The facts of somebody on the screen, by name."""
    return {each.name: each.value for each in rules.status(fight, who)}


def details(rules, fight, who):
    """The facts of somebody that only `show WHO` tells, by name."""
    return {each.name: each for each in rules.details(fight, who)}


def picture(rules, fight, width=80):
    """The ground as it is drawn."""
    return drawn(rules.picture(fight), width)
