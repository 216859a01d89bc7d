-- To what of its season a table belongs, such as `division 2` or `round 3`, as its thread says it; empty: opened before.
alter table league_games add column part text not null default '';
