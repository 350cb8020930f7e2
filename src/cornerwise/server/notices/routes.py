"""Routes of notices: what somebody chose, and browsers that come and go."""

from cornerwise.server.http import Call, Route
from cornerwise.server.notices.bodies import (
    ForgetBrowser,
    NewBrowser,
    NoticeChoices,
    NoticesView,
)


async def _view(call: Call) -> NoticesView:
    return await call.rooms.services.notices.view(call.guest)


async def _choose(call: Call) -> NoticesView:
    chosen: NoticeChoices = call.body
    await call.rooms.services.notices.choose(call.guest, chosen)
    return await _view(call)


async def _add(call: Call) -> NoticesView:
    browser: NewBrowser = call.body
    await call.rooms.services.notices.add(call.guest, browser)
    return await _view(call)


async def _forget(call: Call) -> NoticesView:
    browser: ForgetBrowser = call.body
    await call.rooms.services.notices.remove(call.guest, browser.endpoint)
    return await _view(call)


NOTICE_ROUTES = (
    Route(
        method="GET", path="/api/notices", access="anybody", handler=_view, answer=NoticesView,
        summary="How I am told that it is my turn",
    ),
    Route(
        method="PUT", path="/api/notices", access="anybody", handler=_choose,
        body=NoticeChoices, answer=NoticesView, refusals=(400, 403, 413),
        summary="Choose how I am told",
    ),
    Route(
        method="POST", path="/api/notices/browsers", access="anybody", handler=_add,
        body=NewBrowser, answer=NoticesView, status=201, rate="create",
        refusals=(400, 403, 413), summary="This browser wants notices",
    ),
    Route(
        method="POST", path="/api/notices/browsers/forget", access="anybody", handler=_forget,
        body=ForgetBrowser, answer=NoticesView, refusals=(400, 403, 413),
        summary="This browser wants no more notices",
    ),
)  # fmt: skip
"""In the order of the documentation."""
