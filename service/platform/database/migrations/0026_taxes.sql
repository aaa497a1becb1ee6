-- expand
-- Taxes of orders and of their lines, and their parts on invoices.

-- The tax of an order (line_id is null), or of a whole line.
create table salesordertax (
  id bigint primary key generated always as identity,
  salesorder_id bigint not null references salesorder on delete cascade,
  line_id bigint references salesorderline on delete cascade,
  name text not null,
  -- Percent. Null where the shop does not say it.
  rate numeric(9, 6),
  amount numeric(18, 6) not null,
  -- True for a tax that the prices include already.
  included boolean not null default false,
  -- The amount in the digits of the currency, rounded so that the taxes of the order add up to its rounded tax.
  total numeric(18, 6) not null default 0,
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
);
create index salesordertax_salesorder_id on salesordertax (salesorder_id);
create index salesordertax_line_id on salesordertax (line_id);

create table invoicetax (
  id bigint primary key generated always as identity,
  invoice_id bigint not null references invoice on delete cascade,
  tax_id bigint not null,
  line_id bigint,
  name text not null,
  rate numeric(9, 6),
  amount numeric(18, 6) not null,
  included boolean not null
);
create index invoicetax_invoice_id on invoicetax (invoice_id);
create index invoicetax_tax_id on invoicetax (tax_id);

insert into object select max(id) + 1, 'salesordertax', false from object;
insert into object select max(id) + 1, 'invoicetax', false from object;
