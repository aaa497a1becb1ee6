/** What one carrier asks for taking one carton with one of its services. */
export interface Rate {
  readonly id: string;
  readonly carrier: string;
  readonly service: string;
  /** A decimal. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Days until delivery; null where the carrier does not say. */
  readonly days: number | null;
}

/** What may be bought, and which of it is. */
export interface RateRule {
  readonly choose: 'cheapest' | 'fastest';
  readonly currency: string;
  /** Carriers that may be taken; every one where it is left out. */
  readonly carriers?: readonly string[] | undefined;
  readonly services?: readonly string[] | undefined;
  /** Days until delivery at most: what does not say how long it takes is left out then. */
  readonly within_days?: number | undefined;
  /** For all cartons of an order together. */
  readonly at_most?: number | undefined;
}

/** A service of a carrier that takes all the cartons. */
export interface Offer {
  readonly carrier: string;
  readonly service: string;
  /** One for each carton, in the order of the cartons. */
  readonly rates: readonly Rate[];
  /** Of all of them together, in ten-thousandths of the currency. */
  readonly units: bigint;
  /** Of the slowest; null where one does not say. */
  readonly days: number | null;
}

/**
 * Chooses the service for an order: one for all its cartons, since a customer who gets one delivery is a customer who is at home
 * once. Of equally cheap ones the faster, of equally fast ones the cheaper, and then by name, so that asking again chooses again.
 * @param rates what is offered for each carton
 * @param bought carrier and service of labels that the order has already; it is kept to where it still fits
 * @returns why none fits, in a sentence for the person who has to mend it
 */
export function chooseRate(
  rates: readonly (readonly Rate[])[],
  rule: RateRule,
  bought?: Pick<Offer, 'carrier' | 'service'>,
): Offer | string {
  const offers = offersOf(rates);
  if (offers.length === 0) {
    const each = rates.length > 1 && rates.every(({ length }) => length > 0);
    return each ? `no service takes all ${rates.length} cartons` : 'no carrier takes it';
  }
  const misfits = offers.map((offer) => misfit(offer, rule));
  const fitting = offers.filter((_, index) => misfits[index] === undefined);
  const kept = fitting.find((offer) => bought && sameService(offer, bought));
  const [best] = kept ? [kept] : [...fitting].sort(rule.choose === 'fastest' ? bySpeed : byPrice);
  return best ?? noneFits(offers, misfits as string[], rule);
}

/** Services that every carton has a rate of, in one currency. */
function offersOf(rates: readonly (readonly Rate[])[]): Offer[] {
  const [first = [], ...others] = rates;
  return first.flatMap((rate): Offer[] => {
    const all = [rate, ...others.map((of) => cheapest(of.filter((other) => sameService(other, rate))))];
    if (!all.every((one): one is Rate => one !== undefined && one.currency === rate.currency)) return [];
    const days = all.map((one) => one.days);
    return [
      {
        carrier: rate.carrier,
        service: rate.service,
        rates: all,
        units: all.reduce((sum, { amount }) => sum + units(amount), 0n),
        days: days.includes(null) ? null : Math.max(...(days as number[])),
      },
    ];
  });
}

/** One service may be offered on several accounts. */
function cheapest(rates: readonly Rate[]): Rate | undefined {
  return [...rates].sort((one, other) => compare(units(one.amount), units(other.amount)))[0];
}

function misfit(offer: Offer, { carriers, services, within_days, at_most, currency }: RateRule): string | undefined {
  if (carriers && !names(carriers, offer.carrier)) return `of no carrier among ${carriers.join(', ')}`;
  if (services && !names(services, offer.service)) return `of no service among ${services.join(', ')}`;
  if (offer.rates[0]?.currency !== currency) return `not in ${currency}`;
  if (within_days !== undefined && (offer.days ?? Number.POSITIVE_INFINITY) > within_days) {
    return `not within ${within_days === 1 ? 'a day' : `${within_days} days`}`;
  }
  return at_most !== undefined && offer.units > units(String(at_most)) ? `above ${at_most} ${currency}` : undefined;
}

function noneFits(offers: readonly Offer[], misfits: readonly string[], { currency }: RateRule): string {
  const counted = [...new Set(misfits)].map((why) => `${misfits.filter((other) => other === why).length} ${why}`);
  const [nearest] = [...offers].sort(byPrice);
  const offered = `${nearest!.carrier} ${nearest!.service} for ${shown(nearest!)}${inDays(nearest!)}`;
  const cheapest = offers.every(({ rates }) => rates[0]?.currency === currency) ? 'the cheapest' : 'one';
  return `none of ${offers.length} rates fits: ${counted.join(', ')}; ${cheapest} is ${offered}`;
}

const byPrice = (one: Offer, other: Offer) =>
  compare(one.units, other.units) || compare(wait(one), wait(other)) || byName(one, other);
const bySpeed = (one: Offer, other: Offer) =>
  compare(wait(one), wait(other)) || compare(one.units, other.units) || byName(one, other);
const byName = (one: Offer, other: Offer) =>
  compare(`${one.carrier} ${one.service}`, `${other.carrier} ${other.service}`);

/** Who does not say how long it takes comes last. */
const wait = ({ days }: Offer) => days ?? Number.POSITIVE_INFINITY;

function compare<Value extends bigint | number | string>(one: Value, other: Value): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function sameService(one: Pick<Offer, 'carrier' | 'service'>, other: Pick<Offer, 'carrier' | 'service'>): boolean {
  return one.carrier === other.carrier && one.service === other.service;
}

const names = (wanted: readonly string[], name: string) =>
  wanted.some((one) => one.toLowerCase() === name.toLowerCase());

/** A decimal in ten-thousandths: sums of money are never binary fractions. */
function units(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.slice(0, 4).padEnd(4, '0'));
}

function shown({ units: sum, rates }: Offer): string {
  const digits = String(sum).padStart(5, '0');
  const fraction = digits.slice(-4).replace(/0{1,2}$/, '');
  return `${digits.slice(0, -4)}.${fraction} ${rates[0]?.currency}`;
}

function inDays({ days }: Offer): string {
  if (days === null) return '';
  return days === 1 ? ' in a day' : ` in ${days} days`;
}
