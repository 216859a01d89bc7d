-- Who waits for a game of a ladder, which nobody is told; and whose time was over, until they know it.

create table wanted_games (
    league_id integer not null references leagues,
    user_id   integer not null,
    ticket    text    not null,                     -- what their press adds to the draw
    games     integer not null check (games > 0),   -- how many at once they still want
    days      integer not null check (days > 0),    -- for how long they have said that they would wait
    since     text    not null,                     -- when they began to wait for the next one
    until     text    not null,                     -- when they wait no more
    over      integer not null default 0 check (over in (0, 1, 2)),  -- 1: it was in vain; 2: and they were told
    primary key (league_id, user_id)
) strict, without rowid;

create index wanted_games_of_person on wanted_games (user_id);
