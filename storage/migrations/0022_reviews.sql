-- How games that are over went, of those that somebody has looked back at.

create table reviews (
    game_id   integer primary key references games,
    revision  integer not null,                           -- of the game when it was made
    edition   integer not null,                           -- of what a review holds
    review    text    not null check (json_valid(review)),
    played_on integer not null check (played_on in (0, 1)) -- whether bots have played on from all of its moments
) strict;

create index reviews_waiting on reviews (played_on, edition, game_id);
