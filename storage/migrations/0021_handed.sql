-- What somebody pressed where another process hears it than the one that owns the table, until that has taken it.

create table handed (
    handed_id integer primary key autoincrement,
    guild_id  integer not null,   -- whose table it is about
    event     text    not null check (json_valid(event)),   -- as Discord has told it
    promised  text    not null,   -- how an answer was promised; empty: it was not
    at        text    not null
) strict;
