-- Whether somebody has settled which way their secrets come: who takes a seat without having done so gets them by direct
-- message. Who has stopped direct messages before, or keeps them closed, has chosen the panel.

alter table people add column chosen integer not null default 0 check (chosen in (0, 1));
update people set chosen = 1 where secrets <> 'panel' or dm <> 'unasked' or dm_channel is not null;
