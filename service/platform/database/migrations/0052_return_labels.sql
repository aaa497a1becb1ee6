-- expand
-- Labels of returns: who has a carrier book them, by the operators' file, and the label that is booked.
alter table returnorder
  add column label_by text,
  add column carrier_name text,
  add column label_due boolean not null default false,
  add column label_problem text,
  add column tracking_number text,
  add column label_url text;

insert into event (id, name, object, description) values
  (370, 'returnorder.labelrequested', 'returnorder', 'A person asked for the label of a return'),
  (371, 'returnorder.labelled', 'returnorder', 'A carrier booked the label of a return'),
  (372, 'returnorder.labelfailed', 'returnorder', 'A carrier refused the label of a return, or does not answer'),
  (373, 'returnorder.labelvoided', 'returnorder', 'The label of a return was withdrawn');
