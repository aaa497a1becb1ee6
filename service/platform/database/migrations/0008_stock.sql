-- expand
-- Stock: locations, inventory, reservations and the ledger.
--
-- Foreign keys are where a user can delete the record that they refer to. Rows that only operations write, from rows that they
-- hold locked (reservations, picklines, packlines, the ledger), have none: they cost 250 look-ups an order. Each index costs every
-- order, so tables are indexed only for look-ups that exist.

-- A carton is a kind of location.
create table location (
  id bigint primary key generated always as identity,
  site_id bigint not null references site,
  locationtype_id bigint not null references locationtype,
  name text not null,
  active boolean not null default true,
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second(),
  -- The text of the label at the place, if it is not the name.
  barcode text
);
-- Picks move their units to the single moving location of the site.
create unique index location_moving on location (site_id) where locationtype_id = 2 and active;
create index location_site_id on location (site_id, locationtype_id);
-- Without cartons: there are many, and the location of a deleted one stays, because the ledger refers to it.
create unique index location_name on location (site_id, lower(name collate "und-x-icu") text_pattern_ops) where locationtype_id <> 3;
-- A scan finds one location of the site. A label can be used again when its location is out of use.
create unique index location_barcode on location (site_id, lower(barcode collate "und-x-icu") text_pattern_ops)
  where active and barcode is not null;

-- Sorts A-2 before A-10, in every database in the same way. It is ICU's root collation with numbers by their value.
create collation natural_order (provider = icu, locale = 'und-u-kn-true');

-- The day at a site, by its wall clock. Units expire at the end of the day of the place where they lie.

create function zone_of_site(site bigint) returns text language sql stable parallel safe
  as $$ select coalesce((select s.time_zone from site s where s.id = $1), 'UTC') $$;

create function day_at(location bigint) returns date language sql stable parallel safe
  as $$ select (now() at time zone s.time_zone)::date from location l join site s on s.id = l.site_id where l.id = $1 $$;

create table inventory (
  id bigint primary key generated always as identity,
  part_id bigint not null references part,
  location_id bigint not null references location,
  lot text,
  serial text,
  expires_on date,
  qty numeric(18, 6) not null default 0 check (qty >= 0),
  qty_committed numeric(18, 6) not null default 0 check (qty_committed >= 0 and qty_committed <= qty),
  received_at timestamptz(0) not null default this_second(),
  check (serial is null or qty <= 1)
);
create unique index inventory_place on inventory (part_id, location_id, lot, serial) nulls not distinct;
create index inventory_location_id on inventory (location_id);
-- A caller writes a lot or a serial number in any case, and the stock of the part has it in one.
create index inventory_lot on inventory (part_id, lower(lot collate "und-x-icu") text_pattern_ops) where lot is not null;
create index inventory_serial on inventory (part_id, lower(serial collate "und-x-icu") text_pattern_ops) where serial is not null;

-- Which units, at which location, belong to which order line: in storage (reserved), at the moving location (picked), in a carton
-- (packed). A reservation moves with its units. Pickup closes it. The closed reservations of a locked carton are the record of its contents.
create table reservation (
  id bigint primary key generated always as identity,
  order_id bigint not null,
  -- The site of the order.
  site_id bigint not null,
  line_id bigint not null,
  part_id bigint not null,
  inventory_id bigint not null,
  qty numeric(18, 6) not null check (qty > 0),
  closed_at timestamptz(0)
);
create unique index reservation_open on reservation (line_id, inventory_id) where closed_at is null;
create index reservation_order_id on reservation (order_id);
create index reservation_inventory_id on reservation (inventory_id);

-- The ledger. Rows are only added, by the statement that moves the stock.
--
-- Tables that only grow are in partitions, by ranges of ids (decision 117). Services make further partitions some time before they
-- are needed; rows without one go to the default partition.
create table inventorymovement (
  id bigint primary key generated always as identity,
  -- The site of the location that the units left, or of the one that they came to from outside.
  site_id bigint not null,
  part_id bigint not null,
  from_location_id bigint,
  to_location_id bigint,
  lot text,
  serial text,
  qty numeric(18, 6) not null check (qty > 0),
  reason text not null,
  order_id bigint,
  line_id bigint,
  pickline_id bigint,
  pack_id bigint,
  pickup_id bigint,
  account_id bigint,
  created_at timestamptz(0) not null default this_second(),
  check (from_location_id is not null or to_location_id is not null)
) partition by range (id);
create table inventorymovement_0 partition of inventorymovement for values from (minvalue) to (1000000);
create table inventorymovement_default partition of inventorymovement default;
create index inventorymovement_part_id on inventorymovement (part_id);
create index inventorymovement_order_id on inventorymovement (order_id);
create index inventorymovement_pickline_id on inventorymovement (pickline_id) where pickline_id is not null;
-- The ledger grows at its end, where a btree costs little. A brin index could not return rows in order.
create index inventorymovement_created_at on inventorymovement (created_at, id);
