"""An attack as it was ordered, in plain facts, so that a question asked before it can go on with it."""

from rbfcli.kernel.fight import Plain


class Attempt(Plain, frozen=True, kw_only=True):
    """Who attacks whom with what, and what the table stated beforehand."""

    who: str
    target: str
    weapon: str = ""
    mod: int = 0
    advantage: int = 0
    disadvantage: int = 0
    charging: int = 0
    cover: str = ""
    weak: bool = False
    fumble: str = ""
    off_hand: bool = False
