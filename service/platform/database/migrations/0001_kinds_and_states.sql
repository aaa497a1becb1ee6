-- expand
-- Constants: types, states and tasks. Operations and clients use their ids, which therefore never change.

-- The time of the transaction, cut to the second. A column of whole seconds rounds now() up, so that half of all times would lie
-- in the future.
create function this_second() returns timestamptz language sql stable parallel safe
  return date_trunc('second', now());

create table customertype (id bigint primary key, name text not null unique);
insert into customertype values (1, 'Company'), (2, 'Individual');

create table customerstatus (id bigint primary key, name text not null unique);
insert into customerstatus values (1, 'Active'), (2, 'Inactive');

create table linetype (id bigint primary key, name text not null unique);
insert into linetype values (1, 'Sale'), (2, 'Discount'), (3, 'Fee'), (4, 'Note'), (5, 'Return'), (9, 'Shipping');

create table object (id bigint primary key, name text not null unique, can_linetype boolean not null);
insert into object values
  (1, 'customer', false), (2, 'part', false), (3, 'salesorder', true), (4, 'quote', true), (5, 'transferorder', true),
  (6, 'useorder', true), (7, 'returnorder', true), (8, 'pick', true), (9, 'pack', true), (10, 'ship', true),
  (11, 'pickup', true), (12, 'carton', false), (13, 'invoice', false), (14, 'inventory', false), (15, 'webhook', false),
  (16, 'addresstype', false), (17, 'apikey', false), (18, 'autowork', false), (19, 'billofmaterial', false),
  (20, 'billofmaterialline', false), (21, 'booking', false), (22, 'buildtype', false), (23, 'bulkrun', false),
  (24, 'bulkrunorder', false), (25, 'bulkrunstatus', false), (26, 'carrier', false), (27, 'carrierservicelevel', false),
  (28, 'cartonstatus', false), (29, 'cartontype', false), (30, 'customeraddress', false), (31, 'customeralias', false),
  (32, 'customercontact', false), (33, 'customeremail', false), (34, 'customergroup', false),
  (35, 'customerpartprice', false), (36, 'customerphone', false), (37, 'customerstatus', false), (38, 'customertype', false),
  (39, 'discount', false), (40, 'document', false), (41, 'email', false), (42, 'emailtype', false), (43, 'event', false),
  (44, 'fee', false), (45, 'inventorymovement', false), (46, 'invoiceline', false), (47, 'job', false),
  (48, 'linetype', false), (49, 'location', false), (50, 'locationtype', false), (51, 'object', false),
  (52, 'packline', false), (53, 'packstatus', false), (54, 'pallet', false), (55, 'partgroup', false),
  (56, 'parttype', false), (57, 'phone', false), (58, 'phonetype', false), (59, 'pickline', false),
  (60, 'pickstatus', false), (61, 'pickupline', false), (62, 'quoteline', false), (63, 'reflinktype', false),
  (64, 'resend', false), (65, 'salesorderdiscount', false), (66, 'salesorderfee', false), (67, 'salesorderline', false),
  (68, 'salesorderstatus', false), (69, 'service', false), (70, 'shipline', false), (71, 'shipstatus', false),
  (72, 'site', false), (73, 'sitetype', false), (74, 'source', false), (75, 'task', false), (76, 'user', false),
  (77, 'usergroup', false), (78, 'usertype', false), (79, 'webhookdelivery', false), (80, 'webhooklog', false),
  (81, 'work', false), (82, 'quotediscount', false), (83, 'quotefee', false), (84, 'view', false), (85, 'preference', false),
  (86, 'schedule', false), (87, 'putback', false);

-- The line types that each kind of transaction takes.
create table reflinktypelinetype (
  id bigint primary key generated always as identity,
  object_id bigint not null references object,
  linetype_id bigint not null references linetype,
  unique (object_id, linetype_id)
);
insert into reflinktypelinetype (object_id, linetype_id)
  select o.id, l.id from object o cross join linetype l
  where o.can_linetype and (o.name in ('salesorder', 'quote', 'returnorder') or l.id = 1)
  order by o.id, l.id;

create table salesorderstatus (id bigint primary key, name text not null unique);
insert into salesorderstatus values
  (1, 'Draft'), (2, 'Issued'), (3, 'In Progress'), (4, 'Fulfilled'), (5, 'Closed Short'), (6, 'Void');

create table pickstatus (id bigint primary key, name text not null unique);
create table packstatus (id bigint primary key, name text not null unique);
create table shipstatus (id bigint primary key, name text not null unique);
insert into pickstatus values (1, 'Open'), (2, 'Finished'), (3, 'Void');
insert into packstatus values (1, 'Open'), (2, 'Finished'), (3, 'Void');
insert into shipstatus values (1, 'Open'), (2, 'Finished'), (3, 'Void');

create table cartonstatus (id bigint primary key, name text not null unique);
insert into cartonstatus values (1, 'Open'), (2, 'Closed'), (3, 'Locked'), (4, 'Void');

create table parttype (id bigint primary key, name text not null unique);
insert into parttype values (1, 'Inventory'), (2, 'Non-Inventory'), (3, 'Kit'), (4, 'Alias'), (5, 'Shipping');

create table buildtype (id bigint primary key, name text not null unique);
insert into buildtype values (1, 'Purchased'), (2, 'Built'), (3, 'Built to Order');

create table sitetype (id bigint primary key, name text not null unique);
insert into sitetype values (1, 'Warehouse'), (2, 'Store'), (3, 'Supplier');

create table locationtype (id bigint primary key, name text not null unique);
insert into locationtype values (1, 'Storage'), (2, 'Moving'), (3, 'Carton');

create table task (id bigint primary key, name text not null unique);
insert into task values (1, 'Pick'), (2, 'Pack'), (3, 'Ship'), (4, 'Pickup');

create table emailtype (id bigint primary key, name text not null unique);
insert into emailtype values (1, 'Main'), (2, 'Billing'), (3, 'Shipping'), (4, 'Other');
create table phonetype (id bigint primary key, name text not null unique);
insert into phonetype values (1, 'Main'), (2, 'Mobile'), (3, 'Fax'), (4, 'Other');
create table addresstype (id bigint primary key, name text not null unique);
insert into addresstype values (1, 'Main'), (2, 'Billing'), (3, 'Shipping'), (4, 'Other');

create table usertype (id bigint primary key, name text not null unique);
insert into usertype values (1, 'Standard'), (2, 'API'), (3, 'Engine');

create table bulkrunstatus (id bigint primary key, name text not null unique);
insert into bulkrunstatus values (1, 'Running'), (2, 'Paused'), (3, 'Done'), (4, 'Canceled');
