"""What the pictures show."""
