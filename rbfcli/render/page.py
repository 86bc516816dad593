"""The player view of a fight as an HTML page and as JSON."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from rbfcli.core.text import safe
from rbfcli.engine.answers import open_now
from rbfcli.engine.player_view import STATES, PlayerFight, PlayerView
from rbfcli.model.display import ACTIVE, ASKED, Picture, Strips
from rbfcli.model.events import AnyEvent, CustomEvent, GroupSwitched, Rolled
from rbfcli.model.fight import Fight
from rbfcli.model.rules import Rules
from rbfcli.render.json import json_line
from rbfcli.render.rolls import headline_words
from rbfcli.render.roster import RosterEntry, people, with_labels
from rbfcli.render.screen import drawn, question_in_words, sides, title_line, turn_line
from rbfcli.render.sentences import Names, Style, sentence

if TYPE_CHECKING:
    from rbfcli.render.json_types import fights as shapes

# The record of a paused command is for replay, not for reading; the questions are shown instead.
NOT_TOLD = ("paused",)


def fight_facts(fight: Fight) -> Any:
    """Return the fields of a fight by key, as in the protocol's schema."""
    return {field: getattr(fight, field) for field in fight.__struct_encode_fields__ if field not in NOT_TOLD}


HERE = Path(__file__).parent
STYLE = HERE.joinpath("page.css").read_text(encoding="utf-8")
MADE_BY = '<meta name="generator" content="rbf watch" />'
RELOADS = '<meta http-equiv="refresh" content="1" />'
# A served page replaces its body with each new one, and scrolls to whose turn it is when that changes.
SCRIPT = "\n" + HERE.joinpath("page.js").read_text(encoding="utf-8")
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
LIVE_POLICY = (
    f"{POLICY}; script-src 'sha256-{b64encode(sha256(SCRIPT.encode()).digest()).decode()}'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
GROUND = 48
MARKS = {ACTIVE: "acts now", ASKED: "has to choose"}
# With more combatants than this, a phone shows one line of facts for each but the one who acts.
MANY = 6


def page(fight: PlayerFight, rules: Rules) -> str:
    """Return the HTML page of a fight, which reloads itself."""
    return document(page_title(fight, rules), fight_body(fight, rules))


def message_page(text: str) -> str:
    """Return a page that explains why there is no fight to show, and that keeps reloading."""
    return document("rbf", message_body(text))


def notebook_frame(text: str) -> str:
    """A page in a frame, for a notebook: it keeps its own style and does not reload."""
    shown = escape(text.replace(RELOADS, ""))
    return f'<iframe sandbox srcdoc="{shown}" style="width: 100%; height: 32rem; border: 0"></iframe>'


def document(title: str, body: str, *, live: bool = False) -> str:
    """Return a whole page around a body. A `live` page is sent new bodies; another reloads itself."""
    policy = f'<meta http-equiv="Content-Security-Policy" content="{LIVE_POLICY if live else POLICY}" />'
    lines = (
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8" />',
        MADE_BY,
        f"<noscript>{RELOADS}</noscript>" if live else RELOADS,
        policy,
        '<meta name="viewport" content="width=device-width, initial-scale=1" />',
        _tag("title", title),
        f"<style>\n{STYLE}</style>",
        f'<script type="module">{SCRIPT}</script>' if live else "",
        "</head>",
        "<body>",
        body,
        "</body>",
        "</html>",
    )
    return "".join(f"{line}\n" for line in lines if line)


def page_title(fight: PlayerFight, rules: Rules) -> str:
    """Return the title of a fight's page."""
    return safe(fight.title or rules.title)


def message_body(text: str) -> str:
    """Return the body of a page that explains why there is no fight to show."""
    return _tag("p", safe(text), "message")


def fight_body(fight: PlayerFight, rules: Rules, happened: Sequence[str] = ()) -> str:
    """Return the body of a fight's page, with the lines for what just happened."""
    return "\n".join(_fight(fight, rules, happened))


def _fight(fight: PlayerFight, rules: Rules, happened: Sequence[str]) -> Iterator[str]:
    everyone, names = people(fight, rules), names_in(fight)
    yield _tag("h1", title_line(fight, rules))
    yield _tag("p", turn_line(fight, rules, everyone, names), "turn")
    if everyone:
        yield f'<p class="sides">{" ".join(_tag("span", text, _css(role)) for text, role in sides(everyone))}</p>'
    if happened:
        yield f'<ul class="happened">{"".join(_tag("li", each) for each in happened)}</ul>'
    for each in open_now(fight):
        answers = [safe(names.get(answer, answer)) for answer in each.answers]
        answers += ["or in your own words"] if each.free_text else []
        yield _tag("p", f"{question_in_words(each, fight, rules)}\n{', '.join(answers)}", "asked")
    yield f'<ul class="people{" many" if len(everyone) > MANY else ""}">'
    for one in everyone:
        yield from _person(one)
    yield "</ul>"
    ground = drawn(_with_names(fight.ground, names), GROUND)
    if ground:
        yield _tag("pre", "\n".join(ground), "ground")


def names_in(fight: PlayerFight) -> dict[str, str]:
    """Return the name of each combatant by id."""
    return {who: one.name for who, one in fight.combatants.items()}


def _with_names(picture: Picture, names: Mapping[str, str]) -> Picture:
    ids = "|".join(re.escape(who) for who in sorted(names, key=len, reverse=True))
    named = partial(re.compile(rf"(?<![\w-])(?:{ids})(?![\w-])").sub, lambda found: names[found[0]])

    def part(each: str | tuple[str, ...] | Strips) -> str | tuple[str, ...] | Strips:
        if isinstance(each, Strips):
            return replace(each, strips=tuple(tuple(map(named, strip)) for strip in each.strips))
        return named(each) if isinstance(each, str) else tuple(map(named, each))

    return tuple(map(part, picture)) if names else picture


def _person(combatant: RosterEntry) -> Iterator[str]:
    marks = (
        "acts" if combatant.marker == ACTIVE else "",
        "down" if not combatant.is_up else "",
        _css(combatant.colour),
    )
    yield f'<li class="{" ".join(filter(None, marks))}">'
    health, bar = _health(combatant)
    yield f'<div class="who"><h2>{_tag("bdi", combatant.name)}</h2>{health}</div>'
    yield bar
    mark = MARKS.get(combatant.marker, "")
    chips = [_tag("b", each) for each in (*filter(None, [mark]), *combatant.conditions)]
    facts = (each if each.bare else replace(each, heading="") for each in combatant.facts.values())
    told = ", ".join(with_labels(each, each.value) for each in facts if each.value)
    if chips or told:
        yield f'<p class="facts">{" ".join([*chips, escape(told)])}</p>'
    yield "</li>"


def _health(combatant: RosterEntry) -> tuple[str, str]:
    if combatant.health.gauge is None:
        return "", ""
    now, most = combatant.health.gauge
    full = 0 if most <= 0 else max(0, min(100, round(100 * now / most)))
    value, in_words = combatant.health.value, combatant.health.value in STATES
    unit = "" if in_words else f" {_tag('small', safe(combatant.health.name))}"
    told = f"<span>{_tag('b', safe(value))}{unit}</span>"
    return told, f'<span class="bar {_css(combatant.health_role)}"><i style="width:{full}%"></i></span>'


def _tag(name: str, text: str, kind: str = "") -> str:
    """Return an element with escaped text. The text must already be safe for a terminal."""
    kinds = f' class="{kind}"' if kind else ""
    return f"<{name}{kinds}>{escape(text)}</{name}>"


def _css(role: str) -> str:
    """Return the CSS class of a role: `side0` for `side 0`."""
    return role.replace("bold ", "").replace(" ", "")


ARROW = "\N{RIGHTWARDS ARROW}"


def news(before: PlayerFight, after: PlayerFight, rules: Rules, events: Collection[AnyEvent]) -> list[str]:
    """Return what just happened, from two views of a fight and the outcomes of rolls between opponents in sight.

    Of the events, only who rolled against whom, the outcome and who went apart count: numbers in them may be secret.
    """
    if any(isinstance(each, GroupSwitched) for each in events):
        return ["Another group is in play"]
    told = [*_outcomes(before, after, rules, events)]
    if after.round > before.round:
        told.append(f"Round {after.round} begins")
    for who, one in after.combatants.items():
        earlier = before.combatants.get(who)
        told += [f"{safe(one.name)} appears"] if earlier is None else _changes(earlier, one)
    apart = {each.who for each in events if isinstance(each, CustomEvent) and each.what == "split-off"}
    gone = {who: one for who, one in before.combatants.items() if who not in after.combatants}
    told += [f"{safe(one.name)} {'goes to another group' if who in apart else 'is gone'}" for who, one in gone.items()]
    if after.over and not before.over:
        told.append("The fight is over")
    return told


def _outcomes(before: PlayerFight, after: PlayerFight, rules: Rules, events: Iterable[AnyEvent]) -> Iterator[str]:
    in_sight = after.combatants.keys() & before.combatants.keys()
    names = Names(names_in(after), Style())
    for event in events:
        if not isinstance(event, Rolled) or event.hidden or not {event.who, event.target} <= in_sight:
            continue
        if after.combatants[event.who].side == after.combatants[event.target].side:
            continue
        words = headline_words(event, rules.words)
        if words and "{total" not in words:
            yield sentence(words, {**names.people(event.who, event.target), "label": safe(event.label)})


def _changes(before: PlayerView, after: PlayerView) -> Iterator[str]:
    """Yield the values and conditions of a combatant that changed, but not what is left of a turn."""
    name, known = safe(after.name), {each.name: each.value for each in before.facts}
    for fact in after.facts:
        earlier = known.get(fact.name, "")
        if earlier and fact.value and fact.value != earlier and not fact.turn:
            yield f"{name}: {'' if fact.bare else f'{safe(fact.name)} '}{safe(earlier)} {ARROW} {safe(fact.value)}"
    yield from (f"{name}: {safe(each)}" for each in after.conditions if each not in before.conditions)
    yield from (f"{name}: no longer {safe(each)}" for each in before.conditions if each not in after.conditions)


WIDTH = 80


def players_json(command: str, fight: PlayerFight, rules: Rules) -> str:
    """Return the player view as one line of JSON."""
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
        "facts": {each.name: each.value for each in one.facts if each.value},
    }
