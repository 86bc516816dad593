"""A file that is not there is answered with the nearest that is (H-04)."""

import pytest


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("-e figt.toml show", "there is no file figt.toml; did you mean fight.toml?"),
        ("-e sub/fihgt.toml attack ada joss", "there is no file sub/fihgt.toml; did you mean sub/fight.toml?"),
        ("check figt.toml", "there is no file figt.toml; did you mean fight.toml?"),
        ("check other.toml", "there is no file other.toml; rbf systems lists those that come with rbf"),
        ("start figt.toml", "there is no encounter figt.toml; did you mean fight.toml?"),
        ("run figt.rbf", "there is no script figt.rbf; did you mean fight.rbf?"),
        ("start dok-ambush", "did you mean dock-ambush?"),
        ("-e other.toml show", "there is no file other.toml; rbf start NAME creates one"),
        ("-e nowhere/fight.toml show", "there is no file nowhere/fight.toml; rbf start NAME creates one"),
        (
            "import nobody.csv --system rbf --to made.toml",
            "there is no file nobody.csv to import; give the path of a file of CSV or JSON",
        ),
        ("check nowhere.toml", "there is no file nowhere.toml; rbf systems lists those that come with rbf"),
        ("check", "there is no file encounter.toml; rbf start NAME creates one"),
        ("show", "there is no file encounter.toml; rbf start NAME creates one"),
    ],
)
def test_the_nearest_file_of_the_same_ending_is_named(rbf, line, said):
    (rbf.folder / "sub").mkdir()
    for name in ("fight.toml", "fight.rbf", "sub/fight.toml", ".figt.toml.lock", "figt.txt", "encounters.toml"):
        (rbf.folder / name).touch()
    done = rbf.run(*line.split())
    assert done.returncode == 3
    assert said in done.stderr
    assert not (rbf.folder / "encounter.toml").exists()


@pytest.mark.parametrize(
    ("words", "which"),
    [
        (["damage", "ada", "1", "-e", ""], "--encounter"),
        (["-e", "", "show", "--json"], "--encounter"),
        (["roll", "1d6", "--encounter="], "--encounter"),
        (["repl", ""], "SAVE"),
        (["watch", "--once", "--html", ""], "--html"),
        (["run", ""], "SCRIPT"),
        (["run", "dock-ambush", "--junit", ""], "--junit"),
        (["run", "dock-ambush", "-e", ""], "--encounter"),
        (["start", ""], "SOURCE"),
        (["check", ""], "FILES"),
        (["save-as", ""], "FILE"),
        (["import", ""], "FILE"),
        (["create-system", "skirmish", ""], "FOLDER"),
        (["simulate", ""], "SOURCE"),
        (["simulate", "duel", "-n", "1", "--compare", ""], "--compare"),
        (["simulate", "duel", "-n", "1", "--csv", ""], "--csv"),
        (["simulate", "duel", "-n", "1", "--svg="], "--svg"),
    ],
)
def test_an_empty_word_is_no_file(rbf, words, which):
    """`-e "$SAVE"` where nobody set the variable means no other save, least of all the one in this folder."""
    rbf.out("start", "duel")
    before = rbf.save.read_bytes()
    done = rbf.run(*words)
    assert done.returncode == 2
    assert f"rbf: {which} is empty; it names a file; is a variable of the shell not set?" in done.stderr
    assert rbf.save.read_bytes() == before
