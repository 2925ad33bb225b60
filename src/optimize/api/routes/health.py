"""Is the service there? The only address that tells without credentials."""

from typing import Literal

from fastapi import APIRouter
from pydantic import BaseModel

from optimize.api.version import product_version

router = APIRouter()


class HealthView(BaseModel):
    status: Literal["ok"] = "ok"
    version: str


@router.get("/healthz")
async def health() -> HealthView:
    return HealthView(version=product_version())
