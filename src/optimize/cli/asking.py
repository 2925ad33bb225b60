"""A yes that has to be typed out."""

import typer


def typed(word: str) -> bool:
    """Whether the person at the terminal typed exactly `word`; nobody there is a no."""
    try:
        answer = typer.prompt(f"Type {word} to agree", default="", show_default=False, err=True)
    except typer.Abort:
        return False
    return bool(answer.strip() == word)
