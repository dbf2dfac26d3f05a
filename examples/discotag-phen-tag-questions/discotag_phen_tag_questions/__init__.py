"""Tag questions and the register they keep: a phenomenon for discotag."""
