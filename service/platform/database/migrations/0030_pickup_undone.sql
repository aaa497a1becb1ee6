-- expand
insert into event (id, name, object, description) values
  (330, 'pickup.undone', 'pickup', 'Cartons or orders of a pickup did not leave after all'),
  (331, 'salesorder.reopened', 'salesorder', 'A fulfilled order is in progress again, because its pickup was undone');
