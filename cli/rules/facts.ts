import type { Client } from '../../client/client.ts';
import { orderFacts } from '../../config/rules/facts-entity.ts';
import type { Entity } from '../../lib/expressions/entity.ts';
import type { OrderFacts } from '../../records/facts.ts';
import { firstRecords } from '../output/first-records.ts';

/** The relations of an order that conditions and plugins may use: `customer.groups`, `lines.part.parttype`. */
const embed = relationsOf(orderFacts).join(',');

function relationsOf({ relations }: Entity): string[] {
  return [...relations].flatMap(([name, { entity }]) => {
    const inner = relationsOf(entity);
    return inner.length === 0 ? [name] : inner.map((rest) => `${name}.${rest}`);
  });
}

/** An order with the facts for its plan. */
export interface OrderWithFacts {
  readonly facts: OrderFacts;
  /** Time of issue; null for a draft. */
  readonly issued: string | null;
}

/**
 * Requests the facts of orders, the newest first.
 * @param filter filter expression over orders
 */
export async function ordersWithFacts(
  client: Client,
  filter: string | undefined,
  most: number,
): Promise<OrderWithFacts[]> {
  const query = { filter, embed, sort: '-id' };
  const { records } = await firstRecords(most, (page) => client.salesorder.list({ ...query, ...page } as never));
  return (records as unknown as Record<string, unknown>[]).map((record) => ({
    facts: withWeight(read(orderFacts, record) as unknown as OrderFacts),
    issued: (record.issue_date as string | null) ?? null,
  }));
}

/** Reads the fields of an entity. Decimals are numbers in responses and texts in facts. */
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

/** Adds the weight of the order, which the interface does not return. It is the sum of the lines, as in the service. */
function withWeight(facts: OrderFacts): OrderFacts {
  const weighed = facts.lines.filter(({ part }) => part !== null);
  const isKnown = weighed.every(({ part }) => part?.weight_g != null);
  const total = weighed.reduce((sum, { qty, part }) => sum + Number(qty) * (part?.weight_g ?? 0), 0);
  return { ...facts, weight_g: isKnown && weighed.length > 0 ? String(Number(total.toFixed(6))) : null };
}
