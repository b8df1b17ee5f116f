"""What is raised."""

from __future__ import annotations


class MapwrightError(Exception):
    """A recipe, a build or a data set that does not work: the message says what, where, and what is expected."""

    stage: str | None
    """The stage, as in ``metas[0] loop-injector``."""
    stage_index: int | None
    """0 for the initial builder, ``i + 1`` for ``metas[i]``."""
    field: str | None
    """The parameter."""
    nearest: str | None
    """The known name that is most like an unknown one."""
    retryable: bool
    """Whether another seed may succeed."""

    def __init__(
        self,
        message: str,
        stage: str | None = None,
        stage_index: int | None = None,
        field: str | None = None,
        nearest: str | None = None,
        retryable: bool = False,
    ) -> None:
        # All of them are arguments, so that the error survives a trip between processes.
        super().__init__(message, stage, stage_index, field, nearest, retryable)
        self.stage = stage
        self.stage_index = stage_index
        self.field = field
        self.nearest = nearest
        self.retryable = retryable

    def __str__(self) -> str:
        return str(self.args[0])
