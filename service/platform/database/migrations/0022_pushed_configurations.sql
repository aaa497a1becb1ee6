-- expand
-- Configurations that are pushed, and that services and workers take from the database.

-- The plugin files that the configuration names by relative paths: [{file, text}], with paths from the folder of the first file.
alter table ruleset add column plugins jsonb not null default '[]';

-- The new check allows everything that the old one allowed, so the rows need no look.
alter table configversion
  drop constraint configversion_how_check,
  add constraint configversion_how_check check (how in ('start', 'reload', 'rollback', 'push')) not valid;
