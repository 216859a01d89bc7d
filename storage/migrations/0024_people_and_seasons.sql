-- How much of what happens at their tables a person is told by direct message, besides what they must decide:
-- 'asked': nothing; 'affected': what is done to them; 'everything'.
alter table people add column event_level text not null default 'asked';

create index people_told_of_events on people (event_level) where event_level <> 'asked';

-- Up to which revision such a person has been told what happened at a table.
create table event_marks (
    game_id  integer not null references games,
    user_id  integer not null,
    revision integer not null,
    primary key (game_id, user_id)
) strict, without rowid;

create index event_marks_of_person on event_marks (user_id);

-- Until when a player's request for games of a ladder is paused; empty: it is not.

alter table wanted_games add column paused_until text not null default '';

-- Who was barred by warnings in the last season of a league that they played: they begin the next one with one warning.

create table remembered_warnings (
    league_id integer not null references leagues,
    user_id   integer not null,
    season_id integer not null references seasons,   -- the season in which they were barred
    primary key (league_id, user_id)
) strict, without rowid;

create index remembered_warnings_of_person on remembered_warnings (user_id);

-- Leagues that give roles on Discord: which kinds, and the refusal of Discord that stops it until the organiser has seen to it.

create table league_role_settings (
    league_id    integer primary key references leagues,
    kinds        text not null,               -- separated by spaces; empty: all roles are taken back
    trouble      text not null default '',    -- empty: none
    trouble_at   text not null default ''
) strict;

-- The roles that the bot gives, and to whom it has given them.
create table league_roles (
    league_id integer not null references leagues,
    role      text    not null,   -- such as `champion` or `division 2`
    role_id   integer not null,
    primary key (league_id, role)
) strict, without rowid;

create table league_role_holders (
    league_id integer not null references leagues,
    role      text    not null,
    user_id   integer not null,
    primary key (league_id, role, user_id)
) strict, without rowid;

create index league_role_holders_of_person on league_role_holders (user_id);

-- Addresses of people to which signed events are sent, for their own games, a table or a league.
create table webhooks (
    webhook_id    integer primary key autoincrement,
    user_id       integer not null,
    subject       text    not null check (subject in ('person', 'table', 'league')),
    subject_id    integer not null,  -- the table or league; 0 for a person
    address       text    not null,
    secret        text    not null,  -- it signs what is sent, and is shown once
    made_at       text    not null,
    failing_since text,              -- of the first failure since the last success
    disabled_at   text
) strict;

create index webhooks_of_person on webhooks (user_id);
create index webhooks_about on webhooks (subject, subject_id) where disabled_at is null;

-- Events for these addresses. Their content is built when they are sent; a row that was sent keeps an event from
-- being sent twice.
create table webhook_letters (
    letter_id  integer primary key autoincrement,
    webhook_id integer not null references webhooks,
    guild_id   integer not null,
    kind       text    not null check (kind in ('ping', 'asked', 'over', 'season')),
    number     integer not null,  -- the table or season
    detail     text    not null,  -- what distinguishes two such events there
    fate       text    not null default 'waiting' check (fate in ('waiting', 'sent', 'dropped')),
    attempts   integer not null default 0,
    written_at text    not null,
    next_at    text    not null,
    unique (webhook_id, kind, number, detail)
) strict;

create index webhook_letters_waiting on webhook_letters (next_at) where fate = 'waiting';

-- Tables that a person without a seat follows, and what they have been told of them.

create table follows (
    follow_id integer primary key autoincrement,
    game_id   integer not null references games,
    user_id   integer not null,
    revision  integer not null,    -- up to which they have been told
    told_at   text not null,
    is_over   integer not null default 0 check (is_over in (0, 1)),   -- the end has been written
    unique (game_id, user_id)
) strict;

create index follows_of_person on follows (user_id);

-- When a person said that they play on in a league; empty: before this was recorded.

alter table league_wishes add column plays_on_since text not null default '';

-- Sign-ups that wait for a steward's approval, and decisions that their people have not been told.

create table join_requests (
    season_id integer not null references seasons,
    user_id   integer not null,
    name      text not null,
    ticket    text not null,               -- their contribution to the draw
    asked_at  text not null,
    fate      text not null default 'asked' check (fate in ('asked', 'approved', 'declined')),
    reason    text not null default '',    -- why it was declined
    primary key (season_id, user_id)
) strict, without rowid;

create index join_requests_of_person on join_requests (user_id);

-- Tags of forums whose posts are tables: found by id, so that they may be renamed. A row `told` without a tag says that
-- somebody was told which permission the bot lacks there.

create table forum_tags (
    guild_id integer not null,
    forum_id integer not null,
    purpose  text    not null,   -- a table's status, `game` with a game's key, or `told`
    tag_id   integer not null,
    primary key (guild_id, forum_id, purpose)
) strict, without rowid;

-- The name of a player at an anonymous table, while `name` is the one that everybody reads; null: `name` is no secret.

alter table seats add column real_name text;

-- Links with which a person opens one of their tables as a page. A row holds the digest of the secret in the address.
create table page_links (
    digest  text    primary key,
    user_id integer not null,
    game_id integer not null references games,
    ends_at text    not null
) strict, without rowid;

create index page_links_of_person on page_links (user_id);
create index page_links_of_game on page_links (game_id);
create index page_links_by_end on page_links (ends_at);

-- Browsers in which somebody has opened such a link. A row holds the digest of the secret in the browser's cookie.
create table page_sessions (
    session_id integer primary key autoincrement,
    digest     text    not null unique,
    user_id    integer not null,
    game_id    integer not null references games,
    begun_at   text    not null,
    used_at    text    not null,
    ends_at    text    not null   -- at the latest; earlier if it is not used
) strict;

create index page_sessions_of_person on page_sessions (user_id);
create index page_sessions_of_game on page_sessions (game_id);
create index page_sessions_by_use on page_sessions (used_at);
create index page_sessions_by_end on page_sessions (ends_at);

-- Requests to pages to play on that another process received than the one that owns the table, until that has taken them.
create table forwarded_pages (
    request_id integer primary key autoincrement,
    guild_id   integer not null,   -- whose table it is about
    session_id integer not null,   -- the browser's; no foreign key: it may end meanwhile
    method     text    not null,
    what       text    not null,   -- the address below that of the table
    fields     text    not null check (json_valid(fields)),   -- of the address and of the form
    at         text    not null
) strict;

-- The owner's replies, until they are fetched.
create table page_replies (
    request_id integer primary key,
    head       text    not null check (json_valid(head)),
    body       blob    not null,
    at         text    not null
) strict;
