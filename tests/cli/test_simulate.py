"""Simulations as they are typed in a shell."""


def test_a_number_of_fights_is_no_dry_run(rbf):
    """`-n 10` is how many here: the files are written all the same."""
    rbf.out("simulate", "duel", "-n", "10", "--seed", "a", "--csv", "rows.csv", "--svg", "chart.svg")
    assert len((rbf.folder / "rows.csv").read_text().splitlines()) == 11
    assert (rbf.folder / "chart.svg").read_text().startswith("<svg ")


def test_a_dry_run_writes_no_file(rbf):
    rbf.out("-n", "simulate", "duel", "--fights", "10", "--seed", "a", "--csv", "rows.csv")
    assert not (rbf.folder / "rows.csv").exists()
