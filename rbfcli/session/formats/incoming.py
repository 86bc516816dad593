"""Combatants as a file has them, before a system has sheets for them: one set of keys for all formats.

The keys are those of `generic`, whose sheet has room for most games; `fit` finds places for them in other systems.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any, Literal

from msgspec import Struct, field

from rbfcli.core.errors import InvalidFile, failed
from rbfcli.core.limits import COUNT, NAME_LETTERS
from rbfcli.core.text import is_visible, natural, slug, whole_number
from rbfcli.storage.toml import composed

Kind = Literal["missing", "assumed", "in notes", "left out"]
MISSING: Kind = "missing"
ASSUMED: Kind = "assumed"
NOTED: Kind = "in notes"
LEFT_OUT: Kind = "left out"
PARTY = "party"
WORD_LETTERS, NOTES_LETTERS, DAMAGE_DIGITS = 60, 9_000, 5
DICE = re.compile(r"([1-9]\d{0,2})?d([1-9]\d{0,3})([+-]\d{1,4})?", re.ASCII)
ABILITIES = {
    "str": "strength",
    "dex": "dexterity",
    "con": "constitution",
    "int": "intelligence",
    "wis": "wisdom",
    "cha": "charisma",
}


class NoHitPoints(InvalidFile):
    """The refusal of a combatant without hit points."""


class ImportNote(Struct, frozen=True):
    """A remark on what import did: what is missing, assumed, only a note or left out.

    `fix` is a KEY=VALUE for it. Remarks of a `group` share a line, which begins with the group. A remark `about` a key
    is only for systems whose sheets have it.
    """

    kind: Kind
    text: str
    fix: str = ""
    group: str = ""
    about: str = ""


class Incoming(Struct, kw_only=True):
    """A combatant in a file.

    `who` is its id (empty: made from its name), `sheet` its values by the keys of `generic`, and `own` its values by
    the keys of the fight's own system, which need no mapping. `numbers` are the to-hit bonus and damage
    of the attacks whose text differs from the numbers beside it. Ability `scores`, `speed` in feet and `flies` are for
    the systems that have them.
    """

    at: str
    name: str = ""
    who: str = ""
    sheet: dict[str, Any] = field(default_factory=dict)
    own: dict[str, Any] = field(default_factory=dict)
    numbers: dict[str, tuple[int, str]] = field(default_factory=dict)
    scores: dict[str, int] = field(default_factory=dict)
    speed: int | None = None
    flies: bool = False
    count: int = 1
    notes: list[ImportNote] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    def called(self, value: Any) -> "Incoming":
        """Take a name from the file as a sheet can hold it, and note a change."""
        said, self.name = plain_text(text_of(value)), name_of(value)
        if not said:
            self.notes.append(ImportNote(MISSING, "name with visible characters", "name=NAME"))
        elif len(said) > NAME_LETTERS:
            self.notes.append(ImportNote(ASSUMED, f"a name cut to {NAME_LETTERS} characters"))
        return self

    def miss(self, text: str, fix: str) -> None:
        """Note that the file lacks something that the user has to give."""
        self.notes.append(ImportNote(MISSING, text, fix, about=fix.partition("=")[0]))

    def assume(self, text: str, fix: str = "", group: str = "", about: str = "") -> None:
        """Note a value, by default that of the `fix`, that is worked out, not in the file."""
        self.notes.append(ImportNote(ASSUMED, text, fix, group, about or fix.partition("=")[0]))

    def leave(self, *texts: str) -> None:
        """Note parts of the file that have no place on a sheet."""
        self.notes += (ImportNote(LEFT_OUT, each) for each in texts)

    def keep(self, what: str, title: str, text: str) -> None:
        """Keep a text in the combatant's notes, and say what kind of text it is."""
        said = plain_text(text)
        if said or title:
            self.texts.append(": ".join(filter(None, (plain_text(title), said))))
            self.notes.append(ImportNote(NOTED, what))

    def settle_attacks(self, trust: str) -> None:
        """Take the text or the numbers of attacks that have both, if they differ, and note which counts."""
        for name, (to_hit, damage) in self.numbers.items():
            attack = self.sheet["attacks"][name]
            text, numbers = attack["damage"], f"{to_hit:+d}, {damage or 'no damage'}"
            if trust == "numbers":
                attack |= {"to_hit": to_hit, "damage": damage}
                self.assume(f"{name}: the numbers count ({numbers}), not the text ({text})", about="attacks")
            else:
                self.assume(f"{name}: the text counts ({text}), not the numbers ({numbers})", about="attacks")

    def health(self, most: int | None, present: Any = None, temporary: int | None = None) -> None:
        """Record hit points: the maximum, the present ones as in the file (default: all), and temporary ones."""
        now = number(present)
        if now is None and present not in (None, ""):
            self.assume(f"full HP, because {present!r:.20} is not a number of hit points", about="hp")
        most = now if most is None else most
        if most is None:
            raise failed(f"{self.at}: {self.name} has no hit points in whole numbers", error=NoHitPoints)
        self.sheet["max_hp"], self.sheet["hp"] = most, most if now is None else now
        if temporary:
            self.sheet["temp_hp"] = temporary
        if most and self.sheet["hp"] > most:
            self.assume(f"{self.sheet['hp']} of at most {most} HP", f"max_hp={self.sheet['hp']}")

    def hit_dice(self, text: str) -> None:
        """Record the dice of the hit points, if the text is plain dice."""
        dice = plain_dice(text)
        if dice and "d" in dice:
            self.sheet["hp_dice"] = dice

    def armour(self, value: int | None, otherwise: int = 10, lacks: str = "the file has no AC, so it is 10") -> None:
        """Record armour class, or another one if the file `lacks` it."""
        self.sheet["ac"] = otherwise if value is None else value
        if value is None:
            self.miss(lacks, "ac=N")

    def is_player(self) -> None:
        """Record a player character."""
        self.sheet["side"], self.sheet["pc"] = PARTY, True

    def add_attack(self, name: str, to_hit: int, damage: str, uses: str = "") -> None:
        """Add an attack under a free name."""
        self._add("attacks", name, {"to_hit": to_hit, "damage": damage, **({"uses": uses} if uses else {})})

    def add_power(self, name: str, save: str, dc: int, damage: str, *, half: bool = True, uses: str = "") -> None:
        """Add a power under a free name."""
        power = {"save": save, "dc": dc, "damage": damage, "half": half, **({"uses": uses} if uses else {})}
        self._add("powers", name, power)

    def add_counter(self, name: str, most: int, on: str, now: int | None = None) -> str:
        """Add a counter under a free name, and return the name."""
        left = most if now is None else now
        return self._add("counters", name, {"now": max(0, left), "most": max(0, most), "on": on})

    def add_pool(self, name: str, most: Any, on: str, now: Any = None) -> None:
        """Add a counter, by default full, if its maximum is a number other than 0."""
        if found := number(most):
            self.add_counter(name, found, on, number(now))

    def _add(self, table: str, name: str, value: dict[str, Any]) -> str:
        there = self.sheet.setdefault(table, {})
        wanted = key_name(name)
        free, number = wanted, 1
        while free in there:
            number += 1
            free = f"{wanted} {number}"
        there[free] = value
        return free

    def add_to(self, key: str, word: str) -> None:
        """Add a word to a list of the sheet."""
        self.sheet.setdefault(key, []).append(word)

    def condition(self, name: str, rounds: int = 0, amount: int = 0, **more: str) -> None:
        """Add a condition."""
        found: dict[str, Any] = {"rounds": rounds, "amount": amount, **more}
        self.sheet.setdefault("conditions", {})[plain_text(name)[:WORD_LETTERS]] = {
            key: each for key, each in found.items() if each
        }


def fits(only: str, person: Incoming) -> bool:
    """Return whether `--only` means a combatant, by name or id, or by a pattern such as `goblin*`."""
    names = (person.name.casefold(), person.who.casefold(), slug(person.name))
    return any(fnmatchcase(name, only.casefold()) for name in names)


class People(Struct, frozen=True):
    """The contents of a file: its format in words, the combatants, their weapons, remarks, and a title."""

    people: tuple[Incoming, ...]
    form: str = ""
    weapons: Mapping[str, Any] = {}
    notes: tuple[ImportNote, ...] = ()
    title: str = ""


def read_each(listed: Iterable[Any], name: str, read: Callable[[Any, str], Incoming]) -> People:
    """Return the combatants of a list, noting entries without hit points. Raises InvalidFile if all lack them."""
    found, notes = list[Incoming](), list[ImportNote]()
    first: NoHitPoints | None = None
    for place, each in enumerate(listed, 1):
        try:
            found.append(read(each, f"{name}, number {place}"))
        except NoHitPoints as wrong:
            first = first or wrong
            kind = text_of(get(each, "type"))
            notes.append(
                ImportNote(LEFT_OUT, f"{name_of(get(each, 'name'))}{f' ({kind})' if kind else ''}: no hit points")
            )
    if first and not found:
        raise first
    return People(tuple(found), notes=tuple(notes))


def key_name(name: str) -> str:
    """Return the name of an attack, a power or a counter as a key: lower case and not too long."""
    return plain_text(name).replace("\n", " ").casefold()[:WORD_LETTERS].strip() or "nameless"


def plain_text(text: str) -> str:
    """Return a text composed (NFC), without invisible characters and superfluous space."""
    lines = (" ".join(line.split()) for line in composed(text).replace("\r\n", "\n").split("\n"))
    return "\n".join("".join(letter for letter in line if is_visible(letter)) for line in lines if line).strip()


def get(data: Any, *path: str | int) -> Any:
    """Return the value at a path of JSON data, or None."""
    for key in path:
        if isinstance(data, Mapping) and isinstance(key, str):
            data = data.get(key)
        elif isinstance(data, list) and isinstance(key, int) and key < len(data):
            data = data[key]
        else:
            return None
    return data


def text_of(value: Any) -> str:
    """Return a value as text if it is one, else an empty string."""
    return value.strip() if isinstance(value, str) else ""


def name_of(value: Any) -> str:
    """Return a value as a name that a sheet can hold."""
    return plain_text(text_of(value)).replace("\n", " ")[:NAME_LETTERS].strip() or "Nameless"


def number(value: Any, default: int | None = None) -> int | None:
    """Return a value as a whole number if it is one, also as text (`+3`, `3.0`), else the default."""
    found = whole_number(value.strip().removesuffix(".0")) if isinstance(value, str) else value
    if isinstance(found, bool) or not isinstance(found, int) or abs(found) > COUNT:
        return default
    return found


def numbers(table: Any, paths: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Return the whole numbers at some paths of a table, by the keys of the paths."""
    return {key: found for key, path in paths.items() if (found := number(get(table, *path))) is not None}


def several(value: Any) -> Iterator[dict[str, Any]]:
    """Yield the tables in a list or a table of tables."""
    inside = value.values() if isinstance(value, Mapping) else value if isinstance(value, Sequence) else ()
    for each in inside if not isinstance(value, str) else ():
        if isinstance(each, dict):
            yield each


def list_of(value: Any) -> list[Any]:
    """Return a value if it is a list, else an empty list."""
    return value if isinstance(value, list) else []


def words_of(value: Any) -> Iterator[str]:
    """Yield the texts in a list of texts or of tables with a name, or the parts of one text."""
    if isinstance(value, str):
        yield from split_types(value)
    for each in list_of(value):
        yield from split_types(text_of(each if isinstance(each, str) else get(each, "name")))


CLAUSE = re.compile(r"\b(?:from|nonmagical|while|except|that|not made|if)\b", re.IGNORECASE)


def split_types(text: str) -> Iterator[str]:
    """Yield the parts of `cold; slashing and piercing from nonmagical attacks`; a clause with its types is one part."""
    for part in filter(None, map(str.strip, text.split(";"))):
        each = [item.strip() for item in part.split(",") if item.strip()]
        if CLAUSE.search(part) and any(item.startswith("and ") for item in each):
            yield part
        elif CLAUSE.search(part):
            yield from each
        else:
            yield from (word.strip() for item in each for word in re.split(r"\band\b", item) if word.strip())


def add_types(person: Incoming, key: str, value: Any) -> None:
    """Add damage types or conditions to a list of the sheet. A clause becomes a note."""
    for each in words_of(value):
        if CLAUSE.search(each) or len(each) > WORD_LETTERS:
            said = f"{key.replace('_', ' ')}: {each}"
            person.texts.append(plain_text(said))
            person.notes.append(ImportNote(NOTED, f"{said} (use damage --half when it applies)"))
        elif (word := plain_text(each).casefold()) and word not in person.sheet.get(key, ()):
            person.add_to(key, word)


def plain_dice(text: str) -> str:
    """Return plain dice or a number such as `2d6+3` without spaces and brackets; empty if it is something else."""
    bare = re.sub(r"[\s()]", "", text).replace("\N{MINUS SIGN}", "-").casefold()
    bare = re.sub(r"\+0+$", "", bare)
    return bare if DICE.fullmatch(bare) or natural(bare, DAMAGE_DIGITS) is not None else ""


def with_bonus(dice: str, bonus: int) -> str:
    """Return dice with a bonus added to theirs: `1d8+2` and 1 are `1d8+3`."""
    found = DICE.fullmatch(dice)
    if not found:
        return str(int(dice) + bonus) if dice else ""
    total = int(found[3] or 0) + bonus
    return f"{found[1] or 1}d{found[2]}{f'{total:+d}' if total else ''}"


def average(dice: str) -> int:
    """Return the average of plain dice, rounded down."""
    found = DICE.fullmatch(dice)
    return int(found[1] or 1) * (int(found[2]) + 1) // 2 + int(found[3] or 0) if found else int(dice)


def typed(dice: str, kind: str) -> str:
    """Return dice with their damage type, or an empty string if they are no plain dice."""
    bare = plain_dice(dice)
    word = "".join(each for each in plain_text(kind).casefold() if each.isalpha() or each == " ").strip()
    return f"{bare} {word}".strip() if bare and not bare.startswith("-") else ""


def modifier(score: int) -> int:
    """Return the modifier of an ability score."""
    return (score - 10) // 2
