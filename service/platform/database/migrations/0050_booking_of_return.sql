-- expand
create unique index concurrently booking_of_return on booking (returnorder_id) where state = 'booked';
