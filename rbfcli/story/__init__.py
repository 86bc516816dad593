"""Stories of fights, with statistics."""
