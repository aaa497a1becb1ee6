import { expect } from 'vitest';
import type { Reply, TestService } from '../../support/test-service.ts';
import { compare } from './compare.ts';
import * as orders from './orders.ts';
import * as packs from './packs.ts';
import * as picks from './picks.ts';
import * as pickups from './pickups.ts';
import * as ships from './ships.ts';
import * as stock from './stock.ts';
import {
  type Carrier,
  type Details,
  finishedBefore,
  firstPrice,
  isOpen,
  type Kind,
  newLine,
  type Order,
  type Part,
  Refused,
  refuseIf,
  type Step,
  type ToOrder,
  type World,
  worksOf,
} from './world.ts';

/** The records of one run. The model learns only the answers of the service. */
export interface Place {
  readonly service: TestService;
  readonly customerId: number;
  readonly movingId: number;
  /** Returns the units of a part in storage, by lot. */
  readonly lots: readonly string[];
  readonly carriers: readonly Carrier[];
  /** The site that transfer orders send goods to. */
  readonly branchId: number;
  /** The calls so far, for the report of a failure. */
  readonly log: string[];
  /** Tells the runs of one test service apart. */
  readonly name: string;
}

/** A new record. Its id comes from the answer. */
// biome-ignore lint/suspicious/noConfusingVoidType: most calls of the model return no record
export type Made = { id: number | null } | void;

export interface Call {
  method?: 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: object;
  /** The same call on the model. */
  does: () => Made;
  /** Copies values of the answer into the model, such as ids. */
  learn?: (body: Reply['body']) => void;
  /** For a call with a dry run before it: the answers of both without what may differ. */
  dryRun?: (body: Reply['body']) => unknown;
}

export const workable = (order: Order) => isOpen(order) && !order.held;
/** Orders that have reached the step. */
export const isAt: Record<Step, (order: Order) => boolean> = {
  pick: (order) => workable(order) && worksOf(order).some((work) => work.picklines.some((line) => !line.finished)),
  pack: (order) =>
    workable(order) &&
    order.required.includes('pack') &&
    worksOf(order).some((work) => work.done.pick > work.done.pack),
  ship: (order) =>
    workable(order) &&
    order.required.includes('ship') &&
    worksOf(order).some((work) =>
      order.required.includes('pack')
        ? [...work.cartons.keys()].some((carton) => carton.status === 'Closed' && carton.ship === null)
        : work.done.pick > work.done.ship,
    ),
  pickup: (order) => workable(order) && worksOf(order).some((work) => finishedBefore(work) > work.done.pickup),
};
export const ids = (records: readonly { id: number | null }[]) => records.map((record) => record.id);

const tasks = { pick: 1, pack: 2, ship: 3, pickup: 4 } as const satisfies Record<Step, number>;
const performing = {
  pick: picks.performPick,
  pack: packs.performPack,
  ship: ships.performShip,
  pickup: pickups.performPickup,
} as const satisfies Record<Step, (world: World, orders: Order[], details: Details | null, partial: boolean) => Made>;

export interface Perform {
  /** A part of the orders. Without it, all of them. */
  details?: Details;
  /** Pick the units in stock, and leave the rest open. */
  partial: boolean;
}

export const performCall = (world: World, step: Step, orders: Order[], { details, partial }: Perform): Call => ({
  path: `/task/${tasks[step]}/perform`,
  body: {
    order_id: ids(orders),
    partial: partial ? 1 : 0,
    line_details:
      details &&
      [...details].map(([line, qty]) => ({ transactionline_id: line.id, ...(qty === 'all' ? {} : { qty }) })),
  },
  does: () => {
    const theirs = orders.flatMap((order) => order.lines);
    refuseIf(details !== undefined && [...details.keys()].some((line) => !theirs.includes(line)), 422);
    return performing[step](world, orders, details ?? null, partial);
  },
});

/** Returns the call that performs the step of an order, if the order has it. */
export const takeThrough = (world: World, step: Step, order: Order): Call | null =>
  isAt[step](order) ? performCall(world, step, [order], { partial: true }) : null;

export const postalCode = (place: Place, at: number): string => `${place.name}-${at}`;

/** The name of a lot decides its expiry date: the lower name expires first. */
const expiryOf = (lot: string) => `2040-01-0${lot.slice(1)}`;

export function adjust(world: World, part: Part, location: number, lot: string, qty: number): Call {
  const tracking = lot === '' ? undefined : [{ lot, expires_on: expiryOf(lot), qty }];
  const body = { part_id: part.id, location_id: location, qty, tracking };
  return { path: '/inventoryadjustment', body, does: () => stock.adjust(world, part, location, lot, qty) };
}

export const pathOf = ({ kind, id }: Order): string => `/${kind}order/${id}`;

/** The body of a line. Only customers pay. */
export const lineBody = (kind: Kind, { part, qty }: ToOrder) => ({
  part_id: part.id,
  qty,
  ...(kind === 'sales' ? { unit_price: firstPrice } : {}),
});

export const issue = (world: World, order: Order): Call => ({
  path: `${pathOf(order)}/issue`,
  body: { ignore_warnings: 1 },
  does: () => orders.issue(world, order),
});

export interface OrderToBe {
  kind: Kind;
  carrier: Carrier;
  lines: readonly ToOrder[];
  priority: number;
  postal: number;
}

/** Use orders are picked and leave stock. */
const ownUse: Carrier = { id: null, steps: ['pick', 'pickup'], ruledOut: [] };

export function createOrder(world: World, place: Place, order: OrderToBe): Call {
  const { kind, lines, priority } = order;
  const carrier = kind === 'use' ? ownUse : order.carrier;
  const code = kind === 'sales' ? postalCode(place, order.postal) : kind;
  const body = {
    ...bodyOfKind(place, order, code),
    priority,
    lines: lines.map((line) => lineBody(kind, line)),
  };
  return {
    path: `/${kind}order?embed=lines`,
    body,
    does: () => undefined,
    learn: (answer: { id: number; lines: { id: number }[] }) => {
      const ofLine = answer.lines.map((line) => line.id).sort((a, b) => a - b);
      world.orders.push({
        id: answer.id,
        kind,
        postalCode: code,
        carrier,
        priority,
        lines: lines.map((line, at) => newLine(ofLine[at]!, line)),
        status: 'Draft',
        held: false,
        required: [],
        ruledOut: [],
        skipped: new Set(),
        issuedAt: 0,
        sent: { body, carrier, lines },
      });
    },
  };
}

function bodyOfKind({ name, log, customerId, branchId }: Place, { kind, carrier }: OrderToBe, code: string): object {
  if (kind === 'use') return { purpose: 'Repair' };
  if (kind === 'transfer') return { to_site_id: branchId, carrier_id: carrier.id };
  return {
    external_id: `${name}-${log.length}`,
    customer_id: customerId,
    carrier_id: carrier.id,
    ship_to_name: 'Alfreds',
    ship_address_1: 'Obere Str. 57',
    ship_city: 'Berlin',
    ship_postal_code: code,
    ship_country: 'DE',
  };
}

/** Sends the body of an order again, as a shop does that had no answer. */
export const createAgain = (order: Order): Call => ({
  path: '/salesorder',
  body: order.sent.body,
  does: () => orders.createAgain(order),
  learn: ({ id }) => expect(id).toBe(order.id),
});

/** Makes a dry run of a call, and checks that it changes nothing. */
async function tryOut({ method = 'POST', path, body }: Call, world: World, place: Place): Promise<Reply> {
  const reply = await place.service.call(method, path, body, { prefer: 'dry-run' });
  place.log.push(`dry run of ${method} ${path} ${JSON.stringify(body)} → ${reply.status} ${reply.body?.code ?? ''}`);
  await reported(place, () => compare(world, place.service));
  return reply;
}

/** Returns what a dry run answers as the call itself does. */
const same = ({ dryRun }: Call, { status, body }: Reply): unknown =>
  status < 300 ? dryRun?.(body) : { status, code: body.code, detail: body.detail };

/** Adds the calls so far to a failure. */
async function reported(place: Place, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (error instanceof Error) error.message += `\n${place.log.join('\n')}`;
    throw error;
  }
}

/** Makes a call on the service and on the model, and checks that answers and facts are the same. */
export async function play(call: Call, world: World, place: Place, { check }: { check: boolean }): Promise<number> {
  const { method = 'POST', path, body, does: run, learn, dryRun } = call;
  const foreseen = dryRun && (await tryOut(call, world, place));
  let expected = 'done';
  let made: { id: number | null } | undefined;
  try {
    made = run() ?? undefined;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    expected = String(error.status);
  }
  const reply = await place.service.call(method, path, body);
  place.log.push(
    `${method} ${path} ${JSON.stringify(body)} → ${reply.status} ${reply.body?.code ?? reply.body?.id ?? ''}`,
  );
  await reported(place, async () => {
    expect(reply.status < 300 ? 'done' : String(reply.status), JSON.stringify(reply.body)).toBe(expected);
    if (foreseen) expect(same(call, reply)).toEqual(same(call, foreseen));
    if (reply.status < 300) {
      learn?.(reply.body);
      if (made && made.id === null) made.id = reply.body.id;
    }
    if (!check) return;
    await compare(world, place.service);
    expect(await place.service.verify()).toEqual([]);
  });
  return reply.status;
}
