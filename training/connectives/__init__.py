"""How the English model of `plugins/phen-connectives` is learned."""
