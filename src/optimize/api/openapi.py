"""Prints the description of the API, always the same for the same code: `python -m optimize.api.openapi`."""

import json
import sys

from optimize.api.app import create_app
from optimize.settings import Settings


def description() -> str:
    """OpenAPI as JSON text. Starts nothing, and no setting changes it."""
    return json.dumps(create_app(Settings.model_construct()).openapi(), indent=2, sort_keys=True, ensure_ascii=False)


if __name__ == "__main__":
    sys.stdout.write(description() + "\n")
