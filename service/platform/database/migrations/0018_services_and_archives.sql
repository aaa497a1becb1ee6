-- expand
-- Running services, verification in parts, archives of closed orders, and schedules.

-- The services that run, each with the rule set that it uses. Each one writes its row every few seconds.
create table runningservice (
  -- Made at the start of the process.
  id uuid primary key,
  host text not null,
  pid int not null,
  version text not null,
  -- Where it takes its configuration from.
  source text not null check (source in ('file', 'database')),
  -- The hash of the rule set in use, and since when. Null before the first one. It may be none of `ruleset`.
  ruleset text,
  ruleset_since timestamptz,
  -- Why it does not use the active rule set, in one sentence.
  problem text,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

-- Verification in parts: what was checked already, and the sums of the ledger that closed days and archived rows leave.

-- The parts of the check, each with its checkpoint: `open`, `recent`, `stock`, and each closed month such as `2026-05`.
create table verify_part (
  part text primary key,
  -- The last checked order with the time of its end, or the last checked part of stock.
  after_at timestamptz,
  after_id bigint not null default 0,
  -- The next day whose movements are summed. Only for months, when their orders are checked.
  next_day date,
  orders bigint not null default 0,
  violations jsonb not null default '[]',
  started_at timestamptz not null default now(),
  stepped_at timestamptz not null default now(),
  finished_at timestamptz
);

-- The sums of the movements of a closed day, where they are not zero: what the day added to each place. Days are those of UTC.
create table ledger_sum (
  day date not null,
  part_id bigint not null,
  location_id bigint not null,
  lot text not null,
  serial text not null,
  qty numeric not null
);
create index ledger_sum_part_id on ledger_sum (part_id);
create index ledger_sum_day on ledger_sum (day);
-- The days that are summed. A day without movements has no sums.
create table ledger_day (
  day date primary key,
  summed_at timestamptz not null default now()
);

-- The sums of movements that were archived and removed, by day and place. Each chunk of an archive adds rows.
create table ledger_carried (
  day date not null,
  part_id bigint not null,
  location_id bigint not null,
  lot text not null,
  serial text not null,
  qty numeric not null
);
create index ledger_carried_part_id on ledger_carried (part_id);
create index ledger_carried_day on ledger_carried (day);

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

-- The schedules about which people have decided, so that the event log can name them. Temporal keeps the schedules themselves.

create table schedule (
  id bigint primary key generated always as identity,
  name text not null unique,
  -- The last pause or resume that the event log has, as Temporal keeps its time. A repeated request records none twice.
  decided_at timestamptz,
  created_at timestamptz(0) not null default this_second()
);
