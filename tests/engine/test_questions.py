"""Rules with questions: the command pauses, and is played again with the answer."""

from functools import reduce

import pytest
from msgspec.structs import replace

from rbfcli.core.errors import LimitReached, RbfError, Refusal, UsageError
from rbfcli.engine import questions
from rbfcli.engine.play import execute, no_such_verb
from rbfcli.engine.questions import RulesChanged
from rbfcli.language.parser import read_line
from rbfcli.model.commands import Attack, Choose, Damage, Heal, Set
from rbfcli.model.events import (
    ActionInterrupted,
    CustomEvent,
    Paused,
    QuestionAnswered,
    QuestionAsked,
    RefusalOverridden,
    Resumed,
    Rolled,
    UnusedAnswers,
    without_pauses,
)
from rbfcli.model.evolve import evolve
from rbfcli.model.fight import Pause, Question
from rbfcli.session.session import Session
from tests.engine import asker
from tests.engine.asker import RULES, Nag, Strike, Walk, at_the_gate


class Gate:
    """A fight at the gate that takes lines, and holds what every line has to hold."""

    def __init__(self, **sheets):
        self.session = Session(RULES, at_the_gate(**sheets))

    @property
    def fight(self):
        """Return the current fight."""
        return self.session.fight

    def type(self, *lines):
        """What the last of some lines does."""
        return [self._typed(line) for line in lines][-1]

    def _typed(self, line):
        before = self.fight
        played = self.session.perform(read_line(line, RULES, before))
        assert reduce(evolve, played.events, before) == self.fight, "events alone give the new fight"
        assert bool(self.fight.questions) == (self.fight.paused is not None), "paused while questions are open"
        return played

    def refused(self, line, kind=RbfError):
        """A line that is refused; the pause stays as it was."""
        before, text = self.fight, list(self.session.journal)
        with pytest.raises(kind) as wrong:
            self._typed(line)
        assert (self.fight is before, self.session.journal) == (True, text)
        return wrong.value

    @property
    def open(self):
        """The kinds of the open questions, and whose they are."""
        return [(question.kind, question.who) for question in self.fight.questions]

    def hp(self, who):
        """Return a combatant's health."""
        return self.fight.combatants[who].hp


@pytest.fixture
def gate():
    return Gate()


def told(*played):
    """The events of several lines, joined."""
    return [event for each in played for event in without_pauses(each.events)]


def faces(played):
    return [die.face for event in played.events if isinstance(event, Rolled) for die in event.dice]


def test_a_question_stops_the_rule_and_its_answer_goes_on(gate):
    stopped = gate.type("attack ann bob --dice 6")
    assert gate.open == [("effect", "ann")]
    assert [type(event) for event in stopped.events] == [Rolled, QuestionAsked, Paused]
    went_on = gate.type("choose double --dice 4")
    assert [type(event) for event in went_on.events][:3] == [Resumed, QuestionAnswered, Rolled]
    assert (gate.hp("bob"), gate.open) == (2, [("back", "bob")])


def test_what_was_reported_is_not_reported_again(gate):
    gate.type("attack ann bob --dice 6")
    assert faces(gate.type("choose double --dice 4")) == [4]


def test_the_events_of_a_pause_joined_are_those_of_a_run_with_the_answers_given():
    paused, straight = Gate(), Gate()
    pieces = [paused.type(line) for line in ("attack ann bob --dice 6", "choose double --dice 1", "choose no")]
    whole = straight.type("attack ann bob --dice 6,1 --answer effect=double --answer back=no")
    assert told(*pieces) == told(whole)
    assert paused.fight == straight.fight


def test_answers_in_advance_of_one_kind_are_taken_in_turn_and_the_last_serves_on(gate):
    gate.type(
        "attack ann bob --dice 6,6,2 --answer effect=push --answer effect=double --answer back=strike --answer back=no"
    )
    assert gate.hp("ann") == 6
    assert gate.open == []


@pytest.mark.parametrize("word", ["double", "DOUBLE", "d", "1", "2x", "Twice as", "twice as much"])
def test_an_answer_is_exact_a_unique_beginning_or_a_number_and_the_journal_has_it_in_full(gate, word):
    gate.type("attack ann bob --dice 6", f"choose {word} --dice 1")
    assert gate.session.journal[-1] == "choose double --dice 1"
    assert gate.hp("bob") == 8


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("choose dubble", "did you mean double?"),
        ("choose 4", "choose 1 to 3"),
        ("choose 0", "choose 1 to 3"),
        ("choose sideways", 'say "your own words"'),
        ("choose bob double", "did you mean double?"),
    ],
)
def test_a_near_miss_is_refused_with_what_would_have_been_right(gate, line, said):
    gate.type("attack ann bob --dice 6")
    assert said in gate.refused(line).hint


def test_own_words_come_behind_say_and_an_answer_offered_wins_over_them(gate):
    gate.type("attack ann bob --dice 6", 'choose say "the lamp falls"', "choose no")
    assert gate.session.journal[1] == 'choose say "the lamp falls"'
    gate.type("attack ann cid --dice 6", 'choose say "Push"')
    assert gate.session.journal[-1] == "choose push"


@pytest.mark.parametrize("line", ["choose say ''", "choose say ' '", "choose ann say ''"])
def test_own_words_have_to_be_words(gate, line):
    gate.type("attack ann bob --dice 6")
    assert gate.refused(line).message == "missing your own words after say"


def test_own_words_are_refused_where_the_list_is_closed(gate):
    gate.type("attack ann bob --dice 2")
    assert "the question about back does not take your own words" in gate.refused('choose say "hm"').message


def test_a_refused_answer_leaves_the_pause(gate):
    gate.type("attack ann bob --dice 6")
    assert gate.refused('choose say "forbidden"').rule == "GATE-2"
    gate.type("choose none")
    assert gate.open == [("back", "bob")]


def test_an_answer_nobody_asked_for_is_refused(gate):
    assert gate.refused("choose double").message == "no question to answer"
    assert "question 'effekt'" in gate.refused("attack ann bob --answer effekt=double").message
    assert "'effect' must be KIND=ANSWER" in gate.refused("attack ann bob --answer effect").message


@pytest.mark.parametrize(
    ("line", "said", "hint"),
    [
        ("note x --answer effect=double", "unknown question 'effect'", "note asks no questions"),
        ("walk ann --answer eff=double", "unknown question 'effect'", "questions of walk: pass"),
    ],
)
def test_an_answer_to_what_a_verb_never_asks_is_refused(gate, line, said, hint):
    wrong = gate.refused(line)
    assert (wrong.message, wrong.hint) == (said, hint)


def test_an_answer_to_what_the_gms_edit_never_asks_is_refused_while_it_waits(gate):
    gate.type("attack ann bob --dice 6")
    assert gate.refused("note x --answer effect=double").hint == "note asks no questions"


@pytest.mark.parametrize(
    ("lines", "unasked"),
    [
        (["attack ann bob --dice 2 --answer effect=double --answer back=no"], ("effect=double",)),
        (["attack ann bob --dice 6 --answer effect=push --answer effect=none --answer back=no"], ("effect=none",)),
        (["attack ann bob --dice 6 --answer back=no", "choose none"], None),
        (["attack ann bob --dice 6", "choose none --answer ward=keep", "choose no"], ("ward=keep",)),
        (["attack ann bob --dice 6 --answer ward=spend", "damage cid 9", "choose none", "choose no"], None),
    ],
)
def test_answers_that_nobody_asked_for_are_told_once_the_command_is_done(gate, lines, unasked):
    told_of = [event for event in gate.type(*lines).events if isinstance(event, UnusedAnswers)]
    assert told_of == ([UnusedAnswers(rule="GM", answers=unasked)] if unasked else [])


def test_nothing_is_told_of_answers_while_questions_may_still_come(gate):
    waiting = gate.type("attack ann bob --dice 6 --answer back=no --answer ward=keep")
    assert not any(isinstance(event, UnusedAnswers) for event in waiting.events)


def test_faces_by_hand_left_over_at_a_pause_are_refused(gate):
    assert "3" in gate.refused("attack ann bob --dice 6,3").message
    gate.type("attack ann bob --dice 6")
    assert "5" in gate.refused("choose none --dice 5").message


def test_dice_of_the_seed_fall_as_if_nobody_had_waited():
    def rolled(*lines):
        gate = Gate()
        return [face for line in lines for face in faces(gate.type(line))]

    assert rolled("walk ann", "choose bob strike", "choose cid strike") == rolled("walk ann --answer pass=strike")


def test_nothing_else_is_played_while_somebody_has_to_choose(gate):
    gate.type("attack ann bob --dice 6")
    wrong = gate.refused("attack bob ann")
    assert (wrong.message, "double | push | none" in wrong.hint) == ("Ann must choose first", True)


def test_a_question_inside_a_reaction_inside_a_reaction(gate):
    gate.type("attack ann bob --dice 6", "choose push", "choose strike --dice 6", "choose double --dice 2")
    assert gate.hp("ann") == 6
    assert gate.open == [("back", "ann")]
    gate.type("choose strike --dice 3", "choose no")
    assert (gate.hp("bob"), gate.fight.paused) == (7, None)


def test_the_outcome_is_that_of_the_command_not_of_what_was_done_in_between(gate):
    gate.type("attack ann bob --dice 2")
    assert gate.type("choose strike --dice 6", "choose push", "choose no").outcome == "less"


def test_an_offer_nobody_takes_up_is_finished_before_the_next_command_dice_included(gate):
    gate.type("attack ann bob --dice 2")
    played = gate.type("walk cid --answer pass=let --dice 5")
    names = [event.what for event in played.events if isinstance(event, CustomEvent)]
    assert names == ["done", "goes", "done"]
    assert isinstance(played.events[1], QuestionAnswered)


def test_an_offer_that_leads_to_a_question_has_to_be_answered(gate):
    gate.type("attack ann bob --dice 2", "choose strike --dice 6")
    assert "Bob must choose first" in gate.refused("walk cid").message


def test_the_gms_edits_are_played_where_they_were_made(gate):
    gate.type("attack ann bob --dice 6", "damage bob 3", "set bob notes=shaken", "choose double --dice 2")
    assert (gate.hp("bob"), gate.fight.combatants["bob"].notes) == (3, "shaken")
    assert faces(gate.type("choose strike --dice 1")) == [1]


def test_an_edit_that_asks_is_asked_before_the_question_it_interrupts(gate):
    gate.type("attack ann bob --dice 6", "damage cid 9")
    assert gate.open == [("effect", "ann"), ("ward", "cid")]
    assert "Cid must choose first" in gate.refused("walk ann").message
    gate.type("choose keep", "choose none", "choose no")
    assert (gate.hp("cid"), gate.fight.paused) == (1, None)


def test_a_question_that_makes_no_sense_any_more_is_withdrawn(gate):
    gate.type("attack ann bob --dice 2", "set bob hp=0")
    assert (gate.open, gate.fight.paused) == ([], None)


def test_a_new_seed_during_a_pause_rolls_the_dice_that_follow(gate):
    gate.type("attack ann bob --dice 6", "set fight seed=other")
    assert faces(gate.type("choose double")) == faces(Gate(seed="other").type("attack cid ann --answer back=no"))


def test_several_are_asked_at_once_and_answer_in_any_order(gate):
    gate.type("walk ann")
    assert gate.open == [("pass", "bob"), ("pass", "cid")]
    gate.type("choose cid strike --dice 3", "choose let --dice 1")
    assert (gate.hp("ann"), gate.session.journal[-1]) == (7, "choose let --dice 1")


def test_who_is_down_is_not_struck_again_and_the_others_are_not_asked(gate):
    gate.type("set ann hp=2", "walk ann")
    played = gate.type("choose strike --dice 5")
    assert [event.answer for event in played.events if isinstance(event, QuestionAnswered)] == ["strike", ""]


def test_an_act_that_is_refused_is_taken_back_to_the_last_answer(gate):
    gate.type("set ann hp=2", "walk ann")
    played = gate.type("choose strike --dice 5")
    whats = [event.what for event in played.events if isinstance(event, CustomEvent)]
    assert whats == ["stopped", "done"]


@pytest.mark.parametrize("line", ["remove ann", "remove bob"])
def test_who_takes_part_in_what_waits_is_not_removed_without_force(gate, line):
    gate.type("attack ann bob --dice 6")
    gate.refused(line)
    assert isinstance(gate.type(f"{line} --force").events[0], ActionInterrupted)
    assert gate.fight.paused is None


@pytest.mark.parametrize("attack", ["attack ann @random --dice 2,6", "attack ann @random --dice 2,6 --answer back=no"])
def test_who_was_drawn_by_what_waits_is_not_removed_without_force(gate, attack):
    gate.type(attack)
    assert gate.open == [("effect", "ann")]
    assert gate.refused("remove cid").hint.endswith("; use --force to cancel the choice")
    gate.type("remove bob", "choose double --dice 1")
    assert (list(gate.fight.combatants), gate.hp("cid")) == (["ann", "cid"], 8)


def test_who_was_drawn_from_the_seed_is_not_removed_either():
    """The die of the draw is not drawn again: it is remembered."""
    gate = Gate(seed="drawn")
    while not gate.open:
        gate.type("attack ann @random --answer back=no")
    drawn = gate.fight.questions[0].facts["target"]
    gate.refused(f"remove {drawn}")
    gate.type(f"remove {({'bob', 'cid'} - {drawn}).pop()}")


def test_who_is_spoken_of_in_a_question_is_not_removed_without_force(gate):
    def blast(scene, command):
        scene.ask("effect", command.who, ("double", "none"), "GATE-2", target="bob", near=["cid"])

    gate.session.rules = replace(RULES, verbs={**RULES.verbs, asker.Walk: blast})
    gate.type("walk ann")
    for who in ("bob", "cid"):
        gate.refused(f"remove {who}")


def test_somebody_else_may_leave(gate):
    gate.type("attack ann bob --dice 6", "remove cid", "choose none", "choose no")
    assert list(gate.fight.combatants) == ["ann", "bob"]


@pytest.mark.parametrize("line", ["end enough", "walk cid --force --answer pass=let --dice 5"])
def test_force_and_the_end_break_off_what_waits_and_say_so(gate, line):
    gate.type("attack ann bob --dice 6")
    first = gate.type(line).events[0]
    assert (first.verb, first.who) == ("attack", "ann")
    assert gate.open == []


def test_a_rule_that_asks_without_end_hits_a_limit(gate):
    assert isinstance(gate.refused("nag ann --answer nag=again"), LimitReached)


def test_a_question_that_nobody_could_answer_is_a_mistake_of_the_rules(gate):
    """The fight does not wait for it."""
    silent = replace(RULES, verbs={**RULES.verbs, asker.Nag: lambda scene, _: scene.ask("nag", "ann", (), "GATE-2")})
    before = gate.session.fight
    gate.session.rules = silent
    with pytest.raises(ValueError, match="ask ann for 'nag' and leave no answer"):
        gate.type("nag ann")
    assert gate.fight is before


def test_offers_without_end_hit_a_limit_and_are_broken_off_by_force(gate):
    def nag(scene, command):
        while scene.ask("nag", command.who, ("again", "stop"), "GATE-2", lapses=True) != "stop":
            scene.happen("nagged", "GATE-2", who=command.who)

    gate.session.rules = replace(RULES, verbs={**RULES.verbs, asker.Nag: nag})
    gate.type("nag ann")
    assert isinstance(gate.refused("attack bob ann --dice 2", LimitReached), LimitReached)
    gate.type("attack bob ann --dice 2 --force --answer back=no")
    assert gate.open == []


def test_undo_and_redo_in_every_pause(gate):
    lines = (
        "attack ann bob --dice 6",
        "damage cid 2",
        "choose push",
        "choose strike --dice 6",
        "choose double --dice 2",
    )
    fights = [gate.fight]
    for line in lines:
        gate.type(line)
        fights.append(gate.fight)
    for back in range(1, len(lines) + 1):
        gate.session.undo(1)
        assert gate.fight == fights[-1 - back]
    for forth in range(1, len(lines) + 1):
        gate.session.redo(1)
        assert gate.fight == fights[forth]


def test_replayed_from_its_journal_the_fight_is_the_same(gate):
    gate.type("attack ann bob --dice 6", "damage cid 9", "choose spend", "choose 2", "choose strike --dice 6")
    *_, last = gate.session.replay()
    assert last.played.fight == gate.fight


def test_a_pause_remembers_only_what_was_different(gate):
    gate.type("attack ann bob --dice 6", "choose double --dice 1")
    assert '"cid"' not in gate.fight.paused.before


def test_a_fight_that_was_edited_behind_the_pause_refuses_the_answer(gate):
    gate.type("attack ann bob --dice 6", "choose double --dice 1")
    bob = replace(gate.fight.combatants["bob"], hp=10)
    gate.session.fight = replace(gate.fight, combatants={**gate.fight.combatants, "bob": bob})
    assert "would play differently now" in gate.refused("choose no").message


def test_rules_that_changed_since_refuse_the_answer(gate):
    gate.type("attack ann bob --dice 6")
    other = replace(RULES, verbs={**RULES.verbs, asker.Strike: lambda scene, _: scene.refuse("new", "GATE-9")})
    with pytest.raises(RbfError, match="would play differently now: new"):
        execute(other, gate.fight, read_line("choose none", RULES, gate.fight))
    gone = replace(RULES, verbs={kind: each for kind, each in RULES.verbs.items() if kind is not asker.Strike})
    with pytest.raises(RbfError, match="would play differently now"):
        execute(gone, gate.fight, read_line("choose none", RULES, gate.fight))


# While a command waits: edits and answers with their own options, ignored offers, the limits.


def strike(**more):
    return Strike(who="ann", targets=("bob",), **more)


def played(*commands, rules=RULES, fight=None):
    """What the last of some commands does, played one after the other."""
    fight = at_the_gate() if fight is None else fight
    for command in commands:
        done = execute(rules, fight, command)
        fight = done.fight
    return done


def happened(done):
    return [(event.what, event.rule) for event in done.events if isinstance(event, CustomEvent)]


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
        execute(by(refuse, Damage), paused, Damage(who=("cid",), amount=1))
    forced = played(Damage(who=("cid",), amount=1), Choose(words=("say", "forbidden")), fight=paused)
    assert [event.message for event in forced.events if isinstance(event, RefusalOverridden)] == ["not that"]


def test_an_answer_may_be_forced():
    paused, forbidden = played(strike(dice=(6,))).fight, Choose(words=("say", "forbidden"))
    with pytest.raises(Refusal, match="not that"):
        execute(RULES, paused, forbidden)
    forced = execute(RULES, paused, replace(forbidden, force=True))
    assert [event.message for event in forced.events if isinstance(event, RefusalOverridden)] == ["not that"]


def test_an_edit_brings_answers_of_its_own():
    hurt = Damage(who=("cid",), amount=9, answer=("ward=spend",))
    done = played(strike(dice=(6,)), hurt)
    assert done.fight.combatants["cid"].hp == 10
    assert [each.kind for each in done.fight.questions] == ["effect"]


def test_an_answer_brings_answers_to_what_follows():
    done = played(strike(dice=(6,)), Choose(words=("double",), answer=("back=no",), dice=(1,)))
    assert (done.fight.questions, done.fight.combatants["bob"].hp) == ((), 8)


def test_a_question_that_is_no_offer_is_not_passed_over():
    with pytest.raises(Refusal, match="Ann must choose first"):
        played(strike(dice=(6,)), Choose(words=()))


def test_an_offer_is_passed_over_by_a_choice_of_nothing():
    done = played(strike(dice=(2,)), Choose(words=()))
    assert [(event.kind, event.who, event.answer) for event in done.events if isinstance(event, QuestionAnswered)] == [
        ("back", "bob", "")
    ]
    assert done.fight.paused is None


def test_each_question_names_its_rule_and_the_plain_facts_of_it():
    def ask(scene, command):
        scene.ask("pass", command.who, ["strike", "let"], "GATE-4", free_text=True, lapses=True, seen=("bob",), pace=2)

    paused = played(Walk(who="ann"), rules=by(ask))
    whole = Question(
        kind="pass", who="ann", answers=("strike", "let"), rule="GATE-4", free_text=True, lapses=True,
        facts={"seen": ["bob"], "pace": 2},
    )  # fmt: skip
    assert paused.fight.questions == (whole,)
    assert [(event.rule, event.question) for event in paused.events if isinstance(event, QuestionAsked)] == [
        ("GATE-4", whole)
    ]


def test_questions_of_one_command_have_a_limit():
    def ask(scene, command):
        for number in range(questions.QUESTIONS + command.mod):
            assert scene.ask("pass", "ann", ("let", "strike"), "GATE-4", number=number) == "let"

    many = by(ask)
    answered = Walk(who="ann", answer=("pass=let",))
    played(answered, rules=many)
    with pytest.raises(LimitReached, match="a command can have at most 1000 questions"):
        played(replace(answered, mod=1), rules=many)


def test_answers_to_one_command_have_a_limit(monkeypatch):
    monkeypatch.setattr(questions, "ANSWERS", 2)
    again = Choose(words=("again",))
    assert played(Nag(who="ann"), again, again).fight.questions
    with pytest.raises(LimitReached, match="a command can have at most 2 answers") as wrong:
        played(Nag(who="ann"), again, again, again)
    assert wrong.value.hint == "use --force to cancel it"


def test_offers_in_a_row_have_a_limit(monkeypatch):
    def offer(scene, command):
        for number in range(command.mod):
            scene.ask("pass", "bob", ("strike", "let"), "GATE-4", lapses=True, number=number)

    rules = by(offer)
    monkeypatch.setattr(questions, "QUESTIONS", 3)
    assert played(Walk(who="ann", mod=3), Nag(who="cid"), rules=rules).fight.questions[0].kind == "nag"
    with pytest.raises(LimitReached, match="a command can have at most 3 questions"):
        played(Walk(who="ann", mod=4), Nag(who="cid"), rules=rules)


def test_a_rule_sees_the_offers_that_its_command_passed_over():
    seen = []
    rules = by(lambda scene, _command: seen.append([(each.kind, each.who) for each in scene.lapsed]))
    played(strike(dice=(2,)), Walk(who="cid"), rules=rules)
    played(Walk(who="cid"), rules=rules)
    assert seen == [[("back", "bob")], []]


def test_what_is_broken_off_is_named_and_the_next_is_forced():
    done = played(strike(dice=(6,)), Walk(who="cid", force=True, answer=("pass=let",), dice=(5,)))
    assert done.events[0] == ActionInterrupted(rule="GM", verb="attack", who="ann")
    assert happened(done) == [("goes", "GATE-4"), ("done", "GM")]


@pytest.mark.parametrize("command", ["{", '{"verb":"fly"}', ""])
def test_a_pause_whose_command_does_not_read_is_refused_and_broken_off_by_force(command):
    fight = played(strike(dice=(6,))).fight
    fight = replace(fight, paused=replace(fight.paused, command=command))
    with pytest.raises(RulesChanged, match="the waiting command would play differently now") as wrong:
        execute(RULES, fight, Choose(words=("double",)))
    assert wrong.value.hint == "the fight or the rules have changed; use --force with another command to cancel it"
    broken_off = execute(RULES, fight, Walk(who="cid", force=True, answer=("pass=let",), dice=(5,)))
    assert broken_off.events[0] == ActionInterrupted(rule="GM", verb="a command that the rules do not know")


def test_a_pause_of_another_fight_is_refused():
    fight = played(strike(dice=(6,))).fight
    with pytest.raises(RulesChanged):
        execute(RULES, replace(fight, paused=replace(fight.paused, before="[]")), Choose(words=("double",)))
    with pytest.raises(RulesChanged):
        execute(
            RULES, replace(fight, paused=Pause(before=fight.paused.before, command="{}")), Choose(words=("double",))
        )


def test_a_fight_that_is_over_says_how_to_go_on():
    over = replace(at_the_gate(), over="peace")
    with pytest.raises(Refusal, match="the fight is over") as wrong:
        execute(RULES, over, Walk(who="ann"))
    assert wrong.value.hint == "use `undo` to resume it"
    assert execute(RULES, over, Walk(who="ann", force=True, answer=("pass=let",))).events


def test_a_verb_that_a_system_has_not_is_refused_with_its_reason():
    rules = replace(RULES, no_verbs={"stabilize": "nobody dies at a gate"})
    wrong = no_such_verb(rules, "stabilize")
    assert isinstance(wrong, Refusal)
    assert (wrong.message, wrong.hint) == ("gate has no stabilize command", "nobody dies at a gate")
    wrong = no_such_verb(rules, "fly")
    assert isinstance(wrong, UsageError)
    assert wrong.message == "gate has no fly command"
    with pytest.raises(UsageError, match="gate has no attack command"):
        execute(rules, at_the_gate(), Attack(who="ann", targets=("bob",)))


def test_random_targets_are_drawn_from_the_standing_foes_and_the_others_kept():
    met = []
    rules = by(lambda _scene, command: met.append(command.targets), Strike)
    fight = at_the_gate()
    drawn = Strike(who="bob", targets=("cid", "@random"), dice=(1,))
    done = execute(rules, fight, drawn)
    assert met == [("cid", "ann")]
    first = done.events[0]
    assert (first.who, first.label, first.rule, first.dice[0].sides) == ("", "random target", "GM", 1)
    assert done.command == drawn, "the journal has what was typed"
    down = replace(fight, combatants={**fight.combatants, "ann": replace(fight.combatants["ann"], hp=0)})
    with pytest.raises(Refusal, match="no enemy left for @random"):
        execute(rules, down, drawn)


@pytest.mark.parametrize(("face", "target"), [(1, "bob"), (2, "cid")])
def test_the_face_of_the_die_is_the_place_among_the_foes(face, target):
    met = []
    rules = by(lambda _scene, command: met.append(command.targets), Strike)
    execute(rules, at_the_gate(), Strike(who="ann", targets=("@random",), dice=(face,)))
    assert met == [(target,)]


def test_a_heal_is_an_edit_like_the_others():
    paused = played(strike(dice=(6,)), Heal(who=("cid",), amount=1))
    assert [each.kind for each in paused.fight.questions] == ["effect"]
    assert paused.outcome == ""
