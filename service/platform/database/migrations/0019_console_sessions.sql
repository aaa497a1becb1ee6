-- Sessions of the web console, whose token is in a cookie of the browser, and codes that begin one.
alter table session
  drop constraint session_pkey,
  add column id bigint primary key generated always as identity,
  add constraint session_token_hash unique (token_hash),
  -- A token in a cookie is refused as a Basic credential, and one of `/login` is refused as a cookie.
  add column cookie boolean not null default false,
  -- The current site of a session of the console. Without one, it is that of the account.
  add column site_id bigint references site on delete set null,
  -- Written at most once a minute, so it may be a minute old.
  add column last_used_at timestamptz(0) not null default this_second(),
  add column user_agent text,
  -- The network address from which the session was opened.
  add column address text;
create index session_site_id on session (site_id);

-- Codes of sign-in links. A row is deleted when its code is used.
create table signincode (
  code_hash bytea primary key,
  account_id bigint not null references account on delete cascade,
  created_at timestamptz(0) not null default this_second(),
  expires_at timestamptz(0) not null
);
create index signincode_account on signincode (account_id);
