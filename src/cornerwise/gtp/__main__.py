"""`python -m cornerwise.gtp`."""

import sys

from cornerwise.gtp import main

sys.exit(main())
