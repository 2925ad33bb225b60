"""A threshold as a whole number of ten-thousandths, so that no verdict hangs on the last bit of a float."""

SCALE = 10_000

# Far above the error that arithmetic such as 0.1 + 0.2 leaves, far below anything a person would write.
_FLOAT_NOISE = 1e-12


class OutOfRange(ValueError):
    """Not a number strictly between 0 and 1."""


class TooFine(ValueError):
    """A number with more than four decimals."""


def ten_thousandths(threshold: object) -> int:
    """`threshold` times 10 000, a whole number from 1 to 9 999.

    0.1 + 0.2 is taken as 0.3. OutOfRange for anything that is not a number strictly between 0 and 1 (also bool, text,
    NaN, infinity); TooFine for more than four decimals. Both are ValueErrors.
    """
    if isinstance(threshold, bool) or not isinstance(threshold, int | float):
        raise OutOfRange("a threshold must be a number")
    if not _FLOAT_NOISE < threshold < 1 - _FLOAT_NOISE:
        raise OutOfRange("a threshold lies above 0 and below 1")
    scaled = round(threshold * SCALE)
    if abs(threshold - scaled / SCALE) > _FLOAT_NOISE:
        raise TooFine("a threshold has at most four decimals")
    return scaled
