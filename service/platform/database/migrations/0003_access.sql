-- expand
-- Sites, users with their groups, permissions and keys, and sessions.

create table site (
  id bigint primary key generated always as identity,
  name text not null,
  sitetype_id bigint not null default 1 references sitetype,
  -- Digits after the point of money at the site: 2 for euros, 0 for yen.
  currency_digits int not null default 2 check (currency_digits between 0 and 6),
  -- The wall clock of the site, by which rules tell hours and days: a name such as Europe/Berlin.
  time_zone text not null default 'UTC',
  contact_name text, email text, phone text,
  address_1 text, address_2 text, city text, region text, postal_code text, country text references country,
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
);
create unique index site_name on site (lower(name collate "und-x-icu") text_pattern_ops);

create table account (
  id bigint primary key generated always as identity,
  first_name text, last_name text, email text,
  usertype_id bigint not null default 1 references usertype,
  password_hash text,
  permissions text[] not null default '{}',
  site_id bigint references site,
  active boolean not null default true,
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
);
create unique index account_email on account (lower(email collate "und-x-icu") text_pattern_ops);
create unique index account_engine on account (usertype_id) where usertype_id = 3;
create index account_site_id on account (site_id);

create table account_site (
  account_id bigint not null references account on delete cascade,
  site_id bigint not null references site,
  primary key (account_id, site_id)
);

create table usergroup (
  id bigint primary key generated always as identity,
  name text not null,
  permissions text[] not null default '{}',
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
);
create unique index usergroup_name on usergroup (lower(name collate "und-x-icu") text_pattern_ops);

create table account_usergroup (
  account_id bigint not null references account on delete cascade,
  usergroup_id bigint not null references usergroup,
  primary key (account_id, usergroup_id)
);
create index account_usergroup_usergroup on account_usergroup (usergroup_id);

create table apikey (
  id bigint primary key generated always as identity,
  account_id bigint not null references account on delete cascade,
  key_hash bytea not null unique,
  created_at timestamptz(0) not null default this_second(),
  revoked_at timestamptz(0)
);
create index apikey_account on apikey (account_id);

-- Sessions of `/login`, and of the web console, whose token is in a cookie of the browser.
create table session (
  token_hash bytea not null,
  account_id bigint not null references account on delete cascade,
  created_at timestamptz(0) not null default this_second(),
  expires_at timestamptz(0) not null,
  id bigint primary key generated always as identity,
  -- A token in a cookie is refused as a Basic credential, and one of `/login` is refused as a cookie.
  cookie boolean not null default false,
  -- The current site of a session of the console. Without one, the site of the account applies.
  site_id bigint references site on delete set null,
  -- Written at most once a minute, so it may be a minute old.
  last_used_at timestamptz(0) not null default this_second(),
  user_agent text,
  -- The network address from which the session was opened.
  address text,
  constraint session_token_hash unique (token_hash)
);
create index session_account on session (account_id);
create index session_site_id on session (site_id);

-- Codes of sign-in links. A row is deleted when its code is used.
create table signincode (
  code_hash bytea primary key,
  account_id bigint not null references account on delete cascade,
  created_at timestamptz(0) not null default this_second(),
  expires_at timestamptz(0) not null
);
create index signincode_account on signincode (account_id);

-- Failed logins of an address, of an e-mail, or of both together, counted over all processes. The key is a hash, because a person
-- can type anything there.
create table loginattempt (
  key_hash bytea primary key,
  count int not null,
  -- The last failure. The count begins again a day after it.
  failed_at timestamptz not null,
  -- The end of the delay before the next attempt.
  until timestamptz not null default '-infinity'
);
create index loginattempt_failed_at on loginattempt (failed_at);

-- The addresses from which an account has logged in. Failures elsewhere do not lock them out.
create table loginaddress (
  account_id bigint not null references account on delete cascade,
  address_hash bytea not null,
  used_at timestamptz not null default now(),
  primary key (account_id, address_hash)
);
