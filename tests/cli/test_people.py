"""`export` and `import` from the shell."""

import json

import pytest

GOBLIN = {
    "StatBlock": {"Name": "Bog imp", "HP": {"Value": 7}, "AC": {"Value": 15}, "Actions": [{"Name": "Bite"}]},
    "Id": "c",
}


@pytest.fixture
def begun(rbf):
    rbf.out("start", "duel", "--seed", "pier")
    return rbf


def test_people_go_out_as_a_table_and_come_into_another_fight(begun):
    text = begun.out("export", "people")
    assert text.startswith("id,name,side,hp,max_hp,")
    assert begun.out("export", "people", "all.csv") == "all.csv: 2 combatants of rbf\n"
    assert (begun.folder / "all.csv").read_text(encoding="utf-8") == text
    assert begun.run("export", "people", "all.csv").returncode == 1
    begun.out("remove", "*")
    assert begun.out("import", "all.csv") == "all.csv: 2 combatants join the fight: ada, bosun\n"
    assert begun.out("export", "people") == text
    begun.out("check", "encounter.toml")
    assert begun.run("import", "all.csv").returncode == 3
    begun.out("undo")
    assert json.loads(begun.out("show", "--json"))["fight"].get("combatants", {}) == {}


def test_a_fight_changes_in_a_dry_run_no_more_than_by_a_wrong_file(begun):
    before = (begun.folder / "encounter.toml").read_bytes()
    (begun.folder / "good.csv").write_text("name,tn\n=Rat,9\n", encoding="utf-8")
    (begun.folder / "bad.csv").write_text("name,tn\nRat,x\n", encoding="utf-8")
    assert "join" in begun.out("import", "good.csv", "--dry-run")
    done = begun.run("import", "bad.csv", "--json")
    assert (done.returncode, json.loads(done.stdout)["error"]["kind"]) == (3, "file")
    for words in (["none.csv"], ["bad.txt"], ["good.csv", "--only", "x"], ["good.csv", "--format", "json"]):
        assert begun.run("import", *words).returncode in {2, 3}
    assert begun.run("import", "good.csv", "--system", "bgc").returncode == 1
    assert (begun.folder / "encounter.toml").read_bytes() == before
    reply = json.loads(begun.out("import", "good.csv", "--json"))
    assert (reply["joined"], reply["weapons"], reply["not_mapped"]) == (["rat"], [], [])
    assert '"\'=Rat"' in begun.out("export", "people") or "'=Rat" in begun.out("export", "people")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("import nofile", "no such file: nofile; check its name and its folder"),
        ("import peple.csv", "no such file: peple.csv; did you mean people.csv?"),
        (
            "import encounter.toml",
            "is a save, not a table of people; try: rbf export people FILE.csv -e encounter.toml",
        ),
        ("import yard.toml", "(also in the fight); use --update to change them; use --count 1 to add more of them"),
        ("import yard.rbf", "yard.rbf is a script, not a table of people; try: rbf run yard.rbf"),
        ("export o.csv", "TABLE must be people, not 'o.csv'"),
    ],
)
def test_what_was_meant_is_said(begun, line, said):
    (begun.folder / "people.csv").write_text("name,tn\nRat,9\n", encoding="utf-8")
    (begun.folder / "yard.rbf").write_text("note x\n", encoding="utf-8")
    begun.out("save-as", "yard.toml")
    done = begun.run(*line.split())
    assert done.returncode in {2, 3}
    assert said in done.stderr


def test_improved_initiative_becomes_an_encounter_that_starts(rbf):
    path = rbf.folder / "imps.json"
    path.write_text(json.dumps({"Name": "Bog", "Combatants": [GOBLIN, {**GOBLIN, "Id": "d"}]}), encoding="utf-8")
    done = rbf.run("import", "imps.json", "--system", "futurepath", "--to", "bog.toml")
    assert (done.returncode, done.stdout) == (0, "bog.toml: 2 combatants; start bog.toml\n")
    assert done.stderr == "in notes: actions\n"
    rbf.out("check", "bog.toml")
    rbf.out("start", "bog.toml")
    assert "Bog imp" in rbf.out("show")
    text = rbf.out("import", "imps.json", "--to", "-")
    assert text == (rbf.folder / "bog.toml").read_text(encoding="utf-8")
    assert 'title = "Bog"' in text
    assert rbf.run("import", "imps.json", "--to", "bog.toml").returncode == 1
    assert rbf.run("-e", "none.toml", "import", "imps.json", "--to", "x.toml").returncode == 2
    assert rbf.run("import", "imps.json", "--format", "csv").returncode == 3


# `save-as` and `example` from the shell: what is written where, and what is refused.


@pytest.fixture
def save_as_begun(rbf):
    rbf.out("start", "dock-ambush", "--seed", "docks")
    return rbf


def test_a_fight_becomes_an_encounter_that_starts(save_as_begun):
    save_as_begun.out("init")
    save_as_begun.out("damage", "ada", "4")
    done = save_as_begun.run("save-as", "night two.toml")
    assert done.returncode == 0
    assert done.stdout == 'night two.toml: 10 combatants of rbf; start "night two.toml"\n'
    assert done.stderr.startswith("not saved, because encounters do not contain them: round, order, ")
    save_as_begun.out("-e", "second.toml", "start", "night two.toml")
    ada = json.loads(save_as_begun.out("-e", "second.toml", "show", "ada", "--json"))["combatant"]
    assert (ada["hp"], ada["max_hp"]) == (11, 15)


def test_a_file_that_is_there_is_replaced_by_force_alone_and_the_save_never(save_as_begun):
    (save_as_begun.folder / "kept.toml").write_text("mine", encoding="utf-8")
    before = (save_as_begun.folder / "encounter.toml").read_bytes()
    done = save_as_begun.run("save-as", "kept.toml")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "rbf: kept.toml already exists; use another name; use --force to replace it\n"
    assert (save_as_begun.folder / "kept.toml").read_text(encoding="utf-8") == "mine"
    assert save_as_begun.run("save-as", "kept.toml", "--force", "--dry-run").returncode == 0
    assert (save_as_begun.folder / "kept.toml").read_text(encoding="utf-8") == "mine"
    save_as_begun.out("save-as", "kept.toml", "--force")
    assert "[combatants.ada]" in (save_as_begun.folder / "kept.toml").read_text(encoding="utf-8")
    done = save_as_begun.run("save-as", "./encounter.toml", "--force")
    assert (done.returncode, done.stderr) == (1, "rbf: ./encounter.toml is the save of this fight; use another name\n")
    assert (save_as_begun.folder / "encounter.toml").read_bytes() == before


def test_it_goes_to_standard_output_into_json_and_nowhere_else(save_as_begun):
    text = save_as_begun.out("save-as", "-", "-q")
    assert text.startswith("# The fight 'Ambush at the docks' as it stood before its first round.\n")
    reply = json.loads(save_as_begun.out("save-as", "-", "--json"))
    assert (reply["text"], reply["file"], reply["not_kept"]) == (text, "-", [])
    assert save_as_begun.out("save-as", "x.toml", "-q") == ""
    assert save_as_begun.run("save-as", "no/such/x.toml").returncode == 4
    assert save_as_begun.run("-e", "none.toml", "save-as", "y.toml").returncode == 3


def test_a_script_writes_new_files_in_its_folder_only(save_as_begun):
    done = save_as_begun.run("run", "-", stdin="start duel\nsave-as ../x.toml\n")
    assert done.returncode == 3
    outside = f"../x.toml is outside the folder {save_as_begun.folder}; a script on standard input can only use files"
    assert outside in done.stderr
    assert not (save_as_begun.folder.parent / "x.toml").exists()
    assert save_as_begun.run("run", "-", stdin="start duel\nsave-as x.toml\n").returncode == 0
    assert (save_as_begun.folder / "x.toml").exists()


def test_an_example_is_printed_checked_and_started(rbf):
    text = rbf.out("example", "rbf", "ambush")
    (rbf.folder / "mine.toml").write_text(text, encoding="utf-8")
    assert "OK: rbf encounter, 5 combatants" in rbf.out("check", "mine.toml")
    rbf.out("start", "mine.toml")
    assert json.loads(rbf.out("example", "rbf", "ambush", "--json"))["text"] == text
    assert rbf.out("example", "bgc") == rbf.out("example", "bgc", "duel")
    done = rbf.run("example", "rbf", "chase")
    assert done.returncode == 2
    assert rbf.run("example", "rbff").returncode == 2


WOLVES = "name,hp,ac,count,attack,damage\nMarsh wolf,11,13,2,+4,2d4+2 piercing\nHob,9,12,,,\n"


def test_an_import_picks_places_and_counts(rbf):
    (rbf.folder / "pack.csv").write_text(WOLVES, encoding="utf-8")
    rbf.out("new", "generic", "--seed", "x")
    before = (rbf.folder / "encounter.toml").read_bytes()
    preview = rbf.out("import", "pack.csv", "-n")
    assert "Marsh wolf 2" in preview
    assert (rbf.folder / "encounter.toml").read_bytes() == before
    rbf.out("import", "pack.csv", "--only", "marsh*", "--side", "pack", "--set", "saves.dex=4")
    fight = json.loads(rbf.out("show", "--json"))["fight"]["combatants"]
    assert [(who, one["side"], one["saves"]) for who, one in fight.items()] == [
        ("marsh-wolf1", "pack", {"dex": 4}),
        ("marsh-wolf2", "pack", {"dex": 4}),
    ]
    said = rbf.out("import", "pack.csv", "--only", "hob", "--as", "blocks")
    assert said == "pack.csv: 1 stat block: hob; add NAME --from hob\n"
    rbf.out("add", "Hobkin", "--from", "hob", "--count", "2")
    rbf.out("import", "pack.csv", "--only", "hob", "--count", "3")
    names = [*json.loads(rbf.out("show", "--json"))["fight"]["combatants"]]
    assert names[2:] == ["hobkin1", "hobkin2", "hob1", "hob2", "hob3"]
    for words in (["--update", "--count", "2"], ["--set", "hpp=3"], ["--map", "hp"], ["--only", "nobody"]):
        assert rbf.run("import", "pack.csv", *words).returncode in {2, 3}


def test_newcomers_take_their_place_in_a_running_fight(rbf):
    (rbf.folder / "pack.csv").write_text(WOLVES, encoding="utf-8")
    rbf.out("start", "weir-at-dusk", "--seed", "x")
    rbf.out("init")
    rbf.out("import", "pack.csv")
    fight = json.loads(rbf.out("show", "--json"))["fight"]
    assert {"marsh-wolf1", "marsh-wolf2", "hob"} <= {slot["who"] for slot in fight["order"]}
    assert rbf.out("check", "encounter.toml").startswith("encounter.toml: OK: save")
    assert len(rbf.out("undo").splitlines()[0]) < 300


def test_a_file_whose_ending_is_no_format_is_refused(begun):
    """`people.md` held CSV."""
    refused = begun.run("export", "people", "people.md")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "unknown format 'md'; formats: csv, json, toml" in refused.stderr
    begun.out("export", "people", "people.md", "--format", "csv")


def test_what_a_sheet_lacks_is_reported_as_add_reports_it(rbf):
    """RBF-DEF-1: who has no TN counts as a player, and the report says how to give one."""
    rbf.out("new", "rbf", "--seed", "x")
    (rbf.folder / "imps.json").write_text(json.dumps({"Combatants": [GOBLIN, {**GOBLIN, "Id": "d"}]}), encoding="utf-8")
    said = rbf.run("import", "imps.json").stderr
    assert "Bog imp joins as a player character. For an enemy, give a TN: set bog-imp tn=12 (also Bog imp)" in said
    rbf.out("set", "bog-imp", "tn=12")
    assert "vs TN 12" in rbf.out("attack", "bog-imp2", "bog-imp", "--force")


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("imp.json", {"Combatants": [{**GOBLIN, "CurrentHP": "lots"}]}, "full HP, because 'lots' is not a number"),
        ("imp.json", {"Combatants": [{**GOBLIN, "CurrentHP": -9_999_999}]}, "full HP, because -9999999 is not"),
        ("imp.csv", "name,hp\nBog imp,0\nImp,-3\n", "Bog imp starts with no health (also Imp)"),
        ("imp.csv", "name,hp\n", "imp.csv: no combatants\n"),
    ],
)
def test_hit_points_that_may_not_be_meant_are_said(rbf, name, text, said):
    (rbf.folder / name).write_text(text if isinstance(text, str) else json.dumps(text), encoding="utf-8")
    rbf.out("new", "generic")
    done = rbf.run("import", name)
    assert said in done.stdout + done.stderr


def test_what_a_sheet_must_have_is_named_in_any_save(rbf):
    """The hint counts in the save of the line, whichever that is."""
    (rbf.folder / "imp.json").write_text(json.dumps({"Combatants": [GOBLIN]}), encoding="utf-8")
    for save in ((), ("-e", "other.toml")):
        rbf.out(*save, "new", "bgc")
        wrong = rbf.run(*save, "import", "imp.json").stderr
        assert wrong.rstrip().endswith("; use --set speed=N --set tough=N")
        assert "joins the fight" in rbf.out(*save, "import", "imp.json", "--set", "speed=40", "--set", "tough=40")


def test_the_report_has_five_lines_and_explain_has_all(rbf):
    things = {each: [{"Name": each, "Content": "x"}] for each in ("Traits", "Reactions", "LegendaryActions")}
    block = {**GOBLIN["StatBlock"], "HP": {"Value": 1}, "Player": "Sam", "Skills": [3], "Senses": ["x"], **things}
    tags = [{"Text": each} for each in ("Cursed", "Wet")]
    whole = {"RoundCounter": 3, "Combatants": [{**GOBLIN, "StatBlock": block, "Tags": tags}]}
    (rbf.folder / "one.json").write_text(json.dumps(whole), encoding="utf-8")
    rbf.out("new", "rbf", "--seed", "x")
    short = rbf.run("import", "one.json", "-n").stderr.splitlines()
    long = rbf.run("import", "one.json", "-n", "--explain").stderr.splitlines()
    assert len(short) <= 5
    assert short[0] == "missing: 1 hit point looks like the default of a new sheet; set bog-imp hp=N"
    assert short[-1].endswith("--explain lists everything") or len(short) == len(long)
    assert len(long) > len(short)
    reply = json.loads(rbf.out("import", "one.json", "--json"))
    assert (reply["read_as"], reply["joined"]) == ("Improved Initiative", ["bog-imp"])
    assert {"skills", "senses", "traits (in notes)"} <= {*reply["not_mapped"]}
