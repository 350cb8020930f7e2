"""Every variant with every option behaves as a game of the family."""

import pytest

from cornerwise.rules import Variant
from oracle.catalogue import every_variant, label
from oracle.conformance import check_conformance


@pytest.mark.parametrize("variant", every_variant(), ids=label)
def test_conformance(variant: Variant) -> None:
    check_conformance(variant)
