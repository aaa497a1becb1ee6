-- expand
-- Events: the kinds of events, the log of all events, and the outbox that tells Temporal about them.

-- `object` names the resource whose record the event is about. `example` is the body of a webhook delivery; the service writes it
-- when it starts, because it knows its own records.
create table event (
  id bigint primary key,
  name text not null unique,
  object text not null,
  description text not null,
  example json not null default '{}'
);
insert into event (id, name, object, description) values
  (1, 'customer.created', 'customer', 'A customer was created'),
  (2, 'customer.modified', 'customer', 'A customer, or a record that belongs to it, was changed'),
  (3, 'customer.deleted', 'customer', 'A customer was deleted'),
  (4, 'part.created', 'part', 'A part was created'),
  (5, 'part.modified', 'part', 'A part was changed'),
  (6, 'part.deleted', 'part', 'A part was deleted'),
  (10, 'salesorder.created', 'salesorder', 'A sales order was created'),
  (11, 'salesorder.modified', 'salesorder', 'A sales order, its lines, discounts or fees were changed'),
  (12, 'salesorder.deleted', 'salesorder', 'A draft sales order was deleted'),
  (13, 'salesorder.issued', 'salesorder', 'A sales order was issued and its steps were planned'),
  (14, 'salesorder.unissued', 'salesorder', 'A sales order went back to draft and its reservations were released'),
  (15, 'salesorder.held', 'salesorder', 'A sales order was put on hold'),
  (16, 'salesorder.released', 'salesorder', 'The hold on a sales order ended'),
  (17, 'salesorder.voided', 'salesorder', 'A sales order was voided'),
  (18, 'salesorder.closedshort', 'salesorder', 'A sales order was closed before everything on it was picked up'),
  (19, 'salesorder.fulfilled', 'salesorder', 'Everything on a sales order was picked up'),
  (25, 'salesorder.issuerequested', 'salesorder', 'A draft is to be issued as soon as that is possible'),
  (20, 'salesorder.stocked', 'salesorder', 'Missing stock of a sales order arrived and was reserved for it'),
  (21, 'salesorder.attention', 'salesorder', 'A sales order needs a person'),
  (22, 'salesorder.replanned', 'salesorder', 'The plan of an issued sales order was changed'),
  (23, 'salesorder.started', 'salesorder', 'The first unit of a sales order was picked'),
  (24, 'salesorder.driven', 'salesorder', 'The workflow of a sales order is started again, because it was gone or a person requested it'),
  (30, 'pick.created', 'pick', 'A pick was created'),
  (31, 'pick.finished', 'pick', 'A pick was finished'),
  (32, 'pick.deleted', 'pick', 'A pick was deleted and its units were returned'),
  (33, 'pickline.committed', 'pickline', 'Units of a pickline were moved from storage to the moving location'),
  (34, 'pick.voided', 'pick', 'A pick was voided because its last order was removed from it'),
  (36, 'pick.reopened', 'pick', 'A line of a finished pick was given back, and the pick is open again'),
  (35, 'pickline.uncommitted', 'pickline', 'Committed units of a pickline were moved back to storage'),
  (37, 'pick.joined', 'pick', 'A person works on a pick'),
  (38, 'pick.left', 'pick', 'A person no longer works on a pick'),
  (39, 'pickline.counted', 'pickline', 'Units of a pickline were counted or taken back, and the line is not complete'),
  (40, 'pack.created', 'pack', 'A pack was created'),
  (41, 'pack.finished', 'pack', 'A pack was finished and its cartons were closed'),
  (42, 'pack.deleted', 'pack', 'A pack was deleted'),
  (43, 'carton.created', 'carton', 'A carton was created'),
  (44, 'carton.modified', 'carton', 'Details or contents of a carton were changed'),
  (45, 'carton.closed', 'carton', 'A carton was closed'),
  (46, 'carton.locked', 'carton', 'A carton was picked up and locked'),
  (47, 'carton.deleted', 'carton', 'A carton was deleted'),
  (48, 'pack.voided', 'pack', 'A pack was voided because its last order was removed from it'),
  (300, 'pack.joined', 'pack', 'A person works on a pack'),
  (301, 'pack.left', 'pack', 'A person no longer works on a pack'),
  (49, 'carton.voided', 'carton', 'A carton was empty when its pack was finished, and is void'),
  (50, 'ship.created', 'ship', 'A ship was created'),
  (51, 'ship.finished', 'ship', 'A ship was finished'),
  (52, 'ship.deleted', 'ship', 'A ship was deleted'),
  (53, 'ship.modified', 'ship', 'Pallets of a ship were changed'),
  (54, 'ship.voided', 'ship', 'A ship was voided because its last order was removed from it'),
  (60, 'pickup.created', 'pickup', 'Cartons or orders were picked up'),
  (302, 'putback.created', 'putback', 'People have units in their hands that go back'),
  (303, 'putback.confirmed', 'putback', 'A person said that units are back'),
  (61, 'invoice.created', 'invoice', 'An invoice was made'),
  (70, 'inventory.adjusted', 'inventorymovement', 'The quantity of stock at a location was changed'),
  (71, 'inventory.transferred', 'inventorymovement', 'Stock was moved to another storage location'),
  (100, 'user.created', 'user', 'A user was created'),
  (101, 'user.modified', 'user', 'A user, or one of their keys, was changed'),
  (102, 'user.deleted', 'user', 'A user was deleted'),
  (103, 'usergroup.created', 'usergroup', 'A user group was created'),
  (104, 'usergroup.modified', 'usergroup', 'A user group was changed'),
  (105, 'usergroup.deleted', 'usergroup', 'A user group was deleted'),
  (106, 'customergroup.created', 'customergroup', 'A customer group was created'),
  (107, 'customergroup.modified', 'customergroup', 'A customer group was changed'),
  (108, 'customergroup.deleted', 'customergroup', 'A customer group was deleted'),
  (109, 'partgroup.created', 'partgroup', 'A part group was created'),
  (110, 'partgroup.modified', 'partgroup', 'A part group was changed'),
  (111, 'partgroup.deleted', 'partgroup', 'A part group was deleted'),
  (112, 'site.created', 'site', 'A site was created'),
  (113, 'site.modified', 'site', 'A site was changed'),
  (114, 'site.deleted', 'site', 'A site was deleted'),
  (115, 'location.created', 'location', 'A location was created'),
  (116, 'location.modified', 'location', 'A location was changed'),
  (117, 'location.deleted', 'location', 'A location was deleted'),
  (118, 'carrier.created', 'carrier', 'A carrier was created'),
  (119, 'carrier.modified', 'carrier', 'A carrier, or one of its service levels, was changed'),
  (120, 'carrier.deleted', 'carrier', 'A carrier was deleted'),
  (121, 'cartontype.created', 'cartontype', 'A carton type was created'),
  (122, 'cartontype.modified', 'cartontype', 'A carton type was changed'),
  (123, 'cartontype.deleted', 'cartontype', 'A carton type was deleted'),
  (124, 'discount.created', 'discount', 'A kind of discount was created'),
  (125, 'discount.modified', 'discount', 'A kind of discount was changed'),
  (126, 'discount.deleted', 'discount', 'A kind of discount was deleted'),
  (127, 'fee.created', 'fee', 'A kind of fee was created'),
  (128, 'fee.modified', 'fee', 'A kind of fee was changed'),
  (129, 'fee.deleted', 'fee', 'A kind of fee was deleted'),
  (130, 'source.created', 'source', 'A source was created'),
  (131, 'source.modified', 'source', 'A source was changed'),
  (132, 'source.deleted', 'source', 'A source was deleted'),
  (250, 'service.created', 'service', 'A service was created'),
  (251, 'service.modified', 'service', 'A service was changed'),
  (252, 'service.deleted', 'service', 'A service was deleted'),
  (133, 'job.created', 'job', 'A job was created'),
  (134, 'job.modified', 'job', 'A job was changed'),
  (135, 'job.deleted', 'job', 'A job was deleted'),
  (136, 'quote.created', 'quote', 'A quote was created'),
  (137, 'quote.modified', 'quote', 'A quote, or one of its lines, was changed'),
  (138, 'quote.deleted', 'quote', 'A quote was deleted'),
  (253, 'quote.converted', 'quote', 'A sales order was made from a quote'),
  (160, 'webhook.created', 'webhook', 'A webhook was created'),
  (161, 'webhook.modified', 'webhook', 'A webhook was changed'),
  (162, 'webhook.deleted', 'webhook', 'A webhook was deleted'),
  (163, 'webhook.switchedoff', 'webhook', 'A webhook was switched off because its target failed for too long, or answered that it is gone'),
  (170, 'autowork.created', 'autowork', 'Autowork of a sales order was requested'),
  (171, 'autowork.finished', 'autowork', 'An autowork ended; its outcome says how'),
  (173, 'autowork.waiting', 'autowork', 'An autowork waits for stock; what it can do without it is done'),
  (172, 'salesorder.retried', 'salesorder', 'A person requested another try of a sales order that was in attention'),
  (180, 'bulkrun.created', 'bulkrun', 'A bulk run was started'),
  (181, 'bulkrun.modified', 'bulkrun', 'The rate of a bulk run was changed'),
  (182, 'bulkrun.paused', 'bulkrun', 'A bulk run was paused'),
  (183, 'bulkrun.resumed', 'bulkrun', 'A bulk run was resumed'),
  (184, 'bulkrun.retried', 'bulkrun', 'The failed orders of a bulk run were put back into the run'),
  (185, 'bulkrun.canceled', 'bulkrun', 'A bulk run was canceled'),
  (186, 'bulkrun.finished', 'bulkrun', 'Every order of a bulk run has its outcome'),
  (190, 'booking.created', 'booking', 'A carrier booked a carton'),
  (191, 'booking.modified', 'booking', 'A label, a pickup or a problem of a booking was recorded'),
  (192, 'booking.tracked', 'booking', 'A carrier reported where a carton is'),
  (193, 'booking.canceled', 'booking', 'A carrier voided a label'),
  (194, 'booking.refused', 'booking', 'A carrier refused to void a label, or cannot void one; the booking needs a person'),
  (195, 'booking.printed', 'booking', 'The label of a booking was sent to a printer'),
  (200, 'document.created', 'document', 'A document was printed'),
  (201, 'document.printed', 'document', 'A document was sent to a printer'),
  (310, 'schedule.paused', 'schedule', 'A schedule was paused'),
  (311, 'schedule.resumed', 'schedule', 'A schedule was resumed'),
  (312, 'schedule.triggered', 'schedule', 'A person started a run of a schedule'),
  (313, 'schedule.backfilled', 'schedule', 'A person had a schedule run for past times'),
  (314, 'schedule.applied', 'schedule', 'A schedule was added, changed or removed, as the operators'' file says');

-- Every event, written in the transaction that caused it.
create table event_log (
  id bigint primary key generated always as identity,
  event_id bigint not null,
  object_id bigint not null,
  -- The orders that it concerns: their timelines show it.
  order_ids bigint[] not null default '{}',
  detail jsonb not null default '{}',
  account_id bigint,
  user_agent text,
  request_id text,
  at timestamptz not null default now()
) partition by range (id);
create table event_log_0 partition of event_log for values from (minvalue) to (1000000);
create table event_log_default partition of event_log default;
create index event_log_order_ids on event_log using gin (order_ids);
-- Serves the timelines of records outside of orders. Events of orders have the index on order_ids and no entry in this one.
create index event_log_object_id on event_log (object_id) where order_ids = '{}';

-- The life of this database. A restored database assigns the ids of lost records again, while Temporal still has their workflows.
-- `conveyor engine restored` renews the epoch, and workflows of another epoch then count as those of other records.
create table installation (
  id boolean primary key default true check (id),
  epoch uuid not null default gen_random_uuid(),
  renewed_at timestamptz not null default now(),
  -- The primary whose history this database has: the time at which its server started, which no other server has. A replica has the
  -- row of the primary that it follows. After a failover the new primary writes its own time. A replica that was ahead of the new
  -- primary, or was restored from elsewhere, can never have that row, whatever its position in the write-ahead log is.
  primary_started_at timestamptz
);
insert into installation default values;

-- The messages that the relay has not sent to Temporal yet.
create table outbox (
  id bigint primary key generated always as identity,
  workflow_id text not null,
  kind text not null check (kind in ('start', 'signal', 'deliver')),
  payload jsonb not null,
  -- The entry of `event_log` that caused the start of a workflow.
  event_id bigint,
  attempts int not null default 0,
  due_at timestamptz not null default now(),
  last_error text,
  -- The request that caused the row, and its trace (W3C Trace Context) where traces are on.
  request_id text,
  traceparent text,
  created_at timestamptz not null default now()
);
create index outbox_due_at on outbox (due_at, id);
-- For the question whether a start of a workflow waits already.
create index outbox_start on outbox (workflow_id) where kind = 'start';

-- The watch: one service at a time looks in Temporal's list for workflows that closed although their work is open. One row.
create table engine_watch (
  id boolean primary key default true check (id),
  -- The close time of the last run that the watch has seen, by Temporal's clock.
  seen_until timestamptz not null default now() - interval '1 hour',
  -- When the last look ended; null before the first one.
  looked_at timestamptz,
  -- Where the next comparison of open records with running workflows begins: the kind of record, and the last compared id.
  compared_part text not null default 'salesorder',
  compared_after text not null default '',
  -- When the next look begins. The service that begins it sets the next time, and so no other one looks meanwhile.
  due_at timestamptz not null default now()
);
insert into engine_watch default values;

-- The workflows that the watch has seen closed although their work was open, by their last closed run.
create table closed_workflow (
  workflow_id text primary key,
  -- '' for a deleted workflow.
  run_id text not null,
  status text not null check (status in ('terminated', 'canceled', 'failed', 'timed out', 'deleted')),
  closed_at timestamptz not null,
  -- True until Temporal accepts a start or a signal of the workflow.
  missing boolean not null,
  -- When the watch starts it again; null if it does not.
  restart_at timestamptz,
  -- The starts by the watch, the oldest first.
  restarts timestamptz[] not null default '{}'
);
