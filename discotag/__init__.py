"""discotag: discourse phenomena in translation, made visible and measured."""
