import { expect } from 'vitest';
import type { NewPart, NewSalesOrder, NewSalesOrderLine, Page, Part, TimelineEntry } from '../../../client/client.ts';
import type { EngineClient } from '../../../client/engine.ts';
import type { TestService } from '../../support/test-service.ts';

/** The start of every area: a service, the client of its administrator, and records of that client. */
export interface TestContext {
  readonly service: TestService;
  readonly client: EngineClient;
  readonly siteId: number;
  readonly storageId: number;
  readonly movingId: number;
  readonly customerId: number;
  /** Returns a unique number. */
  unique(prefix: string): string;
  part(stock?: number, values?: Partial<NewPart>): Promise<Part>;
  /** Creates an order to an address in Berlin. */
  order(lines: readonly NewSalesOrderLine[], values?: Partial<NewSalesOrder>): Promise<number>;
  /** Issues an order of 2 units of a part in stock. */
  issued(values?: Partial<NewSalesOrder>): Promise<{ id: number; part: Part }>;
}

export async function createTestContext(service: TestService): Promise<TestContext> {
  const { client } = service;
  const locations = await client.location.list({ embed: 'locationtype', sort: 'id' });
  const storage = locations.data.find(({ locationtype }) => locationtype.name === 'Storage')!;
  const moving = locations.data.find(({ locationtype }) => locationtype.name === 'Moving')!;
  const customer = await client.customer.create({ type: 'Company', name: 'Alfreds Futterkiste' });
  let counter = 0;
  const call: TestContext = {
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

/** The calls of every resource with its own address. */
interface ResourceReads<R> {
  list(query?: object): Promise<Page<R>>;
  each(query?: object): AsyncGenerator<R, void, undefined>;
  get(id: number, query?: object): Promise<R>;
  timeline?(id: number): Promise<TimelineEntry[]>;
}

/**
 * Expects that a record is found by filter, by simple filter, by id and among all records. Checks pages, counts, selected fields,
 * unknown ids and the format of times, and that a timeline starts with the creation.
 */
export async function expectReadable(resource: unknown, id: number): Promise<void> {
  const { list, get, each, timeline } = resource as ResourceReads<{ id: number }>;
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

/** Expects that each record of a list below another record can be read by id, and that an unknown id is refused. */
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

/** Removes a record, and expects that a read and a second removal are refused. */
export async function expectRemoved(
  { get, remove }: { get(id: number): Promise<unknown>; remove(id: number): Promise<unknown> },
  id: number,
): Promise<void> {
  expect(await remove(id)).toBeUndefined();
  const unknown = { status: 404, code: 'record.unknown' };
  await expect(get(id)).rejects.toMatchObject(unknown);
  await expect(remove(id)).rejects.toMatchObject(unknown);
}
