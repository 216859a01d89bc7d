-- Whose card a line of a season's log is, so that one absence is one card, however many tables were missed by it; and
-- a keyed hash of whom a season that is long over has named, by which its games stay theirs.

alter table league_log add column card_of integer;
update league_log set card_of = json_extract(entry, '$.entrant') where json_extract(entry, '$.kind') = 'card';
create index cards_of_entrant on league_log (season_id, card_of) where card_of is not null;

alter table entrants add column mark text;
create index entrants_of_mark on entrants (mark) where mark is not null;
