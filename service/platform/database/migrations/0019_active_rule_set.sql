-- Several services plan by one rule set: the one that was armed last, by whichever of them.
alter table ruleset add column activated_at timestamptz not null default now();
