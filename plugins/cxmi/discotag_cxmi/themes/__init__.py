"""Themes: which words gain from context, by part of speech, by form, by tag, and one by one."""
