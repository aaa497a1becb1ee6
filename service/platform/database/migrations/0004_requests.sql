-- expand
-- Answers to requests with an idempotency key. A repeated request gets the same answer.
create table idempotency (
  key text not null,
  account_id bigint not null references account on delete cascade,
  request_hash text not null,
  status int,
  headers jsonb,
  body text,
  -- The resources that the answer embeds. Its reader needs the permission to list each of them at the time of the reading.
  embeds text[] not null default '{}',
  created_at timestamptz not null default now(),
  primary key (account_id, key)
);
create index idempotency_created_at on idempotency (created_at);

-- Requests that run in the background.
create table background (
  id bigint primary key generated always as identity,
  account_id bigint not null references account,
  site_id bigint references site,
  request_id text not null,
  user_agent text,
  workflow_id text,
  -- The workflow that waits for the end of the request.
  notifies text,
  -- The trace that the request belongs to (W3C Trace Context), where traces are on.
  traceparent text,
  method text not null,
  path text not null,
  query text not null default '',
  body jsonb,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  -- True where a workflow runs the request. No process of the service then claims it.
  by_engine boolean not null default false,
  claimed_by text,
  claimed_until timestamptz,
  attempts int not null default 0,
  answer_status int,
  answer_body text,
  -- The permission of the endpoint, and the resources that the answer embeds. The reader of the answer needs them all.
  permission text,
  answer_embeds text[] not null default '{}',
  -- Members of the answer that are sealed with the credential of the sender.
  answer_sealed text[] not null default '{}',
  created_at timestamptz(0) not null default this_second(),
  started_at timestamptz(0),
  finished_at timestamptz(0)
);
create index background_open on background (id) where state in ('queued', 'running');
create index background_account_id on background (account_id);
create index background_site_id on background (site_id);
-- The number of the open requests of a user is limited, and users take turns.
create index background_open_of_account on background (account_id, id) where state in ('queued', 'running');
