"""What no one means to type: binary, a megabyte on one line, escape sequences; said so, and nothing of it is done."""

PASTE, END = "\x1b[200~", "\x1b[201~"
MEGABYTE = 1_000_000


def test_a_pasted_megabyte_is_refused_as_a_whole(terminal):
    prompt = terminal()
    prompt.wait_for("rbf>")
    prompt.type("sho")
    prompt.wait_for("sho")
    prompt.pour(f"{PASTE}{'x' * MEGABYTE}{END}")
    prompt.wait_for("that is 1,000,000 bytes, and at most 65,536 can be entered at once", "rbf>")
    prompt.type("w\r")
    prompt.wait_for("rbf: there is no", "rbf>")
    prompt.type("\x04")
    assert prompt.finish() == 0


def test_a_megabyte_without_the_marks_of_a_paste_is_refused_when_it_is_entered(terminal):
    prompt = terminal()
    prompt.wait_for("rbf>")
    prompt.type("roll 1d1 ")
    prompt.pour("1" * (MEGABYTE // 10))
    prompt.type("\r")
    prompt.wait_for("100,009 characters are too many for a line", "rbf>")
    prompt.type("\x04")
    assert prompt.finish() == 0
