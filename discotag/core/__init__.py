"""The contract: what a document, a tag, a component and a plugin are."""
