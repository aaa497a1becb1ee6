-- Who is calling (design page §2): users, groups, permissions, sites, keys, sessions; answers kept for repeats; background.

create table site (
  id int primary key generated always as identity,
  name text not null,
  sitetype_id int not null default 1 references sitetype,
  contact_name text, email text, phone text,
  address_1 text, address_2 text, city text, region text, postal_code text, country text references country,
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now()
);
create unique index site_name on site (lower(name collate "und-x-icu") text_pattern_ops);

create table account (
  id int primary key generated always as identity,
  first_name text, last_name text, email text,
  usertype_id int not null default 1 references usertype,
  password_hash text,
  permissions text[] not null default '{}',
  site_id int references site,
  active boolean not null default true,
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now()
);
create unique index account_email on account (lower(email collate "und-x-icu") text_pattern_ops);
create unique index account_engine on account (usertype_id) where usertype_id = 3;
create index account_site_id on account (site_id);

create table account_site (
  account_id int not null references account on delete cascade,
  site_id int not null references site,
  primary key (account_id, site_id)
);

create table usergroup (
  id int primary key generated always as identity,
  name text not null,
  permissions text[] not null default '{}',
  created_at timestamptz(0) not null default now(),
  updated_at timestamptz(0) not null default now()
);
create unique index usergroup_name on usergroup (lower(name collate "und-x-icu") text_pattern_ops);

create table account_usergroup (
  account_id int not null references account on delete cascade,
  usergroup_id int not null references usergroup,
  primary key (account_id, usergroup_id)
);
create index account_usergroup_usergroup on account_usergroup (usergroup_id);

create table apikey (
  id int primary key generated always as identity,
  account_id int not null references account on delete cascade,
  key_hash bytea not null unique,
  created_at timestamptz(0) not null default now(),
  revoked_at timestamptz(0)
);
create index apikey_account on apikey (account_id);

create table session (
  token_hash bytea primary key,
  account_id int not null references account on delete cascade,
  created_at timestamptz(0) not null default now(),
  expires_at timestamptz(0) not null
);
create index session_account on session (account_id);

create table idempotency (
  key text not null,
  account_id int not null references account on delete cascade,
  request_hash text not null,
  status int,
  headers jsonb,
  body text,
  created_at timestamptz not null default now(),
  primary key (account_id, key)
);
create index idempotency_created_at on idempotency (created_at);

create table background (
  id int primary key generated always as identity,
  account_id int not null references account,
  site_id int references site,
  request_id text not null,
  user_agent text,
  workflow_id text,
  method text not null,
  path text not null,
  query text not null default '',
  body jsonb,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  claimed_by text,
  claimed_until timestamptz,
  attempts int not null default 0,
  answer_status int,
  answer_body text,
  created_at timestamptz(0) not null default now(),
  started_at timestamptz(0),
  finished_at timestamptz(0)
);
create index background_open on background (id) where state in ('queued', 'running');
create index background_account_id on background (account_id);
create index background_site_id on background (site_id);
