import type { Client } from '../../../client/client.ts';
import { present } from './series-figures.ts';

/** Number of parts: enough that orders do not wait for the lock of a single part. */
const partCount = 60;
export const linesPerOrder = 3;
/** Clients that create the drafts. */
const creators = 16;

/** Creates drafts with a note. @returns their ids */
export type CreateDrafts = (note: string, count: number) => Promise<number[]>;

/** Creates a customer, a carton type and parts with stock. @returns the function that creates drafts with them */
export async function openDrafts(client: Client): Promise<CreateDrafts> {
  const storage = present(
    (await client.location.list({ filter: 'locationtype_id = 1' })).data[0],
    'storage location',
  ).id;
  const carrier_id = present((await client.carrier.list({ where: { name: 'Bench Van' } })).data[0], 'carrier').id;
  const customer_id = (await client.customer.create({ type: 'Company', name: 'Bench' })).id;
  const inner = { inner_width_mm: 400, inner_length_mm: 300, inner_depth_mm: 300 };
  await client.cartontype.create({ name: 'Box', ...inner, empty_weight_g: 200, max_gross_weight_g: 30_000 });
  const parts: number[] = [];
  for (let at = 0; at < partCount; at += 1) {
    const size = { width_mm: 80, length_mm: 60, depth_mm: 40, weight_g: 150, price: 5 };
    const { id } = await client.part.create({ number: `B${at}`, name: `Part ${at}`, parttype_id: 1, ...size });
    await client.inventoryadjustment.create({ part_id: id, location_id: storage, qty: 10_000_000 });
    parts.push(id);
  }
  const street = { ship_to_name: 'Bench', ship_address_1: '1 Main Street' };
  const address = { ...street, ship_postal_code: '10115', ship_city: 'Berlin', ship_country: 'DE' };
  let created = 0;
  const createDraft = async (note: string) => {
    const at = created++;
    const lines = Array.from({ length: linesPerOrder }, (_, line) => ({
      part_id: present(parts[(at * 7 + line * 13) % partCount], 'part'),
      qty: 1 + ((at + line) % 3),
      unit_price: 5,
    }));
    return (await client.salesorder.create({ customer_id, carrier_id, ...address, note, lines })).id;
  };
  return async (note, count) => {
    let made = 0;
    const ids: number[] = [];
    const create = async () => {
      while (made++ < count) ids.push(await createDraft(note));
    };
    await Promise.all(Array.from({ length: Math.min(creators, count) }, create));
    return ids;
  };
}
