"""Lines as people say them: what each means, and what stays asked."""

import pytest

from rbfcli.commands.service import CommandService
from rbfcli.core.errors import RbfError, UsageError
from rbfcli.engine.play import offers
from rbfcli.engine.turns import free_to_act
from rbfcli.language.grammar import grammar_of, line_for, split_words
from rbfcli.language.names import NameContext, can_act, known_words
from rbfcli.language.parser import bind, fight_verbs, parse_line, read_line
from rbfcli.language.wording import readings
from rbfcli.render.sentences import Style
from rbfcli.script.context import RunOptions
from rbfcli.script.run import run_script
from rbfcli.session.file_store import MemoryStorage
from tests.conftest import each_encounter

DOCKS = ("dock-ambush", "init --set joss=90 --set ada=50 --set thug1=3 --set gunner1=2")
DEPOT = ("depot-raid", "init")
CHAPEL = ("drowned-chapel", "init --set nadir=99 --set hexer=5 --set drowned1=4")
ROAD = ("relay-road", "init --set corin=99")
WEIR = ("weir-at-dusk", "init --set mira=99")
MINE = ("mine-raid", "init --threat 3")
HANGAR = ("hangar-seven", "init --set corin=99", "set sela side=others")
BREACH = ("hangar-breach", "init --set nadia=99", "declare nadia movement")


def table(encounter, *lines):
    service = CommandService(MemoryStorage(), Style(), spoken=True)
    for line in (f"start {encounter} --seed said", *lines):
        service.perform(split_words(line))
    return service


def refused(service, typed):
    with pytest.raises(RbfError) as wrong:
        service.perform(split_words(typed))
    return wrong.value


@pytest.fixture
def docks():
    service = table("dock-ambush")
    others = [f"--set {who}=3" for who in service.storage.load().fight.combatants if who not in ("joss", "ada")]
    service.perform(["init", "--set", "joss=90", "--set", "ada=50", *" ".join(others).split()])
    return service


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("attack gunner1 with hunting rifle", "attack joss gunner1 --with rifle"),
        ("attack with rifle gunner1", "attack joss gunner1 --with rifle"),
        ("attack gunner1 rifle", "attack joss gunner1 --with rifle"),
        ("attack the gunner1", "attack joss gunner1"),
        ("attack gunner1 advantage 2", "attack joss gunner1 --advantage 2"),
        ("damage fire 5 thug1", "damage thug1 5 --type fire"),
        ("damage thug1,thug2 2d6", "damage thug1 thug2 2d6"),
        ("heal pell 5 ada", "heal pell ada 5"),
        ("condition prone ada", "condition add ada prone"),
        ("condition add ada stunned for 2 rounds", "condition add ada stunned --rounds 2"),
        ("set hp=5", "set joss hp=5"),
        ("turn pell", "turn to pell"),
        ("add goblin x3", "add goblin --count 3"),
        ("add 3 goblin", "add goblin --count 3"),
        ("add 2 goblins", "add goblin --count 2"),
        ("add 2 wolves", "add wolf --count 2"),
        ("add 2 thieves", "add thief --count 2"),
        ("add 2 slaves", "add slave --count 2"),
        ("add 2 harpies", "add harpy --count 2"),
        ("add 2 zombies", "add zombie --count 2"),
        ("add 2 bosses", "add boss --count 2"),
        ("add 2 cerberus", "add cerberus --count 2"),
        ("add goblin*2 tn=12", "add goblin tn=12 --count 2"),
        ("move 5m towards crates", "move joss 5"),
        ("move towards crates 3m", "move joss 3"),
        ("move towards crates", "move joss crates"),
    ],
)
def test_a_line_with_one_reading_is_carried_out(docks, typed, meant):
    """The answer begins with what is meant, which is what the journal has, and reads strictly."""
    reply = docks.perform(split_words(typed))
    session = docks.storage.load()
    assert reply.text.startswith(f"{meant}\n")
    assert session.journal[-1].startswith(meant)
    assert line_for(read_line(session.journal[-1], session.rules, session.entries[-1].change.before)).startswith(meant)


@pytest.mark.parametrize(
    ("fight", "typed", "meant"),
    [
        (CHAPEL, "cast lance hexer", "cast nadir lance hexer"),
        (DEPOT, "move gort 3 towards boss", "move gort E5"),
        (DEPOT, "move gort D5 E5", "move gort E5 --via D5"),
        (DEPOT, "move gort east 1", "move gort C6"),
        (DEPOT, "move gort e5", "move gort E5"),
        (ROAD, "move +1", "move corin 1"),
        (ROAD, "move towards raider1", "move corin 1"),
        (ROAD, "move to the wreck", "move corin 1"),
        (ROAD, "move to wreck behind hull", "move corin 1 --cover hull"),
        (ROAD, "move next to sela", "move corin --join sela"),
        (ROAD, "move to sela", "move corin --join sela"),
        (DOCKS, "attack gunner1 using hunting rifle", "attack joss gunner1 --with rifle"),
        (BREACH, "move towards loader", "move nadia towards loader"),
        (WEIR, "attack ghoul1 +5 1d8+3", "attack mira ghoul1 --to-hit 5 --damage 1d8+3"),
        (WEIR, "attack ghoul1 +5 1d8 fire", 'attack mira ghoul1 --to-hit 5 --damage "1d8 fire"'),
        (WEIR, "attack mira +5 1d8 ghoul1", "attack mira ghoul1 --to-hit 5 --damage 1d8"),
        (WEIR, "attack ghoul1 +5", "attack mira ghoul1 --to-hit 5"),
        (WEIR, "attack ghoul1 with advantage", "attack mira ghoul1 --advantage"),
        (WEIR, "attack ghoul1 with javelin with advantage", "attack mira ghoul1 --with javelin --advantage"),
        (DOCKS, "move behind the crates", "move joss crates"),
        (DOCKS, "move to the crates", "move joss crates"),
        (DOCKS, "move to gunner1", "move joss 11"),
        (DOCKS, "move joss to the gunner1", "move joss 11"),
        (DOCKS, "attack gunner1 +2", "attack joss gunner1 --mod 2"),
        (DOCKS, "turn hold until 7", "turn hold --until 7"),
        (WEIR, "turn delay 3", "turn delay --until 3"),
        (MINE, "add sentry from guard x2", "add sentry --from guard --count 2"),
        (MINE, "add 2 guards", "add guard --from guard --count 2"),
        (MINE, "add guard", "add guard --from guard"),
        (MINE, "attack guard1 with rill", "attack rill guard1"),
        (MINE, "attack guard1 with shotgun by bram", "attack bram guard1 --with shotgun"),
        (DEPOT, "attack loader with gort", "attack gort loader"),
        (HANGAR, "attack sela by corin", "attack corin sela"),
        (HANGAR, "grapple sela", "grapple corin sela"),
        (HANGAR, "grapple corin sela", "grapple corin sela"),
        (DOCKS, "speak come down from there", "speak joss come down from there"),
    ],
)
def test_a_line_is_carried_out_as_its_system_takes_it(fight, typed, meant):
    service = table(*fight)
    service.perform(split_words(typed))
    assert service.storage.load().journal[-1] == meant


@pytest.mark.parametrize(
    ("fight", "typed", "hint"),
    [
        (DEPOT, "move B3 B4", "did you mean `move yara B4 --via B3`?"),
        (CHAPEL, "speak hexr hello", "did you mean hexer?"),
        (DOCKS, "move towards gangwya", "did you mean gangway?"),
        (("dock-ambush",), "damage thug1 5 6", ""),
    ],
)
def test_what_is_not_clear_is_asked_and_changes_nothing(fight, typed, hint):
    """Several of a team can act; a near miss of a name is no text; what is left over has no reading."""
    service = table(*fight)
    before = service.storage.load().journal
    with pytest.raises(RbfError) as wrong:
        service.perform(split_words(typed))
    assert hint in wrong.value.hint
    assert service.storage.load().journal == before


def test_a_direction_is_asked_where_foes_are_on_both_sides(docks):
    docks.perform(split_words("set thug1 place=gangway"))
    docks.perform(split_words("set joss place=crates"))
    with pytest.raises(UsageError, match="missing direction for 5 m") as wrong:
        docks.perform(split_words("move joss 5m"))
    assert "`move joss +5`" in wrong.value.hint


def test_scripts_stay_strict(tmp_path):
    script, errors = tmp_path / "s.rbf", []
    script.write_text("start dock-ambush --seed a\ninit --set joss=90\nadd goblin x3\n")
    assert run_script(str(script), RunOptions(), lambda _: None, errors.append, style=Style()) == 2
    assert "did you mean `add goblin --count 3`?" in errors[0]


def test_lines_of_older_journals_keep_their_sense(docks):
    """`+5` was a mark before, and a name with a star could be given."""
    session = docks.storage.load()
    assert read_line("move joss +5", session.rules, session.fight).to == "+5"
    assert bind(parse_line(["move", "joss", "+5"]), session.rules, session.fight).command.to == "5"
    assert read_line("add goblin*4", session.rules, session.fight).name == "goblin*4"


def reads_strictly(words, rules, fight):
    try:
        return bool(bind(parse_line(words), rules, fight))
    except RbfError:
        return False


@pytest.mark.parametrize("path", each_encounter())
def test_an_offered_line_without_dashes_means_the_same(path):
    """Law: the name of an option without its dashes is that option, for everything that can be done now."""
    service = CommandService(MemoryStorage(), Style())
    service.perform(["start", path, "--seed", "dashes"])
    service.perform(["init"])
    session = service.storage.load()
    rules, fight = session.rules, session.fight
    context = NameContext(rules, fight)
    for who in fight.combatants:
        for offer in offers(rules, fight, who):
            line = line_for(offer.command)
            said = [word.removeprefix("--") for word in split_words(line)]
            if "--" in line and "-- " not in line and '"' not in line and not reads_strictly(said, rules, fight):
                found = readings(parse_line(said), fight_verbs(rules), context)
                assert not found or line in [each.text for each in found], line


def words_after_the_actor(session):
    """Each verb of a fight whose actor can be left out, with a word that can come next and one more."""
    rules, fight = session.rules, session.fight
    up = can_act(NameContext(rules, fight)) or free_to_act(fight, rules)
    context = NameContext(rules, fight, up[0])
    for verb, kind in fight_verbs(session.rules).items():
        behind = grammar_of(kind).positionals[1:2] if grammar_of(kind).actor else ()
        for parameter in behind:
            known = [*parameter.spec.choices, *known_words(parameter.spec.kind, context)]
            yield from ((verb, each, "zzz") for each in known[:3] if each not in session.fight.combatants)


@pytest.mark.parametrize(
    "fight", [DEPOT, ("futurepath/duel", "init"), ("mine-raid", "init"), ("hangar-seven", "init"), ROAD, CHAPEL]
)
def test_a_word_that_can_follow_the_actor_is_never_called_an_unknown_combatant(fight):
    """The answer says who can act, or which later word is wrong. Threat has no such words."""
    service = table(*fight)
    tried = [*words_after_the_actor(service.storage.load())]
    assert tried or service.storage.load().rules.name == "threat"
    for line in tried:
        with pytest.raises(RbfError) as wrong:
            service.perform(line)
        assert f"unknown combatant '{line[1]}'" not in str(wrong.value), line


def test_several_squares_without_an_actor_ask_whose_turn_it_is():
    wrong = refused(table(*DEPOT), "move B3 B4")
    assert wrong.message == "missing WHO: hale, yara or gort can act"
    assert refused(table(*DEPOT), "move hali B4").message == "unknown combatant 'hali'"
    assert refused(table("depot-raid"), "move B3 B4").message == "missing WHO"


@pytest.mark.parametrize(
    ("encounter", "message"), [("worm-hunt", "missing WHO (the boss)"), ("threat/ambush", "missing WHO (the boss)")]
)
def test_boss_alone_says_what_it_needs(encounter, message):
    """Threat has phases, not turns: no error says that no one has the turn."""
    assert refused(table(encounter, "init --threat 3"), "boss").message == message
    assert refused(table(encounter, "init --threat 3"), "damage-save").message == "missing WHO"


def test_the_name_of_a_side_is_known_where_people_are_named():
    """`--join crew` is taken if one of the crew is there, and lists them all if there are several."""
    road = table("relay-road", "init --set sela=99")
    assert refused(road, "move sela --join couriers").message == "'couriers' could mean sela, corin"
    assert "--react" not in refused(road, "move sela --join raiders").hint
    assert refused(road, "damage raiders 3").hint == "did you mean @raiders?"
    assert refused(road, "damage weakest 3").hint == "did you mean @weakest?"
    assert refused(road, "split dish raiders").hint == "did you mean @raiders?"
    road.perform(split_words("remove sela"))
    assert road.perform(split_words("show couriers")).text.startswith("id           corin")
    road.perform(split_words("split dish @raiders"))
    assert refused(road, "join").hint == "for example: join dish"


@pytest.mark.parametrize("typed", ["turn joss", "turn to joss", "turn Joss", "turn 'Joss Marlow'"])
def test_a_turn_that_runs_already_is_said_so(docks, typed):
    assert refused(docks, typed).message == "Joss Marlow already has the turn"


@pytest.mark.parametrize("typed", ["turn rill", "turn to guard1", "turn 'Rill Ostrander'"])
def test_in_a_phase_turn_says_whose_phase_it_is(typed):
    mine = table(*MINE)
    wrong = refused(mine, typed)
    assert wrong.message == "it is Offense: the crew acts in any order, and turn takes only next"
    assert wrong.hint == "able to attack: rill, bram, odile"
    mine.perform(split_words("turn --force"))
    assert refused(mine, typed).message.startswith("it is Defence: the enemies attack")
