"""What a line that does not read is answered with."""

import pytest

from rbfcli.conformance.drawing import Draw
from rbfcli.conformance.lines import lines_to_try, selector_lines
from rbfcli.conformance.offers import fights
from rbfcli.interpreter.interpreter import Interpreter
from rbfcli.kernel.errors import RbfError
from rbfcli.language.fights import fight_verbs
from rbfcli.language.forms import all_verbs
from rbfcli.language.words import split_words
from rbfcli.render.style import Style
from rbfcli.session.proposals import is_open, proposed_lines
from rbfcli.session.session import Session
from rbfcli.session.storage import MemoryStorage
from rbfcli.store.paths import find_encounter, list_encounters
from tests.conftest import LONG

LINES_OF_A_FIGHT = 400 if LONG else 12
SLIPS = (
    "from",
    "to",
    "my",
    "5",
    "d6",
    "the",
    "all",
    "@nearest",
    "--force",
    "forward",
    "x=3",
    "--with",
    "--dice",
    "2d6",
)


def test_free_text_is_not_put_in_another_order():
    """Who is up is named first; the words behind it stay as they were said."""
    interpreter = Interpreter(MemoryStorage(), Style())
    for line in ("start hangar-breach --seed towards", "init --set nadia=99", "declare nadia movement"):
        interpreter.perform(split_words(line))
    with pytest.raises(RbfError) as wrong:
        interpreter.perform(split_words("move towards loader"))
    assert wrong.value.hint == "did you mean `move nadia towards loader`?"


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("drownd1", "did you mean drowned1 or drowned2?"),
        ("drne", "known: nadir, tamsin, hexer, drowned1, drowned2"),
        ("drowned1 2d6", "did you mean `cast nadir lance drowned1 --damage 2d6`?"),
        ("drowned1 d6", "did you mean `cast nadir lance drowned1 --damage d6`?"),
    ],
)
def test_a_misspelt_name_is_no_amount(typed, hint):
    """`cast nadir lance drownd1` was answered with `--damage drownd1`."""
    interpreter = Interpreter(MemoryStorage(), Style())
    for line in ("start drowned-chapel --seed x", "init --set nadir=99 hexer=5 drowned1=4"):
        interpreter.perform(split_words(line))
    with pytest.raises(RbfError) as wrong:
        interpreter.perform(split_words(f"cast nadir lance {typed}"))
    assert wrong.value.hint == hint


@pytest.mark.parametrize("line", ["run -e a -e b", "odds -e a -e b"])
def test_no_option_is_advised_as_the_value_of_another(line):
    with pytest.raises(RbfError) as wrong:
        Interpreter(MemoryStorage(), Style()).perform(split_words(line))
    assert " -e -e " not in wrong.value.hint


def mistyped(line, draw):
    """A line as it comes out of hurried fingers: a word or a letter too many or too few, or two words swapped."""
    words = line.split()
    at = draw.number(0, len(words) - 1)
    match draw.number(0, 4):
        case 0:
            del words[at]
        case 1:
            words[at:] = reversed(words[at:])
        case 2:
            words.insert(at + 1, draw.of(SLIPS))
        case 3:
            words[at] = words[at][1:]
        case _:
            words[at] += "x"
    return " ".join(words)


def refused(session, words):
    """The error of a line typed in a fight; None where it is accepted, or where the words are no line."""
    storage = MemoryStorage()
    storage.begin(Session(session.rules, session.fight), replace=True)
    try:
        Interpreter(storage, Style()).perform(words)
    except RbfError as wrong:
        return wrong
    return None


@pytest.mark.parametrize("encounter", list_encounters())
def test_every_line_that_an_error_proposes_is_accepted(encounter, figure):
    """What the rules refuse and what does not read, before `init` and after it; each proposed line is typed."""
    tried = proposed = 0
    for number, session in enumerate(fights(find_encounter(encounter))[: 7 if LONG else 3]):
        draw = Draw(f"{encounter} {number}")
        known = [*lines_to_try(session), *selector_lines(session), *fight_verbs(session.rules)]
        drawn = [draw.of(known) for _ in range(LINES_OF_A_FIGHT)]
        for line in (*drawn, *(mistyped(each, draw) for each in drawn)):
            if not line or line.count('"') % 2:
                continue
            words = split_words(line)
            tried += 1
            if wrong := refused(session, words) if words else None:
                for each in proposed_lines(wrong, words, session):
                    proposed += 1
                    again = refused(session, each)
                    assert again is None, f"{line}: {wrong.hint}: {each} is refused: {again}"
    assert proposed
    figure(f"{tried} lines typed, {proposed} lines proposed in errors, 0 refused")


@pytest.mark.parametrize("encounter", list_encounters())
def test_every_example_in_the_help_of_a_fight_is_accepted(encounter, figure):
    """Examples of every verb, as `help VERB` shows them before `init` and after it."""
    shown = 0
    for session in fights(find_encounter(encounter))[:3]:
        storage = MemoryStorage()
        storage.begin(Session(session.rules, session.fight), replace=True)
        interpreter = Interpreter(storage, Style())
        for verb in fight_verbs(session.rules):
            text = interpreter.perform(["help", verb]).text
            _, heading, behind = text.partition("Examples:\n")
            lines = [each.strip().removeprefix("rbf ") for each in behind.partition("\n\n")[0].splitlines()]
            for line in lines if heading else ():
                shown += 1
                assert refused(session, split_words(line)) is None, line
    assert shown
    figure(f"{shown} examples in the help of fights, 0 refused")


@pytest.mark.parametrize("encounter", list_encounters())
def test_every_next_step_that_is_shown_is_accepted(encounter):
    for session in fights(find_encounter(encounter)):
        storage = MemoryStorage()
        storage.begin(Session(session.rules, session.fight), replace=True)
        for line in ("turn next", "note here"):
            try:
                text = Interpreter(storage, Style()).perform(split_words(line)).text
            except RbfError:
                continue
            steps = [each.removeprefix("next: ") for each in text.splitlines() if each.startswith("next: ")]
            for words in map(split_words, steps):
                assert is_open(words) or refused(storage.load(), words) is None


@pytest.mark.parametrize(
    ("lines", "typed", "hint"),
    [
        ((), "add goblin --from orc", "known: recruit, docker"),
        ((), "move joss forward 5", "move [WHO] TO [options]"),
        (
            ("init",),
            "attack my nearest",
            "known: ada, joss, tamsin, pell, thug1, thug2, thug3, thug4, gunner1, gunner2",
        ),
    ],
)
def test_a_changed_line_that_would_be_refused_is_not_proposed(lines, typed, hint):
    """Each of these was answered with a line that was refused when it was typed."""
    interpreter = Interpreter(MemoryStorage(), Style())
    for line in ("start dock-ambush --seed x", *lines):
        interpreter.perform(split_words(line))
    with pytest.raises(RbfError) as wrong:
        interpreter.perform(split_words(typed))
    assert wrong.value.hint == hint


def test_a_way_out_that_the_rules_refuse_is_not_shown():
    """`attack mako --risk` with an empty weapon said `reload rin`, which was refused."""
    interpreter = Interpreter(MemoryStorage(), Style())
    for line in ("start street-arrest --seed x", "init", "set rin held=handgun ammo.handgun=0"):
        interpreter.perform(split_words(line))
    session = interpreter.storage.load()
    typed = split_words("attack rin mako --risk")
    wrong = refused(session, typed)
    assert wrong is not None
    assert [each for each in proposed_lines(wrong, typed, session) if refused(session, each)] == []


@pytest.mark.parametrize("verb", [each for each in all_verbs([], standalone=False) if each != "run"])
def test_help_of_the_programs_verbs_works_in_a_fight(verb):
    interpreter = Interpreter(MemoryStorage(), Style())
    interpreter.perform(split_words("start duel --seed x"))
    assert interpreter.perform(["help", verb]).text.startswith(f"{verb} - ")
