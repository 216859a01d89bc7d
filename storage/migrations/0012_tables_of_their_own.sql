-- What stood in `notes` under keys made of numbers, and as JSON in columns, has tables and columns of its own, so that
-- everything is found by a key, and no text is parsed on the way. What is left in `notes` is one of its kind.

-- How somebody's thread is called that is still to be made, until when a table waited for people when they were called
-- again, which table was opened in place of one, and the secret that a restored game's chance has yet to take in.
alter table games add column thread text;
alter table games add column called_again text;
alter table games add column successor integer;
alter table games add column salt text;
update games set
    thread = (select text from notes where key = 'thread:' || game_id),
    called_again = (select text from notes where key = 'called again:' || game_id),
    successor = (select cast(text as integer) from notes where key = 'again:' || game_id),
    salt = (select text from notes where key = 'salt:' || game_id);

create index games_of_status on games (status);

-- To which channel a thread belongs, for Discord tells us nothing of threads that are archived.
create table threads (
    thread_id  integer primary key,
    guild_id   integer not null,
    channel_id integer not null
) strict;

create index threads_of_guild on threads (guild_id);

insert into threads (thread_id, guild_id, channel_id)
select cast(substr(text, 1, instr(text, ' ') - 1) as integer), max(guild_id), max(cast(substr(text, instr(text, ' ') + 1) as integer))
from games join notes on key = 'within:' || game_id where instr(text, ' ') group by 1;

-- The newest revision of a running table that its players have looked at.
create table looks (
    game_id  integer not null references games,
    user_id  integer not null,
    revision integer not null,
    primary key (game_id, user_id)
) strict, without rowid;

create index looks_of_person on looks (user_id);

insert into looks (game_id, user_id, revision)
select game_id, cast(substr(key, length('seen:' || game_id || ':') + 1) as integer), cast(text as integer)
from notes join games on game_id = cast(substr(key, 6) as integer) where key like 'seen:%:%';

-- Who has left a seat of a running game: a keyed hash of the table and the person; of old, the person's number.
create table leavers (
    game_id    integer not null references games,
    person     text    not null,
    seat       integer not null,
    extensions integer not null,
    primary key (game_id, person)
) strict, without rowid;

create index leavers_person on leavers (person);

insert into leavers (game_id, person, seat, extensions)
select game_id, substr(key, length('left:' || game_id || ':') + 1), json_extract(text, '$.seat'), json_extract(text, '$.extensions')
from notes join games on game_id = cast(substr(key, 6) as integer) where key like 'left:%:%';

-- Who took part in a season that is not over and was forgotten: such a hash of the season and the person.
create table season_leavers (
    season_id integer not null references seasons,
    person    text    not null,
    entrant   integer not null,
    primary key (season_id, person)
) strict, without rowid;

insert into season_leavers (season_id, person, entrant)
select season_id, substr(key, length('left season:' || season_id || ':') + 1), cast(text as integer)
from notes join seasons on season_id = cast(substr(key, 13) as integer) where key like 'left season:%:%';

-- What a seat's player is still to be told of orders that have ended.
alter table seats add column orders_ended text not null default '';
update seats set orders_ended = text from notes where key = 'orders ended:' || game_id || ':' || seat;

-- Servers in which we are no more, and since when.
create table servers_left (
    guild_id integer primary key,
    since    text not null
) strict;

insert into servers_left (guild_id, since)
select cast(substr(key, 9) as integer), text from notes where key like 'removed:%';

-- Whom an operator has asked the running program to forget.
create table to_forget (
    user_id integer primary key
) strict;

insert into to_forget (user_id) select cast(substr(key, 8) as integer) from notes where key like 'forget:%';

delete from notes where key like 'thread:%' or key like 'called again:%' or key like 'again:%' or key like 'salt:%'
    or key like 'within:%' or key like 'seen:%' or key like 'left:%' or key like 'left season:%' or key like 'orders ended:%' or key like 'removed:%'
    or key like 'forget:%';

create table votes (
    motion_id integer not null references motions,
    seat      integer not null,
    in_favour integer not null check (in_favour in (0, 1)),
    primary key (motion_id, seat)
) strict, without rowid;

insert into votes (motion_id, seat, in_favour)
select motion_id, cast(cast_vote.key as integer), cast_vote.value from motions, json_each(motions.votes) as cast_vote;

alter table motions drop column votes;
create index motions_of_game on motions (game_id);

-- Whom somebody who takes part in a season does not want to meet.
create table apart (
    season_id integer not null,
    entrant   integer not null,
    user_id   integer not null,
    primary key (season_id, entrant, user_id),
    foreign key (season_id, entrant) references entrants
) strict, without rowid;

create index apart_from_person on apart (user_id);

insert into apart (season_id, entrant, user_id)
select distinct season_id, entrant, wish.value from entrants, json_each(entrants.apart) as wish;

alter table entrants drop column apart;

-- Orders are read in the order in which they were given.
create table orders_in_order (
    order_id integer primary key autoincrement,
    game_id  integer not null,
    seat     integer not null,
    place    text    not null,                       -- an order replaces the one before it in the same place
    body     text    not null check (json_valid(body)),
    given_at text    not null,
    unique (game_id, seat, place),
    foreign key (game_id, seat) references seats
) strict;

insert into orders_in_order (game_id, seat, place, body, given_at)
select game_id, seat, place, body, given_at from orders order by given_at, rowid;
drop table orders;
alter table orders_in_order rename to orders;

-- Whether it is nobody's business but its reader's that a letter was written, and whom the lines of a table's log name;
-- 0 stands for somebody of whom an older version wrote that they left, without saying who it was.
alter table letters add column hushed integer not null default 0 check (hushed in (0, 1));
update letters set hushed = 1 where case when json_valid(body) then json_extract(body, '$.hushed') end;

drop index letters_to_seats;
create index letters_of_game on letters (game_id, kind);
drop index letters_waiting;                          -- of two that serve equally well, SQLite takes the one made last
create index letters_waiting on letters (game_id, kind) where fate = 'waiting';

create table named_in_letters (
    letter_id integer not null references letters,
    user_id   integer not null,
    primary key (letter_id, user_id)
) strict, without rowid;

create index named_in_letters_person on named_in_letters (user_id);

with recursive mentions (letter_id, rest) as (
    select letter_id, substr(body, instr(body, '<@') + 2) from letters
    where kind in ('notice', 'vacancy') and instr(body, '<@')
    union all
    select letter_id, substr(rest, instr(rest, '<@') + 2) from mentions where instr(rest, '<@')
)
insert into named_in_letters (letter_id, user_id)
select letter_id, cast(substr(rest, 1, instr(rest, '>') - 1) as integer) from mentions
where instr(rest, '>') > 1 and substr(rest, 1, instr(rest, '>') - 1) not glob '*[^0-9]*'
union
select letter_id, coalesce(json_extract(body, '$.who'), 0) from letters
where kind = 'vacancy' and json_valid(body) and (json_extract(body, '$.who') is not null or instr(body, '**'));

-- Whom the reasons in a season's log name.
create table named_in_log (
    season_id integer not null,
    number    integer not null,
    user_id   integer not null,
    primary key (season_id, number, user_id),
    foreign key (season_id, number) references league_log
) strict, without rowid;

create index named_in_log_person on named_in_log (user_id);

with recursive mentions (season_id, number, rest) as (
    select season_id, number, substr(reason, instr(reason, '<@') + 2) from league_log where instr(reason, '<@')
    union all
    select season_id, number, substr(rest, instr(rest, '<@') + 2) from mentions where instr(rest, '<@')
)
insert into named_in_log (season_id, number, user_id)
select distinct season_id, number, cast(substr(rest, 1, instr(rest, '>') - 1) as integer) from mentions
where instr(rest, '>') > 1 and substr(rest, 1, instr(rest, '>') - 1) not glob '*[^0-9]*';

create index league_log_by on league_log (by_user) where by_user is not null;

-- Whose the private thread is that a message's role stands for.
alter table messages add column reader integer;
update messages set reader = cast(substr(role, 9 + instr(substr(role, 9), ':')) as integer) where role glob 'secrets:*:*';
create index messages_of_reader on messages (reader) where reader is not null;
