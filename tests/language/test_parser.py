"""Words become commands, commands become words."""

from __future__ import annotations

import typing
from typing import get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rbfcli.core.errors import LimitReached, RbfError, Refusal, UsageError
from rbfcli.core.limits import Budget
from rbfcli.core.text import quoted
from rbfcli.language import program_verbs
from rbfcli.language.completion import KnownNames, suggest
from rbfcli.language.grammar import CommonOptions, grammar_of, line_for, scan, split_words
from rbfcli.language.line_errors import MissingNumber
from rbfcli.language.names import PEOPLE_A_STEP, NameContext, find_combatant, find_combatants
from rbfcli.language.parser import (
    bind,
    fight_verbs,
    is_fight_verb,
    one_liner_verbs,
    parse_line,
    read,
    read_line,
)
from rbfcli.language.verbs import VERBS
from rbfcli.model import commands
from rbfcli.model.commands import Arg, Command
from rbfcli.session.encounter import empty, from_encounter
from rbfcli.storage.paths import find_encounter
from rbfcli.systems.rbf import commands as fighting
from rbfcli.systems.registry import SHIPPED, load

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


def test_the_part_after_a_colon_goes_to_its_option():
    """`--save wis:12` is `--save wis --dc 12`. In a journal it stays what it was: a save of that name."""
    session = from_encounter(find_encounter("weir-at-dusk"), "colons", source="weir-at-dusk")

    def typed(line):
        return line_for(bind(parse_line(split_words(line)), session.rules, session.fight).command)

    assert typed("condition add mira frightened --save wis:12") == typed(
        "condition add mira frightened --save wis --dc 12"
    )
    assert typed("save mira dex:14") == typed("save mira dex --dc 14")
    with pytest.raises(UsageError, match="--dc given more than once"):
        typed("condition add mira frightened --save wis:12 --dc 14")
    with pytest.raises(UsageError, match="--dc must be a whole number, not 'hard'"):
        typed("condition add mira frightened --save wis:hard")
    written = read_line("condition add mira frightened --save wis:12", session.rules, session.fight)
    assert (written.save, written.dc) == ("wis:12", 10)


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
        ("damage thug1 thug2 4", fighting.Damage(who=("thug1", "thug2"), amount=4)),
        ("damage gunner* 4", fighting.Damage(who=("gunner1", "gunner2"), amount=4)),
        ("condition add ada joss blinded --rounds 2",
         commands.ChangeCondition(step="add", who=("ada", "joss"), name="blinded", rounds=2)),
        ("turn", commands.Turn()),
        ("turn hold --until 7", commands.Turn(step="hold", until=7)),
        ("init --set ada=9 --set thug1=3", fighting.Init(set=("ada=9", "thug1=3"))),
        ("init --set ada=9,thug1=3", fighting.Init(set=("ada=9", "thug1=3"))),
        ("init --set ada=9 thug1=3 --mod 1", fighting.Init(set=("ada=9", "thug1=3"), mod=1)),
        ("set thug1 hp=3 cover=light", commands.Set(who="thug1", pairs=("hp=3", "cover=light"))),
        ("note the crane swings", commands.Note(text=("the", "crane", "swings"))),
        ("note -- --mod", commands.Note(text=("--mod",))),
        ("set fight options.untrained=-1", commands.Set(who="fight", pairs=("options.untrained=-1",))),
    ],
)  # fmt: skip
def test_a_line_reads_as_its_command_and_is_said_again(context, line, read):
    assert command(context, line) == read
    assert command(context, line_for(read)) == read


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("watch --serve", program_verbs.Watch(serve=0)),
        ("watch --serve 8080 fight.toml", program_verbs.Watch(save="fight.toml", serve=8080)),
        ("watch --serve fight.toml --public", program_verbs.Watch(save="fight.toml", serve=0, public=True)),
        ("watch --serve fight.toml 8080", program_verbs.Watch(save="fight.toml", serve=8080)),
        ("watch 7 --serve 0", program_verbs.Watch(save="7", serve=0)),
    ],
)
def test_a_port_may_be_left_out(line, meant):
    assert read(parse_line(split_words(line)), VERBS).command == meant
    assert read(parse_line(split_words(line_for(meant))), VERBS).command == meant


@pytest.mark.parametrize(
    ("line", "status", "message"),
    [
        ("attak ada thug1", 2, "unknown command 'attak'"),
        ("attack", 2, "missing WHO"),
        ("attack ada", 2, "missing TARGETS"),
        ("attack ada thug1 --with rife", 2, "unknown weapon 'rife'"),
        ("attack ada thug1 --technique trp", 2, "unknown technique 'trp'"),
        ("attack ada thug1 --wth x", 2, "unknown option '--wth'"),
        ("attack ada thug1 --d 5,7", 2, "'--d' could mean --dual, --disadvantage, --dice, --dry-run, --debug"),
        ("attack ada thug1 -mod 3", 2, "unknown option '-mod'"),
        ("attack ada thug1 --mod", 2, "missing value for --mod"),
        ("attack ada thug1 --mod --dice 5,7", 2, "missing value for --mod"),
        ("attack ada thug1 --with --dice=5,7", 2, "missing value for --with"),
        ("attack ada thug1 --dice --json", 2, "missing value for --dice"),
        ("attack ada thug1 --mod x", 2, "--mod must be a whole number"),
        ("attack ada thug1 --mod ٣", 2, "--mod must be a whole number"),
        ("attack ada thug1 --mod 9999", 2, "--mod must be from -1000 to 1000"),
        ("attack ada thug1 --mod 1 --mod 2", 2, "--mod given more than once"),
        ("attack ada thug1 --dice x", 2, "each face must be a whole number, not 'x'"),
        ("attack ada thug1 --force=no", 2, "--force does not take a value"),
        ("condition put ada prone", 2, "STEP must be one of add, remove, not 'put'"),
        ("damage 4", 2, "missing WHO"),
        ("damage ada", 2, "missing AMOUNT"),
        ("heal ada joss", 2, "AMOUNT must be a whole number, not 'joss'"),
        ("fall ada", 2, "missing METRES"),
        ("reload", 2, "missing WHO"),
        ("move crates", 2, "missing WHO"),
        ("damage ada -3", 2, "AMOUNT must be"),
        ("stand ada joss", 2, "unexpected 'joss'"),
        ("note a\u202eb", 2, "a word contains an invisible character: \\u202e"),
        ("note a\x1bb", 2, "a word contains an invisible character: \\x1b"),
    ],
)
def test_a_line_that_does_not_read_says_what_would(context, line, status, message):
    with pytest.raises(RbfError) as wrong:
        command(context, line)
    assert wrong.value.status == status
    assert message in wrong.value.message


def test_common_options_stand_before_or_after_the_verb(context):
    for words in (["-e", "f.toml", "--json", "turn", "-n"], ["turn", "--json", "-n", "--encounter=f.toml"]):
        line = bind(parse_line(words), context.rules, context.fight)
        assert line.command == commands.Turn()
        assert (line.common.encounter, line.common.json, line.common.dry_run) == ("f.toml", True, True)
        assert parse_line(words).common == line.common


def test_a_beginning_that_one_option_alone_has_is_that_option(context):
    for words in (["--enc", "f.toml", "--js", "turn", "--dry"], ["turn", "--js", "--dry", "--enc=f.toml"]):
        line = bind(parse_line(words), context.rules, context.fight)
        assert (line.common.encounter, line.common.json, line.common.dry_run) == ("f.toml", True, True)
        assert parse_line(words).common == line.common


def test_a_beginning_that_a_common_option_has_too_is_asked_back(context):
    """`--c` of an attack could be `--condition`; `--color`, which does not take `prone`, is not assumed."""
    words = ["attack", "ada", "thug1", "--c", "prone"]
    assert parse_line(words).common == CommonOptions()
    with pytest.raises(UsageError, match=r"could mean --club, .*--color"):
        bind(parse_line(words), context.rules, context.fight)


def test_no_option_of_a_verb_is_the_beginning_of_one_that_every_command_takes():
    """Common options are read before the verb is known."""
    own = {option for kind in KINDS for option in grammar_of(kind).options if option.startswith("--")}
    common = grammar_of(CommonOptions).options
    assert [(option, each) for option in own for each in common if each.startswith(option) and each != option] == []


def test_the_system_of_a_one_liner_may_stand_behind_an_equals_sign_and_be_cut_short():
    for written in (["--system", "rbf"], ["--system=rbf"], ["--sys", "rbf"], ["--syst=rbf"]):
        for words in (["attack", *written, "--tn", "3"], [*written, "attack", "--tn", "3"]):
            line = parse_line(words)
            assert (line.verb, line.system, line.needs_no_fight) == ("attack", "rbf", True)
            assert line.without_system() == parse_line(["attack", "--tn", "3"])
    assert parse_line(["note", "--", "--system=rbf"]).system is None
    assert not parse_line(["import", "party.csv", "--system", "rbf"]).needs_no_fight


@pytest.mark.parametrize(
    ("words", "before", "verb", "rest"),
    [
        ((), (), "", ()),
        (("--json",), ("--json",), "", ()),
        (("-e", "attack"), ("-e", "attack"), "", ()),
        (("-e",), ("-e",), "", ()),
        (("-e", "f.toml", "--json", "attack", "a"), ("-e", "f.toml", "--json"), "attack", ("a",)),
        (("--encounter=f.toml", "attack", "-n"), ("--encounter=f.toml",), "attack", ("-n",)),
        (("--foo", "attack"), ("--foo",), "attack", ()),
        (("-", "attack"), (), "-", ("attack",)),
        (("--system", "rbf"), ("--system", "rbf"), "", ()),
    ],
)
def test_a_line_is_the_words_before_its_verb_the_verb_and_the_rest(words, before, verb, rest):
    line = parse_line(words)
    assert (line.before, line.verb, line.rest) == (before, verb, rest)
    assert line.with_verb("odds", "x").words == (*before, "odds", "x", *rest)
    assert line.with_options("--quiet").words == (*words[: line.at + 1], "--quiet", *rest)


@pytest.mark.parametrize("text", ["-x", "-$", "--force now", '-"', "- a pause", "-"])
def test_a_note_that_begins_with_a_hyphen_is_read_again(text):
    """Also inside quotes, where it is not an option."""
    note = commands.Note(text=(text,))
    assert read_line(line_for(note), RBF, RBF.fight(system="rbf")) == note


@given(st.lists(st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1), min_size=1))
def test_notes_of_any_words_are_said_and_read_again(words):
    note = commands.Note(text=tuple(words))
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
    line = read(parse_line(["-n", "roll", "1d6", "-n", "2"]), VERBS)
    assert (line.common.dry_run, line.command.times) == (True, 2)
    with pytest.raises(RbfError, match="--json does not take a value"):
        bind(parse_line(["--json=x", "turn", "--json"]), context.rules, context.fight)
    with pytest.raises(RbfError, match="unknown option '--mod'"):
        bind(parse_line(["--mod=2", "attack", "ada", "thug1"]), context.rules, context.fight)


# `remove` takes combatants, or the word for a kind of thing and ids; what is in use stays.


YARD = {
    "rbf": (
        "add weapon lance damage=9 skill=melee",
        "add weapon club damage=2 skill=melee",
        "add place quay at=16",
        "add place pier at=3",
        "add block guard tn=12 weapons=lance",
        "add Vex side=crew place=quay",
        "add Lara side=crew",
    ),
    "rpj": ("add link quay pier", "add link pier mole"),
}


def played(system, *lines):
    """A session of a system in which lines were said."""
    session = empty(system, "", "seed")
    for line in (*YARD[system], *lines):
        session.perform(read_line(line, session.rules, session.fight))
    return session


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("remove weapon club", ("lance",)),
        ("remove weapon clu", ("lance",)),
        ("remove la", ("lance", "club")),
    ],
)
def test_what_nobody_uses_is_gone(line, left):
    session = played("rbf", line)
    assert tuple(session.fight.weapons) == left


@pytest.mark.parametrize("line", ["remove place pier", "remove block guard"])
def test_places_and_blocks_too_and_undo_brings_them_back(line):
    before, session = played("rbf").fight, played("rbf", line)
    assert (session.fight.board, session.fight.blocks) != (before.board, before.blocks)
    session.undo(1)
    assert session.fight == before


def test_the_journal_has_the_whole_id():
    assert played("rbf", "remove weapon clu").journal[-1] == "remove weapon club"


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("remove weapon lance", "weapon lance is in use: guard (weapons)"),
        ("remove weapon club lance", "weapon club, lance is in use: guard (weapons)"),
        ("remove place quay", "place quay is in use: vex (place)"),
        ("remove weapon lanse", "unknown weapon 'lanse'"),
        ("remove weapon", "missing weapon to remove"),
        ("remove club", "unknown combatant 'club'"),
        ("remove weapon lance --force", "weapon lance is in use: guard (weapons)"),
    ],
)
def test_what_is_in_use_or_not_there_is_refused(line, what):
    session = played("rbf")
    with pytest.raises(RbfError) as no:
        session.perform(read_line(line, session.rules, session.fight))
    assert no.value.message.startswith(what)
    assert session.fight == played("rbf").fight


def test_an_id_without_its_kind_is_asked_back():
    session = played("rbf")
    with pytest.raises(RbfError) as no:
        read_line("remove club", session.rules, session.fight)
    assert no.value.hint == "did you mean `remove weapon club`?"


def test_somebody_of_that_name_is_meant_before_a_kind_of_thing():
    session = played("rbf", "add weapon name=weapon")
    assert "weapon" in session.fight.combatants
    session.perform(read_line("remove weapon lara", session.rules, session.fight))
    assert list(session.fight.combatants) == ["vex"]


def test_a_pair_is_taken_away_by_both_its_names():
    session = played("rpj", "remove link pier quay")
    assert session.fight.board.links == (("pier", "mole"),)


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("remove ", ("vex", "lara", "weapon", "place", "block")),
        ("remove weapon ", ("lance", "club")),
        ("remove weapon lance ", ("club",)),
        ("remove place p", ("pier",)),
    ],
)
def test_tab_knows_what_there_is(typed, offered):
    session = played("rbf")
    found = suggest(typed, len(typed), NameContext(session.rules, session.fight), KnownNames())
    words = tuple(each.word for each in found)
    assert {*offered} <= {*words}
    assert typed == "remove " or words[: len(offered)] == offered


# The grammar of a verb is what the annotations of its command struct say.


KINDS_OF_GRAMMAR = dict.fromkeys(
    [
        *VERBS.values(),
        *(kind for name in SHIPPED for verbs in (fight_verbs, one_liner_verbs) for kind in verbs(load(name)).values()),
    ]
)
WHO = Arg("combatant", "who does it")


class InWords(Command, frozen=True, kw_only=True, tag="in-words"):
    """A command whose annotations are words, and one of them names `Annotated` with its module."""

    who: typing.Annotated[str, WHO]


class AsObject(Command, frozen=True, kw_only=True, tag="as-object"):
    """A command whose annotation is no word."""

    __annotations__ = {"who": typing.Annotated[str, WHO]}


@pytest.mark.parametrize("kind", KINDS_OF_GRAMMAR, ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
def test_every_field_is_read_as_typing_reads_its_annotation(kind):
    hints = get_type_hints(kind, include_extras=True)
    fields = grammar_of(kind).fields
    assert set(fields) == set(kind.__struct_fields__)
    for name, parameter in fields.items():
        base, spec = get_args(hints[name])
        assert (parameter.spec, parameter.many) == (spec, get_origin(base) is tuple)


@pytest.mark.parametrize("kind", [InWords, AsObject])
def test_annotations_may_be_written_otherwise(kind):
    assert grammar_of(kind).fields["who"].spec == WHO


# Names at the table: ids, names, prefixes, globs, selectors.


@pytest.mark.parametrize(
    ("word", "who"),
    [
        ("ada", "ada"),
        ("Ada Quill", "ada"),
        ("ADA", "ada"),
        ("jo", "joss"),
        ("tamsin r", "tamsin"),
        ("gunner2", "gunner2"),
    ],
)
def test_an_id_a_name_and_a_unique_prefix_mean_one(context, word, who):
    assert find_combatant(word, context) == who


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("thug*", ("thug1", "thug2", "thug3", "thug4")),
        ("gunner?", ("gunner1", "gunner2")),
        ("@crew", ("ada", "joss", "tamsin", "pell")),
        ("@dockers", ("thug1", "thug2", "thug3", "thug4", "gunner1", "gunner2")),
        ("@random", ("@random",)),
    ],
)
def test_globs_and_sides_mean_several(context, word, found):
    assert find_combatants(word, context) == found


def test_selectors_look_from_the_one_who_acts(context):
    thug = NameContext(context.rules, context.fight, "thug1")
    assert find_combatants("@foes", thug) == ("ada", "joss", "tamsin", "pell")
    assert find_combatants("@allies", thug) == (
        "thug2",
        "thug3",
        "thug4",
        "gunner1",
        "gunner2",
    )
    assert find_combatants("@weakest", thug) == ("joss",)


def test_one_of_a_team_that_acts_has_foes_of_its_own():
    """In FuturePath a slot of the order is a team; it is one of them who looks around."""
    session = from_encounter(find_encounter("depot-raid"), "names", source="depot-raid")
    hale = NameContext(session.rules, session.fight, "hale")
    assert find_combatants("@foes", hale) == ("lookout", "guard", "loader", "boss")
    assert find_combatants("@allies", hale) == ("yara", "gort")


@pytest.mark.parametrize(
    ("word", "status", "message", "hint"),
    [
        ("thug", 2, "could mean thug1, thug2, thug3, thug4", "type more of it"),
        ("thgu1", 1, "unknown combatant 'thgu1'", "did you mean thug1"),
        ("x*", 1, "unknown combatant 'x*'", ""),
        ("@active", 1, "no one has the turn", "init"),
        ("@croo", 1, "unknown selector '@croo'", "@crew"),
    ],
)
def test_what_is_nobody_or_several_is_an_error_with_candidates(context, word, status, message, hint):
    with pytest.raises(RbfError) as wrong:
        find_combatant(word, context)
    assert wrong.value.status == status
    assert message in wrong.value.message
    assert hint in wrong.value.hint


@pytest.mark.parametrize(
    "word",
    [
        "@foes",
        "@allies",
        "@weakest",
        "@nearest",
    ],
)
def test_a_selector_that_depends_on_who_acts_is_refused_while_nobody_does(context, word):
    assert not context.fight.active
    with pytest.raises(Refusal, match=f"{word} depends on the current turn"):
        find_combatants(word, context)
    assert find_combatants("@dockers", context)


def test_with_nobody_acting_foes_are_the_side_of_that_name(context):
    people = {who: replace(one, side="foes") for who, one in context.fight.combatants.items()}
    fight = replace(context.fight, combatants=people)
    assert find_combatants("@foes", NameContext(context.rules, fight)) == tuple(people)


@pytest.mark.parametrize("encounter", ["street-arrest", "mine-raid"])
def test_the_nearest_is_refused_where_no_distance_is_known(encounter):
    session = from_encounter(find_encounter(encounter), "far", encounter)
    who = next(iter(session.fight.combatants))
    with pytest.raises(Refusal, match="@nearest needs distances, and this fight has none"):
        find_combatants(
            "@nearest",
            NameContext(session.rules, session.fight, who),
        )


def test_the_nearest_is_refused_where_several_act():
    session = from_encounter(find_encounter("depot-raid"), "team", "depot-raid")
    fight = replace(session.fight, active="crew")
    rules = replace(session.rules, members=lambda now, _team: tuple(now.combatants)[:2])
    with pytest.raises(Refusal, match="@nearest needs one actor, and several combatants can act"):
        find_combatants("@nearest", NameContext(rules, fight))


@pytest.mark.parametrize("line", ["heal @random 2", "remove @random", "init --surprised @random", "set @random hp=2"])
def test_only_an_attack_draws_at_random(context, line):
    with pytest.raises(Refusal, match="@random only works for the targets of an attack"):
        read_line(line, context.rules, context.fight)
    assert read_line("attack ada @random", context.rules, context.fight).targets == ("@random",)


def test_looking_for_names_has_a_budget(context):
    """Each unknown word is compared with all combatants; the words of a line share a budget."""
    few = NameContext(context.rules, context.fight, budget=Budget(steps=len(context.fight.combatants) // PEOPLE_A_STEP))
    find_combatants("*", few)
    with pytest.raises(LimitReached, match="too many names to look up"):
        find_combatants("*", few)


def test_a_pattern_of_brackets_is_paid_for(context):
    with pytest.raises(LimitReached, match="too many names to look up"):
        find_combatants("[" * 3_000, NameContext(context.rules, context.fight))
    assert find_combatants("[aj]*", context)[0] in context.fight.combatants


# Lines as words, and words as they have to be typed.


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("attack vex thug", ["attack", "vex", "thug"]),
        ("  attack\tvex  ", ["attack", "vex"]),
        ("# a comment", []),
        ("roll 2d8 # to hit", ["roll", "2d8"]),
        ("damage Orc#1 3", ["damage", "Orc#1", "3"]),
        ("note don't shoot", ["note", "don't", "shoot"]),
        ("note 'two words'", ["note", "two words"]),
        ('note "a \\"b\\" c"', ["note", 'a "b" c']),
        ('add "Siege Drone" hp=5', ["add", "Siege Drone", "hp=5"]),
        ('set vex name="Vex the Quick"', ["set", "vex", "name=Vex the Quick"]),
        ("set vex name='Vex the Quick'", ["set", "vex", "name=Vex the Quick"]),
        ('note ""', ["note", ""]),
        ("", []),
    ],
)
def test_quotes_group_and_comments_end_a_line(line, words):
    assert split_words(line) == words


@pytest.mark.parametrize("line", ['note "open', "note 'open", 'note a"b'])
def test_an_open_quote_is_an_error_that_names_its_column(line):
    with pytest.raises(UsageError, match="missing closing quote, opened at column 6"):
        split_words(line)


def test_words_know_where_they_stand():
    assert [(word.start, word.end) for word in scan('add "a b" c')] == [(0, 3), (4, 9), (10, 11)]
    assert scan("note 'half")[-1].open_quote == "'"


@given(st.lists(st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]))))
def test_quoted_words_read_as_themselves(words):
    assert split_words(" ".join(map(quoted, words))) == words


# Lines without an actor use the current turn, or say what to type.


UP = {
    "dock-ambush": ("init --set joss=60", "turn"),
    "hangar-seven": ("init --set sela=99",),
    "hangar-breach": ("init --set nadia=99",),
    "bear-ridge": ("init --set travellers=99",),
    "mine-raid": ("init",),
}


def a_fight(encounter, *lines):
    session = from_encounter(find_encounter(encounter), "actors", source=encounter)
    for line in (*UP[encounter], *lines):
        session.perform(read_line(line, session.rules, session.fight))
    return session


@pytest.fixture(scope="module")
def fights():
    return {encounter: a_fight(encounter) for encounter in UP}


def actors_read(session, line):
    return read_line(line, session.rules, session.fight)


@pytest.mark.parametrize(
    ("encounter", "short", "whole"),
    [
        ("dock-ambush", "attack gunner1", "attack joss gunner1"),
        ("dock-ambush", "attack gun* --with rif", "attack joss gunner1 gunner2 --with rifle"),
        ("dock-ambush", "attack @foes", "attack joss thug1 thug2 thug3 thug4 gunner1 gunner2"),
        ("dock-ambush", "attack --dice 5,7 gunner1 --force", "attack joss gunner1 --force --dice 5,7"),
        ("dock-ambush", "reload", "reload joss"),
        ("dock-ambush", "reload --with rifle", "reload joss --with rifle"),
        ("dock-ambush", "aim", "aim joss"),
        ("dock-ambush", "move crates", "move joss crates"),
        ("dock-ambush", "spot gunner2", "spot joss gunner2"),
        ("dock-ambush", "check athletics --tn 12", "check joss athletics --tn 12"),
        ("dock-ambush", 'speak "get down"', 'speak joss "get down"'),
        ("dock-ambush", "fall 6", "fall joss 6"),
        ("dock-ambush", "damage-save --tn 12 --damage 9", "damage-save joss --tn 12 --damage 9"),
        ("dock-ambush", "attack ada joss", "attack ada joss"),
        ("dock-ambush", "reload pell", "reload pell"),
        ("hangar-seven", "reorient", "reorient sela"),
        ("hangar-seven", "overwatch bay", "overwatch sela bay"),
        ("hangar-seven", "attack hunter", "attack sela hunter"),
        ("hangar-breach", "attack combat --called 30", "attack nadia combat --called 30"),
        ("hangar-breach", "declare attack", "declare nadia attack"),
        ("hangar-breach", "declare attack 2 defend", "declare nadia attack 2 defend"),
        ("hangar-breach", "declare att def", "declare nadia att def"),
        ("hangar-breach", "defend", "defend nadia"),
    ],
)
def test_whoever_is_up_acts(fights, encounter, short, whole):
    assert line_for(actors_read(fights[encounter], short)) == line_for(actors_read(fights[encounter], whole))
    assert line_for(actors_read(fights[encounter], short)) == whole


def test_the_only_one_on_its_feet_is_up_for_its_team():
    session = a_fight("bear-ridge", "damage neve 200")
    assert line_for(actors_read(session, "attack bear")) == "attack hale bear"


@pytest.mark.parametrize(
    ("encounter", "line", "message", "hint"),
    [
        ("dock-ambush", "attack joss", "missing TARGETS", "attack vex"),
        ("dock-ambush", "attack jos", "missing TARGETS", "attack vex"),
        ("dock-ambush", 'attack "Joss Marlow"', "missing TARGETS", "attack vex"),
        ("dock-ambush", "draw ada", "missing WEAPON (a carried weapon, or one on the ground)", "draw vex knife"),
        ("dock-ambush", "fall joss", "missing METRES", "for example: fall joss 6"),
        ("dock-ambush", "attack", "missing WHO", "attack vex"),
        ("dock-ambush", "use rope joss", "unknown combatant 'rope', and unknown item 'rope'", "items: medical kit"),
        ("dock-ambush", "attack jsos thug1", "unknown combatant 'jsos'", "did you mean joss"),
        ("hangar-breach", "declare nadai attack 2", "unknown combatant 'nadai'", "did you mean nadia?"),
        ("hangar-breach", "declare 5 attack", "unknown combatant '5'", "categories: attack, defend"),
        ("hangar-seven", "move 2", "unknown combatant '2', and unknown place '2'", "places: lock, bay"),
        ("bear-ridge", "attack bear", "hale or neve can", "for example: attack hale bear"),
        ("bear-ridge", "attack hale", "missing TARGETS", "attack"),
        ("bear-ridge", "reload", "hale or neve can", "for example: reload hale"),
        ("mine-raid", "attack guard1", "missing WHO: rill, bram or odile can act", "attack rill guard1"),
        ("mine-raid", "attack rill", "missing TARGETS", "attack"),
        ("mine-raid", 'act "cut the power"', "rill, bram or odile can", 'for example: act rill "cut the power"'),
    ],
)  # fmt: skip
def test_where_it_is_not_clear_the_line_says_what_to_type(fights, encounter, line, message, hint):
    with pytest.raises(RbfError) as wrong:
        actors_read(fights[encounter], line)
    assert message in wrong.value.message
    assert hint in wrong.value.hint


def test_a_number_that_is_missing_is_told_from_other_words(fights):
    with pytest.raises(MissingNumber):
        actors_read(fights["dock-ambush"], "damage thug1")
    with pytest.raises(UsageError) as wrong:
        actors_read(fights["dock-ambush"], "damage 4")
    assert not isinstance(wrong.value, MissingNumber)


def test_a_verb_that_the_program_has_too_is_the_fights_where_the_line_reads_so(fights):
    session = fights["dock-ambush"]
    for words, of_the_fight in ((["check", "athletics"], True), (["check", "fight.toml"], False)):
        assert is_fight_verb(words[0], words[1:], session.rules, session.fight) is of_the_fight


@pytest.mark.parametrize(
    ("line", "whole"),
    [("declare move attack", "declare nadia move attack"), ("declare a a d", "declare nadia a a d")],
)
def test_what_is_declared_is_not_taken_for_a_misspelt_name(fights, line, whole):
    assert line_for(actors_read(fights["hangar-breach"], line)) == whole


def test_a_misspelt_name_before_what_is_declared_gets_its_own_hint(fights):
    with pytest.raises(RbfError) as wrong:
        actors_read(fights["hangar-breach"], "declare nadya attack")
    assert "nadia" in wrong.value.suggestions
