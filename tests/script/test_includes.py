"""Included scripts: found beside the script, kept below its folder, and bounded."""

import os

import pytest


def test_an_included_script_is_carried_out_in_its_place(run, folder):
    (folder / "parts").mkdir()
    (folder / "parts" / "one.rbf").write_text("print one\ninclude two.rbf\nlet n = 5\n")
    (folder / "parts" / "two.rbf").write_text("print two\n")
    ran = run("include parts/one.rbf\nprint $n\n", quiet=True)
    assert (ran.status, ran.out) == (0, "one\ntwo\n5\n")


def test_an_included_script_is_flat_in_the_transcript(run, folder):
    (folder / "one.rbf").write_text("print one\n")
    assert run("include one.rbf\n").out == "> print one\none\n"


def test_an_included_script_is_named_as_it_would_be_opened(run, folder):
    (folder / "deep" / "parts").mkdir(parents=True)
    (folder / "deep" / "parts" / "one.rbf").write_text("include two.rbf\n")
    (folder / "deep" / "parts" / "two.rbf").write_text("print ${\n")
    assert run("include parts/one.rbf\n", name="deep/test.rbf").error.startswith("rbf: deep/parts/two.rbf:1:9: ")


def test_a_mistake_in_an_included_script_names_that_script(run, folder):
    (folder / "one.rbf").write_text("print one\nlet = 5\n")
    assert run("include one.rbf\n").error.startswith("rbf: one.rbf:2:5: ")
    (folder / "one.rbf").write_text("print one\natack\n")
    assert run("include one.rbf\n").error.startswith("rbf: one.rbf:2:1: ")


@pytest.mark.parametrize("file", ["../outside.rbf", "deep/../../outside.rbf", "link.rbf", "link/outside.rbf", "."])
def test_nothing_outside_the_folder_of_the_script_is_read(run, folder, file):
    (folder / "outside.rbf").write_text("print outside\n")
    inner = folder / "inner"
    (inner / "deep").mkdir(parents=True)
    (inner / "link.rbf").symlink_to("../outside.rbf")
    (inner / "link").symlink_to("..")
    ran = run(f"include {file}\n", name="inner/test.rbf")
    assert (ran.status, ran.out) == (3, "")


def test_an_absolute_path_is_outside(run, folder):
    (folder / "one.rbf").write_text("print one\n")
    ran = run(f"include {folder}/one.rbf\n")
    assert ran.status == 3
    assert "is outside the folder" in ran.error


def test_a_circle_is_named(run, folder):
    (folder / "a.rbf").write_text("include b.rbf\n")
    (folder / "b.rbf").write_text("include a.rbf\n")
    ran = run("include a.rbf\n")
    assert ran.status == 3
    assert "b.rbf:1:1: circular include: a.rbf -> b.rbf -> a.rbf" in ran.error


def test_a_missing_script_is_named(run):
    ran = run("include nowhere.rbf\n")
    assert ran.status == 3
    assert "there is no file nowhere.rbf to include" in ran.error


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo, lambda path: path.symlink_to(path)])
def test_what_is_there_and_no_file_is_not_said_to_be_missing(run, folder, make):
    make(folder / "odd.rbf")
    ran = run("include odd.rbf\n")
    assert ran.status == 3
    assert "odd.rbf is not a file" in ran.error


def test_includes_are_at_most_sixteen_deep(run, folder):
    for depth in range(20):
        (folder / f"d{depth}.rbf").write_text(f"print {depth}\ninclude d{depth + 1}.rbf\n")
    ran = run("include d0.rbf\n", quiet=True)
    assert (ran.status, ran.out.split()[-1]) == (5, "15")


@pytest.mark.parametrize("width", [10, 1000])
def test_a_bomb_of_includes_is_bounded(run, folder, width):
    for depth in range(10):
        (folder / f"d{depth}.rbf").write_text(f"include d{depth + 1}.rbf\n" * width)
    (folder / "d10.rbf").write_text("let n = 1\n")
    ran = run("include d0.rbf\n", quiet=True)
    assert ran.status == 5


def test_a_script_from_a_pipe_includes_from_the_current_folder(driven, folder):
    (folder / "one.rbf").write_text("print one\n")
    assert driven().communicate("include one.rbf\n")[0] == "> print one\none\n"
