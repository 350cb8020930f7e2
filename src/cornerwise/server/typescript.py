"""The page's TypeScript types, written from the Python declarations.

    python -m cornerwise.server.typescript > web/src/lib/protocol.gen.ts

A test compares the file with this output, so that the two never differ.
"""

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import inspect

from cornerwise.server import bodies, protocol, solo_bodies
from cornerwise.server.accounts import bodies as account_bodies
from cornerwise.server.events import Event
from cornerwise.server.lobby.bodies import NewInvitation
from cornerwise.server.manners import bodies as manners_bodies
from cornerwise.server.notices.bodies import ForgetBrowser, NewBrowser, NoticeChoices, NoticesView
from cornerwise.server.programs import bodies as program_bodies
from cornerwise.server.ranking import bodies as ranking_bodies
from cornerwise.server.tournaments import bodies as tournament_bodies

HEAD = "// Written by `python -m cornerwise.server.typescript`. Change the Python types instead.\n"
UNIONS: dict[str, Any] = {
    "GameEvent": Event,
    "ClientMessage": protocol.ClientMessage,
    "ServerMessage": protocol.ServerMessage,
}
BODIES = [
    bodies.VariantSummary,
    bodies.VariantView,
    bodies.NewGame,
    bodies.GameMade,
    bodies.ImportGame,
    bodies.ForkGame,
    bodies.GameList,
    bodies.GameRecord,
    bodies.Me,
    bodies.Health,
    bodies.Problem,
    account_bodies.SignUp,
    account_bodies.SignIn,
    account_bodies.SignInByPasskey,
    account_bodies.AskLink,
    account_bodies.UseTicket,
    account_bodies.AskPasskey,
    account_bodies.NewPasskey,
    account_bodies.NewName,
    account_bodies.NewPassword,
    account_bodies.NewMail,
    account_bodies.CloseAccount,
    account_bodies.AccountView,
    account_bodies.SessionList,
    account_bodies.PasskeyOptions,
    account_bodies.Accepted,
    NoticesView,
    NewBrowser,
    ForgetBrowser,
    NewInvitation,
    manners_bodies.ChatHistory,
    manners_bodies.MyManners,
    manners_bodies.Acknowledge,
    manners_bodies.NewBlock,
    manners_bodies.NewReport,
    manners_bodies.Noted,
    manners_bodies.PersonFile,
    manners_bodies.NewAction,
    manners_bodies.CloseReport,
    manners_bodies.JudgeFlag,
    ranking_bodies.Leaderboard,
    ranking_bodies.MyRatings,
    ranking_bodies.PlayerView,
    ranking_bodies.Curve,
    ranking_bodies.PlayedGames,
    ranking_bodies.GameRatings,
    tournament_bodies.NewTournament,
    tournament_bodies.EnterTournament,
    tournament_bodies.TournamentList,
    tournament_bodies.TournamentView,
    program_bodies.NewToken,
    program_bodies.TokenMade,
    program_bodies.TokenList,
    solo_bodies.PuzzleView,
    solo_bodies.AskSolver,
    solo_bodies.SolverAnswer,
    solo_bodies.AskOutline,
    solo_bodies.OutlineVerdict,
    solo_bodies.ChallengeView,
    solo_bodies.AskJudge,
    solo_bodies.JudgementView,
]
REQUESTS = [
    tournament_bodies.NewTournament,
    tournament_bodies.EnterTournament,
    program_bodies.NewToken,
    bodies.NewGame,
    bodies.ImportGame,
    bodies.ForkGame,
    NoticeChoices,
    NewBrowser,
    ForgetBrowser,
    NewInvitation,
    manners_bodies.Acknowledge,
    manners_bodies.NewBlock,
    manners_bodies.NewReport,
    manners_bodies.NewAction,
    manners_bodies.CloseReport,
    manners_bodies.JudgeFlag,
    account_bodies.SignUp,
    account_bodies.SignIn,
    account_bodies.SignInByPasskey,
    account_bodies.AskLink,
    account_bodies.UseTicket,
    account_bodies.AskPasskey,
    account_bodies.NewPasskey,
    account_bodies.NewName,
    account_bodies.NewPassword,
    account_bodies.NewMail,
    account_bodies.CloseAccount,
    solo_bodies.AskSolver,
    solo_bodies.AskOutline,
    solo_bodies.AskJudge,
]
"""What a page sends: there, a field with a default may be left out."""
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
