"""Nothing from a user is obeyed by a terminal, and no name can hide."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as some

from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.visible import valid_name
from rbfcli.render.safe import safe

PAYLOADS = {
    "\x1b[31mred": r"\x1b[31mred",
    "\x1b]0;title\x07": r"\x1b]0;title\x07",
    "\x1b]8;;file:///etc/passwd\x1b\\": r"\x1b]8;;file:///etc/passwd\x1b" + "\\",
    "\x1b]52;c;cm0=\x07": r"\x1b]52;c;cm0=\x07",
    "\x1bP$q\x1b\\": r"\x1bP$q\x1b" + "\\",
    "\x1bc": r"\x1bc",
    "\x9b31m": r"\x9b31m",
    "\x9d0;t\x9c": r"\x9d0;t\x9c",
    "\x90q": r"\x90q",
    "\x85": r"\x85",
    "\x80": r"\x80",
    "\x9f": r"\x9f",
    "a\rb": r"a\x0db",
    "a\nb": r"a\x0ab",
    "a\tb": r"a\x09b",
    "a\bb": r"a\x08b",
    "\x7f": r"\x7f",
    "\x00": r"\x00",
    "\x07": r"\x07",
    "\x0b\x0c": r"\x0b\x0c",
    "\x0e\x0f": r"\x0e\x0f",
    "\u202eevil": r"\u202eevil",
    "\u202a\u202b\u202c\u202d": r"\u202a\u202b\u202c\u202d",
    "\u2066\u2067\u2068\u2069": r"\u2066\u2067\u2068\u2069",
    "\u200e\u200f": r"\u200e\u200f",
    "\u061c": r"\u061c",
    "\u200b": r"\u200b",
    "\u200c\u200d": r"\u200c\u200d",
    "\u2060\u2061": r"\u2060\u2061",
    "\ufeff": r"\ufeff",
    "\u2028\u2029": r"\u2028\u2029",
    "\u00ad": r"\xad",
    "\u034f": r"\u034f",
    "\u3164\uffa0": r"\u3164\uffa0",
    "\u115f\u1160": r"\u115f\u1160",
    "\ufff9\ufffb": r"\ufff9\ufffb",
    "\ufffe": r"\ufffe",
    "\ue000": r"\ue000",
    "\U000e0001\U000e0041\U000e007f": r"\U000e0001\U000e0041\U000e007f",
    "\U000e0100": r"\U000e0100",
    "\U0010ffff": r"\U0010ffff",
    "\udc80a\ud800": r"\udc80a\ud800",
}
HONEST = (
    "Vex",
    "Zoë",
    "Łukasz",
    "王五",
    "Иван",
    "O'Brien \\ [red] :smile:",
    "e\u0301",
    "a\xa0b",
    "\u3000",
    "👩",
    "½",
    "",
)


@pytest.mark.parametrize(("payload", "shown"), PAYLOADS.items(), ids=ascii)
def test_a_payload_is_shown_and_not_obeyed(payload, shown):
    assert safe(payload) == shown
    assert safe(f"Vex {payload} é") == f"Vex {shown} é"


@pytest.mark.parametrize("text", HONEST)
def test_honest_text_stays_as_it_is(text):
    assert safe(text) == text


@given(some.text(some.characters()))
def test_what_is_safe_has_no_control_character_and_can_be_encoded(text):
    shown = safe(text)
    shown.encode()
    assert not {unicodedata.category(letter) for letter in shown} & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert safe(shown) == shown


@pytest.mark.parametrize(
    ("text", "name"),
    [("Vex", "Vex"), (" Sir Bo\t", "Sir Bo"), ("e\u0301", "é"), ("王五", "王五"), ("x" * 64, "x" * 64)],
)
def test_a_name_is_kept_trimmed_and_composed(text, name):
    assert valid_name(text) == name


@pytest.mark.parametrize("text", ["", "  ", "x" * 65, *(f"a{payload}b" for payload in PAYLOADS)], ids=ascii)
def test_a_name_that_cannot_be_seen_or_is_too_long_is_refused(text):
    with pytest.raises(UsageError, match=r"^a name") as refused:
        valid_name(text)
    assert safe(refused.value.message) == refused.value.message
