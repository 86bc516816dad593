"""Functions imported when they are first called."""

import sys

import pytest

from rbfcli.kernel.later import Later, later_in


def test_a_function_is_imported_when_it_is_called_and_not_before(tmp_path, monkeypatch):
    (tmp_path / "fetched_later.py").write_text("def double(number):\n    return 2 * number\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    double = Later("fetched_later", "double")
    assert "fetched_later" not in sys.modules
    assert double(21) == 42
    assert double.function is double.func is sys.modules["fetched_later"].double
    assert (double(number=4), double.module, double.name) == (8, "fetched_later", "double")


def test_a_function_that_was_asked_for_is_there_when_it_is_called():
    named = Later("rbfcli.kernel.later", "later_in")
    assert named.function is later_in
    assert isinstance(named("rbfcli.kernel")("later.later_in"), Later)


def test_a_path_names_module_and_function_of_a_package():
    assert later_in("rbfcli.kernel")("later.later_in").function is later_in


def test_a_function_that_is_not_there_is_an_error():
    with pytest.raises(AttributeError):
        Later("rbfcli.kernel.later", "nothing")()
