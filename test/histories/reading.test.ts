import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../../config/root.ts';
import { doings, readHistory, standings } from './reading.ts';

const histories = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.json'))
  .map((file) => ({ file, history: readHistory(readFileSync(join(import.meta.dirname, file), 'utf8')) }));
const orders = histories.filter(({ history }) => history.workflow === 'order');

test.each(histories)('everything that $file did, and every timer, says what it is for', ({ history }) => {
  const done = history.events.filter(({ type }) => doings.has(type));
  expect(done.length).toBeGreaterThan(0);
  expect(done.filter(({ summary }) => !summary)).toEqual([]);
});

describe('an order says at its start', () => {
  test.each(orders)('in $file whose it is, with which carrier and by which rules', ({ history }) => {
    const { summary, details, input } = history;
    expect(summary).toBe(
      [`Order ${input.number}`, input.customerName, ...(input.carrier ? [input.carrier.name] : [])].join(' · '),
    );
    expect(details).toContain(input.number);
    expect(details).toContain(`of ${input.customerName} (customer ${input.customerId})`);
    expect(details).toContain(`Rule set: ${input.ruleset}`);
    if (input.carrier) expect(details).toContain(`Carrier: ${input.carrier.name}`);
  });

  test.each(orders)('in $file by what lists find it', ({ history }) => {
    const { input, events } = history;
    const first = input.steps.find(({ required }) => required);
    expect(events[0]!.attributes).toEqual({
      OrderId: input.orderId,
      CustomerId: input.customerId,
      RuleSet: input.ruleset,
      Step: first?.step ?? 'done',
      Outcome: 'working',
      ...(input.carrier ? { Carrier: input.carrier.name } : {}),
      ...(input.bulkRun ? { BulkRun: input.bulkRun } : {}),
    });
  });
});

describe('lists show of an order', () => {
  test.each(orders)('in $file at its end what became of it', ({ history }) => {
    expect(standings(history).at(-1)).toBe(`done ${history.result.outcome}`);
  });

  test.each([
    ['automatic', ['pick working']],
    ['booked', ['pick working', 'ship booking']],
    ['by-hand', ['pick working', 'pick waiting', 'pack waiting', 'ship waiting', 'pickup waiting']],
    ['will-call', ['pick working', 'pickup waiting']],
    ['held-then-released', ['pick working', 'pick held']],
    ['short-then-stock', ['pick working', 'pick attention']],
    ['background', ['pick working', 'pack waiting']],
    ['service-away', ['pick working', 'ship working']],
    ['whole-stack-label-on-own-queue', ['pick working', 'ship booking']],
    ['whole-stack-packed-by-hand', ['pick working', 'pack waiting']],
    ['whole-stack-carrier-refused', ['pick working', 'ship booking', 'ship attention', 'ship booking']],
  ])('of the kind %s on its way where it is, and how it stands with it', (kind, way) => {
    const { history } = orders.find(({ file }) => file === `${kind}.json`)!;
    expect(standings(history).slice(0, -1)).toEqual(way);
  });
});

describe('what failed names', () => {
  const messages = (code: string) =>
    orders.flatMap(({ file, history }) =>
      file.startsWith('whole-stack')
        ? history.events.flatMap(({ failure }) => (failure?.code === code ? [failure.message] : []))
        : [],
    );

  test.each([
    ['stock.short', 'part and quantity', /\d+ of \d+ of part \S+/],
    ['order.held', 'order and reason', /^Order \S+ is on hold: Credit check\./],
    [
      'carrier.refused',
      'carrier, carton and answer',
      /^Parcel Post: carton \d+: .* answered 422: The carrier does not /,
    ],
  ])('by %s the %s', (code, _what, names) => {
    expect(messages(code).length).toBeGreaterThan(0);
    for (const message of messages(code)) expect(message).toMatch(names);
  });
});

test('every picture of the page on histories is there, and small', () => {
  const page = join(projectRoot, 'docs', 'reading-histories.md');
  const pictures = [...readFileSync(page, 'utf8').matchAll(/\]\((images\/[^)]+)\)/g)].map(([, file]) => file!);
  expect(pictures.length).toBeGreaterThanOrEqual(10);
  for (const file of pictures) {
    const path = join(projectRoot, 'docs', file);
    expect(existsSync(path), file).toBe(true);
    expect(readFileSync(path).length, file).toBeLessThan(200_000);
  }
});
