"""Gender of persons for discotag: found, tagged, scored and checked."""
