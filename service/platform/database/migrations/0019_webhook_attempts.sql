-- expand
-- The first attempts of deliveries, until a worker has made them: of a new delivery, of one that is sent again, and of those of a resend.
-- Only a failed attempt has a workflow, which makes the further ones.

create table webhookattempt (
  id bigint primary key generated always as identity,
  webhook_id bigint not null,
  webhookdelivery_id bigint not null,
  event_id bigint not null,
  -- The id of the workflow that makes the further attempts. The log has the first one as `{run}#1`.
  run text not null,
  -- True for a delivery of a resend. Those have places of their own at the target.
  resend boolean not null,
  -- The size of the body.
  bytes int not null,
  -- True while a worker has it. If it does not report until due_at, the attempt is due again.
  claimed boolean not null default false,
  due_at timestamptz not null default now(),
  -- The request that caused the attempt, and its trace (W3C Trace Context) where traces are on.
  request_id text,
  traceparent text,
  unique (webhookdelivery_id, run)
);
create index webhookattempt_due_at on webhookattempt (webhook_id, resend, due_at, id);
