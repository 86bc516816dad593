"""Which question words answer, and how; and what is said where they answer none."""

import pytest

from rbfcli.core.errors import Refusal, UsageError
from rbfcli.engine.answers import InAdvance, answer_to, has_to_choose, offered
from rbfcli.model.fight import Combatant, Fight, Question

EFFECT = Question(kind="critical-effect", who="ann", answers=("double", "push", "pull"), rule="GATE-2", free_text=True)
BACK = Question(kind="back", who="bob", answers=("strike", "let it be"), rule="GATE-3", lapses=True)
BOTH = (EFFECT, BACK)


def none(_question):
    """No other names of answers."""
    return {}


def refused(read, *given):
    with pytest.raises(UsageError) as wrong:
        read(*given)
    return wrong.value


@pytest.mark.parametrize(
    ("words", "question", "answer"),
    [
        (("double",), EFFECT, "double"),
        (("DOUBLE",), EFFECT, "double"),
        (("dou",), EFFECT, "double"),
        (("1",), EFFECT, "double"),
        (("3",), EFFECT, "pull"),
        (("strike",), BACK, "strike"),
        (("let", "it", "be"), BACK, "let it be"),
        (("let it",), BACK, "let it be"),
        (("bob", "2"), BACK, "let it be"),
        (("bob", "str"), BACK, "strike"),
        (("ann", "push"), EFFECT, "push"),
        (("say", "a", "blade", "lost"), EFFECT, "a blade lost"),
        (("SAY", "Push"), EFFECT, "push"),
        (("ann", "say", "he", "flees"), EFFECT, "he flees"),
    ],
)
def test_words_answer_a_question(words, question, answer):
    assert answer_to(BOTH, words, none) == (question, answer)


def test_own_words_that_were_offered_are_that_answer_where_none_are_taken():
    assert answer_to([BACK], ("say", "STRIKE"), none) == (BACK, "strike")


@pytest.mark.parametrize("word", ["twice", "twice as much", "2x"])
def test_an_answer_goes_by_its_other_names(word):
    def names(question):
        return {"double": ("twice as much", "2x")} if question.kind == EFFECT.kind else {}

    assert answer_to(BOTH, word.split(), names) == (EFFECT, "double")


@pytest.mark.parametrize(
    ("words", "message", "rule", "hint", "suggestions"),
    [
        (("4",), "the answer must be from 1 to 3, not 4", "GATE-2",
         'choose 1 to 3, or double | push | pull | say "your own words"', ()),
        (("0",), "the answer must be from 1 to 3, not 0", "GATE-2",
         'choose 1 to 3, or double | push | pull | say "your own words"', ()),
        (("bob", "3"), "the answer must be from 1 to 2, not 3", "GATE-3",
         "choose 1 to 2, or strike | let it be", ()),
        (("pu",), "'pu' could mean push, pull", "GATE-2", "type more of it", ("push", "pull")),
        (("ann", "pu"), "'pu' could mean push, pull", "GATE-2", "type more of it", ("push", "pull")),
        (("bob", "strikes"), "unknown answer 'strikes'", "GATE-3", "did you mean strike?", ("strike",)),
        (("xyzzy",), "unknown answer 'xyzzy'", "GATE-2",
         'choose double | push | pull | strike | let it be | say "your own words"',
         ("double", "push", "pull", "strike", "let it be")),
        (("bob", "say", "no"), "the question about back does not take your own words", "GATE-3",
         "choose strike | let it be", ()),
        (("10000",), "unknown answer '10000'", "GATE-2",
         'choose double | push | pull | strike | let it be | say "your own words"',
         ("double", "push", "pull", "strike", "let it be")),
        (("say",), "unknown answer 'say'", "GATE-2",
         'choose double | push | pull | strike | let it be | say "your own words"',
         ("double", "push", "pull", "strike", "let it be")),
    ],
)  # fmt: skip
def test_words_that_answer_nothing_are_refused_with_what_would(words, message, rule, hint, suggestions):
    wrong = refused(answer_to, BOTH, words, none)
    assert (wrong.message, wrong.rule, wrong.hint, wrong.suggestions) == (message, rule, hint, suggestions)


def test_what_is_near_to_several_answers_is_refused_with_all_of_them():
    assert refused(answer_to, [EFFECT], ("pulh",), none).hint == "did you mean push or pull?"


def test_what_waits_says_who_has_to_choose_among_what():
    fight = Fight(system="gate", combatants={"ann": Combatant(name="Ann", side="blue")})
    wrong = has_to_choose(BOTH, fight)
    assert isinstance(wrong, Refusal)
    assert (wrong.message, wrong.rule) == ("Ann must choose first", "GATE-2")
    assert wrong.hint == f"choose {offered(BOTH)}; use --force to cancel the choice"
    assert has_to_choose([BACK], fight).message == "bob must choose first"
    assert offered([BACK, BACK]) == "strike | let it be"


def test_answers_in_advance_are_taken_in_turn_and_the_last_serves_on():
    said = InAdvance()
    said.take(("critical-effect=push", "crit=1"), ("critical-effect", "back"))
    assert [said.answer(EFFECT, none) for _ in range(3)] == ["push", "double", "double"]
    assert said.answer(BACK, none) == ""


@pytest.mark.parametrize(
    ("text", "answer"), [("push", "push"), (" push ", "push"), ("say a=b", "a=b"), ("2x", "double")]
)
def test_an_answer_in_advance_is_read_like_one_that_is_typed(text, answer):
    said = InAdvance()
    said.take((f"critical-effect={text}",), ("critical-effect",))
    assert said.answer(EFFECT, lambda _question: {"double": ("2x",)}) == answer


@pytest.mark.parametrize(
    ("pair", "kinds", "message", "hint"),
    [
        ("push", ("back", "effect"), "'push' must be KIND=ANSWER", "use --answer back=ANSWER"),
        ("back=", ("back",), "'back=' must be KIND=ANSWER", "use --answer back=ANSWER"),
        ("back= ", ("back",), "'back= ' must be KIND=ANSWER", "use --answer back=ANSWER"),
        ("push", (), "'push' must be KIND=ANSWER", "attack asks no questions"),
        ("bakc=strike", ("back",), "unknown question 'bakc'", "did you mean back?"),
    ],
)
def test_an_answer_in_advance_names_a_question_that_the_rules_ask(pair, kinds, message, hint):
    wrong = refused(InAdvance().take, (pair,), kinds, "attack")
    assert (wrong.message, wrong.hint) == (message, hint)


@pytest.mark.parametrize(
    ("asked", "hint"), [(("effect",), "use --answer effect=ANSWER"), ((), "turn asks no questions")]
)
def test_only_questions_that_the_verb_asks_are_proposed(asked, hint):
    wrong = refused(InAdvance().take, ("push",), ("back", "effect"), "turn", asked)
    assert (wrong.message, wrong.hint) == ("'push' must be KIND=ANSWER", hint)
