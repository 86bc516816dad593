"""A fight as it begins from a file: combatants enter one after the other, and a mistake names the file."""

import json
import shlex
import tomllib
from pathlib import Path

import pytest
from msgspec.structs import replace

from rbfcli.checking.integrity import entered
from rbfcli.cli.main import run
from rbfcli.cli.process import Output, run_guarded
from rbfcli.core.errors import InvalidFile, UsageError
from rbfcli.core.limits import Budget
from rbfcli.engine.gm import all_together
from rbfcli.language.grammar import grammar_of
from rbfcli.language.keys import tables_of
from rbfcli.language.parser import read_line
from rbfcli.language.program_verbs import PrintExample
from rbfcli.session.authoring import as_encounter, example_of
from rbfcli.session.encounter import empty, from_encounter, read_encounter, warnings_of
from rbfcli.session.file_store import MemoryStorage
from rbfcli.storage.includes import load_with_includes
from rbfcli.storage.paths import find_encounter, list_includes, shipped_include
from rbfcli.systems.registry import SHIPPED, load
from rbfcli.testing.fights import Player
from tests.conftest import each_encounter


@pytest.fixture
def duel():
    """The session of a shipped encounter, as it begins."""
    return from_encounter(find_encounter("duel"), "begin", source="duel")


def test_each_combatant_enters_a_fight_with_those_before_it(duel):
    seen = []

    def prepare(fight, one):
        seen.append(list(fight.combatants))
        return one

    mistakes, fight = entered(replace(duel.rules, prepare=prepare), duel.fight)
    assert (mistakes, list(fight.combatants)) == ([], ["ada", "bosun"])
    assert seen == [[], ["ada"]]


def test_a_combatant_that_cannot_enter_is_a_mistake_of_the_file(duel):
    def prepare(_fight, one):
        raise UsageError(f"{one.name} carries nothing", hint="a sword")

    mistakes, _ = entered(replace(duel.rules, prepare=prepare), duel.fight)
    assert [each.line for each in mistakes] == [
        "combatants.ada: Ada Quill carries nothing; a sword",
        "combatants.bosun: The bosun carries nothing; a sword",
    ]


@pytest.mark.parametrize(
    ("table", "hint"),
    [
        ('[spells.bolt]\nname = "Bolt"\ncondition = "stuned"\n', "did you mean stunned"),
        ('[items.salve]\nname = "Salve"\ncures = ["bleeding", "blnded"]\n', "did you mean blinded"),
    ],
)
def test_a_table_that_names_what_there_is_not_is_a_mistake_of_the_file(tmp_path, table, hint):
    path = tmp_path / "f.toml"
    path.write_text(f'format = 1\nsystem = "rbf"\n{table}')
    with pytest.raises(InvalidFile, match=r"f\.toml:[35]: (spells|items)\..*: unknown condition") as wrong:
        from_encounter(str(path), "tables", source="f.toml")
    assert wrong.value.hint.startswith(hint)


@pytest.mark.parametrize("cured", ["say seasick", "stunned"])
def test_a_table_may_name_conditions_and_own_words(tmp_path, cured):
    path = tmp_path / "f.toml"
    path.write_text(
        'format = 1\nsystem = "rbf"\n[combatants.ada]\nname = "Ada"\nconditions."say dizzy" = {}\n'
        f'[items.salve]\nname = "Salve"\ncures = ["{cured}"]\n'
    )
    assert from_encounter(str(path), "tables", source="f.toml").fight.items["salve"].cures == (cured,)


@pytest.mark.parametrize("key", ['""', '" "', '"-x"', '"--help"', '"\\u200b"', '"a\\u202eb"'])
@pytest.mark.parametrize("table", ["combatants", "weapons", "blocks", "board.places"])
def test_an_id_that_nobody_could_type_is_a_mistake_of_the_file(tmp_path, table, key):
    path = tmp_path / "f.toml"
    path.write_text(f'format = 1\nsystem = "rbf"\n[{table}.{key}]\nname = "Nobody"\n')
    with pytest.raises(InvalidFile, match=f"{table}.*: an? "):
        from_encounter(str(path), "ids", source="f.toml")


# A whole fight of each system made by words alone: its first round played, saved as an encounter, begun again.


# What makes a fight, and what is then said in its first round with dice given; `turn` ends each turn.
FIGHTS = {
    "generic": (
        """
        add Mira side=party pc=true hp=12 ac=15 attacks.sword.to_hit=5 "attacks.sword.damage=1d8+3 slashing"
        add Tom side=party pc=true hp=9 powers.blast.save=dex powers.blast.damage=2d6 counters.luck.most=2
        add block goblin hp=7 ac=13 attacks.claw.to_hit=4 attacks.claw.damage=1d6+2
        add goblin --from goblin --count 2
        """,
        """
        init --dice 18,15,8,5
        attack mira goblin1 --dice 15,4
        turn
        use tom blast goblin1 goblin2 --dice 5,3,1,2
        turn
        attack goblin2 mira --dice 2
        turn
        turn
        """,
    ),
    "rbf": (
        """
        add weapon lance damage=9 skill=melee
        add weapon sling damage=1d6 skill=shoot ammo=5
        add weapon spare damage=1 skill=melee
        remove weapon spare
        add place quay cover=light
        add place pier at=6
        add Vex side=crew hp=14 skills.melee=3 skills.dodge=2 weapons=lance place=pier
        add Joss side=crew hp=12 skills.shoot=3 skills.dodge=1 weapons=sling place=quay
        add block thug tn=11 hp=9 damage=4 side=gang place=pier
        add thug --from thug --count 2
        """,
        """
        init --dice 8,8,7,7
        attack vex thug1 --dice 6,6
        turn
        attack joss thug2 --dice 6,6,3
        turn
        attack thug2 vex --dice 1,2
        turn
        """,
    ),
    "threat": (
        """
        add weapon saw damage=4
        add weapon claws damage=3
        add Mira side=crew pc=true hp=20 eyes=2 limbs=3 weapons=saw
        add Bolt side=crew pc=true hp=18 nerves=2 weapons=saw
        add block drone hp=6 traits=drone weapons=claws side=mine
        add drone --from drone --count 3
        set fight options.threat=4
        """,
        """
        init
        attack mira drone1 --dice 6,5
        attack bolt drone2 --dice 6,4
        attack drone3 mira --dice 6,5
        attack drone2 bolt --dice 6,5
        """,
    ),
    "rpj": (
        """
        add link gate yard
        add link yard hall
        add link hall roof
        remove link hall roof
        add region yard cover.wall=+2/1f
        add weapon rifle skill=guns damage=3 range=2
        add Kim side=crew region=gate skills.guns=3 melee-defense=12 ranged-defense=12 weapons=rifle
        add Lou side=crew region=yard skills.guns=2 melee-defense=12 ranged-defense=12 weapons=rifle
        add block guard skills.guns=2 weapons=rifle side=guards region=hall melee-defense=11 ranged-defense=11
        add guard --from guard --count 2
        """,
        """
        init
        turn next
        turn next
        turn next
        turn next
        """,
    ),
    "futurepath": (
        """
        set fight board.columns=10 board.rows=6
        add weapon pistol ranged=true damage=1d8 range=40 ammo=6
        add weapon axe damage=1d8
        add object crate square=C3 blocks=true
        add trap mine square=E3 damage=2d6
        add terrain mud mark=~ ground=difficult
        remove terrain mud
        add Ria side=crew hp=14 ac=14 weapons=pistol square=A3
        add Tom side=crew hp=18 ac=15 strength=16 weapons=axe square=B2
        add block raider hp=9 ac=12 weapons=axe side=raiders
        add raider1 --from raider square=H3
        add raider2 --from raider square=H4
        """,
        """
        init
        turn next
        turn next
        """,
    ),
    "bgc": (
        """
        add weapon pistol skill=handguns damage=3 penetration=40
        add weapon knife skill=blades damage=2 penetration=20
        add Ann side=crew tough=50 speed=50 will=60 skills.handguns=60 skills.defend=40 weapons=pistol
        add Bo side=crew tough=60 speed=45 will=50 skills.blades=55 skills.defend=50 weapons=knife
        add block cop tough=45 speed=40 will=50 skills.handguns=45 skills.defend=30 weapons=pistol side=law
        add cop --from cop --count 2
        """,
        """
        init --dice 50,51,52,53
        declare ann attack 1
        attack ann cop1 --dice 20,30
        turn next
        turn next
        turn next
        turn next
        """,
    ),
}


@pytest.fixture
def shell(tmp_path, monkeypatch, capfd):
    """Type lines in an empty folder; what each printed and complained of, with its status."""
    monkeypatch.chdir(tmp_path)

    def typed(line):
        status = run_guarded(run, shlex.split(line), Output())
        return status, *capfd.readouterr()

    return typed


def said(shell, lines):
    """Each line is done; all that was printed."""
    printed = ""
    for line in filter(None, map(str.strip, lines.splitlines())):
        status, out, wrong = shell(line)
        assert (line, status) == (line, 0), wrong
        printed += out
    return printed


@pytest.mark.parametrize("system", SHIPPED)
def test_a_fight_of_words_alone_is_played_saved_and_begun_again(shell, system):
    made, played = FIGHTS[system]

    said(shell, f"new {system} --seed nothing\n{made}")
    told = said(shell, played)
    assert "round 2" in told
    said(shell, "undo\nredo\nsave-as yard.toml")
    status, out, _ = shell("check yard.toml")
    assert (status, "OK: " in out) == (0, True)
    said(shell, "start yard.toml -e again.toml\ninit -e again.toml")
    people = [[*_people(shell, path)] for path in ("encounter.toml", "again.toml")]
    assert people[0] == people[1]
    assert Path("yard.toml").read_text().startswith("# The fight as it stood in round 2.\n")


def _people(shell, path):
    return json.loads(shell(f"show --json -e {path}")[1])["fight"]["combatants"]


# Examples, bestiaries, armouries and parties: found by name, sound, explained, and played under the laws.


KINDS = grammar_of(PrintExample).fields["kind"].spec.choices
EXAMPLES = [(system, kind) for system in SHIPPED for kind in KINDS]


def written(tmp_path, text):
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(("system", "kind"), EXAMPLES)
def test_an_example_is_sound_whole_and_can_be_played(system, kind, tmp_path):
    """It stands alone, uses all the weapons and stat blocks that it lists, and has two sides."""
    path = written(tmp_path, example_of(load(system), kind))
    tables = tomllib.loads((tmp_path / "mine.toml").read_text(encoding="utf-8"))
    fight = from_encounter(path, "seed", "mine").fight
    assert "include" not in tables
    assert len({one.side for one in fight.combatants.values()}) == 2
    assert {each for one in fight.combatants.values() for each in getattr(one, "weapons", ())} == set(fight.weapons)
    assert {one.get("from") for one in tables["combatants"].values()} - {None} == set(tables.get("blocks", {}))
    assert len(fight.combatants) == 2 if kind == "duel" else len(fight.combatants) > 4
    Player(path, f"{system} {kind}").play(12)


@pytest.mark.parametrize(("system", "kind"), EXAMPLES)
def test_check_warns_of_nothing_in_an_example(system, kind, tmp_path):
    """Who begins with it has done nothing yet; nor in the encounter that it is made of, with all that this includes."""
    for path in (written(tmp_path, example_of(load(system), kind)), find_encounter(f"{system}/{kind}")):
        assert [each.line for each in warnings_of(read_encounter(path, Budget()))] == []


@pytest.mark.parametrize(("system", "kind"), EXAMPLES)
def test_every_key_of_an_example_is_explained_once(system, kind):
    """By the text of its field, which is where it is defined."""
    rules = load(system)
    text = example_of(rules, kind)
    lines = text.splitlines()
    keys = {key.name: key for table in tables_of(rules) for key in table.keys}
    told = [line for line in lines if line.startswith("# ")]
    assert all(len(line) <= 80 for line in told)
    first = {line.split(" = ")[0]: lines[at - 1] for at, line in reversed([*enumerate(lines)]) if " = " in line}
    for name, before in first.items():
        if name in keys and not name.startswith("#"):
            assert before.startswith("#"), f"{name} is not explained"
    assert "".join(keys["side"].doc.text.split()) in "".join(text.replace("#", "").split())


@pytest.mark.parametrize("name", list_includes())
def test_what_is_included_is_sound_and_its_names_are_known(name):
    session = from_encounter(find_encounter(name), "seed", name)
    assert session.fight.system == name.partition("/")[0]
    assert session.fight.blocks or session.fight.weapons


def parts_of(system):
    """What a system ships to include; attacks of `generic` stand on the sheets, so that it has no armoury."""
    return ("bestiary", "party") if system == "generic" else ("armoury", "bestiary", "party")


def test_every_system_ships_a_bestiary_an_armoury_and_a_party():
    assert set(list_includes()) == {f"{each}/{part}" for each in SHIPPED for part in parts_of(each)}


@pytest.mark.parametrize("system", SHIPPED)
def test_a_party_fights_the_whole_bestiary(system, tmp_path):
    """Each of the party and one of each stat block, armed from the armoury, under the laws of a line."""
    tables = load_with_includes(shipped_include(f"{system}/bestiary"), Budget()).tables
    people = "".join(f'[combatants.foe-{name}]\nfrom = "{name}"\n' for name in tables["blocks"])
    include = f"include = {json.dumps([f'{system}/{part}' for part in parts_of(system)])}"
    path = written(tmp_path, f'format = 1\nsystem = "{system}"\n{include}\n{people}')
    player = Player(path, f"bestiary of {system}")
    assert len(player.session.fight.combatants) == len(tables["blocks"]) + 3
    player.play(25)


@pytest.mark.parametrize(
    ("name", "message", "hint"),
    [
        (
            "rbf/bestary",
            "rbf/bestary is neither a file nor one of the bundled files to include",
            "did you mean rbf/best",
        ),
        ("rbf/../party", "no such file: rbf/../party", ""),
        ("../rbf/party", "../rbf/party is outside the folder", "include only files below it"),
    ],
)
def test_a_name_that_is_none_is_refused_with_the_line(name, message, hint, tmp_path):
    path = written(tmp_path, f'format = 1\nsystem = "rbf"\ninclude = ["{name}"]\n')
    with pytest.raises(InvalidFile) as wrong:
        from_encounter(path, "seed", "mine")
    assert wrong.value.message.startswith(f"{path}:3: include[1]: {message}")
    assert wrong.value.hint.startswith(hint)


def test_a_file_of_ones_own_comes_before_a_shipped_one(tmp_path):
    (tmp_path / "rbf").mkdir()
    (tmp_path / "rbf" / "party").write_text('format = 1\n[combatants.own]\nname = "Own"\n', encoding="utf-8")
    path = written(tmp_path, 'format = 1\nsystem = "rbf"\ninclude = ["rbf/party"]\n')
    assert list(from_encounter(path, "seed", "mine").fight.combatants) == ["own"]


# A fight as it stands is written as an encounter that starts with the same sheets, and says what it cannot say.


# What prepares a sheet as it enters fills in: an encounter has no words for an empty hand.
FILLED_IN = {"held"}


def again(session, tmp_path):
    """The fight that its encounter starts with, and what that names as not kept."""
    text, not_kept = as_encounter(session, "next.toml")
    path = tmp_path / "next.toml"
    path.write_text(text, encoding="utf-8", newline="")
    return from_encounter(str(path), "seed", "next").fight, not_kept


def unlike(fight, other):
    """The fields of sheets and of the fight that differ."""
    names = {name for name in fight.__struct_fields__ if getattr(fight, name) != getattr(other, name)}
    found = names - {"seed", "drawn", "combatants", "board", "paused"}
    found |= {
        f"board.{name}"
        for name in fight.board.__struct_fields__
        if getattr(fight.board, name) != getattr(other.board, name)
    }
    for who, one in fight.combatants.items():
        found |= {name for name in one.__struct_fields__ if getattr(one, name) != getattr(other.combatants[who], name)}
    return found


@pytest.mark.parametrize("name", each_encounter())
def test_what_is_saved_starts_again_with_equal_sheets(name, tmp_path):
    """Whatever was typed before: only what a play fills in is not there, and all of that is named."""
    for seed in range(2):
        player = Player(name, f"save-as {seed}")
        player.play(12)
        rules, fight = player.session.rules, player.session.fight
        other, dropped = again(player.session, tmp_path)
        fight = replace(all_together(rules, fight), group=fight.group, groups=fight.groups)
        assert list(other.combatants) == list(fight.combatants)
        lost = unlike(rules.authored(fight), other)
        assert lost == {*dropped}
        sheet, board = rules.sheet, type(fight.board)
        in_play = sheet.in_play | type(fight).in_play | {f"board.{each}" for each in board.in_play}
        places = getattr(fight.board, "places", {}).values()
        hides = {"conditions"} if any(getattr(each, "disguised", False) for each in places) else set()
        assert lost <= in_play | FILLED_IN | hides
        text = (tmp_path / "next.toml").read_text()
        for each in dropped:
            assert f"# - {each}" in text


@pytest.mark.parametrize("name", each_encounter())
def test_an_encounter_that_has_just_begun_is_kept_whole(name, tmp_path):
    session = from_encounter(find_encounter(name), "seed", name)
    other, dropped = again(session, tmp_path)
    lost = {*dropped}
    assert lost <= session.rules.sheet.in_play | FILLED_IN
    assert other.combatants.keys() == session.fight.combatants.keys()
    assert (other.title, other.options, other.board, other.weapons) == (
        session.fight.title,
        session.fight.options,
        session.fight.board,
        session.fight.weapons,
    )


def test_what_an_encounter_cannot_say_of_the_fight_and_of_a_sheet_is_named():
    """FuturePath has a key `turn` on the sheet, too."""
    session = from_encounter(find_encounter("depot-raid"), "seed", "depot-raid")
    for line in ("init --set crew=19 --set toughs=1", "turn next", "move lookout N2"):
        session.perform(read_line(line, session.rules, session.fight))
    text, dropped = as_encounter(session, "cave.toml")
    assert "# - turn (the current place in the turn order)\n" in text
    assert "# - turn (its actions in this round's turn" in text
    assert dropped.count("turn") == 1


def test_names_and_notes_with_quotes_marks_and_own_words_come_back(tmp_path):
    session = empty("rbf", 'Say "no" \\ [red]x[/red]', "seed")
    for line in (
        'add "Orc # 1" tn=12 --count 2',
        r'add weapon "claw: \"x\"" damage=4 skill=melee',
        'set orc-11 "notes=a # b"',
        'condition add orc-11 "say afraid of fire"',
        "condition add orc-11 prone",
        'note "the door is shut"',
    ):
        session.perform(read_line(line, session.rules, session.fight))
    other, dropped = again(session, tmp_path)
    assert (other.combatants, other.weapons) == (session.fight.combatants, session.fight.weapons)
    assert (other.title, other.notes) == (session.fight.title, ("the door is shut",))
    assert not dropped


def test_the_threat_of_now_is_the_threat_that_the_encounter_begins_with(tmp_path):
    """THR-START-1: an encounter says it by an option."""
    session = from_encounter(find_encounter("mine-raid"), "seed", "mine-raid")
    for line in ("init", "threat 5"):
        session.perform(read_line(line, session.rules, session.fight))
    other, dropped = again(session, tmp_path)
    assert other.options.threat == 5
    assert "board.threat" not in {*dropped}


def test_it_is_read_by_the_storage_of_a_prompt_as_well():
    storage = MemoryStorage()
    session = from_encounter(find_encounter("duel"), "seed", "duel")
    storage.begin(session, replace=True)
    assert as_encounter(storage.load(), "x.toml")[0].startswith("# The fight 'Duel on the pier' as it stood before")
