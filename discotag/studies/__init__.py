"""Studies of tagged texts: how much context tags need, and why a word was tagged."""
