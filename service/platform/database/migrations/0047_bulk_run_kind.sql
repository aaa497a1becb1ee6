-- expand
-- A bulk run is over orders of one kind.
alter table bulkrun add column kind text not null default 'sales';
