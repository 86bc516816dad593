"""Rule systems from outside are guests: what one of them does wrong is named, and affects nothing else."""
