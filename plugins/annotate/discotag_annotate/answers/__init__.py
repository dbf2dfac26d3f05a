"""Answers: read from pages, sheets and Label Studio, and checked."""
