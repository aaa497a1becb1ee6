import type { Client } from '../../client/client.ts';
import { Failure } from '../../stack/processes/failure.ts';

/**
 * Finds an order by id or number. `number:10248` is always a number.
 * @param note gets a sentence if the text is also the number of another order
 * @throws Failure if there is no such order
 */
export async function findOrder(client: Client, text: string, note: (text: string) => void): Promise<number> {
  const number = /^number:(.+)$/.exec(text)?.[1];
  const name = JSON.stringify(number ?? text).replaceAll('%', '\\%');
  const byId = number === undefined && /^[1-9]\d{0,14}$/.test(text) ? ` || id = ${text}` : '';
  const { data } = await client.salesorder.list({ filter: `number = ${name}${byId}`, fields: 'id,number' });
  const order = data.find(({ id }) => byId !== '' && String(id) === text) ?? data[0];
  if (!order) throw new Failure(`There is no order ${text}.`);
  const other = data.find(({ id }) => id !== order.id);
  if (other)
    note(
      `This is the order with the id ${order.id}. For the order with the number ${other.number}, use number:${other.number}.\n`,
    );
  return order.id;
}
