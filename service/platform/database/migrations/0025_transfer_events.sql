-- Stock that is carried elsewhere is neither put in nor taken out, and a line that is given back is not committed.
insert into event (id, name, object, description) values
  (35, 'pickline.uncommitted', 'pickline', 'What a line of a pick was committed with was given back'),
  (71, 'inventory.transferred', 'inventorymovement', 'Stock was carried to another storage location');
