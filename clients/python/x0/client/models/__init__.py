"""What the server sends, as frozen dataclasses."""
