// Placeholder until the first view.
