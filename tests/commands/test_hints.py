"""What a line that does not read is answered with."""

import contextlib
import json
import os
import shutil
from pathlib import Path

import pytest

from rbfcli.commands.service import CommandService
from rbfcli.core.errors import FORCE, Hint, RbfError, for_example, is_open, listed, refuse, to_try
from rbfcli.core.matching import unknown_word
from rbfcli.core.text import quoted
from rbfcli.language.forms import all_verbs
from rbfcli.language.grammar import split_words
from rbfcli.language.line_errors import ways
from rbfcli.language.parser import fight_verbs, parse_line, read_line
from rbfcli.language.verbs import VERBS
from rbfcli.model.commands import Choose
from rbfcli.render.sentences import Style
from rbfcli.repl.conversation import Conversation
from rbfcli.script.context import RunOptions
from rbfcli.script.run import run_script
from rbfcli.session.encounter import from_encounter
from rbfcli.session.file_store import FileStorage, MemoryStorage, loaded
from rbfcli.session.proposals import accepted_steps, proposed_lines, vetted
from rbfcli.session.session import Session
from rbfcli.storage.paths import find_encounter, list_encounters
from rbfcli.testing.offers import fights
from rbfcli.testing.support import SeededDraw, lines_to_try, selector_lines
from tests.conftest import LONG, each_encounter
from tests.program import run_rbf

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
    """The words stay as they were said, also where a name is among them."""
    interpreter = CommandService(MemoryStorage(), Style())
    for line in ("start hangar-breach --seed towards", "init --set nadia=99", "declare nadia movement"):
        interpreter.perform(split_words(line))
    reply = interpreter.perform(split_words("move towards loader"))
    assert reply.text.startswith("Nadia Brandt moves towards loader, about 5 seconds")


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("drownd1", "did you mean drowned1 or drowned2?"),
        ("drnx", "combatants: nadir, tamsin, hexer, drowned1, drowned2"),
    ],
)
def test_a_misspelt_name_is_no_amount(typed, hint):
    """`cast nadir lance drownd1` was answered with `--damage drownd1`."""
    interpreter = CommandService(MemoryStorage(), Style())
    for line in ("start drowned-chapel --seed x", "init --set nadir=99 hexer=5 drowned1=4"):
        interpreter.perform(split_words(line))
    with pytest.raises(RbfError) as wrong:
        interpreter.perform(split_words(f"cast nadir lance {typed}"))
    assert wrong.value.hint == hint


@pytest.mark.parametrize("line", ["run -e a -e b", "odds -e a -e b"])
def test_no_option_is_advised_as_the_value_of_another(line):
    with pytest.raises(RbfError) as wrong:
        CommandService(MemoryStorage(), Style()).perform(split_words(line))
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
        CommandService(storage, Style()).perform(words)
    except RbfError as wrong:
        return wrong
    return None


@pytest.mark.parametrize("encounter", each_encounter())
def test_every_line_that_an_error_proposes_is_accepted(encounter, figure):
    """What the rules refuse and what does not read, before `init` and after it; each proposed line is typed."""
    tried = proposed = 0
    for number, session in enumerate(fights(find_encounter(encounter))[: 7 if LONG else 3]):
        draw = SeededDraw(f"{encounter} {number}")
        known = [*lines_to_try(session), *selector_lines(session), *fight_verbs(session.rules)]
        drawn = [draw.of(known) for _ in range(LINES_OF_A_FIGHT)]
        for line in (*drawn, *(mistyped(each, draw) for each in drawn)):
            if not line or line.count('"') % 2:
                continue
            words = split_words(line)
            tried += 1
            if wrong := refused(session, words) if words else None:
                for each in proposed_lines(wrong, words):
                    proposed += 1
                    again = refused(session, each)
                    assert again is None, f"{line}: {wrong.hint}: {each} is refused: {again}"
    assert proposed
    figure(f"{tried} lines typed, {proposed} lines proposed in errors, 0 refused")


@pytest.mark.parametrize("encounter", each_encounter())
def test_every_example_in_the_help_of_a_fight_is_accepted(encounter, figure):
    """Examples of every verb, as `help VERB` shows them before `init` and after it."""
    shown = 0
    for session in fights(find_encounter(encounter))[:3]:
        storage = MemoryStorage()
        storage.begin(Session(session.rules, session.fight), replace=True)
        interpreter = CommandService(storage, Style())
        for verb in fight_verbs(session.rules):
            text = interpreter.perform(["help", verb]).text
            _, heading, behind = text.partition("Examples:\n")
            lines = [each.strip().removeprefix("rbf ") for each in behind.partition("\n\n")[0].splitlines()]
            for line in lines if heading else ():
                shown += 1
                assert refused(session, split_words(line)) is None, line
    assert shown
    figure(f"{shown} examples in the help of fights, 0 refused")


@pytest.mark.parametrize("encounter", each_encounter())
def test_every_next_step_that_is_shown_is_accepted(encounter):
    for session in fights(find_encounter(encounter)):
        storage = MemoryStorage()
        storage.begin(Session(session.rules, session.fight), replace=True)
        for line in ("turn next", "note here"):
            try:
                text = CommandService(storage, Style()).perform(split_words(line)).text
            except RbfError:
                continue
            steps = [each.removeprefix("next: ") for each in text.splitlines() if each.startswith("next: ")]
            for words in map(split_words, steps):
                assert is_open(words) or refused(storage.load(), words) is None


@pytest.mark.parametrize(
    ("lines", "typed", "hint"),
    [
        ((), "add goblin --from orc", "stat blocks: recruit, docker"),
        (
            (),
            "move joss forward 5",
            "try: `move joss +5` or `move joss -5m`; places: gangway, crates, winch, quay",
        ),
        ((), "add wepon axe", "did you mean weapon?"),
        (
            ("init",),
            "attack my nearest",
            "combatants: ada, joss, tamsin, pell, thug1, thug2, thug3, thug4, gunner1, gunner2",
        ),
    ],
)
def test_a_changed_line_that_would_be_refused_is_not_proposed(lines, typed, hint):
    """Each of these was answered with a line that was refused when it was typed."""
    interpreter = CommandService(MemoryStorage(), Style())
    for line in ("start dock-ambush --seed x", *lines):
        interpreter.perform(split_words(line))
    with pytest.raises(RbfError) as wrong:
        interpreter.perform(split_words(typed))
    assert wrong.value.hint == hint


DOCKS = ("start dock-ambush --seed x", "init --set joss=90 --set ada=50 --set thug1=3 --set gunner1=2")
NO_NAME = "missing NAME (the name, which also gives the id; or a kind of thing, such as weapon)"
WEIR = ("start weir-at-dusk --seed x", "init --set mira=99", "condition add mira prone --save wis:12")


@pytest.mark.parametrize(
    ("lines", "typed", "answer"),
    [
        (DOCKS, "attack the gunner", "'gunner' could mean gunner1, gunner2; type more of it"),
        (DOCKS, "damage the thug 3", "'thug' could mean thug1, thug2, thug3, thug4; type more of it"),
        (DOCKS, "attk", "unknown command 'attk'; did you mean attack?"),
        (("start street-arrest --seed x", "init"), "attk", "unknown command 'attk'; did you mean attack?"),
        (DOCKS, "show everyone", "unknown combatant 'everyone'; did you mean `show`?"),
        (DOCKS, "actions all", "unknown combatant 'all'; did you mean `actions`?"),
        (DOCKS, "damage everyone 3", """unknown combatant 'everyone'; did you mean `damage "*" 3`?"""),
        (
            ("start duel --seed x", "init --set ada=40"),
            "attack everyone --force",
            "unknown combatant 'everyone'; did you mean `attack @foes --force`?",
        ),
        (DOCKS, "damage thug1 -- -5", "AMOUNT must be from 0 to 1000000, not -5; did you mean `heal thug1 5`?"),
        (DOCKS, "add --from docker", f"{NO_NAME}; did you mean `add docker --from docker`?"),
        (DOCKS, "add --from thug", f"{NO_NAME}; for example: add Mira side=crew hp=15"),
        (DOCKS, "add --hp 5", "unknown option '--hp'; see `help add`"),
        (DOCKS, "add mira --hp 5", "unknown option '--hp'; did you mean `add mira hp=5`?"),
        (
            DOCKS,
            "odds gunner1 against gunner2",
            "unknown combatant 'against'; did you mean `odds attack gunner1 --against attack gunner2`?",
        ),
        (
            DOCKS,
            "odds attack gunner1 against attack ada gunner2 --force",
            "unknown combatant 'against'; did you mean `odds attack gunner1 --against attack ada gunner2 --force`?",
        ),
        (WEIR, "turn --answer save=lost", "unknown answer 'lost'; choose made | failed | roll"),
        (DOCKS, "atk gunner1", "unknown command 'atk'; did you mean attack?"),
        (DOCKS, "item", "unknown command 'item'; `help` lists all commands"),
        (DOCKS, "attack gunner1 --lethal", "unknown option '--lethal'; see `help attack`"),
        (DOCKS, "attack joss 3", "unknown combatant '3'; for dice rolled at the table: --dice 3"),
        (DOCKS, "systems rpj", "unexpected 'rpj'; `rules rpj` prints its rules"),
        (
            DOCKS,
            "set physical=ask",
            "physical is a setting of the program, not a value of the fight; type dice ask at the prompt; set it in rbf.toml, or as RBF_PHYSICAL in the shell; see `help config`",  # noqa: E501 - as it is shown
        ),
        (DOCKS[:1], "hit", "unknown command 'hit'; try: attack WHO TARGET; if the hit is certain: `damage WHO N`"),
        (("new rbf",), "hit", "unknown command 'hit'; next: `add NAME`"),
        (
            ("start depot-raid --seed x", "init", "split cellar @active"),
            "move gort",
            "missing WHO: no one has the turn; next: `turn next`",
        ),
        (
            ("start hangar-breach --seed x", "init --set nadia=9"),
            "declare rin movement attack defend force",
            "unknown combatant 'rin'; combatants: vigilante, nadia, loader, combat",
        ),
    ],
)
def test_a_line_that_testers_typed_gets_a_helpful_answer(lines, typed, answer):
    service = CommandService(MemoryStorage(), Style(), spoken=True)
    for line in lines:
        service.perform(split_words(line))
    with pytest.raises(RbfError) as wrong:
        service.perform(split_words(typed))
    assert f"{wrong.value.message}; {wrong.value.hint}" == answer


@pytest.mark.parametrize(
    ("hint", "left"),
    [
        ("use a nearer square", "use a nearer square"),
        (("stand up first", to_try("--how crawl", FORCE)), "stand up first; use --how crawl, or --force"),
        (to_try("remove hale", "remove ghost"), "try: remove hale"),
        (to_try("remove hale", "remove yara", FORCE), "try: `remove hale`, `remove yara`, or --force"),
        (for_example("use hale acrobatics"), "for example: use hale acrobatics"),
        (to_try("use hale juggling", FORCE), "use --force to do it anyway"),
        ((for_example("attack nobody"), listed("systems", ["rbf", "bgc"])), "systems: rbf, bgc"),
        (Hint("{} is shorter", "attack nobody"), ""),
    ],
)
def test_a_hint_keeps_only_the_lines_that_are_accepted(hint, left):
    session = from_encounter(find_encounter("depot-raid"), "d", source="depot-raid")
    assert vetted(refuse("no", hint=hint), ["move", "hale", "C2"], session).hint == left


@pytest.mark.parametrize(
    ("typed", "message", "hint"),
    [
        ("move 3", "missing WHO: hale, yara or gort can act", "for example: move hale C4"),
        (
            "damage-save",
            "missing WHO: hale, yara or gort can act",
            "for example: damage-save hale --damage 3d6 --dc 15",
        ),
        ("stand", "missing WHO: hale, yara or gort can act", "`help stand` explains it"),
        ("attack lookot", "unknown combatant 'lookot'", "did you mean lookout?"),
        ("attack @nearest", "@nearest needs one actor, and several combatants can act", "name the target"),
    ],
)
def test_a_line_that_leaves_out_who_acts_in_a_teams_turn_is_told_a_line_that_is_accepted(typed, message, hint):
    interpreter = CommandService(MemoryStorage(), Style())
    for line in ("start depot-raid --seed a", "init"):
        interpreter.perform(split_words(line))
    session = interpreter.storage.load()
    wrong = refused(session, split_words(typed))
    assert (wrong.message, hint in wrong.hint) == (message, True)
    assert [each for each in proposed_lines(wrong, split_words(typed)) if refused(session, each)] == []


def test_a_way_out_that_the_rules_refuse_is_not_shown():
    """`attack mako --risk` with an empty weapon said `reload rin`, which was refused."""
    interpreter = CommandService(MemoryStorage(), Style())
    for line in ("start street-arrest --seed x", "init", "set rin held=handgun ammo.handgun=0"):
        interpreter.perform(split_words(line))
    session = interpreter.storage.load()
    typed = split_words("attack rin mako --risk")
    wrong = refused(session, typed)
    assert wrong is not None
    assert [each for each in proposed_lines(wrong, typed) if refused(session, each)] == []


@pytest.mark.parametrize("verb", [each for each in all_verbs([], standalone=False) if each != "run"])
def test_help_of_the_programs_verbs_works_in_a_fight(verb):
    interpreter = CommandService(MemoryStorage(), Style())
    interpreter.perform(split_words("start duel --seed x"))
    assert interpreter.perform(["help", verb]).text.startswith(f"{verb} - ")


# Lines about files, and words for other verbs, in every front end: each proposed line is typed where it was proposed.


FOLDER = {
    "cellar.toml": 'format = 1\nsystem = "rbf"\n\n[combatants.ada]\nname = "Ada"\n',
    "broken.toml": 'format = 1\nsystem = "rbf"\n\n[combatant.ada]\nhp = "x"\n',
    "fight.rbf": "start duel\ninit\n",
    "party.csv": "name,side,hp\nVex,crew,9\n",
    "people.csv": "x\n",
}
STATES = {"nothing": (), "begun": ("start duel --seed x",), "played": ("start duel --seed x", "init", "note here")}
ABOUT_FILES = """
start nofile; start fight.rbf; start cellar.toml; start dock-ambsh; start broken.toml; start save.toml; new dnd
check nofile; check fight.rbf; check party.csv; check duel --fix; check save.toml --fix; check broken.toml; check -x
run nofile; run cellar.toml; run save.toml; run fight.rbf --each; run fight.rbf --junit cellar.toml; run fights; run -
import nofile.csv; import cellar.toml; import save.toml; import party.csv --to cellar.toml; import people.csv; import
import party.csv --system threat; import party.csv --only vex; import fight.rbf; import party.cvs; import -
save-as; save-as cellar.toml; save-as save.toml; save-as my night.toml; save-as no/where.toml; export x.csv
export; export people cellar.toml; export pepole x.csv; export people save.toml; restore 9; restore x; undo 99; redo
example; example rbf nokind; schema nope; log --html; simulate nofile -n 1; simulate fight.rbf -n 1; odds show; chose
show -e cellar.toml; show -e fight.rbf; -e nofile show; show --lock-timeout 3; completion; create-system; where x
tour x; repl a b; repl --enter maybe; doctor x; attack --system; start cellar.toml -e broken.toml; start duel
"""


def at_the_shell(line):
    """The status of a line at the shell, and what it prints."""
    done = run_rbf(*split_words(line), cwd=".", environ={"RBF_ENCOUNTER": "save.toml"})
    return done.returncode, done.stdout


def at_the_prompt(line):
    printed = []
    prompt = Conversation("save.toml", Style(), printed.append, str, dict(os.environ))
    prompt.enter(line)
    return prompt.status, "".join(printed)


def by_the_pipe(line):
    options = ["--json"] if line.endswith(" --json") else []
    done = run_rbf("run", "-", "--each", "-e", "save.toml", *options, cwd=".", stdin=f"{line}\n")
    return done.returncode, done.stdout


def error_in(told):
    """The line that failed, and its error, among answers in JSON."""
    answers = (json.loads(each) for each in told.splitlines() if each.startswith("{"))
    return next(((each["command"], each["error"]) for each in answers if not each.get("ok", True)), None)


def lines_in(suggestions, typed, session):
    """The lines among what an error in JSON suggests; the other suggestions are words."""
    verbs = {**VERBS, **(fight_verbs(session.rules) if session else {})}
    lines = [each for each in suggestions if " " in each and parse_line(split_words(each)).verb in verbs]
    return proposed_lines(RbfError("", hint=to_try(*lines)), typed)


def is_taken(front, words, tmp_path):
    """Whether a line is accepted in a copy of this folder; `check` may find something wrong."""
    shutil.rmtree(tmp_path / "copy", ignore_errors=True)
    shutil.copytree(".", tmp_path / "copy")
    with contextlib.chdir(tmp_path / "copy"):
        return not front(" ".join(map(quoted, words)))[0] or "check" in words


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("front", [at_the_shell, at_the_prompt, by_the_pipe])
def test_what_is_proposed_for_lines_about_files_is_accepted(front, state, tmp_path, monkeypatch, figure):
    folder = tmp_path / "folder"
    folder.mkdir()
    monkeypatch.chdir(folder)
    for name, text in FOLDER.items():
        (folder / name).write_text(text)
    for line in STATES[state]:
        assert not at_the_shell(line)[0]
    tried = proposed = 0
    for line in (*ABOUT_FILES.replace(";", "\n").strip().split("\n"), *ways(), "hit bosun", "ada attacks bosun"):
        tried += 1
        session = loaded(FileStorage("save.toml", str))
        if (wrong := error_in(front(f"{line} --json")[1])) is None:
            continue
        command, error = wrong
        for each in lines_in(error["suggestions"], split_words(command), session):
            proposed += 1
            assert is_taken(front, [word for word in each if word != "--json"], tmp_path), f"{line}: {error}: {each}"
    assert proposed
    figure(f"{tried} lines typed {front.__name__}, {proposed} lines proposed in errors, 0 refused")


IN_A_FIGHT = """
attack; attack nobody; attack A; attack A A; attack A B --with bazooka; attack A B --wth fist; attack B with sword
A attacks B; A; hit A; shoot A; foo; foo bar; damage; damage A; damage A -3; damage 3 A; damage A three; damage A 3dd6
damage nobody 3; heal; heal A -4; heal nobody 2; turn nxt; turn next 3; turn B; next; end turn; pass; undo 99; redo
set A; set A hp; set A hpp=3; set nobody hp=3; set hp=3; set fight x=3; edit A; condition; condition add A
condition add A sleepy; condition add nobody prone; condition remove A prone; condition A prone; add; remove nobody
add goblin --from orc; add new --from A --count 0; move 3; move A nowhere; use; use A; use A wand B; cast fireball
choose 1; choose nothing; say hello; declare; declare A 3 attack; declare attack 9; declare A attack 99; defend A
risk A; risk foo; reload; draw A nothing; holster A; stabilize A --by B; wake A; init; init --set A=x; init --sett A=3
show nobody; show --foo; actions nobody; actions A B; odds attack; odds attack A A; odds attack nobody; odds foo; log 3
suggest nobody; roll 3dd6; explain foo; help foo; group A; end now; save A; check A; attack A B --called 300; attack @me
attack A B --dice x; attack A A --dice x; attack A B --mod x; attack A B --answer foo=1; attack A B --risk; attack @foes
attack @nearest; attack A @foes --dice 3 5; "attack A"; kill A; stun A; pick up; attack A B --dice 5,x; --dice 3 attack
"""


@pytest.mark.parametrize(
    ("encounter", "who", "whom"), [("hangar-breach", "nadia", "loader"), ("flooded-crypt", "wick", "drowned1")]
)
def test_what_a_pipe_proposes_for_wrong_lines_in_a_fight_is_accepted(
    encounter, who, whom, *, tmp_path, monkeypatch, figure
):
    """In BGC with nothing declared, and in a d20 fight: neither has the places and teams of the others."""
    folder = tmp_path / "folder"
    folder.mkdir()
    monkeypatch.chdir(folder)
    for line in (f"start {encounter} --seed a", "init"):
        assert not at_the_shell(line)[0]
    begun, wrong, proposed = Path("save.toml").read_bytes(), 0, {}
    for form in IN_A_FIGHT.replace(";", "\n").strip().split("\n"):
        line = " ".join({"A": who, "B": whom}.get(word, word) for word in form.replace("A=", f"{who}=").split())
        found = error_in(by_the_pipe(f"{line} --json")[1])
        Path("save.toml").write_bytes(begun)
        if found is not None:
            wrong += 1
            session, typed = loaded(FileStorage("save.toml", str)), split_words(found[0])
            for each in lines_in(found[1]["suggestions"], [word for word in typed if word != "--json"], session):
                proposed.setdefault(tuple(each), f"{line}: {found[1]['hint']}")
    for each, told in proposed.items():
        assert is_taken(by_the_pipe, each, tmp_path), f"{told}: {each}"
    assert wrong > 60
    figure(f"{encounter}: {wrong} wrong lines in a pipe, {len(proposed)} different lines proposed, 0 refused")


# What is wrong while a fight waits is told by every front end alike, and the pause stays as it was.


BEGIN = (
    "start duel --seed docks",
    "init --set ada=18 --set bosun=3",
    "set ada place=bollards at=6",
    "attack ada bosun --dice 8,8",
)
BAD = [
    ("choose", "; choose double | silent | "),
    ("choose sideways", "unknown answer 'sideways'"),
    ("choose 99", "the answer must be from 1 to 12, not 99"),
    ("choose say ''", "missing your own words after say"),
    ("choose say stun", "needs the talent Hammer Expert"),
    ("choose double --dice 9", "too many faces: 9 was not needed"),
    ("choose double --answer foo=1", "unknown question 'foo'"),
    ("note x --answer critical=double", "unknown question 'critical'"),
    ("remove ada", "use --force to cancel the choice"),
    ("remove bosun", "use --force to cancel the choice"),
    ("turn next", "Ada Quill must choose first"),
    ("attack bosun ada --dice 1,1", "Ada Quill must choose first"),
]


def shell(line):
    """Type one command; what is printed, and what is wrong."""
    try:
        return CommandService(FileStorage("save.toml", str), Style()).perform(split_words(line)).text, ""
    except RbfError as wrong:
        return "", f"{wrong.message}; {wrong.hint}"


def prompt(line):
    """Type it at the prompt."""
    printed, errors = [], []
    Conversation("save.toml", Style(), printed.append, errors.append, dict(os.environ)).enter(line)
    return "".join(printed), "".join(errors)


def script(line):
    """Run it as a script on the save."""
    Path("line.rbf").write_text(f"{line}\n")
    printed, errors = [], []
    try:
        run_script("line.rbf", RunOptions(), printed.append, errors.append, style=Style(), save_file="save.toml")
    except RbfError as wrong:
        errors.append(f"{wrong.message}; {wrong.hint}")
    return "".join(printed), "".join(errors)


@pytest.fixture
def save(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    for line in BEGIN:
        assert shell(line)[1] == ""
    return tmp_path / "save.toml"


@pytest.mark.parametrize("front", [shell, prompt, script])
@pytest.mark.parametrize(("line", "said"), BAD)
def test_it_is_told_and_the_pause_stays(save, front, line, said):
    before = save.read_bytes()
    printed, wrong = front(line)
    assert said in wrong
    assert "internal error" not in wrong + printed
    assert save.read_bytes() == before
    assert "The bosun: HP 44 -> 22" in front("choose double")[0]


@pytest.mark.parametrize("front", [shell, prompt, script])
def test_force_gives_up_what_waits_and_says_so(save, front):
    printed, wrong = front("note on --force")
    assert (printed.splitlines()[-2:], wrong) == (
        ["abandoned: Ada Quill, attack; what it has done so far stays", "note: on"],
        "",
    )
    assert "[[fight.questions]]" not in save.read_text()
    assert "[fight.paused]" not in save.read_text()


@pytest.mark.usefixtures("save")
def test_where_nothing_is_asked_no_answer_is_given_as_an_example():
    assert shell("choose double")[1] == ""
    assert shell("choose")[1].endswith("; nothing is asked now; `actions` lists what can be done")


def settle(session):
    """Answer what the fight asks, with the first answer of each question."""
    while session.fight.questions:
        asked = session.fight.questions[0]
        session.perform(Choose(words=(asked.who, asked.answers[0]) if asked.who else (asked.answers[0],)))


@pytest.mark.parametrize("name", list_encounters())
def test_the_end_is_proposed_as_soon_as_one_side_is_left(name):
    """Whoever fell last: in the middle of a turn as well, and in every system; a thing is on no side."""
    session = from_encounter(find_encounter(name), "end", source=name)
    sides = {each.side for each in session.fight.combatants.values() if not session.rules.is_thing(each)}
    rules, first = session.rules, next(iter(session.fight.combatants.values())).side
    session.perform(read_line(rules.next_steps(session.fight)[0], rules, session.fight))
    settle(session)
    assert "end" not in accepted_steps(session)
    for who, combatant in session.fight.combatants.items():
        if combatant.side != first and rules.standing(session.fight.combatants[who]):
            session.perform(read_line(f"damage {who} 999 --force", rules, session.fight))
            settle(session)
    assert {one.side for one in session.fight.combatants.values() if rules.standing(one)} == {first}
    assert session.fight.over or (accepted_steps(session)[:1] == ("end",)) is (len(sides) > 1)


def test_a_script_that_gives_no_answer_is_told_the_answers():
    """The line itself, read as people say it, was proposed and refused, and the answers were lost."""
    interpreter = CommandService(MemoryStorage(), Style())
    for line in ("start duel --seed last", "init", "move bollards", "attack bosun --dice 8,8"):
        interpreter.perform(split_words(line))
    with pytest.raises(RbfError) as wrong:
        interpreter.perform(split_words("choose xyz"))
    assert wrong.value.hint.startswith("choose double | silent | ")


@pytest.mark.parametrize(
    ("error", "named"),
    [
        (refuse("no", hint=Hint("use {} to resume it", "undo")), ("undo",)),
        (refuse("no", "", "odds attack WHO FOE", "simulate"), ("simulate",)),
        (refuse("no", "", "damage WHO N", "remove WHO"), ()),
        (unknown_word("axe", ["hook", "medical kit"], "item of Ada"), ("hook", "medical kit")),
        (unknown_word("dodgy", ["dodge", "shoot"], "skill"), ("dodge",)),
        (refuse("no", hint=(listed("options", ["--dice"]), Hint("see {}", "help attack"))), ("--dice", "help attack")),
        (refuse("no", hint="join lists with +"), ()),
    ],
)
def test_an_error_names_its_words_and_the_lines_that_can_be_typed_as_they_are(error, named):
    assert (*error.suggestions, *error.named) == named


@pytest.mark.parametrize(
    ("encounter", "lines", "typed", "said"),
    [
        ("duel", (), "log --format html > duel.html", "> works only in a shell; in another terminal: rbf log … > …"),
        ("duel", (), "condition ada dizzy", ("unknown condition 'dizzy'; `help condition` "
         "lists them")),
        ("duel", (), "5,7", "unknown command '5,7'; dice rolled at the table go with a command: --dice 5,7"),
        ("duel", (), "choose 5 7", ("no question to answer (RBF-REA-1); dice rolled at the table go with a command: "
         "--dice 5,7")),
        ("duel", (), "attack?", "unknown command 'attack?'; `help attack` explains it"),
        ("duel", (), "start", ("missing SOURCE (a bundled encounter, a file, or - for standard input); "
         "`systems` lists the bundled ones")),
        ("weir-at-dusk", (), "damage mira x", "AMOUNT must be a whole number, not 'x'; for example: damage mira 7"),
        ("duel", (), "add weapon", ("missing ID skill=VALUE after weapon; for example: add weapon lance damage=9 "
         "skill=melee; for a combatant of that name: `add weapon name=weapon`")),
        ("duel", (), "add weapon damage=9", ("missing ID skill=VALUE after weapon; for example: add weapon lance "
         "damage=9 skill=melee; for a combatant of that name: `add weapon name=weapon damage=9`")),
        ("duel", (), "add hp=5", "a name cannot contain =; try: add NAME hp=5"),
        ("dock-ambush", (), "use joss kit", "unknown item 'kit'; did you mean medical kit or repair kit?"),
        ("dock-ambush", (), "heal everyone 3", """unknown combatant 'everyone'; did you mean `heal "*" 3`?"""),
        ("dock-ambush", (), "add goblin --hp 10", "unknown option '--hp'; did you mean `add goblin hp=10`?"),
        ("dock-ambush", (), "set joss.hp=5", "missing PAIRS (KEY=VALUE); did you mean `set joss hp=5`?"),
        ("relay-road", ("init --set sela=99",), "attack sela corin --with unarmed", ("Sela Ordway and Corin Hask are "
         "both in the gully, but not adjacent; a melee attack needs one adjacency group (RPJ-FIELD-4); try: "
         "move sela 0 --join corin, or --force")),
    ],
)  # fmt: skip
def test_a_line_meant_for_something_else_says_what_to_type(tmp_path, encounter, lines, typed, said):
    """These hints named no line that would have helped."""
    for line in (f"start {encounter}", *lines, typed):
        done = run_rbf(*split_words(line), cwd=tmp_path)
    assert done.stderr == f"rbf: {said}\n"
