-- The name of a table as somebody chose it; empty: none. It is forgotten with the person who chose it.

alter table games add column name text not null default '';
alter table games add column named_by integer;

create index games_of_namer on games (named_by);

-- What players write for themselves at a table, until its game is over.
create table own_notes (
    game_id     integer not null references games,
    user_id     integer not null,
    text        text    not null,
    written_at  text    not null,
    remind_at   text,   -- when to remind them of it
    remind_part text,   -- or the part of the game, such as `Round 3`, that has to begin first
    primary key (game_id, user_id)
) strict, without rowid;

create index own_notes_of_person on own_notes (user_id);
create index own_notes_due on own_notes (remind_at);
