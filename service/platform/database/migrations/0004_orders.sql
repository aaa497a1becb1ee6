-- Sales orders and what fulfils them: work, picks, packs, cartons, ships, pickups, invoices; stock and its ledger.
--
-- Foreign keys stand where somebody could delete what is referred to. Rows that operations alone write, out of rows that they
-- hold locked (reservations, picklines, packlines, the ledger), go without: these were 250 look-ups an order. Indexes stand for
-- what is looked up; each costs every order.

-- Content of the configuration that plans were made with, by content hash: old sets are kept, orders refer to them.
create table ruleset (
  hash text primary key,
  source text not null,
  created_at timestamptz(0) not null default now()
);

create table salesorder (
  id int primary key generated always as identity,
  number text not null,
  customer_id int not null references customer,
  status_id int not null default 1 references salesorderstatus,
  site_id int not null references site,
  carrier_id int references carrier,
  carrierservicelevel_id int references carrierservicelevel,
  source_id int references source,
  job_id int references job,
  priority int not null default 3 check (priority between 1 and 5),
  note text,
  bill_to_name text, bill_address_1 text, bill_address_2 text, bill_city text, bill_region text, bill_postal_code text, bill_country text references country,
  ship_to_name text, ship_address_1 text, ship_address_2 text, ship_city text, ship_region text, ship_postal_code text, ship_country text references country,
  subtotal numeric(18, 6) not null default 0,
  total_discount numeric(18, 6) not null default 0,
  total_fee numeric(18, 6) not null default 0,
  total_tax numeric(18, 6) not null default 0,
  total numeric(18, 6) not null generated always as (subtotal - total_discount + total_fee + total_tax) stored,
  held_at timestamptz(0), hold_reason text,
  -- The plan that was pinned at issue, and the configuration it was made with.
  plan jsonb,
  ruleset text references ruleset,
  -- What a person has to look at, as the engine reported it: {step, code, detail, since}.
  attention jsonb,
  issue_date timestamptz(0), fulfilled_at timestamptz(0),
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now()
);
create unique index salesorder_number on salesorder (lower(number collate "und-x-icu") text_pattern_ops);
create index salesorder_customer_id on salesorder (customer_id);
create index salesorder_status_id on salesorder (status_id);
create index salesorder_site_id on salesorder (site_id);
create index salesorder_carrier_id on salesorder (carrier_id);
create index salesorder_carrierservicelevel_id on salesorder (carrierservicelevel_id);
create index salesorder_source_id on salesorder (source_id);
create index salesorder_job_id on salesorder (job_id);
create index salesorder_created_at on salesorder (created_at);
create index salesorder_issue_date on salesorder (issue_date);

create table salesorderline (
  id int primary key generated always as identity,
  salesorder_id int not null references salesorder on delete cascade,
  linetype_id int not null default 1 references linetype,
  part_id int references part,
  description text,
  qty numeric(18, 6) not null default 1 check (qty >= 0),
  unit_price numeric(18, 6) not null default 0,
  qty_picked numeric(18, 6) not null default 0,
  qty_packed numeric(18, 6) not null default 0,
  qty_shipped numeric(18, 6) not null default 0,
  qty_picked_up numeric(18, 6) not null default 0,
  qty_canceled numeric(18, 6) not null default 0,
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now()
);
create index salesorderline_salesorder_id on salesorderline (salesorder_id);
create index salesorderline_part_id on salesorderline (part_id);

-- Order-level amounts are flat (line_id null); line-level amounts are per unit.
create table salesorderdiscount (
  id int primary key generated always as identity,
  salesorder_id int not null references salesorder on delete cascade,
  line_id int references salesorderline on delete cascade,
  discount_id int not null references discount,
  amount numeric(18, 6) not null,
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now()
);
create index salesorderdiscount_salesorder_id on salesorderdiscount (salesorder_id);
create index salesorderdiscount_line_id on salesorderdiscount (line_id);
create index salesorderdiscount_discount_id on salesorderdiscount (discount_id);
create table salesorderfee (
  id int primary key generated always as identity,
  salesorder_id int not null references salesorder on delete cascade,
  line_id int references salesorderline on delete cascade,
  fee_id int not null references fee,
  amount numeric(18, 6) not null,
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now()
);
create index salesorderfee_salesorder_id on salesorderfee (salesorder_id);
create index salesorderfee_line_id on salesorderfee (line_id);
create index salesorderfee_fee_id on salesorderfee (fee_id);

-- Places. A carton is a kind of location.
create table location (
  id int primary key generated always as identity,
  site_id int not null references site,
  locationtype_id int not null references locationtype,
  name text not null,
  active boolean not null default true,
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now()
);
create index location_site_id on location (site_id, locationtype_id);
-- Cartons are many, and a deleted one leaves its place behind in the ledger.
create unique index location_name on location (site_id, lower(name collate "und-x-icu") text_pattern_ops) where locationtype_id <> 3;

create table inventory (
  id int primary key generated always as identity,
  part_id int not null references part,
  location_id int not null references location,
  lot text,
  serial text,
  expires_on date,
  qty numeric(18, 6) not null default 0 check (qty >= 0),
  qty_committed numeric(18, 6) not null default 0 check (qty_committed >= 0 and qty_committed <= qty),
  received_at timestamptz(0) not null default now(),
  check (serial is null or qty <= 1)
);
create unique index inventory_place on inventory (part_id, location_id, lot, serial) nulls not distinct;
create index inventory_location_id on inventory (location_id);

-- Work: one row per order line, required task and part that is handled for it (a kit is handled as its components).
create table work (
  id int primary key generated always as identity,
  order_id int not null references salesorder on delete cascade,
  line_id int not null references salesorderline on delete cascade,
  task_id int not null check (task_id between 1 and 4),
  part_id int not null references part,
  -- Units of the part for one unit of the line: 1, or what the bill of material of a kit says.
  per_unit numeric(18, 6) not null default 1,
  -- False for what is carried along without stock: non-inventory and shipping lines.
  stocked boolean not null default true,
  qty numeric(18, 6) not null check (qty >= 0),
  qty_done numeric(18, 6) not null default 0 check (qty_done >= 0 and qty_done <= qty),
  -- Of a pick: what could not be reserved yet.
  qty_short numeric(18, 6) not null default 0 check (qty_short >= 0),
  unique (line_id, task_id, part_id)
) with (fillfactor = 70);
-- Of the order alone: with the task in it, plans made while tables are small read all work of the task.
create index work_order_id on work (order_id);
create index work_short on work (part_id) where qty_short > 0;

-- Which units, at which place, belong to which order line: in storage (reserved), at the moving location (picked), in a
-- carton (packed). It follows the goods; pickup closes it, and then it says what a locked carton held.
create table reservation (
  id int primary key generated always as identity,
  order_id int not null,
  line_id int not null,
  part_id int not null,
  inventory_id int not null,
  qty numeric(18, 6) not null check (qty > 0),
  closed_at timestamptz(0)
);
create unique index reservation_open on reservation (line_id, inventory_id) where closed_at is null;
create index reservation_order_id on reservation (order_id);
create index reservation_inventory_id on reservation (inventory_id);

create table pick (
  id int primary key generated always as identity,
  number text not null generated always as ('P-' || id) stored,
  site_id int not null references site,
  status_id int not null default 1 references pickstatus,
  created_by int references account,
  finished_at timestamptz(0),
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now()
);
create index pick_site_id on pick (site_id);
create index pick_status_id on pick (status_id);

-- Open work to pick, cut by the place where it is reserved. On no pick (pick_id null) until a by-order call takes it.
create table pickline (
  id int primary key generated always as identity,
  pick_id int references pick,
  work_id int not null references work on delete cascade,
  order_id int not null,
  line_id int not null,
  part_id int not null,
  -- Where it is reserved; null while stock is short.
  location_id int,
  qty numeric(18, 6) not null check (qty > 0),
  qty_committed numeric(18, 6) not null default 0 check (qty_committed >= 0 and qty_committed <= qty),
  -- Set when its pick is finished: qty_done of the work counts it.
  finished boolean not null default false,
  short_reason text,
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now()
) with (fillfactor = 70);
create index pickline_pick_id on pickline (pick_id);
create index pickline_work_id on pickline (work_id);
create index pickline_order_id on pickline (order_id);

create table pack (
  id int primary key generated always as identity,
  number text not null generated always as ('K-' || id) stored,
  site_id int not null references site,
  status_id int not null default 1 references packstatus,
  start_in_carton boolean not null default false,
  created_by int references account,
  finished_at timestamptz(0),
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now()
);
create index pack_site_id on pack (site_id);
create index pack_status_id on pack (status_id);

-- What a pack has to put into cartons.
create table packline (
  id int primary key generated always as identity,
  pack_id int not null references pack on delete cascade,
  work_id int not null references work,
  order_id int not null,
  line_id int not null,
  part_id int not null,
  qty numeric(18, 6) not null check (qty > 0)
);
create index packline_pack_id on packline (pack_id);
create index packline_work_id on packline (work_id);
create index packline_order_id on packline (order_id);

create table ship (
  id int primary key generated always as identity,
  number text not null generated always as ('S-' || id) stored,
  site_id int not null references site,
  status_id int not null default 1 references shipstatus,
  created_by int references account,
  finished_at timestamptz(0),
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now()
);
create index ship_site_id on ship (site_id);
create index ship_status_id on ship (status_id);

create table pallet (
  id int primary key generated always as identity,
  ship_id int not null references ship on delete cascade,
  number int not null,
  created_at timestamptz(0) not null default now(),
  unique (ship_id, number)
);

create table carton (
  id int primary key generated always as identity,
  pack_id int not null references pack,
  number int not null,
  cartontype_id int references cartontype,
  status_id int not null default 1 references cartonstatus,
  location_id int not null references location,
  pallet_id int references pallet on delete set null,
  carrier_id int references carrier,
  carrierservicelevel_id int references carrierservicelevel,
  tracking_number text,
  label_url text,
  weight_g int check (weight_g >= 0),
  -- Where cartonization put each item: [{part_id, x_mm, …}].
  placements jsonb,
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now(),
  unique (pack_id, number)
);
create index carton_status_id on carton (status_id);
create unique index carton_location_id on carton (location_id);
create index carton_cartontype_id on carton (cartontype_id);
create index carton_pallet_id on carton (pallet_id);
create index carton_carrier_id on carton (carrier_id);
create index carton_carrierservicelevel_id on carton (carrierservicelevel_id);
create index carton_tracking_number on carton (lower(tracking_number collate "und-x-icu") text_pattern_ops);

-- What a ship takes: a carton, or what was picked of an order that has no pack step.
create table shipline (
  id int primary key generated always as identity,
  ship_id int not null references ship on delete cascade,
  carton_id int references carton,
  order_id int references salesorder,
  check ((carton_id is null) <> (order_id is null))
);
create index shipline_ship_id on shipline (ship_id);
create unique index shipline_carton_id on shipline (carton_id);
create index shipline_order_id on shipline (order_id);

create table pickup (
  id int primary key generated always as identity,
  number text not null generated always as ('U-' || id) stored,
  site_id int not null references site,
  picked_up_at timestamptz(0) not null default now(),
  created_by int references account,
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now()
);
create index pickup_site_id on pickup (site_id);

-- What stands ready for pickup: one per carton, or one per order where there is no pack step.
create table pickupline (
  id int primary key generated always as identity,
  site_id int not null references site,
  carton_id int references carton,
  order_id int references salesorder,
  pickup_id int references pickup,
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now(),
  check ((carton_id is null) <> (order_id is null))
);
create unique index pickupline_carton_id on pickupline (carton_id);
create unique index pickupline_order_open on pickupline (order_id) where pickup_id is null;
create index pickupline_order_id on pickupline (order_id);
create index pickupline_pickup_id on pickupline (pickup_id);
create index pickupline_site_id on pickupline (site_id);
-- The orders of a pickupline: a carton can hold items of several.
create table pickupline_order (
  pickupline_id int not null references pickupline on delete cascade,
  order_id int not null references salesorder,
  primary key (pickupline_id, order_id)
);
create index pickupline_order_order_id on pickupline_order (order_id);

create table invoice (
  id int primary key generated always as identity,
  number text not null generated always as ('INV-' || id) stored,
  order_id int not null references salesorder,
  customer_id int not null references customer,
  pickup_id int not null references pickup,
  subtotal numeric(18, 6) not null,
  total_discount numeric(18, 6) not null,
  total_fee numeric(18, 6) not null,
  total_tax numeric(18, 6) not null,
  total numeric(18, 6) not null generated always as (subtotal - total_discount + total_fee + total_tax) stored,
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now(),
  unique (order_id, pickup_id)
);
create index invoice_customer_id on invoice (customer_id);
create index invoice_pickup_id on invoice (pickup_id);
create table invoiceline (
  id int primary key generated always as identity,
  invoice_id int not null references invoice on delete cascade,
  line_id int not null,
  part_id int,
  qty numeric(18, 6) not null,
  unit_price numeric(18, 6) not null
);
create index invoiceline_invoice_id on invoiceline (invoice_id);
create index invoiceline_line_id on invoiceline (line_id);

-- The ledger: append-only, written in the same statement as the stock it moves.
create table inventorymovement (
  id bigint primary key generated always as identity,
  part_id int not null,
  from_location_id int,
  to_location_id int,
  lot text,
  serial text,
  qty numeric(18, 6) not null check (qty > 0),
  reason text not null,
  order_id int,
  line_id int,
  pickline_id int,
  pack_id int,
  pickup_id int,
  account_id int,
  created_at timestamptz(0) not null default now(),
  check (from_location_id is not null or to_location_id is not null)
);
create index inventorymovement_part_id on inventorymovement (part_id);
create index inventorymovement_order_id on inventorymovement (order_id);
create index inventorymovement_pickline_id on inventorymovement (pickline_id) where pickline_id is not null;
create index inventorymovement_created_at on inventorymovement using brin (created_at);
