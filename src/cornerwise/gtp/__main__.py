"""`python -m cornerwise.gtp`: the engine as it is; `cornerwise gtp` has settings."""

import sys

from cornerwise.gtp import main

if sys.argv[1:]:
    print("cornerwise.gtp takes no arguments; `cornerwise gtp` does", file=sys.stderr)
    sys.exit(2)
sys.exit(main())
