/** The price of one carrier service for one carton. */
export interface Rate {
  readonly id: string;
  readonly carrier: string;
  readonly service: string;
  /** A decimal. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Days until delivery; null if not known. */
  readonly days: number | null;
}

/** The limits for rates, and the choice among them. */
export interface RateRule {
  readonly choose: 'cheapest' | 'fastest';
  readonly currency: string;
  /** Allowed carriers; all if missing. */
  readonly carriers?: readonly string[] | undefined;
  readonly services?: readonly string[] | undefined;
  /** Greatest number of days until delivery. Rates without this number do not match. */
  readonly within_days?: number | undefined;
  /** Greatest price of all cartons of an order together. */
  readonly at_most?: number | undefined;
}

/** A carrier service for all cartons of an order. */
export interface Offer {
  readonly carrier: string;
  readonly service: string;
  /** One rate for each carton, in the order of the cartons. */
  readonly rates: readonly Rate[];
  /** Total price in ten-thousandths of the currency. */
  readonly units: bigint;
  /** Days of the slowest carton; null if one is not known. */
  readonly days: number | null;
}

/**
 * Chooses one service for all cartons of an order, so that the customer gets one delivery. Among equal prices the faster service
 * wins, among equal times the cheaper one, and then the first name, so that a repeated choice is the same.
 * @param rates the rates of each carton
 * @param bought carrier and service of earlier labels of the order; it is chosen again if it still matches
 * @returns a sentence about the reason if no rate matches
 */
export function chooseRate(
  rates: readonly (readonly Rate[])[],
  rule: RateRule,
  bought?: Pick<Offer, 'carrier' | 'service'>,
): Offer | string {
  const offers = offersOf(rates);
  if (offers.length === 0) {
    const hasRates = rates.length > 1 && rates.every(({ length }) => length > 0);
    return hasRates ? `no service takes all ${rates.length} cartons` : 'no carrier takes it';
  }
  const matching = offers.filter((offer) => misfit(offer, rule) === undefined);
  const same = matching.find((offer) => bought && sameService(offer, bought));
  const [best] = same ? [same] : [...matching].sort(rule.choose === 'fastest' ? bySpeed : byPrice);
  return best ?? noMatch(offers, rule);
}

/** Returns the services with a rate for every carton in one currency. */
function offersOf(rates: readonly (readonly Rate[])[]): Offer[] {
  const [first = [], ...others] = rates;
  return first.flatMap((rate): Offer[] => {
    const all = [rate, ...others.map((of) => cheapest(of.filter((other) => sameService(other, rate))))];
    if (!all.every((one): one is Rate => one !== undefined && one.currency === rate.currency)) return [];
    const days: readonly (number | null)[] = all.map((one) => one.days);
    return [
      {
        carrier: rate.carrier,
        service: rate.service,
        rates: all,
        units: all.reduce((sum, { amount }) => sum + units(amount), 0n),
        days: days.reduce((slowest, one) => (slowest === null || one === null ? null : Math.max(slowest, one)), 0),
      },
    ];
  });
}

/** Returns the cheapest rate: several accounts may have a rate of the same service. */
function cheapest(rates: readonly Rate[]): Rate | undefined {
  return [...rates].sort((one, other) => compare(units(one.amount), units(other.amount)))[0];
}

/** Returns why an offer does not match the rule; undefined if it matches. */
function misfit(offer: Offer, { carriers, services, within_days, at_most, currency }: RateRule): string | undefined {
  if (!isAllowedCarrier(carriers, offer.carrier)) return `of no carrier among ${carriers?.join(', ')}`;
  if (services && !names(services, offer.service)) return `of no service among ${services.join(', ')}`;
  if (offer.rates[0]?.currency !== currency) return `not in ${currency}`;
  if (within_days !== undefined && (offer.days ?? Number.POSITIVE_INFINITY) > within_days) {
    return `not within ${within_days === 1 ? 'a day' : `${within_days} days`}`;
  }
  return at_most !== undefined && offer.units > units(String(at_most)) ? `above ${at_most} ${currency}` : undefined;
}

function noMatch(offers: readonly Offer[], rule: RateRule): string {
  const misfits = offers.map((offer) => misfit(offer, rule));
  const reasons = [...new Set(misfits)].map((why) => `${misfits.filter((other) => other === why).length} ${why}`);
  const [first] = [...offers].sort(byPrice);
  const example = first ? `${first.carrier} ${first.service} for ${price(first)}${inDays(first)}` : 'unknown';
  const which = offers.every(({ rates }) => rates[0]?.currency === rule.currency) ? 'the cheapest' : 'one';
  return `none of ${offers.length} rates fits: ${reasons.join(', ')}; ${which} is ${example}`;
}

const byPrice = (one: Offer, other: Offer) =>
  compare(one.units, other.units) || compare(wait(one), wait(other)) || byName(one, other);
const bySpeed = (one: Offer, other: Offer) =>
  compare(wait(one), wait(other)) || compare(one.units, other.units) || byName(one, other);
const byName = (one: Offer, other: Offer) =>
  compare(`${one.carrier} ${one.service}`, `${other.carrier} ${other.service}`);

/** Offers without a known time come last. */
const wait = ({ days }: Offer) => days ?? Number.POSITIVE_INFINITY;

function compare<Value extends bigint | number | string>(one: Value, other: Value): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function sameService(one: Pick<Offer, 'carrier' | 'service'>, other: Pick<Offer, 'carrier' | 'service'>): boolean {
  return one.carrier === other.carrier && one.service === other.service;
}

/** Returns whether a rule allows a carrier: without a list, it allows all. */
export const isAllowedCarrier = (carriers: RateRule['carriers'], carrier: string): boolean =>
  carriers === undefined || names(carriers, carrier);

const names = (wanted: readonly string[], name: string) =>
  wanted.some((one) => one.toLowerCase() === name.toLowerCase());

/** Converts a decimal to ten-thousandths, because sums of money must be exact. */
function units(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.slice(0, 4).padEnd(4, '0'));
}

function price({ units: sum, rates }: Offer): string {
  const digits = String(sum).padStart(5, '0');
  const fraction = digits.slice(-4).replace(/0{1,2}$/, '');
  return `${digits.slice(0, -4)}.${fraction} ${rates[0]?.currency}`;
}

function inDays({ days }: Offer): string {
  if (days === null) return '';
  return days === 1 ? ' in a day' : ` in ${days} days`;
}
