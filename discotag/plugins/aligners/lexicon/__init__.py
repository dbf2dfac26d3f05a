"""The embedded word aligner: a shipped translation table under a two-direction HMM."""
