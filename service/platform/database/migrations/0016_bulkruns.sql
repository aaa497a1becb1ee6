-- Bulk runs: one action over a selection of orders, with one outcome for each.

create table bulkrunstatus (id int primary key, name text not null unique);
insert into bulkrunstatus values (1, 'Running'), (2, 'Paused'), (3, 'Done'), (4, 'Canceled');

create table bulkrun (
  id int primary key generated always as identity,
  action text not null,
  -- Expression over orders; null where the orders were listed.
  selection text,
  options jsonb not null default '{}',
  -- Orders a second at most; null for no limit.
  rate numeric check (rate > 0),
  status_id int not null default 1 references bulkrunstatus,
  total int not null default 0,
  done int not null default 0,
  skipped int not null default 0,
  warned int not null default 0,
  failed int not null default 0,
  account_id int not null references account,
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now(),
  finished_at timestamptz(0)
-- It counts each order: the versions of the row stay on its page.
) with (fillfactor = 40);

-- The selection as it was when the run was started. No foreign key to orders: a draft may be deleted meanwhile.
create table bulkrunorder (
  id int primary key generated always as identity,
  bulkrun_id int not null references bulkrun on delete cascade,
  order_id int not null,
  -- Orders of one unit are done in one transaction: one each, or those of a pick.
  unit int not null,
  outcome text check (outcome in ('done', 'skipped', 'warned', 'failed')),
  code text,
  reason text,
  warnings jsonb,
  pick_id int,
  attempts int not null default 0,
  autowork_id int,
  -- The engine works on it by itself, as far as was known when the run last looked: issued, or its autowork not ended.
  under_way boolean not null default false,
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now(),
  unique (bulkrun_id, order_id)
) with (fillfactor = 70);
create index bulkrunorder_open on bulkrunorder (bulkrun_id, unit) where outcome is null and not under_way;
create index bulkrunorder_under_way on bulkrunorder (bulkrun_id) where under_way;
create index bulkrunorder_order_id on bulkrunorder (order_id);

insert into event values
  (180, 'bulkrun.created', 'bulkrun', 'A bulk run was started'),
  (181, 'bulkrun.modified', 'bulkrun', 'The rate of a bulk run was changed'),
  (182, 'bulkrun.paused', 'bulkrun', 'A bulk run was paused'),
  (183, 'bulkrun.resumed', 'bulkrun', 'A bulk run goes on'),
  (184, 'bulkrun.retried', 'bulkrun', 'What failed in a bulk run is done again'),
  (185, 'bulkrun.canceled', 'bulkrun', 'A bulk run was canceled'),
  (186, 'bulkrun.finished', 'bulkrun', 'Every order of a bulk run has its outcome');
