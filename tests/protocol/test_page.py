"""docs/protocol.md: its session is what the program answers, its bot plays, its links lead somewhere."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.protocol.documents import hold

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
TEXT = PAGE.read_text()
RBF = '#!/bin/sh\nexec {python} -m rbfcli "$@"\n'


def block(language):
    """The one code block of a language."""
    (found,) = re.findall(rf"```{language}\n(.*?)```\n", TEXT, re.DOTALL)
    return found


@pytest.fixture
def environ(tmp_path):
    """An environment in which `rbf` is this program."""
    program = tmp_path / "bin" / "rbf"
    program.parent.mkdir()
    program.write_text(RBF.format(python=sys.executable))
    program.chmod(0o755)
    return {**os.environ, "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}"}


def test_the_session_of_the_page_is_what_the_program_answers(tmp_path, environ):
    exchanges = [each.split("\n", 1) for each in block("text").removeprefix("> ").split("\n> ")]
    talk = subprocess.Popen(
        [tmp_path / "bin" / "rbf", "run", "-", "--json"], cwd=tmp_path, env=environ, text=True, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    with talk:
        for line, answer in exchanges:
            talk.stdin.write(f"{line}\n")
            talk.stdin.flush()
            document = json.loads(talk.stdout.readline())
            hold(document)
            assert document == json.loads(answer)
        talk.stdin.close()
        assert talk.stdout.read() == ""
    assert talk.returncode == 1
    assert len(exchanges) == 6


def test_the_bot_of_the_page_plays_its_duel_to_the_end(tmp_path, environ):
    bot = tmp_path / "bot.py"
    bot.write_text(block("python"))
    done = subprocess.run(
        [sys.executable, bot], cwd=tmp_path, env=environ, text=True, capture_output=True, timeout=100, check=False
    )
    assert done.returncode == 0, done.stderr
    *played, left = done.stdout.splitlines()
    assert left == "left: crew"
    assert played[0] == "move ada bollards -> "
    assert any(line.startswith("attack bosun ada -> ") for line in played)


def test_every_link_of_the_page_leads_to_a_file():
    links = re.findall(r"\]\((?!http)([^)#]+)\)", TEXT)
    assert links
    assert [each for each in links if not (PAGE.parent / each).exists()] == []
