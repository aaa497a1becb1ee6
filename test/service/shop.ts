import type { House } from './house.ts';

/** Records that tests of the fulfilment half start from. */
export interface Shop {
  readonly siteId: number;
  readonly stockId: number;
  readonly movingId: number;
  readonly customerId: number;
  part(values?: Record<string, unknown>, stock?: number): Promise<number>;
  order(
    lines: readonly { part_id: number; qty?: number | string; unit_price?: number }[],
    values?: Record<string, unknown>,
  ): Promise<number>;
  /** An order that is issued, warnings ignored. */
  issued(
    lines: readonly { part_id: number; qty?: number | string; unit_price?: number }[],
    values?: Record<string, unknown>,
  ): Promise<number>;
  stock(partId: number, qty: number | string): Promise<void>;
  carrier(name: string): Promise<number>;
}

let counter = 0;

export async function openShop(house: House): Promise<Shop> {
  const { rows } = await house.sql.query<{ id: number; locationtype_id: number; site_id: number }>(
    'select id, locationtype_id, site_id from location where locationtype_id in (1, 2) order by id',
  );
  const storage = rows.find((row) => row.locationtype_id === 1)!;
  const moving = rows.find((row) => row.locationtype_id === 2)!;
  const post = async (path: string, body: unknown) => {
    const reply = await house.call('POST', path, body);
    if (reply.status > 201) throw new Error(`POST ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  const customer = await post('/customer', { type: 'Company', name: 'Alfreds Futterkiste' });
  const shop: Shop = {
    siteId: storage.site_id,
    stockId: storage.id,
    movingId: moving.id,
    customerId: customer.id,
    async part(values = {}, stock = 0) {
      const number = `P${++counter}`;
      const made = await post('/part', {
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
    async stock(partId, qty) {
      await post('/inventoryadjustment', { part_id: partId, location_id: storage.id, qty, reason: 'opening stock' });
    },
    async order(lines, values = {}) {
      const made = await post('/salesorder', {
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
      await post(`/salesorder/${id}/issue`, { ignore_warnings: 1 });
      return id;
    },
    async carrier(name) {
      const list = await house.call('GET', `/carrier?name=${encodeURIComponent(name)}`);
      return list.body.data[0]?.id ?? (await post('/carrier', { name })).id;
    },
  };
  return shop;
}
