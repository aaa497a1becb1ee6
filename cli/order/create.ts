import type { Client, SalesOrder } from '../../client/client.ts';
import { Failure } from '../../stack/processes/failure.ts';

export interface NewOrder {
  /** Name of an existing customer. */
  readonly customer: string;
  /** Lines as `PART=QTY` or `PART=QTY@PRICE`, with the numbers of parts. */
  readonly lines: readonly string[];
  readonly number?: string | undefined;
  readonly carrier?: string | undefined;
  readonly source?: string | undefined;
  readonly note?: string | undefined;
  /** Name, city and country (ISO 3166-1) to ship to, with commas; by default the address of the customer. */
  readonly shipTo?: string | undefined;
}

/** Creates a draft. @throws Failure for a name without a record, and for a line that cannot be read */
export async function createOrder(client: Client, order: NewOrder): Promise<SalesOrder> {
  const { customer, lines, number, carrier, source, note, shipTo } = order;
  if (lines.length === 0) throw new Failure('An order needs at least one --line PART=QTY.', 2);
  const body = {
    customer_id: await idOf('customer', customer, client),
    ...(carrier === undefined ? {} : { carrier_id: await idOf('carrier', carrier, client) }),
    ...(source === undefined ? {} : { source_id: await idOf('source', source, client) }),
    ...(number === undefined ? {} : { number }),
    ...(note === undefined ? {} : { note }),
    ...(shipTo === undefined ? {} : addressOf(shipTo)),
    lines: await Promise.all(lines.map((line) => lineOf(client, line))),
  };
  const { id } = await client.background.finished<SalesOrder>(await client.salesorder.create(body));
  return client.salesorder.get(id, { embed: 'customer,status' });
}

export function createdText({ number, customer, total }: SalesOrder): string {
  return (
    `Order ${number} of ${customer?.name} is a draft, total ${total.toFixed(2)}.\n` +
    `Issue it: conveyor order issue ${number}\n`
  );
}

async function lineOf(client: Client, text: string) {
  const [, part = '', qty, price] = /^(.+)=([\d.]+)(?:@([\d.]+))?$/.exec(text) ?? [];
  if (qty === undefined)
    throw new Failure(`--line ${text}: expected PART=QTY or PART=QTY@PRICE, such as CHAI-100=3@4.5.`, 2);
  const [record] = (await client.part.list({ where: { number: part } })).data;
  if (!record) throw new Failure(`There is no part ${part}.`, 2);
  return { part_id: record.id, qty, ...(price === undefined ? {} : { unit_price: price }) };
}

async function idOf(kind: 'customer' | 'carrier' | 'source', name: string, client: Client): Promise<number> {
  const [record] = (await client[kind].list({ where: { name }, fields: 'id' })).data;
  if (!record) throw new Failure(`There is no ${kind} "${name}".`, 2);
  return record.id;
}

function addressOf(text: string) {
  const [ship_to_name, ship_city, ship_country, ...others] = text.split(',').map((part) => part.trim());
  if (!ship_to_name || !ship_city || !ship_country || others.length > 0)
    throw new Failure(`--ship-to ${text}: expected a name, a city and a country, such as "Alfreds,Berlin,DE".`, 2);
  return { ship_to_name, ship_city, ship_country };
}
