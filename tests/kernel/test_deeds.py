"""A deed that is interrupted where it is paid for: others come first, and then it begins anew."""

import pytest
from msgspec.structs import replace

from rbfcli.kernel.errors import Refusal
from rbfcli.kernel.reactions import Interrupted, Reaction


@pytest.fixture
def watched(scene_of):
    """A scene where the bosun says `watched` before what Ada pays for, as often as it is asked."""

    def lay(*, may=lambda *_: True, react=None, **options):
        scene = scene_of(**options)
        row = Reaction(
            kind="watch",
            on="pays",
            rule="GM",
            may=lambda inner, who, occasion: who == "bosun" and may(inner, who, occasion),
            decided=lambda *_: "go",
            answers=("go", "wait"),
            react=react or (lambda inner, who, _: inner.happen("watched", "GM", who=who)),
        )
        scene.rules = replace(scene.rules, reactions=(row,))
        return scene

    return lay


def pays(scene, told="paid", who="ada"):
    """A deed that others may come before."""

    def act():
        scene.happen("begins", "GM", who=who)
        scene.interrupt("pays", who)
        scene.happen(told, "GM", who=who)

    return act


def told(scene):
    """What happened, in order."""
    return [each.what for each in scene.events]


def test_nobody_interrupts(watched):
    scene = watched(may=lambda *_: False)
    assert scene.deed(pays(scene)) is None
    assert told(scene) == ["begins", "paid"]


def test_others_come_first_and_the_deed_begins_anew(watched):
    scene = watched()
    assert scene.deed(pays(scene)) is None
    assert told(scene) == ["begins", "watched", "begins", "paid"]


def test_a_deed_is_interrupted_once(watched):
    scene = watched()

    def twice():
        pays(scene)()
        pays(scene, "paid again")()

    assert scene.deed(twice) is None
    assert told(scene).count("watched") == 1


def test_once_even_if_nobody_came_at_first(watched):
    scene = watched(may=lambda inner, *_: "paid" in told(inner))

    def twice():
        pays(scene)()
        pays(scene, "paid again")()

    assert scene.deed(twice) is None
    assert told(scene) == ["begins", "paid", "begins", "paid again"]


def test_what_can_go_no_further_is_told_to_whoever_asked(watched):
    scene = watched()

    def act():
        if "watched" in told(scene):
            scene.happen("half done", "GM")
            scene.refuse("she is down", "GM")
        pays(scene)()

    who, refusal = scene.deed(act)
    assert (who, refusal.message) == ("ada", "she is down")
    assert told(scene) == ["begins", "watched"]


def test_a_refusal_before_anybody_came_is_a_refusal(watched):
    scene = watched()
    with pytest.raises(Refusal):
        scene.deed(lambda: scene.refuse("no", "GM"))


def test_outside_a_deed_nothing_is_interrupted(watched):
    scene = watched()
    pays(scene)()
    assert told(scene) == ["begins", "paid"]
    assert scene.deed(pays(scene)) is None
    pays(scene)()
    assert told(scene).count("watched") == 1


def test_a_deed_within_a_reaction_may_be_interrupted_itself(watched):
    def react(inner, who, _):
        inner.happen("watched", "GM", who=who)
        if told(inner).count("watched") < 3:
            inner.deed(pays(inner, "struck", "bosun"))

    scene = watched(react=react)
    assert scene.deed(pays(scene)) is None
    assert told(scene) == [
        *("begins", "watched", "begins", "watched", "begins", "watched"),
        *("begins", "struck", "begins", "struck", "begins", "paid"),
    ]


def test_whose_deed_it_was():
    assert Interrupted("ada").who == "ada"
    assert str(Interrupted("ada")) == "ada"
