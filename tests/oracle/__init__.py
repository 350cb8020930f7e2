"""What the tests compare with: the rules again, written to share nothing with the product."""
