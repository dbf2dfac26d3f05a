"""Verb form: tense and mood where the source leaves several forms open."""
