-- expand
-- Archives of closed orders. The files hold the rows; these tables say which file holds what, and are the authority: a file that no
-- chunk names was written before its transaction failed.
create table archive (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now()
);

create table archive_chunk (
  archive_id uuid not null references archive,
  number int not null,
  file text not null,
  sha256 text not null,
  bytes bigint not null,
  orders int not null,
  -- The number of rows by table.
  rows jsonb not null,
  -- What the movements of the chunk added to the stock of each part at each site: [{part_id, site_id, qty}].
  sums jsonb not null,
  written_at timestamptz not null default now(),
  primary key (archive_id, number)
);

-- The orders that are in archives, for the answer to callers who still ask for them.
create table archived_order (
  order_id bigint primary key,
  number text not null,
  archive_id uuid not null,
  chunk int not null,
  archived_at timestamptz(0) not null default this_second(),
  foreign key (archive_id, chunk) references archive_chunk (archive_id, number)
);
