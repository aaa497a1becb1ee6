import { setTimeout as pause } from 'node:timers/promises';
import type { Client as Temporal } from '@temporalio/client';
import { expect } from 'vitest';
import { type Client, createClient } from '../../client/client.ts';
import { orderWorkflowId } from '../../workflows/contract/order.ts';
import { progress } from '../../workflows/order/messages.ts';
import { until } from '../support/stack.ts';

/** A shop on a whole stack, with one part in stock and one out of stock. */
export interface HistoryShop {
  readonly client: Client;
  /** Creates an order of two lines, by default of the part in stock. @returns its id */
  create(number: string, order?: HistoryOrder): Promise<number>;
  /** Creates an order and issues it. */
  issue(number: string, order?: HistoryOrder): Promise<number>;
  readonly missingPart: number;
  deliver(part: number): Promise<void>;
}

interface HistoryOrder {
  readonly carrier?: string;
  readonly part?: number;
  /** The stand-in carrier refuses addresses with `FAIL`. */
  readonly postalCode?: string;
}

/** A shop with access to the engine. */
export interface RecordedShop extends HistoryShop {
  readonly url: string;
  readonly temporal: Temporal;
}

/**
 * Kinds of orders that are recorded from the whole stack: service, PostgreSQL, Temporal and worker as `conveyor up` starts them,
 * with the rules of test/support/history-shop-config.yaml. Each returns the order's id when only the engine has work left.
 */
export const wholeStackKinds: Record<string, (shop: RecordedShop) => Promise<number>> = {
  automatic: (shop) => shop.issue('AUTOMATIC'),
  'label-on-own-queue': (shop) => shop.issue('LABEL', { carrier: 'Parcel Post' }),
  'packed-by-hand': async (shop) => {
    const id = await shop.issue('PACKED-BY-HAND');
    await untilWaitingAt(shop, id, 'pack');
    await packByHand(shop, id);
    return id;
  },
  'short-then-delivered': async (shop) => {
    const id = await shop.issue('SHORT', { part: shop.missingPart });
    await untilEngineState(shop, id, 'attention');
    // The workflow tries once more, in case that stock has just arrived, and waits only then.
    await pause(2_000);
    await shop.deliver(shop.missingPart);
    return id;
  },
  'held-then-released': async (shop) => {
    const id = await shop.issue('HELD');
    await untilEngineState(shop, id, 'held');
    await shop.client.salesorder.release(id);
    return id;
  },
  'carrier-refused': async (shop) => {
    const id = await shop.issue('REFUSED', { carrier: 'Parcel Post', postalCode: 'FAIL' });
    await untilEngineState(shop, id, 'attention');
    // Somebody takes the carton to the post office: nothing is left to be booked.
    const { packs = [] } = await shop.client.salesorder.get(id, { embed: 'packs.cartons' });
    for (const { id: pack, cartons = [] } of packs) {
      for (const carton of cartons) await shop.client.pack.carton.update(pack, carton.id, { tracking_number: 'RR1' });
    }
    return id;
  },
  // The label is booked again after the step that its booking comes before.
  'label-canceled-after-ship': async (shop) => {
    const id = await shop.issue('LABEL-CANCELED', { carrier: 'Parcel Post' });
    await untilWaitingAt(shop, id, 'pickup');
    const { data: bookings } = await shop.client.booking.list({ where: { order_id: id } as never });
    await shop.client.booking.cancel(bookings[0]!.id);
    await until(async () => {
      const { data } = await shop.client.booking.list({ where: { order_id: id, state: 'booked' } as never });
      return data.length === 1;
    });
    await untilWaitingAt(shop, id, 'pickup');
    await shop.client.task.perform(4, { order_id: [id] });
    return id;
  },
  'issued-by-a-run': async ({ create, client }) => {
    const id = await create('BY-A-RUN');
    await client.bulkrun.create({ order_id: [id], action: 'issue' } as never);
    return id;
  },
  'driven-again': async (shop) => {
    const id = await shop.issue('ALL-BY-HAND');
    await untilEngineState(shop, id, 'waiting');
    await shop.temporal.workflow.getHandle(orderWorkflowId(id)).terminate('by mistake');
    await shop.client.salesorder.drive(id, {} as never);
    await untilEngineState(shop, id, 'waiting');
    for (const step of ['pick', 'pack', 'ship', 'pickup'] as const) {
      await shop.client.salesorder.automatic(id, { step } as never);
    }
    return id;
  },
  'pack-skipped': async (shop) => {
    const id = await shop.issue('PACK-SKIPPED');
    await untilWaitingAt(shop, id, 'pack');
    await shop.client.salesorder.skip(id, { step: 'pack', by: 'Ana Ortiz' });
    return id;
  },
};

/** Kinds of autoworks that are recorded. Each returns the autowork's id. A user with few permissions requests them. */
export const wholeStackAutoworks: Record<string, (shop: RecordedShop) => Promise<number>> = {
  'all-tasks': async (shop) => {
    const id = await shop.issue('AUTOWORK');
    await untilWaitingAt(shop, id, 'pick');
    return requestAutowork(shop, id);
  },
  'carrier-refused': async (shop) => {
    const id = await shop.issue('AUTOWORK-REFUSED', { carrier: 'Parcel Post', postalCode: 'FAIL' });
    await untilWaitingAt(shop, id, 'pick');
    return requestAutowork(shop, id);
  },
  'with-details': async (shop) => {
    const { client } = shop;
    const id = await shop.issue('AUTOWORK-DETAILS');
    await untilWaitingAt(shop, id, 'pick');
    const { carrier_id } = await client.salesorder.get(id);
    const level = await client.carrier.servicelevel.create(carrier_id as number, { name: 'Standard' } as never);
    const lines = await client.salesorder.line.list(id);
    return requestAutowork(shop, id, {
      line_details: [lines].flat().map((line) => ({ transactionline_id: idOf(line), qty: 1 })),
      carrier_id,
      carrierservicelevel_id: idOf(level),
      tracking_number: 'RR2',
    });
  },
};

async function requestAutowork({ client, url }: RecordedShop, id: number, body: object = {}): Promise<number> {
  const permissions = ['salesorder.autowork', 'task.perform'];
  const email = `ana.ortiz.${id}@shop.example`;
  const user = { first_name: 'Ana', last_name: 'Ortiz', email, usertype: 'API' as const, permissions };
  const ana = createClient({ url, apiKey: (await client.user.create(user)).api_key });
  try {
    return idOf(await ana.background.finished<object>(await ana.salesorder.autowork(id, body)));
  } finally {
    await ana.close();
  }
}

/** Creates the shop on an empty stack. */
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
async function untilEngineState({ temporal }: RecordedShop, id: number, state: string): Promise<void> {
  const workflow = temporal.workflow.getHandle(orderWorkflowId(id));
  // The workflow does not exist until the relay has started it.
  await until(async () => (await workflow.query(progress).catch(() => undefined))?.state === state);
  expect((await workflow.query(progress)).state).toBe(state);
}

async function untilWaitingAt({ client }: HistoryShop, id: number, step: string): Promise<void> {
  await until(async () => {
    const { step: now, state } = await client.salesorder.progress(id);
    return now === step && state === 'waiting';
  });
}

async function packByHand({ client }: HistoryShop, id: number): Promise<void> {
  const pack = idOf(await client.packlinebyorder.create({ order_id: [id] }));
  await client.pack.autopack(pack);
  await client.pack.finish(pack);
}

const idOf = (record: object) => (record as { id: number }).id;
