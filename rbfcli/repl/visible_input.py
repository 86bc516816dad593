"""The input line, with everything that a terminal would obey or hide shown as an escape."""

from bisect import bisect_right
from itertools import accumulate

from prompt_toolkit.formatted_text.utils import fragment_list_to_text
from prompt_toolkit.layout.processors import Processor, Transformation, TransformationInput
from prompt_toolkit.layout.utils import explode_text_fragments

from rbfcli.render.safe import safe


class ShowHiddenCharacters(Processor):
    r"""Shows `\u202e` for that character; the line itself is unchanged."""

    def apply_transformation(self, transformation_input: TransformationInput) -> Transformation:
        """The fragments of one line as shown, and which column shows which character."""
        fragments = transformation_input.fragments
        text = fragment_list_to_text(fragments)
        if safe(text) == text:
            return Transformation(fragments)
        letters = explode_text_fragments(fragments)
        shown = [(each[0], safe(each[1])) for each in letters]
        columns = [0, *accumulate(len(each[1]) for each in shown)]
        return Transformation(
            [*shown],
            source_to_display=lambda place: columns[min(place, len(shown))],
            display_to_source=lambda column: min(bisect_right(columns, column) - 1, len(shown)),
        )
