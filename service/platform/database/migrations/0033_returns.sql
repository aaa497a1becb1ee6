-- expand
-- Return orders: their states, lines, the units that arrived, and their events.

create table returnorderstatus (id bigint primary key, name text not null unique);
insert into returnorderstatus values
  (1, 'Requested'), (2, 'Authorised'), (3, 'Received'), (4, 'Inspected'), (5, 'Closed'), (6, 'Refused'), (7, 'Canceled');

create table returnorder (
  id bigint primary key generated always as identity,
  number text not null generated always as ('R-' || id) stored,
  salesorder_id bigint not null references salesorder,
  customer_id bigint not null references customer,
  site_id bigint not null references site,
  status_id bigint not null default 1 references returnorderstatus,
  source_id bigint references source,
  external_id text,
  reason text,
  decision text,
  -- What the operators' file decides: where the goods wait for their inspection, who authorises, and how long the goods are awaited.
  location_id bigint references location,
  authorised_by text,
  wait_seconds bigint,
  due_at timestamptz(0),
  credit_id bigint,
  exchange_id bigint references salesorder on delete set null,
  authorised_at timestamptz(0),
  received_at timestamptz(0),
  inspected_at timestamptz(0),
  ended_at timestamptz(0),
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
);
create index returnorder_salesorder_id on returnorder (salesorder_id);
create index returnorder_customer_id on returnorder (customer_id);
create index returnorder_site_id on returnorder (site_id);
create unique index returnorder_external_id on returnorder (lower(external_id collate "und-x-icu") text_pattern_ops, coalesce(source_id, 0));
create index returnorder_source_id on returnorder (source_id);
create index returnorder_location_id on returnorder (location_id);
create index returnorder_status_id on returnorder (status_id);
create index returnorder_credit_id on returnorder (credit_id);
-- The open ones, whose workflows run.
create index returnorder_open on returnorder (id) where ended_at is null;
create index returnorder_exchange_id on returnorder (exchange_id);

create table returnorderline (
  id bigint primary key generated always as identity,
  returnorder_id bigint not null references returnorder on delete cascade,
  line_id bigint not null references salesorderline,
  part_id bigint not null references part,
  qty_requested numeric(18, 6) not null check (qty_requested > 0),
  qty_authorised numeric(18, 6) not null default 0 check (qty_authorised >= 0),
  condition text,
  note text,
  unique (returnorder_id, line_id, part_id)
);
create index returnorderline_line_id on returnorderline (line_id);
create index returnorderline_part_id on returnorderline (part_id);

-- Units that arrived. Each row keeps what became of them.
create table returnorderunit (
  id bigint primary key generated always as identity,
  returnorder_id bigint not null references returnorder on delete cascade,
  returnorderline_id bigint not null references returnorderline on delete cascade,
  part_id bigint not null,
  location_id bigint not null references location,
  lot text,
  serial text,
  qty numeric(18, 6) not null check (qty > 0),
  qty_restocked numeric(18, 6) not null default 0 check (qty_restocked >= 0),
  qty_quarantined numeric(18, 6) not null default 0 check (qty_quarantined >= 0),
  qty_scrapped numeric(18, 6) not null default 0 check (qty_scrapped >= 0),
  qty_sent_back numeric(18, 6) not null default 0 check (qty_sent_back >= 0),
  condition text,
  note text,
  received_by bigint,
  created_at timestamptz(0) not null default this_second(),
  check (qty_restocked + qty_quarantined + qty_scrapped + qty_sent_back <= qty)
);
create index returnorderunit_returnorder_id on returnorderunit (returnorder_id);
create index returnorderunit_returnorderline_id on returnorderunit (returnorderline_id);
create index returnorderunit_part_id on returnorderunit (part_id);
create index returnorderunit_location_id on returnorderunit (location_id);

insert into object
select (select max(id) from object) + n.place, n.name, false
from (values (1, 'returnorderline'), (2, 'returnorderunit'), (3, 'returnorderstatus')) as n(place, name);

insert into event (id, name, object, description) values
  (340, 'returnorder.created', 'returnorder', 'A return was requested'),
  (341, 'returnorder.authorised', 'returnorder', 'A return was authorised, or its quantities were changed'),
  (342, 'returnorder.refused', 'returnorder', 'A return was refused'),
  (343, 'returnorder.canceled', 'returnorder', 'A return was canceled'),
  (344, 'returnorder.received', 'returnorder', 'Goods of a return arrived'),
  (345, 'returnorder.inspected', 'returnorder', 'Returned units were restocked, quarantined, scrapped or sent back'),
  (346, 'returnorder.closed', 'returnorder', 'A return was closed'),
  (347, 'returnorder.exchanged', 'returnorder', 'A sales order was made in exchange for a return');
