"""The form of saves: it changes with a new number alone, but for new fields that have a default."""

from pathlib import Path

import msgspec
import pytest
from msgspec import inspect

from rbfcli.model.fight import Fight
from rbfcli.storage.paths import SAVE_FORMAT
from rbfcli.systems.registry import SHIPPED, load

FORM = Path(__file__).parent / "saves" / f"form_{SAVE_FORMAT}.txt"
WHAT_TO_DO = (
    "saves have another form: give them a new number in rbfcli/storage/paths.py, read the old form in Rules.migrate, "
    "and keep some saves of it in tests/session; without a form_N.txt for a number, this test writes it"
)


def form(kind: type[Fight]) -> set[str]:
    """The fields of a fight, and of all that is in it, each with its type and its default."""
    found: dict[type, set[str]] = {}
    waiting = [inspect.type_info(kind)]
    while waiting:
        each = waiting.pop()
        if isinstance(each, inspect.StructType) and each.cls not in found:
            found[each.cls] = {f"{each.cls.__name__}.{field.name}: {told(field)}" for field in each.fields}
            waiting += [field.type for field in each.fields]
        elif not isinstance(each, inspect.StructType):
            waiting += [inner for inner in parts(each) if isinstance(inner, inspect.Type)]
    return set().union(*found.values())


def parts(kind):
    """The types that a type is made of."""
    for name in kind.__struct_fields__:
        value = getattr(kind, name)
        yield from value if isinstance(value, tuple) else (value,)


def told(field):
    """A field's type and default."""
    text = words(field.type)
    if field.required:
        return f"{text}, required"
    default = field.default_factory() if field.default is msgspec.NODEFAULT else field.default
    return f"{text} = {type(default).__name__ if isinstance(default, msgspec.Struct) else repr(default)}"


def words(kind):
    """A type in words: a struct by its name alone, for its fields have lines of their own."""
    if isinstance(kind, inspect.StructType):
        return kind.cls.__name__
    if not isinstance(kind, inspect.Type):
        return repr(kind)
    inner = [(name, getattr(kind, name)) for name in kind.__struct_fields__]
    said = [
        f"{name}={'|'.join(map(words, value)) if isinstance(value, tuple) else words(value)}"
        for name, value in inner
        if value is not None
    ]
    return f"{type(kind).__name__.removesuffix('Type')}({', '.join(said)})"


def today():
    """The form of saves as they are today, a line a field."""
    return {f"{system} {line}" for system in SHIPPED for line in form(load(system).fight)}


def wrong(before, now):
    """What makes a save of one form unreadable, or another fight, in another: changed fields, and new ones to fill."""
    return sorted(before - now) + sorted(line for line in now - before if line.endswith("required"))


def test_the_form_of_a_number_stays_as_it_is():
    if not FORM.exists():
        FORM.write_text("".join(f"{line}\n" for line in sorted(today())))
        pytest.fail(f"{FORM} is written: commit it")
    assert wrong(set(FORM.read_text().splitlines()), today()) == [], WHAT_TO_DO


def test_a_new_field_is_no_change_where_it_has_a_default():
    before = today()
    assert wrong(before, before | {"rbf Fighter.new: Int() = 0"}) == []
    assert wrong(before, before | {"rbf Fighter.new: Int(), required"}) == ["rbf Fighter.new: Int(), required"]


@pytest.mark.parametrize("line", ["rbf RbfFight.begun: ", "bgc Fighter.tough: ", "threat TurnSlot.count: "])
def test_a_field_that_goes_or_is_another_is_a_change(line):
    found = [each for each in today() if each.startswith(line)]
    assert len(found) == 1
    assert wrong(today(), today() - {*found}) == found
