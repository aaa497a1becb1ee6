import { backgrounds } from './background.ts';
import { byOrder } from './by-order.ts';
import { readable, writable } from './collection.ts';
import { inventoryAdjustments } from './inventory.ts';
import { packs } from './packing.ts';
import { picklines, picks } from './picking.ts';
import type {
  Carrier,
  Customer,
  Inventory,
  InventoryMovement,
  Invoice,
  Location,
  Named,
  Pack,
  Part,
  Pick,
  Ship,
  Site,
} from './records.ts';
import { salesorders } from './salesorder.ts';
import { pickups, ships } from './shipping.ts';
import { tasks } from './tasks.ts';
import { type ClientOptions, type Request, transport } from './transport.ts';

export { answerOf, type Background, type BackgroundRecord, isBackground, type MaybeBackground } from './background.ts';
export type { ItemQuery, ListQuery, Page } from './collection.ts';
export { type FieldError, ProblemError, TransportError } from './problem-error.ts';
export type * from './records.ts';
export type { CallOptions, ClientOptions } from './transport.ts';

/**
 * The typed client of the service's interface, over connections that are kept open.
 * @example
 * const client = createClient({ url: 'http://127.0.0.1:7420', apiKey });
 * for await (const order of client.salesorder.all({ filter: 'status_id = 1' })) await client.salesorder.issue(order.id);
 * await client.close();
 * @throws ProblemError where the service refuses; TransportError where no answer comes. GET, PUT, DELETE, and a POST with
 * an idempotency key are sent again by themselves after faults of transport and 502, 503, 504.
 */
export function createClient(options: ClientOptions) {
  const to = transport(options);
  return {
    salesorder: salesorders(to),
    task: tasks(to),
    customer: writable<Customer, Partial<Customer> & { type?: 'Company' | 'Individual' }>(to, '/customer'),
    part: writable<Part, Partial<Part>>(to, '/part'),
    site: readable<Site>(to, '/site'),
    location: writable<Location, Omit<Location, 'id'>>(to, '/location'),
    inventory: readable<Inventory>(to, '/inventory'),
    inventorymovement: readable<InventoryMovement>(to, '/inventorymovement'),
    inventoryadjustment: inventoryAdjustments(to),
    picklinebyorder: byOrder<Pick>(to, '/picklinebyorder'),
    picklinebycustomer: byOrder<Pick, { customer_id: number[] }>(to, '/picklinebycustomer'),
    picklinebypart: byOrder<Pick, { part_id: number[] }>(to, '/picklinebypart'),
    picklinebydestination: byOrder<Pick, { ship_country: string[]; ship_postal_code?: string[] }>(
      to,
      '/picklinebydestination',
    ),
    packlinebyorder: byOrder<Pack>(to, '/packlinebyorder'),
    shiplinebyorder: byOrder<Ship>(to, '/shiplinebyorder'),
    pick: picks(to),
    pickline: picklines(to),
    pack: packs(to),
    ship: ships(to),
    pickup: pickups(to),
    invoice: readable<Invoice>(to, '/invoice'),
    carrier: writable<Carrier, Partial<Omit<Carrier, 'id'>>>(to, '/carrier'),
    event: readable<Named>(to, '/event'),
    background: backgrounds(to),
    /** Any other address of the interface. */
    request: <T>(request: Request) => to.send<T>(request),
    /** Lets requests under way finish and closes the connections. */
    close: () => to.close(),
  };
}

export type Client = ReturnType<typeof createClient>;
