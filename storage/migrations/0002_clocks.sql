-- Clocks, absent players, standing orders, and what people wish.

alter table games add column pact text not null default '{}' check (json_valid(pact));
alter table games add column paused_at text;         -- since when no clock runs; null: they do

alter table seats add column misses integer not null default 0;      -- answers in a row that came too late
alter table seats add column extensions integer not null default 0;  -- how many were used
alter table seats add column away integer not null default 0 check (away in (0, 1));  -- a bot holds the seat
alter table seats add column answered_due text;      -- until when the question answered last was open

alter table asks add column asked_at text;
alter table asks add column due_at text;             -- null: it may wait for ever
alter table asks add column next_at text;            -- when the clock has to look: a reminder, or the end
alter table asks add column reminded integer not null default 0;

create index asks_to_look_at on asks (next_at) where next_at is not null;

alter table people add column wishes text not null default '{}' check (json_valid(wishes));

create table orders (
    game_id  integer not null,
    seat     integer not null,
    place    text    not null,                       -- an order replaces the one before it in the same place
    body     text    not null check (json_valid(body)),
    given_at text    not null,
    primary key (game_id, seat, place),
    foreign key (game_id, seat) references seats
) strict;

-- New kinds of letter: `note` is a text to one player, `notice` one to the table, `motion` asks for votes. A check cannot be
-- changed in place, so the table is made anew.
create table letters_with_notes (
    letter_id  integer primary key autoincrement,
    game_id    integer not null references games,
    revision   integer not null,
    kind       text    not null check (kind in ('board', 'ask', 'post', 'hand', 'final', 'note', 'notice', 'motion', 'vacancy', 'order')),
    seat       integer,
    body       text    not null check (json_valid(body)),
    fate       text    not null default 'waiting' check (fate in ('waiting', 'sent', 'given up')),
    attempts   integer not null default 0,
    reason     text,
    written_at text    not null,
    changed_at text
) strict;
insert into letters_with_notes select * from letters;
drop table letters;
alter table letters_with_notes rename to letters;
create index letters_waiting on letters (game_id) where fate = 'waiting';

-- What a table votes on. At most one proposal of a kind is open at a time.
create table motions (
    motion_id integer primary key autoincrement,
    game_id   integer not null references games,
    kind      text    not null check (kind in ('undo', 'pause', 'resume', 'replace', 'abandon')),
    seat      integer not null,                      -- who proposed it
    target    integer,                               -- a revision to go back to, or a seat to replace
    revision  integer not null,                      -- of the game when it was proposed
    votes     text    not null check (json_valid(votes)),
    opened_at text    not null,
    fate      text    not null default 'open' check (fate in ('open', 'passed', 'refused', 'lapsed'))
) strict;

create unique index motions_open on motions (game_id, kind) where fate = 'open';
