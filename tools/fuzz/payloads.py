"""200 texts that mean harm, by kind: what a terminal, a shell, a reader of markup or a file system would obey."""

ESCAPES = (
    *("\x1b[31mred", "\x1b[0m", "\x1b[2J\x1b[H", "\x1b[1A\x1b[2K", "\x1b[?1049h", "\x1b[?25l", "\x1b[6n", "\x1b[c"),
    *("\x1b[5i", "\x1b[8m", "\x1b[201~", "\x1b[200~rm", "\x1b[38;5;196m", "\x1b[99999999999m", "\x1b["),
    *("\x1bc", "\x1b7", "\x1b(0", "\x1b#8", "\x1b%G", "\x1bN", "\x1bO", "\x1b=", "\x1bP$q\x1b\\", "\x1bX x\x1b\\"),
    *("\x1b^p\x1b\\", "\x1b_G a=T\x1b\\", "\x1bPtmux;\x1b\x1b]0;x\x07\x1b\\", "a\x1b[3Db", "\x1b[31", "\x1b[1;1H!"),
)
TITLES_AND_LINKS = (
    *("\x1b]0;title\x07", "\x1b]2;t\x1b\\", "\x1b]4;1;?\x07", "\x1b]8;;file:///etc/passwd\x1b\\x", "\x1b]9;hi\x07"),
    *("\x1b]10;?\x07", "\x1b]52;c;cm0=\x07", "\x1b]133;A\x07", "\x1b]777;notify;a;b\x07", "\x1b]1337;File=:YQ==\x07"),
    *("\x1b]8;;http://x\x07y\x1b]8;;\x07", "\x1b]0;never ends", "\x1b]50;font\x07", "\x1b]104\x07"),
)
CONTROLS = (*map(chr, range(0x20)), "\x7f", "a\rb", "a\r\nb", "\b\b\b", "a\n> undo 99", "\n\n\n")
OF_C1 = (
    *("\x80", "\x84", "\x85", "\x88", "\x8d", "\x8e", "\x8f", "\x90q\x9c", "\x98s\x9c", "\x9a", "\x9b31m", "\x9b2J"),
    *("\x9c", "\x9d0;t\x9c", "\x9ep\x9c", "\x9f", "\x9b6n"),
)
UNSEEN = (
    *("\u202eevil", "\u202a", "\u202b", "\u202c", "\u202d", "\u2066", "\u2067", "\u2068", "\u2069", "\u200e", "\u200f"),
    *("\u061c", "\u200b", "\u200c", "\u200d", "\u2060", "\u2061", "\u206a", "\ufeff", "\u2028", "\u2029", "\u00ad"),
    *("\u034f", "\u3164", "\uffa0", "\u115f\u1160", "\u17b4", "\u180e", "\ufff9a\ufffab\ufffb", "\ufffe", "\uffff"),
    *("\ue000", "\ufe0f", "\U000e0001", "\U000e0041\U000e007f", "\U000e0100", "\U0010ffff", "\U000f0000"),
    *("\udc80", "\ud800", "\udfff a", "\udc1b[31m"),
)
FORMS = (
    *(
        "e\u0301",
        "A\u030a",
        "\u1112\u1161\u11ab",
        "o\u0302\u0323",
        "\u212b",
        "\ufb01",
        "½",
        "١٢٣",
        "²",
        "\uff21",
        "İ",
        "ß",
    ),
    *("Z" + "\u0301" * 60, "\u0301", "👩\u200d🚀", "🏳\ufe0f", "王" * 32, "\u0dbd\u0dca\u200d\u0dbb"),
)
MARKUP = (
    *("[red]x[/red]", "[/bad]", "[link=file:///etc/passwd]x[/link]", "[@click=app.bell]x", ":smile:", "\\[bold]"),
    *("<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "&lt;", "]]>", "<!--", "{{7*7}}", "%s%n%x", "{0}"),
)
SHELL = (
    *("$(touch PWN)", "`touch PWN`", "; touch PWN", "| touch PWN", "&& touch PWN", "${IFS}", "$HOME", "~", "*", "!!"),
    *("'", '"', '"; touch PWN; "', "\\", "a\\ b", "-rf", "--force", "--", "-e", "> PWN", "#x", "a b", "%PATH%"),
)
FILES = (
    *('"""', "'''", "'''\n[fight]", "a.b.c", "[x]", 'x = "y"', "=cmd|' /C calc'!A0", "+1+1", "-1+1", "@SUM(1)"),
    *("../../../etc/passwd", "/etc/passwd", "..", ".", "C:\\x", "file:///x", "con", "a/b", "x\0.toml", "a,b", "a;b"),
)
LONG = ("x" * 64, "x" * 65, "x" * 10_000, "x" * 10_001, "9" * 400, "(" * 1000, "[" * 1000, " " * 100, "", " ", "a\xa0")
WORDS = ("null", "None", "true", "NaN", "inf", "-0", "0x1f", "1e400", "@foes", "@random", "say", "fight", "__class__")

PAYLOADS = (*(*ESCAPES, *TITLES_AND_LINKS, *CONTROLS, *OF_C1, *UNSEEN, *FORMS, *MARKUP, *SHELL, *FILES, *LONG, *WORDS),)
