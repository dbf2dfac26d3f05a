"""Files of localization: what people translate in apps, sites and documents, unit by unit."""
