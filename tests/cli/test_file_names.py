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
