import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../../config/root.ts';
import { doings, readHistory, standings } from './reading.ts';

const histories = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.json'))
  .map((file) => ({ file, history: readHistory(readFileSync(join(import.meta.dirname, file), 'utf8')) }));
const orders = histories.filter(({ history }) => history.workflow === 'order');
const autoworks = histories.filter(({ history }) => history.workflow === 'autowork');

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

describe('an autowork says', () => {
  test('what is recorded here: one that did everything, and one that could not', () => {
    expect(autoworks.map(({ history }) => history.result.outcome)).toEqual(['done', 'partial']);
  });

  test.each(autoworks)('in $file who asked for what of which order, with links to both', ({ history }) => {
    const { summary, details, input } = history;
    expect(summary).toBe(`Autowork · Order ${input.number} · ${input.customerName} · for ${input.by}`);
    expect(details).toContain(`${input.by} asked for ${input.tasks!.map(({ step }) => step).join(', ')} of [order `);
    expect(details).toContain(`(https://shop.example/salesorder/${input.orderId})`);
    expect(details).toMatch(/What became of it: \[GET \/autowork\/\d+\]\(https:\/\/shop\.example\/autowork\/\d+\)$/);
    const { OrderId, CustomerId, Outcome } = history.events[0]!.attributes;
    expect([OrderId, CustomerId, Outcome]).toEqual([input.orderId, input.customerId, 'working']);
  });

  test.each(autoworks)('in $file of each thing that it does for which order and for whom', ({ history }) => {
    const { number, by } = history.input;
    const words = history.events.flatMap(({ type, summary }) => (doings.has(type) ? [summary] : []));
    expect(words[0]).toBe(`Begin what ${by} asked for order ${number}`);
    expect(words.at(-1)).toBe('Say what became of it');
    const tasks = words.slice(1, -1).filter((summary) => summary !== 'Book Parcel Post');
    for (const summary of tasks)
      expect(summary).toMatch(new RegExp(`^(Pick|Pack|Ship|Hand over) order ${number} for ${by}$`));
  });

  test.each(autoworks)('in $file at its end what became of it, and why it is not all', ({ history }) => {
    const { Outcome, Reason } = history.events.findLast(({ attributes }) => attributes.Outcome)!.attributes;
    expect(Outcome).toBe(history.result.outcome);
    if (Outcome === 'done') expect(Reason).toBeUndefined();
    else expect(Reason).toMatch(/^carrier\.refused: Parcel Post: carton \d+: .* does not deliver to this address/);
  });
});

test('what an operator decided about a bulk run is in its history with who did', () => {
  const { history } = histories.find(({ file }) => file === 'bulk-run-updates.json')!;
  const decided = history.events.flatMap(({ summary }) => (summary?.includes(' decided') ? [summary] : []));
  expect(decided).toEqual([
    'Pause the run, as Ana Ortiz decided',
    'Set the rate to 40 orders a second, as Ana Ortiz decided',
    'Resume the run, as Bob Weber decided',
  ]);
  const shown = history.events.flatMap(({ attributes }) => attributes.Outcome ?? []);
  expect(shown).toEqual(['working', 'paused', 'working', 'done']);
});

describe('what failed names', () => {
  const messages = (code: string) =>
    [...orders, ...autoworks].flatMap(({ file, history }) =>
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
