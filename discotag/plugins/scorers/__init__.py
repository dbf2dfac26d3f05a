"""The built-in scorers: word F of tagged words, the right choice of class, BLEU and chrF."""
