"""What is answered about a test that has not been run: which one is named, for it may not be the one that was meant."""

from optimize.tools.base import ToolResult


def without_result(name: str) -> ToolResult:
    return ToolResult(
        status="empty", summary=f"“{name}” has not been run yet: no result.", data={"without_result": name}
    )
