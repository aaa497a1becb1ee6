-- expand
-- Customers and parts, with their groups, and bills of material.

create table customer (
  id bigint primary key generated always as identity,
  number text not null,
  customertype_id bigint not null references customertype,
  status_id bigint not null default 1 references customerstatus,
  name text not null,
  first_name text, last_name text,
  default_email_id bigint, default_phone_id bigint, default_address_id bigint,
  -- Of a company: the e-mails that it wants.
  email_options jsonb not null default '{}',
  custom jsonb not null default '{}',
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
);
create unique index customer_number on customer (lower(number collate "und-x-icu") text_pattern_ops);
create index customer_name on customer (lower(name collate "und-x-icu") text_pattern_ops);
create index customer_created_at on customer (created_at);

-- An e-mail or phone of a customer is a link to a record that holds the address, so that its path is `email.email_address`.
create table email (
  id bigint primary key generated always as identity,
  email_address text not null
);
create table phone (
  id bigint primary key generated always as identity,
  phone_number text not null
);
create table customeremail (
  id bigint primary key generated always as identity,
  customer_id bigint not null references customer on delete cascade,
  email_id bigint not null references email,
  emailtype_id bigint not null default 1 references emailtype,
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
);
create index customeremail_customer_id on customeremail (customer_id);
create index customeremail_email_id on customeremail (email_id);
create table customerphone (
  id bigint primary key generated always as identity,
  customer_id bigint not null references customer on delete cascade,
  phone_id bigint not null references phone,
  phonetype_id bigint not null default 1 references phonetype,
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
);
create index customerphone_customer_id on customerphone (customer_id);
create index customerphone_phone_id on customerphone (phone_id);
create table customeraddress (
  id bigint primary key generated always as identity,
  customer_id bigint not null references customer on delete cascade,
  addresstype_id bigint not null default 1 references addresstype,
  name text, address_1 text, address_2 text, city text, region text, postal_code text, country text references country,
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
);
create index customeraddress_customer_id on customeraddress (customer_id);
create table customeralias (
  id bigint primary key generated always as identity,
  customer_id bigint not null references customer on delete cascade,
  name text not null,
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
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
  id bigint primary key generated always as identity,
  name text not null,
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
);
create unique index customergroup_name on customergroup (lower(name collate "und-x-icu") text_pattern_ops);
create table customer_customergroup (
  customer_id bigint not null references customer on delete cascade,
  customergroup_id bigint not null references customergroup,
  primary key (customer_id, customergroup_id)
);
create index customer_customergroup_group on customer_customergroup (customergroup_id);

-- Contacts at a company.
create table customercontact (
  id bigint primary key generated always as identity,
  customer_id bigint not null references customer on delete cascade,
  first_name text, last_name text, position text, email text, phone text,
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
);
create index customercontact_customer_id on customercontact (customer_id);

create table part (
  id bigint primary key generated always as identity,
  number text not null,
  name text not null,
  upc text,
  description text,
  parttype_id bigint not null default 1 references parttype,
  buildtype_id bigint not null default 1 references buildtype,
  parent_part_id bigint references part,
  -- Of an alias: units of the parent that one of it stands for, such as 12 for a case of twelve.
  parent_qty numeric(18, 6) not null default 1 check (parent_qty > 0),
  -- The name of one unit.
  unit text not null default 'each',
  -- True where a quantity must be a whole number.
  whole_units boolean not null default false,
  active boolean not null default true,
  tracking text not null default 'none' check (tracking in ('none', 'lot', 'serial')),
  price numeric(18, 6) not null default 0,
  width_mm int check (width_mm > 0), length_mm int check (length_mm > 0), depth_mm int check (depth_mm > 0),
  weight_g int check (weight_g >= 0),
  keep_flat boolean not null default false,
  fragile boolean not null default false,
  custom jsonb not null default '{}',
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second(),
  check ((parttype_id = 4) = (parent_part_id is not null)),
  constraint part_parent_qty_of_alias check (parttype_id = 4 or parent_qty = 1)
);
create unique index part_number on part (lower(number collate "und-x-icu") text_pattern_ops);
create index part_name on part (lower(name collate "und-x-icu") text_pattern_ops);
-- People group the digits of barcodes and tracking numbers by blanks, and a scanner sends none.
create index part_code on part (lower(replace(upc, ' ', '') collate "und-x-icu") text_pattern_ops);
create index part_parent_part_id on part (parent_part_id);

create table partgroup (
  id bigint primary key generated always as identity,
  name text not null,
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
);
create unique index partgroup_name on partgroup (lower(name collate "und-x-icu") text_pattern_ops);
create table part_partgroup (
  part_id bigint not null references part on delete cascade,
  partgroup_id bigint not null references partgroup,
  primary key (part_id, partgroup_id)
);
create index part_partgroup_group on part_partgroup (partgroup_id);

create table billofmaterial (
  id bigint primary key generated always as identity,
  part_id bigint not null references part,
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
);
create unique index billofmaterial_part_id on billofmaterial (part_id);
create table billofmaterialline (
  id bigint primary key generated always as identity,
  billofmaterial_id bigint not null references billofmaterial on delete cascade,
  part_id bigint not null references part,
  qty numeric(18, 6) not null check (qty > 0)
);
create index billofmaterialline_billofmaterial_id on billofmaterialline (billofmaterial_id);
create index billofmaterialline_part_id on billofmaterialline (part_id);

-- The prices of a part for one company.
create table customerpartprice (
  id bigint primary key generated always as identity,
  customer_id bigint not null references customer on delete cascade,
  part_id bigint not null references part on delete cascade,
  unit_price numeric(18, 6) not null,
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
);
create unique index customerpartprice_part_id on customerpartprice (part_id, customer_id);
create index customerpartprice_customer_id on customerpartprice (customer_id);
