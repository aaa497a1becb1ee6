import { bookedOrderEmbed, toBookedOrder, toReturn } from '../../plugins/hook-records.ts';
import type { SentRequest } from '../../workflows/contract/carrier-request.ts';
import { callOptions } from '../shared/call-options.ts';
import {
  type BookingWithOrder,
  bookingsWhere,
  type CarrierDependencies,
  fetchLabel,
  findCarrier,
  sendToCarrier,
  storeLabel,
} from '../shared/carrier-hooks.ts';
import { refusal } from '../shared/failure.ts';
import { addressHash, idempotencyKey } from '../shared/idempotency-key.ts';

export interface BookLabelInput {
  returnId: number;
  /** Name of the carrier in the configuration. */
  carrier: string;
}

/** The request to the carrier and its answer, for histories; empty where nothing was due. */
export interface BookedLabel {
  sent: (SentRequest & { tracking_numbers: string[] })[];
}

/**
 * Has the carrier's plugin book the label of a return, stores it, and fetches the document that did not come with it. It can run again
 * after a crash: a stored label is not booked again, and the carrier gets the same key.
 */
export async function bookLabel(dependencies: CarrierDependencies, input: BookLabelInput): Promise<BookedLabel> {
  const { client, hooks } = dependencies;
  const carrier = await findCarrier(dependencies, input.carrier);
  const bookings = await bookingsWhere(client, { returnorder_id: input.returnId });
  const sent: BookedLabel['sent'] = [];
  if (!bookings.some(isBooked)) sent.push(...(await book(dependencies, input, bookings)));
  if (!carrier.plugin.label) return { sent };
  const open = await bookingsWhere(client, { returnorder_id: input.returnId, state: 'booked' });
  for (const booking of open.filter(({ label_type, label_url }) => !label_type && !label_url)) {
    if (booking.carrier_name === carrier.name) await fetchLabel(client, hooks, carrier, booking);
  }
  return { sent };
}

const isBooked = ({ state }: Pick<BookingWithOrder, 'state'>) => state === 'booked';

async function book(
  dependencies: CarrierDependencies,
  { returnId, carrier: name }: BookLabelInput,
  former: readonly BookingWithOrder[],
): Promise<BookedLabel['sent']> {
  const { client, hooks } = dependencies;
  const carrier = await findCarrier(dependencies, name);
  const one = await client.returnorder.get(returnId, { embed: 'site,lines.part' }, callOptions());
  if (!one.label_due) return [];
  const embed = bookedOrderEmbed('salesorder');
  const order = await client.salesorder.get(one.salesorder_id, { embed } as never, callOptions());
  const times = former.filter(({ carrier_name }) => carrier_name === carrier.name).length;
  const key = `${idempotencyKey('returnorder', one, 'label')}/from-${addressHash(order)}${times === 0 ? '' : `/${times}`}`;
  const request: SentRequest = { key, cartons: [], returns: [{ id: one.id, number: one.number }], bookings: [] };
  const goods = toReturn(one);
  if (goods.contents.length === 0) throw refusal('carrier.refused', `Nothing of return ${one.number} is authorised.`);
  const answer = await sendToCarrier(
    hooks,
    carrier,
    'bookReturn',
    { order: toBookedOrder(order, order.site), ...goods },
    request,
  );
  const { label, cost, ...booked } = answer;
  const paid = cost ? { cost: cost.amount, cost_currency: cost.currency } : {};
  const body = {
    carrier_name: carrier.name,
    plugin: carrier.plugin.name,
    weight_g: goods.weight_g,
    ...booked,
    ...paid,
  };
  const { id } = await client.engine.returnorder.booking(returnId, body, callOptions());
  const number = booked.tracking_number;
  if (former.some((voided) => voided.id === id))
    throw refusal('carrier.refused', `${carrier.name} booked ${number} again, which was voided. Cancel it there.`);
  if (label) await storeLabel(client, id, label);
  return [{ ...request, bookings: [id], tracking_numbers: [number] }];
}
