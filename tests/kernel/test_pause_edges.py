"""What is said while a command waits: edits and answers with options of their own, offers passed over, the limits."""

import pytest
from msgspec.structs import replace

from rbfcli.kernel import asking, recording, waiting
from rbfcli.kernel.errors import LimitReached, Refusal, UsageError
from rbfcli.kernel.events import Answered, Asked, BrokenOff, Forced, Happened
from rbfcli.kernel.fight import Pause, Question
from rbfcli.kernel.play import play
from rbfcli.kernel.recording import RulesChanged
from rbfcli.kernel.run import no_such_verb
from rbfcli.kernel.verbs import Attack, Choose, Damage, Heal, Set
from tests.kernel.asker import RULES, Nag, Strike, Walk, at_the_gate


def strike(**more):
    return Strike(who="ann", targets=("bob",), **more)


def played(*commands, rules=RULES, fight=None):
    """What the last of some commands does, played one after the other."""
    fight = at_the_gate() if fight is None else fight
    for command in commands:
        done = play(rules, fight, command)
        fight = done.fight
    return done


def happened(done):
    return [(event.what, event.rule) for event in done.events if isinstance(event, Happened)]


def by(function, kind=Walk):
    """Rules by which a verb does something else."""
    return replace(RULES, verbs={**RULES.verbs, kind: function})


def test_an_edit_that_changes_nothing_says_so_also_while_a_command_waits():
    same = Set(who="bob", pairs=("hp=10",))
    assert happened(played(same)) == [("nothing-changes", "GM"), ("done", "GM")]
    assert happened(played(strike(dice=(6,)), same)) == [("nothing-changes", "GM")]
    assert happened(played(strike(dice=(6,)), replace(same, pairs=("hp=9",)))) == []


def test_the_force_of_the_command_that_waits_is_not_the_edits():
    def refuse(scene, _command):
        scene.refuse("no harm meanwhile", "GATE-5")

    paused = played(strike(dice=(6,), force=True)).fight
    with pytest.raises(Refusal, match="no harm meanwhile"):
        play(by(refuse, Damage), paused, Damage(who=("cid",), amount=1))
    forced = played(Damage(who=("cid",), amount=1), Choose(words=("say", "forbidden")), fight=paused)
    assert [event.message for event in forced.events if isinstance(event, Forced)] == ["not that"]


def test_an_answer_may_be_forced():
    paused, forbidden = played(strike(dice=(6,))).fight, Choose(words=("say", "forbidden"))
    with pytest.raises(Refusal, match="not that"):
        play(RULES, paused, forbidden)
    forced = play(RULES, paused, replace(forbidden, force=True))
    assert [event.message for event in forced.events if isinstance(event, Forced)] == ["not that"]


def test_an_edit_brings_answers_of_its_own():
    hurt = Damage(who=("cid",), amount=9, answer=("ward=spend",))
    done = played(strike(dice=(6,)), hurt)
    assert done.fight.combatants["cid"].hp == 10
    assert [each.kind for each in done.fight.questions] == ["effect"]


def test_an_answer_brings_answers_to_what_follows():
    done = played(strike(dice=(6,)), Choose(words=("double",), answer=("back=no",), dice=(1,)))
    assert (done.fight.questions, done.fight.combatants["bob"].hp) == ((), 8)


def test_a_question_that_is_no_offer_is_not_passed_over():
    with pytest.raises(Refusal, match="Ann has to choose first"):
        played(strike(dice=(6,)), Choose(words=()))


def test_an_offer_is_passed_over_by_a_choice_of_nothing():
    done = played(strike(dice=(2,)), Choose(words=()))
    assert [(event.kind, event.who, event.answer) for event in done.events if isinstance(event, Answered)] == [
        ("back", "bob", "")
    ]
    assert done.fight.paused is None


def test_what_is_withdrawn_says_by_which_rule():
    def ask_and_withdraw(scene, command):
        pair = [asking.question("pass", who, ("strike", "let"), "GATE-4") for who in ("bob", "cid")]
        for _each, _answer in scene.ask_each([*pair, asking.question("back", "bob", ("no",), "GATE-3")]):
            scene.withdraw("pass", "GATE-9", who="cid")
            scene.withdraw("back", "GATE-8")
            break
        scene.withdraw("pass", "GATE-7", who=command.who)

    done = played(Walk(who="ann"), Choose(words=("bob", "let")), rules=by(ask_and_withdraw))
    assert [
        (event.kind, event.who, event.rule, event.answer) for event in done.events if isinstance(event, Answered)
    ] == [
        ("pass", "bob", "GATE-4", "let"),
        ("pass", "cid", "GATE-9", ""),
        ("back", "bob", "GATE-8", ""),
    ]


def test_each_question_names_its_rule_and_the_plain_facts_of_it():
    def ask(scene, command):
        scene.ask("pass", command.who, ["strike", "let"], "GATE-4", free_text=True, lapses=True, seen=("bob",), pace=2)

    paused = played(Walk(who="ann"), rules=by(ask))
    whole = Question(
        kind="pass", who="ann", answers=("strike", "let"), rule="GATE-4", free_text=True, lapses=True,
        facts={"seen": ["bob"], "pace": 2},
    )  # fmt: skip
    assert paused.fight.questions == (whole,)
    assert [(event.rule, event.question) for event in paused.events if isinstance(event, Asked)] == [("GATE-4", whole)]


def test_questions_of_one_command_have_a_limit():
    def ask(scene, command):
        for number in range(asking.QUESTIONS + command.mod):
            assert scene.ask("pass", "ann", ("let", "strike"), "GATE-4", number=number) == "let"

    many = by(ask)
    answered = Walk(who="ann", answer=("pass=let",))
    played(answered, rules=many)
    with pytest.raises(LimitReached, match="the rules ask more than 1000 questions in one command"):
        played(replace(answered, mod=1), rules=many)


def test_answers_to_one_command_have_a_limit(monkeypatch):
    monkeypatch.setattr(recording, "ANSWERS", 2)
    again = Choose(words=("again",))
    assert played(Nag(who="ann"), again, again).fight.questions
    with pytest.raises(LimitReached, match="more than 2 answers to one command") as wrong:
        played(Nag(who="ann"), again, again, again)
    assert wrong.value.hint == "--force breaks it off"


def test_offers_in_a_row_have_a_limit(monkeypatch):
    def offer(scene, command):
        for number in range(command.mod):
            scene.ask("pass", "bob", ("strike", "let"), "GATE-4", lapses=True, number=number)

    rules = by(offer)
    monkeypatch.setattr(waiting, "LAPSES", 3)
    assert played(Walk(who="ann", mod=2), Nag(who="cid"), rules=rules).fight.questions[0].kind == "nag"
    with pytest.raises(LimitReached, match="more than 3 offers in a row") as wrong:
        played(Walk(who="ann", mod=3), Nag(who="cid"), rules=rules)
    assert wrong.value.hint == "--force breaks off what waits"


def test_a_rule_sees_the_offers_that_its_command_passed_over():
    seen = []
    rules = by(lambda scene, _command: seen.append([(each.kind, each.who) for each in scene.lapsed]))
    played(strike(dice=(2,)), Walk(who="cid"), rules=rules)
    played(Walk(who="cid"), rules=rules)
    assert seen == [[("back", "bob")], []]


def test_what_is_broken_off_is_named_and_the_next_is_forced():
    done = played(strike(dice=(6,)), Walk(who="cid", force=True, answer=("pass=let",), dice=(5,)))
    assert done.events[0] == BrokenOff(rule="GM", verb="attack", who="ann")
    assert happened(done) == [("goes", "GATE-4"), ("done", "GM")]


@pytest.mark.parametrize("command", ["{", '{"verb":"fly"}', ""])
def test_a_pause_whose_command_does_not_read_is_refused_and_broken_off_by_force(command):
    fight = played(strike(dice=(6,))).fight
    fight = replace(fight, paused=replace(fight.paused, command=command))
    with pytest.raises(RulesChanged, match="the command that waits no longer plays as it did") as wrong:
        play(RULES, fight, Choose(words=("double",)))
    assert wrong.value.hint == "the fight was edited, or the rules have changed; a command with --force breaks it off"
    broken_off = play(RULES, fight, Walk(who="cid", force=True, answer=("pass=let",), dice=(5,)))
    assert broken_off.events[0] == BrokenOff(rule="GM", verb="a command that the rules do not know")


def test_a_pause_of_another_fight_is_refused():
    fight = played(strike(dice=(6,))).fight
    with pytest.raises(RulesChanged):
        play(RULES, replace(fight, paused=replace(fight.paused, before="[]")), Choose(words=("double",)))
    with pytest.raises(RulesChanged):
        play(RULES, replace(fight, paused=Pause(before=fight.paused.before, command="{}")), Choose(words=("double",)))


def test_a_fight_that_is_over_says_how_to_go_on():
    over = replace(at_the_gate(), over="peace")
    with pytest.raises(Refusal, match="the fight is over") as wrong:
        play(RULES, over, Walk(who="ann"))
    assert wrong.value.hint == "`undo` takes the end back"
    assert play(RULES, over, Walk(who="ann", force=True, answer=("pass=let",))).events


def test_a_verb_that_a_system_has_not_is_refused_with_its_reason():
    rules = replace(RULES, no_verbs={"stabilize": "nobody dies at a gate"})
    wrong = no_such_verb(rules, "stabilize")
    assert isinstance(wrong, Refusal)
    assert wrong.message == "gate has no stabilize: nobody dies at a gate"
    wrong = no_such_verb(rules, "fly")
    assert isinstance(wrong, UsageError)
    assert wrong.message == "gate has no verb 'fly'"
    with pytest.raises(UsageError, match="gate has no verb 'attack'"):
        play(rules, at_the_gate(), Attack(who="ann", targets=("bob",)))


def test_random_targets_are_drawn_from_the_standing_foes_and_the_others_kept():
    met = []
    rules = by(lambda _scene, command: met.append(command.targets), Strike)
    fight = at_the_gate()
    drawn = Strike(who="bob", targets=("cid", "@random"), dice=(1,))
    done = play(rules, fight, drawn)
    assert met == [("cid", "ann")]
    first = done.events[0]
    assert (first.who, first.label, first.rule, first.dice[0].sides) == ("", "random target", "GM", 1)
    assert done.command == drawn, "the journal has what was typed"
    down = replace(fight, combatants={**fight.combatants, "ann": replace(fight.combatants["ann"], hp=0)})
    with pytest.raises(Refusal, match="@random is nobody now"):
        play(rules, down, drawn)


@pytest.mark.parametrize(("face", "target"), [(1, "bob"), (2, "cid")])
def test_the_face_of_the_die_is_the_place_among_the_foes(face, target):
    met = []
    rules = by(lambda _scene, command: met.append(command.targets), Strike)
    play(rules, at_the_gate(), Strike(who="ann", targets=("@random",), dice=(face,)))
    assert met == [(target,)]


def test_a_heal_is_an_edit_like_the_others():
    paused = played(strike(dice=(6,)), Heal(who=("cid",), amount=1))
    assert [each.kind for each in paused.fight.questions] == ["effect"]
    assert paused.outcome == ""
