"""Law 12: no line of a script, pipe, save, encounter or alias reaches beyond its folder.

Python's audit hook reports every connection, process and outside file that a line reaches.
"""

import json
import os
import socket
import subprocess
import sys

import pytest

from rbfcli.language.grammar import grammar_of
from rbfcli.language.names import FILES
from rbfcli.language.parser import fight_verbs
from rbfcli.language.verbs import VERBS
from rbfcli.systems.registry import SHIPPED, load

pytestmark = pytest.mark.slow

AUDITED = """\
import os, sys

STARTS = ("os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.startfile", "os.system", "pty.spawn")
WATCHED = {"socket.connect", "socket.bind", "socket.sendto", "socket.getaddrinfo", "subprocess.Popen", *STARTS}
OUTSIDE = sys.argv.pop(1)

def heard(event, given):
    path = given[0] if event == "open" and isinstance(given[0], str) else ""
    if event in WATCHED or f"{os.path.realpath(path)}/".startswith(OUTSIDE):
        os.write(2, f"REACHED {event} {given!r}\\n".encode())

sys.addaudithook(heard)
from rbfcli.cli.main import main
main()
"""
HIDDEN = 'format = 1\nsystem = "rbf"\ntitle = "SECRET"\n[combatants.eve]\nname = "Eve SECRET"\nside = "a"\nhp = 3\n'
PEOPLE = "name,side,hp\nEve SECRET,a,3\n"
INNER = HIDDEN.replace("SECRET", "inner") + '[combatants.kay]\nname = "Kay"\nside = "b"\nhp = 3\n'
PATHS = ("../outside/{}", "{outside}/{}", "link-{}", "links/{}", "deep/../../outside/{}")
# What only a user may type.
TYPED = (
    "simulate duel -n 2 --jobs 2", "doctor", "check mine.toml --fix", "check mine.toml --repair",
    "watch --serve", "watch --serve 0 --host 0.0.0.0 --public",
)  # fmt: skip


class Place:
    """A folder for a script, next to one that no line of the script can reach."""

    def __init__(self, top):
        self.folder, self.outside = top / "folder", top / "outside"
        (self.folder / "deep").mkdir(parents=True)
        self.outside.mkdir()
        for name, text in {"secret.toml": HIDDEN, "secret.csv": PEOPLE, "secret.rbf": "print SECRET\n"}.items():
            (self.outside / name).write_text(text)
            (self.folder / f"link-{name}").symlink_to(self.outside / name)
        (self.folder / "links").symlink_to(self.outside)
        (self.folder / "link-new").symlink_to(self.outside / "new")
        for name in ("secret.toml", "secret.csv", "new"):
            (self.folder / "deep" / f"link-{name}").symlink_to(self.outside / name)
        (self.folder / "mine.toml").write_text(HIDDEN.replace("SECRET", "mine"))
        (self.folder / "mine.csv").write_text(PEOPLE.replace("SECRET", "mine"))

    def paths(self, name):
        """A file outside, in every way that a line may name it."""
        return [each.format(name, outside=self.outside) for each in PATHS]

    def lines(self, port):
        """What a line may try: a scheduler that listens, processes, and each file outside to read and to write."""
        yield f"simulate duel -n 2 --scheduler tcp://127.0.0.1:{port}"
        yield from TYPED
        for path in self.paths("secret.toml"):
            yield from (
                f"start {path} --force",
                f"check {path}",
                f"simulate {path} -n 1",
                f"simulate duel -n 1 --compare {path}",
            )
        for path in self.paths("secret.csv"):
            yield from (f"import {path}", f"import {path} --system rbf --to new.toml")
        for path in self.paths("new"):
            yield from (f"save-as {path}", f"export people {path}", f"simulate duel -n 1 --csv {path}")
            yield from (f"simulate duel -n 1 --svg {path}", f"import mine.csv --system rbf --to {path}")
        for path in self.paths("secret.csv"):
            yield from (f"export people {path} --force", f"simulate duel -n 1 --csv {path} --force")

    def run(self, *words, stdin=""):
        """The program with a hook that reports what it reaches."""
        ours = {**os.environ, "RBF_SYNC": "off", "XDG_CONFIG_HOME": str(self.folder / "none")}
        return subprocess.run(
            [sys.executable, "-c", AUDITED, f"{os.path.realpath(self.outside)}/", *words],
            cwd=self.folder, input=stdin, capture_output=True, text=True, timeout=100, check=False, env=ours,
        )  # fmt: skip

    def is_untouched(self, done):
        """Whether a run got at nothing: it said so itself, and nothing outside is read or changed."""
        assert "REACHED" not in done.stderr
        assert "SECRET" not in done.stdout + done.stderr
        assert {each.name for each in self.outside.iterdir()} == {"secret.toml", "secret.csv", "secret.rbf"}
        assert (self.outside / "secret.csv").read_text() == PEOPLE
        return True


@pytest.fixture
def place(tmp_path):
    return Place(tmp_path)


@pytest.fixture
def port():
    """A socket that listens and never answers."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        yield listening.getsockname()[1]


def test_the_hook_hears_what_a_user_types(place, port):
    """The control: the same lines from the shell get where they are sent."""
    assert "REACHED open" in place.run("check", "../outside/secret.toml").stderr
    assert "REACHED os.fork" in place.run("simulate", "duel", "-n", "2", "--jobs", "2").stderr
    assert "REACHED socket.bind" in place.run("watch", "--serve", str(port)).stderr
    if pytest.importorskip("distributed"):
        assert (
            "REACHED socket.connect"
            in place.run("simulate", "duel", "-n", "2", "--scheduler", f"tcp://127.0.0.1:{port}").stderr
        )


@pytest.mark.parametrize("way", ["file", "include", "run - --json", "run -", "repl", "repl --json"])
def test_no_line_of_a_script_or_a_pipe_gets_out(place, port, way):
    lines = list(place.lines(port))
    text = "".join(f"{line}\n" for line in ["start mine.toml", *lines])
    if way == "file":
        (place.folder / "leak.rbf").write_text(text)
        done = place.run("run", "leak.rbf", "--keep-going", "--json")
    elif way == "include":
        (place.folder / "deep" / "leak.rbf").write_text(text.replace("start mine", "start ../mine"))
        (place.folder / "top.rbf").write_text("include deep/leak.rbf\n")
        done = place.run("run", "top.rbf", "--keep-going", "--json")
    else:
        done = place.run(*way.split(), *(["--keep-going"] if way == "run -" else []), stdin=text)
    assert place.is_untouched(done)
    if "json" in way or way in ("file", "include"):
        answers = [json.loads(each) for each in done.stdout.splitlines()]
        assert answers[0]["ok"]
        assert [each["command"] for each in answers[1 : len(lines) + 1] if each["ok"]] == []
        assert answers[1]["error"]["kind"] == "refused"
        assert "cannot use --scheduler" in answers[1]["error"]["message"]


@pytest.mark.parametrize("several", [False, True], ids=["one line", "several lines"])
def test_no_alias_of_a_folder_gets_out(place, port, several):
    tried = [f"simulate duel -n 2 --scheduler tcp://127.0.0.1:{port}", *TYPED, "simulate duel -n 60"]
    tried += [f"check {path}" for path in place.paths("secret.toml")]
    tried += [f"save-as {path}" for path in place.paths("new")]
    tried += [f"run {path}" for path in place.paths("secret.rbf")]
    tried += [f"show -e {path}" for path in place.paths("secret.toml")]
    assert place.run("start", "mine.toml").returncode == 0
    for line in tried:
        alias = f"note a; {line}" if several else line
        (place.folder / "rbf.toml").write_text(f"[alias]\nleak = {json.dumps(alias)}\n")
        assert place.is_untouched(place.run("leak"))


def test_no_encounter_and_no_save_gets_out(place, port):
    for target in (*place.paths("secret.toml"), f"tcp://127.0.0.1:{port}", f"http://127.0.0.1:{port}/x.toml"):
        text = f"include = [{json.dumps(target)}]\n{HIDDEN.replace('SECRET', 'mine')}"
        (place.folder / "leak.toml").write_text(text)
        for words in (("check",), ("start", "--force"), ("simulate", "-n", "1", "--jobs", "1")):
            assert place.is_untouched(place.run(words[0], "leak.toml", *words[1:]))


def test_what_lies_in_or_below_the_folder_is_read_and_written(place):
    (place.folder / "deep" / "inner.toml").write_text(INNER)
    lines = (
        "start deep/inner.toml", "check mine.toml deep/inner.toml rbf/bestiary dock-ambush", "import mine.csv",
        "save-as deep/new.toml", "export people -", "simulate duel -n 1 --csv deep/new.csv",
        "import deep/../mine.csv --update",
    )  # fmt: skip
    (place.folder / "deep" / "top.rbf").write_text("start inner.toml\n")
    for words, stdin in ((["run", "-"], "\n".join(lines)), (["run", "deep/top.rbf"], "")):
        done = place.run(*words, stdin=stdin)
        assert (done.returncode, "rbf:" in done.stderr) == (0, False), done.stderr
    assert (place.folder / "deep" / "new.toml").exists()
    assert (place.folder / "deep" / "new.csv").exists()


def test_a_script_replaces_no_file(place):
    done = place.run("run", "-", stdin="start mine.toml\nexport people mine.csv --force\n")
    assert done.returncode == 1
    assert "mine.csv already exists, and a script on standard input cannot replace files" in done.stderr
    assert (place.folder / "mine.csv").read_text() == PEOPLE.replace("SECRET", "mine")


@pytest.mark.parametrize(
    "name",
    [
        ".bashrc",
        ".profile.toml",
        ".config/new.toml",
        "rbf.toml",
        "RBF.toml",
        "Makefile",
        "new",
        "new.py",
        "x/../.envrc",
    ],
)
def test_a_script_writes_no_file_that_another_program_would_obey(place, name):
    """`save-as .bashrc`, piped in at home, wrote the title of the fight where the next shell runs it."""
    (place.folder / ".config").mkdir()
    before = sorted(place.folder.rglob("*"))
    for line in (f"save-as {name}", f"export people {name}", f"simulate duel -n 1 --csv {name}"):
        done = place.run("run", "-", stdin=f"start mine.toml\n{line}\n")
        assert (done.returncode, "cannot write" in done.stderr) == (1, True)
    assert sorted(place.folder.rglob("*")) == before


@pytest.mark.parametrize("system", ["", *SHIPPED])
def test_every_parameter_that_names_a_file_says_how_it_reaches_it(system):
    """So that a verb that is new comes under the same rule; a fight's own verbs name no files."""
    verbs = fight_verbs(load(system)) if system else VERBS
    for verb, kind in verbs.items():
        for parameter in grammar_of(kind).fields.values():
            if parameter.spec.kind in FILES:
                assert not system, (verb, parameter.field)
                assert parameter.spec.reach in ("reads", "writes"), (verb, parameter.field)
