import type { Client } from '../../client/client.ts';

/** An intervention of a person during the sample. */
export interface Intervention {
  /** Number of the order. */
  readonly order: string;
  /** Description with the command, or with the call of the interface if there is no command. */
  readonly message: string;
  /** Short description for the table. */
  readonly short: string;
}

/** Releases an order, as finance does. @returns null if the order is not held */
export async function release(client: Client, number: string): Promise<Intervention | null> {
  const order = await byNumber(client, number);
  if (!order?.held_at) return null;
  await client.background.finished(await client.salesorder.release(order.id));
  const message = `${number} was held: ${order.hold_reason}. Finance releases it: npx conveyor order release ${number}`;
  return { order: number, message, short: `was held: ${order.hold_reason}; released` };
}

/** Adds the stock that an order waits for. @returns null if the order does not wait for stock */
export async function deliver(
  client: Client,
  { part, location, qty, order: number }: { part: string; location: string; qty: number; order: string },
): Promise<Intervention | null> {
  const order = await byNumber(client, number);
  if (!order) return null;
  const { waiting_for: reason } = await client.salesorder.progress(order.id);
  if (!reason?.startsWith('stock:')) return null;
  const [{ data: parts }, { data: locations }] = await Promise.all([
    client.part.list({ where: { number: part }, fields: 'id' }),
    client.location.list({ where: { name: location }, fields: 'id' }),
  ]);
  const [partRecord, place] = [parts[0], locations[0]];
  if (!partRecord || !place) return null;
  await client.inventoryadjustment.create({ part_id: partRecord.id, location_id: place.id, qty, reason: 'Delivery' });
  const message = `${number} waited for ${reason}. A delivery of ${qty} arrives: POST /inventoryadjustment`;
  return { order: number, message, short: 'waited for stock; it arrived' };
}

async function byNumber(client: Client, number: string) {
  const { data } = await client.salesorder.list({ where: { number } });
  return data[0];
}
