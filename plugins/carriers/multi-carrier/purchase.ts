import type { BookedCarton } from '../../contract.ts';
import { about, CarrierRefused } from '../../errors.ts';
import { fewAtOnce } from './few-at-once.ts';
import type { LabelService, Shipment } from './label-service.ts';
import { chooseRate, type Offer, type RateRule } from './rate-choice.ts';
import { isBought } from './shipments.ts';

/** A carton with its shipment at the label service. */
export interface Parcel {
  readonly carton: BookedCarton;
  readonly shipment: Shipment;
}

/**
 * Buys the labels that are missing, all of one service: for the first carton, and then for the others, a few at once. What is wrong with
 * an address shows at the first, before there is anything to give back. Where some fail, the labels of the others are kept: the
 * next attempt finds them.
 * @throws CarrierRefused where no rate fits, or a purchase is refused; CarrierUnavailable
 */
export async function buyAll(service: LabelService, parcels: readonly Parcel[], rule: RateRule): Promise<Parcel[]> {
  const offer = offerFor(parcels, rule);
  const settled: PromiseSettledResult<Parcel>[] = [];
  const buy = (parcel: Parcel) => ofCarton(parcel.carton, () => bought(service, parcel, offer));
  for (const group of [parcels.slice(0, 1), parcels.slice(1)]) {
    settled.push(...(await fewAtOnce(group, buy)));
    if (settled.some(({ status }) => status === 'rejected')) break;
  }
  const done = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  if (done.length < parcels.length) throw worst(settled, done);
  return done;
}

/** Says which carton it is about. */
export async function ofCarton<Result>({ number }: BookedCarton, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    throw about(`carton ${number}`, error);
  }
}

async function bought(service: LabelService, { carton, shipment }: Parcel, offer: Offer | undefined): Promise<Parcel> {
  if (isBought(shipment)) return { carton, shipment };
  const own = new Set(shipment.rates?.map(({ id }) => id));
  const rate = offer!.rates.find(({ id }) => own.has(id))!;
  return { carton, shipment: await service.buy(shipment, rate.id) };
}

/** What a person has to mend comes before what passes by itself. */
function worst(settled: readonly PromiseSettledResult<Parcel>[], kept: readonly Parcel[]): unknown {
  const faults = settled.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []));
  const refused = faults.find((fault) => fault instanceof CarrierRefused);
  if (!refused) return faults[0];
  if (kept.length === 0) return refused;
  const cartons = `${kept.length === 1 ? 'carton' : 'cartons'} ${kept.map(({ carton }) => carton.number).join(', ')}`;
  return new CarrierRefused(`${refused.message}. Labels are bought and kept for ${cartons}`, { cause: refused });
}

/** What to buy for the cartons that have no label; undefined where all have one. */
function offerFor(parcels: readonly Parcel[], rule: RateRule): Offer | undefined {
  const shipments = parcels.map(({ shipment }) => shipment);
  const open = shipments.filter((shipment) => !isBought(shipment));
  if (open.length === 0) return undefined;
  const offered = open.map(({ rates }) =>
    (rates ?? []).map(({ rate, delivery_days, ...own }) => ({ ...own, amount: rate, days: delivery_days ?? null })),
  );
  const bought = shipments.find(isBought)?.selected_rate ?? undefined;
  const offer = chooseRate(offered, rule, bought);
  if (typeof offer !== 'string') return offer;
  const words = open.flatMap(({ messages }) => messages ?? []).map(({ carrier, message }) => `${carrier}: ${message}`);
  const said = [...new Set(words)].slice(0, 5).join('; ');
  throw new CarrierRefused(said === '' ? offer : `${offer}. The carriers say: ${said}`);
}
