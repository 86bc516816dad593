"""Scripts of commands, with variables, expressions and expectations."""
