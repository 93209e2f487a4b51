"""What comes back later: the same idea asked again, what is done so far, votes in a lecture."""
