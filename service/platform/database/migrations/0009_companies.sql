-- What company customers have beside what all have (spec 2.1): people to ask there, prices of their own, and what they want to
-- be told by e-mail.
create table customercontact (
  id int primary key generated always as identity,
  customer_id int not null references customer on delete cascade,
  first_name text, last_name text, position text, email text, phone text,
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now()
);
create index customercontact_customer_id on customercontact (customer_id);

create table customerpartprice (
  id int primary key generated always as identity,
  customer_id int not null references customer on delete cascade,
  part_id int not null references part on delete cascade,
  unit_price numeric(18, 6) not null,
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now()
);
create unique index customerpartprice_part_id on customerpartprice (part_id, customer_id);
create index customerpartprice_customer_id on customerpartprice (customer_id);

alter table customer add column email_options jsonb not null default '{}';
