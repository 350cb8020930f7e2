"""`training/` stands beside the package, not in it: put the checkout on the path."""

import sys
from pathlib import Path

_HERE = Path(__file__).resolve().parent
for folder in (_HERE, _HERE.parents[1] / "src", _HERE.parents[1]):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))

try:
    import torch
except ImportError:
    pass
else:
    torch.set_num_threads(1)  # tests share their machine; waiting threads cost more than they give
