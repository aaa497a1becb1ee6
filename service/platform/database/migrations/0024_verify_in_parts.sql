-- expand
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
