-- expand
-- Configurations that somebody has edited over the interface. The new check allows everything that the old one allowed, so the rows need no look.
alter table configversion
  drop constraint configversion_how_check,
  add constraint configversion_how_check check (how in ('start', 'reload', 'rollback', 'push', 'edit')) not valid;
