-- Everything that failed since a time is sent again as something that people can watch and cancel: each delivery in its turn.

create table resend (
  id int primary key generated always as identity,
  since timestamptz(0) not null,
  -- Null for all webhooks.
  webhook_id int,
  state text not null default 'running' check (state in ('running', 'done', 'canceled')),
  total int not null default 0,
  delivered int not null default 0,
  failed int not null default 0,
  not_sent int not null default 0,
  pending int not null generated always as (total - delivered - failed - not_sent) stored check (pending >= 0),
  account_id int not null,
  finished_at timestamptz(0),
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now()
);

alter table webhookdelivery add column resend_id int;
-- Its turn in the resend has not come: the engine was not told of it.
alter table webhookdelivery add column queued boolean not null default false;
create index webhookdelivery_resend on webhookdelivery (resend_id, id) where resend_id is not null;
create index webhookdelivery_queued on webhookdelivery (resend_id, webhook_id, id) where queued;
