"""`--plain`: a record a line, a tab between its cells, nothing cut and nothing aligned (J-04)."""

import json

import pytest

LISTS = {
    "systems": ("system\trbf\t2d8\tRBF: Combat and Crises", "encounter\tduel"),
    "rules": ("RBF-TST-1\tA test is 2d8",),
    "rules rbf": ("RBF-TST-1\tA test is 2d8",),
    "restore --list": ("1\tAmbush at the docks (rbf), round 1, Dockside thug 1's turn, 1 command",),
    "actions": ("1\t",),
    "suggest": ("1\tattack ",),
}


@pytest.mark.parametrize(("line", "records"), LISTS.items(), ids=LISTS)
@pytest.mark.parametrize("columns", ["30", "200"])
def test_a_list_is_a_record_a_line(begun, line, records, columns):
    begun.out("start", "dock-ambush", "--seed", "docks", "--force")
    begun.out("init", "--set", "joss=40")
    begun.out("turn")
    told = begun.out(*line.split(), "--plain", environ={"COLUMNS": columns}).splitlines()
    for record in records:
        assert any(each.startswith(record) for each in told), told
    assert all("\t" in each for each in told if not each.startswith("and "))
    assert not any(each.startswith(" ") for each in told)
    assert told == begun.out(*line.split(), environ={"RBF_PLAIN": "1"}).splitlines()


def test_the_cells_of_an_action_are_those_of_its_json(begun):
    begun.out("start", "dock-ambush", "--seed", "docks", "--force")
    begun.out("init", "--set", "joss=40")
    begun.out("turn")
    told = [each.split("\t") for each in begun.out("actions", "joss", "--plain").splitlines()]
    rows = json.loads(begun.out("actions", "joss", "--json"))["actions"]
    assert [(number, cost, effect, rule) for number, _, cost, effect, rule, _ in told] == [
        (str(row["number"]), row["cost"], row["effect"], row["rule"]) for row in rows
    ]
