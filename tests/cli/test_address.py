"""`optimize link` in another shell: its link goes to the service that runs, whatever port that was started with."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from optimize.cli.address import known, origin, written_down
from optimize.cli.program import app
from optimize.settings import Settings, load_settings


@pytest.fixture
def served(data: Path) -> Settings:
    return load_settings(port=8147)


def test_a_link_goes_to_where_the_service_runs(served: Settings) -> None:
    with written_down(served):
        linked = CliRunner().invoke(app, ["link"]).stdout
    assert linked.startswith("http://127.0.0.1:8147/signin#token=")


def test_without_a_service_it_goes_where_one_would_be(served: Settings) -> None:
    with written_down(served):
        pass
    assert known(load_settings()) == origin(load_settings()) == "http://127.0.0.1:8000"
    assert CliRunner().invoke(app, ["link"]).stdout.startswith("http://127.0.0.1:8000/signin#token=")


def test_that_it_cannot_be_written_down_stops_nobody(served: Settings) -> None:
    (served.data / "address").mkdir()
    with written_down(served):
        assert known(load_settings()) == "http://127.0.0.1:8000"
    assert (served.data / "address").is_dir()


def test_an_address_of_version_6_is_in_brackets(data: Path) -> None:
    assert origin(load_settings(host="::1", port=9)) == "http://[::1]:9"
