-- expand
-- Counts of the stock at places of a site.

create table countstatus (id bigint primary key, name text not null unique);
insert into countstatus values (1, 'Open'), (2, 'Approved'), (3, 'Canceled');

create table count (
  id bigint primary key generated always as identity,
  number text not null generated always as ('CT-' || id) stored,
  site_id bigint not null references site,
  status_id bigint not null default 1 references countstatus,
  blind boolean not null,
  -- The places: all parts at the locations, the parts at all locations, or the parts at the locations.
  location_ids bigint[],
  part_ids bigint[],
  note text,
  account_id bigint not null references account,
  approved_by bigint references account,
  approved_at timestamptz(0),
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second(),
  check (location_ids is not null or part_ids is not null)
);
create index count_site_id on count (site_id);
create index count_open on count (site_id) where status_id = 1;

create table countline (
  id bigint primary key generated always as identity,
  count_id bigint not null references count on delete cascade,
  part_id bigint not null references part,
  location_id bigint not null references location,
  lot text,
  serial text,
  qty numeric(18, 6) check (qty >= 0),
  -- What was on the shelf by the books when the line was counted. The approval moves the difference, so that what moved since then stays.
  qty_expected numeric(18, 6),
  counts int not null default 0,
  counted_by bigint references account,
  counted_at timestamptz(0),
  check ((qty is null) = (qty_expected is null))
);
create unique index countline_place on countline (count_id, part_id, location_id, lot, serial) nulls not distinct;
create index countline_part_id on countline (part_id);
create index countline_location_id on countline (location_id);

create trigger site_allowed after insert or update or delete on count for each row
  when (current_setting('conveyor.sites', true) <> '') execute function demand_site_of_row('site_id');
create trigger site_allowed after insert or update or delete on countline for each row
  when (current_setting('conveyor.sites', true) <> '') execute function demand_site_of_row('location_id');

insert into object select max(id) + 1, 'count', false from object;
insert into object select max(id) + 1, 'countline', false from object;
insert into object select max(id) + 1, 'countstatus', false from object;
insert into event (id, name, object, description) values
  (350, 'count.created', 'count', 'Places of a site are to be counted'),
  (351, 'count.entered', 'count', 'Units of a count were counted'),
  (352, 'count.approved', 'count', 'A count was approved, and the stock is what was counted'),
  (353, 'count.canceled', 'count', 'A count was canceled');
