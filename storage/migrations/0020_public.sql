-- What everybody may look at on the web; nothing, where nobody has said so.

alter table leagues add column public integer not null default 0 check (public in (0, 1));

create index public_leagues on leagues (public);

-- The servers whose tables can be looked at there, but for those of leagues, which go with their league.
create table public_servers (
    guild_id integer primary key,
    since    text not null
) strict;
