"""The built-in plugins: they enter through the same door as everyone else."""
