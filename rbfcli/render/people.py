"""The combatants of a screen: what is shown of each, before it is known how wide the screen is."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from rbfcli.kernel.answers import open_now
from rbfcli.kernel.conditions import Table, row_of, with_role
from rbfcli.kernel.facts import Fact
from rbfcli.kernel.fight import Combatant, Condition, Fight
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.signs import ACTIVE, ASKED, DOWN
from rbfcli.kernel.signs import SIDES as SIGNS
from rbfcli.render.safe import safe
from rbfcli.render.style import SIDES

NO_FACT = Fact("", "")


class Person(Struct, frozen=True, kw_only=True):
    """One combatant: its marker and the sign of its side, health and other facts, conditions in words, and its roles.

    The marker says that it acts, has to choose, or is down. All texts but those of facts are safe.
    """

    who: str
    name: str
    side: str
    initiative: str
    marker: str
    sign: str
    health: Fact
    facts: Mapping[str, Fact]
    conditions: tuple[str, ...]
    is_up: bool
    colour: str

    @property
    def role(self) -> str:
        """How its row is painted: brighter where it acts, paler where it is down."""
        return "quiet" if not self.is_up else "name" if self.marker == ACTIVE else ""

    @property
    def side_role(self) -> str:
        """How its id is painted: in the colour of its side."""
        return "quiet" if not self.is_up else f"bold {self.colour}" if self.marker == ACTIVE else self.colour

    @property
    def health_role(self) -> str:
        """How its health is painted: by how much is left."""
        now, most = self.health.gauge or (1, 1)
        return "quiet" if not self.is_up else "good" if 2 * now > most else "mixed" if 4 * now > most else "bad"

    @property
    def conditions_role(self) -> str:
        """How its conditions are painted."""
        return "mixed" if self.is_up else "bad"


def people(fight: Fight, rules: Rules) -> list[Person]:
    """Everyone, in the order of turns."""
    sides = list(dict.fromkeys(each.side for each in fight.combatants.values()))
    acting = rules.members(fight, fight.active) if fight.active and not fight.over else ()
    asked = {each.who for each in open_now(fight)}
    return [_person(fight, rules, who, sides=sides, acting=acting, asked=asked) for who in ordered(fight, rules)]


def ordered(fight: Fight, rules: Rules) -> list[str]:
    """Combatants in turn order, then the others in the order of the file."""
    first = [who for slot in fight.order for who in rules.members(fight, slot.who) if who in fight.combatants]
    return list(dict.fromkeys([*first, *fight.combatants]))


def _person(
    fight: Fight, rules: Rules, who: str, *, sides: Sequence[str], acting: Sequence[str], asked: set[str]
) -> Person:
    one, is_up = fight.combatants[who], rules.standing(fight.combatants[who])
    place, acts = sides.index(one.side), who in acting and (is_up or len(acting) == 1)
    facts = {each.name: each for each in rules.status(fight, who)}
    down = () if is_up or with_role(rules.conditions, one, "down", "dying", "dead") else ("down",)
    return Person(
        who=safe(who),
        name=safe(one.name),
        side=safe(one.side),
        initiative="" if one.initiative is None else str(one.initiative),
        marker=ACTIVE if acts else ASKED if who in asked else "" if is_up else DOWN,
        sign=SIGNS[min(place, len(SIGNS) - 1)],
        health=next((each for each in facts.values() if each.gauge), NO_FACT),
        facts={name: each for name, each in facts.items() if not each.gauge},
        conditions=(*down, *conditions_in_words(one, rules.conditions)),
        is_up=is_up,
        colour=f"side {place % SIDES}",
    )


def conditions_in_words(one: Combatant, rows: Table) -> tuple[str, ...]:
    """The conditions of somebody, each with the rounds that are left of it."""
    lasting = ((name, each.rounds or _left_on_the_clock(name, each, rows)) for name, each in one.conditions.items())
    return tuple(f"{safe(name)} ({rounds})" if rounds else safe(name) for name, rounds in lasting)


def _left_on_the_clock(name: str, condition: Condition, rows: Table) -> int:
    row = row_of(rows, name)
    return condition.amount if row is not None and row.clock else 0


def labelled(fact: Fact, value: str) -> str:
    """A value with the name it goes by, unless it needs none."""
    return safe(value if fact.bare else f"{fact.heading or fact.name} {value}")
