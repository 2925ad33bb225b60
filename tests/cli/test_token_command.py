"""`optimize token`: made, listed without its secret, revoked."""

import re

from tests.cli.conftest import Optimize


def test_where_there_is_none_it_is_said_how_one_is_made(optimize: Optimize) -> None:
    said = optimize("token", "list").stdout
    assert said == "There is no token yet. `optimize token create --role viewer --name NAME` makes one.\n"
    optimize(*said.split("`")[1].split()[1:])
    assert "NAME" in optimize("token", "list").stdout


def test_a_token_from_beginning_to_end(optimize: Optimize) -> None:
    secret = optimize("token", "create", "--role", "editor", "--name", "nightly \x1b[31m").stdout.strip()
    optimize("token", "create", "--role", "viewer", "--name", "board", "--days", "3")
    listed = optimize("token", "list").stdout
    [nightly, board] = listed.splitlines()
    assert re.fullmatch(r"token_\w+  editor  valid until revoked  nightly ⟦U\+001B⟧\[31m", nightly)
    assert re.fullmatch(r"token_\w+  viewer  until \d{4}-\d\d-\d\d  board", board)
    assert secret not in listed

    revoked = optimize("token", "revoke", nightly.split()[0])
    assert (revoked.exit_code, revoked.stdout.startswith("Revoked token_")) == (0, True)
    assert re.search(r"editor  revoked \d{4}-\d\d-\d\d  nightly", optimize("token", "list").stdout)


def test_a_token_that_is_not_there_is_one_sentence(optimize: Optimize) -> None:
    done = optimize("token", "revoke", "token_x")
    assert (done.exit_code, done.stderr) == (1, "There is no token token_x. `optimize token list` shows all.\n")
