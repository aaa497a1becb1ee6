import { afterAll, beforeAll, expect, test } from 'vitest';
import { inParallel } from '../../../cli/output/parallel.ts';
import { searchAttributes } from '../../../workflows/contract/search-attributes.ts';
import { cancel, event, ignoreWarnings, progress } from '../../../workflows/order/messages.ts';
import { currentDetails, eventTypes, until } from '../support/engine.ts';
import { type WholeEngine, wholeEngine } from '../support/whole-engine.ts';

/** Waiting drafts on the service, its relay and a real Temporal server. `test/cli/stack/waiting-drafts.test.ts` kills programs. */

const config = `rules:
  - { name: Everything by itself, when: priority = 1, then: { pick: automatic, pack: automatic, ship: automatic, pickup: automatic } }
`;

let engine: WholeEngine;

beforeAll(async () => {
  engine = await wholeEngine({ config, watch: {} });
});
afterAll(async () => {
  expect(await engine.testService.verify()).toEqual([]);
  await engine.stop();
});

const ask = (id: number, body: object = {}) =>
  engine.testService.call('POST', `/salesorder/${id}/issue`, { when: 'possible', ...body });

const draftOf = (part_id: number, qty: number) => engine.shop.order([{ part_id, qty }], { priority: 1 });

/** Creates a waiting draft, and waits until its workflow waits too. */
async function waiting(partId: number, qty: number, body: object = {}): Promise<number> {
  const id = await draftOf(partId, qty);
  expect((await ask(id, body)).status).toBe(202);
  await waits([id]);
  return id;
}

const waits = async (ids: readonly number[]) => {
  for (const id of ids) {
    const state = async () => (await engine.orderOf(id).query(progress)).state;
    await until(async () => (await state().catch(() => null)) === 'waiting', `order ${id} to wait`);
  }
};

const fulfilled = (id: number) => until(async () => (await engine.shop.status(id)) === 'Fulfilled', `order ${id}`);

test('an order that waits once for its stock has at most 25 events, and goes on within two seconds', async () => {
  const part = await engine.shop.part({}, 2);
  const id = await waiting(part, 5);
  expect(await engine.shop.progress(id)).toMatchObject({ status: 'Draft', step: 'issue', state: 'waiting' });
  const arrived = Date.now();
  await engine.shop.stock(part, 3);
  await until(async () => (await engine.shop.status(id)) !== 'Draft', 'the issue');
  expect(Date.now() - arrived).toBeLessThan(2_000);
  await fulfilled(id);
  const handle = engine.orderOf(id);
  expect(await handle.result()).toEqual({ outcome: 'fulfilled' });
  const { length } = await eventTypes(handle);
  if (process.env.PRINT_FIGURES) console.log(`${length} events`);
  expect(length).toBeLessThanOrEqual(25);
  expect(await currentDetails(handle)).toContain('| issue | done | Administrator |');
});

test('an order issued at once by the same call has as many events as ever', async () => {
  const part = await engine.shop.part({}, 10);
  const [now, whenPossible] = [await draftOf(part, 2), await draftOf(part, 2)];
  await engine.testService.call('POST', `/salesorder/${now}/issue`);
  expect((await ask(whenPossible)).status).toBe(200);
  for (const id of [now, whenPossible]) await fulfilled(id);
  for (const id of [now, whenPossible]) await engine.orderOf(id).result();
  expect(await eventTypes(engine.orderOf(whenPossible))).toEqual(await eventTypes(engine.orderOf(now)));
  expect(await currentDetails(engine.orderOf(whenPossible))).toContain('| issue | done | Administrator |');
});

test('a date, its end, and the decisions of operators', async () => {
  const { shop } = engine;
  const part = await shop.part({}, 4);
  const dated = await draftOf(part, 1);
  const soon = new Date(Date.now() + 2_000).toISOString();
  expect((await ask(dated, { not_before: soon })).status).toBe(202);
  const [ended, back] = [await shop.part({}), await shop.part({})];
  const given = await draftOf(ended, 1);
  expect((await ask(given, { give_up_at: soon })).status).toBe(202);
  const taken = await waiting(back, 1);
  await engine.orderOf(taken).executeUpdate(cancel, { args: [{ by: 1 }] });
  expect(await engine.orderOf(taken).result()).toEqual({ outcome: 'unissued' });
  expect([await shop.status(taken), (await shop.see(taken)).issue_requested_at]).toEqual(['Draft', null]);
  await fulfilled(dated);
  await until(async () => (await shop.progress(given)).state === 'attention', 'the end of the time');
  await until(async () => (await engine.orderOf(given).query(progress)).state === 'attention', 'the workflow');
  await engine.orderOf(given).executeUpdate(ignoreWarnings, { args: [{ by: 1 }] });
  await until(async () => (await shop.status(given)) === 'Issued', 'the issue');
  expect(await currentDetails(engine.orderOf(given))).toContain('ignoring stock.short |');
  await shop.stock(ended, 1);
  await fulfilled(given);
});

test('a draft that is edited, voided or deleted, or whose workflow is terminated', async () => {
  const { shop } = engine;
  const part = await shop.part({});
  const [edited, voided, deleted, lost] = [
    await waiting(part, 5),
    await waiting(part, 5),
    await waiting(part, 5),
    await waiting(part, 9),
  ];
  await shop.done(`/salesorder/${voided}/void`);
  expect(await engine.orderOf(voided).result()).toEqual({ outcome: 'voided' });
  await shop.done(`/salesorder/${deleted}`, undefined, 'DELETE');
  expect(await engine.orderOf(deleted).result()).toEqual({ outcome: 'deleted' });
  await shop.stock(part, 2);
  const [line] = await shop.get(`/salesorder/${edited}/line`);
  await shop.done(`/salesorder/${edited}/line/${line.id}`, { qty: 2 }, 'PUT');
  await fulfilled(edited);
  await engine.orderOf(lost).terminate('by mistake');
  await shop.done(`/salesorder/${lost}/retry`, {});
  await until(
    async () => (await engine.orderOf(lost).describe()).status.name === 'RUNNING',
    'the workflow to start again',
  );
  await waits([lost]);
  await shop.stock(part, 9);
  await fulfilled(lost);
});

test('a draft is listed with the rule set and the carrier of its issue, and not with those of the forecast', async () => {
  const { shop, testService } = engine;
  const part = await shop.part({});
  const id = await waiting(part, 1);
  const attributes = async () => (await engine.orderOf(id).describe()).typedSearchAttributes;
  const before = (await attributes()).get(searchAttributes.RuleSet);
  testService.write(
    `carriers: { Own Van: { plugin: plain } }\n${config}  - { name: By van, then: { carrier: Own Van } }\n`,
  );
  await shop.done('/config/reload');
  await shop.stock(part, 1);
  await fulfilled(id);
  await engine.orderOf(id).result();
  const { ruleset } = await shop.get(`/salesorder/${id}/plan`);
  expect(ruleset).not.toBe(before);
  const after = await attributes();
  expect([after.get(searchAttributes.RuleSet), after.get(searchAttributes.Carrier)]).toEqual([ruleset, 'Own Van']);
});

test.runIf(process.env.CONVEYOR_LONG_HISTORY)(
  'a draft that waits through thousands of events continues in a new history, and is issued once',
  async () => {
    const { shop } = engine;
    const part = await shop.part({});
    const id = await waiting(part, 1);
    const handle = engine.orderOf(id);
    const { runId } = await handle.describe();
    // Temporal suggests a new history at 4,096 events.
    await inParallel(Array(4_100).keys(), 32, () => handle.signal(event, { event: 'salesorder.modified' }));
    await until(async () => (await handle.describe()).runId !== runId, 'the new history');
    await waits([id]);
    await shop.stock(part, 1);
    await fulfilled(id);
    expect(await handle.result()).toEqual({ outcome: 'fulfilled' });
    const timeline: { event: string }[] = await shop.get(`/salesorder/${id}/timeline`);
    expect(timeline.filter(({ event }) => event === 'salesorder.issued')).toHaveLength(1);
    expect(await currentDetails(handle)).toContain('| issue | done | Administrator |');
  },
);
