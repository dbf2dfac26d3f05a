"""Contrastive evaluation: does a model prefer the translation that the context demands?"""
