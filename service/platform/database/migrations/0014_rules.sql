-- Rules put orders into waves: a tag to filter by.
alter table salesorder add column wave text;

-- A configuration may be of several files: [{file, text}], the operators' own first.
alter table ruleset add column files jsonb not null default '[]';
