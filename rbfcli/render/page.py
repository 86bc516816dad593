"""A fight as a page for a browser, of players: no script, nothing from elsewhere, readable on a phone and a television.

The page asks the browser for itself again every second, so whoever keeps the file up to date is all it needs.
"""

from collections.abc import Iterator
from html import escape

from rbfcli.kernel.rules import Rules
from rbfcli.kernel.seen import SeenFight
from rbfcli.kernel.signs import ACTIVE, ASKED
from rbfcli.render.page_style import STYLE
from rbfcli.render.people import Person, labelled, people
from rbfcli.render.picture import drawn
from rbfcli.render.safe import safe
from rbfcli.render.screen import question_lines, sides, title_line, turn_line

MADE_BY = '<meta name="generator" content="rbf watch" />'
GROUND = 48
MARKS = {ACTIVE: "acts now", ASKED: "has to choose"}


def page(fight: SeenFight, rules: Rules) -> str:
    """The whole page of a fight."""
    return _document(safe(fight.title or rules.title), _fight(fight, rules))


def message_page(text: str) -> str:
    """A page that says why there is no fight to show; it goes on asking."""
    return _document("rbf", [_tag("p", safe(text), "message")])


def _document(title: str, body: Iterator[str] | list[str]) -> str:
    lines = (
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8" />',
        MADE_BY,
        '<meta http-equiv="refresh" content="1" />',
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


def _fight(fight: SeenFight, rules: Rules) -> Iterator[str]:
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


def _person(one: Person) -> Iterator[str]:
    marks = ("acts" if one.marker == ACTIVE else "", "down" if not one.is_up else "", _css(one.colour))
    yield f'<li class="{" ".join(filter(None, marks))}">'
    shown_id = "" if one.who == one.name else f" {_tag('small', one.who)}"
    yield f"<h2>{_tag('bdi', one.name)}{shown_id}</h2>"
    yield _health(one)
    mark = MARKS.get(one.marker, "")
    chips = "".join(_tag("li", each) for each in (*filter(None, [mark]), *one.conditions))
    if chips:
        yield f'<ul class="conditions">{chips}</ul>'
    told = ", ".join(labelled(each, each.value) for each in one.facts.values() if each.value)
    if told:
        yield _tag("p", told, "facts")
    yield "</li>"


def _health(one: Person) -> str:
    """Health as a bar of as many hundredths as are left, and in words."""
    if one.health.gauge is None:
        return ""
    now, most = one.health.gauge
    full = 0 if most <= 0 else max(0, min(100, round(100 * now / most)))
    bar = f'<span class="bar {_css(one.health_role)}"><i style="width:{full}%"></i></span>'
    return f'<p class="health">{bar}{_tag("b", safe(one.health.value))} {_tag("small", safe(one.health.name))}</p>'


def _tag(name: str, text: str, kind: str = "") -> str:
    """An element with a text that is safe for a terminal and now also for a page."""
    kinds = f' class="{kind}"' if kind else ""
    return f"<{name}{kinds}>{escape(text)}</{name}>"


def _css(role: str) -> str:
    """The class of a role: `side 0` is `side0`."""
    return role.replace("bold ", "").replace(" ", "")
