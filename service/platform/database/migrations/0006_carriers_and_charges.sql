-- expand
-- Other records that orders refer to: carriers, carton types, sources, jobs, discounts, fees, quotes.

create table carrier (
  id bigint primary key generated always as identity,
  name text not null,
  scac text,
  active boolean not null default true,
  "default" boolean not null default false,
  tracking_url text,
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
);
create unique index carrier_name on carrier (lower(name collate "und-x-icu") text_pattern_ops);
create unique index carrier_default on carrier ("default") where "default";
create table carrierservicelevel (
  id bigint primary key generated always as identity,
  carrier_id bigint not null references carrier on delete cascade,
  name text not null,
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
);
create unique index carrierservicelevel_name on carrierservicelevel (carrier_id, lower(name collate "und-x-icu") text_pattern_ops);

create table cartontype (
  id bigint primary key generated always as identity,
  name text not null,
  active boolean not null default true,
  inner_width_mm int check (inner_width_mm > 0), inner_length_mm int check (inner_length_mm > 0), inner_depth_mm int check (inner_depth_mm > 0),
  outer_width_mm int, outer_length_mm int, outer_depth_mm int,
  empty_weight_g int not null default 0,
  max_gross_weight_g int,
  supply int check (supply >= 0),
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
);
create unique index cartontype_name on cartontype (lower(name collate "und-x-icu") text_pattern_ops);

-- The shops and channels that orders come from.
create table service (
  id bigint primary key generated always as identity,
  name text not null,
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
);
create unique index service_name on service (lower(name collate "und-x-icu") text_pattern_ops);

create table source (
  id bigint primary key generated always as identity,
  name text not null,
  service_id bigint references service,
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
);
create unique index source_name on source (lower(name collate "und-x-icu") text_pattern_ops, coalesce(service_id, 0));
create index source_service_id on source (service_id);

create table job (
  id bigint primary key generated always as identity,
  name text not null,
  customer_id bigint references customer,
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
);
create index job_customer_id on job (customer_id);

create table discount (
  id bigint primary key generated always as identity,
  name text not null,
  level text not null default 'any' check (level in ('line', 'order', 'any')),
  active boolean not null default true,
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
);
create unique index discount_name on discount (lower(name collate "und-x-icu") text_pattern_ops);
create table fee (
  id bigint primary key generated always as identity,
  name text not null,
  level text not null default 'any' check (level in ('line', 'order', 'any')),
  active boolean not null default true,
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
);
create unique index fee_name on fee (lower(name collate "und-x-icu") text_pattern_ops);

create table quote (
  id bigint primary key generated always as identity,
  number text not null,
  customer_id bigint not null references customer,
  site_id bigint not null references site,
  -- Digits and totals, as of orders.
  currency_digits int not null default 2,
  subtotal numeric(18, 6) not null default 0,
  total_discount numeric(18, 6) not null default 0,
  total_fee numeric(18, 6) not null default 0,
  total_tax numeric(18, 6) not null default 0,
  total numeric(18, 6) not null generated always as (subtotal - total_discount + total_fee + total_tax) stored,
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
);
create index quote_site_id on quote (site_id);
create unique index quote_number on quote (lower(number collate "und-x-icu") text_pattern_ops);
create index quote_customer_id on quote (customer_id);
create table quoteline (
  id bigint primary key generated always as identity,
  quote_id bigint not null references quote on delete cascade,
  linetype_id bigint not null default 1 references linetype,
  part_id bigint references part,
  qty numeric(18, 6) not null default 1,
  unit_price numeric(18, 6) not null default 0
);
create index quoteline_quote_id on quoteline (quote_id);
create index quoteline_part_id on quoteline (part_id);

-- The amount of a quote is flat (line_id is null). The amount of a line is per unit of the line.
create table quotediscount (
  id bigint primary key generated always as identity,
  quote_id bigint not null references quote on delete cascade,
  line_id bigint references quoteline on delete cascade,
  discount_id bigint not null references discount,
  amount numeric(18, 6) not null
);
create index quotediscount_quote_id on quotediscount (quote_id);
create index quotediscount_line_id on quotediscount (line_id);
create index quotediscount_discount_id on quotediscount (discount_id);
create table quotefee (
  id bigint primary key generated always as identity,
  quote_id bigint not null references quote on delete cascade,
  line_id bigint references quoteline on delete cascade,
  fee_id bigint not null references fee,
  amount numeric(18, 6) not null
);
create index quotefee_quote_id on quotefee (quote_id);
create index quotefee_line_id on quotefee (line_id);
create index quotefee_fee_id on quotefee (fee_id);
