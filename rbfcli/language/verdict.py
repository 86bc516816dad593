"""What a word of a line is at its place, as far as it is typed."""

from enum import Enum


class Verdict(Enum):
    """What a word is at its place: taken by the reader, the beginning of what would be, or a mistake."""

    RIGHT = "right"
    BEGUN = "begun"
    WRONG = "wrong"
