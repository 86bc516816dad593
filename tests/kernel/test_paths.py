"""Paths into a fight, as tuples and as people type them."""

from collections.abc import Mapping

import pytest
from msgspec import Struct

from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.evolve import field_at, with_field
from rbfcli.kernel.fight import Combatant
from rbfcli.kernel.paths import dotted, read_setting
from rbfcli.kernel.sheets import read_pairs, with_pairs

POISON = "Dr. Vex's poison"


class Layered(Combatant, frozen=True, kw_only=True):
    """Somebody with layers of armour."""

    layers: Mapping[str, tuple[int, ...]] = {}
    ammo: Mapping[str, int] = {}


class Crate(Struct, frozen=True):
    """Something with things in it, and a thing in them."""

    things: Mapping[str, Layered]


CRATE = Crate({"a": Layered(name="Vex", ammo={"rifle": 3, "no. 5": 2, "x=y": 1, "no. 5.1": 4})})


@pytest.mark.parametrize(
    ("path", "typed"),
    [
        (("hp",), "hp"),
        (("turn", "free"), "turn.free"),
        (("conditions", POISON, "rounds"), 'conditions."Dr. Vex\'s poison".rounds'),
        (("ammo", "no. 5"), "ammo.'no. 5'"),
        (("ammo", "x=y"), "ammo.'x=y'"),
        (("ammo", "'tis"), 'ammo."\'tis"'),
        (("ammo", '"the" .45\'s'), 'ammo."\\"the\\" .45\'s"'),
        (("ammo", "back\\slash's .45"), 'ammo."back\\\\slash\'s .45"'),
    ],
)
def test_a_path_is_typed_with_quotes_only_where_they_are_needed(path, typed):
    assert dotted(path) == typed
    assert read_setting(f"{typed}=3", Combatant) == (path, "=", "3")


@pytest.mark.parametrize(
    ("typed", "path"),
    [
        ("things.a.ammo.no. 5", ("things", "a", "ammo", "no. 5")),
        ("things.a.ammo.no. 5.1", ("things", "a", "ammo", "no. 5.1")),
        ("things.a.ammo.'no. 5'.1", ("things", "a", "ammo", "no. 5", "1")),
        ("things.a.ammo.x=y", ("things", "a", "ammo", "x=y")),
        ("things.a.ammo.rifle", ("things", "a", "ammo", "rifle")),
        ("things.a.ammo.my-gun", ("things", "a", "ammo", "my-gun")),
        ("things.a.armour-broken", ("things", "a", "armour_broken")),
    ],
)
def test_a_key_that_is_there_is_taken_whole(typed, path):
    assert read_setting(f"{typed}=7", CRATE) == (path, "=", "7")


def test_only_the_first_sign_ends_the_key():
    assert read_setting("notes=a=b", CRATE) == (("notes",), "=", "a=b")
    assert read_setting("hp", CRATE) == (("hp",), "", "")
    assert read_setting('ammo."odd', CRATE)[1] == ""


@pytest.mark.parametrize("word", ["=5", "hp", "", '"'])
def test_a_word_without_a_key_or_a_value_is_no_setting(word):
    with pytest.raises(UsageError, match="is not KEY=VALUE"):
        read_pairs([word], Layered)


def test_values_are_found_and_replaced_by_their_path():
    path = ("things", "a", "ammo", "no. 5")
    assert field_at(CRATE, path) == 2
    changed = with_field(CRATE, path, 9)
    assert field_at(changed, path) == 9
    assert field_at(CRATE, path) == 2
    assert field_at(with_field(CRATE, path, None), path) is None


def test_a_list_under_a_key_with_a_dot():
    pairs = read_pairs(["layers.'no. 5'=9,10"], Layered)
    assert with_pairs({"name": "Vex"}, pairs, Layered, "Vex").layers == {"no. 5": (9, 10)}
    with pytest.raises(UsageError, match=r"layers\.'no\. 5' must be a whole number, not '9,ten'"):
        with_pairs({"name": "Vex"}, read_pairs(["layers.'no. 5'=9,ten"], Layered), Layered, "Vex")
