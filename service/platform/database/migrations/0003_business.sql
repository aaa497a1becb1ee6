-- The records of the business that orders refer to: customers, parts, carriers, carton types.

create table customer (
  id int primary key generated always as identity,
  number text not null,
  customertype_id int not null references customertype,
  status_id int not null default 1 references customerstatus,
  name text not null,
  first_name text, last_name text,
  default_email_id int, default_phone_id int, default_address_id int,
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now()
);
create unique index customer_number on customer (lower(number collate "und-x-icu") text_pattern_ops);
create index customer_name on customer (lower(name collate "und-x-icu") text_pattern_ops);
create index customer_created_at on customer (created_at);

-- A customer's e-mails and phones are links with the address in a record of its own: `.email.email_address` (design page §4).
create table email (
  id int primary key generated always as identity,
  email_address text not null
);
create table phone (
  id int primary key generated always as identity,
  phone_number text not null
);
create table customeremail (
  id int primary key generated always as identity,
  customer_id int not null references customer on delete cascade,
  email_id int not null references email,
  emailtype_id int not null default 1 references emailtype,
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now()
);
create index customeremail_customer_id on customeremail (customer_id);
create index customeremail_email_id on customeremail (email_id);
create table customerphone (
  id int primary key generated always as identity,
  customer_id int not null references customer on delete cascade,
  phone_id int not null references phone,
  phonetype_id int not null default 1 references phonetype,
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now()
);
create index customerphone_customer_id on customerphone (customer_id);
create index customerphone_phone_id on customerphone (phone_id);
create table customeraddress (
  id int primary key generated always as identity,
  customer_id int not null references customer on delete cascade,
  addresstype_id int not null default 1 references addresstype,
  name text, address_1 text, address_2 text, city text, region text, postal_code text, country text references country,
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now()
);
create index customeraddress_customer_id on customeraddress (customer_id);
create table customeralias (
  id int primary key generated always as identity,
  customer_id int not null references customer on delete cascade,
  name text not null,
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now()
);
create index customeralias_customer_id on customeralias (customer_id);
alter table customer
  add foreign key (default_email_id) references customeremail on delete set null,
  add foreign key (default_phone_id) references customerphone on delete set null,
  add foreign key (default_address_id) references customeraddress on delete set null;
create index customer_default_email_id on customer (default_email_id);
create index customer_default_phone_id on customer (default_phone_id);
create index customer_default_address_id on customer (default_address_id);

create table customergroup (
  id int primary key generated always as identity,
  name text not null,
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now()
);
create unique index customergroup_name on customergroup (lower(name collate "und-x-icu") text_pattern_ops);
create table customer_customergroup (
  customer_id int not null references customer on delete cascade,
  customergroup_id int not null references customergroup,
  primary key (customer_id, customergroup_id)
);
create index customer_customergroup_group on customer_customergroup (customergroup_id);

create table part (
  id int primary key generated always as identity,
  number text not null,
  name text not null,
  upc text,
  description text,
  parttype_id int not null default 1 references parttype,
  buildtype_id int not null default 1 references buildtype,
  parent_part_id int references part,
  active boolean not null default true,
  tracking text not null default 'none' check (tracking in ('none', 'lot', 'serial')),
  price numeric(18, 6) not null default 0,
  width_mm int check (width_mm > 0), length_mm int check (length_mm > 0), depth_mm int check (depth_mm > 0),
  weight_g int check (weight_g >= 0),
  keep_flat boolean not null default false,
  fragile boolean not null default false,
  custom jsonb not null default '{}',
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now(),
  check ((parttype_id = 4) = (parent_part_id is not null))
);
create unique index part_number on part (lower(number collate "und-x-icu") text_pattern_ops);
create index part_name on part (lower(name collate "und-x-icu") text_pattern_ops);
create index part_upc on part (lower(upc collate "und-x-icu") text_pattern_ops);
create index part_parent_part_id on part (parent_part_id);

create table partgroup (
  id int primary key generated always as identity,
  name text not null,
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now()
);
create unique index partgroup_name on partgroup (lower(name collate "und-x-icu") text_pattern_ops);
create table part_partgroup (
  part_id int not null references part on delete cascade,
  partgroup_id int not null references partgroup,
  primary key (part_id, partgroup_id)
);
create index part_partgroup_group on part_partgroup (partgroup_id);

create table billofmaterial (
  id int primary key generated always as identity,
  part_id int not null references part,
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now()
);
create unique index billofmaterial_part_id on billofmaterial (part_id);
create table billofmaterialline (
  id int primary key generated always as identity,
  billofmaterial_id int not null references billofmaterial on delete cascade,
  part_id int not null references part,
  qty numeric(18, 6) not null check (qty > 0)
);
create index billofmaterialline_billofmaterial_id on billofmaterialline (billofmaterial_id);
create index billofmaterialline_part_id on billofmaterialline (part_id);

create table carrier (
  id int primary key generated always as identity,
  name text not null,
  scac text,
  active boolean not null default true,
  "default" boolean not null default false,
  tracking_url text,
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now()
);
create unique index carrier_name on carrier (lower(name collate "und-x-icu") text_pattern_ops);
create unique index carrier_default on carrier ("default") where "default";
create table carrierservicelevel (
  id int primary key generated always as identity,
  carrier_id int not null references carrier on delete cascade,
  name text not null,
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now()
);
create unique index carrierservicelevel_name on carrierservicelevel (carrier_id, lower(name collate "und-x-icu") text_pattern_ops);

create table cartontype (
  id int primary key generated always as identity,
  name text not null,
  active boolean not null default true,
  inner_width_mm int check (inner_width_mm > 0), inner_length_mm int check (inner_length_mm > 0), inner_depth_mm int check (inner_depth_mm > 0),
  outer_width_mm int, outer_length_mm int, outer_depth_mm int,
  empty_weight_g int not null default 0,
  max_gross_weight_g int,
  supply int check (supply >= 0),
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now()
);
create unique index cartontype_name on cartontype (lower(name collate "und-x-icu") text_pattern_ops);

create table source (
  id int primary key generated always as identity,
  name text not null,
  service_id text,
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now()
);
create unique index source_name on source (lower(name collate "und-x-icu") text_pattern_ops, coalesce(service_id, ''));

create table job (
  id int primary key generated always as identity,
  name text not null,
  customer_id int references customer,
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now()
);
create index job_customer_id on job (customer_id);

create table discount (
  id int primary key generated always as identity,
  name text not null,
  level text not null default 'any' check (level in ('line', 'order', 'any')),
  active boolean not null default true,
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now()
);
create unique index discount_name on discount (lower(name collate "und-x-icu") text_pattern_ops);
create table fee (
  id int primary key generated always as identity,
  name text not null,
  level text not null default 'any' check (level in ('line', 'order', 'any')),
  active boolean not null default true,
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now()
);
create unique index fee_name on fee (lower(name collate "und-x-icu") text_pattern_ops);

create table quote (
  id int primary key generated always as identity,
  number text not null,
  customer_id int not null references customer,
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now()
);
create unique index quote_number on quote (lower(number collate "und-x-icu") text_pattern_ops);
create index quote_customer_id on quote (customer_id);
create table quoteline (
  id int primary key generated always as identity,
  quote_id int not null references quote on delete cascade,
  linetype_id int not null default 1 references linetype,
  part_id int references part,
  qty numeric(18, 6) not null default 1,
  unit_price numeric(18, 6) not null default 0
);
create index quoteline_quote_id on quoteline (quote_id);
create index quoteline_part_id on quoteline (part_id);
