"""What plugins with models of torch share: devices, memory, quiet loading, digests of weights.

torch and Transformers are imported where they are used; discotag itself needs neither.
"""
