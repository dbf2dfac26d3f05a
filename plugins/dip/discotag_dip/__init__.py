"""DiP: test sets of what systems fail at in discourse, and the figures of a system on them."""
