"""From a command to the fight after it: dice by hand, open questions, random targets, the end."""

import ast

import pytest
from msgspec.structs import fields, replace

from rbfcli.core.errors import RbfError, Refusal
from rbfcli.dice.sources import MaxDice
from rbfcli.engine.play import execute, rehearse
from rbfcli.engine.questions import RulesChanged, eligible_reactors
from rbfcli.engine.scene import Scene
from rbfcli.language.parser import read_line
from rbfcli.model.commands import Choose
from rbfcli.model.events import QuestionAnswered, Rolled
from rbfcli.model.fight import Condition, Question
from rbfcli.model.rules import CandidateAction, InterruptedAction, Reaction, Trigger
from rbfcli.render.narration import narrate
from rbfcli.render.sentences import Style
from rbfcli.systems.registry import SHIPPED, load
from rbfcli.testing.support import trees
from tests.engine import asker
from tests.engine.asker import RULES, at_the_gate


class Fight:
    """A duel that takes lines."""

    def __init__(self, session):
        self.rules, self.fight = session.rules, session.fight

    def type(self, line):
        """What a line does; the fight goes on from there."""
        played = execute(self.rules, self.fight, read_line(line, self.rules, self.fight))
        self.fight = played.fight
        return played


@pytest.fixture
def duel(pier):
    return Fight(pier)


def refused(duel, line):
    before = duel.fight
    with pytest.raises(RbfError) as wrong:
        duel.type(line)
    assert duel.fight is before
    return wrong.value


def test_too_few_faces_by_hand_and_the_rest_are_rolled(duel):
    rolled = duel.type("attack ada bosun --dice 5 --critical double --force").events[0]
    assert isinstance(rolled, Rolled)
    assert [die.given for die in rolled.dice] == [True, False]


@pytest.mark.parametrize(("dice", "message"), [("9,1", "9"), ("5,7,3", "3")])
def test_impossible_and_left_over_faces_are_refused(duel, dice, message):
    wrong = refused(duel, f"attack ada bosun --dice {dice}")
    assert wrong.status == 2
    assert message in wrong.message


def test_who_has_to_choose_is_not_removed_without_force(duel):
    duel.type("attack ada bosun --dice 8,8")
    assert "Ada Quill must choose first" in refused(duel, "remove ada").message
    duel.type("remove ada --force")
    assert duel.fight.questions == ()
    assert refused(duel, "choose double").message == "no question to answer"


def test_an_open_question_waits_for_its_answer(duel):
    duel.type("attack ada bosun --dice 8,8")
    assert [question.kind for question in duel.fight.questions] == ["critical"]
    assert "Ada Quill must choose first" in refused(duel, "attack ada bosun").message
    assert "choose double" in refused(duel, "turn").hint
    duel.type("note the crowd gasps")
    duel.type("choose double")
    assert duel.fight.questions == ()
    assert duel.fight.combatants["bosun"].hp == 0


def test_an_answer_nobody_asked_for_is_refused(duel):
    wrong = refused(duel, "choose double")
    assert ("no question to answer" in wrong.message, wrong.rule) == (True, "RBF-REA-1")


def test_an_offer_lapses_with_the_next_command(duel):
    duel.type("set ada hp=60 max-hp=60")
    duel.type("attack bosun ada --dice 1,1")
    assert duel.fight.questions[0].lapses
    played = duel.type("heal ada 15")
    assert duel.fight.questions, "the GM's hand leaves an offer open"
    offer, before = duel.fight.questions[0], duel.fight
    played = duel.type("attack ada bosun --dice 1,2")
    assert played.events[1] == QuestionAnswered(
        rule="RBF-DEF-5", kind="condition", who="bosun", answer="", lapsed=offer
    )
    assert duel.fight.questions == ()
    told = narrate(played.events, before, duel.fight, duel.rules, Style())
    assert told[0] == "The bosun applies no condition to Ada Quill"


@pytest.mark.parametrize("system", SHIPPED)
def test_every_offer_says_in_its_own_words_that_it_lapses(system):
    """A new offer without `lapse.KIND` would say only that the chance passes."""
    rules = load(system)
    asked = {
        call.args[0].value
        for _, tree in trees(system)
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        and any(each.arg == "lapses" and getattr(each.value, "value", False) for each in call.keywords)
        and call.args
    }
    offers = asked | {row.kind for row in rules.reactions if row.lapses}
    assert {key.partition(".")[2] for key in rules.words if key.startswith("lapse.")} == offers
    for kind in offers:
        offer = Question(kind=kind, who="x", answers=("a",), rule="", facts={"target": "y", "power": "z", "save": "s"})
        lapsed = QuestionAnswered(kind=kind, who="x", answer="", lapsed=offer)
        (line,) = narrate([lapsed], rules.fight(system=system), rules.fight(system=system), rules, Style())
        assert "{" not in line
        assert line == line.strip()


@pytest.mark.parametrize(
    ("system", "verb"), [(name, verb) for name in SHIPPED for verb in load(name).one_liners], ids=str
)
def test_a_verb_without_a_fight_keeps_its_options(system, verb):
    needed = {field.name: "1d6" if field.name in {"damage", "saves"} else 9 for field in fields(verb) if field.required}
    if "saves" in needed:
        needed["saves"] = "9,10"
    stated = verb(**needed, mod=3, dice=(2, 5), force=True, answer=("critical=double",))
    _, command = load(system).one_liners[verb](stated)
    assert (command.dice, command.force, command.answer) == (stated.dice, True, stated.answer)


def test_a_random_target_is_drawn_among_the_foes(duel):
    played = duel.type("attack ada @random --dice 1,5,7")
    assert [event.label for event in played.events if isinstance(event, Rolled)] == ["random target", "attack"]


def test_a_fight_that_is_over_takes_only_the_gms_hand(duel):
    duel.type("end they shake hands")
    assert duel.fight.over == "they shake hands"
    assert "the fight is over" in refused(duel, "attack ada bosun").message
    duel.type("note and go home")


def test_a_verb_of_no_system_is_refused(duel):
    assert "unknown command 'reorient'" in refused(duel, "reorient ada").message


# A rehearsed command stops at its first question, as in play.


def rehearsed(fight, line):
    """Return the outcome of a line in rehearsal."""
    offer = rehearse(RULES, fight, CandidateAction(read_line(line, RULES, fight), "", ""))
    assert offer.refusal is None
    return offer.played


def played(fight, line):
    """Return the outcome of a line whose dice fall as in rehearsal."""
    return execute(RULES, fight, read_line(line, RULES, fight), MaxDice())


@pytest.mark.parametrize("line", ["attack ann bob", "walk ann", "attack ann bob --dice 2", "damage ann 3"])
def test_it_comes_to_the_same_fight_but_for_what_it_takes_to_go_on(line):
    fight = at_the_gate()
    tried, kept = rehearsed(fight, line), played(fight, line)
    assert replace(tried.fight, paused=None) == replace(kept.fight, paused=None)
    assert [type(event) for event in tried.events] == [type(event) for event in kept.events]
    waiting = [each.fight.paused.waiting if each.fight.paused else 0 for each in (tried, kept)]
    assert waiting[0] == waiting[1]
    assert (tried.outcome, tried.command) == (kept.outcome, kept.command)


def test_nobody_answers_its_question():
    fight = rehearsed(at_the_gate(), "attack ann bob").fight
    with pytest.raises(RulesChanged, match="would play differently now"):
        execute(RULES, fight, read_line("choose push", RULES, fight))


def test_a_command_is_tried_while_another_waits():
    """The outcome is remembered as usual: an answer is played after the waiting one."""
    fight = played(at_the_gate(), "attack ann bob").fight
    assert [each.kind for each in rehearsed(fight, "choose push").fight.questions] == ["back"]
    assert rehearsed(fight, "choose push").fight == played(fight, "choose push").fight


# Rows of the table of reactions: who is considered, what they are asked, together or in turn, and who reacts.


def row(kind, *, may, together):
    """A reaction to a walk that takes a hit point of the walker."""
    return Reaction(
        kind=kind, on="walk", rule="GATE-4", together=together, answers=("strike", "let"), lapses=True,
        may=lambda scene, who, occasion: who in may and scene.one(occasion.who).hp > 0,
        react=lambda scene, _who, occasion: asker.hurt(scene, occasion.who, 10),
    )  # fmt: skip


def reactions_at_the_gate(*rows):
    """Rules by which a walk sets the rows off."""
    verbs = {**asker.RULES.verbs, asker.Walk: lambda scene, command: scene.trigger("walk", command.who)}
    return replace(asker.RULES, verbs=verbs, reactions=rows)


@pytest.mark.parametrize(
    ("together", "asked"), [(True, [("bob", "pass"), ("cid", "back")]), (False, [("bob", "pass")])]
)
def test_rows_that_ask_together_ask_at_once(together, asked):
    """Otherwise one row waits until the other is through."""
    rules = reactions_at_the_gate(
        row("pass", may=("bob",), together=together), row("back", may=("cid",), together=together)
    )
    paused = execute(rules, asker.at_the_gate(), asker.Walk(who="ann")).fight
    assert [(each.who, each.kind) for each in paused.questions] == asked


def test_an_offer_that_no_longer_holds_is_withdrawn_from_another_row():
    """Cid strikes first: nothing is left of Ann for Bob."""
    rules = reactions_at_the_gate(row("pass", may=("bob",), together=True), row("back", may=("cid",), together=True))
    paused = execute(rules, asker.at_the_gate(), asker.Walk(who="ann")).fight
    after = execute(rules, paused, Choose(words=("cid", "strike"))).fight
    assert (after.questions, after.combatants["ann"].hp) == ((), 0)


def test_who_may_react_is_known_beforehand():
    """Each once by any row, without changes."""
    rules = reactions_at_the_gate(
        row("pass", may=("bob", "cid"), together=True), row("back", may=("bob",), together=False)
    )
    scene = Scene(asker.at_the_gate(), None, rules)
    assert eligible_reactors(scene, Trigger("walk", "ann")) == ("bob", "cid")
    assert eligible_reactors(scene, Trigger("run", "ann")) == ()
    assert scene.events == []


def answering(answer, noted, **more):
    """A reaction decided in advance, with a log of the arguments of its functions."""

    def note(name, result):
        def called(scene, who, occasion):
            noted.append((name, scene.fight.system, who, occasion))
            return result

        return called

    return Reaction(
        kind="back", on="walk", rule="GATE-4", answers=("strike", "let"), may=note("may", result=True),
        decided=note("decided", answer), react=note("react", None), **more,
    )  # fmt: skip


@pytest.mark.parametrize(("answer", "reacts"), [("strike", True), ("let", False)])
def test_what_is_decided_beforehand_is_not_asked(answer, reacts):
    noted = []
    rules = reactions_at_the_gate(answering(answer, noted))
    played = execute(rules, asker.at_the_gate(), asker.Walk(who="ann"))
    walk = Trigger("walk", "ann")
    assert played.fight.questions == ()
    assert ("decided", "gate", "bob", walk) in noted
    assert (("react", "gate", "bob", walk) in noted) is reacts


def test_only_who_bears_the_condition_of_a_row_is_looked_at():
    noted = []
    fight = asker.at_the_gate()
    bob = replace(fight.combatants["bob"], conditions={"watching": Condition()})
    fight = replace(fight, combatants={**fight.combatants, "bob": bob})
    execute(reactions_at_the_gate(answering("strike", noted, bearing="watching")), fight, asker.Walk(who="ann"))
    assert {who for _name, _system, who, _occasion in noted} == {"bob"}


@pytest.mark.parametrize("lapses", [True, False])
def test_a_question_says_of_whose_deed_and_of_what_it_is(lapses):
    """The occasion contains words and numbers about the action."""
    rules = reactions_at_the_gate(replace(row("pass", may=("bob",), together=False), lapses=lapses))
    facts = {"gate": "east", "pace": 3, "seen": ("bob",)}
    verbs = {**rules.verbs, asker.Walk: lambda scene, command: scene.trigger("walk", command.who, **facts)}
    paused = execute(replace(rules, verbs=verbs), asker.at_the_gate(), asker.Walk(who="ann")).fight
    assert paused.questions == (
        Question(
            kind="pass", who="bob", answers=("strike", "let"), rule="GATE-4", lapses=lapses,
            facts={"target": "ann", "gate": "east", "pace": 3},
        ),
    )  # fmt: skip


@pytest.mark.parametrize(("answer", "hp"), [("strike", 0), ("let", 10)])
def test_the_first_answer_reacts_and_any_other_lets_it_be(answer, hp):
    rules = reactions_at_the_gate(row("pass", may=("bob",), together=False))
    paused = execute(rules, asker.at_the_gate(), asker.Walk(who="ann")).fight
    assert execute(rules, paused, Choose(words=(answer,))).fight.combatants["ann"].hp == hp


def test_whoever_may_no_longer_react_does_not():
    """Ann falls while Bob makes up his mind: nothing is left to strike at."""
    struck = []
    fast = replace(
        row("pass", may=("bob",), together=False),
        decided=lambda scene, _who, occasion: asker.hurt(scene, occasion.who, 10) or "strike",
        react=lambda _scene, who, _occasion: struck.append(who),
    )
    execute(reactions_at_the_gate(fast), asker.at_the_gate(), asker.Walk(who="ann"))
    assert struck == []


def test_those_who_are_asked_together_are_through_before_a_row_that_asks_alone():
    rules = reactions_at_the_gate(row("pass", may=("bob",), together=True), row("back", may=("cid",), together=False))
    paused = execute(rules, asker.at_the_gate(), asker.Walk(who="ann")).fight
    assert [each.kind for each in paused.questions] == ["pass"]
    paused = execute(rules, paused, Choose(words=("let",))).fight
    assert [(each.kind, each.who, each.facts) for each in paused.questions] == [("back", "cid", {"target": "ann"})]


# An action that is interrupted where it is paid for: others come first, and then it begins anew.


@pytest.fixture
def watched(scene_of):
    """A scene in which the bosun says `watched` before Ada pays, each time it is asked."""

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
    """An action that others may come before."""

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
    assert scene.interruptible(pays(scene)) is None
    assert told(scene) == ["begins", "paid"]


def test_others_come_first_and_the_deed_begins_anew(watched):
    scene = watched()
    assert scene.interruptible(pays(scene)) is None
    assert told(scene) == ["begins", "watched", "begins", "paid"]


def test_a_deed_is_interrupted_once(watched):
    scene = watched()

    def twice():
        pays(scene)()
        pays(scene, "paid again")()

    assert scene.interruptible(twice) is None
    assert told(scene).count("watched") == 1


def test_once_even_if_nobody_came_at_first(watched):
    scene = watched(may=lambda inner, *_: "paid" in told(inner))

    def twice():
        pays(scene)()
        pays(scene, "paid again")()

    assert scene.interruptible(twice) is None
    assert told(scene) == ["begins", "paid", "begins", "paid again"]


def test_what_can_go_no_further_is_told_to_whoever_asked(watched):
    scene = watched()

    def act():
        if "watched" in told(scene):
            scene.happen("half done", "GM")
            scene.refuse("she is down", "GM")
        pays(scene)()

    who, refusal = scene.interruptible(act)
    assert (who, refusal.message) == ("ada", "she is down")
    assert told(scene) == ["begins", "watched"]


def test_a_refusal_before_anybody_came_is_a_refusal(watched):
    scene = watched()
    with pytest.raises(Refusal):
        scene.interruptible(lambda: scene.refuse("no", "GM"))


def test_outside_a_deed_nothing_is_interrupted(watched):
    scene = watched()
    pays(scene)()
    assert told(scene) == ["begins", "paid"]
    assert scene.interruptible(pays(scene)) is None
    pays(scene)()
    assert told(scene).count("watched") == 1


def test_a_deed_within_a_reaction_may_be_interrupted_itself(watched):
    def react(inner, who, _):
        inner.happen("watched", "GM", who=who)
        if told(inner).count("watched") < 3:
            inner.interruptible(pays(inner, "struck", "bosun"))

    scene = watched(react=react)
    assert scene.interruptible(pays(scene)) is None
    assert told(scene) == [
        *("begins", "watched", "begins", "watched", "begins", "watched"),
        *("begins", "struck", "begins", "struck", "begins", "paid"),
    ]


def test_whose_deed_it_was():
    assert InterruptedAction("ada").who == "ada"
    assert str(InterruptedAction("ada")) == "ada"
