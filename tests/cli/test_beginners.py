"""Some fifty mistakes a beginner makes: each is answered with what would have been right, and changes nothing."""

from __future__ import annotations

import shlex

import pytest

from rbfcli.cli.main import run
from rbfcli.cli.process import Output, run_guarded

MISTAKES = {
    # misspelt
    "atack ada thug1": "unknown command 'atack'; did you mean attack?",
    "hlep": "unknown command 'hlep'; did you mean help?",
    "strt dock-ambush": "unknown command 'strt'; did you mean start?",
    "start dock-ambsh": "dock-ambsh is neither a file nor one of the bundled encounters; did you mean dock-ambush?",
    "help attak": "unknown command or help topic 'attak'; did you mean attack?",
    "attack adda thug1": "unknown combatant 'adda'; did you mean ada?",
    "attack ada thug1 --wth sword": "unknown option '--wth'; did you mean --with?",
    "attack ada thug1 --with swrod": "unknown weapon 'swrod'; did you mean sword?",
    "condition add ada pronne": "unknown condition 'pronne'; did you mean prone?",
    "set ada hpp=5": "unknown key 'hpp'; did you mean hp?",
    "turn nxt": "STEP must be one of next, back, hold, delay, to, order, not 'nxt'; did you mean next?",
    "rules grenate": "no rules match 'grenate'; did you mean grenade",
    "att ada thug1": "unknown command 'att'; did you mean attack?",
    "frobnicate": "unknown command 'frobnicate'; `help` lists all commands",
    "help frobnicate": "unknown command or help topic 'frobnicate'; `help --all` lists all commands and topics",
    "help exit": "unknown command or help topic 'exit'; did you mean exit-codes?",
    "help version": "unknown command or help topic 'version'; in a shell: rbf --version",
    "attack ada thug1 --weapon sword": "unknown option '--weapon'; did you mean --with?",
    # what is done elsewhere, or otherwise
    "version": "unknown command 'version'; in a shell: rbf --version",
    "rbf shwo": "unknown command 'shwo'; did you mean show?",
    "$ rbf attack ada thug1": "unknown command '$'; `help` lists all commands",
    "Let x = 3": "unknown command 'Let'; a statement of scripts and the prompt, in lower case: `help scripts`",
    "waves": "unknown command 'waves'; when they arrive: `add NAME --from BLOCK --count N`",
    "who": "unknown command 'who'; `show` lists all combatants; `show WHO` shows one sheet",
    "wait": "unknown command 'wait'; `turn next` continues; `actions --all` lists what a combatant can do",
    "Stats": "unknown command 'Stats'; `show WHO` shows one sheet; `log --format text` ends with the fight's numbers",
    # in the words of a table
    "Ada attacks thug1": "'Ada' is a combatant, not a command; begin with the command: `VERB ada …`",
    "ada crates": "'ada' is a combatant, not a command; begin with the command: `VERB ada …`",
    "shoot thug1": "unknown command 'shoot'; try: `attack TARGET` or `attack WHO TARGET`",
    "attack ada thug1 5,5": "unknown combatant '5,5'; did you mean `attack ada thug1 --dice 5,5`?",
    "attack ada thug1 --dice 5 5": "unknown combatant '5'; did you mean `attack ada thug1 --dice 5,5`?",
    # in the wrong order
    # a name of two words
    "show Ada Quill": "unexpected 'Quill'; did you mean `show \"Ada Quill\"`?",
    "attack ada thug 1": "'thug' could mean thug1, thug2, thug3, thug4; did you mean `attack ada thug1`?",
    "damage thug 1 5": "'thug' could mean thug1, thug2, thug3, thug4; did you mean `damage thug1 5`?",
    "save-as my night.toml": "unexpected 'night.toml'; save-as FILE",
    # something is missing
    "roll --dice 5,7": "missing EXPRESSIONS (dice notation; quote characters that are special in the shell); for",
    "reload": "Ada Quill's sword does not need reloading",
    "attack": "missing TARGETS; now possible, among others: `attack thug1`",
    "damage thug1": "missing AMOUNT; for example: damage thug1 4",
    "attack ada thug1 --mod": "missing value for --mod; --mod N: modifier for this roll",
    "attack ada thug1 --mod --dice 5,7": "missing value for --mod; --mod N: modifier for this roll",
    "show -e": "missing value for --encounter; -e, --encounter FILE: save file to use",
    "start": "missing SOURCE (a bundled encounter, a file, or - for",
    "roll 2d": "missing number of sides, such as d6, d% or dF",
    # an option or a sign is missing
    "log last 5": "unexpected 'last'; did you mean `log --last 5`?",
    "set ada hp 5": "'hp' must be KEY=VALUE; use hp=5",
    "add goblin --hp 10": "unknown option '--hp'; did you mean `add goblin hp=10`?",
    "heal all 3": "unknown combatant 'all'; did you mean `heal \"*\" 3`?",
    # more than one, or nobody
    "attack ada thug": "'thug' could mean thug1, thug2, thug3, thug4; type more of it",
    "attack ada @enemies": "unknown selector '@enemies'; selectors: @active, @foes",
    # an answer to nothing
    "say hello": "unknown command 'say'; `say TEXT` answers a question in your own words",
    # of another system
    "attack ada thug1 --weak": "--weak is an option of futurepath; this fight is rbf; `help attack` lists",
    "declare ada attack": "declare is a command of bgc; this fight is rbf; `help` lists all commands of this fight",
    "new dnd": "unknown rule system 'dnd'; rule systems: rbf, threat, rpj, futurepath, bgc",
    # the wrong file
    "start nosuch.toml": "no such file: nosuch.toml; `rbf systems` lists the bundled ones",
    "start encounter.toml": "encounter.toml is a save, not an encounter; try: rbf show -e encounter.toml",
    "start fight.rbf": "fight.rbf is a script, not an encounter; try: rbf run fight.rbf",
    "run cellar.toml": "cellar.toml is not a script; try: rbf check cellar.toml",
    "show -e cellar.toml": "cellar.toml is an encounter, not a save; try: rbf check cellar.toml",
    "show -e fight.rbf": "fight.rbf is a script, not a save; try: rbf run fight.rbf",
    "start duel": "use -e OTHER.toml in a shell, or --force to replace it (restore brings it back)",
    # the wrong type
    "damage thug1 done": "AMOUNT must be a whole number, not 'done'; for example: damage thug1 4",
    "log --html": "unknown option '--html'; did you mean --format html?",
    "damage thug1 five": "AMOUNT must be a whole number, not 'five'; for example: damage thug1 4",
    "set ada hp=abc": "hp must be a whole number from -1000000 to 1000000, not 'abc'",
    "attack ada thug1 --mod two": "--mod must be a whole number, not 'two'",
    "undo 99": "cannot undo 99 commands: only 2 so far",
    "--foo": "unknown option '--foo'; see `rbf --help`",
    "show --wdith 3": "unknown option '--wdith'; options: --between, --reach, --force; see `help show`",
}
BEFORE_A_FIGHT = ("show", "init", "attack ada thug1")


class Streams(Output):
    """Takes what would be printed."""

    __slots__ = ("said", "told")

    def __init__(self):
        super().__init__()
        self.told = self.said = ""

    @property
    def is_terminal(self):
        """Whether results go to a terminal."""
        return False

    def write(self, text):
        """Take a result."""
        self.told += text

    def error(self, text):
        """Take what is wrong."""
        self.said += f"{text}\n"


def typed(*words):
    """The status of a command line, what it printed, and what it complained of."""
    streams = Streams()
    status = run_guarded(run, list(words), streams)
    return status, streams.told, streams.said


@pytest.fixture
def save(tmp_path, monkeypatch):
    """A fight that has begun, at Ada's turn with a thug beside her; and an encounter and a script."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cellar.toml").write_text('format = 1\nsystem = "rbf"\n\n[combatants.ada]\nname = "Ada"\n')
    (tmp_path / "fight.rbf").write_text("start duel\ninit\n")
    for line in (
        "start dock-ambush --seed docks",
        "init --set ada=90 gunner1=80 joss=9 pell=8 thug1=7 thug2=6 thug3=5 thug4=4 gunner2=3",
        "set thug1 place=crates at=8",
    ):
        assert typed(*line.split())[0] == 0
    return tmp_path / "encounter.toml"


@pytest.mark.parametrize("line", MISTAKES)
def test_a_mistake_is_answered_with_what_would_have_been_right(save, line):
    before = save.read_bytes()

    status, told, said = typed(*line.split())

    assert MISTAKES[line] in said
    assert told == ""
    assert status in (1, 2, 3)
    assert save.read_bytes() == before


def test_there_are_forty_of_them():
    assert len(MISTAKES) >= 40


@pytest.mark.usefixtures("save")
@pytest.mark.parametrize("answer", [each for each in MISTAKES.values() if "did you mean `" in each])
def test_what_is_proposed_as_a_line_is_one(answer):
    line = answer.partition("did you mean `")[2].partition("`")[0]

    assert typed(*shlex.split(line), "--dry-run")[0] == 0


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("attack --mod 4 --tn 14", "`attack --mod 4 --tn 14 --system rbf` (or futurepath)\n"),
        ("odds attack --mod 4 --tn 14", "`odds attack --mod 4 --tn 14 --system rbf` (or futurepath)\n"),
        ("damage-save --saves 10,12 --damage 3", "`damage-save --saves 10,12 --damage 3 --system rpj`\n"),
        ("attack", "`help attack`, Without a fight\n"),
        ("attack --foo", "`help attack`, Without a fight\n"),
    ],
)
def test_without_a_fight_it_is_said_how_numbers_alone_would_do(tmp_path, monkeypatch, line, hint):
    monkeypatch.chdir(tmp_path)
    status, _, said = typed(*line.split())

    assert said.endswith(f"; from numbers alone: {hint}")
    assert status == 3


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        (
            "init --system rbf",
            "init needs a fight; `start ENCOUNTER` begins one; --system alone works for attack, damage-save, stab",
        ),
        ("simulate duel -n5", "unknown option '-n5'; did you mean -n 5?"),
        (
            "simulate duel -n 5 --sweep ada.hp=20,10",
            "--sweep must be ID.KEY=LOW..HIGH, not 'ada.hp=20,10'; use --sweep thug.count=2..6",
        ),
        (
            "simulate duel -n 5 --sweep ada.hp=x",
            "--sweep must be ID.KEY=LOW..HIGH, not 'ada.hp=x'; use --sweep thug.count=2..6",
        ),
        ("run duel check", "unexpected 'check'; did you mean `run duel --check`?"),
    ],
)
def test_a_mistake_without_a_fight_says_what_would_have_been_right(tmp_path, monkeypatch, line, wrong):
    monkeypatch.chdir(tmp_path)
    status, told, said = typed(*line.split())

    assert wrong in said
    assert (status, told) == (2, "")


@pytest.mark.parametrize(("line", "file"), [("start cellar", "cellar.toml"), ("run fight", "fight.rbf")])
def test_a_file_named_without_its_ending_is_asked_back(save, line, file):
    assert f"; did you mean {file}?" in typed(*line.split())[2]
    assert save.exists()


@pytest.mark.usefixtures("save")
@pytest.mark.parametrize("line", ["add Recruit", "add recruit --from recruit", "add nobody"])
def test_nothing_is_said_of_who_is_called_like_a_stat_block(line):
    """`add Recruit` builds on the block."""
    status, _, told = typed(*line.split())
    assert (status, told) == (0, "")


@pytest.mark.parametrize("line", BEFORE_A_FIGHT)
def test_before_a_fight_it_is_said_how_one_begins(tmp_path, monkeypatch, line):
    monkeypatch.chdir(tmp_path)

    assert typed(*line.split()) == (
        3, "", "rbf: no such file: encounter.toml; `rbf start NAME` creates one; -e FILE uses another\n",
    )  # fmt: skip
