-- What somebody wishes of a league for all of its seasons; who wishes nothing in particular is not in it.

create table league_wishes (
    league_id integer not null references leagues,
    user_id   integer not null,
    kept      integer not null default 0 check (kept in (0, 1)),   -- whether its seasons name them for ever
    letters   integer not null default 0 check (letters in (0, 1)),  -- whether they are written to each week
    plays_on  text,                                 -- what they add to each draw, whom each next season signs up; null: none does
    primary key (league_id, user_id)
) strict, without rowid;

create index league_wishes_of_person on league_wishes (user_id);

-- The week of a season, counted from its draw, in which somebody was written to last; null: never.
alter table entrants add column written integer;

-- So many days after a season's end the next one opens by itself; null: somebody prepares it.
alter table leagues add column opens_after integer check (opens_after > 0);
