"""Lines that look ahead: they answer as far as a part of the budget goes, and the script goes on behind them."""

import json

import pytest

BUSY = "start pump-station --seed q", "init"
BLAST, RUN, SHOT = "throw hale frag tough2", "technique hale overrun tough2", "attack gort guard"


@pytest.fixture
def told(run):
    """Run lines in a fight with very much to do, and get the status, what each printed as JSON, and the error."""

    def told(*lines, **options):
        ran = run("\n".join([*BUSY, *lines, ""]), json=True, **options)
        return ran.status, [json.loads(each) for each in ran.out.splitlines()][len(BUSY) :], ran.error

    return told


def test_a_line_that_ranks_all_there_is_to_do_leaves_something_to_the_next(told):
    status, replies, _ = told("suggest", "print on")
    assert status == 0
    assert replies[0]["ranked"]
    assert replies[1]["text"] == "on"


def test_several_lines_that_look_ahead_answer(told):
    lines = ["suggest", f"odds {SHOT}", "suggest hale", f"odds {BLAST}", f"odds {RUN}", "suggest gort"]
    status, replies, _ = told(*lines)
    assert status == 0
    for line, reply in zip(lines, replies, strict=True):
        assert reply["ranked" if line.startswith("suggest") else "outcomes"], line


def test_an_order_of_turns_that_is_sampled_leaves_something_to_the_next(run):
    lines = ["start dock-ambush --seed q", "odds init", "odds init", "suggest ada", ""]
    ran = run("\n".join(lines))
    assert (ran.status, ran.out.count("sampled: played")) == (0, 2)


def test_an_expectation_that_is_too_much_leaves_something_to_the_next(told):
    lines = "expect odds(technique yara overrun tough2).success > 0", f"expect odds({SHOT}).success > 0", "print on"
    status, replies, error = told(*lines, keep_going=True)
    assert (status, replies[-1]["text"]) == (5, "on")
    assert "too many outcomes" in replies[0]["error"]["message"]
    assert "1 expectation, 0 failed" in error


@pytest.mark.parametrize("line", ["suggest", f"odds {BLAST}", f"odds {SHOT}", f"print ${{odds({SHOT}).success}}"])
@pytest.mark.parametrize("loop", ["repeat 100000", "while true"])
def test_a_loop_of_them_ends(told, loop, line):
    status, replies, _ = told(f"{loop} {{", line, "}")
    assert status == 5
    assert "--max-steps N allows more" in replies[-1]["error"]["hint"]


@pytest.mark.parametrize("keep_going", [False, True])
def test_each_line_that_arrives_has_a_budget_of_its_own(driven, keep_going):
    """At the prompt as well: it runs lines like these."""
    process = driven(json.dumps({"json": True, "keep_going": keep_going}))
    out, _ = process.communicate("\n".join([*BUSY, "suggest", "suggest", "suggest", "print on", ""]))
    replies = [json.loads(each) for each in out.splitlines()][len(BUSY) :]
    assert [len(each["ranked"]) for each in replies[:3]] == [len(replies[0]["ranked"])] * 3
    assert replies[0]["ranked"]
    assert replies[3]["text"] == "on"
    assert process.returncode == 0
