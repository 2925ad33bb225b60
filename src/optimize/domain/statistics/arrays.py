"""numpy and scipy for all statistics, loaded at the first computation, and the kinds of arrays that it is done with."""

from typing import TYPE_CHECKING, Any

from optimize.domain.late_import import LateImport

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from scipy import special

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]
    Booleans = NDArray[np.bool_]
else:
    np, special = LateImport("numpy"), LateImport("scipy.special")
    Floats = Integers = Booleans = Any

__all__ = ["Booleans", "Floats", "Integers", "np", "special"]
