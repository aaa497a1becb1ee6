-- What carriers booked for cartons, what it cost, where it is, and what became of it. A carton that is deleted leaves its bookings
-- behind: they are money.
create table booking (
  id int primary key generated always as identity,
  carton_id int not null,
  -- Number of the carton, as people and carriers know it after it is gone.
  carton_number int not null,
  weight_g int,
  order_id int not null references salesorder,
  site_id int not null references site,
  -- Name in the operators' file, which bookings outlive, and the record of it where there is one.
  carrier_name text not null,
  carrier_id int references carrier on delete set null,
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
  -- What the carrier, or its plugin, could not do; null after a success.
  problem text,
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now()
);
create index booking_carton_id on booking (carton_id);
create unique index booking_of_carton on booking (carton_id) where state = 'booked';
create index booking_order_id on booking (order_id);
create index booking_site_id on booking (site_id);
create index booking_carrier_id on booking (carrier_id);
create index booking_tracking_number on booking (lower(tracking_number collate "und-x-icu") text_pattern_ops);
create index booking_to_be_picked_up on booking (carrier_name) where state = 'booked' and pickup_confirmation is null;

alter table carton add column tracking_status text, add column tracked_at timestamptz(0);

insert into event (id, name, object, description) values
  (190, 'booking.created', 'booking', 'A carrier has booked a carton'),
  (191, 'booking.modified', 'booking', 'A label, a pickup or a problem of a booking became known'),
  (192, 'booking.tracked', 'booking', 'A carrier has said where a carton is'),
  (193, 'booking.canceled', 'booking', 'A carrier has taken a label back'),
  (194, 'booking.refused', 'booking', 'A carrier has not taken a label back, or cannot: somebody has to see to it');
