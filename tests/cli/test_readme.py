"""What the README says to type works as it is typed."""

import re
import shlex
from pathlib import Path

from rbfcli.language.authored import ENCOUNTER

README = (Path(__file__).parents[2] / "README.md").read_text()


def block_after(heading):
    """The first code block under a heading."""
    return README.split(f"## {heading}\n")[1].split("```")[1].partition("\n")[2]


def test_the_ten_lines_at_the_shell_work_in_their_order(rbf):
    lines = [line.removeprefix("$ ") for line in block_after("Ten lines at the shell").splitlines()]
    assert len(lines) == 10
    for line in lines:
        command, *words = shlex.split(line, comments=True)
        assert command == "rbf"
        rbf.out(*words)


def test_the_session_works_line_by_line(rbf):
    lines = [line.partition("> ")[2] for line in block_after("In a session").splitlines() if "> " in line]
    shown = rbf.out("repl", stdin="\n".join(lines) + "\n")
    assert len(re.findall(r"^Joss Marlow (?:hits|misses|struggles to hit) ", shown, re.MULTILINE)) == 2


def test_mistakes_of_an_encounter_are_told_as_shown(rbf):
    text = "\n".join(ENCOUNTER).replace("skills =", "skils =").replace('["sword"]', '["swrd"]')
    (rbf.folder / "cellar.toml").write_text(text)
    line, _, said = block_after("Your own encounters").partition("\n")
    done = rbf.run(*shlex.split(line.removeprefix("$ rbf ")))
    assert (done.returncode, done.stdout, done.stderr) == (3, "", said)


def test_the_script_meets_its_expectations(rbf):
    done = rbf.run("run", "-", stdin=block_after("As a script"))
    assert done.returncode == 0
    assert done.stderr == "3 expectations, 0 failed\n"
