-- expand
-- The ids that parts and customers have at sources, such as shops.

create table partexternalid (
  id bigint primary key generated always as identity,
  part_id bigint not null references part on delete cascade,
  source_id bigint references source,
  external_id text not null,
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
);
create unique index partexternalid_external_id on partexternalid (lower(external_id collate "und-x-icu") text_pattern_ops, coalesce(source_id, 0));
create index partexternalid_part_id on partexternalid (part_id);
create index partexternalid_source_id on partexternalid (source_id);

create table customerexternalid (
  id bigint primary key generated always as identity,
  customer_id bigint not null references customer on delete cascade,
  source_id bigint references source,
  external_id text not null,
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
);
create unique index customerexternalid_external_id on customerexternalid (lower(external_id collate "und-x-icu") text_pattern_ops, coalesce(source_id, 0));
create index customerexternalid_customer_id on customerexternalid (customer_id);
create index customerexternalid_source_id on customerexternalid (source_id);

insert into object select max(id) + 1, 'partexternalid', false from object;
insert into object select max(id) + 1, 'customerexternalid', false from object;
