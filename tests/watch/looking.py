"""Everything that players get to see of a fight, in every form."""

from types import SimpleNamespace
from unittest.mock import patch

from rbfcli.language.grammar import CommonOptions
from rbfcli.language.program_verbs import Watch
from rbfcli.render.sentences import Style
from rbfcli.watch.watch import FrameSource

WIDTHS = (40, 80, 120)
STYLES = {
    **{f"terminal {width}": Style(tables=True, colour=True, blocks=True, width=width) for width in WIDTHS},
    "pipe": Style(),
    "plain": Style(spoken=True),
}


def seen_by(fight, rules, side="", **options):
    """What players of a side see (of the players' side, where none is named) in one form."""
    return _told(Watch(players=True, viewer=side, once=True), CommonOptions(**options), fight, rules, Style())


def in_every_form(fight, rules, side=""):
    """What players of a side see by the name of the form: text of several widths, plain, quiet, JSON and a page."""
    looking = Watch(players=True, viewer=side, once=True)
    return {
        **{name: _told(looking, CommonOptions(), fight, rules, style) for name, style in STYLES.items()},
        "quiet": _told(looking, CommonOptions(quiet=True), fight, rules, Style()),
        "json": _told(looking, CommonOptions(json=True), fight, rules, Style()),
        "page": _told(Watch(viewer=side, once=True, html="x.html"), CommonOptions(), fight, rules, Style()),
        "served": _told(Watch(viewer=side, serve=0), CommonOptions(), fight, rules, Style()),
    }


def stream(states, side):
    """What a served page is sent for each state: a fight, its rules and the events that led to it."""
    source = FrameSource(Watch(viewer=side, serve=0), CommonOptions(), "save.toml")
    for fight, rules, events in states:
        session = SimpleNamespace(fight=fight, rules=rules, start=None, journal=[])
        with patch("rbfcli.watch.watch.played_since", return_value=[("", SimpleNamespace(events=events))]):
            text = source.of_session(session, Style())
        yield text


def _told(command, common, fight, rules, style):
    return FrameSource(command, common, "save.toml").of_session(SimpleNamespace(fight=fight, rules=rules), style)
