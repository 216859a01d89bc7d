-- Until when the question was open that a move has answered, so that taking the move back gives no more time. It stood in
-- the seat's row before: as JSON by revisions, and in the oldest versions as one moment, that of the last answer.

alter table moves add column was_due text;
update moves set was_due = (
    select json_extract(seats.answered_due, '$."' || moves.revision || '"') from seats
    where seats.game_id = moves.game_id and seats.seat = moves.seat
        and json_valid(seats.answered_due) and json_type(seats.answered_due) = 'object'
)
where seat is not null and kind not in ('undo', 'retract');
update moves set was_due = (
    select answered_due from seats where seats.game_id = moves.game_id and seats.seat = moves.seat
)
where (game_id, revision) in (
    select moves.game_id, max(revision) from moves join seats on seats.game_id = moves.game_id and seats.seat = moves.seat
    where answered_due is not null and not json_valid(answered_due)
        and kind in ('move', 'bot', 'default', 'order')
    group by moves.game_id, moves.seat
);
alter table seats drop column answered_due;
