"""What is wrong with a game is told apart from what is wrong with the database."""

import pytest
from sqlalchemy.exc import SQLAlchemyError

from cornerwise.server.damage import Damaged, reading


@pytest.mark.parametrize("fault", [ValueError("x"), AssertionError(), KeyError("kind")])
def test_a_log_that_leads_nowhere_is_damaged(fault: Exception) -> None:
    with pytest.raises(Damaged, match="game g1 cannot be read") as told, reading("g1"):
        raise fault
    assert told.value.__cause__ is fault


@pytest.mark.parametrize("fault", [SQLAlchemyError("away"), ConnectionResetError()])
def test_a_database_that_does_not_answer_damages_no_game(fault: Exception) -> None:
    with pytest.raises(type(fault)), reading("g1"):
        raise fault
