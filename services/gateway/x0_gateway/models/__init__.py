"""What clients send and receive, as JSON. Mirrors `proto/x0`, and knows nothing of it."""
