"""The engine: it runs commands on a fight and asks the questions that come up."""
