"""Word vectors of multilingual-e5-small with numpy alone, and what is made of them."""
