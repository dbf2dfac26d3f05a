"""Neural word aligners: any encoder of Transformers, and the package SimAlign."""
