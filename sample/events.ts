import type { Client } from '../client/client.ts';

/** What somebody does on the way, so that the sample shows what comes of it. */
export interface Deed {
  /** Number of the order that it helps. */
  readonly order: string;
  readonly told: string;
  /** For the table. */
  readonly short: string;
}

/** Ends the hold of an order, as finance would. Nothing to do where it is not held. */
export async function release(client: Client, number: string): Promise<Deed | null> {
  const order = await byNumber(client, number);
  if (!order?.held_at) return null;
  await client.background.finished(await client.salesorder.release(order.id));
  const told = `${number} was held: ${order.hold_reason}. Finance releases it: POST /salesorder/${order.id}/release`;
  return { order: number, told, short: `was held: ${order.hold_reason}; released` };
}

/** Puts stock in that an order waits for. Nothing to do where it waits for none. */
export async function deliver(
  client: Client,
  { part, location, qty, order: number }: { part: string; location: string; qty: number; order: string },
): Promise<Deed | null> {
  const order = await byNumber(client, number);
  if (!order) return null;
  const { waiting_for: reason } = await client.salesorder.progress(order.id);
  if (!reason?.startsWith('stock:')) return null;
  const [{ data: parts }, { data: locations }] = await Promise.all([
    client.part.list({ where: { number: part }, fields: 'id' }),
    client.location.list({ where: { name: location }, fields: 'id' }),
  ]);
  const [found, place] = [parts[0], locations[0]];
  if (!found || !place) return null;
  await client.inventoryadjustment.create({ part_id: found.id, location_id: place.id, qty, reason: 'Delivery' });
  const told = `${number} waited for ${reason}. A delivery of ${qty} comes: POST /inventoryadjustment`;
  return { order: number, told, short: 'waited for stock; it came' };
}

async function byNumber(client: Client, number: string) {
  const { data } = await client.salesorder.list({ where: { number } });
  return data[0];
}
