"""The verbs of FuturePath."""
