"""Aliases: what they stand for, in the shell and at the prompt, and what they may not be."""

import json
from itertools import pairwise

import pytest

from rbfcli.config import known_verbs, read_aliases, read_config, with_alias
from rbfcli.core.errors import LimitReached, UsageError
from rbfcli.language.aliases import circle_in, expanded, line_completed, read_alias
from rbfcli.language.grammar import split_words
from rbfcli.language.parser import fight_verbs
from rbfcli.language.verbs import VERBS
from rbfcli.render.sentences import Style
from rbfcli.repl.conversation import LEAVING, OWN_VERBS, Conversation
from rbfcli.systems.registry import SHIPPED, load

ALIASES = {
    "shoot": "attack {1} --with {2=rifle}",
    "both": "shoot {1}; shoot {2} knife",
    "say": 'note "{1} falls; {*}"',
    "list-of": ["repeat 2 {", "attack {1}", "}"],
    "all": "damage {*} 1",
    "one": "note '{1}'",
    "bare": "show",
    "again": "note {1} {1=x} {2=b} {2} {3=c}",
    "literal": "note \\{1}",
    "names": "attack {1} {2} --dice {3=1,2}",
    "pair": "both {*}",
}


def made(entries=None):
    """Aliases by name."""
    return {name: read_alias(name, value) for name, value in (entries or ALIASES).items()}


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("shoot thug1", ["attack thug1 --with rifle"]),
        ("shoot thug1 knife", ["attack thug1 --with knife"]),
        ('shoot "Old Mags" "long \\"gun\\""', ['attack "Old Mags" --with "long \\"gun\\""']),
        ("shoot thug1 --explain --dice 5,7", ["attack thug1 --with rifle --explain --dice 5,7"]),
        ("shoot '$x'", ['attack "\\$x" --with rifle']),
        ("shoot -3", ["attack -3 --with rifle"]),
        ("both a b", ["attack a --with rifle", "attack b --with knife"]),
        ('say Ada the "last" one', ['note "Ada falls; the last one"']),
        ("say 'a \"b\" $c \\'", ['note "a \\"b\\" \\$c \\\\ falls; "']),
        ("list-of thug1", ["repeat 2 {", "attack thug1", "}"]),
        ("all a b c", ["damage a b c 1"]),
        ("all", ["damage  1"]),
        ('one "a b"', ["note 'a b'"]),
        ("bare -q", ["show -q"]),
        ("again a", ["note a a b b c"]),
        ("literal", ["note \\{1}"]),
        ("names a b", ["attack a b --dice 1,2"]),
    ],
)
def test_what_an_alias_stands_for(line, lines):
    name, *words = split_words(line)
    assert expanded(name, words, made()) == lines


@pytest.mark.parametrize("word", ["Old Mags", 'the "Rat"', "$x", "a#b", "# c", "\\", "O'Neil", "{1}", "a;b", "é\t"])
def test_a_parameter_stays_one_word_whatever_is_in_it(word):
    for value in ("note {1}", 'note "{1}"', 'note "<{1}>"'):
        (line,) = expanded("it", [word], made({"it": value}))
        assert split_words(line)[1] == (f"<{word}>" if "<" in value else word)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("shoot", "missing word 1 for shoot"),
        ("both a", "missing word 2 for both"),
        ("shoot a b c", "shoot takes 2 words, not 3"),
        ("bare a", "bare takes no words, not 1"),
        ("both a b --explain", "--explain cannot follow both, which has 2 lines"),
        ('one "it\'s"', '"it\'s" cannot appear inside apostrophes'),
    ],
)
def test_what_does_not_fit_an_alias_is_said_in_words(line, told):
    name, *words = split_words(line)
    with pytest.raises(UsageError) as wrong:
        expanded(name, words, made())
    assert wrong.value.message == told


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("a", 3, "an alias must be a line in quotes or a list of lines"),
        ("a", [3], "an alias must be a line in quotes or a list of lines"),
        ("a", {}, "an alias must be a line in quotes or a list of lines"),
        ("a", "", "the alias is empty"),
        ("a", " ; ", "the alias is empty"),
        ("a", [], "the alias is empty"),
        ("a", "{1} thug1", "'{1} thug1' begins with a parameter"),
        ("a", "att{1} thug1", "'att{1} thug1' begins with a parameter"),
        ("a", "note \x1b[31m", "the alias contains a character that a line cannot have"),
        ("a", "note \u202e", "the alias contains a character that a line cannot have"),
        ("a", ["show"] * 1001, "an alias can have at most 1,000 lines"),
        ("", "show", "an alias name must begin with a letter and contain only letters, digits, - and _"),
        ("-a", "show", "an alias name must begin with a letter and contain only letters, digits, - and _"),
        ("3", "show", "an alias name must begin with a letter and contain only letters, digits, - and _"),
        ("a b", "show", "an alias name must begin with a letter and contain only letters, digits, - and _"),
        ("a\u202eb", "show", "an alias name must begin with a letter and contain only letters, digits, - and _"),
        ("a\x07", "show", "an alias name must begin with a letter and contain only letters, digits, - and _"),
        ("a" * 65, "show", "an alias name can have at most 64 characters"),
    ],
)
def test_what_is_no_alias(name, value, told):
    with pytest.raises(UsageError) as wrong:
        read_alias(name, value)
    assert wrong.value.message == told


def test_aliases_that_lead_in_a_circle_are_found():
    table = made({"d": "a", "a": "b", "b": ["show", "c x"], "c": "a", "fine": "bare", "bare": "show"})
    way = circle_in(table)
    assert way[0] == way[-1]
    assert set(pairwise(way)) == {("a", "b"), ("b", "c"), ("c", "a")}
    assert circle_in(made({"self": "self"})) == ["self", "self"]
    assert circle_in(made()) == []


@pytest.mark.parametrize(
    "entries",
    [
        {"a": ["b"] * 10, "b": ["c"] * 10, "c": ["d"] * 10, "d": ["show"] * 10},
        {"a": "b {*} {*}", "b": "c {*} {*}", "c": "d {*} {*}", "d": "note {*} {*} {*} {*} {*} {*} {*} {*}"},
        {"a": "a0", **{f"a{at}": f"a{at + 1}" for at in range(100)}, "a100": "show"},
    ],
    ids=["10,000 lines", "a long line", "a long way"],
)
def test_what_an_alias_comes_to_is_bounded(entries):
    with pytest.raises(LimitReached):
        expanded("a", ["x" * 2_000] * 2 if "note" in str(entries) else [], made(entries))


def test_every_verb_there_is_cannot_be_an_alias():
    verbs = {verb for system in SHIPPED for verb in fight_verbs(load(system))}
    assert {*VERBS, *verbs, *LEAVING, *OWN_VERBS, "let", "next"} <= known_verbs()


def test_mistakes_are_told_with_their_line_and_the_others_work(rbf):
    rbf.write(
        '[alias]\nshoot = "attack {1}"\nattack = "show"\nlet = "show"\na = "b"\nb = "a"\nc = 3\n"e\u0301" = "log"\n'
    )
    aliases, mistakes = read_aliases(read_config(str(rbf.file)))
    assert sorted(aliases) == ["shoot", "\xe9"]
    assert [told.removeprefix(f"{rbf.file}:") for told in mistakes.values()] == [
        "3: the alias attack does not work: attack is a command; use another name",
        "4: the alias let does not work: let is a command; use another name",
        (
            "7: the alias c does not work: an alias must be a line in quotes or a list of lines; "
            'for example: c = "attack {1}"'
        ),
        "5: the alias a does not work: it is circular: a -> b -> a",
        "6: the alias b does not work: it is circular: a -> b -> a",
    ]


def test_one_name_in_two_spellings_is_one_key_twice(rbf):
    rbf.write('[alias]\n"e\u0301" = "show"\n"\xe9" = "log"\n')
    (told,) = read_config(str(rbf.file)).mistakes
    assert told.startswith(f"{rbf.file}:3: alias.\xe9 is defined twice, first on line 2")


def test_an_alias_in_the_shell_is_shown_and_the_journal_has_what_it_stands_for(begun):
    begun.write('[alias]\nhurt-it = "damage {1} {2=1}"\n')
    done = begun.run("hurt-it", "thug1", "3")
    assert (done.returncode, done.stderr) == (0, "hurt-it: damage thug1 3\n")
    assert done.stdout.startswith("Dockside thug 1: HP 20 -> 17")
    assert begun.journal()[-1] == "damage thug1 3"


def test_options_stand_before_and_behind_an_alias(begun):
    begun.write('[alias]\nhurt-it = "damage {1} {2=1}"\n')
    done = begun.run("-e", "encounter.toml", "hurt-it", "thug1", "--json")
    assert json.loads(done.stdout)["command"] == "damage thug1 1"
    assert done.stderr == ""
    assert begun.run("hurt-it", "thug1", "-n").returncode == 0
    assert begun.journal()[-1] == "damage thug1 1"
    assert len(begun.journal()) == 2


def test_several_lines_are_all_done_or_none_and_one_step(begun):
    begun.write('[alias]\ntwice = "damage {1} 1; damage {1} 2"\nbad = "damage thug1 1; damage nobody 1"\n')
    before = (begun.folder / "encounter.toml").read_bytes()
    assert begun.run("bad").returncode == 1
    assert (begun.folder / "encounter.toml").read_bytes() == before
    assert begun.run("twice", "thug1").stdout.count("HP") == 2
    assert begun.run("undo").stdout.count("undone: ") == 2


def test_a_statement_works_as_an_alias_in_the_shell(begun):
    begun.write('[alias]\nthrice = "repeat 3 { damage {1} 1 }"\n')
    assert begun.run("thrice", "thug1").returncode == 0
    assert begun.journal()[-3:] == ["damage thug1 1"] * 3


def test_scripts_know_no_aliases_and_say_so(begun):
    begun.write('[alias]\nhurt-it = "damage {1} 1"\n')
    done = begun.run("run", "-", stdin="start dock-ambush\nhurt-it thug1\n")
    assert done.returncode == 2
    assert "hurt-it is an alias, and scripts cannot use aliases; write damage {1} 1" in done.stderr


def test_an_alias_that_does_not_work_says_why(begun):
    begun.write('[alias]\nhurt-it = "hurt-it"\nshow = "log"\n')
    done = begun.run("hurt-it")
    assert done.returncode == 2
    assert "config.toml:2: the alias hurt-it does not work: it is circular: hurt-it -> hurt-it" in done.stderr
    done = begun.run("show")
    assert done.returncode == 0
    assert "Ambush at the docks" in done.stdout
    assert "config.toml:3: the alias show does not work: show is a command; use another name" in done.stderr


def test_an_alias_that_is_misspelt_is_named(begun):
    begun.write('[alias]\nhurt-it = "damage {1} 1"\n')
    assert "unknown command 'hurt-ti'; did you mean hurt-it?" in begun.run("hurt-ti", "thug1").stderr


def test_what_an_alias_has_misspelt_is_blamed_on_it_and_its_file(begun):
    """Nobody has typed the line, so the error says where it comes from."""
    begun.write('[alias]\nhit = "atack {1}"\nstab = "attack thug1 ada --with hok"\nboth = "show; shwo"\n')
    first = begun.run("hit", "ada").stderr.splitlines()[-1]
    assert first.startswith("rbf: unknown command 'atack'; did you mean attack?; hit is an alias for `atack {1}` (")
    assert first.endswith("config.toml)")
    assert "; stab is an alias for `attack thug1 ada --with hok` (" in begun.run("stab").stderr
    told = begun.run("both").stderr.splitlines()
    assert told[-1].startswith("rbf: both is an alias for `show; shwo` (")


def test_help_lists_and_explains_aliases_and_tab_completes_them(begun):
    begun.write('[alias]\nhurt-it = "damage {1} 1"\n')
    assert "Aliases:\n  hurt-it  damage {1} 1\n" in begun.run("help").stdout
    assert begun.run("help", "hurt-it").stdout.startswith("hurt-it - an alias of the configuration file\n")
    assert begun.run("hurt-it", "--help").stdout == begun.run("help", "hurt-it").stdout
    assert "hurt-it\tdamage {1} 1\n" in begun.run("__complete", ":hu").stdout


@pytest.fixture
def talk(begun, monkeypatch):
    """A conversation with aliases on that fight; a list of what it said."""
    monkeypatch.chdir(begun.folder)
    begun.write(
        '[alias]\nhurt-it = "damage {1} {2=1}"\ntwice = "hurt-it {1}; hurt-it {1} 2"\n'
        'thrice = "repeat 3 { damage {1} 1 }"\nbad = "damage thug1 1; damage nobody 1"\n'
        'wrong = "damge {1} 1"\nwrongs = "show; damge thug1 1"\n'
    )
    said = []
    aliases = read_aliases(read_config(str(begun.file)))[0]
    conversation = Conversation("encounter.toml", Style(), said.append, said.append, {}, aliases=aliases)

    def say(line):
        said.clear()
        conversation.enter(line)
        return "".join(said)

    return say


def test_an_alias_at_the_prompt_is_shown_and_the_journal_has_what_it_stands_for(begun, talk):
    assert talk("hurt-it thug1").startswith("damage thug1 1\nDockside thug 1: HP 20 -> 19\n")
    assert talk("let who = turn") == "who = thug1\n"
    assert talk("hurt-it $who 2").startswith("damage thug1 2\n")
    assert begun.journal()[-2:] == ["damage thug1 1", "damage thug1 2"]


def test_several_lines_at_the_prompt_are_one_step(talk):
    assert talk("twice thug1").startswith("> damage thug1 1\nDockside thug 1: HP 20 -> 19\n> damage thug1 2\n")
    assert talk("undo").count("undone: ") == 2
    assert talk("thrice thug1").count("HP") == 3
    assert talk("undo").count("undone: ") == 3
    assert "bad:2:1: unknown combatant 'nobody'" in talk("bad")
    assert "cannot undo 2 commands: only 1 so far" in talk("undo 2")


def test_what_an_alias_has_misspelt_is_blamed_on_it_at_the_prompt_too(talk):
    assert "did you mean damage?; wrong is an alias for `damge {1} 1` (" in talk("wrong thug1")
    assert "rbf: wrongs is an alias for `show; damge thug1 1` (" in talk("wrongs")
    assert "; did you mean hurt-it?" in talk("hurt-ti thug1")


def test_aliases_are_listed_at_the_prompt(talk):
    assert talk("alias").startswith("bad      damage thug1 1; damage nobody 1\nhurt-it  damage {1} {2=1}\n")


def test_an_alias_typed_at_the_prompt_is_saved_and_works_immediately(talk, begun):
    begun.folder.joinpath("rbf.toml").write_text('# Our table.\ncolor = "never"\n')
    assert talk("alias maim = damage {1} {2=4}") == "maim is saved in rbf.toml: damage {1} {2=4}\n".replace(
        "rbf.toml", str(begun.folder / "rbf.toml")
    )
    assert (begun.folder / "rbf.toml").read_text() == (
        '# Our table.\ncolor = "never"\n\n[alias]\nmaim = "damage {1} {2=4}"\n'
    )
    assert talk("maim thug1").startswith("damage thug1 4\nDockside thug 1: HP 20 -> 16")
    assert talk("alias maim") == "maim  damage {1} {2=4}\n"
    assert "maim" in talk("alias")
    assert begun.run("maim", "thug1").returncode == 0


def test_without_a_file_of_the_folder_an_alias_goes_to_the_users_own(begun, monkeypatch):
    monkeypatch.chdir(begun.folder)
    begun.file.unlink(missing_ok=True)
    said = []
    conversation = Conversation(
        "encounter.toml", Style(), said.append, said.append, {"XDG_CONFIG_HOME": str(begun.folder / "config")}
    )
    conversation.enter('alias "hurt" = 3')
    conversation.enter("alias hurt = 'damage {1} 1; damage {1} 2'")
    assert begun.file.read_text() == '[alias]\nhurt = "damage {1} 1; damage {1} 2"\n'
    conversation.enter("hurt thug1")
    assert begun.run("show", "thug1", "--json").stdout.count('"hp":17') == 1


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("alias attack = show", "attack is a command; use another name"),
        ("alias a b = show", "an alias name must begin with a letter and contain only letters, digits, - and _"),
        ("alias me =", "the alias is empty"),
        ("alias me = me", "it is circular: me -> me"),
        ("alias nothing", "unknown alias 'nothing'; to save one: alias nothing = LINE; see help alias"),
        ('alias me = note "x', "missing closing quote, opened at column 7"),
    ],
)
def test_what_cannot_be_an_alias_is_refused_and_nothing_is_written(talk, begun, line, told):
    (begun.folder / "rbf.toml").write_text("")
    assert told in talk(line)
    assert (begun.folder / "rbf.toml").read_text() == ""


def test_a_folder_that_cannot_be_made_for_an_alias_is_an_error_and_no_bug(begun, monkeypatch):
    monkeypatch.chdir(begun.folder)
    said = []
    conversation = Conversation("encounter.toml", Style(), said.append, said.append, {"XDG_CONFIG_HOME": "/proc"})
    conversation.enter("alias hurt = damage {1} 1")
    assert said[-1].startswith("rbf: /proc/rbfcli/config.toml cannot be written")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", '[alias]\nx = "show"\n'),
        ("bell = true # ring", 'bell = true # ring\n\n[alias]\nx = "show"\n'),
        (
            '[alias] # ours\n# short\na = "log"\n\n[x]\n',
            '[alias] # ours\n# short\na = "log"\nx = "show"\n\n[x]\n',
        ),
        ('[alias]\nx = "log" # ours\nb = "undo"\n', '[alias]\nx = "show" # ours\nb = "undo"\n'),
    ],
)
def test_comments_and_layout_of_the_file_stay(before, after):
    assert with_alias(before, "x", "show") == after


def test_a_file_that_has_no_line_for_it_is_left_alone(talk, begun):
    """A table in one line; an alias that spans lines is replaced whole."""
    text = 'alias = { a = "show" }\n'
    (begun.folder / "rbf.toml").write_text(text)
    assert "write it there yourself" in talk("alias me = log")
    assert (begun.folder / "rbf.toml").read_text() == text
    (begun.folder / "rbf.toml").write_text('[alias]\nme = [\n  "show",\n]\n')
    talk("alias me = log")
    assert (begun.folder / "rbf.toml").read_text() == '[alias]\nme = "log"\n'


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("shoot th", "attack th"),
        ("shoot thug1 ri", "attack thug1 --with ri"),
        ("both a b", "attack b"),
        ("all a b c", "damage a b c"),
        ("pair th", "attack th"),
        ("pair a b", "attack b"),
        ('say "Old Mags" $x th', 'note "Old Mags falls; \\$x th'),
        ("shoot a b c", "shoot a b c"),
        ("shoot thug1 --d", "shoot thug1 --d"),
        ("attack th", "attack th"),
        ("sho", "sho"),
        ("", ""),
    ],
)
def test_a_parameter_is_completed_as_the_word_that_it_replaces(typed, completed):
    assert line_completed(typed, made()) == completed
