"""What clients need to know before anything else."""

from fastapi import APIRouter
from servicekit.clock import now_ms

from x0_gateway.models.meta import Modes, Time
from x0_gateway.modes import describe

router = APIRouter(tags=["meta"])


@router.get("/v1/time")
async def get_time() -> Time:
    return Time(now=now_ms())


@router.get("/v1/modes")
async def get_modes() -> Modes:
    """Modes with what follows from each, time controls, and the limits of a game's settings."""
    return describe()
