"""The law of offers: whatever the rules accept from the active combatant is offered."""

from rbfcli.core.errors import RbfError
from rbfcli.engine import gm
from rbfcli.engine.play import offers, refusal
from rbfcli.language.grammar import grammar_of
from rbfcli.language.parser import read_line
from rbfcli.model.commands import Command, verb_name
from rbfcli.testing.offers import MOST_ASKED, fights
from rbfcli.testing.support import acting, require_law, sampled_lines

OF_THE_GM = (*map(verb_name, gm.OF_THE_GM), "damage-save")
# Verbs that `actions` does not list completely: any square, any mix, own words, or what the GM asks for.
UNLISTED = {
    "bgc": ("declare", "skip-phase"),
    "futurepath": ("move", "sprint", "withdraw", "step", "drag", "free", "speak", "ready", "use", "map"),
    "generic": ("save", "rest", "reveal", "stabilize"),
    "rbf": ("check", "fall", "intent", "speak"),
    "threat": ("threat", "turn"),
}


def what_is_accepted_is_offered(path: str) -> None:
    """Check that the active combatant's accepted commands are offered, or of a verb that is `UNLISTED`."""
    for session in fights(path):
        rules, fight = session.rules, session.fight
        if not fight.active or fight.questions:
            continue
        for who in acting(session)[:MOST_ASKED]:
            offered = {_shape(each.command) for each in offers(rules, fight, who)}
            for line in sampled_lines(session, who):
                if line.partition(" ")[0] in (*OF_THE_GM, *UNLISTED.get(rules.name, ())):
                    continue
                try:
                    command = read_line(line, rules, fight)
                except RbfError:
                    continue
                if refusal(rules, fight, command) is None:
                    require_law(_shape(command) in offered, f"{line} is accepted from {who} and not offered")


def _shape(command: Command) -> tuple[object, ...]:
    """Return a command without its options."""
    grammar = grammar_of(type(command))
    return (grammar.verb, *(getattr(command, each.field) for each in grammar.positionals))
