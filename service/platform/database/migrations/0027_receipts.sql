-- expand
-- Receipts: goods that arrive at a site, with what is expected and what came in.

create table receiptstatus (id bigint primary key, name text not null unique);
insert into receiptstatus values (1, 'Open'), (2, 'Receiving'), (3, 'Closed'), (4, 'Canceled');

create table receipt (
  id bigint primary key generated always as identity,
  number text not null,
  site_id bigint not null references site,
  status_id bigint not null default 1 references receiptstatus,
  supplier text,
  expected_at timestamptz(0),
  -- Its number in another system, such as that of a purchase order.
  source_id bigint references source,
  external_id text,
  -- The order whose goods arrive. It may be archived, and so there is no foreign key.
  order_id bigint,
  note text,
  custom jsonb not null default '{}',
  closed_at timestamptz(0),
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
);
create unique index receipt_number on receipt (lower(number collate "und-x-icu") text_pattern_ops);
create unique index receipt_external_id on receipt (lower(external_id collate "und-x-icu") text_pattern_ops, coalesce(source_id, 0));
create index receipt_source_id on receipt (source_id);
create index receipt_site_id on receipt (site_id);
create index receipt_order_id on receipt (order_id);

create table receiptline (
  id bigint primary key generated always as identity,
  receipt_id bigint not null references receipt on delete cascade,
  part_id bigint not null references part,
  -- Null for a part that was not expected.
  qty numeric(18, 6) check (qty > 0),
  qty_received numeric(18, 6) not null default 0 check (qty_received >= 0)
);
create index receiptline_receipt_id on receiptline (receipt_id);
create index receiptline_part_id on receiptline (part_id);

-- What came in together: each row has its row of the ledger.
create table receiptentry (
  id bigint primary key generated always as identity,
  receipt_id bigint not null references receipt,
  receiptline_id bigint not null references receiptline,
  part_id bigint not null references part,
  location_id bigint not null references location,
  lot text,
  serial text,
  expires_on date,
  qty numeric(18, 6) not null check (qty > 0),
  movement_id bigint not null,
  account_id bigint not null references account,
  created_at timestamptz(0) not null default this_second()
);
create index receiptentry_receipt_id on receiptentry (receipt_id);
create index receiptentry_receiptline_id on receiptentry (receiptline_id);
create index receiptentry_part_id on receiptentry (part_id);
create index receiptentry_location_id on receiptentry (location_id);
create index receiptentry_movement_id on receiptentry (movement_id);

create trigger site_allowed after insert or update or delete on receipt for each row
  when (current_setting('conveyor.sites', true) <> '') execute function demand_site_of_row('site_id');
create trigger site_allowed after insert or update or delete on receiptentry for each row
  when (current_setting('conveyor.sites', true) <> '') execute function demand_site_of_row('location_id');

insert into object (id, name, can_linetype) values
  (90, 'receipt', false), (91, 'receiptline', false), (92, 'receiptentry', false), (93, 'receiptstatus', false);
insert into event (id, name, object, description) values
  (320, 'receipt.created', 'receipt', 'Goods are expected, or their arrival began'),
  (321, 'receipt.modified', 'receipt', 'A receipt or its lines were changed'),
  (322, 'receipt.deleted', 'receipt', 'A receipt was deleted'),
  (323, 'receipt.received', 'receipt', 'Goods of a receipt came in'),
  (324, 'receipt.closed', 'receipt', 'A receipt was closed'),
  (325, 'receipt.canceled', 'receipt', 'A receipt was canceled');
