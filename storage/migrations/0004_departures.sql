-- Tables whose server or channel cannot be reached, and chairs that keep no name of who has left.

alter table games add column lost text check (lost in ('server', 'channel'));  -- what cannot be reached; null: nothing
alter table games add column lost_at text;           -- since when
alter table games add column lost_stopped integer not null default 0 check (lost_stopped in (0, 1));  -- whether that
                                                     -- stopped the clocks; else the table had stopped them before

create index games_lost on games (lost) where lost is not null;

update seats set name = 'Empty chair ' || seat where user_id is null and name like '%''s empty chair';
