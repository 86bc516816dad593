"""Names that a screen has to bear: wide, combining, long, and meant to be obeyed."""

HOSTILE = (
    "竜王の使い",
    "한국어 이름",
    "Zoe\u0308 A\u030angstro\u0308m",
    "🐉",
    "❤\ufe0f‍🔥 fire",
    "👩‍👩‍👧 family",
    "🇩🇪 flag",
    "a" * 64,
    "竜" * 64,
    "e" + "\u0301" * 63,
    "-" * 3 + "x",
    "two words",
    "[red]x[/red]",
    "*+ 20/20",
    "Model 1000000",
)
