-- expand
create index concurrently booking_returnorder_id on booking (returnorder_id) where returnorder_id is not null;
