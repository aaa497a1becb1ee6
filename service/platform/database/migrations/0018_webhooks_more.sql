-- Changes that somebody could wait for and that had no event.
insert into event (id, name, object, description) values
  (23, 'salesorder.begun', 'salesorder', 'The first unit of a sales order was picked'),
  (34, 'pick.voided', 'pick', 'A pick is void: its last order was taken out of it'),
  (48, 'pack.voided', 'pack', 'A pack is void: its last order was taken out of it'),
  (53, 'ship.modified', 'ship', 'Pallets of a ship were changed'),
  (54, 'ship.voided', 'ship', 'A ship is void: its last order was taken out of it');

-- What the body of a delivery looks like; the service writes it when it starts, for it knows its own records.
alter table event add column example json not null default '{}';

-- That a webhook was switched off has an entry of its own in the log.
alter table webhooklog drop constraint webhooklog_outcome_check;
alter table webhooklog add constraint webhooklog_outcome_check
  check (outcome in ('sending', 'delivered', 'failed', 'switched_off'));
