-- Everything that happened, written in the transaction that made it happen; and what is still to be told to the engine.

create table event_log (
  id bigint primary key generated always as identity,
  event_id int not null,
  object_id int not null,
  -- The orders it concerns: their timelines show it.
  order_ids int[] not null default '{}',
  detail jsonb not null default '{}',
  account_id int,
  user_agent text,
  request_id text,
  at timestamptz not null default now()
);
create index event_log_order_ids on event_log using gin (order_ids);

create table outbox (
  id bigint primary key generated always as identity,
  workflow_id text not null,
  kind text not null check (kind in ('start', 'signal')),
  payload jsonb not null,
  attempts int not null default 0,
  due_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now()
);
create index outbox_due_at on outbox (due_at, id);

create table setting (
  name text primary key,
  value jsonb not null
);
