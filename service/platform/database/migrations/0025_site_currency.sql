-- expand
-- The currency of a site, and of the documents besides orders. It determines the digits.

alter table site add column currency text;
alter table quote add column currency text;
alter table invoice add column currency text;
