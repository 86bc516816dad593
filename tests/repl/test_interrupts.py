"""Ctrl-C as a signal: while a command runs, and at any other moment."""

import signal

import pytest

from rbfcli.repl.interrupts import Interrupts


@pytest.fixture
def interrupts():
    made = Interrupts()
    with made.caught():
        yield made


def test_an_interrupt_stops_what_may_be_stopped(interrupts):
    with pytest.raises(KeyboardInterrupt), interrupts.allowed():
        signal.raise_signal(signal.SIGINT)


def test_it_does_nothing_anywhere_else(interrupts):
    signal.raise_signal(signal.SIGINT)
    with interrupts.allowed():
        pass
    signal.raise_signal(signal.SIGINT)


def test_a_second_one_does_not_hit_whoever_deals_with_the_first(interrupts):
    stopped = []
    with interrupts.allowed():
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            signal.raise_signal(signal.SIGINT)
            stopped.append("once")
    assert stopped == ["once"]


def test_an_interrupted_command_costs_one_line(fight, monkeypatch):
    monkeypatch.setattr("rbfcli.interpreter.interpreter.Interpreter.perform", lambda *_: signal.raise_signal(2))
    with fight.interrupts.caught():
        _, error = fight.say("show")
    assert (error, fight.status, fight.finished) == ("rbf: interrupted", 130, False)
