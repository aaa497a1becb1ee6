-- Attempts to log in that did not succeed, per e-mail, whichever process they came to. A hash, because anything can be typed there.
create table loginattempt (
  email_hash bytea primary key,
  count int not null,
  -- Until then they count.
  until timestamptz not null
);
