import { expect } from 'vitest';
import type {
  Client,
  NewPart,
  NewSalesOrder,
  NewSalesOrderLine,
  Page,
  Part,
  TimelineEntry,
} from '../../../client/client.ts';
import type { TestService } from '../../support/test-service.ts';

/** What the areas of the suite start from: a service, the client of its administrator, and records made by that client. */
export interface CallContext {
  readonly service: TestService;
  readonly client: Client;
  readonly siteId: number;
  readonly storageId: number;
  readonly movingId: number;
  readonly customerId: number;
  /** A number that nothing else has. */
  unique(prefix: string): string;
  part(stock?: number, values?: Partial<NewPart>): Promise<Part>;
  /** An order to an address in Berlin. */
  order(lines: readonly NewSalesOrderLine[], values?: Partial<NewSalesOrder>): Promise<number>;
  /** An order of 2 units of a part that is in stock, issued. */
  issued(values?: Partial<NewSalesOrder>): Promise<{ id: number; part: Part }>;
}

export async function openOrderState(service: TestService): Promise<CallContext> {
  const { client } = service;
  const locations = await client.location.list({ embed: 'locationtype', sort: 'id' });
  const storage = locations.data.find(({ locationtype }) => locationtype.name === 'Storage')!;
  const moving = locations.data.find(({ locationtype }) => locationtype.name === 'Moving')!;
  const customer = await client.customer.create({ type: 'Company', name: 'Alfreds Futterkiste' });
  let counter = 0;
  const call: CallContext = {
    service,
    client,
    siteId: storage.site_id,
    storageId: storage.id,
    movingId: moving.id,
    customerId: customer.id,
    unique: (prefix) => `${prefix}-${++counter}`,
    async part(stock = 0, values = {}) {
      const number = call.unique('P');
      const size = { width_mm: 100, length_mm: 80, depth_mm: 40, weight_g: 250 };
      const part = await client.part.create({ number, name: `Part ${number}`, price: 12.5, ...size, ...values });
      if (stock > 0) {
        await client.inventoryadjustment.create({ part_id: part.id, location_id: storage.id, qty: stock });
      }
      return part;
    },
    async order(lines, values = {}) {
      const { id } = await client.salesorder.create({
        customer_id: customer.id,
        ship_to_name: 'Alfreds Futterkiste',
        ship_address_1: 'Obere Str. 57',
        ship_city: 'Berlin',
        ship_postal_code: '12209',
        ship_country: 'DE',
        lines: [...lines],
        ...values,
      });
      return id;
    },
    async issued(values) {
      const part = await call.part(10);
      const id = await call.order([{ part_id: part.id, qty: 2, unit_price: 10 }], values);
      await client.salesorder.issue(id, { ignore_warnings: 1 });
      return { id, part };
    },
  };
  return call;
}

/** What every resource with an address of its own can do. */
interface Reading<R> {
  list(query?: object): Promise<Page<R>>;
  each(query?: object): AsyncGenerator<R, void, undefined>;
  get(id: number, query?: object): Promise<R>;
  timeline?(id: number): Promise<TimelineEntry[]>;
}

/**
 * A record is found by filter, by simple filter, by its id and by walking over all, each time as it was given; a page of one
 * shows the last; counting alone gives no rows; only the fields asked for are shown; an id that is none is refused; times are
 * in UTC and whole seconds; and where it has a timeline, that begins with its creation.
 */
export async function expectReadable(resource: unknown, id: number): Promise<void> {
  const { list, get, each, timeline } = resource as Reading<{ id: number }>;
  const record = await get(id);
  expect(record.id).toBe(id);
  const times = Object.values(record).filter((value) => /^\d{4}-\d\d-\d\dT/.test(String(value)));
  for (const time of times) expect(time).toMatch(/T\d\d:\d\d:\d\d\+00:00$/);
  expect(await list({ filter: `id = ${id}` })).toMatchObject({ total: 1, from: 1, to: 1, data: [record] });
  expect((await list({ where: { id } })).data).toEqual([record]);
  expect(await list({ filter: `id = ${id}`, fields: 'id' })).toMatchObject({ data: [{ id }] });
  expect(Object.keys((await get(id, { fields: 'id' }))!)).toEqual(['id']);

  const { total } = await list({ perPage: 0 });
  const last = await list({ sort: '-id', perPage: 1, page: 1 });
  expect(last).toMatchObject({ total, per_page: 1, current_page: 1, last_page: total, prev_page_url: null });
  const ids: number[] = [];
  for await (const one of each({ fields: 'id' })) ids.push(one.id);
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
  expect(ids).toHaveLength(total);
  expect(last.data.map((one) => one.id)).toEqual([ids.at(-1)]);
  expect(ids).toContain(id);
  await expect(get(999_999_999)).rejects.toMatchObject({ status: 404, code: 'record.unknown' });
  if (timeline) {
    const [first] = await timeline(id);
    expect(first).toMatchObject({
      event: expect.stringMatching(/\.created$/),
      object_id: id,
      user: { id: expect.any(Number) },
    });
  }
}

/** The records below another: those of its list can each be read by their id, and an id that is none is refused. */
export async function expectBelow(
  below: { list(id: number): Promise<{ id: number }[]>; get(id: number, childId: number): Promise<unknown> },
  id: number,
  ids: readonly number[],
): Promise<void> {
  const records = await below.list(id);
  expect(records.map((one) => one.id)).toEqual(ids);
  for (const record of records) expect(await below.get(id, record.id)).toEqual(record);
  await expect(below.get(id, 999_999_999)).rejects.toMatchObject({ status: 404, code: 'record.unknown' });
}

/** A record that was removed is gone: reading it, and removing it again, are refused. */
export async function expectRemoved(
  { get, remove }: { get(id: number): Promise<unknown>; remove(id: number): Promise<unknown> },
  id: number,
): Promise<void> {
  expect(await remove(id)).toBeUndefined();
  const unknown = { status: 404, code: 'record.unknown' };
  await expect(get(id)).rejects.toMatchObject(unknown);
  await expect(remove(id)).rejects.toMatchObject(unknown);
}
