-- Times are ISO 8601 texts in UTC. Ids are Discord's, except game_id and letter_id, which are ours.

pragma application_id = 1112687698;  -- "BRDR": tells our files from those of other programs

create table boxes (
    digest text primary key,
    json   text not null check (json_valid(json))
) strict;

create table games (
    game_id      integer primary key,
    title        text    not null,
    status       text    not null check (status in ('open', 'running', 'finished', 'abandoned')),
    guild_id     integer not null,
    channel_id   integer not null,
    opened_by    integer not null,
    seats_wanted integer not null check (seats_wanted > 0),
    options      text    not null check (json_valid(options)),
    version      integer not null default 0,
    revision     integer not null default 0 check (revision >= 0),
    box          text references boxes,
    opened_at    text    not null,
    finished_at  text,
    check ((finished_at is not null) = (status in ('finished', 'abandoned'))),
    check (box is not null or status in ('open', 'abandoned'))
) strict;

create index games_of_guild on games (guild_id, status);
create index games_of_opener on games (opened_by);

create table seats (
    game_id  integer not null references games,
    seat     integer not null,
    user_id  integer,                                -- null: a bot sits here
    name     text    not null,
    conceded integer not null default 0 check (conceded in (0, 1)),
    acted    integer not null default 0,             -- entries of this seat; counting them anew would cost more
                                                     -- with every move
    primary key (game_id, seat)
) strict, without rowid;

create index seats_of_person on seats (user_id) where user_id is not null;

-- The log: only ever added to. The primary key is the lock: a second writer of the same revision fails.
-- With rowids, so that the moves of many games fill the last page together instead of one page for each game.
create table moves (
    game_id  integer not null references games,
    revision integer not null check (revision > 0),
    kind     text    not null
             check (kind in ('setup', 'move', 'bot', 'default', 'retract', 'undo', 'concede', 'repair')),
    seat     integer,
    move     text    check (move is null or json_valid(move)),
    told     text    not null check (json_valid(told)),
    fence    integer not null check (fence in (0, 1)),
    made_at  text    not null,
    build    text    not null,
    primary key (game_id, revision),
    foreign key (game_id, seat) references seats
) strict;

-- Tables as they were after the newest moves, as JSON compressed by zlib. Beside the log and not in it, for
-- they are large and go again; with rowids, for larger rows without them spill to pages of their own.
create table states (
    game_id  integer not null,
    revision integer not null,
    state    blob    not null,
    primary key (game_id, revision),
    foreign key (game_id, revision) references moves
) strict;

create table asks (
    game_id integer not null,
    seat    integer not null,
    etag    text    not null,
    pinged  integer not null default 0 check (pinged in (0, 1)),
    user_id integer,                                 -- who will answer; null: a bot, also for who conceded.
                                                     -- From seats, so that one index finds both.
    primary key (game_id, seat),
    foreign key (game_id, seat) references seats
) strict, without rowid;

create index asks_of_person on asks (user_id);

-- Numbers are never used twice (autoincrement): a letter that was replaced while it was on its way must not
-- be taken for its successor.
create table letters (
    letter_id  integer primary key autoincrement,
    game_id    integer not null references games,
    revision   integer not null,
    kind       text    not null check (kind in ('board', 'ask', 'post', 'hand', 'final')),
    seat       integer,
    body       text    not null check (json_valid(body)),
    fate       text    not null default 'waiting' check (fate in ('waiting', 'sent', 'given up')),
    attempts   integer not null default 0,
    reason     text,                                 -- of the last failure
    written_at text    not null,
    changed_at text
) strict;

create index letters_waiting on letters (game_id) where fate = 'waiting';

create table messages (
    game_id    integer not null references games,
    role       text    not null,
    channel_id integer not null,
    message_id integer not null,
    primary key (game_id, role)
) strict, without rowid;

create table people (
    user_id integer primary key,
    name    text not null,
    dm      text not null check (dm in ('unasked', 'open', 'closed'))
) strict;

create table results (
    game_id integer not null,
    seat    integer not null,
    place   integer not null check (place > 0),
    score   integer,
    primary key (game_id, seat),
    foreign key (game_id, seat) references seats
) strict, without rowid;

create table notes (
    key  text primary key,
    text text not null
) strict;
