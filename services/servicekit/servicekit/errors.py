"""What a use case refuses, and why, independent of any wire.

`reason` is a stable word for programs (`name_taken`), `message` is for people,
`metadata` holds facts a client may show (`retry_after_ms`). The gRPC server turns
these into a status with `google.rpc.ErrorInfo`; the client side turns it back.
"""

from typing import ClassVar


class DomainError(Exception):
    """Base of all refusals; raise a subclass."""

    # Name of the gRPC status code. A plain string, so that this module needs no gRPC.
    code: ClassVar[str] = "INTERNAL"

    def __init__(self, reason: str, message: str = "", **metadata: str) -> None:
        super().__init__(message or reason.replace("_", " "))
        self.reason = reason
        self.message = message or reason.replace("_", " ")
        self.metadata = metadata

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.reason!r}, {self.message!r}, {self.metadata!r})"


class Invalid(DomainError):
    """The request makes no sense whatever the state."""

    code = "INVALID_ARGUMENT"


class NotFound(DomainError):
    code = "NOT_FOUND"


class AlreadyExists(DomainError):
    code = "ALREADY_EXISTS"


class Refused(DomainError):
    """Makes sense, but not in this state."""

    code = "FAILED_PRECONDITION"


class Forbidden(DomainError):
    """Not for this caller."""

    code = "PERMISSION_DENIED"


class Unauthenticated(DomainError):
    code = "UNAUTHENTICATED"


class RateLimited(DomainError):
    """Too often; `retry_after_ms` in the metadata where it is known."""

    code = "RESOURCE_EXHAUSTED"


class Conflict(DomainError):
    """Somebody else was faster, again and again; the same call may be repeated."""

    code = "ABORTED"


class Unavailable(DomainError):
    """Store, log or another service is away; the same call may be repeated."""

    code = "UNAVAILABLE"


class Internal(DomainError):
    """Only made on the client side, of another service's INTERNAL."""

    code = "INTERNAL"


BY_CODE: dict[str, type[DomainError]] = {
    cls.code: cls
    for cls in (
        Invalid,
        NotFound,
        AlreadyExists,
        Refused,
        Forbidden,
        Unauthenticated,
        RateLimited,
        Conflict,
        Unavailable,
        Internal,
    )
}
