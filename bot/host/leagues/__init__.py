"""League services of the host: store seasons, open their tables automatically, and record the results."""
