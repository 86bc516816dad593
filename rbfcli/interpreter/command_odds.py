"""The exact odds of a command of the fight; nothing is rolled or kept."""

from collections.abc import Sequence
from fractions import Fraction

from rbfcli.interpreter.reply import Reply, lines_reply
from rbfcli.interpreter.report import place
from rbfcli.lab.odds import Chances, CommandOdds, command_odds
from rbfcli.language.fights import read_words
from rbfcli.language.writer import line_for
from rbfcli.render.json_lines import json_line
from rbfcli.render.safe import safe
from rbfcli.session.session import Session


def odds_of_command(session: Session, words: Sequence[str]) -> Reply:
    """What a command would come to, each outcome with its exact chance. Raises what the command raises."""
    line = read_words(words, session.rules, session.fight)
    said = line_for(line.command)
    found = command_odds(session.rules, session.fight, line.command)
    if line.common.json:
        facts = {"ok": True, "command": f"odds {said}", "system": session.rules.name, **place(session), **_facts(found)}
        return Reply(text=json_line(facts) + "\n")
    return lines_reply([f"odds of {safe(said)}", *_lines(found, session)])


def _lines(found: CommandOdds, session: Session) -> list[str]:
    lines = [
        f"  {outcome or 'done':<10} {fraction_in_words(chance)}" for outcome, chance in _ranked(found.outcomes, session)
    ]
    if found.open:
        lines.append(f"  a choice stays open in {fraction_in_words(found.open).strip()}; its effects are not counted")
    for who, losses in found.losses.items():
        if set(losses) == {0}:
            continue
        name = safe(session.fight.combatants[who].name)
        down = fraction_in_words(found.downs.get(who, Fraction(0))).strip()
        lines.append(f"{name}: loses {float(found.mean_loss(who)):.2f} on average, goes down {down}")
        lines += [f"  {loss:>4} {fraction_in_words(chance)}" for loss, chance in losses.items()]
    return lines


def fraction_in_words(chance: Fraction) -> str:
    """A chance as an exact fraction and a percentage."""
    return f"{chance!s:>9} {float(chance) * 100:6.2f} %"


def _ranked(outcomes: Chances, session: Session) -> list[tuple[str, Fraction]]:
    order = session.rules.outcomes
    return sorted(outcomes.items(), key=lambda each: order.index(each[0]) if each[0] in order else len(order))


def _facts(found: CommandOdds) -> dict[str, object]:
    return {
        "outcomes": {outcome or "done": _exact(chance) for outcome, chance in found.outcomes.items()},
        "open": _exact(found.open),
        "losses": {
            who: {str(loss): _exact(chance) for loss, chance in each.items()} for who, each in found.losses.items()
        },
        "downs": {who: _exact(chance) for who, chance in found.downs.items()},
    }


def _exact(chance: Fraction) -> dict[str, object]:
    return {"p": str(chance), "p_float": float(chance)}
