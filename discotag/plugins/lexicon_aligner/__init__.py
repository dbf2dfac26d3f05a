"""The embedded word aligner: a shipped table of translation probabilities under a two-direction HMM."""
