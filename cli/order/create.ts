import { type Client, isProblem, quoted } from '../../client/client.ts';
import { Failure } from '../../lib/failure.ts';
import type { OrderKind } from '../../records/sales-order.ts';
import { embeds, type ListedOrder, ordersOf, recordOf, whomOf } from './kinds.ts';

export interface NewOrder {
  readonly kind?: OrderKind;
  /** Name of the customer of a sales order. */
  readonly customer?: string | undefined;
  /** Name of the site that gets the goods of a transfer order. */
  readonly toSite?: string | undefined;
  /** Why a use order uses the goods. */
  readonly purpose?: string | undefined;
  readonly costCentre?: string | undefined;
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
  readonly order: ListedOrder;
  /** False for an order that an earlier call has created. */
  readonly isNew: boolean;
}

/**
 * Creates a draft. A second call with the number and the content of an existing order returns that order.
 * @throws Failure for a name without a record, and for a line that cannot be read; ProblemError for the number of another order
 */
export async function createOrder(client: Client, order: NewOrder): Promise<CreatedOrder> {
  const { kind = 'sales', lines, number, carrier, source, note, shipTo, costCentre, idempotencyKey } = order;
  if (lines.length === 0) throw new Failure('An order needs at least one --line PART=QTY.', 2);
  const body = {
    ...(await forWhom(client, kind, order)),
    ...(costCentre === undefined ? {} : { cost_centre: costCentre }),
    ...(carrier === undefined ? {} : { carrier_id: await idOf('carrier', carrier, client) }),
    ...(source === undefined ? {} : { source_id: await idOf('source', source, client) }),
    ...(number === undefined ? {} : { number }),
    ...(note === undefined ? {} : { note }),
    ...(shipTo === undefined ? {} : addressOf(shipTo)),
    lines: await Promise.all(lines.map((line) => lineOf(client, line))),
  };
  const orders = ordersOf(client, kind);
  try {
    const answer = await orders.create(body as never, idempotencyKey === undefined ? {} : { idempotencyKey });
    const { id } = await client.background.finished<ListedOrder>(answer);
    return { order: await orders.get(id, { embed: embeds[kind] as never }), isNew: true };
  } catch (error) {
    const existing =
      number === undefined || !isProblem(error, 'record.exists') ? null : await orderAs(client, kind, number, body);
    if (existing === null) throw error;
    return { order: existing, isNew: false };
  }
}

/** Returns the field that an order of its kind needs. @throws Failure without its option, and for a name without a record */
async function forWhom(client: Client, kind: OrderKind, { customer, toSite, purpose }: NewOrder) {
  if (kind === 'use') return { purpose: needed(kind, 'purpose', purpose) };
  if (kind === 'transfer') return { to_site_id: await idOf('site', needed(kind, 'to-site', toSite), client) };
  return { customer_id: await idOf('customer', needed(kind, 'customer', customer), client) };
}

function needed(kind: OrderKind, option: string, value: string | undefined): string {
  if (value !== undefined) return value;
  throw new Failure(`A ${kind} order needs --${option}.`, 2);
}

const prepositions = { salesorder: 'of', transferorder: 'to', useorder: 'for' } as const;

export function createdText({ order, isNew }: CreatedOrder): string {
  const { id, number, status } = order;
  // The number could be the id of another order.
  const name = /^\d+$/.test(number) ? id : number;
  const total = 'total' in order ? `, total ${order.total.toFixed(2)}` : '';
  const whose = `Order ${number} ${prepositions[recordOf(order)]} ${whomOf(order)}`;
  if (!isNew)
    return `${whose} exists already with this content, and is ${status?.name}.\nSee it: conveyor order show ${name}\n`;
  return `${whose} is a draft${total}.\nIssue it: conveyor order issue ${name}\n`;
}

type Body = Readonly<Record<string, unknown>> & { lines: Awaited<ReturnType<typeof lineOf>>[] };

/** Returns the order of a kind with a number if its content matches a body; null otherwise. */
async function orderAs(
  client: Client,
  kind: OrderKind,
  number: string,
  { lines, ...fields }: Body,
): Promise<ListedOrder | null> {
  const orders = ordersOf(client, kind);
  const { data } = await orders.list({ filter: `number = ${quoted(number)}`, fields: 'id' });
  if (!data[0]) return null;
  const order = await orders.get(data[0].id, { embed: `${embeds[kind]},lines` as never });
  const own = (order.lines ?? []) as { part_id: number | null; qty: number; unit_price?: number }[];
  const isSame =
    Object.entries(fields).every(([name, value]) => order[name as keyof typeof order] === value) &&
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

async function idOf(kind: 'customer' | 'carrier' | 'source' | 'site', name: string, client: Client): Promise<number> {
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
