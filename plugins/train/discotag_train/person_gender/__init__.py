"""Makes the tables of person nouns and given names of `discotag-phen-gender`."""
