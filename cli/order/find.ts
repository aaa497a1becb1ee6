import type { Client } from '../../client/client.ts';
import { Failure } from '../../lib/failure.ts';

/** How a command uses an order: it guesses an order only if a wrong guess changes nothing. */
export type Use = 'read' | 'change';

/**
 * Finds an order by id or number. `number:10248` is always a number, and `id:10248` an id.
 * @param note gets a sentence if the text is also the number of another order
 * @throws Failure if there is no such order, or if a change could mean two
 */
export async function findOrder(client: Client, text: string, use: Use, note: (text: string) => void): Promise<number> {
  const [, how, named = text] = /^(number|id):(.+)$/.exec(text) ?? [];
  const ways = [
    ...(how === 'id' ? [] : [`number = ${JSON.stringify(named).replaceAll('%', '\\%')}`]),
    ...(how !== 'number' && /^[1-9]\d{0,14}$/.test(named) ? [`id = ${named}`] : []),
  ];
  const data =
    ways.length === 0 ? [] : (await client.salesorder.list({ filter: ways.join(' || '), fields: 'id,number' })).data;
  const byId = data.find(({ id }) => how !== 'number' && String(id) === named);
  const order = byId ?? data[0];
  if (!order) throw new Failure(`There is no order ${text}.`);
  const other = data.find(({ id }) => id !== order.id);
  if (!other) return order.id;
  if (use === 'change') {
    const both = `${named} is the id of order ${order.number}, and the number of the order with the id ${other.id}`;
    throw new Failure(`${both}. Say which one: id:${named} or number:${other.number}.`, 2);
  }
  note(
    `This is the order with the id ${order.id}. For the order with the number ${other.number}, use number:${other.number}.\n`,
  );
  return order.id;
}
