"""The papers' experiments on any texts and systems: `discotag reproduce muda|cxmi CONFIG`."""
