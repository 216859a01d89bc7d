-- The line of the newest offer of an empty chair of which an entrant was told by a direct message; null: of none.
alter table entrants add column offered integer;

-- The standing orders of who has left a seat of a league's running game, for when a ruling that is taken back gives it
-- back to them; null: there are none.
alter table leavers add column orders text check (orders is null or json_valid(orders));
