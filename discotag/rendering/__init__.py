"""Rendering: figures, tables and pages as text, Markdown, LaTeX and HTML; all look alike."""
