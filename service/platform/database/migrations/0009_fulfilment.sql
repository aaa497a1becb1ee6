-- expand
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
create index carton_tracking_code on carton (lower(replace(tracking_number, ' ', '') collate "und-x-icu") text_pattern_ops);

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
  updated_at timestamptz(0) not null default this_second(),
  -- A label of the test mode of a carrier: no carrier takes the parcel.
  test boolean not null default false
);
create index booking_carton_id on booking (carton_id);
create unique index booking_of_carton on booking (carton_id) where state = 'booked';
create index booking_order_id on booking (order_id);
create index booking_site_id on booking (site_id);
create index booking_carrier_id on booking (carrier_id);
create index booking_tracking_code on booking (lower(replace(tracking_number, ' ', '') collate "und-x-icu") text_pattern_ops);
create index booking_to_be_picked_up on booking (carrier_name) where state = 'booked' and pickup_confirmation is null;

-- The people who work on an open pick or pack now. Several people may work on one list.

create table pick_worker (
  pick_id bigint not null references pick on delete cascade,
  account_id bigint not null references account on delete cascade,
  -- When the person joined.
  since timestamptz(0) not null default this_second(),
  -- When the person last said so. Lists leave out people who were silent for half an hour.
  seen_at timestamptz(0) not null default this_second(),
  primary key (pick_id, account_id)
);
create index pick_worker_account_id on pick_worker (account_id);

create table pack_worker (
  pack_id bigint not null references pack on delete cascade,
  account_id bigint not null references account on delete cascade,
  since timestamptz(0) not null default this_second(),
  seen_at timestamptz(0) not null default this_second(),
  primary key (pack_id, account_id)
);
create index pack_worker_account_id on pack_worker (account_id);

-- A list that is finished or void has no workers. Several operations end a list, so the database takes
-- its workers off.
create function workers_leave() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'pick' then
    delete from pick_worker where pick_id = new.id;
  else
    delete from pack_worker where pack_id = new.id;
  end if;
  return null;
end $$;
create trigger workers_leave after update of status_id on pick for each row
  when (new.status_id <> old.status_id) execute function workers_leave();
create trigger workers_leave after update of status_id on pack for each row
  when (new.status_id <> old.status_id) execute function workers_leave();

-- The units of open picklines that people have counted one by one. They are in somebody's hands, and stock does not know them: the
-- commit of the line moves them. It follows when the last unit is counted.

create table picklinecount (
  id bigint primary key generated always as identity,
  pickline_id bigint not null references pickline on delete cascade,
  part_id bigint not null,
  location_id bigint not null references location,
  lot text,
  serial text,
  qty numeric(18, 6) not null check (qty > 0),
  -- The person who counted there last, and the time.
  account_id bigint references account on delete set null,
  counted_at timestamptz(0) not null default this_second(),
  check (serial is null or qty = 1)
);
create unique index picklinecount_place on picklinecount (pickline_id, location_id, lot, serial) nulls not distinct;
-- A serial number stands for one unit, whichever line it is counted for.
create unique index picklinecount_serial on picklinecount (part_id, serial) where serial is not null;
create index picklinecount_stock on picklinecount (part_id, location_id);
create index picklinecount_location_id on picklinecount (location_id);
create index picklinecount_account_id on picklinecount (account_id);

-- Counts end when their line is committed, leaves its pick, gets another location, or becomes smaller than they are. Many statements change picklines, so the
-- database keeps this rule.
create function counts_end() returns trigger language plpgsql as $$
begin
  delete from picklinecount c where c.pickline_id = new.id and (
    new.qty_committed > 0 or new.pick_id is distinct from old.pick_id or new.location_id is distinct from old.location_id
    or new.qty < (select sum(o.qty) from picklinecount o where o.pickline_id = new.id));
  return null;
end $$;
create trigger counts_end after update of pick_id, location_id, qty, qty_committed on pickline for each row
  when (old.pick_id is not null and (new.qty_committed > old.qty_committed or new.qty < old.qty
    or new.pick_id is distinct from old.pick_id or new.location_id is distinct from old.location_id))
  execute function counts_end();

-- Units that have left their place are in nobody's hands there: a lot or serial number that another line took, or units that were
-- written off. The later counts end first. Units of an untracked part at the location of their line are reserved for it, and end with it.
create function counts_leave() returns trigger language plpgsql as $$
begin
  delete from picklinecount where id in (
    select s.id from (
      select c.id, sum(c.qty) over (order by c.id) as upto from picklinecount c join pickline l on l.id = c.pickline_id
      where c.part_id = new.part_id and c.location_id = new.location_id
        and c.lot is not distinct from new.lot and c.serial is not distinct from new.serial
        and (c.lot is not null or c.serial is not null or l.location_id is distinct from c.location_id)) s
    where s.upto > new.qty);
  return null;
end $$;
create trigger counts_leave after update of qty on inventory for each row
  when (new.qty < old.qty) execute function counts_leave();

-- The units that people hold of orders that left their pick, pack or ship, and the places where these belong. The books have moved the
-- units already: this is work for people, and each row ends when a person says that its units are back.

create table putback (
  id bigint primary key generated always as identity,
  site_id bigint not null references site,
  -- The lists whose people hold the units. These may be deleted, and people still have to read what goes back.
  pick_id bigint,
  pack_id bigint,
  ship_id bigint,
  -- The number of the carton that the units are in, as its label has it.
  carton text,
  order_id bigint not null references salesorder on delete cascade,
  part_id bigint not null references part,
  qty numeric(18, 6) not null check (qty > 0),
  lot text,
  serial text,
  -- The place where they belong.
  location_id bigint not null references location,
  why text not null check (why in ('void', 'closeshort', 'unissue', 'delete', 'writeoff', 'transfer')),
  -- The name of the person who decided.
  decided_by text,
  created_at timestamptz(0) not null default this_second(),
  back_at timestamptz(0),
  back_by bigint references account on delete set null
);
create index putback_pick_id on putback (pick_id) where pick_id is not null;
create index putback_pack_id on putback (pack_id) where pack_id is not null;
create index putback_ship_id on putback (ship_id) where ship_id is not null;
create index putback_open on putback (site_id, id) where back_at is null;
create index putback_site_id on putback (site_id);
create index putback_order_id on putback (order_id);
create index putback_part_id on putback (part_id);
create index putback_location_id on putback (location_id);
create index putback_back_by on putback (back_by);

-- The lines and cartons that were deleted with their order, when it left its lists. The refusal of a call about one names the order, which
-- may be deleted since. Rows are kept for 30 days.
create table withdrawn_record (
  -- Such as pickline or carton.
  record text not null,
  record_id bigint not null,
  order_id bigint not null,
  -- The pick, pack or ship that it was on. Null for a pickupline of an order without a pack step.
  list_id bigint,
  -- Of a pickline: the part, and the place where its units were reserved.
  part_id bigint,
  location_id bigint,
  -- The time of the event that took the order off its lists.
  at timestamptz not null default now(),
  primary key (record, record_id)
);
create index withdrawn_record_list on withdrawn_record (list_id, record);
create index withdrawn_record_order on withdrawn_record (order_id);
create index withdrawn_record_at on withdrawn_record (at);
