-- Servers divided among processes, as Discord divides them: when each shard was last looked after, the time since which is
-- an outage; and which shards have done what each has to do, until all have.

create table shards_alive (
    shard_count integer not null check (shard_count > 0),
    shard       integer not null check (shard >= 0 and shard < shard_count),
    at          text    not null,
    primary key (shard_count, shard)
) strict, without rowid;

insert into shards_alive (shard_count, shard, at) select 1, 0, text from notes where key = 'alive';
delete from notes where key = 'alive';

create table shards_done (
    what        text    not null,
    shard_count integer not null check (shard_count > 0),
    shard       integer not null check (shard >= 0 and shard < shard_count),
    primary key (what, shard_count, shard)
) strict, without rowid;
