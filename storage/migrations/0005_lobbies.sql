-- Who has said that they are here, and until when a table waits for that before it begins.

alter table games add column confirm_until text;     -- null: nobody is waited for
alter table seats add column here_at text;           -- when this person last said so, before the start
