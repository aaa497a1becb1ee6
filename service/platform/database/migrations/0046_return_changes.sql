-- expand
-- Returns are changed and deleted.
insert into event (id, name, object, description) values
  (348, 'returnorder.modified', 'returnorder', 'A return or its lines were changed'),
  (349, 'returnorder.deleted', 'returnorder', 'A return was deleted');
