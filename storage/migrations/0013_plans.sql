-- What a player of a running table has put together so far and not sent: of which question, and what was picked.
-- Kind tells what the plan is for: '' an answer, 'p' a prepared turn.
create table plans (
    game_id integer not null references games,
    user_id integer not null,
    kind    text    not null,
    etag    text    not null,
    picks   text    not null,
    primary key (game_id, user_id, kind)
) strict, without rowid;

create index plans_of_person on plans (user_id);
