-- Where the chance of a game comes from, and who or what made each move.

alter table games add column seed text;              -- the secret of a table that has not begun; null: none is drawn yet
alter table seats add column added text not null default '';  -- what this person adds to the chance, before the start

-- New is the kind `promise`: the digest of a table's secret. A check cannot be changed in place, so the table is made anew.
create table letters_with_promises (
    letter_id  integer primary key autoincrement,
    game_id    integer not null references games,
    revision   integer not null,
    kind       text    not null check (kind in ('board', 'ask', 'post', 'hand', 'final', 'note', 'notice', 'motion',
                                                'vacancy', 'order', 'awake', 'promise')),
    seat       integer,
    body       text    not null check (json_valid(body)),
    fate       text    not null default 'waiting' check (fate in ('waiting', 'sent', 'given up', 'expired')),
    attempts   integer not null default 0,
    reason     text,
    written_at text    not null,
    changed_at text,
    way        text check (way in ('panel', 'dm', 'thread', 'channel')),
    refused    text,
    opened_at  text,
    again_at   text
) strict;
insert into letters_with_promises
    select letter_id, game_id, revision, kind, seat, body, fate, attempts, reason, written_at, changed_at,
           way, refused, opened_at, again_at
    from letters;
delete from sqlite_sequence where name = 'letters_with_promises';
insert into sqlite_sequence (name, seq) select 'letters_with_promises', seq from sqlite_sequence where name = 'letters';
drop table letters;
alter table letters_with_promises rename to letters;
create index letters_waiting on letters (game_id) where fate = 'waiting';
create index letters_to_seats on letters (game_id, seat) where seat is not null;

-- New are the kinds `order` (a standing order answered for its player) and `renewal` (a fresh salt came into the chance, as
-- a backup was restored). A check cannot be changed in place, so this one is made anew, too.
create table moves_with_renewals (
    game_id  integer not null references games,
    revision integer not null check (revision > 0),
    kind     text    not null
             check (kind in ('setup', 'move', 'bot', 'default', 'order', 'retract', 'undo', 'concede', 'repair', 'renewal')),
    seat     integer,
    move     text    check (move is null or json_valid(move)),
    told     text    not null check (json_valid(told)),
    fence    integer not null check (fence in (0, 1)),
    made_at  text    not null,
    build    text    not null,
    primary key (game_id, revision),
    foreign key (game_id, seat) references seats
) strict;
insert into moves_with_renewals select game_id, revision, kind, seat, move, told, fence, made_at, build from moves;
drop table moves;
alter table moves_with_renewals rename to moves;
