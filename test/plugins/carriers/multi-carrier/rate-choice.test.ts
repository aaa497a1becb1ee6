import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseRate, type Rate, type RateRule } from '../../../../plugins/carriers/multi-carrier/rate-choice.ts';

const rate = (carrier: string, service: string, amount: string, days: number | null, currency = 'USD'): Rate => ({
  id: `${carrier}/${service}/${amount}`,
  carrier,
  service,
  amount,
  currency,
  days,
});

const offered = [
  rate('USPS', 'Ground', '4.00', 5),
  rate('USPS', 'Priority', '7.40', 2),
  rate('UPS', 'NextDay', '45.00', 1),
  rate('FedEx', 'Home', '3.90', null),
  rate('DHL', 'Express', '1.00', 3, 'EUR'),
];

const rule = (values: Partial<RateRule> = {}): RateRule => ({ choose: 'cheapest', currency: 'USD', ...values });

function chosen(values: Partial<RateRule>, rates: readonly (readonly Rate[])[] = [offered]): string {
  const offer = chooseRate(rates, rule(values));
  return typeof offer === 'string' ? offer : `${offer.carrier} ${offer.service}`;
}

test.each([
  ['the cheapest', {}, 'FedEx Home'],
  ['the fastest', { choose: 'fastest' }, 'UPS NextDay'],
  ['the cheapest of what comes in time; who does not say does not', { within_days: 5 }, 'USPS Ground'],
  ['the cheapest that is fast enough', { within_days: 2 }, 'USPS Priority'],
  ['only of the carriers that are allowed', { carriers: ['ups'] }, 'UPS NextDay'],
  ['only of the services that are allowed', { services: ['Priority', 'NextDay'] }, 'USPS Priority'],
  ['the fastest for the money', { choose: 'fastest', at_most: 10 }, 'USPS Priority'],
  ['in another currency', { currency: 'EUR' }, 'DHL Express'],
] as [string, Partial<RateRule>, string][])('takes %s', (_name, values, expected) => {
  expect(chosen(values)).toBe(expected);
});

test.each([
  ['equally cheap', 'cheapest', rate('A', 'Slow', '5.00', 3), rate('B', 'Fast', '5.0', 1), 'B Fast'],
  ['equally fast', 'fastest', rate('A', 'Dear', '5.01', 1), rate('B', 'Cheap', '5.00', 1), 'B Cheap'],
  ['equal in both', 'cheapest', rate('B', 'Same', '5.00', 1), rate('A', 'Same', '5.00', 1), 'A Same'],
] as const)(
  'of two rates that are %s the better one is chosen, in any sequence',
  (_name, choose, one, other, expected) => {
    expect(chosen({ choose }, [[one, other]])).toBe(expected);
    expect(chosen({ choose }, [[other, one]])).toBe(expected);
  },
);

describe('for several cartons', () => {
  const first = [rate('USPS', 'Ground', '4.00', 5), rate('UPS', 'Ground', '5.00', 4), rate('A', 'Letter', '1.00', 1)];
  const second = [rate('USPS', 'Ground', '9.00', 5), rate('UPS', 'Ground', '6.00', 4)];

  test('it takes one service that takes all of them, by the price of all', () => {
    const offer = chooseRate([first, second], rule());
    expect(offer).toMatchObject({ carrier: 'UPS', units: 110_000n, days: 4 });
    expect(offer).toHaveProperty('rates', [first[1], second[1]]);
  });

  test('of a service that is offered on several accounts it takes the cheaper one', () => {
    const twice = [rate('USPS', 'Ground', '8.00', 5), rate('USPS', 'Ground', '3.00', 5)];
    expect(chooseRate([first, twice], rule())).toMatchObject({ carrier: 'USPS', units: 70_000n });
    expect(chooseRate([twice, first], rule())).toMatchObject({ carrier: 'USPS', units: 70_000n });
  });

  test('it stays with the service of labels that are bought, as long as it fits', () => {
    const bought = { carrier: 'USPS', service: 'Ground' };
    expect(chooseRate([first, second], rule(), bought)).toMatchObject(bought);
    expect(chooseRate([first, second], rule({ within_days: 4 }), bought)).toMatchObject({ carrier: 'UPS' });
  });
});

test.each([
  ['nothing is offered', {}, [[]], 'no carrier takes it'],
  ['nothing takes all cartons', {}, [[offered[0]!], [offered[1]!]], 'no service takes all 2 cartons'],
  [
    'nothing fits',
    { carriers: ['USPS'], within_days: 1 },
    [offered.slice(0, 4)],
    'none of 4 rates fits: 2 not within a day, 2 of no carrier among USPS; the cheapest is FedEx Home for 3.90 USD',
  ],
  [
    'it costs too much',
    { at_most: 3.5 },
    [[offered[0]!]],
    /1 above 3\.5 USD; the cheapest is USPS Ground for 4\.00 USD in 5 days/,
  ],
] as [string, Partial<RateRule>, Rate[][], string | RegExp][])(
  'the refusal names the reason if %s',
  (_name, values, rates, expected) => {
    expect(chosen(values, rates)).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected));
  },
);

test('the chosen rate fits the rule, and no better rate fits', () => {
  const anyRate = fc
    .record({
      carrier: fc.constantFrom('USPS', 'UPS', 'DHL'),
      service: fc.constantFrom('Ground', 'Air'),
      cents: fc.integer({ min: 1, max: 5000 }),
      days: fc.option(fc.integer({ min: 1, max: 7 })),
    })
    .map(({ carrier, service, cents, days }) => rate(carrier, service, (cents / 100).toFixed(2), days));
  const rates = fc.uniqueArray(anyRate, { selector: ({ carrier, service }) => carrier + service, maxLength: 6 });
  const anyRule = fc.record(
    {
      choose: fc.constantFrom<'cheapest' | 'fastest'>('cheapest', 'fastest'),
      within_days: fc.integer({ min: 1, max: 7 }),
      carriers: fc.uniqueArray(fc.constantFrom<string>('USPS', 'UPS', 'DHL'), { minLength: 1 }),
    },
    { requiredKeys: ['choose'] },
  );
  fc.assert(
    fc.property(rates, anyRule, (values, wanted) => {
      const fits = ({ carrier, days }: Rate) =>
        (wanted.carriers?.includes(carrier) ?? true) &&
        (wanted.within_days === undefined || (days ?? 99) <= wanted.within_days);
      const offer = chooseRate([values], rule(wanted));
      if (typeof offer === 'string') {
        expect(values.filter(fits)).toEqual([]);
        return;
      }
      expect(offer.rates.every(fits)).toBe(true);
      const [chosenRate] = offer.rates;
      for (const other of values.filter(fits)) {
        if (wanted.choose === 'cheapest') expect(Number(chosenRate?.amount)).toBeLessThanOrEqual(Number(other.amount));
        else expect(chosenRate?.days ?? 99).toBeLessThanOrEqual(other.days ?? 99);
      }
    }),
  );
});
