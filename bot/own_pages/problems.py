"""Replies to requests that cannot be answered: a page with one sentence."""

from __future__ import annotations

import logging
from collections.abc import Awaitable

from bot.host.errors import Fault, Leak, Refusal
from bot.own_pages.rendering import render_problem
from bot.own_pages.requests import Problem
from bot.web.responses import Reply
from storage.interface.errors import StoreFailed

log = logging.getLogger(__name__)

UNREADABLE = "The browser sent something that cannot be read here. Nothing was changed."
MAY_HAVE_COUNTED = "Open the table again before you send anything twice: it may have counted."


async def explain_problems(answering: Awaitable[Reply], *, posts: bool) -> Reply:
    """Return a reply, or a page that says why there is none.

    Args:
        answering: makes the reply.
        posts: whether the request may have changed something.
    """
    try:
        return await answering
    except Problem as problem:
        return render_problem(problem.status, str(problem), problem.headers)
    except Fault as fault:
        return render_problem(500, str(fault))
    except (Leak, StoreFailed):
        log.warning("an own page cannot be shown just now", exc_info=True)
        later = MAY_HAVE_COUNTED if posts else "Please try again later."
        return render_problem(503, f"This page cannot be shown just now. {later}")
    except Refusal as refused:
        return render_problem(409, str(refused))


def render_fault() -> Reply:
    """Render the reply to a request at which this program failed."""
    return render_problem(500, f"The fault is ours, and it is in the log. {MAY_HAVE_COUNTED}")
