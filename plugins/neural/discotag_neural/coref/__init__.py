"""Neural coreference of whole documents: fastcoref and Stanza."""
