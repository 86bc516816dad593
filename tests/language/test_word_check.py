"""What each word of a line is, and which words are mistakes, as the reader of the interpreter has it."""

import random

import pytest

from rbfcli.core.errors import RbfError
from rbfcli.engine.play import offers
from rbfcli.language.completion import KnownNames
from rbfcli.language.grammar import line_for
from rbfcli.language.names import NameContext
from rbfcli.language.parser import one_liner_verbs, read_line
from rbfcli.language.verbs import VERBS
from rbfcli.language.word_check import LineReader
from rbfcli.session.encounter import from_encounter
from rbfcli.storage.paths import find_encounter
from rbfcli.systems.registry import SHIPPED, load

FILES = {"": ("duel.toml", "fight.rbf", "more/"), "more/": ("old fight.toml",)}
NAMES = KnownNames(
    systems=lambda: SHIPPED,
    encounters=("dock-ambush", "duel"),
    scripts=("dock-ambush",),
    verbs={"exit": "Leave."},
    files=lambda folder: FILES.get(folder, ()),
    one_liners=lambda system: one_liner_verbs(load(system)) if system else {},
)
ENCOUNTERS = {
    "bgc": "street-arrest",
    "futurepath": "bear-ridge",
    "generic": "weir-at-dusk",
    "rbf": "dock-ambush",
    "rpj": "hangar-seven",
    "threat": "mine-raid",
}
SIGNS = {False: "", True: "!"}


def begun(system, *lines):
    session = from_encounter(find_encounter(ENCOUNTERS[system]), "parts", ENCOUNTERS[system])
    for line in lines:
        session.perform(read_line(line, session.rules, session.fight))
    return session


@pytest.fixture(scope="module")
def context():
    """A fight in which it is Joss's turn."""
    session = begun("rbf", "init --set joss=60", "turn next")
    return NameContext(session.rules, session.fight)


def shown(text, context):
    """The parts of a line as `kind word`, with `!` where the word is a mistake."""
    return [f"{SIGNS[each.is_wrong]}{each.kind} {each.word}" for each in LineReader(NAMES).parts(text, context)]


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("attack joss thug1", ["verb attack", "name joss", "name thug1"]),
        ("attack thug1 --with rifle", ["verb attack", "name thug1", "option --with", "word rifle"]),
        ("attack thug1 --with=rif", ["verb attack", "name thug1", "option --with", "word rif"]),
        ("attack thug1 --with sword", ["verb attack", "name thug1", "option --with", "!word sword"]),
        ("attack thug1 --wi", ["verb attack", "name thug1", "option --wi"]),
        ("attack thug1 --wi sword", ["verb attack", "name thug1", "option --wi", "!word sword"]),
        ("attack thug1 --c", ["verb attack", "name thug1", "!option --c"]),
        ("attack thug1 --weapon x", ["verb attack", "name thug1", "!option --weapon", "!name x"]),
        ("attack thug", ["verb attack", "!name thug"]),
        ("attack nobody", ["verb attack", "!name nobody"]),
        ("attack 'Joss Marlow' \"thug1\"", ["verb attack", "name Joss Marlow", "name thug1"]),
        ("attack @foes @fo @nobody", ["verb attack", "name @foes", "!name @fo", "!name @nobody"]),
        ("attack joss thug* x*", ["verb attack", "name joss", "name thug*", "!name x*"]),
        ("damage thug1 thug2 5", ["verb damage", "name thug1", "name thug2", "number 5"]),
        ("heal joss 2d6", ["verb heal", "name joss", "dice 2d6"]),
        ("init --set joss=3 ada=4", ["verb init", "option --set", "name joss=3", "name ada=4"]),
        ("move crates", ["verb move", "word crates"]),
        ("condition add ada prone --rounds 2", ["verb condition", "word add", "name ada", "word prone"]),
        ("attac", ["!verb attac"]),
        ("frob x", ["!verb frob", "word x"]),
        ("exit now", ["verb exit", "word now"]),
        ("next", ["verb next"]),
        ("n --foo", ["verb n", "!option --foo"]),
        ("3", ["number 3"]),
        ("-q show joss", ["option -q", "verb show", "name joss"]),
        ("-x show", ["!option -x", "verb show"]),
        ("roll 2d6 + 3 # hits", ["verb roll", "dice 2d6", "dice +", "number 3", "comment # hits"]),
        ("roll 2d6+", ["verb roll", "dice 2d6+"]),
        ("roll 2d6 2d0", ["verb roll", "dice 2d6", "dice 2d0"]),
        ("roll 5d10>7", ["verb roll", "dice 5d10>7"]),
        ("roll 5d10>7 --dialect roll20", ["verb roll", "dice 5d10>7", "option --dialect", "word roll20"]),
        ("roll --dialect=avrae 4d6k3", ["verb roll", "option --dialect", "word avrae", "dice 4d6k3"]),
        ("odds 2d6 --plot", ["verb odds", "dice 2d6", "option --plot"]),
        ("odds attack thug9 --plot", ["verb odds", "verb attack", "!name thug9", "option --plot"]),
        ("note 'run away'", ["verb note", "string run away"]),
        ("note run away", ["verb note", "word run", "word away"]),
        ("attack $who ${x}", ["verb attack", "name $who", "name ${x}"]),
        ("set joss hp=3 skills.shoot=2", ["verb set", "name joss", "word hp=3", "word skills.shoot=2"]),
        ("set joss hpp=3 hp=lots", ["verb set", "name joss", "word hpp=3", "word hp=lots"]),
        ("set joss max-hp=9 hp h x", ["verb set", "name joss", "word max-hp=9", "word hp", "word h", "word x"]),
        ("set fight title=Dusk seed=x", ["verb set", "name fight", "word title=Dusk", "word seed=x"]),
        ("set fight options.nope=3 hp=3", ["verb set", "name fight", "word options.nope=3", "word hp=3"]),
        ("set fight options.enemy_cover=true", ["verb set", "name fight", "word options.enemy_cover=true"]),
        ("set joss hp=$x", ["verb set", "name joss", "word hp=$x"]),
        ("choose 3", ["verb choose", "number 3"]),
        ("choose stay", ["verb choose", "word stay"]),
        ("", []),
        ("# nothing", ["comment # nothing"]),
    ],
)
def test_parts(context, line, parts):
    found = shown(line, context)
    assert found[: len(parts)] == parts
    assert len(found) == len(parts) or line.startswith("condition")


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("attack --system rbf --tn 14", ["verb attack", "option --system", "word rbf", "option --tn", "number 14"]),
        ("attack", ["verb attack"]),
        ("new rb", ["verb new", "!word rb"]),
        ("new d20", ["verb new", "!word d20"]),
        ("start dock-ambush", ["verb start", "word dock-ambush"]),
        ("start duel.toml", ["verb start", "word duel.toml"]),
        ("start dock", ["verb start", "word dock"]),
        ("start dock-ambsh", ["verb start", "word dock-ambsh"]),
        ("start 'more/old fight.toml'", ["verb start", "string more/old fight.toml"]),
        ("start more/ol", ["verb start", "word more/ol"]),
        ("start more/new", ["verb start", "word more/new"]),
        ("start more", ["verb start", "word more"]),
        ("start ~/any", ["verb start", "word ~/any"]),
        ("run - dock-ambush", ["verb run", "word -", "!word dock-ambush"]),
        ("check nowhere.toml", ["verb check", "word nowhere.toml"]),
        ("repl new.toml", ["verb repl", "word new.toml"]),
    ],
)
def test_parts_without_a_fight(line, parts):
    assert shown(line, None) == parts


@pytest.mark.parametrize("system", SHIPPED)
def test_what_can_be_done_has_no_mistake(system):
    """In the first turns of a fight, every offer as a line, whole and without the one who acts."""
    session, reader, seen = begun(system, "init"), LineReader(NAMES), 0
    for _ in range(6):
        context = NameContext(session.rules, session.fight)
        for who in session.fight.combatants:
            for each in offers(session.rules, session.fight, who):
                line = line_for(each.command)
                wrong = [part for part in reader.parts(line, context) if part.is_wrong]
                assert not wrong, line
                seen += 1
        steps = session.rules.next_steps(session.fight)
        if not steps:
            break
        try:
            session.perform(read_line(steps[0], session.rules, session.fight))
        except RbfError:
            break
    assert seen


def test_parts_lie_in_their_line(context):
    """Whatever is typed: parts are in order, do not overlap, and cover every word."""
    chance, letters = random.Random(7), " attck jos1--with=\"'#\\$@*?{}é\x1b\u202e2d6+"  # noqa: S311 - noise
    verbs = [*VERBS, "attack joss thug1", "init --set"]
    reader = LineReader(NAMES)
    for _ in range(2000):
        text = f"{chance.choice(verbs)} {''.join(chance.choices(letters, k=chance.randint(0, 20)))}"
        end = 0
        for each in reader.parts(text, context):
            assert end <= each.start <= each.end <= len(text)
            assert not text[end : each.start].strip(" =\t\n\r\f\v"), text
            end = each.end


def test_a_new_fight_is_judged_anew(context):
    reader = LineReader(NAMES)
    assert reader.parts("damage newcomer", context)[1].is_wrong
    session = begun("rbf", "add Newcomer hp=3")
    assert not reader.parts("damage newcomer", NameContext(session.rules, session.fight))[1].is_wrong
