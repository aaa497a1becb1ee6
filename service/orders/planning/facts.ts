import { sql } from 'kysely';
import type { OrderFacts } from '../../../plugins/facts.ts';
import type { Tx } from '../../platform/database/operation.ts';
import { isoTime } from '../../platform/database/sql-forms.ts';
import { noSuch } from '../../platform/records/refusals.ts';
import { partType } from '../../platform/states/kinds.ts';

/** A problem of one line that the plan does not depend on. Issue warns of it. */
export interface LineIssue {
  line_id: number;
  part: string;
  /** Numbers of the inactive parts: the part of the line, and the parts inside a kit or behind an alias. */
  inactive: string[];
  /** True for a kit without components, or a part with such a kit inside. */
  empty_kit: boolean;
}

/** Everything that the plan of an order depends on, besides the rule set. */
export interface PlanInput {
  facts: OrderFacts;
  lineIssues: LineIssue[];
  /** The second of the transaction. The issue writes it as `issue_date`, so that rules about both see the same. */
  now: Date;
}

/**
 * Reads the facts that the plan of an order depends on, in one statement. They have the names of the interface.
 * @throws record.unknown
 */
export async function orderFacts(tx: Tx, orderId: number): Promise<PlanInput> {
  const [found] = await factsOfOrders(tx, [orderId]);
  if (!found) throw noSuch('salesorder', orderId);
  return found;
}

/** Reads the facts of several orders in one statement. @returns those of the orders that exist, by id */
export async function factsOfOrders(tx: Tx, orderIds: readonly number[]): Promise<PlanInput[]> {
  const { rows } = await sql<PlanInput>`
    -- Reads the orders with their customers, lines and carriers, each as a JSON object.
    select jsonb_build_object(
      'id', o.id, 'number', o.number, 'customer_id', o.customer_id, 'site_id', o.site_id, 'carrier_id', o.carrier_id,
      'priority', o.priority, 'created_at', ${isoTime('o.created_at')},
      'issue_date', ${isoTime('o.issue_date')}, 'note', o.note, 'source_id', o.source_id, 'job_id', o.job_id,
      'ship_to_name', o.ship_to_name, 'ship_address_1', o.ship_address_1, 'ship_address_2', o.ship_address_2,
      'ship_city', o.ship_city, 'ship_region', o.ship_region, 'ship_postal_code', o.ship_postal_code, 'ship_country', o.ship_country,
      'bill_to_name', o.bill_to_name, 'bill_address_1', o.bill_address_1, 'bill_address_2', o.bill_address_2,
      'bill_city', o.bill_city, 'bill_region', o.bill_region, 'bill_postal_code', o.bill_postal_code, 'bill_country', o.bill_country,
      'subtotal', ${decimal('o.subtotal')}, 'total_discount', ${decimal('o.total_discount')},
      'total_fee', ${decimal('o.total_fee')}, 'total_tax', ${decimal('o.total_tax')}, 'total', ${decimal('o.total')},
      'customer', jsonb_build_object('id', c.id, 'number', c.number, 'name', c.name, 'first_name', c.first_name, 'last_name', c.last_name,
        'phone', (select ph.phone_number from customerphone l join phone ph on ph.id = l.phone_id where l.id = c.default_phone_id),
        'email', (select e.email_address from customeremail l join email e on e.id = l.email_id where l.id = c.default_email_id),
        'type', (select t.name from customertype t where t.id = c.customertype_id), 'customertype_id', c.customertype_id,
        'status_id', c.status_id,
        'status', (select jsonb_build_object('id', t.id, 'name', t.name) from customerstatus t where t.id = c.status_id),
        'customertype', (select jsonb_build_object('id', t.id, 'name', t.name) from customertype t where t.id = c.customertype_id),
        'created_at', ${isoTime('c.created_at')},
        'groups', coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.id)
          from customer_customergroup cg join customergroup g on g.id = cg.customergroup_id where cg.customer_id = c.id), '[]'),
        'custom', c.custom),
      'site', jsonb_build_object('id', s.id, 'name', s.name, 'city', s.city, 'region', s.region, 'postal_code', s.postal_code, 'country', s.country, 'time_zone', s.time_zone),
      'source', case when src.id is not null then jsonb_build_object('id', src.id, 'name', src.name, 'service_id', src.service_id,
        'service', (select jsonb_build_object('id', sv.id, 'name', sv.name) from service sv where sv.id = src.service_id)) end,
      'job', (select jsonb_build_object('id', j.id, 'name', j.name) from job j where j.id = o.job_id),
      'carrier', case when ca.id is not null then jsonb_build_object('id', ca.id, 'name', ca.name, 'scac', ca.scac) end,
      'carrierservicelevel', case when sl.id is not null then jsonb_build_object('id', sl.id, 'name', sl.name) end,
      'weight_g', line.weight_g::text, 'custom', o.custom,
      'lines', coalesce(line.lines, '[]')
    ) as facts,
    coalesce(line.issues, '[]') as "lineIssues", this_second() as now
    from salesorder o
    join customer c on c.id = o.customer_id
    join site s on s.id = o.site_id
    left join source src on src.id = o.source_id
    left join carrier ca on ca.id = o.carrier_id
    left join carrierservicelevel sl on sl.id = o.carrierservicelevel_id
    left join lateral (
      select case when bool_and(p.weight_g is not null or p.id is null) then trim_scale(sum(l.qty * p.weight_g)) end as weight_g,
        jsonb_agg(x.issue || jsonb_build_object('line_id', l.id, 'part', p.number) order by l.id)
          filter (where x.issue is not null) as issues,
        jsonb_agg(jsonb_build_object('id', l.id, 'part_id', l.part_id, 'linetype_id', l.linetype_id, 'description', l.description,
          'linetype', jsonb_build_object('id', lt.id, 'name', lt.name),
          'qty', ${decimal('l.qty')}, 'unit_price', ${decimal('l.unit_price')}, 'total', ${decimal('l.total')},
          'custom', l.custom, 'part', case when p.id is not null then jsonb_build_object('id', p.id, 'number', p.number, 'name', p.name, 'upc', p.upc,
            'description', p.description, 'parttype_id', p.parttype_id, 'unit', p.unit, 'whole_units', p.whole_units, 'active', p.active,
            'price', ${decimal('p.price')}, 'keep_flat', p.keep_flat, 'fragile', p.fragile,
            'parttype', jsonb_build_object('id', pt.id, 'name', pt.name), 'tracking', p.tracking,
            'width_mm', p.width_mm, 'length_mm', p.length_mm, 'depth_mm', p.depth_mm, 'weight_g', p.weight_g,
            'groups', coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.id)
              from part_partgroup pg join partgroup g on g.id = pg.partgroup_id where pg.part_id = p.id), '[]'),
            'custom', p.custom) end) order by l.id) as lines
      from salesorderline l
      join linetype lt on lt.id = l.linetype_id
      left join part p on p.id = l.part_id
      left join parttype pt on pt.id = p.parttype_id
      cross join lateral (select case
        when p.parttype_id in (${sql.lit(partType.kit)}, ${sql.lit(partType.alias)}) then ${inside}
        when not p.active then jsonb_build_object('inactive', jsonb_build_array(p.number), 'empty_kit', false) end as issue
        -- Without this, PostgreSQL evaluates the expression at each place that reads it.
        offset 0) x
      where l.salesorder_id = o.id) line on true
    where o.id = any(${orderIds}::bigint[]) order by o.id`.execute(tx);
  return rows;
}

/** SQL: the issues of a kit or alias `p` and of all parts inside it, through aliases and kits of kits. */
const inside = sql`(
  with recursive inside as (
    select p.id, p.parttype_id, p.parent_part_id, p.number, p.active
    union
    select c.id, c.parttype_id, c.parent_part_id, c.number, c.active from inside i
    cross join lateral (
      select i.parent_part_id as id
      union all
      select bl.part_id from billofmaterial b join billofmaterialline bl on bl.billofmaterial_id = b.id
      where i.parttype_id = ${sql.lit(partType.kit)} and b.part_id = i.id) x
    join part c on c.id = x.id
  )
  select jsonb_build_object(
    'inactive', coalesce(jsonb_agg(i.number order by i.id <> p.id, i.id) filter (where not i.active), '[]'),
    'empty_kit', bool_or(i.parttype_id = ${sql.lit(partType.kit)} and not exists (
      select from billofmaterial b join billofmaterialline bl on bl.billofmaterial_id = b.id where b.part_id = i.id)))
  from inside i)`;

const decimal = (column: string) => sql.raw(`trim_scale(${column})::text`);
