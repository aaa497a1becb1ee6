-- Autowork (spec 4.4 rules 3 and 4): what somebody asked to be worked for an order, and what became of it.

create table autowork (
  id int primary key generated always as identity,
  order_id int not null references salesorder on delete cascade,
  -- Where its answer is asked for; requests in the background are forgotten after 30 days.
  background_id int references background on delete set null,
  site_id int not null references site,
  state text not null default 'queued' check (state in ('queued', 'running', 'done')),
  full_auto boolean not null,
  task_ids jsonb not null,
  line_details jsonb,
  carrier_id int references carrier,
  carrierservicelevel_id int references carrierservicelevel,
  tracking_number text,
  outcome text check (outcome in ('done', 'partial', 'nothing', 'refused')),
  code text,
  detail text,
  -- What became of each task.
  tasks jsonb,
  created_by int not null references account,
  started_at timestamptz(0),
  finished_at timestamptz(0),
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now(),
  check ((state = 'done') = (outcome is not null))
);
create index autowork_order_id on autowork (order_id, id);
create index autowork_site_id on autowork (site_id);
create index autowork_background_id on autowork (background_id);
create index autowork_open on autowork (order_id) where state <> 'done';

-- Done by the engine: no process of the service takes it on.
alter table background add column by_engine boolean not null default false;

insert into event values
  (170, 'autowork.created', 'autowork', 'Work was asked to be done for a sales order by itself'),
  (171, 'autowork.finished', 'autowork', 'An autowork has come to its end: its outcome says how'),
  (172, 'salesorder.retried', 'salesorder', 'Somebody had it tried again what a sales order was in attention for');
