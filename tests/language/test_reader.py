"""Words become commands, commands become words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rbfcli.kernel import verbs
from rbfcli.kernel.errors import RbfError, UsageError
from rbfcli.language.common_options import CommonOptions
from rbfcli.language.fights import fight_verbs, one_liner_verbs, read_line, read_words
from rbfcli.language.grammar import grammar_of
from rbfcli.language.reader import read, read_common_options, with_system_apart
from rbfcli.language.verbs import VERBS
from rbfcli.language.writer import line_for
from rbfcli.systems.catalogue import SHIPPED, load
from rbfcli.systems.rbf.commands import fighting

RBF = load("rbf")
KINDS = [
    *VERBS.values(),
    *(
        kind
        for name in SHIPPED
        for verbs_of in (fight_verbs, one_liner_verbs)
        for kind in verbs_of(load(name)).values()
    ),
]


def command(context, line):
    return read_line(line, context.rules, context.fight)


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("attack ada thug1", fighting.Attack(who="ada", targets=("thug1",))),
        ("attack jo thug2 --with rif", fighting.Attack(who="joss", targets=("thug2",), weapon="rifle")),
        ("attack ada thug1 --dice 5,7", fighting.Attack(who="ada", targets=("thug1",), dice=(5, 7))),
        ("attack ada thug1 --mod -2 --force", fighting.Attack(who="ada", targets=("thug1",), mod=-2, force=True)),
        ("attack ada thug1 --mo 2 --dic=5,7", fighting.Attack(who="ada", targets=("thug1",), mod=2, dice=(5, 7))),
        ("attack --mod=3 ada thug1", fighting.Attack(who="ada", targets=("thug1",), mod=3)),
        ("damage thug1 thug2 4", verbs.Damage(who=("thug1", "thug2"), amount=4)),
        ("damage gunner* 4", verbs.Damage(who=("gunner1", "gunner2"), amount=4)),
        ("condition add ada joss blinded --rounds 2",
         verbs.ChangeCondition(step="add", who=("ada", "joss"), name="blinded", rounds=2)),
        ("turn", verbs.Turn()),
        ("turn hold --until 7", verbs.Turn(step="hold", until=7)),
        ("init --set ada=9 --set thug1=3", fighting.Init(set=("ada=9", "thug1=3"))),
        ("init --set ada=9,thug1=3", fighting.Init(set=("ada=9", "thug1=3"))),
        ("init --set ada=9 thug1=3 --mod 1", fighting.Init(set=("ada=9", "thug1=3"), mod=1)),
        ("set thug1 hp=3 cover=light", verbs.Set(who="thug1", pairs=("hp=3", "cover=light"))),
        ("note the crane swings", verbs.Note(text=("the", "crane", "swings"))),
        ("note -- --mod", verbs.Note(text=("--mod",))),
        ("set fight options.untrained=-1", verbs.Set(who="fight", pairs=("options.untrained=-1",))),
    ],
)  # fmt: skip
def test_a_line_reads_as_its_command_and_is_said_again(context, line, read):
    assert command(context, line) == read
    assert command(context, line_for(read)) == read


@pytest.mark.parametrize(
    ("line", "status", "message"),
    [
        ("attak ada thug1", 2, "there is no verb 'attak'"),
        ("attack", 2, "who attacks?"),
        ("attack ada", 2, "attack needs TARGETS"),
        ("attack ada thug1 --with rife", 2, "there is no weapon 'rife'"),
        ("attack ada thug1 --technique trp", 2, "there is no technique 'trp'"),
        ("attack ada thug1 --wth x", 2, "attack has no option --wth"),
        ("attack ada thug1 --d 5,7", 2, "'--d' could mean --dice, --dual, --disadvantage, --dry-run, --debug"),
        ("attack ada thug1 -mod 3", 2, "attack has no option -mod"),
        ("attack ada thug1 --mod", 2, "--mod needs a value"),
        ("attack ada thug1 --mod --dice 5,7", 2, "--mod needs a value"),
        ("attack ada thug1 --with --dice=5,7", 2, "--with needs a value"),
        ("attack ada thug1 --dice --json", 2, "--dice needs a value"),
        ("attack ada thug1 --mod x", 2, "--mod must be a whole number"),
        ("attack ada thug1 --mod ٣", 2, "--mod must be a whole number"),
        ("attack ada thug1 --mod 9999", 2, "--mod must be from -1000 to 1000"),
        ("attack ada thug1 --mod 1 --mod 2", 2, "--mod given more than once"),
        ("attack ada thug1 --dice x", 2, "'x' is not the face of a die"),
        ("attack ada thug1 --force=no", 2, "--force takes no value"),
        ("condition put ada prone", 2, "there is no step 'put'"),
        ("damage 4", 2, "who is hurt?"),
        ("damage ada", 2, "how much?"),
        ("heal ada joss", 2, "how much?"),
        ("fall ada", 2, "how deep?"),
        ("reload", 2, "who reloads?"),
        ("move crates", 2, "who moves?"),
        ("damage ada -3", 2, "AMOUNT must be"),
        ("stand ada joss", 2, "unexpected 'joss'"),
        ("note a\u202eb", 2, "invisible character \\u202e"),
        ("note a\x1bb", 2, "invisible character \\x1b"),
    ],
)
def test_a_line_that_does_not_read_says_what_would(context, line, status, message):
    with pytest.raises(RbfError) as wrong:
        command(context, line)
    assert wrong.value.status == status
    assert message in wrong.value.message


def test_common_options_stand_before_or_after_the_verb(context):
    for words in (["-e", "f.toml", "--json", "turn", "-n"], ["turn", "--json", "-n", "--encounter=f.toml"]):
        line = read_words(words, context.rules, context.fight)
        assert line.command == verbs.Turn()
        assert (line.common.encounter, line.common.json, line.common.dry_run) == ("f.toml", True, True)
        assert read_common_options(words) == line.common


def test_a_beginning_that_one_option_alone_has_is_that_option(context):
    for words in (["--enc", "f.toml", "--js", "turn", "--dry"], ["turn", "--js", "--dry", "--enc=f.toml"]):
        line = read_words(words, context.rules, context.fight)
        assert (line.common.encounter, line.common.json, line.common.dry_run) == ("f.toml", True, True)
        assert read_common_options(words) == line.common


def test_a_beginning_that_a_common_option_has_too_is_asked_back(context):
    """`--c` of an attack might be `--condition`: `--color`, which takes no `prone`, says nothing beforehand."""
    words = ["attack", "ada", "thug1", "--c", "prone"]
    assert read_common_options(words) == CommonOptions()
    with pytest.raises(UsageError, match=r"could mean --club, .*--color"):
        read_words(words, context.rules, context.fight)


def test_no_option_of_a_verb_is_the_beginning_of_one_that_every_command_takes():
    """Common options are read before the verb is known."""
    own = {option for kind in KINDS for option in grammar_of(kind).options if option.startswith("--")}
    common = grammar_of(CommonOptions).options
    assert [(option, each) for option in own for each in common if each.startswith(option) and each != option] == []


def test_the_system_of_a_one_liner_may_stand_behind_an_equals_sign_and_be_cut_short():
    whole = ["attack", "--system", "rbf", "--tn", "3"]
    for written in (["--system=rbf"], ["--sys", "rbf"], ["--syst=rbf"]):
        assert with_system_apart(["attack", *written, "--tn", "3"]) == whole
    behind_dashes = ["note", "--", "--system=rbf"]
    assert with_system_apart(behind_dashes) == behind_dashes


@pytest.mark.parametrize("text", ["-x", "-$", "--force now", '-"', "- a pause", "-"])
def test_a_note_that_begins_with_a_hyphen_is_read_again(text):
    """Also where it stands in quotes: it is no option."""
    note = verbs.Note(text=(text,))
    assert read_line(line_for(note), RBF, RBF.fight(system="rbf")) == note


@given(st.lists(st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1), min_size=1))
def test_notes_of_any_words_are_said_and_read_again(words):
    note = verbs.Note(text=tuple(words))
    fight = RBF.fight(system="rbf")
    try:
        read = read_line(line_for(note), RBF, fight)
    except RbfError as unseen:
        assert "invisible" in unseen.message  # noqa: PT017 - any other error would be a fault of the language
    else:
        assert [each.casefold() for each in read.text] == [_composed(each).casefold() for each in words]


def _composed(text):
    from unicodedata import normalize

    return normalize("NFC", text)


def test_a_common_option_before_the_verb_is_common(context):
    line = read(["-n", "roll", "1d6", "-n", "2"], VERBS)
    assert (line.common.dry_run, line.command.times) == (True, 2)
    with pytest.raises(RbfError, match="takes no value"):
        read_words(["--json=x", "turn", "--json"], context.rules, context.fight)
    with pytest.raises(RbfError, match="rbf has no option --mod"):
        read_words(["--mod=2", "attack", "ada", "thug1"], context.rules, context.fight)
