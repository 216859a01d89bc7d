"""Sign-in with Discord, and what comes back from there to which browser."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from aiohttp import web
from pydantic import SecretStr

from bot.discord_oauth import DiscordOAuth
from bot.own_pages.sign_in import MAX_AT_ONCE, SignIn, SignInLimits
from bot.ui.handlers.rate_limit import RateLimit
from storage.interface.games import SeatRow
from tests.house import ANN, BEN, CLEO, NOON, STRANGER
from tests.own_pages.discord_stub import CLIENT_ID, CLIENT_SECRET, Answer, SimulatedDiscord, simulated_discord
from tests.own_pages.site import FORM, Browser, PlaySite, play_site
from tests.web.site import Got

TOKEN, ME, REVOKE = "/api/v10/oauth2/token", "/api/v10/users/@me", "/api/v10/oauth2/token/revoke"
NO_LIMITS = SignInLimits()
BEGIN = "Sign in with Discord"


@asynccontextmanager
async def signing_in(
    folder: Path,
    *,
    limits: SignInLimits = NO_LIMITS,
    secret: str = CLIENT_SECRET,
    patience: float = 5.0,
    now: Callable[[], datetime] = lambda: NOON,
) -> AsyncIterator[tuple[PlaySite, SimulatedDiscord]]:
    """Open a house with own pages on which people sign in with a simulated Discord."""
    async with AsyncExitStack() as stack:
        discord = await stack.enter_async_context(simulated_discord())
        identify = DiscordOAuth(CLIENT_ID, SecretStr(secret), discord.api, patience).identify
        site = await stack.enter_async_context(
            play_site(
                folder,
                now=now,
                create_sign_in=lambda services: SignIn(services, CLIENT_ID, identify, limits, discord.authorize_url),
            )
        )
        yield site, discord


@pytest.fixture
async def both(tmp_path: Path) -> AsyncIterator[tuple[PlaySite, SimulatedDiscord]]:
    async with signing_in(tmp_path) as there:
        yield there


async def begins(browser: Browser, path: str) -> str:
    """Press the button on a page; return the address at Discord to which that leads."""
    browser.page = await browser.get(path)
    method, action, fields = browser.form_with(BEGIN)
    assert (method, fields) == ("post", [])
    got = await browser.post(action)
    assert got.status == 303
    return got.headers["Location"]


async def comes_back(browser: Browser, **said: str) -> Got:
    browser.page = await browser.get(f"/sign-in/discord?{urlencode(said)}", Sec_Fetch_Site="cross-site")
    return browser.page


async def signs_in(browser: Browser, discord: SimulatedDiscord, user_id: int, path: str) -> Got:
    return await comes_back(browser, **discord.consents(await begins(browser, path), user_id))


async def test_somebody_lands_at_the_table_that_they_asked_for(both: tuple[PlaySite, SimulatedDiscord]) -> None:
    site, discord = both
    number = await site.home.at_first_turn(BEN)
    browser = site.browser()
    got = await signs_in(browser, discord, ANN, f"/tables/{number}")
    assert got.status == 200
    assert f'<meta http-equiv="refresh" content="0; url=/tables/{number}">' in got.text
    assert got.headers["Referrer-Policy"] == "no-referrer"
    cookie = got.headers["Set-Cookie"]
    assert cookie.startswith(f"__Host-table-{number}=")
    assert all(f"; {part}" in cookie for part in ("Path=/", "Secure", "HttpOnly", "SameSite=Strict"))
    browser.table = number
    await browser.looks()
    assert [one.game_id for one in await site.own_pages.list_sessions(ANN)] == [number]


async def test_the_token_is_used_once_and_revoked(
    both: tuple[PlaySite, SimulatedDiscord], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    site, discord = both
    number = await site.home.at_first_turn(BEN)
    browser = site.browser()
    address = await begins(browser, f"/tables/{number}")
    said = discord.consents(address, ANN)
    await comes_back(browser, **said)
    assert discord.requests == [f"POST {TOKEN}", f"GET {ME}", f"POST {REVOKE}"]
    assert discord.tokens == {}
    (token,) = discord.issued_tokens
    stored = str(await site.home.storage.privacy.collect_data(ANN))
    for secret in (token, said["code"], CLIENT_SECRET, *browser.cookies.values()):
        assert secret not in caplog.text
        assert secret not in stored


async def test_the_state_and_the_verifier_do_not_give_away_the_cookie(
    both: tuple[PlaySite, SimulatedDiscord],
) -> None:
    site, _ = both
    browser = site.browser()
    first = dict(parse_qsl(urlsplit(await begins(browser, "/")).query))
    cookie = browser.cookies["__Host-sign-in"]
    assert cookie.partition(".")[0] not in str(first)
    second = dict(parse_qsl(urlsplit(await begins(browser, "/")).query))
    assert first["state"] != second["state"]
    assert first["code_challenge"] != second["code_challenge"]
    assert first["redirect_uri"] == f"{site.origin}/sign-in/discord"
    got = await browser.post("/sign-in")
    said = got.headers["Set-Cookie"]
    assert all(f"; {part}" in said for part in ("Path=/", "Secure", "HttpOnly", "SameSite=Lax", "Max-Age=600"))


async def test_without_a_table_one_gets_a_list_and_opens_each_with_a_button(
    both: tuple[PlaySite, SimulatedDiscord],
) -> None:
    site, discord = both
    number = await site.home.at_first_turn(BEN)
    other = await site.home.at_first_turn(BEN)
    browser = site.browser()
    got = await signs_in(browser, discord, BEN, "/")
    assert got.status == 200
    assert got.text.count('method="post"') == 2
    assert await site.own_pages.list_sessions(BEN) == [], "only a button opens one"
    for table in (number, other):
        _, action, fields = browser.form_with(f"table {table}")
        opened = await browser.post(action, fields)
        assert (opened.status, opened.headers["Location"]) == (303, f"/tables/{table}")
        assert (await browser.get(f"/tables/{table}")).status == 200
    assert len(await site.own_pages.list_sessions(BEN)) == 2


async def test_the_list_says_what_waits(both: tuple[PlaySite, SimulatedDiscord]) -> None:
    site, discord = both
    for _ in range(2):
        await site.home.at_first_turn(BEN)
    for person in (ANN, BEN):
        waiting = await site.home.storage.open_questions.list_games_waiting_for(person)
        browser = site.browser()
        await signs_in(browser, discord, person, "/")
        assert len(waiting) == (2 if person == BEN else 0)
        assert browser.sees.count("It waits for you.") == len(waiting)
        assert len(FORM.findall(browser.html)) == 2


async def test_a_stranger_gets_nothing_with_the_address_of_a_table(both: tuple[PlaySite, SimulatedDiscord]) -> None:
    site, discord = both
    number = await site.home.at_first_turn(BEN)
    browser = site.browser()
    got = await signs_in(browser, discord, STRANGER, f"/tables/{number}")
    assert f"You have no seat at table {number}" in got.text
    assert "You sit at no running table." in got.text
    assert "Set-Cookie" not in got.headers
    assert (await browser.get(f"/tables/{number}")).status == 403


async def test_what_somebody_sees_is_their_own_seat(both: tuple[PlaySite, SimulatedDiscord]) -> None:
    site, discord = both
    number = await site.home.at_first_turn(BEN)
    browser = site.browser()
    await signs_in(browser, discord, BEN, f"/tables/{number}")
    assert await site.own_pages.list_sessions(ANN) == []
    assert len(await site.own_pages.list_sessions(BEN)) == 1


async def test_a_table_that_does_not_exist_looks_like_one_of_others(both: tuple[PlaySite, SimulatedDiscord]) -> None:
    site, _ = both
    number = await site.home.at_first_turn(BEN)
    known, unknown = await site.browser().get(f"/tables/{number}"), await site.browser().get("/tables/99")
    assert known.status == unknown.status == 403
    assert known.text.replace(f"able {number}", "").replace(f"table={number}", "") == unknown.text.replace(
        "able 99", ""
    ).replace("table=99", "")


async def test_cancelling_at_discord_is_no_error(both: tuple[PlaySite, SimulatedDiscord]) -> None:
    site, discord = both
    number = await site.home.at_first_turn(BEN)
    browser = site.browser()
    state = dict(parse_qsl(urlsplit(await begins(browser, f"/tables/{number}")).query))["state"]
    got = await comes_back(browser, error="access_denied", error_description="<b>no</b>", state=state)
    assert got.status == 403
    assert "You have not signed in" in got.text
    assert "<b>no</b>" not in got.text
    assert f"/sign-in?table={number}" in got.text, "the way to try again leads to the same table"
    assert discord.requests == []


async def test_another_error_of_discord_is_a_sentence(both: tuple[PlaySite, SimulatedDiscord]) -> None:
    site, _ = both
    browser = site.browser()
    state = dict(parse_qsl(urlsplit(await begins(browser, "/")).query))["state"]
    got = await comes_back(browser, error="invalid_scope", state=state)
    assert got.status == 503
    assert "tell its operator" in got.text


async def test_an_answer_counts_only_in_the_browser_that_asked(both: tuple[PlaySite, SimulatedDiscord]) -> None:
    site, discord = both
    number = await site.home.at_first_turn(BEN)
    attacker, victim = site.browser(), site.browser()
    said = discord.consents(await begins(attacker, f"/tables/{number}"), ANN)
    got = await comes_back(victim, **said)
    assert got.status == 403
    assert "began in another browser" in got.text
    await begins(victim, f"/tables/{number}")
    for forged in (said, {"code": said["code"]}, {"code": said["code"], "state": ""}, {"state": said["state"]}):
        got = await comes_back(victim, **forged)
        assert got.status == 403
        assert "Set-Cookie" not in got.headers
    assert discord.requests == []
    assert await site.own_pages.list_sessions(ANN) == []


async def test_a_code_of_another_sign_in_does_not_fit_the_verifier(both: tuple[PlaySite, SimulatedDiscord]) -> None:
    site, discord = both
    anns, bens = site.browser(), site.browser()
    stolen = discord.consents(await begins(anns, "/"), ANN)["code"]
    state = discord.consents(await begins(bens, "/"), BEN)["state"]
    got = await comes_back(bens, code=stolen, state=state)
    assert got.status == 403
    assert "Discord does not know this sign-in" in got.text
    assert discord.issued_tokens == []


async def test_an_answer_counts_once(both: tuple[PlaySite, SimulatedDiscord]) -> None:
    site, discord = both
    number = await site.home.at_first_turn(BEN)
    browser = site.browser()
    said = discord.consents(await begins(browser, f"/tables/{number}"), ANN)
    assert (await comes_back(browser, **said)).status == 200
    made = len(discord.requests)
    for again in (said, {**said, "code": discord.consents(await begins(site.browser(), "/"), BEN)["code"]}):
        got = await comes_back(browser, **again)
        assert got.status == 403
        assert "Set-Cookie" not in got.headers
    assert len(discord.requests) == made
    assert len(await site.own_pages.list_sessions(ANN)) == 1


async def test_two_answers_at_the_same_moment_open_one_session(both: tuple[PlaySite, SimulatedDiscord]) -> None:
    site, discord = both
    number = await site.home.at_first_turn(BEN)
    browser = site.browser()
    said = urlencode(discord.consents(await begins(browser, f"/tables/{number}"), ANN))
    got = await asyncio.gather(*(browser.get(f"/sign-in/discord?{said}") for _ in range(2)))
    assert sorted(one.status for one in got) == [200, 403]
    assert len(await site.own_pages.list_sessions(ANN)) == 1


async def test_a_preview_of_the_answer_does_not_use_it_up(both: tuple[PlaySite, SimulatedDiscord]) -> None:
    site, discord = both
    number = await site.home.at_first_turn(BEN)
    browser = site.browser()
    said = discord.consents(await begins(browser, f"/tables/{number}"), ANN)
    address = f"/sign-in/discord?{urlencode(said)}"
    assert (await browser.get(address, "HEAD")).status == 405
    assert (await browser.post(address)).status == 405
    assert (await comes_back(browser, **said)).status == 200


@pytest.mark.parametrize("cookie", ["", "x", "x.1", f"{'a' * 43}.", f"{'a' * 43}.-1", f"{'a' * 43}.1.1", "é" * 43])
async def test_an_invented_cookie_signs_nobody_in(both: tuple[PlaySite, SimulatedDiscord], cookie: str) -> None:
    site, discord = both
    code = discord.consents(await begins(site.browser(), "/"), ANN)["code"]
    for state in ("", "x", "é", "a" * 43):
        query = urlencode({"code": code, "state": state})
        got = await site.ask("GET", f"/sign-in/discord?{query}", cookies={"__Host-sign-in": cookie})
        assert got.status == 403
    assert discord.requests == []


@pytest.mark.parametrize("table", ["//evil.example", "7/../..", "https://evil.example", "-1", "0", "9" * 30, "7&x=1"])
async def test_a_sign_in_leads_nowhere_but_to_a_table(both: tuple[PlaySite, SimulatedDiscord], table: str) -> None:
    site, discord = both
    browser = site.browser()
    begun = await browser.post(f"/sign-in?{urlencode({'table': table})}")
    assert begun.headers["Location"].startswith(discord.authorize_url)
    got = await comes_back(browser, **discord.consents(begun.headers["Location"], ANN))
    assert got.status == 200
    assert "evil" not in got.text
    assert "Location" not in got.headers
    assert "refresh" not in got.text


@pytest.mark.parametrize("headers", [{"Origin": "https://evil.example"}, {"Sec_Fetch_Site": "cross-site"}])
async def test_another_site_cannot_begin_a_sign_in(
    both: tuple[PlaySite, SimulatedDiscord], headers: dict[str, str]
) -> None:
    site, _ = both
    got = await site.browser().post("/sign-in", (), **headers)
    assert got.status == 403
    assert "Set-Cookie" not in got.headers
    assert "Location" not in got.headers


async def test_the_page_with_the_button_may_send_its_form_to_discord_alone(
    both: tuple[PlaySite, SimulatedDiscord],
) -> None:
    site, discord = both
    policy = (await site.browser().get("/")).headers["Content-Security-Policy"]
    assert f"form-action 'self' http://127.0.0.1:{discord.port};" in policy
    number = await site.home.at_first_turn(BEN)
    browser = site.browser()
    await signs_in(browser, discord, ANN, f"/tables/{number}")
    assert "form-action 'self';" in (await browser.get(f"/tables/{number}")).headers["Content-Security-Policy"]


def replies(status: int, body: str = "{}", **headers: str) -> Answer:
    async def answer() -> web.StreamResponse:
        return web.Response(status=status, text=body, headers=headers)

    return answer


TOKEN_OF = '{"access_token": "%s", "token_type": "%s", "scope": "%s"}'


@pytest.mark.parametrize(
    ("path", "status", "body", "sentence"),
    [
        (TOKEN, 500, "oops", "did not answer as it should"),
        (TOKEN, 429, '{"retry_after": 5}', "did not answer as it should"),
        (TOKEN, 302, "", "did not answer as it should"),
        (TOKEN, 200, "no json", "does not let this bot sign anybody in"),
        (TOKEN, 200, "[]", "does not let this bot sign anybody in"),
        (TOKEN, 200, "[" * 50_000, "does not let this bot sign anybody in"),
        (TOKEN, 200, "x" * 100_000, "did not answer as it should"),
        (TOKEN, 400, '{"error": "unsupported_grant_type"}', "does not let this bot sign anybody in"),
        (TOKEN, 200, TOKEN_OF % ("t", "Bearer", "guilds"), "does not let this bot sign anybody in"),
        (TOKEN, 200, TOKEN_OF % ("t", "Bearer", "identify.x"), "does not let this bot sign anybody in"),
        (TOKEN, 200, TOKEN_OF % ("t", "Bot", "identify"), "does not let this bot sign anybody in"),
        (TOKEN, 200, TOKEN_OF % ("", "Bearer", "identify"), "did not answer as it should"),
        (TOKEN, 200, TOKEN_OF % ("a\\r\\nb", "Bearer", "identify"), "did not answer as it should"),
        (TOKEN, 200, '{"access_token": 5, "token_type": "Bearer", "scope": "identify"}', "did not answer as it"),
        (ME, 500, "oops", "did not answer as it should"),
        (ME, 401, "{}", "does not let this bot sign anybody in"),
        (ME, 200, "{}", "did not answer as it should"),
        (ME, 200, '{"id": 5}', "did not answer as it should"),
        (ME, 200, '{"id": "-5"}', "did not answer as it should"),
        (ME, 200, '{"id": "9999999999999999999"}', "did not answer as it should"),
    ],
)
async def test_whatever_discord_answers_is_a_sentence(
    both: tuple[PlaySite, SimulatedDiscord], path: str, status: int, body: str, sentence: str
) -> None:
    site, discord = both
    number = await site.home.at_first_turn(BEN)
    discord.replies[path] = replies(status, body, **({"Location": "/elsewhere"} if status == 302 else {}))
    browser = site.browser()
    got = await signs_in(browser, discord, ANN, f"/tables/{number}")
    assert got.status == 503
    assert sentence in got.text
    assert "Set-Cookie" not in got.headers
    assert "GET /elsewhere" not in discord.requests
    assert discord.tokens == {}, "a token that was issued is revoked"
    discord.replies.clear()
    assert (await signs_in(browser, discord, ANN, f"/tables/{number}")).status == 200


async def test_a_token_that_cannot_be_revoked_signs_in_all_the_same(
    both: tuple[PlaySite, SimulatedDiscord],
) -> None:
    site, discord = both
    discord.replies[REVOKE] = replies(500)
    number = await site.home.at_first_turn(BEN)
    assert "refresh" in (await signs_in(site.browser(), discord, ANN, f"/tables/{number}")).text


async def test_a_discord_that_does_not_answer_is_not_waited_for(tmp_path: Path) -> None:
    async with signing_in(tmp_path, patience=0.05) as (site, discord):
        discord.is_held = True
        got = await signs_in(site.browser(), discord, ANN, "/")
        assert got.status == 503
        assert "did not answer as it should" in got.text


async def test_a_wrong_client_secret_is_the_operators_to_mend(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with signing_in(tmp_path, secret="another-client-secret") as (site, discord):
        got = await signs_in(site.browser(), discord, ANN, "/")
        assert got.status == 503
        assert "tell its operator" in got.text
    assert "status 401" in caplog.text
    assert "another-client-secret" not in caplog.text


async def test_an_address_asks_discord_only_so_often(tmp_path: Path) -> None:
    limits = SignInLimits(RateLimit(1, now=lambda: 0.0).count_request)
    async with signing_in(tmp_path, limits=limits) as (site, discord):
        statuses = [(await signs_in(site.browser(), discord, ANN, "/")).status for _ in range(6)]
        assert statuses == [200] * 4 + [503] * 2
        assert discord.requests.count(f"POST {TOKEN}") == 4
        assert "Too many people sign in" in (await signs_in(site.browser(), discord, ANN, "/")).text


async def test_all_addresses_together_ask_discord_only_so_often(tmp_path: Path) -> None:
    limits = SignInLimits(get_total_wait_seconds=RateLimit(1, now=lambda: 0.0).count_request)
    async with signing_in(tmp_path, limits=limits) as (site, discord):
        statuses = [(await signs_in(site.browser(), discord, ANN, "/")).status for _ in range(5)]
        assert statuses == [200] * 4 + [503]


async def test_a_slow_discord_does_not_pile_up_sign_ins(both: tuple[PlaySite, SimulatedDiscord]) -> None:
    site, discord = both
    discord.is_held = True
    waiting = []
    for _ in range(MAX_AT_ONCE):
        browser = site.browser()
        said = discord.consents(await begins(browser, "/"), ANN)
        waiting.append(asyncio.create_task(comes_back(browser, **said)))
    for _ in range(MAX_AT_ONCE):
        await discord.exchanges.acquire()
    assert (await signs_in(site.browser(), discord, ANN, "/")).status == 503
    discord.release.set()
    assert {got.status for got in await asyncio.gather(*waiting)} == {200}
    assert (await signs_in(site.browser(), discord, ANN, "/")).status == 200


async def test_a_seat_that_has_changed_hands_cannot_be_opened(both: tuple[PlaySite, SimulatedDiscord]) -> None:
    site, discord = both
    number = await site.home.at_first_turn(BEN, CLEO)
    browser, listed = site.browser(), site.browser()
    await signs_in(browser, discord, BEN, f"/tables/{number}")
    await signs_in(listed, discord, BEN, "/")
    running = await site.home.host.get_running_game(number)
    seat = running.get_own_seat(BEN)
    async with site.home.host.lock_game(number):
        await site.home.services.seating.assign_seat(running, SeatRow(seat, None, "A bot"), [], keep_orders=False)
    assert (await browser.get(f"/tables/{number}")).status == 403
    _, action, fields = listed.form_with(f"table {number}")
    got = await listed.post(action, fields)
    assert got.status == 410
    assert BEGIN in got.text
    assert "You have no seat" in (await signs_in(browser, discord, BEN, f"/tables/{number}")).text


async def test_somebody_who_is_forgotten_is_not_let_in(both: tuple[PlaySite, SimulatedDiscord]) -> None:
    site, discord = both
    number = await site.home.at_first_turn(BEN, CLEO)
    browser = site.browser()
    await signs_in(browser, discord, BEN, f"/tables/{number}")
    await site.home.services.erasure.forget(BEN)
    assert (await browser.get(f"/tables/{number}")).status == 403
    got = await signs_in(browser, discord, BEN, f"/tables/{number}")
    assert f"You have no seat at table {number}" in got.text
    assert not await site.home.storage.privacy.is_kept(BEN)


async def test_a_new_sign_in_takes_no_session_that_was_there(both: tuple[PlaySite, SimulatedDiscord]) -> None:
    site, discord = both
    number = await site.home.at_first_turn(BEN)
    browser = site.browser()
    browser.cookies[f"__Host-table-{number}"] = "chosen-by-somebody-else"
    await signs_in(browser, discord, ANN, f"/tables/{number}")
    first = browser.cookies[f"__Host-table-{number}"]
    await signs_in(browser, discord, ANN, "/")
    assert first != "chosen-by-somebody-else"
    await browser.post(f"/tables/{number}/end")
    await signs_in(browser, discord, ANN, f"/tables/{number}")
    assert browser.cookies[f"__Host-table-{number}"] != first


async def test_a_link_on_another_site_shows_the_open_table(both: tuple[PlaySite, SimulatedDiscord]) -> None:
    site, _ = both
    number = await site.home.at_first_turn(BEN)
    got = await site.ask("GET", f"/tables/{number}", Sec_Fetch_Site="cross-site")
    assert got.status == 200
    assert f"0; url=/tables/{number}" in got.text, "strict cookies come only with requests from these pages"
    again = await site.ask("GET", f"/tables/{number}", Sec_Fetch_Site="same-origin")
    assert again.status == 403
    assert BEGIN in again.text
    for path in (f"/tables/{number}/log", f"/tables/{number}/pictures/fair"):
        assert (await site.ask("GET", path, Sec_Fetch_Site="cross-site")).status == 403


async def test_without_a_client_secret_everything_is_as_it_was(site: PlaySite) -> None:
    number = await site.home.at_first_turn(BEN)
    browser = site.browser()
    assert (await browser.get("/")).status == 404
    assert (await browser.get("/sign-in/discord?code=x&state=y")).status == 404
    assert (await browser.post("/sign-in")).status == 404
    got = await browser.get(f"/tables/{number}")
    assert got.status == 403
    assert "gives you a fresh link" in got.text
    assert BEGIN not in got.text
