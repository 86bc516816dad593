"""`rbf help environment` lists every variable that the source reads, and no other (E-06)."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from rbfcli.language.manual import topic_page
from rbfcli.language.verb_page import VARIABLES
from tests.help.topics import terms_of

SOURCE = Path(__file__).parents[2] / "rbfcli"
FOR_TESTS = {"RBF_TEST_RAISE"}
FOR_OTHER_PROCESSES = {"PYTHONPATH", "PYTHONIOENCODING"}
FOLDERS = {"CONFIG", "STATE"}
NAME = re.compile(r"[A-Z][A-Z_]{2,}[A-Z]")


def read_in(path):
    """The names in the functions of a file that look at the environment."""
    for function in ast.walk(ast.parse(path.read_text())):
        if isinstance(function, ast.FunctionDef) and "environ" in ast.unparse(function):
            texts = [each.value for each in ast.walk(function) if isinstance(each, ast.Constant)]
            names = {text for text in texts if isinstance(text, str) and NAME.fullmatch(text)}
            yield from (f"XDG_{name}_HOME" if name in FOLDERS else name for name in names)


def test_the_list_is_that_of_the_source():
    read = {name for path in SOURCE.rglob("*.py") for name in read_in(path)} - FOR_TESTS - FOR_OTHER_PROCESSES

    assert read == {name for name, _ in terms_of("environment")}


def test_whatever_reads_a_variable_is_called():
    """A function that looks at the environment and that nobody calls reads nothing."""
    trees = [ast.parse(path.read_text()) for path in SOURCE.rglob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    used = {node.id for node in nodes if isinstance(node, ast.Name)}
    used |= {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    reading = {node.name for node in nodes if isinstance(node, ast.FunctionDef) and "environ" in ast.unparse(node)}

    assert "save_path" in reading
    assert reading - used == set()


def test_the_topic_prints_the_list_and_options_name_their_variable_from_it():
    text = "\n".join(topic_page("environment"))

    assert [name for name, _ in terms_of("environment") if name not in text] == []
    assert set(VARIABLES.values()) <= {name for name, _ in terms_of("environment")}
