import { randomUUID } from 'node:crypto';
import { inParallel } from '../../../../cli/output/parallel.ts';
import type { Client, NewSalesOrder } from '../../../../client/client.ts';

/** A small number, so that orders compete for the same stock. */
const partCount = 12;
const linesPerOrder = 3;
/** Number of orders that are created and issued at the same time. */
const concurrency = 16;

interface OrderedLine {
  part_id: number;
  qty: number;
}

/** A shop that creates orders quickly and remembers the ordered quantities. */
export interface CrashShop {
  /** Units of each part that were put into storage. */
  readonly openingStock: number;
  readonly parts: readonly number[];
  /** Ids of the orders whose issue was confirmed to the client. */
  readonly issued: ReadonlySet<number>;
  /** Units ordered of each part, by part id. */
  readonly ordered: ReadonlyMap<number, number>;
  /** Creates and issues `count` orders, 16 at a time. */
  issueOrders(count: number): Promise<void>;
  /** Creates and issues an order. @param values fields that differ from other orders. @returns its id */
  issueOrder(values: Partial<NewSalesOrder>): Promise<number>;
  /** Creates `count` drafts of one line for the carriers that book nothing. @returns their ids */
  createDrafts(count: number, values?: Partial<NewSalesOrder>): Promise<number[]>;
  /** Sends all requests of all orders again, as a client does that received no response. */
  repeatAll(): Promise<void>;
}

/** Creates parts, stock and a customer. @param carriers names of configured carriers; orders use them alternately */
export async function openCrashShop(client: Client, carriers: readonly string[]): Promise<CrashShop> {
  const openingStock = 10_000;
  const storage = (await client.location.list({ filter: 'locationtype_id = 1' })).data[0]!.id;
  const known = new Map((await client.carrier.list()).data.map(({ id, name }) => [name, id]));
  const carrierIds = carriers.map((name) => known.get(name)!);
  const customer = await client.customer.create({ type: 'Company', name: 'Ernst Handel' });
  const box = {
    name: 'Box',
    inner_width_mm: 200,
    inner_length_mm: 150,
    inner_depth_mm: 100,
    max_gross_weight_g: 5_000,
  };
  await client.cartontype.create(box);
  const parts: number[] = [];
  for (let at = 0; at < partCount; at += 1) {
    const size = { width_mm: 120, length_mm: 90, depth_mm: 40, weight_g: 300 };
    const { id } = await client.part.create({ number: `C${at}`, name: `Part ${at}`, parttype_id: 1, ...size } as never);
    const opening = { part_id: id, location_id: storage, qty: openingStock, reason: 'opening stock' };
    await client.inventoryadjustment.create(opening);
    parts.push(id);
  }

  const issued = new Set<number>();
  const sent: (() => Promise<number>)[] = [];
  const ordered = new Map<number, number>();
  let orderCount = 0;

  function bodyOf(carrier_id: number, lines: readonly OrderedLine[]) {
    for (const { part_id, qty } of lines) ordered.set(part_id, (ordered.get(part_id) ?? 0) + qty);
    return {
      customer_id: customer.id,
      carrier_id,
      ship_to_name: 'Ernst Handel',
      ship_address_1: 'Kirchgasse 6',
      ship_city: 'Graz',
      ship_postal_code: '8010',
      ship_country: 'AT',
      lines: lines.map((line) => ({ ...line, unit_price: 5 })),
    };
  }

  async function issueOrder(values: Partial<NewSalesOrder> = {}): Promise<number> {
    const number = orderCount++;
    const body = { ...bodyOf(carrierIds[number % carrierIds.length]!, linesOf(number, parts)), ...values };
    const [createKey, issueKey] = [randomUUID(), randomUUID()];
    const send = async () => {
      const { id } = await client.salesorder.create(body, { idempotencyKey: createKey });
      await client.salesorder.issue(id, undefined, { idempotencyKey: issueKey });
      issued.add(id);
      return id;
    };
    sent.push(send);
    return send();
  }

  return {
    openingStock,
    parts,
    issued,
    ordered,
    issueOrder,
    async issueOrders(count) {
      let left = count;
      const one = async () => {
        while (left-- > 0) await issueOrder();
      };
      await Promise.all(Array.from({ length: concurrency }, one));
    },
    async createDrafts(count, values = {}) {
      const ids: number[] = [];
      const withoutBooking = ['Own Van', 'Will Call'].map((name) => known.get(name)!);
      await inParallel(Array(count).keys(), concurrency, async (number) => {
        const line = { part_id: parts[number % partCount]!, qty: 1 + (number % 3) };
        const body = { ...bodyOf(withoutBooking[number % withoutBooking.length]!, [line]), ...values };
        ids.push((await client.salesorder.create(body)).id);
      });
      return ids;
    },
    async repeatAll() {
      await Promise.all(sent.map((send) => send()));
    },
  };
}

/** Returns lines with quantities from 1 to 4, so that some orders need one carton and some need several. */
function linesOf(number: number, parts: readonly number[]): OrderedLine[] {
  return Array.from({ length: linesPerOrder }, (_, line) => ({
    part_id: parts[(number * 5 + line * 7) % parts.length]!,
    qty: 1 + ((number + line) % 4),
  }));
}
