"""Clocks: how they fill, and what happens when they are full."""

from rbfcli_undertow.sheet import Clock, UndertowFight, UndertowScene


def fill(scene: UndertowScene, clock_id: str, segments: int, rule: str) -> None:
    """Fill segments of a clock, and report what happens when it is full (UND-CLK-1)."""
    clock = scene.fight.board.clocks[clock_id]
    filled = min(clock.segments, clock.filled + segments)
    scene.change("", ("board", "clocks", clock_id, "filled"), filled, rule)
    if filled == clock.segments != clock.filled:
        scene.happen("clock-full", rule, clock=clock.name, then=clock.then or "the table says what that means")


def tick(scene: UndertowScene) -> None:
    """Fill the clocks that fill by themselves each round (UND-CLK-2)."""
    for clock_id, clock in scene.fight.board.clocks.items():
        if clock.each_round and is_open(clock):
            fill(scene, clock_id, clock.each_round, "UND-CLK-2")


def is_open(clock: Clock) -> bool:
    """Return whether a clock has segments left."""
    return clock.filled < clock.segments


def against_side(fight: UndertowFight, side: str) -> str:
    """Return the first unfinished clock of another side, or an empty string (UND-CST-1)."""
    found = (name for name, clock in fight.board.clocks.items() if clock.serves != side and is_open(clock))
    return next(found, "")
