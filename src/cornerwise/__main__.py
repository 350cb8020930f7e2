"""`python -m cornerwise` is the command `cornerwise`."""

import sys

from cornerwise.cli import main

if __name__ == "__main__":
    sys.exit(main())
