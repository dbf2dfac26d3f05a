"""Samples and forms for people, and what their answers say."""
