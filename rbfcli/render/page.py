"""The player view of a fight as an HTML page and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING, Any

from rbfcli.core.text import safe
from rbfcli.engine.answers import open_now
from rbfcli.engine.player_view import PlayerFight, PlayerView
from rbfcli.model.display import ACTIVE, ASKED, Facts
from rbfcli.model.fight import Fight
from rbfcli.model.rules import Rules
from rbfcli.render.json import json_line
from rbfcli.render.roster import RosterEntry, people, with_labels
from rbfcli.render.screen import drawn, question_in_words, question_lines, sides, title_line, turn_line

if TYPE_CHECKING:
    from rbfcli.render.json_types import fights as shapes

# The record of a paused command is for replay, not for reading; the questions are shown instead.
NOT_TOLD = ("paused",)


def fight_facts(fight: Fight) -> Any:
    """Return the fields of a fight by key, as in the protocol's schema."""
    return {field: getattr(fight, field) for field in fight.__struct_encode_fields__ if field not in NOT_TOLD}


STYLE = """\
:root {
  color-scheme: light dark;
  --ground: #fbfaf7; --card: #ffffff; --ink: #1c1b19; --faint: #5f5b54; --line: #d8d3c8;
  --good: #2e7d32; --mixed: #b26a00; --bad: #c62828;
  --side0: #00708a; --side1: #9c27b0; --side2: #3949ab; --side3: #8d6e00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14161a; --card: #1e2127; --ink: #f1efe9; --faint: #a9a59c; --line: #3a3e46;
    --good: #66bb6a; --mixed: #ffb74d; --bad: #ef5350;
    --side0: #4dd0e1; --side1: #ce93d8; --side2: #9fa8da; --side3: #ffd54f;
  }
}
* { box-sizing: border-box; }
html { font-size: clamp(16px, 0.55rem + 1.1vw, 40px); }
body {
  margin: 0; padding: 0.75rem; background: var(--ground); color: var(--ink);
  font-family: system-ui, sans-serif; line-height: 1.35; overflow-wrap: anywhere;
}
h1 { font-size: 1.25rem; margin: 0 0 0.25rem; }
h2 { font-size: 1.05rem; margin: 0; }
p { margin: 0.2rem 0; }
small { color: var(--faint); font-size: 0.75rem; font-weight: normal; }
.turn, .facts { color: var(--faint); }
.facts { font-size: 0.8rem; }
.sides span { margin-right: 1rem; font-weight: bold; }
.asked { white-space: pre-wrap; border-left: 0.3rem solid var(--mixed); padding-left: 0.5rem; }
.message { font-size: 1.25rem; margin: 2rem 0; text-align: center; }
.people {
  list-style: none; margin: 0.5rem 0; padding: 0; display: grid; gap: 0.5rem;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 13.5rem), 1fr));
}
.people > li {
  background: var(--card); border: 1px solid var(--line); border-left: 0.4rem solid var(--line);
  border-radius: 0.4rem; padding: 0.4rem 0.6rem; min-width: 0;
}
.people > .acts { outline: 0.2rem solid var(--mixed); }
.people > .down { opacity: 0.6; }
.side0 { border-left-color: var(--side0) !important; } .sides .side0 { color: var(--side0); }
.side1 { border-left-color: var(--side1) !important; } .sides .side1 { color: var(--side1); }
.side2 { border-left-color: var(--side2) !important; } .sides .side2 { color: var(--side2); }
.side3 { border-left-color: var(--side3) !important; } .sides .side3 { color: var(--side3); }
.health { display: flex; align-items: center; gap: 0.5rem; flex-wrap: wrap; }
.bar { flex: 1 1 5rem; height: 0.7rem; border-radius: 0.35rem; background: var(--line); overflow: hidden; }
.bar i { display: block; height: 100%; background: currentColor; }
.good { color: var(--good); } .mixed { color: var(--mixed); } .bad { color: var(--bad); }
.quiet { color: var(--faint); }
.conditions { list-style: none; margin: 0.2rem 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0.3rem; }
.conditions li { border: 1px solid var(--mixed); border-radius: 1rem; padding: 0 0.5rem; font-size: 0.8rem; }
.ground {
  font-family: ui-monospace, monospace; font-size: min(1rem, calc((100vw - 2.5rem) / 30)); line-height: 1.2;
  overflow-x: auto; max-width: 100%; margin: 0.5rem 0;
}
"""


MADE_BY = '<meta name="generator" content="rbf watch" />'
RELOADS = '<meta http-equiv="refresh" content="1" />'
GROUND = 48
MARKS = {ACTIVE: "acts now", ASKED: "has to choose"}


def page(fight: PlayerFight, rules: Rules) -> str:
    """Return the HTML page of a fight."""
    return _document(safe(fight.title or rules.title), _fight(fight, rules))


def message_page(text: str) -> str:
    """Return a page that explains why there is no fight to show, and that keeps reloading."""
    return _document("rbf", [_tag("p", safe(text), "message")])


def notebook_frame(text: str) -> str:
    """A page in a frame, for a notebook: it keeps its own style and does not reload."""
    shown = escape(text.replace(RELOADS, ""))
    return f'<iframe sandbox srcdoc="{shown}" style="width: 100%; height: 32rem; border: 0"></iframe>'


def _document(title: str, body: Iterator[str] | list[str]) -> str:
    lines = (
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8" />',
        MADE_BY,
        RELOADS,
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\" />",
        '<meta name="viewport" content="width=device-width, initial-scale=1" />',
        _tag("title", title),
        f"<style>\n{STYLE}</style>",
        "</head>",
        "<body>",
        *body,
        "</body>",
        "</html>",
    )
    return "".join(f"{line}\n" for line in lines)


def _fight(fight: PlayerFight, rules: Rules) -> Iterator[str]:
    everyone = people(fight, rules)
    yield _tag("h1", title_line(fight, rules))
    yield _tag("p", turn_line(fight, rules, everyone), "turn")
    if everyone:
        yield f'<p class="sides">{" ".join(_tag("span", text, _css(role)) for text, role in sides(everyone))}</p>'
    asked = [line.strip() for line in question_lines(fight, rules, None)]
    if asked:
        yield _tag("p", "\n".join(asked), "asked")
    yield '<ul class="people">'
    for one in everyone:
        yield from _person(one)
    yield "</ul>"
    ground = drawn(fight.ground, GROUND)
    if ground:
        yield _tag("pre", "\n".join(ground), "ground")


def _person(combatant: RosterEntry) -> Iterator[str]:
    marks = (
        "acts" if combatant.marker == ACTIVE else "",
        "down" if not combatant.is_up else "",
        _css(combatant.colour),
    )
    yield f'<li class="{" ".join(filter(None, marks))}">'
    shown_id = "" if combatant.who == combatant.name else f" {_tag('small', combatant.who)}"
    yield f"<h2>{_tag('bdi', combatant.name)}{shown_id}</h2>"
    yield _health(combatant)
    mark = MARKS.get(combatant.marker, "")
    chips = "".join(_tag("li", each) for each in (*filter(None, [mark]), *combatant.conditions))
    if chips:
        yield f'<ul class="conditions">{chips}</ul>'
    told = ", ".join(with_labels(each, each.value) for each in combatant.facts.values() if each.value)
    if told:
        yield _tag("p", told, "facts")
    yield "</li>"


def _health(combatant: RosterEntry) -> str:
    """Return health as a bar, filled by percentage, and as text."""
    if combatant.health.gauge is None:
        return ""
    now, most = combatant.health.gauge
    full = 0 if most <= 0 else max(0, min(100, round(100 * now / most)))
    bar = f'<span class="bar {_css(combatant.health_role)}"><i style="width:{full}%"></i></span>'
    told = f"{_tag('b', safe(combatant.health.value))} {_tag('small', safe(combatant.health.name))}"
    return f'<p class="health">{bar}{told}</p>'


def _tag(name: str, text: str, kind: str = "") -> str:
    """Return an element with escaped text. The text must already be safe for a terminal."""
    kinds = f' class="{kind}"' if kind else ""
    return f"<{name}{kinds}>{escape(text)}</{name}>"


def _css(role: str) -> str:
    """Return the CSS class of a role: `side0` for `side 0`."""
    return role.replace("bold ", "").replace(" ", "")


WIDTH = 80


def players_json(command: str, fight: PlayerFight, rules: Rules) -> str:
    """Return the player view as one line of JSON.

    It holds the envelope, round and phase, every visible combatant, the drawn map and the open questions.
    """
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
            who: _person_json(one, acts=who in acting, chooses=who in choosing) for who, one in fight.combatants.items()
        },
        "ground": drawn(fight.ground, WIDTH),
        "questions": [
            {"kind": each.kind, "who": each.who, "text": question_in_words(each, fight, rules), "answers": each.answers}
            for each in open_now(fight)
        ],
    }
    return json_line(command, **facts)


def _person_json(one: PlayerView, *, acts: bool, chooses: bool) -> shapes.SeenCombatant:
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
