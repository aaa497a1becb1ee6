import type { OrderRecord } from '../../client/any-order.ts';
import type { Client } from '../../client/client.ts';
import { ProblemError } from '../../client/problem-error.ts';
import { Failure } from '../../lib/failure.ts';

/** How a command uses an order: it guesses an order only if a wrong guess changes nothing. */
export type Use = 'read' | 'change';

/** An order that a text names. */
export interface FoundOrder {
  readonly id: number;
  readonly record: OrderRecord;
}

/** Returns a client whose calls about sales orders are those about orders of another kind. They have the same bodies. */
export const clientOfKind = (client: Client, { record }: FoundOrder): Client => ({
  ...client,
  salesorder: client[record] as unknown as Client['salesorder'],
});

/** As `findOrderOfKind`, without the kind. */
export const findOrder = async (...named: Parameters<typeof findOrderOfKind>): Promise<number> =>
  (await findOrderOfKind(...named)).id;

/**
 * Finds an order of any kind by id or number. `number:10248` is always a number, and `id:10248` an id.
 * @param note gets a sentence if the text is also the number of another order
 * @throws Failure if there is no such order, or if a change could mean two
 */
export async function findOrderOfKind(
  client: Client,
  text: string,
  use: Use,
  note: (text: string) => void,
): Promise<FoundOrder> {
  const [, how, named = text] = /^(number|id):(.+)$/.exec(text) ?? [];
  const ways = [
    ...(how === 'id' ? [] : [`number = ${JSON.stringify(named).replaceAll('%', '\\%')}`]),
    ...(how !== 'number' && /^[1-9]\d{0,14}$/.test(named) ? [`id = ${named}`] : []),
  ];
  const data = ways.length === 0 ? [] : await namedOrders(client, ways.join(' || '));
  const byId = data.find(({ id }) => how !== 'number' && String(id) === named);
  const order = byId ?? data[0];
  if (!order) throw new Failure(`There is no order ${text}.`);
  const other = data.find(({ id }) => id !== order.id);
  if (!other) return order;
  if (use === 'change') {
    const both = `${named} is the id of order ${order.number}, and the number of the order with the id ${other.id}`;
    throw new Failure(`${both}. Say which one: id:${named} or number:${other.number}.`, 2);
  }
  note(
    `This is the order with the id ${order.id}. For the order with the number ${other.number}, use number:${other.number}.\n`,
  );
  return order;
}

const records: readonly OrderRecord[] = ['salesorder', 'transferorder', 'useorder'];

async function namedOrders(client: Client, filter: string): Promise<(FoundOrder & { readonly number: string })[]> {
  const found = records.map(async (record) => {
    try {
      const { data } = await (client[record] as unknown as Client['salesorder']).list({ filter, fields: 'id,number' });
      return data.map(({ id, number }) => ({ id, number, record }));
    } catch (error) {
      // Not everybody may read orders of the company itself, and a service of 0.2.0 has none.
      if (record !== 'salesorder' && error instanceof ProblemError && [403, 404].includes(error.status)) return [];
      throw error;
    }
  });
  return (await Promise.all(found)).flat();
}
