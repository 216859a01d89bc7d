-- What a line of a season's log is sealed over, which is opened when the season ends; and under which number whoever
-- decides takes part, so that everybody reads that a decision came from somebody who plays.

alter table league_log add column sealed text check (sealed is null or json_valid(sealed));
alter table league_log add column by_entrant integer;

update league_log set by_entrant = (
    select entrant from entrants where entrants.season_id = league_log.season_id and user_id = by_user
) where by_user is not null;
