"""The verbs of RBF."""
