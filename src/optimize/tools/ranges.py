"""Settings a model may give, with the range told in the schema. Outside it the domain refuses, and says what works."""

from typing import Annotated

from pydantic import Field

from optimize.domain.statistics.counts import MAX_RUNS

Runs = Annotated[int, Field(json_schema_extra={"minimum": 1, "maximum": MAX_RUNS})]
Threshold = Annotated[float, Field(json_schema_extra={"exclusiveMinimum": 0, "exclusiveMaximum": 1})]
