"""The laws every rule system keeps, for the tests of its author: call each of the two tuples in a test of its own."""

from rbfcli.conformance import encounters, examples, offers, pauses, sources, systems
from rbfcli.conformance.laws import LawBroken

LAWS_OF_SYSTEMS = (*systems.LAWS_OF_SYSTEMS, *sources.LAWS_OF_SOURCES, examples.every_example_comes_out_as_told)
LAWS_OF_ENCOUNTERS = (*encounters.LAWS_OF_ENCOUNTERS, *pauses.LAWS_OF_QUESTIONS, *offers.LAWS_OF_OFFERS)

__all__ = ["LAWS_OF_ENCOUNTERS", "LAWS_OF_SYSTEMS", "LawBroken"]
