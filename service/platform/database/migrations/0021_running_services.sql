-- expand
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
