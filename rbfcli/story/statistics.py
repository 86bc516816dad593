"""What a fight came to in numbers, as plain data."""

from msgspec import Struct

from rbfcli.story.luck import Successes, Sums


class Person(Struct, frozen=True):
    """Somebody who took part: its side, and its health when it entered and at the end (None: it has left)."""

    who: str
    name: str
    side: str
    began: int
    ended: int | None
    most: int
    standing: bool


class Loss(Struct, frozen=True):
    """Health that somebody lost, or got back, in a round: by whom (GM, or nobody: other causes), and how much."""

    round: int
    by: str
    to: str
    amount: int


class Fall(Struct, frozen=True):
    """Somebody went down in a round, by whom if that is known."""

    round: int
    who: str
    by: str


class Attempts(Struct, frozen=True):
    """How often somebody attacked, and how often that hit, or hit in part."""

    hits: int = 0
    partly: int = 0
    attempts: int = 0


class Statistics(Struct, frozen=True):
    """The numbers of a fight, by people in the order in which they entered."""

    rounds: int
    people: tuple[Person, ...]
    damage: tuple[Loss, ...]
    healing: tuple[Loss, ...]
    falls: tuple[Fall, ...]
    attempts: dict[str, Attempts]
    successes: dict[str, Successes]
    sums: dict[str, Sums]

    @property
    def uncounted(self) -> int:
        """How many rolls are left out of luck: their odds are too much to count."""
        judged = sum(each.uncounted for each in self.successes.values())
        return judged + sum(each.uncounted for each in self.sums.values())

    @property
    def given(self) -> int:
        """How many rolls were thrown by hand."""
        return sum(each.given for each in self.successes.values()) + sum(each.given for each in self.sums.values())

    def dealt(self, who: str) -> int:
        """The damage that somebody did."""
        return sum(each.amount for each in self.damage if each.by == who)

    def taken(self, who: str) -> int:
        """The damage that somebody took."""
        return sum(each.amount for each in self.damage if each.to == who)

    def healed(self, who: str) -> int:
        """The health that somebody got back."""
        return sum(each.amount for each in self.healing if each.to == who)
