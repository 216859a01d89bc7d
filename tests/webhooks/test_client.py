"""Posts to real receivers, honest and hostile, over HTTPS."""

from __future__ import annotations

import ipaddress
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest

from bot.host.delivery.webhook_posts import (
    WebhookPost,
    build_post,
    check_address,
    generate_webhook_secret,
    is_public_ip,
)
from bot.host.errors import Refusal
from tests.webhooks.receiver import HOST, Receiver, receiving

NOW = datetime(2026, 11, 28, 12, tzinfo=UTC)
SECRET = generate_webhook_secret()


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    async with receiving() as opened:
        yield opened


def post_to(address: str) -> WebhookPost:
    return build_post(address, SECRET, "msg_1_1", "ping", {"webhook": 1}, NOW)


async def test_a_post_is_signed_json_under_the_name_of_its_receiver(receiver: Receiver) -> None:
    assert (await receiver.client().post(post_to(receiver.address))).is_ok
    (post,) = receiver.posts
    assert post.is_signed_with(SECRET)
    assert not post.is_signed_with(generate_webhook_secret())
    assert post.headers["Host"] == f"{HOST}:{receiver.port}"
    assert post.headers["webhook-timestamp"] == str(int(NOW.timestamp()))
    assert post.said == {"type": "ping", "timestamp": "2026-11-28T12:00:00+00:00", "data": {"webhook": 1}}


async def test_a_known_post_has_the_signature_of_the_standard() -> None:
    """Computed with `openssl dgst -sha256 -mac HMAC` from the same secret and content."""
    post = build_post(f"https://{HOST}/", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_1", "ping", {}, NOW)
    assert post.body == b'{"type": "ping", "timestamp": "2026-11-28T12:00:00+00:00", "data": {}}'
    assert post.headers["webhook-signature"] == "v1,QQCZbq60Yo/34DYrlu14dZ7fuBYdEQznjsk8lTcVhn8="


async def test_a_redirect_is_not_followed(receiver: Receiver) -> None:
    receiver.behaviour = "redirects"
    result = await receiver.client().post(post_to(receiver.address))
    assert (result.is_ok, result.reason) == (False, "status 307")
    assert [post.path for post in receiver.posts] == ["/hook"]


async def test_a_receiver_that_never_answers_holds_nobody_up(receiver: Receiver) -> None:
    receiver.behaviour = "silent"
    result = await receiver.client(timeout=0.5).post(post_to(receiver.address))
    assert (result.is_ok, result.reason) == (False, "time is up")


async def test_an_endless_answer_is_not_read(receiver: Receiver) -> None:
    receiver.behaviour = "endless"
    assert (await receiver.client().post(post_to(receiver.address))).is_ok


async def test_endless_headers_are_a_failure(receiver: Receiver) -> None:
    receiver.behaviour = "long headers"
    assert not (await receiver.client().post(post_to(receiver.address))).is_ok


async def test_a_name_is_looked_up_once_and_a_changed_answer_leads_nowhere(receiver: Receiver) -> None:
    client = receiver.client()
    assert (await client.post(post_to(receiver.address))).is_ok
    assert receiver.looked_up == [HOST]
    receiver.addresses = ["10.0.0.1"]
    result = await client.post(post_to(receiver.address))
    assert (result.is_ok, result.reason) == (False, "the address is not public")
    assert len(receiver.posts) == 1


@pytest.mark.parametrize("addresses", [["127.0.0.1"], ["93.184.216.34", "127.0.0.1"], ["::ffff:127.0.0.1"], []])
async def test_a_name_of_which_any_address_is_private_is_not_connected_to(
    receiver: Receiver, addresses: list[str]
) -> None:
    receiver.addresses = addresses
    result = await receiver.client(is_allowed=is_public_ip).post(post_to(receiver.address))
    assert (result.is_ok, result.reason) == (False, "the address is not public")
    assert receiver.posts == []


async def test_an_address_in_numbers_is_checked_like_a_name(receiver: Receiver) -> None:
    client = receiver.client(is_allowed=is_public_ip)
    for host in ("127.0.0.1", "[::1]", "[::ffff:127.0.0.1]"):
        result = await client.post(post_to(f"https://{host}:{receiver.port}/"))
        assert result.reason == "the address is not public", host
    assert receiver.looked_up == []


async def test_other_spellings_of_an_address_are_looked_up_by_the_system_and_refused(receiver: Receiver) -> None:
    client = type(receiver.client())()
    for host in ("2130706433", "0x7f.1", "127.1", "localhost"):
        assert not (await client.post(post_to(f"https://{host}:{receiver.port}/"))).is_ok
    assert receiver.posts == []


async def test_a_certificate_that_is_not_trusted_ends_it(receiver: Receiver) -> None:
    result = await receiver.client(trusted=False).post(post_to(receiver.address))
    assert not result.is_ok
    assert receiver.posts == []


async def test_nothing_is_sent_without_tls(receiver: Receiver) -> None:
    result = await receiver.client().post(post_to(receiver.address.replace("https", "http")))
    assert not result.is_ok
    assert receiver.posts == []


@pytest.mark.parametrize(
    "ip",
    [
        *("0.0.0.0", "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1"),  # noqa: S104
        *("224.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1", "240.0.0.1"),
        *("::", "::1", "fe80::1", "fc00::1", "fd12::1", "fec0::1", "ff02::1", "2001:db8::1", "2002:7f00:1::"),
        *("::ffff:127.0.0.1", "::ffff:8.8.8.8", "64:ff9b::7f00:1", "::7f00:1", "2001:0:7f00:1::"),
    ],
)
def test_addresses_that_are_not_public(ip: str) -> None:
    assert not is_public_ip(ipaddress.ip_address(ip))


@pytest.mark.parametrize("ip", ["8.8.8.8", "93.184.216.34", "2606:4700:4700::1111"])
def test_public_addresses(ip: str) -> None:
    assert is_public_ip(ipaddress.ip_address(ip))


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("http://example.org/", "https"),
        ("file:///etc/passwd", "https"),
        ("example.org", "https"),
        ("https://", "https"),
        ("https://me:secret@example.org/", "passwords"),
        ("https://example.org/#part", "passwords"),
        ("https://example.org:22/", "port"),
        ("https://example.org:99999/", "no address"),
        ("https://127.0.0.1/", "private"),
        ("https://[::1]/", "private"),
        ("https://[fe80::1%25eth0]/", "private"),
        ("https://localhost./", "private"),
        ("https://example.org/\nHost: x", "characters"),
        ("https://ex\u00e4mple.org/", "characters"),
        (f"https://example.org/{'x' * 400}", "characters"),
    ],
)
def test_addresses_that_are_refused_say_why(typed: str, why: str) -> None:
    with pytest.raises(Refusal, match=why):
        check_address(typed)


def test_an_address_is_kept_as_it_is() -> None:
    assert check_address(" https://example.org:8443/hook?key=1 ") == "https://example.org:8443/hook?key=1"
