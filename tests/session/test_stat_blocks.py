"""Stat blocks are checked whether anybody builds on them or not: each mistake once, where it is written."""

import tomllib
from pathlib import Path

import pytest
import tomli_w

from rbfcli.core.errors import InvalidFile, UsageError
from rbfcli.core.text import quoted
from rbfcli.language.parser import read_line
from rbfcli.model.evolve import Assigned, steps_text
from rbfcli.session.encounter import from_encounter
from rbfcli.session.saves import from_bytes, to_bytes
from rbfcli.storage.paths import find_encounter

# What a block says, in one line, and what is then told.
WRONG = {
    "dock-ambush": {
        "hpp = 3": "blocks.odd.hpp: unknown key; did you mean hp?",
        'hp = "x"': "blocks.odd.hp must be a whole number from -1000000 to 1000000, not 'x'",
        "speed = -1": "blocks.odd.speed must be a whole number from 0 to 1000000, not -1",
        "count = 3": "blocks.odd.count: unknown key; did you mean counts?",
        'weapons = ["sword", "swrd"]': "blocks.odd.weapons[2]: unknown weapon 'swrd'; did you mean sword?",
        'held = "knif"': "blocks.odd.held: unknown weapon 'knif'; did you mean knife?",
        "ammo = {pistl = 3}": "blocks.odd.ammo.pistl: unknown weapon 'pistl'; did you mean pistol",
        "skills = {shot = 3}": "blocks.odd.skills.shot: unknown skill 'shot'; did you mean shoot?",
        'talents = ["Snipr"]': "blocks.odd.talents[1]: unknown talent 'Snipr'; did you mean Sniper?",
        'items = ["medical kitt"]': "blocks.odd.items[1]: unknown item 'medical kitt'; did you mean medical kit?",
        'place = "crate"': "blocks.odd.place: unknown place 'crate'; did you mean crates?",
        'damage = "1d"': "blocks.odd.damage: missing number of sides, such as d6, d% or dF",
        'conditions = {prone = {by = "jos"}}': (
            "blocks.odd.conditions.prone.by: unknown combatant 'jos'; did you mean joss?"
        ),
        "conditions = {stuned = {}}": (
            "blocks.odd.conditions.stuned: unknown condition 'stuned'; did you mean stunned? "
            "(custom condition: 'say stuned')"
        ),
        'notes = "a\\u202eb"': "blocks.odd.notes: the text contains an invisible character: \\u202e; remove it",
        'from = "docke"': "blocks.odd.from: unknown stat block 'docke'; did you mean docker?",
        'from = ["x"]': "blocks.odd.from: from must be the name of a stat block",
        'from = "odd"': "blocks.odd.from: stat blocks refer to each other in a circle: odd -> odd",
    },
    "street-arrest": {
        "speed = 151": "blocks.odd.speed must be a whole number from 1 to 150, not 151",
        'failed = ["handgn"]': "blocks.odd.failed[1]: unknown weapon 'handgn'; did you mean handgun?",
    },
    "mine-raid": {
        'wear = {"pulse rifel" = "broken"}': "blocks.odd.wear.pulse rifel: unknown item 'pulse rifel'",
        'boss_damage = "1d"': "blocks.odd.boss_damage: missing number of sides, such as d6, d% or dF",
    },
    "relay-road": {
        'region = "9"': "blocks.odd.region: unknown place '9'",
        'region = "0"\ncover = "no wall"': "blocks.odd.cover: unknown piece of cover 'no wall'; pieces of cover: bank",
        "crossed = {vst = [9]}\nlayers = {vest = [9], base = [10]}": "blocks.odd.crossed.vst: unknown layer 'vst'",
    },
    "pump-station": {
        'square = "Z99"': "blocks.odd.square: Z99 is off the map; squares: A1 to X11",
        "skills = {swimm = 3}": "blocks.odd.skills.swimm: unknown skill 'swimm'; did you mean swim?",
        'feats = ["Gun-Fo"]': "blocks.odd.feats[1]: unknown feat 'Gun-Fo'; did you mean Gun-Fu?",
    },
}
CASES = [(encounter, block, said) for encounter, blocks in WRONG.items() for block, said in blocks.items()]
# What only a save has; an encounter may not say it at all.
IN_PLAY = [
    ("dock-ambush", 'seen_by = ["jos"]', "blocks.odd.seen_by[1]: unknown combatant 'jos'; did you mean joss?"),
    (
        "street-arrest",
        'declared = ["atack"]',
        "blocks.odd.declared[1] must be one of 'attack', 'defend', 'movement', 'other', not 'atack'",
    ),
    ("pump-station", "turn = {free = 21}", "blocks.odd.turn.free must be a whole number from 0 to 20, not 21"),
    ("relay-road", 'grapple = "corinn"', "blocks.odd.grapple: unknown combatant 'corinn'"),
]
OPEN = {
    "dock-ambush": "place = 'crates'",
    "street-arrest": "tough = 50",
    "mine-raid": "armour = 2",
    "relay-road": "cover = 'anywhere'\ncrossed = {vest = [9]}\nbase = 'vest'",
    "pump-station": "off_hand = 'knife'",
}


@pytest.fixture
def start(tmp_path):
    def begin(text):
        path = tmp_path / "f.toml"
        path.write_text(text, encoding="utf-8")
        return from_encounter(str(path), "x", source="f.toml")

    begin.folder = tmp_path
    return begin


def shipped(encounter):
    return tomllib.loads(Path(find_encounter(encounter)).read_text(encoding="utf-8"))


def with_block(encounter, block):
    """An encounter with one more stat block, that nobody builds on, and the line on which it stands."""
    text = tomli_w.dumps(shipped(encounter))
    return f"{text}\n[blocks.odd]\n{block}\n", text.count("\n") + 3


def told(begin, text):
    with pytest.raises(InvalidFile) as wrong:
        begin(text)
    wrong = wrong.value
    return (f"{wrong.message}; {wrong.hint}" if wrong.hint else wrong.message).replace("?; ", "? ").split("\n")


@pytest.mark.parametrize(("encounter", "block", "said"), CASES)
def test_what_is_wrong_in_a_block_that_nobody_builds_on(start, encounter, block, said):
    text, line = with_block(encounter, block)
    (found,) = told(start, text)
    place, _, what = found.partition(": ")
    assert place.endswith("f.toml:" + str(line + block.partition(said.split(":")[0].split(".")[2])[0].count("\n")))
    assert what.startswith(said)


@pytest.mark.parametrize(("encounter", "block"), [(encounter, block) for encounter, block, _ in IN_PLAY])
def test_what_only_a_save_has_is_wrong_in_a_block_too(start, encounter, block):
    text, _ = with_block(encounter, block)
    (found,) = told(start, text)
    assert found.endswith(": this key belongs only in a save; remove it")


@pytest.mark.parametrize(("encounter", "block", "said"), CASES + IN_PLAY)
def test_a_save_that_was_edited_to_have_such_a_block(start, encounter, block, said):
    begun = start(tomli_w.dumps(shipped(encounter)))
    edited = f"{to_bytes(begun).decode()}\n[fight.blocks.odd]\n{block}\n"
    (found,) = told(lambda text: from_bytes(text.encode(), "save.toml"), edited)
    assert found.partition(": ")[2].startswith(f"fight.{said}")
    line = f"edit {quoted(steps_text([Assigned(('blocks', 'odd'), tomllib.loads(block))]))}"
    with pytest.raises(UsageError, match=r"blocks\.odd|a word contains an invisible character"):
        begun.perform(read_line(line, begun.rules, begun.fight))


@pytest.mark.parametrize(("encounter", "block"), OPEN.items())
def test_a_block_may_leave_open_what_those_who_build_on_it_say(start, encounter, block):
    start(with_block(encounter, block)[0])


def test_what_is_wrong_in_a_block_is_told_once_however_many_build_on_it(start):
    found = told(
        start,
        """\
format = 1
system = "futurepath"
[blocks.thug]
hp = "ten"
sped = 3
[blocks.gang]
from = "thug"
[combatants.ann]
name = "Ann"
from = "thug"
count = 3
[combatants.bob]
name = "Bob"
from = "gang"
count = 300
levl = 2
""",
    )
    assert [each.rpartition("/")[2] for each in found] == [
        "f.toml:4: blocks.thug.hp must be a whole number from -1000000 to 1000000, not 'ten'",
        "f.toml:5: blocks.thug.sped: unknown key; did you mean speed?",
        "f.toml:16: combatants.bob.levl: unknown key; did you mean level?",
    ]


def test_what_names_whoever_enters_is_told_once_too(start):
    """Here a message has the name of the one who builds on the block."""
    found = told(
        start,
        'format = 1\nsystem = "futurepath"\n[board]\nmap = """\n..#\n..."""\n[blocks.thug]\nhp = 3\nsquare = "C1"\n'
        '[combatants.ann]\nname = "Ann"\nfrom = "thug"\ncount = 3\n[combatants.bob]\nname = "Bob"\nhp = 3\ncount = 2\n'
        'square = "C1"\n',
    )
    assert [each.rpartition("/")[2] for each in found] == [
        "f.toml:9: blocks.thug.square: thug cannot be on C1: it is a wall; use another square",
        "f.toml:18: combatants.bob.square: Bob 1 cannot be on C1: it is a wall; use another square",
    ]


def test_a_circle_is_told_once_and_nothing_that_follows_from_it(start):
    found = told(
        start,
        """\
format = 1
system = "rbf"
[blocks.a]
from = "b"
[blocks.b]
from = "a"
[blocks.c]
from = "b"
[blocks.d]
from = "nix"
[blocks.e]
from = "d"
[combatants.ann]
from = "c"
[combatants.bob]
from = "e"
""",
    )
    assert [each.rpartition("/")[2] for each in found] == [
        "f.toml:4: blocks.a.from: stat blocks refer to each other in a circle: b -> a -> b",
        "f.toml:10: blocks.d.from: unknown stat block 'nix'; stat blocks: a, b, c, d, e",
    ]


def test_blocks_of_included_files_are_told_with_their_names(start):
    (start.folder / "gang.toml").write_text(
        'format = 1\nsystem = "rbf"\n[blocks.thug]\nheld = "knif"\n[blocks.boss]\nfrom = "thug"\nsped = 2\n'
    )
    text = 'format = 1\nsystem = "rbf"\ninclude = ["gang.toml"]\n[combatants.ann]\nfrom = "thug"\n'
    held, sped = told(start, text)
    assert held.endswith("gang.toml:4: blocks.thug.held: unknown weapon 'knif'; did you mean knife?")
    assert sped.endswith("gang.toml:7: blocks.boss.sped: unknown key; did you mean speed?")


def test_what_a_combatant_says_in_place_of_a_block_leaves_the_block_wrong(start):
    text = 'format = 1\nsystem = "rbf"\n[blocks.thug]\nheld = "knif"\n[combatants.ann]\nfrom = "thug"\nheld = "knife"\n'
    (only,) = told(start, text)
    assert "f.toml:4: blocks.thug.held: unknown weapon 'knif'" in only
