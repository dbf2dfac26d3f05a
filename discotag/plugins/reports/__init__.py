"""Reports: a run's results as one HTML page, and as tables for Markdown and LaTeX."""
