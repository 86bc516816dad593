"""Mistakes of a first evening in all five systems: units, commas, capitals, wrong orders, words of another system."""

import pytest

from tests.cli.test_beginners import typed

ENCOUNTERS = {
    "rbf": "dock-ambush",
    "threat": "mine-raid",
    "rpj": "relay-road",
    "futurepath": "depot-raid",
    "bgc": "street-arrest",
}
MISTAKES = {
    ("rbf", "damage thug1 5hp"): "AMOUNT must be a whole number, not '5hp'; without its unit: 5",
    ("rbf", "damage thug1, 5"): "there is no combatant 'thug1,'; did you mean `damage thug1 5`?",
    ("rbf", "condition add ada prone 2 rounds"): "did you mean `condition add ada prone --rounds 2`?",
    ("rbf", "condition add ada prone --rounds 2rounds"): "not '2rounds'; without its unit: 2",
    ("rbf", "set ada.hp=5"): "did you mean `set ada hp=5`?",
    ("rbf", "ATTACK ada thug1"): "there is no verb 'ATTACK'; did you mean attack?",
    ("rbf", "attack ada thug1 --dice 5.5"): "'5.5' is not the face of a die; --dice 5,7",
    ("rbf", "odds attack ada thug1 sword"): "there is no combatant 'sword'; known: ada, joss",
    ("rbf", "odds attack ada thug1 --weak"): "--weak belongs to futurepath; this fight is rbf",
    ("rbf", "show --wdith 3"): "show has no option --wdith; it takes --force, --reach",
    ("futurepath", "move hale 5ft"): "'5ft' is no square (FP-FLD-1); a letter and a number, A1 to N8",
    ("rbf", "roll 1d6 --lab"): "--label needs a value; --label TEXT: ",
    ("futurepath", "move hale C4,C5"): "'C4,C5' is no square",
    ("futurepath", "attack yara loader --range 5"): "attack has no option --range; it takes --force, --answer",
    ("rpj", "move 9"): "there is no combatant '9', and there is no place '9'; known: 0, 1, 2, 3, 4",
    ("rpj", "move 1 2"): "there is no combatant '1'",
    ("rpj", "move sella"): "there is no combatant 'sella'; did you mean sela?",
    ("rpj", "cover walls"): "(RPJ-COV-1); known: ",
    ("bgc", "declare tove attack,defend"): "(BGC-ACT-1); spaces between them: attack defend",
    ("bgc", "declare tove atack"): "there is no category of action 'atack' (BGC-ACT-1); did you mean attack?",
    ("bgc", "declare tove 4 attack"): "the number 4 has no category before it (BGC-ACT-1); such as attack 3 defend",
    ("bgc", "attack tove mako --technique trip"): "--technique belongs to rbf; this fight is bgc",
    ("threat", "init 3"): "unexpected '3'; init [options]",
    ("threat", "threat five"): "'five' is no threat; threat N, threat +N or threat -N",
    ("threat", "act rill"): "who acts? it is nobody's turn alone; `act WHO rill` or `act rill TASK",
}


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """A fight of each system that has begun, by the name of the system."""
    saves = {}
    for system, encounter in ENCOUNTERS.items():
        save = saves[system] = str(tmp_path_factory.mktemp(system) / "encounter.toml")
        for line in (f"start {encounter} --seed first", "init"):
            assert typed(*line.split(), "-e", save)[0] == 0
    return saves


@pytest.mark.parametrize(("system", "line"), MISTAKES)
def test_a_mistake_says_what_would_have_been_right(begun, monkeypatch, system, line):
    monkeypatch.setenv("RBF_ENCOUNTER", begun[system])
    status, told, said = typed(*line.split())

    assert MISTAKES[system, line] in said
    assert (told, status in {1, 2}) == ("", True)


@pytest.mark.parametrize("system", ENCOUNTERS)
def test_the_line_of_a_mistake_has_no_traceback_and_one_sentence(begun, system):
    for _, line in MISTAKES:
        status, _, said = typed(*line.split(), "-e", begun[system], "--dry-run")

        assert status in {0, 1, 2}
        assert "Traceback" not in said


@pytest.mark.parametrize(("line", "journal"), [("move 3", "move raider2 3"), ("cautious 3", "cautious raider2 3")])
def test_a_place_alone_is_where_whoever_is_up_goes(tmp_path, line, journal):
    save = tmp_path / "encounter.toml"
    for each in ("start relay-road --seed first", "init --set raider2=40", line):
        assert typed(*each.split(), "-e", str(save))[0] == 0
    script = typed("log", "--script", "-e", str(save))[1]

    assert script.rstrip().endswith(journal)


def test_the_value_of_a_common_option_is_no_word_of_the_line(begun):
    said = typed("damage", "5", "thug1", "-e", begun["rbf"])[2]

    assert f"did you mean `damage thug1 5 -e {begun['rbf']}`?" in said
