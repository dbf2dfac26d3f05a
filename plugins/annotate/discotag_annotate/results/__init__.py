"""What answers say: a module for each study."""
