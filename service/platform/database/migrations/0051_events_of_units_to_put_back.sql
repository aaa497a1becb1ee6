-- expand
-- Units that people put back are in the timelines of their orders.
insert into object (id, name, can_linetype) values (87, 'putback', false);
insert into event (id, name, object, description) values
  (302, 'putback.created', 'putback', 'People have units in their hands that go back'),
  (303, 'putback.confirmed', 'putback', 'A person said that units are back');
