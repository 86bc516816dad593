"""How results look: by the options, the environment and the terminal."""

import os
import sys

from rbfcli.cli.output import Output, encoding
from rbfcli.language.common_options import CommonOptions
from rbfcli.render.colour import asked_width, is_dumb, line_width, wants_colour, wants_plain
from rbfcli.render.style import Style


def style_of(common: CommonOptions, output: Output, *, fits: bool = False) -> Style:
    """How results look, by the options, the environment and the terminal.

    What is a screen `fits` into `COLUMNS` also where it goes to no terminal.
    """
    asked = fits and not output.is_terminal and asked_width(output.environ) is not None
    plain = common.plain or wants_plain(output.environ)
    terminal = output.is_terminal and not plain
    flag = "never" if plain else common.color
    return Style(
        colour=wants_colour(flag, output.environ, is_tty=output.is_terminal),
        tables=(terminal and not is_dumb(output.environ)) or (asked and not plain),
        blocks=terminal and encoding(sys.stdout).casefold() in ("utf-8", "utf8"),
        spoken=plain,
        width=line_width(output.environ, _measured(output)),
        height=os.get_terminal_size(1).lines if output.is_terminal else 0,
        explain=common.explain,
    )


def _measured(output: Output) -> int | None:
    return os.get_terminal_size(1).columns if output.is_terminal else None
