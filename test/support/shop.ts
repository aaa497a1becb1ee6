import { expect } from 'vitest';
import { type Reply, type TestService, testService } from './test-service.ts';

export interface Line {
  part_id?: number;
  external_id?: string;
  linetype_id?: number;
  qty?: number | string;
  unit_price?: number | string;
  discounts?: { discount_id: number; amount: number }[];
}

/** Records for the tests of fulfilment, and the calls that people make on them. */
export interface Shop {
  readonly siteId: number;
  readonly stockId: number;
  readonly movingId: number;
  readonly customerId: number;
  part(values?: Record<string, unknown>, stock?: number): Promise<number>;
  order(lines: readonly Line[], values?: Record<string, unknown>): Promise<number>;
  /** An order that is issued, warnings ignored. */
  issued(lines: readonly Line[], values?: Record<string, unknown>): Promise<number>;
  stock(partId: number, qty: number | string, more?: Record<string, unknown>): Promise<void>;
  carrier(name: string): Promise<number>;
  /** A further storage location of the site. */
  storage(name?: string): Promise<number>;
  cartontype(values?: Record<string, unknown>): Promise<number>;

  get(path: string): Promise<Reply['body']>;
  post(path: string, body?: unknown): Promise<Reply>;
  /** The body of a call that has to go through. */
  done(path: string, body?: unknown, method?: string): Promise<Reply['body']>;
  /** `<status> <code>` of a call that has to be refused. */
  refused(path: string, body?: unknown, method?: string): Promise<string>;
  /** The order as `GET /salesorder/{id}` shows it. */
  see(id: number, embed?: string): Promise<Reply['body']>;
  status(id: number): Promise<string>;
  /** One counter of each line of an order. */
  counters(
    id: number,
    counter: 'qty_picked' | 'qty_packed' | 'qty_shipped' | 'qty_picked_up' | 'qty_canceled',
  ): Promise<number[]>;
  perform(
    task: 'pick' | 'pack' | 'ship' | 'pickup',
    orderIds: number[],
    more?: Record<string, unknown>,
  ): Promise<Reply>;
  /** Takes orders through these tasks, by one call each. */
  through(orderIds: number[], ...tasks: ('pick' | 'pack' | 'ship' | 'pickup')[]): Promise<void>;
  progress(id: number): Promise<Reply['body']>;
  /** Units of a part by the kind of place: storage, moving, carton. */
  units(partId: number): Promise<Record<string, number>>;
}

const taskIds = { pick: 1, pack: 2, ship: 3, pickup: 4 } as const;

let counter = 0;

/** Starts a service with a shop for the tests of a file, and ends it after them, as `testService` does. */
export async function testShop(
  ...options: Parameters<typeof testService>
): Promise<{ service: TestService; shop: Shop }> {
  const service = await testService(...options);
  return { service, shop: await openShop(service) };
}

export async function openShop(service: TestService): Promise<Shop> {
  const { rows } = await service.sql.query<{ id: number; locationtype_id: number; site_id: number }>(
    'select id, locationtype_id, site_id from location where locationtype_id in (1, 2) order by id',
  );
  const storage = rows.find((row) => row.locationtype_id === 1)!;
  const moving = rows.find((row) => row.locationtype_id === 2)!;
  const done: Shop['done'] = async (path, body, method = 'POST') => {
    const reply = await service.call(method, path, body);
    if (reply.status > 204) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  const customer = await done('/customer', { type: 'Company', name: 'Alfreds Futterkiste' });
  const shop: Shop = {
    siteId: storage.site_id,
    stockId: storage.id,
    movingId: moving.id,
    customerId: customer.id,
    async part(values = {}, stock = 0) {
      const number = `P${++counter}`;
      const made = await done('/part', {
        number,
        name: `Part ${number}`,
        parttype_id: 1,
        width_mm: 100,
        length_mm: 100,
        depth_mm: 50,
        weight_g: 200,
        ...values,
      });
      if (stock > 0) await shop.stock(made.id, stock);
      return made.id;
    },
    async stock(partId, qty, more = {}) {
      const body = { part_id: partId, location_id: storage.id, qty, reason: 'opening stock', ...more };
      await done('/inventoryadjustment', body);
    },
    async order(lines, values = {}) {
      const made = await done('/salesorder', {
        customer_id: customer.id,
        ship_to_name: 'Alfreds',
        ship_address_1: 'Obere Str. 57',
        ship_city: 'Berlin',
        ship_postal_code: '12209',
        ship_country: 'DE',
        lines,
        ...values,
      });
      return made.id;
    },
    async issued(lines, values = {}) {
      const id = await shop.order(lines, values);
      await done(`/salesorder/${id}/issue`, { ignore_warnings: 1 });
      return id;
    },
    async carrier(name) {
      const list = await shop.get(`/carrier?name=${encodeURIComponent(name)}`);
      return list.data[0]?.id ?? (await done('/carrier', { name })).id;
    },
    async storage(name = `Shelf ${++counter}`) {
      return (await done('/location', { site_id: storage.site_id, name, locationtype_id: 1 })).id;
    },
    async cartontype(values = {}) {
      const size = { inner_width_mm: 400, inner_length_mm: 300, inner_depth_mm: 300 };
      return (await done('/cartontype', { name: `Box ${++counter}`, ...size, empty_weight_g: 150, ...values })).id;
    },
    get: async (path) => (await service.call('GET', path)).body,
    post: (path, body) => service.call('POST', path, body),
    done,
    async refused(path, body, method = 'POST') {
      const reply = await service.call(method, path, body);
      expect(reply.headers.get('content-type'), JSON.stringify(reply.body)).toMatch('application/problem+json');
      expect(reply.body.detail).not.toMatch(/violates|constraint|relation "|syntax|duplicate key/);
      return `${reply.status} ${reply.body.code}`;
    },
    see: (id, embed = 'status,lines') => shop.get(`/salesorder/${id}?embed=${embed}`),
    status: async (id) => (await shop.see(id, 'status')).status.name,
    async counters(id, name) {
      const lines: Record<string, number>[] = await shop.get(`/salesorder/${id}/line`);
      return lines.map((line) => line[name]!);
    },
    perform: (task, orderIds, more = {}) =>
      service.call('POST', `/task/${taskIds[task]}/perform`, { order_id: orderIds, ...more }),
    async through(orderIds, ...tasks) {
      for (const task of tasks) await done(`/task/${taskIds[task]}/perform`, { order_id: orderIds });
    },
    progress: (id) => shop.get(`/salesorder/${id}/progress`),
    async units(partId) {
      const stock = await service.sql.query<{ place: string; qty: number }>(
        `select lower(t.name) as place, sum(i.qty)::float as qty from inventory i join location l on l.id = i.location_id
         join locationtype t on t.id = l.locationtype_id where i.part_id = $1 and i.qty > 0 group by 1`,
        [partId],
      );
      return Object.fromEntries(stock.rows.map((row) => [row.place, row.qty]));
    },
  };
  return shop;
}
