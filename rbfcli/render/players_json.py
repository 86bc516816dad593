"""A fight as players see it, as JSON: smaller than the GM's, and of no other fight than the one they see."""

from rbfcli.kernel.answers import open_now
from rbfcli.kernel.facts import Facts
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.seen import Seen, SeenFight
from rbfcli.render.json_lines import json_line
from rbfcli.render.picture import drawn
from rbfcli.render.screen import question_in_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.render.shapes import fights as shapes

WIDTH = 80


def players_json(command: str, fight: SeenFight, rules: Rules) -> str:
    """One object in a line: the envelope, when it is, everyone in sight, the ground in lines, what is asked."""
    acting = rules.members(fight, fight.active) if fight.active and not fight.over else ()
    choosing = {each.who for each in open_now(fight)}
    facts: shapes.SeenFight = {
        "system": fight.system,
        "title": fight.title or rules.title,
        "round": fight.round,
        "phase": fight.phase,
        "turn": fight.active,
        "over": fight.over,
        "side": fight.side,
        "order": [slot.who for slot in fight.order],
        "combatants": {
            who: _person(one, acts=who in acting, chooses=who in choosing) for who, one in fight.combatants.items()
        },
        "ground": drawn(fight.ground, WIDTH),
        "questions": [
            {"kind": each.kind, "who": each.who, "text": question_in_words(each, fight, rules), "answers": each.answers}
            for each in open_now(fight)
        ],
    }
    return json_line(command, **facts)


def _person(one: Seen, *, acts: bool, chooses: bool) -> "shapes.SeenCombatant":
    return {
        "name": one.name,
        "side": one.side,
        "state": one.state,
        "up": one.is_up,
        "acts": acts,
        "chooses": chooses,
        "initiative": one.initiative,
        "conditions": {name: each.rounds for name, each in one.conditions.items()},
        "facts": _facts(one.facts),
    }


def _facts(facts: Facts) -> dict[str, str]:
    return {each.name: each.value for each in facts if each.value}
