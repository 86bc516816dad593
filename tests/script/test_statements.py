"""Variables, blocks and loops: each construct by what it prints."""

import json

import pytest

from rbfcli.script import context


@pytest.mark.parametrize(
    ("lines", "out"),
    [
        (["let n = 2", "let n = n * 3", "print $n"], "6\n"),
        (["let n=2", "print ${n+1}th $n-th $nn"[:-4]], "3th 2-th\n"),
        (["let who = vex", "print $who has ${who.hp} of ${ who.max-hp }"], "vex has 15 of 15\n"),
        (["let t = 'two words'", "print $t", "print \"$t\" '$t' \\$t"], "two words\ntwo words $t $t\n"),
        (["let l = ['a', 'b c']", 'print $l "$l"'], "a b c a b c\n"),
        (["let e = ''", "print a $e b"], "a  b\n"),
        (["let a = 5", "print a\\ '$a'"], "a '5'\n"),
        (["print 5$ and $5"], "5$ and $5\n"),
        (["print"], "\n"),
        (["if 1 == 1 { print yes } else { print no }"], "yes\n"),
        (["if 1 == 2 { print yes } else { print no }"], "no\n"),
        (["if 1 == 2 { print yes }"], ""),
        (["if 0 {", "print a", "} else if 1 {", "print b", "} else {", "print c", "}"], "b\n"),
        (["repeat 3 { print x }"], "x\nx\nx\n"),
        (["repeat 0 { print x }"], ""),
        (["repeat 2 {", "  repeat 2 { print x } # deep", "", "  print y", "}"], "x\nx\ny\nx\nx\ny\n"),
        (["for n in 1..3 { print $n }"], "1\n2\n3\n"),
        (["for n in [5, 'a'] {", "print $n }"], "5\na\n"),
        (["for who in standing(dockers) { print $who }"], "thug1\nold-tom\n"),
        (["for who in @foes { damage $who 1 }", "print ${thug1.hp} ${old-tom.hp}"], "19 4\n"),
        (["let n = 3", "while n > 0 {", "print $n", "let n = n - 1", "}"], "3\n2\n1\n"),
        (["try { print a }"], "a\n"),
        (["try { print a } else { print b }"], "a\n"),
        (["try {", "note fine", "stabilize vex", "print a", "} else { print b }"], "b\n"),
        (["try {", "repeat 2 { stabilize vex }", "print a", "}", "print c"], "c\n"),
        (["try {", "try { stabilize vex }", "print a", "stabilize vex", "}", "print c"], "a\nc\n"),
        (["try { stabilize vex } else {", "try { stabilize vex } else { print b }", "}"], "b\n"),
        (["note }", "print { }"], "{ }\n"),
        (["repeat 1 { print {a} }"], "{a}\n"),
        (['repeat 1 { print "}" }'], "}\n"),
        (["damage thug* 1", "print ${thug1.hp}"], "19\n"),
        (["let ids = standing(crew)", "condition add $ids prone", "print ${vex.conditions}"], "prone\n"),
    ],
)
def test_construct(fight, lines, out):
    ran = fight(*lines)
    assert (ran.status, ran.out, ran.error) == (0, out, "")


def test_a_refusal_that_is_tried_is_a_result_and_plays_again_as_a_transcript(run):
    text = "start pit.toml --seed s\ninit\nlet who = vex\ntry { stabilize $who }\nprint on\n"
    ran = run(text)
    assert (ran.status, ran.error) == (0, "")
    assert "> stabilize vex\nrbf: Vex is not dying (RBF-STB-1)\n> print on\non\n" in ran.out
    assert run(ran.out, name="t.transcript", check=True).status == 0


def test_a_program_is_told_of_a_refusal_that_is_tried(fight):
    *_, refused, tried = map(json.loads, fight("try { stabilize vex }", quiet=False, json=True).out.splitlines())
    assert (refused["ok"], refused["error"]["rule"]) == (False, "RBF-STB-1")
    assert (tried["ok"], tried["command"]) == (True, "try")


@pytest.mark.parametrize(
    ("line", "status"),
    [
        *(("atack vex thug1", 2), ("attack vex thug1 --wth rifle", 2), ("print ${5 / 0}", 2)),
        *(("attack vex nobody", 1), ("attack vx thug1", 1), ("stabilize veks", 1), ("attack vex tug*", 1)),
        *(("remove thug7", 1), ("move vex cratess", 1), ("damage @dokers 1", 1)),
    ],
)
def test_a_mistake_is_no_refusal(fight, line, status):
    """A word that names nothing in the fight is one: the error of the line, with its place and status."""
    ran = fight(f"try {{ {line} }} else {{ print b }}", "print c")
    assert (ran.status, ran.out) == (status, "")
    assert "test.rbf:3:" in ran.error


@pytest.mark.parametrize(("line", "status"), [("move gort gaate --force", 1), ("move gort ZZ9 --force", 0)])
def test_a_place_that_is_misspelt_is_no_refusal_and_one_off_the_map_is(run, line, status):
    assert run(f"start depot-raid --seed x\ninit\ntry {{ {line} }}\n", quiet=True).status == status


def test_a_refusal_is_expected_of_what_there_is(fight):
    ran = fight("expect refused { attack vex nobody }")
    assert (ran.status, "unknown combatant 'nobody'" in ran.error) == (1, True)


def test_what_was_refused_in_an_included_script_leaves_it(fight, folder):
    (folder / "deep").mkdir()
    (folder / "deep" / "deeper.rbf").write_text("stabilize vex\n")
    (folder / "near.rbf").write_text("print near\n")
    assert fight("try { include deep/deeper.rbf }", "include near.rbf").out == "near\n"


def test_faces_given_for_a_command_that_is_refused_are_for_the_next(fight):
    out = fight("dice 5,7", "try { stabilize vex } else { attack vex thug1 }", quiet=False).out
    assert "[5 7]" in out


def test_a_value_is_one_word_whatever_it_holds(fight):
    ran = fight("let evil = 'vex 5 # \"'", "note $evil", 'note "$evil"', "log --script", quiet=False)
    assert ran.out.count('note "vex 5 # \\""\n') == 4


def test_a_transcript_holds_values_so_that_it_plays_again(run):
    text = "start pit.toml --seed s\nlet a = 'costs $vex and ${5}'\nnote $a\nprint $a\nnote '$a'\nnote \\$a\n"
    out = run(text).out
    assert 'note "costs \\$vex and \\${5}"\nnote: costs $vex and ${5}\n' in out
    assert run(out, name="t.transcript", check=True).status == 0


def test_a_transcript_shows_commands_with_their_values(fight):
    ran = fight("for who in @foes { damage $who ${1 + 1} }", quiet=False)
    assert "> damage thug1 2\n" in ran.out
    assert "> damage old-tom 2\n" in ran.out


def test_a_mistake_in_a_continued_line_names_the_line_it_is_in(fight):
    ran = fight("print a \\", " $nobody")
    assert ran.error == ("rbf: test.rbf:4:2: unknown name 'nobody'\n  print a  $nobody\n           ^")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["let round = 5"], "3:5: 'round' is a reserved word"),
        (["let 5 = 5"], "3:5: expected the name of a variable"),
        (["let n 5"], "3:7: expected ="),
        (["let n ="], "3:8: expected an expression"),
        (["let n = 5 6"], "3:11: unexpected '6'"),
        (["if { print a }"], "3:4: expected an expression"),
        (["if 1", "print a"], "3:5: expected {"),
        (["if 1 {", "print a"], "5:1: the { on line 3, column 6 is never closed"),
        (["}"], "3:1: unexpected }"),
        (["else { print a }"], "3:1: unexpected else"),
        (["repeat 2 { print a } print b"], "3:22: unexpected 'print'"),
        (["repeat 2 { repeat 2 { print a } print b }"], "3:33: each statement needs a separate line"),
        (["repeat x { print a }"], "3:8: unknown name 'x'"),
        (["repeat 1/2 { print a }"], "3:1: 1/2 is not a whole number"),
        (["for in 1..3 { print a }"], "3:5: 'in' is a reserved word"),
        (["for n of 1..3 { print a }"], "3:7: expected in"),
        (["for n in 3 { print a }"], "3:1: 3 is not a list"),
        (["expect"], "3:7: expected an expression"),
        (["expect 1 == 1 else"], "3:19: expected a message"),
        (["expect refused vex"], "3:16: expected {"),
        (["expect refused { }"], "3:18: expected a command"),
        (["expect refused { let n = 5 }"], "3:18: expected a command"),
        (["expect refused { attack vex"], "3:28: expected }"),
        (["dice"], "3:5: expected faces"),
        (["seed"], "3:5: expected text"),
        (["include"], "3:8: expected a file"),
        (['note "open'], '3:6: missing closing quote; end it with "'),
        (["print $nobody"], "3:7: unknown name 'nobody'"),
        (["print a ${1 +}"], "3:14: expected an expression"),
        (["print ${1 + 1"], "3:7: missing } after ${; end it with }"),
        (["repeat 1 {", "  atack vex thug1", "}"], "4:3: unknown command 'atack'; did you mean attack"),
        (["if 1 { " * 40 + "print a" + " }" * 40], "3:230: blocks are nested more than 32 deep"),
    ],
)
def test_a_mistake_names_line_and_column_and_shows_the_line(fight, lines, message):
    ran = fight(*lines)
    told, shown, caret = ran.error.split("\n")[:3]
    assert ran.status == 2
    assert f"rbf: test.rbf:{message}" in told
    number, column = message.split(":")[:2]
    source = ["start pit.toml --seed s", "init", *lines, ""][int(number) - 1]
    assert shown.strip() in source.removesuffix("\\") + " "
    assert source[int(column) - 1 : int(column)] == shown[len(caret) - 1 : len(caret)]


HUNGRY = {
    "commands": "start duel --seed x\nwhile true {\ndamage ada 0\n}\n",
    "odds": "start duel --seed x\nwhile true {\nlet a = odds(attack ada bosun --force).success\n}\n",
    "odds as a command": "start duel --seed x\nwhile true {\nodds attack ada bosun --force\n}\n",
    "odds of a one-liner": "while true {\nodds attack --system rbf --mod 4 --tn 14 --damage 9\n}\n",
    "odds of dice": "while true {\nodds 4d6!\n}\n",
    "quiet rolls": "while true {\nroll 1000d6 -q\n}\n",
    "actions": "start duel --seed x\ninit\nwhile true {\nactions ada --odds\n}\n",
    "checks": "while true {\ncheck dock-ambush\n}\n",
    "starts": "while true {\nstart dock-ambush\n}\n",
    "refusals": "start duel --seed x\nwhile true {\nexpect refused { stabilize ada }\n}\n",
    "tried refusals": "start duel --seed x\nwhile true {\ntry { stabilize ada }\n}\n",
    "lists": "let t = 1..10000\nwhile true {\nlet u = t + []\n}\n",
    "texts": f'let t = "{"x" * 9_000}"\nwhile true {{\nprint $t\n}}\n',
    "fractions": "let n = 1\nwhile true {\nlet n = n / 3 + 1 / 7\n}\n",
    "those who enter": "start duel --seed x\nwhile true {\nadd thug --count 900 hp=5\n}\n",
    "undo": "start duel --seed x\ndamage ada 0\nwhile true {\nundo\nredo\n}\n",
}


@pytest.fixture
def tenth(monkeypatch):
    """A tenth of a script's budget; tests/budget spends the whole of it."""
    monkeypatch.setattr(context, "STEPS", context.STEPS // 10)


@pytest.mark.usefixtures("tenth")
@pytest.mark.parametrize("text", HUNGRY.values(), ids=HUNGRY)
def test_a_script_has_one_budget_for_all_it_does(run, text):
    ran = run(text)
    assert ran.status == 5
    assert "the script does too much" in ran.error
    assert "--max-steps N allows more" in ran.error


def test_a_limit_of_a_line_counts_as_half_a_budget_where_the_script_goes_on(run):
    ran = run("while true {\nroll -n 1000 1000d6\n}\n", keep_going=True)
    assert ran.status == 5
    assert ran.error.count("too many dice to roll and to print") == 1


def test_one_line_that_is_too_much_is_told_as_its_own(run):
    ran = run("odds 1000d6kh500\n")
    assert ran.status == 5
    assert "ask about fewer dice" in ran.error


def test_what_was_counted_needs_no_memory_any_more(run):
    lines = "repeat 30 {\nodds 3d10000 -q\n}\n"
    assert run(lines, quiet=True, max_steps=1_000_000).status == 0


def test_ten_thousand_attacks_are_within_the_budget_of_a_script(run):
    lines = ["start dock-ambush --seed docks", *["attack ada thug1 --critical double --force"] * 10_000]
    assert run("\n".join(lines) + "\n", quiet=True).status == 0


# Where a run stops, what it says, and the exit status it ends with.


@pytest.mark.parametrize(
    ("line", "status", "message"),
    [
        ("attack thug1 vex", 1, "it is not Thug 1's turn"),
        ("atack vex thug1", 2, "unknown command 'atack'; did you mean attack?"),
        ("attack vex thug1 --with swrd", 2, "unknown weapon 'swrd'; did you mean sword?"),
        ("attack vex nobody", 1, "unknown combatant 'nobody'"),
        ("attack vex thug1 --dice 9", 2, "face 1 must be from 1 to 8 on a d8, not 9"),
        ("start nowhere.toml", 3, "nowhere.toml"),
        ("check pit.toml nowhere.toml", 3, "nowhere.toml"),
    ],
)
def test_a_mistake_ends_the_run_with_its_status(fight, line, status, message):
    ran = fight("note before", "", "", "", line, "print after")
    assert (ran.status, ran.out) == (status, "")
    assert ran.error.startswith("rbf: test.rbf:7:1: ")
    assert message in ran.error
    assert f"\n  {line}\n  ^" in ran.error


def test_a_mistake_in_the_script_is_found_before_anything_is_played(fight):
    ran = fight("print before", "let = 5")
    assert (ran.status, ran.out) == (2, "")


def test_keep_going_goes_on_and_ends_with_the_first_status(fight):
    ran = fight("attack thug1 vex", "atack vex thug1", "print after", keep_going=True)
    assert (ran.status, ran.out) == (1, "after\n")
    assert ran.error.count("rbf: test.rbf:") == 2


def test_an_answer_of_no_ends_the_run(run, folder):
    save = folder / "save.toml"
    run("start pit.toml --seed s\ninit\n", save="save.toml")
    save.write_text(save.read_text().replace("hp = 15", "hp = 14", 1))
    ran = run("check save.toml\nprint after\n")
    assert ran.status == 1
    assert "after" not in ran.out


def test_expectations_are_counted_and_told_at_the_end(fight):
    ran = fight("expect vex.hp == 15", "expect vex.hp == 14", "expect vex.hp > 20 else 'too weak'", "print after")
    assert (ran.status, ran.out) == (1, "after\n")
    assert ran.error.split("\n") == [
        "rbf: test.rbf:4:1: expected vex.hp == 14, but vex.hp is 15",
        "rbf: test.rbf:5:1: too weak (expected vex.hp > 20, but vex.hp is 15)",
        "3 expectations, 2 failed",
    ]


def test_met_expectations_are_counted_too_unless_quiet(fight):
    assert fight("expect 1 == 1", quiet=False).error == "1 expectation, 0 failed"
    assert not fight("expect 1 == 1").error


def test_fail_fast_stops_at_the_first(fight):
    ran = fight("expect 1 == 2", "print after", fail_fast=True)
    assert (ran.status, ran.out) == (1, "")
    assert ran.error.endswith("1 expectation, 1 failed")


def test_a_refusal_is_expected_and_leaves_no_trace(fight):
    ran = fight("expect refused { attack thug1 vex }", "expect refused { stabilize vex }", "log", quiet=False)
    assert ran.status == 0
    assert "attack" not in ran.out


def test_what_can_be_done_is_not_done_by_expecting_a_refusal(fight):
    ran = fight("expect refused { attack vex thug1 --dice 5,7 } else 'no!'", "expect thug1.hp == 20")
    assert ran.status == 1
    assert "no! (expected a refusal of attack vex thug1 --dice 5,7, but it was not refused)" in ran.error
    assert ran.error.endswith("2 expectations, 1 failed")


def test_no_command_is_done_by_expecting_its_refusal(fight):
    ran = fight("note a", "expect refused { undo }", "expect refused { new rbf }", "log --script", quiet=False)
    assert ran.status == 1
    assert ran.out.endswith("init\nnote a\n")


def test_a_misspelt_command_is_no_refusal(fight):
    ran = fight("expect refused { atack thug1 vex }")
    assert ran.status == 1
    assert "unknown command 'atack'" in ran.error


def test_json_tells_mistakes_in_documents_alone(fight):
    ran = fight("expect 1 == 2", "attack thug1 vex", json=True)
    expectation_failed, refused = (json.loads(line) for line in ran.out.splitlines()[2:])
    nothing = {"rule": "", "hint": "", "suggestions": []}
    assert expectation_failed["error"] == {"kind": "expectation", "message": "expected 1 == 2", **nothing}
    assert (expectation_failed["ok"], expectation_failed["command"]) == (False, "expect 1 == 2")
    assert (refused["ok"], refused["command"], refused["error"]["kind"]) == (False, "attack thug1 vex", "refused")
    assert ran.error == "1 expectation, 1 failed"


@pytest.mark.parametrize(
    "lines",
    [
        ["while true { }"],
        ["repeat 1000000000 { }"],
        ["for n in 1..1000000000 { }"],
        ["repeat 1000 { repeat 1000 { let n = 1 } }"],
        ["while true { attack thug1 vex }"],
    ],
)
def test_steps_are_bounded(fight, lines):
    ran = fight(*lines, max_steps=500, keep_going=True)
    assert ran.status in {1, 5}
    assert "a script can have at most 500 statements" in ran.error


@pytest.mark.parametrize(
    "lines",
    [
        ["let t = 'ab'", "repeat 100 { let t = t + t }"],
        ["let l = [1]", "repeat 100 { let l = l + l }"],
        ["let l = ['" + "a" * 9000 + "']", "repeat 100 { let l = l + l }"],
        ["let n = 2", "repeat 100 { let n = n * n }"],
        ["print ${1..1000000000}"],
    ],
)
def test_values_are_bounded(fight, lines):
    ran = fight(*lines)
    assert ran.status == 5
    assert "test.rbf:" in ran.error
