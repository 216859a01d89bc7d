-- Which way secrets take to each person, and what became of every letter to a seat.

alter table people add column secrets text not null default 'panel' check (secrets in ('panel', 'dm', 'thread'));
update people set secrets = 'dm' where dm = 'open';
alter table people add column dm_channel integer;    -- kept, for opening one is what Discord counts
alter table people add column word text not null default '';  -- what they are told once, in private

-- New are the kind `awake` (a thread must not be archived), the fate `expired`, and what the ledger shows. A check
-- cannot be changed in place, so the table is made anew.
create table letters_with_ways (
    letter_id  integer primary key autoincrement,
    game_id    integer not null references games,
    revision   integer not null,
    kind       text    not null check (kind in ('board', 'ask', 'post', 'hand', 'final', 'note', 'notice', 'motion',
                                                'vacancy', 'order', 'awake')),
    seat       integer,
    body       text    not null check (json_valid(body)),
    fate       text    not null default 'waiting' check (fate in ('waiting', 'sent', 'given up', 'expired')),
    attempts   integer not null default 0,
    reason     text,                                 -- of the last failure
    written_at text    not null,
    changed_at text,
    way        text check (way in ('panel', 'dm', 'thread', 'channel')),  -- that it took
    refused    text,                                 -- why it did not take the way that was chosen
    opened_at  text,                                 -- when its player first looked at what it brought
    again_at   text                                  -- when they first asked for another copy
) strict;
insert into letters_with_ways
    select letter_id, game_id, revision, kind, seat, body, fate, attempts, reason, written_at, changed_at,
           null, null, null, null
    from letters;
drop table letters;
alter table letters_with_ways rename to letters;
create index letters_waiting on letters (game_id) where fate = 'waiting';
create index letters_to_seats on letters (game_id, seat) where seat is not null;
