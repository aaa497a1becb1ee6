import { type Client, isProblem, type NewSalesOrder, quoted, type SalesOrder } from '../../client/client.ts';
import { Failure } from '../../lib/failure.ts';

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
  /** A repetition with the same key within 24 hours creates no second order. */
  readonly idempotencyKey?: string | undefined;
}

export interface CreatedOrder {
  readonly order: SalesOrder;
  /** False for an order that an earlier call has created. */
  readonly isNew: boolean;
}

/**
 * Creates a draft. A second call with the number and the content of an existing order returns that order.
 * @throws Failure for a name without a record, and for a line that cannot be read; ProblemError for the number of another order
 */
export async function createOrder(client: Client, order: NewOrder): Promise<CreatedOrder> {
  const { customer, lines, number, carrier, source, note, shipTo, idempotencyKey } = order;
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
  try {
    const answer = await client.salesorder.create(body, idempotencyKey === undefined ? {} : { idempotencyKey });
    const { id } = await client.background.finished<SalesOrder>(answer);
    return { order: await client.salesorder.get(id, { embed: 'customer,status' }), isNew: true };
  } catch (error) {
    const existing =
      number === undefined || !isProblem(error, 'record.exists') ? null : await orderAs(client, number, body);
    if (existing === null) throw error;
    return { order: existing, isNew: false };
  }
}

export function createdText({ order, isNew }: CreatedOrder): string {
  const { id, number, customer, status, total } = order;
  // The number could be the id of another order.
  const name = /^\d+$/.test(number) ? id : number;
  if (!isNew)
    return `Order ${number} of ${customer?.name} exists already with this content, and is ${status?.name}.\nSee it: conveyor order show ${name}\n`;
  return `Order ${number} of ${customer?.name} is a draft, total ${total.toFixed(2)}.\nIssue it: conveyor order issue ${name}\n`;
}

type Body = Omit<NewSalesOrder, 'lines'> & { lines: Awaited<ReturnType<typeof lineOf>>[] };

/** Returns the order with a number if its content matches a body; null otherwise. */
async function orderAs(client: Client, number: string, { lines, ...fields }: Body): Promise<SalesOrder | null> {
  const { data } = await client.salesorder.list({ filter: `number = ${quoted(number)}`, fields: 'id' });
  if (!data[0]) return null;
  const order = await client.salesorder.get(data[0].id, { embed: 'customer,status,lines' });
  const own = order.lines ?? [];
  const isSame =
    Object.entries(fields).every(([name, value]) => order[name as keyof SalesOrder] === value) &&
    own.length === lines.length &&
    lines.every(({ part_id, qty, unit_price }, index) => {
      const line = own[index];
      const hasPrice = unit_price === undefined || Number(unit_price) === line?.unit_price;
      return line?.part_id === part_id && line.qty === Number(qty) && hasPrice;
    });
  return isSame ? order : null;
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

/** Reads an address of three parts, or of five with street and postal code, which most countries need. */
function addressOf(text: string) {
  const parts = text.split(',').map((part) => part.trim());
  const isWhole = parts.every((part) => part !== '');
  if (isWhole && parts.length === 5) {
    const [ship_to_name, ship_address_1, ship_postal_code, ship_city, ship_country] = parts;
    return { ship_to_name, ship_address_1, ship_postal_code, ship_city, ship_country };
  }
  const [ship_to_name, ship_city, ship_country] = parts;
  if (isWhole && parts.length === 3) return { ship_to_name, ship_city, ship_country };
  throw new Failure(
    `--ship-to ${text}: expected a name, street, postal code, city and country, such as "Alfreds,Obere Str. 57,12209,Berlin,DE", or a name, city and country.`,
    2,
  );
}
