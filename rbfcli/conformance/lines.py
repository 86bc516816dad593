"""Lines a table might type in a fight: what its rules offer, the GM's hand, and some that make no sense."""

from rbfcli.kernel.answers import open_now
from rbfcli.kernel.offers import offers
from rbfcli.language.words import quoted
from rbfcli.language.writer import say
from rbfcli.session.session import Session


def lines_to_try(session: Session) -> list[str]:
    """Lines for the fight as it stands: what the system offers, answers, the GM's hand, and some that make no sense."""
    fight, rules = session.fight, session.rules
    offered = [say(each.command) for who in fight.combatants for each in offers(rules, fight, who)]
    answers = [f"choose {quoted(each)}" for question in open_now(fight) for each in question.answers]
    return [*offered, *answers, *answers, *_general(session)]


def attacks(session: Session) -> list[str]:
    """Attacks of everybody on everybody else, forced so that no turn order is in the way."""
    people = list(session.fight.combatants)
    return [f"attack {one} {other} --force" for one in people for other in reversed(people) if one != other]


def _general(session: Session) -> list[str]:
    first, *_, last = [*session.fight.combatants, "nobody"]
    return [
        "turn next",
        "turn back",
        "init",
        f"damage {last} 3",
        f"heal {first} 2",
        f"condition add {first} prone --rounds 2",
        f"condition remove {first} prone",
        f"attack {first} {last}",
        f"attack {last} {first} --force",
        f"attack {first} @random --force",
        f"damage-save {first}",
        f"stabilize {last}",
        'note "a word"',
        f"set {first} notes=watchful",
        f"remove {last}",
        "attack nobody nothing",
        "choose nothing",
        "move",
    ]
