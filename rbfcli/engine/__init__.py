"""The engine: it plays commands on a fight and asks what has to be asked."""
