import { sql } from 'kysely';
import { type OrderFacts, orderTree } from '../../../records/facts.ts';
import type { Tx } from '../../platform/database/operation.ts';
import { type FactsSql, factsSql } from '../../platform/listing/sql/facts.ts';
import { noSuch } from '../../platform/records/refusals.ts';
import { partType } from '../../platform/states/kinds.ts';
import { salesorder } from '../resource.ts';

/** A problem of one line that the plan does not depend on. Issue warns of it. */
export interface LineFault {
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
  lineFaults: LineFault[];
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
  statement ??= factsSql(salesorder, orderTree);
  const { steps, joins, record } = statement;
  const { rows } = await sql<PlanInput>`
    with page as materialized (select a.* from salesorder a where a.id = any(${orderIds}::bigint[])), ${sql.raw(steps)}
    select (${sql.raw(record)})::jsonb as facts, coalesce(line.issues, '[]') as "lineFaults", this_second() as now
    from page ${sql.raw(joins)}
    left join lateral (
      select jsonb_agg(x.issue || jsonb_build_object('line_id', l.id, 'part', p.number) order by l.id)
        filter (where x.issue is not null) as issues
      from salesorderline l
      join part p on p.id = l.part_id
      cross join lateral (select case
        when p.parttype_id in (${sql.lit(partType.kit)}, ${sql.lit(partType.alias)}) then ${inside}
        when not p.active then jsonb_build_object('inactive', jsonb_build_array(p.number), 'empty_kit', false) end as issue
        -- Without this, PostgreSQL evaluates the expression at each place that reads it.
        offset 0) x
      where l.salesorder_id = page.id) line on true
    order by page.id`.execute(tx);
  return rows;
}

/** The resources of the facts are known only when all domains are loaded. */
let statement: FactsSql | undefined;

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
