import type { Client } from '../../client/client.ts';
import { Failure } from '../../stack/processes/failure.ts';

/**
 * The order that a person means: its id, or its number. `number:10248` is a number even where it is the id of another.
 * @param note is told where it could have been another one
 * @throws Failure where there is none
 */
export async function findOrder(client: Client, given: string, note: (text: string) => void): Promise<number> {
  const number = /^number:(.+)$/.exec(given)?.[1];
  const name = JSON.stringify(number ?? given).replaceAll('%', '\\%');
  const byId = number === undefined && /^[1-9]\d{0,9}$/.test(given) ? ` || id = ${given}` : '';
  const { data } = await client.salesorder.list({ filter: `number = ${name}${byId}`, fields: 'id,number' });
  const found = data.find(({ id }) => byId !== '' && String(id) === given) ?? data[0];
  if (!found) throw new Failure(`There is no order ${given}.`);
  const other = data.find(({ id }) => id !== found.id);
  if (other)
    note(
      `This is the order with the id ${found.id}. For the one with the number ${other.number}, ask for number:${other.number}.\n`,
    );
  return found.id;
}
