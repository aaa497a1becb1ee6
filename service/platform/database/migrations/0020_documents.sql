-- What was printed, as it stands on paper. What it is of may be gone since, and so there are no foreign keys to that.
create table document (
  id int primary key generated always as identity,
  kind text not null check (kind in ('picklist', 'packingslip', 'cartonlabel')),
  -- What people call that which it is of: P-17, K-3-1; of a packing slip the number of the order.
  number text not null,
  site_id int not null references site,
  -- Null where it is about several orders.
  salesorder_id int,
  -- What it is of. A packing slip is of a ship; without a ship step of a pack, and without that of what stands ready for pickup.
  pick_id int,
  pack_id int,
  ship_id int,
  pickupline_id int,
  carton_id int,
  content jsonb not null,
  bulkrun_id int references bulkrun,
  account_id int not null references account,
  created_at timestamptz(0) not null default now(),
  check (num_nonnulls(pick_id, pack_id, ship_id, pickupline_id, carton_id) = 1)
);
create index document_site_id on document (site_id);
create index document_salesorder_id on document (salesorder_id);
create index document_pick_id on document (pick_id);
create index document_pack_id on document (pack_id);
create index document_ship_id on document (ship_id);
create index document_pickupline_id on document (pickupline_id);
create index document_carton_id on document (carton_id);
create index document_bulkrun_id on document (bulkrun_id);

-- The orders that a document is about.
create table document_order (
  document_id int not null references document on delete cascade,
  order_id int not null,
  primary key (document_id, order_id)
);
create index document_order_order_id on document_order (order_id);

insert into event (id, name, object, description) values
  (200, 'document.created', 'document', 'A document was printed');
