-- expand
-- Bookings of return labels. A booking is of a carton, or of a return order.
alter table booking alter column carton_id drop not null, alter column carton_number drop not null, add column returnorder_id bigint;
alter table booking add constraint booking_parcel check (num_nonnulls(carton_id, returnorder_id) = 1) not valid;
