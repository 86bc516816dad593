"""What every document begins with, where a fight stands, and how a failure is told."""

from typing import Literal, TypedDict

Kind = Literal[
    "refused",
    "expectation",
    "difference",
    "usage",
    "notation",
    "file",
    "storage",
    "limit",
    "interrupted",
    "bug",
    "plugin",
    "cluster",
]


class Envelope(TypedDict):
    """What every document begins with."""

    format: Literal["rbf/1"]
    """the protocol and its number"""
    ok: bool
    """whether it was done; just then the exit status of the command is 0"""
    command: str
    """the command: of a fight the line in full, with ids and with whoever was up; of a failure what was typed"""


class Place(TypedDict):
    """By which system a fight is played, and where it stands after the command."""

    system: str
    """the rule system"""
    revision: int
    """how often the fight has changed, by undo too; 0 for a line without a fight"""
    round: int
    """the round that runs; 0 before the first"""
    turn: str
    """the id of whose turn it is; empty while no turn runs"""


class Error(TypedDict):
    """Why something was not done, and what would have been right."""

    kind: Kind
    """what kind of failure it is; the exit status follows from it"""
    rule: str
    """the id of the rule that says no"""
    message: str
    """what is wrong, in a sentence"""
    hint: str
    """what would have been right"""
    suggestions: tuple[str, ...]
    """words that were perhaps meant"""


class Failure(TypedDict):
    """A command that was not done."""

    error: Error
    """why"""


class Judged(TypedDict):
    """What may come out as a no."""

    error: Error | None
    """why it is not well; null where `ok` is true"""
