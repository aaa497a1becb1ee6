-- expand
-- Invoices, and documents that were printed.

create table invoice (
  id bigint primary key generated always as identity,
  number text not null generated always as ('INV-' || id) stored,
  order_id bigint not null references salesorder,
  customer_id bigint not null references customer,
  pickup_id bigint not null references pickup,
  subtotal numeric(18, 6) not null,
  total_discount numeric(18, 6) not null,
  total_fee numeric(18, 6) not null,
  total_tax numeric(18, 6) not null,
  total numeric(18, 6) not null generated always as (subtotal - total_discount + total_fee + total_tax) stored,
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second(),
  unique (order_id, pickup_id)
);
create index invoice_customer_id on invoice (customer_id);
create index invoice_pickup_id on invoice (pickup_id);
create table invoiceline (
  id bigint primary key generated always as identity,
  invoice_id bigint not null references invoice on delete cascade,
  line_id bigint not null,
  part_id bigint,
  qty numeric(18, 6) not null,
  unit_price numeric(18, 6) not null,
  total numeric(18, 6) not null
);
create index invoiceline_invoice_id on invoiceline (invoice_id);
create index invoiceline_line_id on invoiceline (line_id);

-- A printed document. Labels of locations, badges of users and sheets of the command codes have no record of an order. A record can be deleted later, so it has no foreign key.
create table document (
  id bigint primary key generated always as identity,
  kind text not null constraint document_kind
    check (kind in ('picklist', 'packingslip', 'cartonlabel', 'locationlabel', 'badge', 'commandsheet')),
  -- The number of its record, as people know it: P-17, K-3-1. A packing slip has the number of its order.
  number text not null,
  site_id bigint not null references site,
  -- Null where it is about several orders.
  salesorder_id bigint,
  -- Its record. A packing slip is of a ship, of a pack where the order has no ship step, or of a pickupline where it has neither.
  pick_id bigint,
  pack_id bigint,
  ship_id bigint,
  pickupline_id bigint,
  carton_id bigint,
  content jsonb not null,
  bulkrun_id bigint references bulkrun,
  account_id bigint not null references account,
  created_at timestamptz(0) not null default this_second(),
  constraint document_record check (num_nonnulls(pick_id, pack_id, ship_id, pickupline_id, carton_id)
    = case when kind in ('locationlabel', 'badge', 'commandsheet') then 0 else 1 end)
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
  document_id bigint not null references document on delete cascade,
  order_id bigint not null,
  primary key (document_id, order_id)
);
create index document_order_order_id on document_order (order_id);
