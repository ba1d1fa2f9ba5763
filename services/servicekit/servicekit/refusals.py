"""Refusals of a domain, which knows nothing of the wire, as errors of a call."""

from collections.abc import Awaitable, Callable, Mapping
from functools import wraps
from typing import Any, Protocol, TypeVar

from servicekit.errors import DomainError, Refused

Request = TypeVar("Request")
Context = TypeVar("Context")
Answer = TypeVar("Answer")


class Translation(Protocol):
    """A decorator of a servicer's methods."""

    def __call__(
        self, method: Callable[[Any, Request, Context], Awaitable[Answer]], /
    ) -> Callable[[Any, Request, Context], Awaitable[Answer]]: ...


def by_kind(kinds: Mapping[type[Exception], type[DomainError]]) -> Callable[[Any], DomainError]:
    """Errors of these kinds, else `Refused`, with the reason, message and details of a refusal."""

    def error(refusal: Any) -> DomainError:
        known = (kinds[base] for base in type(refusal).__mro__ if base in kinds)
        return next(known, Refused)(refusal.reason, refusal.message, **refusal.details)

    return error


def translated(
    kind: type[Exception] | tuple[type[Exception], ...], error: Callable[[Any], DomainError]
) -> Translation:
    """What a method raises of this kind is raised as an error that the server turns into a status.

    `refusals = translated(Refusal, _error)`, and then `@refusals` before each method of a servicer.
    """

    def decorate(
        method: Callable[[Any, Request, Context], Awaitable[Answer]],
    ) -> Callable[[Any, Request, Context], Awaitable[Answer]]:
        @wraps(method)
        async def wrapped(self: Any, request: Request, context: Context) -> Answer:
            try:
                return await method(self, request, context)
            except kind as refusal:
                raise error(refusal) from refusal

        return wrapped

    return decorate
