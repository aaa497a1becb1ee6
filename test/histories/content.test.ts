import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../../config/root.ts';
import { isEarlier, readHistory, recordedKinds } from './files.ts';
import { listedStates, type ParsedHistory, parseHistory, summarizedTypes } from './parse-history.ts';

/** What people read in a history that the present code writes. */
const histories = recordedKinds()
  .filter((kind) => !isEarlier(kind))
  .map((kind) => ({ kind, history: parseHistory(readHistory(kind)) }));
const orders = histories.filter(({ history }) => history.workflow === 'order');
const starts = orders.filter(({ history }) => !history.continues);
const ends = orders.filter(({ history }) => history.result.outcome !== undefined);
const autoworks = histories.filter(({ history }) => history.workflow === 'autowork');

function historyOf(kind: string): ParsedHistory {
  return parseHistory(readHistory(kind));
}

test.each(histories)('every activity and every timer of $kind has a summary', ({ history }) => {
  const events = history.events.filter(({ type }) => summarizedTypes.has(type));
  expect(events.length).toBeGreaterThan(0);
  expect(events.filter(({ summary }) => !summary)).toEqual([]);
});

describe('the start of an order', () => {
  test.each(starts)('in $kind names customer, carrier and rule set', ({ history }) => {
    const { summary, details, input } = history;
    expect(summary).toBe(
      [`Order ${input.number}`, input.customerName, ...(input.carrier ? [input.carrier.name] : [])].join(' · '),
    );
    expect(details).toContain(input.number);
    expect(details).toContain(`of ${input.customerName} (customer ${input.customerId})`);
    expect(details).toContain(`Rule set: ${input.ruleset}`);
    if (input.carrier) expect(details).toContain(`Carrier: ${input.carrier.name}`);
  });

  test.each(starts)('in $kind sets the search attributes', ({ history }) => {
    const { input, events } = history;
    const first = input.plan?.find(({ required }) => required);
    expect(events[0]!.attributes).toEqual({
      CustomerId: String(input.customerId),
      RuleSet: input.ruleset,
      ...(input.issue ? { Step: 'issue', Outcome: 'working' } : {}),
      ...(input.held ? { Step: first?.step, Outcome: 'held', Reason: 'order.held' } : {}),
      ...(input.carrier ? { Carrier: input.carrier.name } : {}),
      ...(input.bulkRun ? { BulkRun: String(input.bulkRun) } : {}),
    });
  });
});

describe('lists show', () => {
  test.each(ends)('the outcome at the end of $kind, where it ever waited', ({ history }) => {
    const states = listedStates(history);
    if (history.continues || states.length > 0) expect(states.at(-1)).toBe(`done ${history.result.outcome}`);
    else expect(history.result.outcome).toBe('fulfilled');
  });

  test.each([
    ['whole-stack-automatic', []],
    ['by-hand', ['pick waiting', 'pack waiting', 'ship waiting', 'pickup waiting']],
    ['will-call', ['pickup waiting']],
    ['whole-stack-held-then-released', ['pick held']],
    ['whole-stack-short-then-delivered', ['pick attention']],
    ['background', ['pack waiting']],
    ['background-unreported', ['pack waiting']],
    ['issued-after-wait', ['issue working', 'issue waiting', 'pick working']],
    ['issued-at-once', []],
    ['service-away', ['ship working']],
    ['whole-stack-label-on-own-queue', ['ship booking']],
    ['whole-stack-packed-by-hand', ['pack waiting']],
    ['whole-stack-carrier-refused', ['ship booking', 'ship attention', 'ship booking']],
  ])('the step and the state of the kind %s on its way', (kind, way) => {
    expect(listedStates(historyOf(kind)).slice(0, -1)).toEqual(way);
  });
});

describe('the history of an autowork', () => {
  test('is recorded with and without success', () => {
    expect(new Set(autoworks.map(({ history }) => history.result.outcome))).toEqual(new Set(['done', 'partial']));
  });

  test.each(autoworks)('in $kind names who requested what of which order, with links to both', ({ history }) => {
    const { summary, details, input } = history;
    expect(summary).toBe(`Autowork · Order ${input.number} · ${input.customerName} · for ${input.by}`);
    expect(details).toContain(`${input.by} requested ${input.tasks!.map(({ step }) => step).join(', ')} of [order `);
    expect(details).toContain(`(https://shop.example/salesorder/${input.orderId})`);
    expect(details).toMatch(/Results: \[GET \/autowork\/\d+\]\(https:\/\/shop\.example\/autowork\/\d+\)$/);
    const { CustomerId, Outcome } = history.events[0]!.attributes;
    expect([CustomerId, Outcome]).toEqual([String(input.customerId), 'working']);
  });

  test.each(autoworks)('in $kind names order and user in each summary', ({ history }) => {
    const { number, by } = history.input;
    const summaries = history.events.flatMap(({ type, summary }) => (summarizedTypes.has(type) ? [summary] : []));
    expect(summaries[0]).toBe(`Start the autowork of order ${number} for ${by}`);
    expect(summaries.at(-1)).toBe('Report the results');
    const others = ['Book Parcel Post', 'See whether the stock is there'];
    const tasks = summaries.slice(1, -1).filter((summary) => !others.includes(summary!));
    for (const summary of tasks)
      expect(summary).toMatch(new RegExp(`^(Pick|Pack|Ship|Hand over) order ${number} for ${by}$`));
  });

  test.each(autoworks)('in $kind ends with the outcome and the reason of a shortfall', ({ history }) => {
    const { Outcome, Reason } = history.events.findLast(({ attributes }) => attributes.Outcome)!.attributes;
    expect(Outcome).toBe(history.result.outcome);
    if (Outcome === 'done') expect(Reason).toBeNull();
    else expect(Reason).toBe('carrier.refused');
  });
});

test('the history of a bulk run has the decisions of operators with their accounts', () => {
  const history = historyOf('bulk-run-updates');
  const decided = history.events.flatMap(({ summary }) => (summary?.includes(' decided') ? [summary] : []));
  expect(decided).toEqual([
    'Pause the run, as ana@example.com decided',
    'Set the rate to 40 orders a second, as ana@example.com decided',
    'Resume the run, as ana@example.com decided',
    'Resume the run, as bob@example.com decided',
  ]);
  const shown = history.events.flatMap(({ attributes }) => attributes.Outcome ?? []);
  expect(shown).toEqual(['working', 'paused', 'working', 'done']);
});

describe('a failure', () => {
  const messages = (code: string) =>
    [...orders, ...autoworks].flatMap(({ kind, history }) =>
      kind.startsWith('whole-stack')
        ? history.events.flatMap(({ failure }) => (failure?.code === code ? [failure.message] : []))
        : [],
    );

  test.each([
    ['stock.short', 'part and quantity', /\d+ of \d+ of part \S+/],
    [
      'carrier.refused',
      'carrier, carton and answer',
      /^Parcel Post: carton \d+: .* answered 422: The carrier does not /,
    ],
  ])('with code %s names the %s', (code, _what, names) => {
    expect(messages(code).length).toBeGreaterThan(0);
    for (const message of messages(code)) expect(message).toMatch(names);
  });
});

test('every picture of the page on histories exists and is small', () => {
  const page = join(projectRoot, 'docs', 'reading-histories.md');
  const pictures = [...readFileSync(page, 'utf8').matchAll(/\]\((images\/[^)]+)\)/g)].map(([, file]) => file!);
  expect(pictures.length).toBeGreaterThanOrEqual(10);
  for (const file of pictures) {
    const path = join(projectRoot, 'docs', file);
    expect(existsSync(path), file).toBe(true);
    expect(readFileSync(path).length, file).toBeLessThan(200_000);
  }
});
