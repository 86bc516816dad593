"""`rbf doctor` finds what is wrong with a plug-in, whatever it does to the process that imports it."""

import json
import subprocess
import sys


def doctor(folder):
    """What it finds, and its exit status."""
    command = [sys.executable, "-m", "rbfcli", "doctor", "--json"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=120)
    assert done.stderr == ""
    return json.loads(done.stdout), done.returncode


def test_a_plug_in_that_is_well(tmp_path):
    tables, status = doctor(tmp_path)
    assert status == 0
    assert tables["plug_ins"] == {"skirmish": {"ok": True, "found": "rbfcli-skirmish 1.0: Skirmish in the yard"}}


def test_plug_ins_that_are_not(another, tmp_path):
    another("leaver", "leaving:RULES", "import os; os._exit(0)")
    another("crasher", "crashing:RULES", "import os; os.abort()")
    another("failer", "failing:RULES", "print('hello')\n1 // 0")
    another("false", "none:RULES", "", entries="rbf = none:RULES")
    tables, status = doctor(tmp_path)
    assert status == 1
    found = {name: (each["ok"], each["found"]) for name, each in tables["plug_ins"].items()}
    assert found == {
        "skirmish": (True, "rbfcli-skirmish 1.0: Skirmish in the yard"),
        "leaver": (False, "leaver 1.0: it ends the program that uses it, with exit status 0"),
        "crasher": (False, "crasher 1.0: it ends the program that uses it, with signal 6"),
        "failer": (False, "failer 1.0: failer (failing.py:2): ZeroDivisionError: integer division or modulo by zero"),
        "false 1.0": (False, "false 1.0: rbf has a system 'rbf' of its own: this one is not used"),
    }
    assert tables["wrong"] == ["plug-ins crasher", "plug-ins failer", "plug-ins leaver", "plug-ins false 1.0"]
