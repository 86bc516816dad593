"""What an encounter file says besides the fight itself: its form, what it includes, and what builds on stat blocks."""

from typing import Annotated

from msgspec import Meta, Struct, field

from rbfcli.kernel.limits import COPIES

# It stands in the store, which the language does not know; a test compares them.
FORMAT = 1
ENCOUNTER = (
    "format = 1",
    'system = "rbf"',
    'title = "A cellar full of rats"',
    "",
    "[combatants.ada]",
    'name = "Ada Quill"',
    'side = "crew"',
    "hp = 15",
    "skills = { melee = 3, dodge = 2 }",
    'weapons = ["sword"]',
    "",
    "[combatants.rat]",
    'name = "Rat"',
    'from = "rat"',
    "count = 3",
    "",
    "[blocks.rat]",
    "hp = 4",
    "tn = 9",
    "damage = 4",
)


class AuthoredFile(Struct, frozen=True, kw_only=True):
    """The keys of the file itself."""

    format: Annotated[int, Meta(ge=FORMAT, le=FORMAT)]
    """the form of the file"""
    include: tuple[str, ...] = ()
    """files beside this one or below whose tables are taken over, such as the players' sheets; or, by name, what rbf
    ships for each system: rbf/armoury, rbf/bestiary, rbf/party"""


class BuiltOn(Struct, frozen=True, kw_only=True):
    """What combatants and stat blocks build on."""

    parent: str = field(default="", name="from")
    """the id of the stat block that it builds on; its own keys come first"""


class Copied(BuiltOn, frozen=True, kw_only=True):
    """What only combatants have: as many copies as wanted."""

    count: Annotated[int, Meta(ge=1, le=COPIES)] = 1
    """how many of it there are, with numbers after id and name where there are several"""
