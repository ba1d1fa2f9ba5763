"""JSON into dataclasses by their type hints.

Fields that are not in the class are ignored, as the server asks of its clients; a field that is
missing takes the default of the class. The decoder of a class is built once.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")
Decoder = Callable[[Any], Any]

# Of a union of classes: the field that tells them apart, and the name of each class in JSON.
TAG = "type"


def decode(cls: type[T], data: Any) -> T:
    """An instance of a dataclass from a parsed JSON object.

    Raises:
        ValueError: the object has not the shape of the class.
    """
    try:
        found: T = _decoder(cls)(data)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"not a {cls.__name__}: {error!r}") from error
    return found


def _same(value: Any) -> Any:
    return value


_decoders: dict[type, Decoder] = {}


def _decoder(cls: type) -> Decoder:
    found = _decoders.get(cls)
    if found is None:
        found = _decoders[cls] = _of_class(cls)
    return found


def _of_class(cls: type) -> Decoder:
    hints = get_type_hints(cls)
    steps: list[tuple[str, Decoder, Any]] = []
    for field in fields(cls):
        if field.init:
            default = field.default if field.default is not MISSING else MISSING
            steps.append((field.name, _of_hint(hints[field.name]), default))

    def build(data: Any) -> Any:
        values = []
        for name, convert, default in steps:
            if default is MISSING:
                value = data[name]
            else:
                value = data.get(name, default)
                if value is default:
                    values.append(value)
                    continue
            values.append(value if convert is _same else convert(value))
        return cls(*values)

    return build


def _of_hint(hint: Any) -> Decoder:
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        return _of_union(get_args(hint))
    if origin is tuple:
        return _of_tuple(get_args(hint))
    if hint is datetime:
        return datetime.fromisoformat
    if hint is float:
        return float
    if isinstance(hint, type) and is_dataclass(hint):
        return _decoder(hint)
    return _same


def _of_tuple(args: tuple[Any, ...]) -> Decoder:
    one = _of_hint(args[0])
    if one is _same:
        return tuple
    return lambda values: tuple([one(value) for value in values])


def _of_union(args: tuple[Any, ...]) -> Decoder:
    some = [arg for arg in args if arg is not type(None)]
    if len(some) == 1:
        inner = _of_hint(some[0])
        if inner is _same:
            return _same
        return lambda value: None if value is None else inner(value)
    return _of_tagged(some)


def _of_tagged(classes: list[Any]) -> Decoder:
    """By the literal of the field `type`; a class with a plain `str` there takes all others."""
    by_tag: dict[str, Decoder] = {}
    other: Decoder | None = None
    for cls in classes:
        hint = get_type_hints(cls)[TAG]
        if get_origin(hint) is Literal:
            by_tag.update(dict.fromkeys(get_args(hint), _decoder(cls)))
        else:
            other = _decoder(cls)

    def build(data: Any) -> Any:
        found = by_tag.get(data[TAG], other)
        if found is None:
            raise ValueError(f"unknown {TAG} {data[TAG]!r}")
        return found(data)

    return build
