"""Training of translation models that take context: `discotag cxmi train`."""
