// Placeholder until the first builder.
