"""Every function that a system gives to rbf fails in every way, under every command that a table uses: it is named."""

import sys
from pathlib import Path

import pytest

from rbfcli.cli.main import run
from rbfcli.cli.output import Output
from rbfcli.cli.process import run_guarded
from rbfcli.kernel.rules import Hooks, Rules
from rbfcli.systems import catalogue

# What a function does, with a note that it was called; a scene is changed to what its types do not have.
FAULTS = {
    "raises": "1 // 0",
    "answers nonsense": "object()",
}
OF_A_SCENE = "given[0].change('ines', 'stamina', 'none', 'R')"
CALL = "lambda *given: [TIMES.append(1), {}][1]"
KERNEL = "__import__('rbfcli.kernel.{0}').kernel.{0}"
SIGHT, CARRYING = f"{KERNEL.format('sight')}.Sight", f"{KERNEL.format('handling')}.Carrying"
FUNCTIONS = (
    *("prepare", "standing", "takes_turns", "health", "status", "next_steps", "candidates", "vocabulary", "ledger"),
    *("meaning", "members", "distance", "details", "picture", "reach", "carrying", "migrate", "validate", "mistakes"),
    *("warnings", "reaches", "sight", "authored", "turn_is_over", "strikes", "can_attack", "approach"),
)
REACTIONS = ("may", "react", "decided")
OF_SIGHT = ("players", "hides", "ground", "known")
# The functions that speak through a scene; what they answer is nobody's.
THROUGH_A_SCENE = {*(f"hooks.{each}" for each in Hooks.__struct_fields__), "verb", "reaction.react"}
HOOKS = {
    **{name: f"dict({name}=CALL)" for name in FUNCTIONS},
    **{f"hooks.{name}": f"dict(hooks=replace(SKIRMISH.hooks, {name}=CALL))" for name in Hooks.__struct_fields__},
    **{f"reaction.{name}": f"dict(reactions=(replace(SKIRMISH.reactions[0], {name}=CALL),))" for name in REACTIONS},
    **{f"sight.{name}": f"dict(sight=lambda: {SIGHT}({name}=CALL))" for name in OF_SIGHT},
    "kind": "dict(kinds={'combatant': CALL})",
    "verb": "dict(verbs={**SKIRMISH.verbs, commands.Attack: CALL})",
    "one-liner": "dict(one_liners={commands.AttackNumbers: CALL})",
}
FAILED = 70
LINES = (
    *("check yard.toml", "start yard.toml -e new.toml", "show", "attack olaf bully1 --dice 6,6,6", "actions olaf"),
    *("suggest", "odds attack olaf bully1"),
)
FURTHER = (
    *("check encounter.toml", "show ines", "init", "turn", "save-as out.toml", "attack --system evil --might 3"),
    *("add nia might=1 wits=1", "watch --once --players"),
    "simulate -n 2 --jobs 1 --seed s",
)


@pytest.fixture
def shell(capfd, evil, tmp_path, monkeypatch):
    """Type lines beside a save of the evil system, one function of which is as it should not be; what came of each."""
    monkeypatch.chdir(tmp_path)
    save = tmp_path / "encounter.toml"

    def typed(line):
        catalogue.forget()
        sys.modules.pop("evil_rules", None)
        status = run_guarded(run, line.split(), Output())
        return status, *capfd.readouterr()

    def each_line(fields, lines=LINES):
        evil(fields="dict()")
        assert [typed(line)[0] for line in ("start yard.toml --seed s", "init")] == [0, 0]
        before = save.read_bytes()
        evil(fields=fields, read=False)
        for line in lines:
            save.write_bytes(before)
            for name in ("new.toml", "out.toml"):
                Path(name).unlink(missing_ok=True)
            status, out, said = typed(line)
            called = getattr(sys.modules.get("evil_rules"), "TIMES", ())
            yield line, status, out + said, bool(called), save.read_bytes() == before

    return each_line


def test_every_function_of_the_rules_is_tried():
    functions = {name for name, kind in Rules.__annotations__.items() if "Callable" in str(kind)}
    elsewhere = {"verbs", "one_liners", "kinds", "hooks", "watch", "part"}
    assert functions - elsewhere == set(FUNCTIONS)


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("hook", HOOKS)
def test_what_fails_is_named_with_its_line(shell, hook, fault):
    """Never as a bug of rbf; and what cannot be done leaves the save as it was."""
    does = OF_A_SCENE if fault == "answers nonsense" and hook in THROUGH_A_SCENE else FAULTS[fault]
    lines = (*LINES, *FURTHER) if fault == "raises" else LINES
    wrong = []
    for line, status, said, called, unchanged in shell(HOOKS[hook].replace("CALL", CALL.format(does)), lines):
        named = "evil (evil_rules.py:" in said
        if "internal error" in said or "Traceback" in said or (called and not named):
            wrong.append((line, status, said))
        if status == FAILED and not (unchanged and named):
            wrong.append((line, status, said))
    assert wrong == []


DEEPER = {
    "a candidate without a command": "dict(candidates=lambda *_: [Candidate(7, '', '')])",
    "a mistake without words": f"dict(mistakes=lambda *_: [{KERNEL.format('mistakes')}.Mistake(('board',), 8)])",
    "a path that is none": f"dict(validate=lambda *_: [{KERNEL.format('mistakes')}.Mistake('board', 'odd')])",
    "a fact that is a number": f"dict(status=lambda *_: [{KERNEL.format('facts')}.Fact('a', 2)])",
    "a rule without words": "dict(ledger=lambda: (RuleEntry('A-1', 2, 'x', 'done'),))",
    "strips that are none": f"dict(picture=lambda *_: [{KERNEL.format('picture')}.Strips(strips=7)])",
    "phases that are none": "dict(phases=7)",
    "a reaction that nobody can call": "dict(reactions=(replace(SKIRMISH.reactions[0], may=7),))",
    "sides that nobody can call": f"dict(sight=lambda: {SIGHT}(players=7))",
    "weapons that sheets do not have": f"dict(carrying=lambda: {CARRYING}(drawing='A', reloading='B', find=min, "
    "spend=min, loads=min))",
    "a find that nobody can call": f"dict(carrying=lambda: {CARRYING}(drawing='A', reloading='B', find=7, "
    "spend=8, loads=9))",
}


@pytest.mark.parametrize("fields", DEEPER.values(), ids=DEEPER)
def test_what_is_wrong_inside_an_answer_is_named_too(shell, fields):
    told = [(line, status, said) for line, status, said, _, _ in shell(fields, (*LINES, *FURTHER))]
    assert [each for each in told if "internal error" in each[2] or "Traceback" in each[2]] == []
    assert [each for each in told if each[1] == FAILED and "evil (evil_rules.py:" not in each[2]] == []
    rules = ("rules evil",) if "ledger" in fields else ()
    assert rules or any("evil (evil_rules.py:" in said for _, _, said in told)
