"""A second look at a draft: whatever of the description stands in none of its parts is told to the person."""
