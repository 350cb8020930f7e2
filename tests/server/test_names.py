"""Names of accounts and passwords: which are taken, which are refused, which look the same."""

import pytest

from cornerwise.server.accounts.names import clean_name, looks
from cornerwise.server.accounts.secrets import check_password
from cornerwise.server.refusal import Refusal


@pytest.mark.parametrize("name", ["ada", "ADA", "Ａｄａ", "аdа", "A-d.a", "Adá", "a_da", "a d a"])
def test_names_that_look_alike_are_one(name: str) -> None:
    assert looks(name) == looks("Ada")


@pytest.mark.parametrize(("one", "other"), [("Ada", "Adam"), ("Bo", "Bob"), ("李", "王")])
def test_others_are_not(one: str, other: str) -> None:
    assert looks(one) != looks(other)


@pytest.mark.parametrize(
    "name",
    [
        *("", "a", "x" * 25, " ", "_", "Admin", "c0mputer", "Computer 7", "guest12", "a  b"),
        *("<b>Ada</b>", "-ada", "ada.", "Adа", "a/b", "💥", "a\x00b", "Cornerwise", "M0derator"),
        *("a\u202eb", "ada\u200b", "\ud800a"),
    ],
)
def test_names_that_make_no_sense(name: str) -> None:
    with pytest.raises(Refusal) as refused:
        clean_name(name)
    assert refused.value.code in ("unreadable", "name_taken")


@pytest.mark.parametrize(
    "name", ["Ada", "Émile Zola", "李小龍", "Ольга", "Jean-Luc", "O’Neill", "さくら", "サクラ桜"]
)
def test_names_of_many_languages(name: str) -> None:
    assert clean_name(f" {name} ") == name


@pytest.mark.parametrize(
    "password", ["short", "password1", "aaaaaaaaaa", "Ada Lovelace", "x" * 129]
)
def test_passwords_that_would_be_guessed_first(password: str) -> None:
    with pytest.raises(Refusal):
        check_password(password, "Ada Lovelace")
    check_password("correct horse battery", "Ada Lovelace")
