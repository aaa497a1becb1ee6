-- expand
-- The label of a carrier can be sent to a printer of the operators' file.
insert into event (id, name, object, description) values
  (195, 'booking.printed', 'booking', 'The label of a booking was sent to a printer');
