"""Pre-parsed CoNLL-U files as an analyzer."""
