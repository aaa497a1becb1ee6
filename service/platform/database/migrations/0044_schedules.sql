-- expand
-- The schedules about which people have decided, so that the event log can name them. Temporal keeps the schedules themselves.

create table schedule (
  id bigint primary key generated always as identity,
  name text not null unique,
  -- The last pause or resume that the event log has, as Temporal keeps its time. A repeated request records none twice.
  decided_at timestamptz,
  created_at timestamptz(0) not null default this_second()
);

insert into event (id, name, object, description) values
  (310, 'schedule.paused', 'schedule', 'A schedule was paused'),
  (311, 'schedule.resumed', 'schedule', 'A schedule was resumed'),
  (312, 'schedule.triggered', 'schedule', 'A person started a run of a schedule'),
  (313, 'schedule.backfilled', 'schedule', 'A person had a schedule run for past times'),
  (314, 'schedule.applied', 'schedule', 'A schedule was added, changed or removed, as the operators'' file says');

insert into object (id, name, can_linetype) values (86, 'schedule', false);
