-- expand
-- What people keep for their screens: saved views of lists, and preferences.

-- The table is not named `view`, which is a word of SQL.
create table savedview (
  id bigint primary key generated always as identity,
  -- The owner.
  account_id bigint not null references account on delete cascade,
  name text not null,
  -- The name of the listed resource.
  resource text not null,
  filter text,
  -- Paths to fields, such as customer.name, in the order of the columns.
  columns text[] not null default '{}',
  -- As `sort` of a list: -since,number.
  sort text,
  everyone boolean not null default false,
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
);
create unique index savedview_name on savedview (account_id, resource, lower(name collate "und-x-icu"));

-- The user groups that a view is shared with.
create table savedview_usergroup (
  savedview_id bigint not null references savedview on delete cascade,
  usergroup_id bigint not null references usergroup on delete cascade,
  primary key (savedview_id, usergroup_id)
);
create index savedview_usergroup_usergroup on savedview_usergroup (usergroup_id);

create table preference (
  id bigint primary key generated always as identity,
  account_id bigint not null references account on delete cascade,
  name text not null,
  -- `json` keeps the text. `jsonb` would change the order of members.
  value json not null,
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
);
create unique index preference_name on preference (account_id, name);
