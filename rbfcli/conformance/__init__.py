"""The laws every rule system keeps, for the tests of its author: call each of the three tuples in a test of its own.

Those of a system take its name, those of an encounter the file of one, and those of all encounters every file of a
system: what one has no room for, another has. `player` plays whole fights at random under the laws of a line.
"""

from rbfcli.conformance import (
    both_sides,
    encounters,
    examples,
    interruptions,
    lasting,
    offers,
    pauses,
    reach,
    sight,
    soundness,
    sources,
    systems,
    telling,
)
from rbfcli.conformance.law_broken import LawBroken

LAWS_OF_SYSTEMS = (*systems.LAWS_OF_SYSTEMS, *sources.LAWS_OF_SOURCES, examples.every_example_comes_out_as_told)
LAWS_OF_ENCOUNTERS = (
    *encounters.LAWS_OF_ENCOUNTERS,
    *pauses.LAWS_OF_QUESTIONS,
    *offers.LAWS_OF_OFFERS,
    *lasting.LAWS_OF_WHAT_LASTS,
    *telling.LAWS_OF_TELLING,
    *soundness.LAWS_OF_SOUNDNESS,
    *sight.LAWS_OF_SIGHT,
)
LAWS_OF_ALL_ENCOUNTERS = (
    *both_sides.LAWS_OF_BOTH_SIDES,
    *interruptions.LAWS_OF_INTERRUPTIONS,
    *reach.LAWS_OF_REACH,
)

__all__ = ["LAWS_OF_ALL_ENCOUNTERS", "LAWS_OF_ENCOUNTERS", "LAWS_OF_SYSTEMS", "LawBroken"]
