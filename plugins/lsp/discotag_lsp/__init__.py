"""`discotag lsp`: findings with their evidence in an editor, as one types."""
