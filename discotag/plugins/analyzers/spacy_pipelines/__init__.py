"""Any installed spaCy pipeline as an analyzer."""
