-- expand
-- A pickupline of an order without a pack step was on no list.
alter table withdrawn_record alter column list_id drop not null;
