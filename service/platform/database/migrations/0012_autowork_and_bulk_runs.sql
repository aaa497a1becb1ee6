-- expand
-- Autowork: requests that Conveyor does tasks of an order, with their outcomes.
create table autowork (
  id bigint primary key generated always as identity,
  order_id bigint not null references salesorder on delete cascade,
  -- The background request that gives the answer. Background requests are deleted after 30 days.
  background_id bigint references background on delete set null,
  site_id bigint not null references site,
  state text not null default 'queued' check (state in ('queued', 'running', 'waiting', 'done')),
  -- What it does where stock is short: report that, or wait for stock and continue.
  on_stock text not null default 'report' check (on_stock in ('report', 'continue')),
  -- Counts the times that it did its tasks: once, and again after each wait.
  round int not null default 1,
  -- What it waits for, for people.
  waiting_for text,
  full_auto boolean not null,
  task_ids jsonb not null,
  line_details jsonb,
  -- For an autowork that may wait: the quantity of a line, by task, up to which it works.
  line_limits jsonb,
  carrier_id bigint references carrier,
  carrierservicelevel_id bigint references carrierservicelevel,
  tracking_number text,
  outcome text check (outcome in ('done', 'partial', 'nothing', 'refused')),
  code text,
  detail text,
  -- The result of each task.
  tasks jsonb,
  created_by bigint not null references account,
  started_at timestamptz(0),
  finished_at timestamptz(0),
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second(),
  check ((state = 'done') = (outcome is not null)),
  check ((state = 'waiting') = (waiting_for is not null))
);
create index autowork_order_id on autowork (order_id, id);
create index autowork_site_id on autowork (site_id);
create index autowork_background_id on autowork (background_id);
create index autowork_open on autowork (order_id) where state <> 'done';
create index autowork_waiting on autowork (order_id) where state = 'waiting';

-- Bulk runs: one action for many orders, with one outcome for each.
create table bulkrun (
  id bigint primary key generated always as identity,
  action text not null,
  -- An expression over orders; null where the orders were listed.
  selection text,
  options jsonb not null default '{}',
  -- The limit in orders a second; null for none.
  rate numeric check (rate > 0),
  status_id bigint not null default 1 references bulkrunstatus,
  total int not null default 0,
  done int not null default 0,
  skipped int not null default 0,
  warned int not null default 0,
  failed int not null default 0,
  -- The user with whose rights the run acts: its starter, or the user who resumed or retried it last.
  account_id bigint not null references account,
  -- Why the service paused the run; null where a person did.
  paused_why text,
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second(),
  finished_at timestamptz(0)
-- Each order updates the counts. The free space keeps the row's versions on its page.
) with (fillfactor = 40);

-- The orders that were selected when the run started. No foreign key to orders: a draft can be deleted meanwhile.
create table bulkrunorder (
  id bigint primary key generated always as identity,
  bulkrun_id bigint not null references bulkrun on delete cascade,
  order_id bigint not null,
  -- The orders of one unit are done in one transaction: one order, or the orders of a pick.
  unit int not null,
  outcome text check (outcome in ('done', 'skipped', 'warned', 'failed')),
  code text,
  reason text,
  warnings jsonb,
  pick_id bigint,
  attempts int not null default 0,
  autowork_id bigint,
  -- True while the engine works on the order, as of the run's last look: it is issued, or its autowork runs.
  under_way boolean not null default false,
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second(),
  unique (bulkrun_id, order_id)
) with (fillfactor = 70);
create index bulkrunorder_open on bulkrunorder (bulkrun_id, unit) where outcome is null and not under_way;
create index bulkrunorder_under_way on bulkrunorder (bulkrun_id) where under_way;
create index bulkrunorder_order_id on bulkrunorder (order_id);
