"""One matcher for every word of a closed vocabulary."""

import sys
from collections.abc import Mapping

import pytest
from msgspec import Struct

from rbfcli.core.errors import Refusal, UsageError
from rbfcli.core.lazy import LazyFunction, later_in
from rbfcli.core.matching import candidates, match, match_named, nearest, own_words
from rbfcli.core.paths import dotted, read_setting
from rbfcli.language.parser import fight_verbs
from rbfcli.language.verbs import VERBS
from rbfcli.model.evolve import field_at, with_field
from rbfcli.model.fight import Combatant
from rbfcli.model.sheets import read_pairs, with_pairs
from rbfcli.systems.registry import every

ARMOURY = {"lance": ("shock lance", "zapper"), "rifle": ("assault rifle",), "ripper": ()}


@pytest.mark.parametrize(
    ("word", "meant"),
    [("lance", "lance"), ("LAN", "lance"), ("Shock Lance", "lance"), ("zap", "lance"), ("rip", "ripper")],
)
def test_a_word_is_typed_by_any_of_its_names_or_a_unique_beginning(word, meant):
    assert match_named(word, ARMOURY, "weapon") == meant


def test_a_beginning_of_two_words_is_refused_with_both():
    with pytest.raises(UsageError, match="could mean rifle, ripper"):
        match_named("ri", ARMOURY, "weapon")


def test_two_names_of_one_word_do_not_make_it_ambiguous():
    assert match_named("half", {"half-damage": ("half damage", "\u00bd damage"), "trade": ()}, "complication") == (
        "half-damage"
    )


def test_what_is_not_known_is_refused_with_the_nearest_by_the_rule_given():
    with pytest.raises(Refusal) as caught:
        match("lence", ("lance", "rifle"), "weapon", Refusal, "GATE-1")
    assert (caught.value.rule, caught.value.suggestions) == ("GATE-1", ("lance",))


def test_a_beginning_of_two_words_is_refused_by_the_rule_given():
    with pytest.raises(UsageError, match="could mean rifle, ripper") as caught:
        match_named("ri", ARMOURY, "weapon", rule="GATE-1")
    assert (caught.value.rule, caught.value.hint) == ("GATE-1", "type more of it")
    assert caught.value.suggestions == ("rifle", "ripper")


MANY = tuple(f"plank{letter}" for letter in "abcdefghijklm")


@pytest.mark.parametrize(
    ("word", "known", "hint", "suggestions"),
    [
        ("", ("lance", "rifle"), "weapons: lance, rifle", ()),
        ("xyz", MANY[:12], f"weapons: {', '.join(MANY[:12])}", ()),
        ("zzz", (), "", ()),
        ("RIFFLE", ("lance", "rifle"), "did you mean rifle?", ("rifle",)),
        ("landes", ("lance", "lances", "lancer", "lanced", "x"), "did you mean lances, ", None),
    ],
)
def test_the_hint_names_the_nearest_or_all_or_says_nothing(word, known, hint, suggestions):
    with pytest.raises(UsageError) as caught:
        match(word, known, "weapon")
    assert caught.value.message == f"unknown weapon {word!r}"
    assert caught.value.hint.startswith(hint)
    assert bool(caught.value.hint) is bool(hint)
    assert all(word in caught.value.hint for word in (*caught.value.suggestions, *caught.value.named))
    assert bool(caught.value.suggestions or caught.value.named) is bool(hint)
    if suggestions is None:
        assert len(caught.value.suggestions) == 3
    else:
        assert caught.value.suggestions == suggestions
    assert caught.value.rule == ""


@pytest.mark.parametrize(
    ("what", "hint"),
    [
        ("tree", ""),
        ("key", "`help encounter` lists them"),
        ("key in trees.oak", "`help encounter` lists them"),
        ("condition", "`help condition` lists them"),
    ],
)
def test_of_many_words_none_that_is_not_near_is_named(what, hint):
    known = ("oak", "elm", "ash", "fir", "yew", "box", "bay", "fig", "nut", "may", "ivy", "rue", "sea-holly")
    with pytest.raises(UsageError) as caught:
        match("SHOLY-QRSTUVW", known, what)
    assert caught.value.hint == hint


@pytest.mark.parametrize(("word", "own"), [("say my own", "my own"), ("say", ""), ("sayings", ""), ("my own", "")])
def test_own_words_stand_behind_say(word, own):
    assert own_words(word) == own


@pytest.mark.parametrize(("word", "found"), [("t", ["tove"]), ("the", []), ("the l", ["look"]), ("l", ["look"])])
def test_the_article_alone_begins_no_name(word, found):
    assert candidates(word, {"tove": "Tove Lind", "look": "The lookout"}) == found


def test_a_name_may_be_one_text_or_several():
    assert match_named("zap", {"lance": "zapper", "pez": "xap"}, "weapon") == "lance"


OPTIONS = ("--json", "--quiet", "--force", "--dry-run", "--color", "--reach", "--with")


@pytest.mark.parametrize(
    ("word", "near"),
    [
        ("--wdith", ("--with",)),
        ("--wdeht", ()),
        ("--foo", ()),
        ("--jsno", ("--json",)),
        ("--dryrun", ("--dry-run",)),
        ("--colour", ("--color",)),
        ("--j", ()),
        ("--forceful", ("--force",)),
        ("x" * 200, ()),
    ],
)
def test_a_wrong_guess_is_worse_than_none(word, near):
    assert nearest(word, OPTIONS) == near


def slips(word):
    """A word with one letter missing, doubled, wrong, or swapped with the next."""
    for at, letter in enumerate(word):
        before, behind = word[:at], word[at + 1 :]
        yield from (before + behind, f"{before}{letter}{letter}{behind}", f"{before}?{behind}")
        if behind:
            yield f"{before}{behind[0]}{letter}{behind[1:]}"


@pytest.mark.parametrize("rules", every()[0], ids=lambda rules: rules.name)
def test_one_slip_in_a_verb_or_a_key_is_found(rules):
    words = {*fight_verbs(rules), *VERBS, *rules.sheet.__struct_fields__, *rules.fight.__struct_fields__}
    for word in words:
        if len(word) > 2:
            assert all(nearest(slip, [word, "unlike"]) == (word,) for slip in slips(word)), word


# Paths into a fight, as tuples and as people type them.


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
    with pytest.raises(UsageError, match="must be KEY=VALUE"):
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
    with pytest.raises(UsageError, match=r"layers\.'no\. 5' must be a whole number, not 'ten'"):
        with_pairs({"name": "Vex"}, read_pairs(["layers.'no. 5'=9,ten"], Layered), Layered, "Vex")


# Functions imported when they are first called.


def test_a_function_is_imported_when_it_is_called_and_not_before(tmp_path, monkeypatch):
    (tmp_path / "fetched_later.py").write_text("def double(number):\n    return 2 * number\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    double = LazyFunction("fetched_later", "double")
    assert "fetched_later" not in sys.modules
    assert double(21) == 42
    assert double.function is double.func is sys.modules["fetched_later"].double
    assert (double(number=4), double.module, double.name) == (8, "fetched_later", "double")


def test_a_function_that_was_asked_for_is_there_when_it_is_called():
    named = LazyFunction("rbfcli.core.lazy", "later_in")
    assert named.function is later_in
    assert isinstance(named("rbfcli.core")("lazy.later_in"), LazyFunction)


def test_a_path_names_module_and_function_of_a_package():
    assert later_in("rbfcli.core")("lazy.later_in").function is later_in


def test_a_function_that_is_not_there_is_an_error():
    with pytest.raises(AttributeError):
        LazyFunction("rbfcli.core.lazy", "nothing")()
