-- expand
-- Whom a carrier delivers to, and who is billed, besides the postal address; and the same of the addresses of customers.

alter table salesorder add column ship_company text, add column ship_phone text, add column ship_email text, add column ship_residential boolean,
  add column bill_company text, add column bill_phone text, add column bill_email text;
alter table customeraddress add column company text, add column phone text, add column email text, add column residential boolean;
