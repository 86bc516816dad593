"""Files that are not what they should be: one clear error each, status 3, nothing lost."""

import pytest

GOOD = """format = 1
system = "rbf"
[combatants.vex]
name = "Vex"
hp = 12
"""

BAD = {
    "empty": ("", "format"),
    "not TOML": ("format = 1\n=\n", "2"),
    "of no format": ('system = "rbf"\n', "format"),
    "newer": (GOOD.replace("format = 1", "format = 3"), "made by a newer rbf (format 3); this one reads up to 1"),
    "without a system": ("format = 1\n", "system"),
    "of an unknown system": (GOOD.replace('"rbf"', '"rfb"'), "there is no rule system 'rfb'"),
    "with an unknown key": (GOOD + "hpp = 3\n", "hp"),
    "with an unknown table": (GOOD + "[combatant.x]\nname = 'X'\n", "combatants"),
    "of a wrong type": (GOOD.replace("hp = 12", 'hp = "twelve"'), "combatants.vex.hp"),
    "out of range": (GOOD + "speed = -1\n", "combatants.vex.speed"),
    "with two of one id": (GOOD + '[combatants.vex]\nname = "Vex again"\n', "vex"),
    "with a block nobody knows": (GOOD + '[combatants.orc]\nfrom = "orc"\n', "there is no stat block 'orc'"),
    "with too many copies": (GOOD + "count = 100000\n", "count"),
    "deeply nested": (GOOD + "x = " + "[" * 2000 + "]" * 2000 + "\n", ""),
    "with two mistakes": (GOOD.replace("hp = 12", 'hp = "x"') + "speed = -1\n", "combatants.vex.speed"),
}


@pytest.mark.parametrize(("text", "said"), BAD.values(), ids=BAD.keys())
def test_an_encounter_with_a_mistake_is_answered_with_the_place(rbf, text, said):
    (rbf.folder / "bad.toml").write_text(text)
    done = rbf.run("start", "./bad.toml")
    assert (done.returncode, done.stdout) == (3, "")
    assert "bad.toml" in done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert not rbf.save.exists()


def test_all_mistakes_are_told_at_once_with_their_lines(rbf):
    (rbf.folder / "bad.toml").write_text(GOOD.replace("hp = 12", 'hp = "x"') + "sped = 4\n")
    done = rbf.run("check", "bad.toml")
    assert "bad.toml:5: combatants.vex.hp" in done.stderr
    assert "bad.toml:6: combatants.vex.sped" in done.stderr
    assert "did you mean speed" in done.stderr


@pytest.mark.parametrize("damage", [b"", b"x", b"format = 1\n", b"\xff\xfe", b"format = 2\n"])
def test_a_damaged_save_is_refused_and_left_alone(begun, damage):
    begun.save.write_bytes(damage)
    done = begun.run("turn")
    assert (done.returncode, done.stdout) == (3, "")
    assert begun.save.read_bytes() == damage


READING = (
    "show",
    "show ada",
    "actions",
    "log",
    "log --script",
    "odds attack ada thug1",
    "odds damage-save ada",
    "odds init",
    "undo --dry-run",
    "attack ada thug1 --dry-run",
)


@pytest.mark.parametrize("line", READING)
def test_what_only_reads_names_the_save_and_what_is_wrong_with_it(begun, line):
    begun.save.write_text(begun.save.read_text().replace("\nhp = ", "\nhpp = ", 1))
    done = begun.run(*line.split())
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("rbf: encounter.toml:")
    assert "hpp: unknown key; did you mean hp" in done.stderr


def test_dice_and_help_need_no_save(begun):
    begun.save.write_text("format = 3\n")
    assert "mean 21/2" in begun.out("odds", "3d6")
    assert "is neither dice nor a verb" in begun.run("odds", "thug1").stderr
    assert begun.out("help", "attack").startswith("attack - ")
    assert begun.out("rules", "rbf", "RBF-ATK-1").startswith("RBF-ATK-1")


@pytest.mark.parametrize("line", ["show", "simulate duel", "odds 1d6", "start duel", "undo --vs 3"])
def test_odds_of_a_verb_that_they_cannot_be_told_of_name_the_verb(begun, line):
    done = begun.run("odds", *line.split())
    assert done.returncode == 2
    assert done.stderr == f"rbf: there are no odds of {line.split()[0]}; `odds 2d6`, or odds COMMAND\n"


def test_odds_of_a_command_need_a_fight(rbf):
    done = rbf.run("odds", "attack", "ada", "thug1")
    assert done.returncode == 3
    assert "there is no file encounter.toml; rbf start NAME creates one" in done.stderr


def test_an_encounter_is_no_save(rbf):
    (rbf.folder / "encounter.toml").write_text(GOOD)
    done = rbf.run("init")
    assert done.returncode == 3
    assert "is an encounter, not a save; rbf start" in done.stderr


def test_line_ends_and_byte_order_marks_of_other_editors_are_read(rbf):
    (rbf.folder / "good.toml").write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    rbf.out("start", "./good.toml")
    assert b"\r" not in rbf.save.read_bytes()
