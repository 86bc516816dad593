"""How far a simulation is, drawn on standard error: where that can be drawn on, and for what takes a while (C-06)."""

import pytest

from rbfcli.cli import simulate
from rbfcli.cli.simulate import Progress


class Screen:
    """Standard error that keeps what was drawn on it."""

    def __init__(self, *, error_is_terminal=True, columns=80, **environ):
        self.error_is_terminal = error_is_terminal
        self.error_columns = columns
        self.environ = {"TERM": "xterm", **environ}
        self.drawn = []

    def progress(self, text):
        """Keep what is drawn."""
        self.drawn.append(text)


@pytest.fixture
def drawn(monkeypatch):
    """What is drawn where fights are told of at some times, in seconds since the beginning."""

    def draw(screen, *times, plain=False, about=""):
        clock = iter((100.0, *(100.0 + each for each in times)))
        monkeypatch.setattr(simulate.time, "monotonic", lambda: next(clock))
        progress = Progress(screen, plain=plain)
        for number, _ in enumerate(times, 1):
            progress.tell(number, 10, about)
        progress.clear()
        return [each.strip() for each in screen.drawn]

    return draw


def test_what_is_done_within_half_a_second_draws_nothing(drawn):
    assert drawn(Screen(), 0.1, 0.3, 0.49) == []


def test_it_is_drawn_anew_a_few_times_a_second_and_taken_away(drawn):
    assert drawn(Screen(), 0.4, 0.5, 0.6, 0.8) == [
        "2 of 10 fights, 4 a second, 2 s left",
        "4 of 10 fights, 5 a second, 1 s left",
        "",
    ]


def test_what_a_precision_takes_is_told_as_about_so_many(drawn):
    assert drawn(Screen(), 0.5, about="about") == ["1 of about 10 fights, 2 a second, 4 s left", ""]


@pytest.mark.parametrize(
    ("columns", "line"),
    [
        (37, "2 of 10 fights, 4 a second, 2 s left"),
        (36, "2 of 10 fights, 2 s left"),
        (20, "2 of 10 fights"),
        (10, "2 of 10 f"),
        (0, "2 of 10 fights, 4 a second, 2 s left"),
    ],
)
def test_the_line_never_fills_a_narrow_terminal_to_its_last_column(drawn, columns, line):
    assert drawn(Screen(columns=columns), 0.4, 0.5) == [line, ""]


@pytest.mark.parametrize(
    ("screen", "plain"), [(Screen(error_is_terminal=False), False), (Screen(TERM="dumb"), False), (Screen(), True)]
)
def test_nothing_is_drawn_where_that_would_be_noise(drawn, screen, plain):
    assert drawn(screen, 1, 2, 3, plain=plain) == []


def test_what_is_solved_tells_its_positions_and_at_once_what_is_done_with_them(monkeypatch):
    screen, clock = Screen(), iter((100.0, 101.0, 101.1, 101.15, 101.4))
    monkeypatch.setattr(simulate.time, "monotonic", lambda: next(clock))
    progress = Progress(screen, plain=False)
    for found, about in ((1, ""), (2, ""), (3, "solving"), (3, "solving")):
        progress.tell(found, 0, about)
    assert [each.strip() for each in screen.drawn] == [
        "1 position, 1 s",
        "3 positions, solving, 1 s",
        "3 positions, solving, 1 s",
    ]
