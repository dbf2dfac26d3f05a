"""Who translates: DeepL, Google Cloud, chat servers, models of Hugging Face."""
