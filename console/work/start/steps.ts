import type { Client } from '../../../client/browser.ts';
import { type First, readFirst } from '../read-all.ts';

/** The steps that people do with lists, by the part of the address that names them. */
export const steps = ['pick', 'pack', 'ship'] as const;

export type Step = (typeof steps)[number];

/** An order with something to do in a step. */
export interface OpenOrder {
  readonly order_id: number;
  readonly number: string;
  readonly priority: number;
  readonly issue_date: string | null;
  readonly qty: number;
}

/** A list that somebody has begun. */
export interface OpenList {
  readonly id: number;
  readonly number: string;
  readonly workers?: readonly { readonly user_id: number; readonly name: string }[];
}

interface StepCalls {
  /** The permissions without which there is nothing to see, and nothing to make. */
  readonly reads: string;
  readonly creates: string;
  /** Reads the lists that are open at a site. */
  readonly lists: (client: Client, siteId: number, most: number) => Promise<First<OpenList>>;
  /** Reads the orders with something to do at a site, those that leave first at the top. */
  readonly orders: (client: Client, siteId: number, most: number) => Promise<First<OpenOrder>>;
  /** Finds a list of an order that is open. */
  readonly ofOrder: (client: Client, orderId: number) => Promise<OpenList | undefined>;
  /** Makes one list of orders. */
  readonly create: (client: Client, orderIds: number[]) => Promise<{ readonly id: number }>;
}

/** The state of a list that is not finished. */
const open = 1;
const ofSite = (siteId: number) => ({ filter: `site_id = ${siteId}` });
const openOf = (orderId: number) => ({ filter: `status_id = ${open} && lines[order_id = ${orderId}]`, perPage: 1 });
const openAt = (siteId: number) => ({ filter: `site_id = ${siteId} && status_id = ${open}`, sort: 'id' });

export const callsOf: Readonly<Record<Step, StepCalls>> = {
  pick: {
    ...{ reads: 'pick.read', creates: 'pick.create' },
    lists: ({ pick }, siteId, most) => readFirst((page) => pick.list({ ...openAt(siteId), ...page }), most),
    orders: ({ picklinebyorder }, siteId, most) =>
      readFirst((page) => picklinebyorder.list({ ...ofSite(siteId), ...page }), most),
    ofOrder: async ({ pick }, orderId) => (await pick.list(openOf(orderId))).data[0],
    create: (client, order_id) => client.picklinebyorder.create({ order_id }),
  },
  pack: {
    ...{ reads: 'pack.read', creates: 'pack.create' },
    lists: ({ pack }, siteId, most) => readFirst((page) => pack.list({ ...openAt(siteId), ...page }), most),
    orders: ({ packlinebyorder }, siteId, most) =>
      readFirst((page) => packlinebyorder.list({ ...ofSite(siteId), ...page }), most),
    ofOrder: async ({ pack }, orderId) => (await pack.list(openOf(orderId))).data[0],
    create: (client, order_id) => client.packlinebyorder.create({ order_id }),
  },
  ship: {
    ...{ reads: 'ship.read', creates: 'ship.create' },
    lists: ({ ship }, siteId, most) => readFirst((page) => ship.list({ ...openAt(siteId), ...page }), most),
    orders: async ({ shiplinebyorder }, siteId, most) => {
      const { data, total } = await readFirst((page) => shiplinebyorder.list({ ...ofSite(siteId), ...page }), most);
      return { data: data.map((row) => ({ ...row, qty: row.cartons || row.qty })), total };
    },
    ofOrder: async ({ ship }, orderId) => (await ship.list(openOf(orderId))).data[0],
    create: (client, order_id) => client.shiplinebyorder.create({ order_id }),
  },
};

/** Returns the address of a page of work. */
export const addressOf = (step: Step, id: number): string => `/work/${step}/${id}`;
