-- Whether files of a season, which may leave the server, name somebody who takes part: only those who have agreed.

alter table entrants add column named integer not null default 0 check (named in (0, 1));
