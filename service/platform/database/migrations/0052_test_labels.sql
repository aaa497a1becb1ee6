-- expand
-- Labels of the test mode of a carrier: no carrier takes the parcel.
alter table booking add column test boolean not null default false;
