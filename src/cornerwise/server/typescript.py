"""The page's TypeScript types, written from the Python declarations.

    python -m cornerwise.server.typescript > web/src/lib/protocol.gen.ts

A test compares the file with this output, so that the two never differ.
"""

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import inspect

from cornerwise.server import protocol
from cornerwise.server.bodies import Problem
from cornerwise.server.events import Event
from cornerwise.server.routes import ROUTES

HEAD = "// Written by `python -m cornerwise.server.typescript`. Change the Python types instead.\n"
UNIONS: dict[str, Any] = {
    "GameEvent": Event,
    "ClientMessage": protocol.ClientMessage,
    "ServerMessage": protocol.ServerMessage,
}
REQUESTS = [route.body for route in ROUTES if route.body is not None]
"""What a page sends: there, a field with a default may be left out."""
BODIES = [Problem, *REQUESTS, *(route.answer for route in ROUTES if route.answer is not None)]
"""All that is sent over HTTP, as the table of routes has it."""
RENAMED = {"Error": "ErrorMessage"}
"""Names that would hide one of the browser's own."""


def typescript() -> str:
    """The whole file."""
    structs: dict[str, inspect.StructType] = {}
    roots = inspect.multi_type_info([*UNIONS.values(), *BODIES])
    for root in roots:
        _collect(root, structs)
    sent: dict[str, inspect.StructType] = {}
    for root in inspect.multi_type_info([protocol.ClientMessage, *REQUESTS]):
        _collect(root, sent)
    parts = [HEAD]
    parts += [_interface(structs[name], optional=name in sent) for name in sorted(structs)]
    for (name, _), info in zip(UNIONS.items(), roots, strict=False):
        assert isinstance(info, inspect.UnionType)
        members = "".join(f"\n  | {_type(member)}" for member in info.types)
        parts.append(f"export type {name} ={members};\n")
    return "\n".join(parts)


def _collect(info: inspect.Type, found: dict[str, inspect.StructType]) -> None:
    """All structs that a type leads to."""
    if isinstance(info, inspect.StructType):
        name = _name(info)
        if name in found:
            return
        found[name] = info
        for field in info.fields:
            _collect(field.type, found)
        return
    for part in _parts(info):
        _collect(part, found)


def _parts(info: inspect.Type) -> Iterable[inspect.Type]:
    if isinstance(info, inspect.UnionType):
        return info.types
    if isinstance(info, inspect.TupleType):
        return info.item_types
    if isinstance(info, inspect.ListType):
        return [info.item_type]
    if isinstance(info, inspect.DictType):
        return [info.value_type]
    return []


def _name(info: inspect.StructType) -> str:
    name: str = info.cls.__name__
    return RENAMED.get(name, name)


def _interface(info: inspect.StructType, *, optional: bool) -> str:
    lines = [f"/** {_summary(info.cls)} */", f"export interface {_name(info)} {{"]
    if info.tag_field is not None:
        lines.append(f'  {info.tag_field}: "{info.tag}";')
    for field in info.fields:
        mark = "?" if optional and not field.required else ""
        lines.append(f"  {field.encode_name}{mark}: {_type(field.type)};")
    return "\n".join([*lines, "}\n"])


def _summary(cls: type[msgspec.Struct]) -> str:
    return (cls.__doc__ or "").strip().splitlines()[0]


_EVENT = inspect.type_info(Event)
_SIMPLE: dict[type[inspect.Type], str] = {
    inspect.StrType: "string",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
}


def _type(info: inspect.Type) -> str:
    if isinstance(info, inspect.StructType):
        return _name(info)
    if isinstance(info, inspect.LiteralType):
        return " | ".join(f'"{value}"' for value in info.values)
    if isinstance(info, inspect.UnionType):
        return "GameEvent" if info == _EVENT else " | ".join(_type(part) for part in info.types)
    if isinstance(info, inspect.TupleType):
        return f"[{', '.join(_type(part) for part in info.item_types)}]"
    if isinstance(info, inspect.ListType):
        inner = _type(info.item_type)
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if isinstance(info, inspect.DictType):
        return f"Record<string, {_type(info.value_type)}>"
    return _SIMPLE[type(info)]


if __name__ == "__main__":
    print(typescript(), end="")
