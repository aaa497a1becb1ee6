-- Work and the lists that fulfil it: picks, packs with cartons, ships, pickups; and the bookings of carriers.
-- Foreign keys and indexes follow the rule in 0008_stock.sql.

-- One row for each order line, required task and part that is handled (a kit is handled as its components).
create table work (
  id bigint primary key generated always as identity,
  order_id bigint not null references salesorder on delete cascade,
  -- The site of the order.
  site_id bigint not null,
  line_id bigint not null references salesorderline on delete cascade,
  task_id bigint not null check (task_id between 1 and 4),
  part_id bigint not null references part,
  -- Units of the part for one unit of the line: 1, or for a kit the quantity in its bill of material.
  per_unit numeric(18, 6) not null default 1,
  -- False for lines without stock: non-inventory and shipping lines.
  stocked boolean not null default true,
  qty numeric(18, 6) not null check (qty >= 0),
  qty_done numeric(18, 6) not null default 0 check (qty_done >= 0 and qty_done <= qty),
  -- The quantity that is not reserved yet. Only picks use it.
  qty_short numeric(18, 6) not null default 0 check (qty_short >= 0),
  unique (line_id, task_id, part_id)
) with (fillfactor = 70);
-- Of the order alone. With the task in it, statements that were planned while tables are small read all work of the task.
create index work_order_id on work (order_id);
create index work_short on work (part_id) where qty_short > 0;

create table pick (
  id bigint primary key generated always as identity,
  number text not null generated always as ('P-' || id) stored,
  site_id bigint not null references site,
  status_id bigint not null default 1 references pickstatus,
  created_by bigint references account,
  finished_at timestamptz(0),
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
);
create index pick_site_id on pick (site_id);
create index pick_status_id on pick (status_id);

-- Work to pick, split by location. pick_id is null until a call makes a pick of it.
create table pickline (
  id bigint primary key generated always as identity,
  pick_id bigint references pick,
  work_id bigint not null references work on delete cascade,
  order_id bigint not null,
  -- The site of the order.
  site_id bigint not null,
  line_id bigint not null,
  part_id bigint not null,
  -- The location of the reservation; null while stock is short.
  location_id bigint,
  qty numeric(18, 6) not null check (qty > 0),
  qty_committed numeric(18, 6) not null default 0 check (qty_committed >= 0 and qty_committed <= qty),
  -- True when its pick is finished: qty_done of the work includes it.
  finished boolean not null default false,
  short_reason text,
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
) with (fillfactor = 70);
create index pickline_pick_id on pickline (pick_id, id);
create index pickline_work_id on pickline (work_id);
create index pickline_order_id on pickline (order_id);

-- The units that a commit of an open pickline takes. The open picklines of one order line at one location share the units that are
-- reserved for it there: the older pickline gets those that expire first.
create function pickline_take(id bigint) returns table (inventory_id bigint, location_id bigint, lot text, serial text, qty numeric)
language sql stable as $$
  select u.inventory_id, u.location_id, u.lot, u.serial, least(u.upto, n.upto) - greatest(u.upto - u.qty, n.upto - n.qty)
  from (
    select l.line_id, l.part_id, l.location_id, l.qty, l.qty + coalesce((
        select sum(o.qty) from pickline o
        where o.work_id = l.work_id and o.location_id = l.location_id and o.qty_committed = 0 and o.id < l.id), 0) as upto
    from pickline l where l.id = $1 and l.qty_committed = 0) n
  cross join lateral (
    select i.id as inventory_id, i.location_id, i.lot, i.serial, r.qty,
      sum(r.qty) over (order by i.expires_on nulls last, r.id) as upto
    from reservation r join inventory i on i.id = r.inventory_id
    where r.line_id = n.line_id and r.part_id = n.part_id and r.closed_at is null and i.location_id = n.location_id) u
  where u.upto > n.upto - n.qty and u.upto - u.qty < n.upto
  order by u.upto
$$;

create table pack (
  id bigint primary key generated always as identity,
  number text not null generated always as ('K-' || id) stored,
  site_id bigint not null references site,
  status_id bigint not null default 1 references packstatus,
  start_in_carton boolean not null default false,
  created_by bigint references account,
  finished_at timestamptz(0),
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
);
create index pack_site_id on pack (site_id);
create index pack_status_id on pack (status_id);

-- The units that a pack puts into cartons.
create table packline (
  id bigint primary key generated always as identity,
  pack_id bigint not null references pack on delete cascade,
  work_id bigint not null references work,
  order_id bigint not null,
  line_id bigint not null,
  part_id bigint not null,
  qty numeric(18, 6) not null check (qty > 0)
);
create index packline_pack_id on packline (pack_id);
create index packline_work_id on packline (work_id);
create index packline_order_id on packline (order_id);

create table ship (
  id bigint primary key generated always as identity,
  number text not null generated always as ('S-' || id) stored,
  site_id bigint not null references site,
  status_id bigint not null default 1 references shipstatus,
  created_by bigint references account,
  finished_at timestamptz(0),
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
);
create index ship_site_id on ship (site_id);
create index ship_status_id on ship (status_id);

create table pallet (
  id bigint primary key generated always as identity,
  ship_id bigint not null references ship on delete cascade,
  number int not null,
  created_at timestamptz(0) not null default this_second(),
  unique (ship_id, number)
);

create table carton (
  id bigint primary key generated always as identity,
  pack_id bigint not null references pack,
  number int not null,
  cartontype_id bigint references cartontype,
  status_id bigint not null default 1 references cartonstatus,
  location_id bigint not null references location,
  pallet_id bigint references pallet on delete set null,
  carrier_id bigint references carrier,
  carrierservicelevel_id bigint references carrierservicelevel,
  tracking_number text,
  tracking_status text,
  tracked_at timestamptz(0),
  label_url text,
  weight_g int check (weight_g >= 0),
  -- The place of each item, as cartonization chose it: [{part_id, x_mm, …}].
  placements jsonb,
  -- Why cartonization chose no smaller carton: [{cartontype_id, why}].
  refused_smaller jsonb,
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second(),
  unique (pack_id, number)
);
create index carton_status_id on carton (status_id);
create unique index carton_location_id on carton (location_id);
create index carton_cartontype_id on carton (cartontype_id);
create index carton_pallet_id on carton (pallet_id);
create index carton_carrier_id on carton (carrier_id);
create index carton_carrierservicelevel_id on carton (carrierservicelevel_id);
create index carton_tracking_number on carton (lower(tracking_number collate "und-x-icu") text_pattern_ops);

-- A carton, or the picked units of an order without a pack step.
create table shipline (
  id bigint primary key generated always as identity,
  ship_id bigint not null references ship on delete cascade,
  carton_id bigint references carton,
  order_id bigint references salesorder,
  -- The pickup that took the units of an order without a pack step; a carton has a pickupline of its own. Times cannot tell: within
  -- one second, a ship can be finished and picked up, and another ship finished.
  pickup_id bigint,
  check ((carton_id is null) <> (order_id is null))
);
create index shipline_ship_id on shipline (ship_id);
create unique index shipline_carton_id on shipline (carton_id);
create index shipline_order_id on shipline (order_id);

create table pickup (
  id bigint primary key generated always as identity,
  number text not null generated always as ('U-' || id) stored,
  site_id bigint not null references site,
  picked_up_at timestamptz(0) not null default this_second(),
  created_by bigint references account,
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
);
create index pickup_site_id on pickup (site_id);

-- Ready for pickup: one for each carton, or one for each order without a pack step.
create table pickupline (
  id bigint primary key generated always as identity,
  site_id bigint not null references site,
  carton_id bigint references carton,
  order_id bigint references salesorder,
  pickup_id bigint references pickup,
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second(),
  check ((carton_id is null) <> (order_id is null))
);
create unique index pickupline_carton_id on pickupline (carton_id);
create unique index pickupline_order_open on pickupline (order_id) where pickup_id is null;
create index pickupline_order_id on pickupline (order_id);
create index pickupline_pickup_id on pickupline (pickup_id);
create index pickupline_site_id on pickupline (site_id);
-- The orders of a pickupline. A carton can hold units of several orders.
create table pickupline_order (
  pickupline_id bigint not null references pickupline on delete cascade,
  order_id bigint not null references salesorder,
  primary key (pickupline_id, order_id)
);
create index pickupline_order_order_id on pickupline_order (order_id);

-- The bookings of cartons by carriers: label, cost, tracking. The bookings of a deleted carton stay, because they cost money.
create table booking (
  id bigint primary key generated always as identity,
  carton_id bigint not null,
  -- The number of the carton, by which people and carriers know it after its deletion.
  carton_number int not null,
  weight_g int,
  order_id bigint not null references salesorder,
  site_id bigint not null references site,
  -- The name in the operators' file, which stays when the carrier is deleted, and the carrier's record.
  carrier_name text not null,
  carrier_id bigint references carrier on delete set null,
  plugin text not null,
  state text not null default 'booked' check (state in ('booked', 'canceling', 'canceled', 'refused')),
  tracking_number text not null,
  reference text,
  service text,
  cost numeric,
  cost_currency text,
  refund numeric,
  refund_currency text,
  details jsonb not null default '{}',
  label_url text,
  label_type text,
  label bytea check (octet_length(label) <= 1048576),
  pickup_confirmation text,
  pickup_from timestamptz(0),
  pickup_until timestamptz(0),
  tracking_status text,
  tracking_detail text,
  estimated_delivery_at timestamptz(0),
  tracking_events jsonb not null default '[]',
  tracked_at timestamptz(0),
  -- The failure of the carrier or its plugin; null after a success.
  problem text,
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
);
create index booking_carton_id on booking (carton_id);
create unique index booking_of_carton on booking (carton_id) where state = 'booked';
create index booking_order_id on booking (order_id);
create index booking_site_id on booking (site_id);
create index booking_carrier_id on booking (carrier_id);
create index booking_tracking_number on booking (lower(tracking_number collate "und-x-icu") text_pattern_ops);
create index booking_to_be_picked_up on booking (carrier_name) where state = 'booked' and pickup_confirmation is null;
