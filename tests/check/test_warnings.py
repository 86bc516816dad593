"""Valid but probably unintended values: each warning at its line, with status 0, and none if all is right."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from rbfcli.commands.service import CommandService
from rbfcli.core.text import quoted
from rbfcli.language.parser import read_line
from rbfcli.render.sentences import Style
from rbfcli.session.encounter import from_encounter
from rbfcli.session.file_store import FileStorage
from rbfcli.storage.paths import find_encounter, list_encounters, list_includes
from tests.check.test_mistakes import HEADS

BO = {
    "rbf": '[combatants.bo]\nside = "b"\ntn = 3\n',
    "bgc": '[combatants.bo]\nside = "b"\nspeed = 9\ntough = 9\nskills.defend = 3\n',
    "futurepath": '[combatants.bo]\nside = "b"\nhp = 3\n',
    "rpj": '[combatants.bo]\nside = "b"\nmelee_defense = 9\nranged_defense = 9\n',
    "threat": '[combatants.bo]\nside = "b"\nhp = 3\n',
    "generic": '[combatants.bo]\nside = "b"\nhp = 3\n',
}
ANN = {
    "rbf": '[combatants.ann]\nside = "a"\n',
    "bgc": '[combatants.ann]\nside = "a"\nspeed = 9\ntough = 9\n',
    "futurepath": '[combatants.ann]\nside = "a"\n',
    "rpj": '[combatants.ann]\nside = "a"\n',
    "threat": '[combatants.ann]\nside = "crew"\n',
    "generic": '[combatants.ann]\nside = "a"\n',
}
DEFENDS = {"bgc": "skills.defend = 3\n", "rpj": "melee_defense = 9\nranged_defense = 9\n"}
NEEDED = {"futurepath": "hp = 3\n", "generic": "hp = 3\n", "threat": "hp = 3\n"}


def fight(system, first="", ann="", bo=None):
    """Two foes without anything to warn of, with some lines before them, and some on Ann's sheet."""
    head = f'format = 1\nsystem = "{system}"\n'
    lines = (DEFENDS.get(system, "") + NEEDED.get(system, "")).splitlines(keepends=True)
    usual = "".join(line for line in lines if re.split("[. ]", line)[0] not in ann)
    return head + first + (BO[system] if bo is None else bo) + ANN[system] + usual + ann


SWORD = '[weapons.s]\nname = "s"\nskill = "melee"\n'
BOW = '[weapons.bow]\nname = "bow"\nranged = true\n'
AXE = '[weapons.axe]\nname = "axe"\n'
GUN = '[weapons.gun]\nname = "gun"\nskill = "guns"\n'
PISTOL = '[weapons.pistol]\nname = "pistol"\nskill = "handguns"\ndamage = 3\npenetration = 40\n'
FRAG = '[weapons.frag]\nname = "frag"\ngrenade = true\n'
DRUM = '[weapons.drum]\nname = "drum"\ndamage = 1\n'
BLOCK = '[blocks.gang]\nside = "gang"\n'
NEVER = "no rule uses it"
# The system, lines before the combatants, lines on Ann's sheet, and the warning.
ODD = [
    *(
        (system, BLOCK, "", "blocks.gang: no combatant uses this stat block; try: add NAME --from gang")
        for system in BO
    ),
    *(
        (
            system,
            "",
            'name = "bo"\n',
            "combatants.ann.name: duplicate name 'bo' (also bo); use another name",
        )
        for system in BO
    ),
    (
        "rbf",
        "",
        'weapons = ["sword"]\nskills = { melee = 1 }\nammo = { knife = 3 }\n',
        f"combatants.ann.ammo.knife: {NEVER}",
    ),
    (
        "rbf",
        '[items.lantern]\nname = "lantern"\n',
        'items = ["rope", "lantren"]\n',
        "combatants.ann.items[2]: custom item 'lantren' resembles 'lantern'; did you mean lantern?",
    ),
    (
        "bgc",
        PISTOL,
        'skills = { defend = 3, handgun = 40 }\nweapons = ["pistol"]\n',
        (
            "combatants.ann.weapons[1]: ann does not have the weapon's skill 'handguns', so cannot attack with it; "
            "rename skills.handgun"
        ),
    ),
    ("rbf", "", 'weapons = ["sword"]\nskills.melee = 1\nammo = { sword = 3 }\n', f"combatants.ann.ammo.sword: {NEVER}"),
    ("rbf", "", 'held = "sword"\n', "combatants.ann.held: sword is not among ann's weapons; add it to weapons"),
    (
        "rbf",
        "",
        'weapons = ["sword"]\n',
        "combatants.ann.weapons[1]: ann does not have the weapon's skill 'melee', so rolls with",
    ),
    ("rbf", "", "tn = 0\n", "combatants.ann.tn: every attack beats a defense of 0"),
    ("rbf", "", "tn = 3\ndefense_tn = 0\n", "combatants.ann.defense_tn: every attack beats a defense of 0"),
    ("rbf", "", "damage = 3\n", f"combatants.ann.damage: {NEVER}: without a tn, it is a player"),
    ("rbf", "", 'tn = 3\nweapons = ["sword"]\ndamage_max = 9\n', f"combatants.ann.damage_max: {NEVER}"),
    (
        "rbf",
        f"{SWORD}ammo = 3\n",
        "",
        f"weapons.s.ammo: {NEVER}: melee weapons are never empty; remove it",
    ),
    ("rbf", '[items.bandage]\nname = "b"\ntn = 3\n', "", f"items.bandage.tn: {NEVER}: without a skill"),
    ("bgc", "", "skills = { aim = 1 }\n", "combatants.ann: ann has no skill 'defend' and cannot defend"),
    ("bgc", "", "skills = { defend = 0 }\n", "combatants.ann.skills.defend: every attack beats a defense of 0"),
    (
        "bgc",
        PISTOL,
        'weapons = ["pistol"]\n',
        "combatants.ann.weapons[1]: ann does not have the weapon's skill 'handguns', so cannot",
    ),
    ("bgc", "", "levels = 0\n", "combatants.ann: ann starts with no health"),
    ("futurepath", "", "ac = 0\n", "combatants.ann.ac: every attack beats a defense of 0"),
    ("futurepath", "", "hp = -9\n", "combatants.ann: ann starts with no health"),
    ("futurepath", f"{AXE}range = 30\n", "", f"weapons.axe.range: {NEVER}: it is a melee weapon"),
    ("futurepath", f"{AXE}area = 5\n", "", f"weapons.axe.area: {NEVER}: it is a melee weapon"),
    ("futurepath", f"{BOW}reach = 5\n", "", f"weapons.bow.reach: {NEVER}: it is a ranged weapon"),
    ("futurepath", f"{FRAG}ap = true\n", "", f"weapons.frag.ap: {NEVER}: it is a grenade"),
    ("futurepath", f"{FRAG}haze_rounds = 5\n", "", f"weapons.frag.haze_rounds: {NEVER}: it leaves no haze"),
    ("futurepath", f'{FRAG}haze = "fog"\ndc = 5\n', "", f"weapons.frag.dc: {NEVER}: a grenade that leaves haze does"),
    ("futurepath", "[board]\ncolumns = 9\nmap = '...'\n", "", f"board.columns: {NEVER}: the map says how large"),
    (
        "rpj",
        "",
        "melee_defense = 0\nranged_defense = 1\n",
        "combatants.ann.melee_defense: every attack beats a defense of 0",
    ),
    ("rpj", "", "ranged_defense = 1 # no melee_defense\n", "combatants.ann: no melee defense value: derived, 15/1"),
    ("rpj", f"{GUN}melee = true\nrange = 3\n", "", f"weapons.gun.range: {NEVER}: a melee weapon strikes its own group"),
    (
        "rpj",
        GUN,
        'weapons = ["gun"]\n',
        "combatants.ann.weapons[1]: ann does not have the weapon's skill 'guns', so rolls with",
    ),
    (
        "rpj",
        '[board]\nlength = 3\nlinks = [["a", "b"]]\n',
        "",
        f"board.length: {NEVER}: the links replace the line of regions",
    ),
    ("threat", "", 'boss_move = "x"\n', f"combatants.ann.boss_move: {NEVER}: only a boss has a boss move"),
    (
        "threat",
        f'{DRUM}doubles = ["beast"]\n',
        "",
        f"weapons.drum.doubles[1]: {NEVER}: no combatant has the trait 'beast'",
    ),
    ("threat", "[options]\nthreat = 9\n", "", "options.threat must be from 1 to 5, not 9"),
]


def at(look, text):
    """Each warning, after the text of its line."""
    lines = text.split("\n")
    return [(lines[int(each.split(":")[1]) - 1], each.partition(": ")[2]) for each in look(text, warnings=True)]


@pytest.mark.parametrize("system", BO)
def test_two_foes_with_nothing_odd_are_warned_of_nothing(look, system):
    assert look(fight(system), warnings=True) == []


@pytest.mark.parametrize(("system", "first", "ann", "told"), ODD)
def test_what_is_odd_is_warned_of_once_and_at_its_line(look, system, first, ann, told):
    text = fight(system, first, ann)
    ((line, said),) = at(look, text)
    path = said.partition(" ")[0].removesuffix(":")
    key = path.partition("[")[0].rpartition(".")[2]
    assert said.startswith(told)
    assert line.startswith((f"{key} ", "skills = ", "ammo = ")) or line.strip("[]") == path


@pytest.mark.parametrize("system", BO)
def test_a_fight_without_foes_or_without_anybody(look, system):
    alone = look(fight(system, bo=""), warnings=True)
    assert [each.partition(": ")[2].partition(":")[0] for each in alone] == ["combatants"]
    assert alone[0].startswith("f.toml:3: ")
    (nobody,) = look(f'format = 1\nsystem = "{system}"\n', warnings=True)
    assert nobody == "f.toml:1: combatants: no combatants; add a [combatants.ID] table"


def test_a_crisis_needs_no_foe(look):
    assert look(fight("rbf", '[board]\nmode = "crisis"\n', bo=""), warnings=True) == []


def test_a_fight_without_a_crew(look):
    (told,) = look(fight("threat").replace('"crew"', '"a"'), warnings=True)
    assert told.startswith(
        "f.toml:3: combatants: no combatant is a PC or on the crew's side (crew), so no one can act in Offense"
    )


def test_a_sheet_of_a_stat_block_is_warned_of_once_at_the_block(look):
    text = HEADS["rbf"].replace("tn = 12", "tn = 0").replace("count = 10", "count = 9")
    assert look(text, warnings=True) == [
        "f.toml:10: blocks.gang.tn: every attack beats a defense of 0; use a higher number",
    ]


def test_an_id_that_a_copy_has_taken(look):
    text = HEADS["rbf"] + '[combatants.thug3]\nside = "gang"\n'
    assert look(text, warnings=True) == [
        "f.toml:17: combatants.thug3: another copy has this id, so this one is called thug32; rename one of them"
    ]


def test_ids_that_only_capitals_tell_apart(look):
    (told,) = look(fight("rbf") + '[combatants.Ann]\nside = "a"\n', warnings=True)
    assert told.startswith("f.toml:8: combatants.Ann: differs from 'ann' only in case")


@pytest.mark.parametrize("path", sorted(Path("encounters").glob("*.toml")), ids=lambda each: each.stem)
def test_the_shipped_encounters_have_neither_mistakes_nor_warnings(checked, path):
    reply = checked(path.stem)
    assert (reply.status, reply.notice) == (0, "")
    assert "warning" not in reply.text


def test_warnings_alone_are_no_failure_and_start_says_how_many(checked):
    path, save = checked.folder / "f.toml", checked.folder / "save.toml"
    path.write_text(fight("rbf", ann="tn = 0\nname = 'bo'\n"))
    reply = checked(str(path))
    assert (reply.status, reply.notice) == (0, "")
    assert reply.text.endswith("f.toml: OK: rbf encounter, 2 combatants; 2 warnings\n")
    assert "f.toml:8: warning: combatants.ann.tn: every attack beats a defense of 0" in reply.text
    started = CommandService(FileStorage(str(save), print), Style()).perform(["start", str(path), "--seed", "x"])
    assert (started.status, started.notice) == (0, f"2 warnings: rbf check {path}\n")
    quiet = CommandService(FileStorage(str(save), print), Style()).perform(["start", str(path), "--force", "-q"])
    assert quiet.notice == ""
    sound = CommandService(FileStorage(str(save), print), Style()).perform(["start", "duel", "--force"])
    assert sound.notice == ""


def test_what_nobody_uses_of_an_included_file_is_no_mistake(look):
    """Of the file itself it is, but for one without anybody, which is there to be included."""
    gang = 'format = 1\nsystem = "rbf"\n[blocks.gang]\ntn = 9\n[blocks.crew]\n'
    (look.folder / "more.toml").write_text(gang, encoding="utf-8")
    first = 'include = ["more.toml", "rbf/bestiary"]\n'
    assert look(fight("rbf", first), warnings=True) == []
    told = look(fight("rbf", first + '[blocks.mine]\ntn = 9\n[blocks.own]\nfrom = "gang"\n'), warnings=True)
    unused = "no combatant uses this stat block; try: add NAME --from {0}"
    assert told == [f"f.toml:{line}: blocks.{name}: {unused.format(name)}" for line, name in ((4, "mine"), (6, "own"))]
    assert look(gang, warnings=True) == ["f.toml:1: combatants: no combatants; add a [combatants.ID] table"]


def names_in(tables):
    """Every key and text of some tables."""
    for key, value in tables.items():
        yield key
        yield from names_in(value) if isinstance(value, dict) else [value] if isinstance(value, str) else []


@pytest.mark.parametrize("included", list_includes())
def test_a_name_nearly_that_of_an_included_file_is_no_mistake(look, included):
    """`include = ["bgc/armoury"]` with a skill named `handgun` was refused, and the armoury blamed."""
    tables = tomllib.loads(Path(find_encounter(included)).read_text(encoding="utf-8"))
    words = {form for each in names_in(tables) for form in (f"{each}s", each.removesuffix("s"), f"{each}x")}
    listed = json.dumps(sorted(word for word in words if word.isascii() and len(word) > 3))
    skills = ", ".join(f"{word} = 2" for word in map(json.dumps, json.loads(listed)))
    for sheet in (f"skills = {{ {skills} }}\n", f"items = {listed}\n", f"talents = {listed}\n", f"feats = {listed}\n"):
        text = fight(tables["system"], "# HERE\n", ann=sheet)
        alone = look(text)
        assert look(text.replace("# HERE", f'include = ["{included}"]')) == alone


@pytest.mark.parametrize("name", list_encounters())
def test_bare_hands_among_the_weapons_of_a_sheet_are_looked_over(name):
    """`set lookout weapons=unarmed` made a fight whose `check` ended in an internal error in three systems."""
    session = from_encounter(find_encounter(name), "bare", source=name)
    armed = [who for who, each in session.fight.combatants.items() if "weapons" in each.__struct_fields__]
    for who in armed:
        session.perform(read_line(f"set {quoted(who)} weapons=unarmed", session.rules, session.fight))
    for who in ("", *session.fight.combatants):
        assert all(each.line for each in session.rules.warnings(session.fight, who))


def test_the_name_of_a_place_reads_well_after_moves_to():
    for path in Path(find_encounter("duel")).parent.rglob("*.toml"):
        places = tomllib.loads(path.read_text()).get("board", {}).get("places", {})
        for place in places.values():
            assert not re.match("(between|behind|under|beside|outside|inside|in|on|at) ", place.get("name", "")), path
