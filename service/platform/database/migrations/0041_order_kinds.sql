-- expand
-- Orders of several kinds in one table: sales orders, transfer orders to another site, and use orders of the company itself.

alter table salesorder
  add column kind text not null default 'sales',
  -- Of a transfer order: the site that receives the goods.
  add column to_site_id bigint,
  -- Of a use order.
  add column purpose text,
  add column cost_centre text,
  alter column customer_id drop not null,
  add constraint salesorder_kind check (kind in ('sales', 'transfer', 'use')) not valid,
  add constraint salesorder_customer check ((kind = 'sales') = (customer_id is not null)) not valid,
  add constraint salesorder_receiver check ((kind = 'transfer') = (to_site_id is not null) and to_site_id <> site_id) not valid,
  add constraint salesorder_to_site_id_fkey foreign key (to_site_id) references site not valid;

-- The events of the other kinds are those of sales orders.
insert into event (id, name, object, description)
select e.id + k.shift, replace(e.name, 'salesorder', k.object), k.object, replace(e.description, 'sales order', k.noun)
from event e, (values (1000, 'transferorder', 'transfer order'), (2000, 'useorder', 'use order')) as k(shift, object, noun)
where e.object = 'salesorder';

insert into object select max(id) + 1, 'transferorderline', false from object;
insert into object select max(id) + 1, 'useorderline', false from object;
