import type { Client } from '../../client/client.ts';
import { orderFacts } from '../../config/rules/facts-entity.ts';
import type { Entity } from '../../expressions/entity.ts';
import type { OrderFacts } from '../../plugins/facts.ts';

/** Everything that conditions and plugins may look at, embedded in an order. */
const embed = [
  'customer.customertype',
  'customer.groups',
  'site',
  'source',
  'carrier',
  'carrierservicelevel',
  'lines.linetype',
  'lines.part.parttype',
  'lines.part.groups',
].join(',');

/** An order with the facts that its plan is made of. */
export interface OrderWithFacts {
  readonly facts: OrderFacts;
  readonly status: string;
  /** When it was issued; null before. */
  readonly issued: string | null;
}

/** Orders of a page of 100: more make answers of many megabytes. */
const atOnce = 100;

/**
 * The facts of orders as the interface serves them now, the newest first.
 * @param filter expression over orders
 */
export async function ordersWithFacts(
  client: Client,
  filter: string | undefined,
  most: number,
): Promise<OrderWithFacts[]> {
  const found: OrderWithFacts[] = [];
  for (let page = 1; found.length < most; page += 1) {
    const perPage = Math.min(atOnce, most);
    const answer = await client.salesorder.list({
      filter,
      embed: `${embed},status`,
      sort: '-id',
      perPage,
      page,
    } as never);
    for (const record of answer.data as unknown as Record<string, unknown>[]) {
      found.push({
        facts: withWeight(read(orderFacts, record) as unknown as OrderFacts),
        status: String((record.status as { name?: string } | undefined)?.name ?? ''),
        issued: (record.issue_date as string | null) ?? null,
      });
    }
    if (page >= answer.last_page) break;
  }
  return found.slice(0, most);
}

/** Reads what the facts name, and nothing else; decimals are numbers in answers and texts in facts. */
function read(entity: Entity, record: Record<string, unknown>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, { type }] of entity.fields) {
    const value = record[name] ?? null;
    result[name] = type === 'decimal' && value !== null ? String(value) : value;
  }
  for (const [name, { many, entity: other }] of entity.relations) {
    const value = record[name] ?? null;
    if (many) result[name] = ((value ?? []) as Record<string, unknown>[]).map((each) => read(other, each));
    else result[name] = value === null ? null : read(other, value as Record<string, unknown>);
  }
  return result;
}

/** The weight of an order is no field of the interface; it follows from its lines, as the service works it out. */
function withWeight(facts: OrderFacts): OrderFacts {
  const weighed = facts.lines.filter(({ part }) => part !== null);
  const known = weighed.every(({ part }) => part?.weight_g != null);
  const total = weighed.reduce((sum, { qty, part }) => sum + Number(qty) * (part?.weight_g ?? 0), 0);
  return { ...facts, weight_g: known && weighed.length > 0 ? String(Number(total.toFixed(6))) : null };
}
