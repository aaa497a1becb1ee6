import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowHandle } from '@temporalio/client';
import { expect, test } from 'vitest';
import { projectRoot } from '../../../config/root.ts';
import { about, CarrierRefused, CarrierUnavailable } from '../../../plugins/errors.ts';
import { orderStart } from '../../../workflows/contract/order.ts';
import { progress, retry } from '../../../workflows/order/messages.ts';
import { listedStates, parseHistory, summarizedTypes } from '../../histories/parse-history.ts';
import { historyOf } from '../../histories/record.ts';
import { untilEnd } from '../../support/until-end.ts';
import { automatic, byHand, carrier, currentDetails, orderInput, testEngine, until } from '../support/engine.ts';

/** The carrier's error for the second carton of an order. */
let answer: Error | null = null;

const engine = await untilEnd(
  testEngine([
    carrier('Parcels', async ({ cartons }) =>
      cartons.map(({ id, number }, index) => {
        if (index === 1 && answer) throw about(`carton ${number}`, answer);
        return { carton_id: id, tracking_number: `T${id}` };
      }),
    ),
  ]),
);

const parcels = { name: 'Parcels', plugin: 'test', book_at: 'ship', own_queue: false } as const;

/** Waits until the list of Temporal's pages finds the order by the filter. */
async function isFound({ workflowId }: WorkflowHandle, filter: string): Promise<void> {
  const query = `WorkflowId = "${workflowId}" AND ${filter}`;
  await until(async () => (await engine.client.workflow.count(query)).count === 1, filter);
}

test('at each step by hand, lists find the order by the step, and details show its wait', async () => {
  const { handle, order, tell } = await engine.issue(byHand, { carrier: { ...parcels, book_at: null }, bulkRun: 17 });
  const all = 'CustomerId = "4" AND RuleSet = "a1b2c3" AND Carrier = "Parcels" AND BulkRun = "17"';
  for (const step of ['pick', 'pack', 'ship', 'pickup'] as const) {
    await isFound(handle, `Step = "${step}" AND Outcome = "waiting" AND ${all}`);
    const { since } = await handle.query(progress);
    expect(Date.now() - Date.parse(since!)).toBeLessThan(20_000);
    const when = since!.slice(0, 19).replace('T', ' ');
    expect(await currentDetails(handle)).toMatch(new RegExp(`^\\*\\*${step}\\*\\*: waiting for .*, since ${when} UTC`));
    engine.service.finish(order, step);
    await tell(`${step}.finished`);
  }
  await handle.result();
  await isFound(handle, `Step = "done" AND Outcome = "fulfilled" AND ${all}`);
});

test("a filter finds a carrier's refusal by its code, and the details have carton and answer", async () => {
  answer = new CarrierRefused('labels.example answered 422: no such street');
  const { handle, order } = await engine.issue(automatic, { carrier: parcels, bulkRun: 18 });
  const carton = order.cartons[1]?.number ?? `C-${order.id}-2`;
  const listed = 'BulkRun = "18" AND Carrier = "Parcels" AND Outcome = "attention" AND Reason = "carrier.refused"';
  await isFound(handle, listed);
  expect(await currentDetails(handle)).toContain(`carton ${carton}: labels.example answered 422: no such street`);

  answer = new CarrierRefused('labels.example answered 422: no such town');
  await handle.executeUpdate(retry, { args: [{ by: 'ana@example.com' }] });
  await until(async () => (await currentDetails(handle)).includes('422: no such town'), 'the second answer');
  await isFound(handle, listed);
  // A joiner keeps Temporal's pages from making the address a link.
  const details = (await currentDetails(handle)).replaceAll('\u2060', '');
  expect(details).toMatch(/\d\d:\d\d:\d\d UTC: ana@example\.com had it tried again/);

  answer = null;
  await handle.executeUpdate(retry, { args: [{ by: 'ana@example.com' }] });
  await handle.result();
  await isFound(handle, 'Outcome = "fulfilled" AND Reason IS NULL');
  const history = parseHistory(JSON.parse(await historyOf(handle)));
  expect(history.events.filter(({ type, summary }) => summarizedTypes.has(type) && !summary)).toEqual([]);
});

test('a filter finds a booking whose carrier is away, and the activity shows the answer and the next attempt', async () => {
  answer = new CarrierUnavailable('labels.example answered 503: busy');
  const { handle } = await engine.issue(automatic, { carrier: parcels });
  await isFound(handle, 'Step = "ship" AND Outcome = "booking" AND Carrier = "Parcels"');
  await until(async () => ((await handle.describe()).raw.pendingActivities?.[0]?.attempt ?? 0) > 1, 'a second attempt');
  const [pending] = (await handle.describe()).raw.pendingActivities!;
  expect(pending!.lastFailure?.message).toMatch(/^Parcels: carton \S+: labels\.example answered 503: busy$/);
  expect(pending!.nextAttemptScheduleTime ?? pending!.lastStartedTime).toBeTruthy();
  answer = null;
  await handle.result();
});

test('lists show a new reason, also where only the code changes', async () => {
  const { handle, order } = await engine.issue(automatic, {}, (order) => {
    order.refusals.pick = { status: 409, code: 'stock.short', detail: 'Part B-17: 2 wanted, 1 there.' };
  });
  await isFound(handle, 'Reason = "stock.short"');
  order.refusals.pick = { status: 409, code: 'part.inactive', detail: 'Part B-17 is inactive.' };
  await handle.executeUpdate(retry, { args: [{ by: 'ana@example.com' }] });
  await isFound(handle, 'Step = "pick" AND Outcome = "attention" AND Reason = "part.inactive"');
  order.refusals = {};
  await handle.executeUpdate(retry, { args: [{ by: 'ana@example.com' }] });
  await handle.result();
  const { result, ...history } = parseHistory(JSON.parse(await historyOf(handle)));
  expect(result).toEqual({ outcome: 'fulfilled' });
  expect(listedStates({ ...history, result }).at(-1)).toBe('done fulfilled');
});

test('lists show the code of a hold, and details its reason', async () => {
  const { handle, order, tell } = await engine.issue({ pick: 'hand', pickup: 'hand' }, {}, (order) => {
    order.held = true;
  });
  await isFound(handle, 'Outcome = "held" AND Reason = "order.held"');
  expect(await currentDetails(handle)).toMatch(
    /^\*\*pick\*\*: held, waiting for its release: Credit check, since \d{4}-/,
  );
  order.held = false;
  await tell('salesorder.released');
  await isFound(handle, 'Outcome = "waiting" AND Reason IS NULL');
  await handle.terminate();
});

test('the details name who skipped a step in the service', async () => {
  const { handle, order, tell } = await engine.issue(byHand);
  await until(async () => (await handle.query(progress)).state === 'waiting', 'waiting');
  const pack = order.steps.find(({ step }) => step === 'pack')!;
  Object.assign(pack, { required: false, done: true, why: 'Ana Ortiz skipped it' });
  await tell('salesorder.replanned');
  await until(async () => (await currentDetails(handle)).includes('Ana Ortiz'), 'the details');
  expect(await currentDetails(handle)).toContain('| pack | skipped | Ana Ortiz skipped it |');
  await handle.terminate();
});

test('the timer of deferred rules has a summary', async () => {
  const { steps } = orderInput({ pick: 'hand', pickup: 'hand' });
  const [pick, ...others] = steps;
  const { handle } = await engine.issue(
    { pick: 'hand', pickup: 'hand' },
    { steps: [{ ...pick!, waits: [7_200] }, ...others] },
  );
  await isFound(handle, 'Outcome = "waiting"');
  await handle.terminate();
  const { events } = await handle.fetchHistory();
  const timer = events?.find(({ timerStartedEventAttributes: started }) => started);
  expect(JSON.parse(Buffer.from(timer!.userMetadata!.summary!.data!).toString())).toBe(
    'Rules are due after 2 hours of waiting at pick',
  );
});

test('the workflow has a summary, and details that link to the order in the service', async () => {
  const input = orderInput(byHand, { carrier: { ...parcels, book_at: null } });
  const handle = await engine.client.workflow.start('order', {
    ...orderStart(input, 'https://shop.example'),
    taskQueue: 'nobody-polls',
  });
  const description = await handle.describe();
  expect(await description.staticSummary()).toBe(`Order ${input.number} · Alfreds Futterkiste · Parcels`);
  expect(await description.staticDetails()).toBe(
    [
      `[Order ${input.number}](https://shop.example/salesorder/${input.orderId}) of Alfreds Futterkiste (customer 4): ` +
        ['progress', 'plan', 'timeline']
          .map((name) => `[${name}](https://shop.example/salesorder/${input.orderId}/${name})`)
          .join(', '),
      'Carrier: Parcels · Rule set: a1b2c3',
    ].join('\n\n'),
  );
  await handle.terminate();
});

const page = join(projectRoot, 'docs', 'reading-histories.md');

test('the server accepts every filter of the page on histories', async () => {
  const filters = [...readFileSync(page, 'utf8').matchAll(/^\| .*\| `([^`]+)` \|$/gm)].map(([, filter]) => filter!);
  expect(filters.length).toBeGreaterThanOrEqual(8);
  for (const filter of filters) await engine.client.workflow.count(filter);
});
