import { about, CarrierRefused, CarrierUnavailable, PluginDefect } from '../../errors.ts';
import { carriersWithoutRate, type LabelService, type Shipment } from './label-service.ts';
import { mapWithLimit } from './map-with-limit.ts';
import { chooseRate, isAllowedCarrier, type Offer, type RateRule } from './rate-choice.ts';
import { isBought } from './shipments.ts';

/** What is sent in one parcel: a carton, or the goods of a return. */
export interface Sent {
  readonly kind: 'carton' | 'return';
  readonly number: string;
}

/** A parcel and its shipment at the label service. */
export interface Parcel {
  readonly sent: Sent;
  readonly shipment: Shipment;
}

/**
 * Buys the missing labels of an order, all of one service: first for one carton, and then for the others, four at a time. A wrong
 * address fails at the first label, before a refund is needed. If some purchases fail, the other labels remain valid, and the next
 * attempt finds them.
 * @throws CarrierRefused if no rate matches or a purchase is refused; CarrierUnavailable, also if a carrier was too busy for a rate
 */
export async function buyAll(service: LabelService, parcels: readonly Parcel[], rule: RateRule): Promise<Parcel[]> {
  const offer = offerFor(parcels, rule);
  const settled: PromiseSettledResult<Parcel>[] = [];
  const buy = (parcel: Parcel) => ofParcel(parcel.sent, () => buyLabel(service, parcel, offer));
  for (const group of [parcels.slice(0, 1), parcels.slice(1)]) {
    settled.push(...(await mapWithLimit(group, buy)));
    if (settled.some(({ status }) => status === 'rejected')) break;
  }
  const bought = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  if (bought.length < parcels.length) throw mostUrgent(settled, bought);
  return bought;
}

/** Adds kind and number of the parcel to errors of a call. */
export async function ofParcel<Result>({ kind, number }: Sent, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    throw about(`${kind} ${number}`, error);
  }
}

async function buyLabel(service: LabelService, { sent, shipment }: Parcel, offer: Offer | undefined): Promise<Parcel> {
  if (isBought(shipment)) return { sent, shipment };
  const own = new Set(shipment.rates?.map(({ id }) => id));
  const rate = offer?.rates.find(({ id }) => own.has(id));
  if (!rate) throw new PluginDefect('the chosen service has no rate for it');
  return { sent, shipment: await service.buy(shipment, rate.id) };
}

/** Returns the error to report: a refusal, which needs a person, comes before errors that a retry may solve. */
function mostUrgent(settled: readonly PromiseSettledResult<Parcel>[], bought: readonly Parcel[]): unknown {
  const faults = settled.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []));
  const refused = faults.find((fault) => fault instanceof CarrierRefused);
  if (!refused) return faults[0];
  if (bought.length === 0) return refused;
  const cartons = `${bought.length === 1 ? 'carton' : 'cartons'} ${bought.map(({ sent }) => sent.number).join(', ')}`;
  return new CarrierRefused(`${refused.message}. Labels of ${cartons} are bought and remain valid`, { cause: refused });
}

/** Sentences of carriers about a temporary fault. They are words of the carrier: the service has no code for them. */
const transient =
  /too many requests|rate.?limit|throttl|timed? ?out|temporar|try again|internal (server )?error|bad gateway|service unavailable$|\b(429|50[0234])\b/i;

/** Seconds until the next request to carriers that were busy. */
const busySeconds = 15;

/**
 * Refuses to choose while a carrier that the rule allows was too busy for a rate. Its rate may be the cheapest one, or the only one that
 * fits, and the next attempt may have it.
 * @throws CarrierUnavailable
 */
function assertNoneBusy(shipments: readonly Shipment[], { carriers }: RateRule): void {
  const busy = shipments
    .flatMap(carriersWithoutRate)
    .find(({ carrier, message }) => transient.test(message) && isAllowedCarrier(carriers, carrier));
  if (!busy) return;
  const { carrier, message } = busy;
  throw new CarrierUnavailable(`${carrier} was too busy for a rate: ${message.replace(/\.$/, '')}`, busySeconds);
}

/**
 * Returns the offer to buy for the cartons without a label; undefined if all have one.
 * @throws CarrierRefused if none matches; CarrierUnavailable if a carrier was too busy for a rate
 */
function offerFor(parcels: readonly Parcel[], rule: RateRule): Offer | undefined {
  const shipments = parcels.map(({ shipment }) => shipment);
  const open = shipments.filter((shipment) => !isBought(shipment));
  if (open.length === 0) return undefined;
  const offered = open.map(({ rates }) =>
    (rates ?? []).map(({ rate, delivery_days, ...own }) => ({ ...own, amount: rate, days: delivery_days ?? null })),
  );
  const bought = shipments.find(isBought)?.selected_rate ?? undefined;
  const offer = chooseRate(offered, rule, bought);
  const isSame = typeof offer !== 'string' && offer.carrier === bought?.carrier && offer.service === bought.service;
  if (!isSame) assertNoneBusy(open, rule);
  if (typeof offer !== 'string') return offer;
  const texts = open.flatMap(carriersWithoutRate).map(({ carrier, message }) => `${carrier}: ${message}`);
  const messages = [...new Set(texts)].slice(0, 5).join('; ');
  throw new CarrierRefused(messages === '' ? offer : `${offer}. The carriers say: ${messages}`);
}
