-- expand
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
