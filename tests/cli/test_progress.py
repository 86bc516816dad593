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
        "[####................] 2 of 10 fights, 4 a second, 2 s left",
        "[########............] 4 of 10 fights, 5 a second, 1 s left",
        "",
    ]


def test_what_a_precision_takes_is_told_as_about_so_many(drawn):
    assert drawn(Screen(), 0.5, about="about") == [
        "[##..................] 1 of about 10 fights, 2 a second, 4 s left",
        "",
    ]


@pytest.mark.parametrize(
    ("columns", "line"),
    [
        (60, "[####................] 2 of 10 fights, 4 a second, 2 s left"),
        (59, "2 of 10 fights, 4 a second, 2 s left"),
        (37, "2 of 10 fights, 4 a second, 2 s left"),
        (36, "2 of 10 fights, 2 s left"),
        (20, "2 of 10 fights"),
        (10, "2 of 10 f"),
        (0, "[####................] 2 of 10 fights, 4 a second, 2 s left"),
    ],
)
def test_the_line_never_fills_a_narrow_terminal_to_its_last_column(drawn, columns, line):
    assert drawn(Screen(columns=columns), 0.4, 0.5) == [line, ""]


@pytest.mark.parametrize(
    ("screen", "plain"), [(Screen(error_is_terminal=False), False), (Screen(TERM="dumb"), False), (Screen(), True)]
)
def test_nothing_is_drawn_where_that_would_be_noise(drawn, screen, plain):
    assert drawn(screen, 1, 2, 3, plain=plain) == []


def test_before_the_first_fight_is_over_it_is_told_how_long_that_takes(monkeypatch):
    screen, clock = Screen(), iter((100.0, 100.3, 103.0))
    monkeypatch.setattr(simulate.time, "monotonic", lambda: next(clock))
    progress = Progress(screen, plain=False)
    progress.tell(0, 1000)
    progress.tell(0, 1000)
    assert [each.strip() for each in screen.drawn] == ["[....................] 0 of 1,000 fights, 3 s"]


def test_a_slow_rate_has_digits_behind_the_point(drawn):
    assert drawn(Screen(), 4) == ["[##..................] 1 of 10 fights, 0.25 a second, 36 s left", ""]
