import { setTimeout as pause } from 'node:timers/promises';
import type { Client as Temporal } from '@temporalio/client';
import { expect } from 'vitest';
import { type Client, createClient } from '../../client/client.ts';
import { orderWorkflowId } from '../../workflows/contract/order.ts';
import { progress } from '../../workflows/order/messages.ts';
import { until } from '../support/stack.ts';

/** A shop on a whole stack, with a part that is in stock and one that is not. */
export interface HistoryShop {
  readonly client: Client;
  /** Creates an order of two lines, by default of what there is. @returns its id */
  create(number: string, order?: HistoryOrder): Promise<number>;
  /** Creates it and issues it. */
  issue(number: string, order?: HistoryOrder): Promise<number>;
  readonly missingPart: number;
  deliver(part: number): Promise<void>;
}

interface HistoryOrder {
  readonly carrier?: string;
  readonly part?: number;
  /** `FAIL` is an address that the stand-in carrier refuses. */
  readonly postalCode?: string;
}

/** The same with a view of the engine. */
export interface RecordedShop extends HistoryShop {
  readonly url: string;
  readonly temporal: Temporal;
}

/**
 * The kinds of orders that are recorded from the whole stack: service, PostgreSQL, Temporal and worker as `conveyor up` starts
 * them, test/support/history-shop-config.yaml for their rules. Each gives back the order's id; nothing is left to be done for
 * it by anybody but the engine then.
 */
export const wholeStackKinds: Record<string, (shop: RecordedShop) => Promise<number>> = {
  automatic: (shop) => shop.issue('AUTOMATIC'),
  'label-on-own-queue': (shop) => shop.issue('LABEL', { carrier: 'Parcel Post' }),
  'will-call-without-pack': (shop) => shop.issue('WILL-CALL', { carrier: 'Will Call' }),
  'packed-by-hand': async (shop) => {
    const id = await shop.issue('PACKED-BY-HAND');
    await waitsFor(shop, id, 'pack');
    await packByHand(shop, id);
    return id;
  },
  'all-by-hand': async (shop) => {
    const id = await shop.issue('ALL-BY-HAND');
    await waitsFor(shop, id, 'pick');
    await pickByHand(shop, id);
    await waitsFor(shop, id, 'pack');
    await packByHand(shop, id);
    await waitsFor(shop, id, 'ship');
    const ship = await shop.client.shiplinebyorder.create({ order_id: [id] });
    await shop.client.ship.finish(idOf(ship));
    await waitsFor(shop, id, 'pickup');
    await pickUpByHand(shop, id);
    return id;
  },
  'short-then-delivered': async (shop) => {
    const id = await shop.issue('SHORT', { part: shop.missingPart });
    await engineSays(shop, id, 'attention');
    // It tries once more by itself, in case that stock came just then; only after that it waits.
    await pause(2_000);
    await shop.deliver(shop.missingPart);
    return id;
  },
  'held-then-released': async (shop) => {
    const id = await shop.issue('HELD');
    await engineSays(shop, id, 'held');
    await shop.client.salesorder.release(id);
    return id;
  },
  'carrier-refused': async (shop) => {
    const id = await shop.issue('REFUSED', { carrier: 'Parcel Post', postalCode: 'FAIL' });
    await engineSays(shop, id, 'attention');
    // Somebody takes the carton to the post office: there is nothing left to be booked.
    const { packs = [] } = await shop.client.salesorder.get(id, { embed: 'packs.cartons' });
    for (const { id: pack, cartons = [] } of packs) {
      for (const carton of cartons) await shop.client.pack.carton.update(pack, carton.id, { tracking_number: 'RR1' });
    }
    return id;
  },
  'pack-skipped': async (shop) => {
    const id = await shop.issue('PACK-SKIPPED');
    await waitsFor(shop, id, 'pack');
    await shop.client.salesorder.skip(id, { step: 'pack', by: 'Ana Ortiz' });
    return id;
  },
};

/** The same of autoworks; each gives back the autowork's id. Somebody at the counter asks for them, with no more rights than that takes. */
export const wholeStackAutoworks: Record<string, (shop: RecordedShop) => Promise<number>> = {
  'all-tasks': async (shop) => {
    const id = await shop.issue('AUTOWORK');
    await waitsFor(shop, id, 'pick');
    return workedOff(shop, id);
  },
  'carrier-refused': async (shop) => {
    const id = await shop.issue('AUTOWORK-REFUSED', { carrier: 'Parcel Post', postalCode: 'FAIL' });
    await waitsFor(shop, id, 'pick');
    return workedOff(shop, id);
  },
};

async function workedOff({ client, url }: RecordedShop, id: number): Promise<number> {
  const permissions = ['salesorder.autowork', 'task.perform'];
  const email = `ana.ortiz.${id}@shop.example`;
  const user = { first_name: 'Ana', last_name: 'Ortiz', email, usertype: 'API' as const, permissions };
  const ana = createClient({ url, apiKey: (await client.user.create(user)).api_key });
  try {
    return idOf(await ana.background.finished<object>(await ana.salesorder.autowork(id)));
  } finally {
    await ana.close();
  }
}

/** Makes the shop on an empty stack. */
export async function openHistoryShop(client: Client): Promise<HistoryShop> {
  const storage = (await client.location.list({ filter: 'locationtype_id = 1' })).data[0]!.id;
  const carriers = new Map((await client.carrier.list()).data.map(({ id, name }) => [name, id]));
  const customer = await client.customer.create({ type: 'Company', name: 'Alfreds Futterkiste' });
  const box = {
    name: 'Box',
    inner_width_mm: 200,
    inner_length_mm: 150,
    inner_depth_mm: 100,
    max_gross_weight_g: 5_000,
  };
  await client.cartontype.create(box);
  const partOf = async (number: string) => {
    const size = { width_mm: 120, length_mm: 90, depth_mm: 40, weight_g: 300 };
    return (await client.part.create({ number, name: number, parttype_id: 1, ...size } as never)).id;
  };
  const deliver = async (part: number) => {
    await client.inventoryadjustment.create({ part_id: part, location_id: storage, qty: 100, reason: 'delivery' });
  };
  const [stocked, missingPart] = [await partOf('TEA'), await partOf('CUPS')];
  await deliver(stocked);
  const create: HistoryShop['create'] = async (
    number,
    { carrier = 'Own Van', part = stocked, postalCode = '12209' } = {},
  ) => {
    const { id } = await client.salesorder.create({
      number,
      customer_id: customer.id,
      carrier_id: carriers.get(carrier),
      ship_to_name: 'Alfreds Futterkiste',
      ship_address_1: 'Obere Str. 57',
      ship_city: 'Berlin',
      ship_postal_code: postalCode,
      ship_country: 'DE',
      lines: [
        { part_id: stocked, qty: 3, unit_price: 5 },
        { part_id: part, qty: 1, unit_price: 5 },
      ],
    });
    return id;
  };
  return {
    client,
    missingPart,
    deliver,
    create,
    async issue(number, order) {
      const id = await create(number, order);
      await client.salesorder.issue(id, { ignore_warnings: 1 });
      return id;
    },
  };
}

/** Waits until the order's workflow is in this state. */
async function engineSays({ temporal }: RecordedShop, id: number, state: string): Promise<void> {
  const workflow = temporal.workflow.getHandle(orderWorkflowId(id));
  // Until the relay has told Temporal, there is no such workflow.
  await until(async () => (await workflow.query(progress).catch(() => undefined))?.state === state);
  expect((await workflow.query(progress)).state).toBe(state);
}

async function waitsFor({ client }: HistoryShop, id: number, step: string): Promise<void> {
  await until(async () => {
    const { step: now, state } = await client.salesorder.progress(id);
    return now === step && state === 'waiting';
  });
}

async function pickByHand({ client }: HistoryShop, id: number): Promise<void> {
  const pick = idOf(await client.picklinebyorder.create({ order_id: [id] }));
  const { data: lines } = await client.pickline.list({ filter: `pick_id = ${pick}` });
  for (const line of lines) await client.pickline.commit(line.id);
  await client.pick.finish(pick);
}

async function packByHand({ client }: HistoryShop, id: number): Promise<void> {
  const pack = idOf(await client.packlinebyorder.create({ order_id: [id] }));
  await client.pack.autopack(pack);
  await client.pack.finish(pack);
}

async function pickUpByHand({ client }: HistoryShop, id: number): Promise<void> {
  const { data } = await client.pickupline.list({ filter: `orders.id = ${id}` });
  const site = (await client.site.list()).data[0]!.id;
  await client.pickup.create({ pickupline_ids: data.map((line) => line.id), site_id: site });
}

const idOf = (record: object) => (record as { id: number }).id;
