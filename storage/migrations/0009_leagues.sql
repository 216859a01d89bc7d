-- Leagues: a season is a log that is only added to; all else about it follows from that, save for who is who.

create table leagues (
    league_id  integer primary key autoincrement,
    guild_id   integer not null,
    channel_id integer not null,                     -- where its messages stand and its tables are opened
    name       text    not null,
    made_by    integer not null,                     -- 0: somebody who was forgotten
    made_at    text    not null
) strict;

create index leagues_of_guild on leagues (guild_id);

create table stewards (
    league_id integer not null references leagues,
    user_id   integer not null,
    primary key (league_id, user_id)
) strict, without rowid;

create table seasons (
    season_id integer primary key autoincrement,
    league_id integer not null references leagues,
    number    integer not null,
    status    text    not null check (status in ('draft', 'sign-up', 'running', 'over')),
    plan      text    not null check (json_valid(plan)),
    secret    text    not null,                      -- of its draws
    shown     integer not null default 0,            -- the newest line that its messages show
    unique (league_id, number)
) strict;

-- People stand here alone; the log knows them by their numbers.
create table entrants (
    season_id integer not null references seasons,
    entrant   integer not null,
    user_id   integer,                               -- null: somebody who was forgotten
    name      text    not null,
    cap       integer,                               -- at how many tables they want to play at once; null: at all
    apart     text    not null default '[]' check (json_valid(apart)),  -- whom they want to be kept apart from
    primary key (season_id, entrant)
) strict, without rowid;

create unique index entrants_once on entrants (season_id, user_id) where user_id is not null;
create index entrants_of_person on entrants (user_id) where user_id is not null;

create table league_log (
    season_id integer not null references seasons,
    number    integer not null check (number > 0),
    entry     text    not null check (json_valid(entry)),
    by_user   integer,
    reason    text    not null default '',
    made_at   text    not null,
    primary key (season_id, number)
) strict;

create trigger league_log_stays before update of season_id, number, entry, made_at on league_log
begin
    select raise(abort, 'the log of a season is only added to');
end;

create table league_games (
    game_id   integer primary key references games,
    season_id integer not null references seasons,
    number    integer not null,                      -- of the season's table
    seats     text    not null check (json_valid(seats)),      -- seat -> entrant who sits there from the start
    if_closed text    not null check (json_valid(if_closed)),  -- the entry for a game that ends without a result
    unique (season_id, number)
) strict;

create table league_messages (
    season_id  integer not null references seasons,
    role       text    not null,
    channel_id integer not null,
    message_id integer not null,
    primary key (season_id, role)
) strict, without rowid;
