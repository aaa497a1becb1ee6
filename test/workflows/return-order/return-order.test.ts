import type { WorkflowHandle } from '@temporalio/client';
import { expect, test } from 'vitest';
import { recordHistory } from '../../histories/files.ts';
import { historyOf } from '../../histories/record.ts';
import { untilEnd } from '../../support/until-end.ts';
import { currentDetails, outcomeShown, until } from '../support/engine.ts';
import { wholeEngine } from '../support/whole-engine.ts';

const config = `
returns:
  wait: 3s
  location: Dock
  rules:
    - { name: Sealed goods, condition: [sealed], then: { authorise: automatic } }
    - { name: Patience, condition: [heavy], then: { wait: 1h } }
`;
const engine = await untilEnd(wholeEngine({ config, watch: { interval: 0.2, pause: 0.2 } }));
const { shop, temporal } = engine;
await shop.done('/location', { site_id: shop.siteId, name: 'Dock', active: false });
const shelf = await shop.storage();
const part_id = await shop.part({}, 20);

async function request(condition: string) {
  const order = await shop.issued([{ part_id, qty: 2 }]);
  await shop.through([order], 'pick', 'pack', 'ship', 'pickup');
  const [line] = await shop.get(`/salesorder/${order}/line`);
  const lines = [{ line_id: line.id, qty: 2, condition }];
  const { id } = await shop.done('/returnorder', { salesorder_id: order, lines });
  return { id: id as number, workflow: temporal.workflow.getHandle(`return/${id}`) };
}
const on = (id: number, verb: string, body: object = {}) => shop.done(`/returnorder/${id}/${verb}`, body);
const at = (workflow: WorkflowHandle, step: string) =>
  until(async () => {
    const described = await workflow.describe().catch(() => null);
    return described?.typedSearchAttributes.getAll().find(({ key }) => key.name === 'Step')?.value === step;
  }, `the step ${step}`);

test('the workflow of a return shows what it waits for, from the request to its close', async () => {
  const { id, workflow } = await request('heavy');
  await at(workflow, 'authorise');
  expect(await currentDetails(workflow)).toContain('**authorise**: waiting for somebody to authorise it');
  expect(await currentDetails(workflow)).toContain('A person decides (returns.authorise)');
  await on(id, 'authorise');
  await at(workflow, 'receive');
  expect(await currentDetails(workflow)).toMatch(/\*\*receive\*\*: waiting for the goods, until 20/);
  const { units } = await on(id, 'receive', { lines: [{ part_id, qty: 2 }] });
  await at(workflow, 'inspect');
  await on(id, 'inspect', { units: [{ unit_id: units[0].id, outcome: 'restock', location_id: shelf }] });
  await at(workflow, 'close');
  await on(id, 'close');
  expect(await workflow.result()).toEqual({ outcome: 'closed' });
  expect(await currentDetails(workflow)).toMatch(/^\*\*Closed\*\*[\s\S]*restocked.*2/);
  expect(await outcomeShown(workflow)).toBe('closed');
  recordHistory('return-closed', await historyOf(workflow));
});

test('a return whose goods never come is canceled, and its workflow ends', async () => {
  const { id, workflow } = await request('sealed');
  await at(workflow, 'receive');
  expect(await workflow.result()).toEqual({ outcome: 'canceled' });
  const { status_id, decision } = await shop.get(`/returnorder/${id}`);
  expect([status_id, decision]).toEqual([7, expect.stringMatching(/^Its goods did not come until 20.* UTC\.$/)]);
  recordHistory('return-canceled', await historyOf(workflow));
});

test('goods that come in time stop the timer', async () => {
  const { id, workflow } = await request('sealed');
  await on(id, 'receive', { lines: [{ part_id }] });
  await at(workflow, 'inspect');
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  expect(await shop.get(`/returnorder/${id}`)).toMatchObject({ status_id: 3 });
  expect((await workflow.describe()).status.name).toBe('RUNNING');
});

test('a terminated workflow of an open return starts again, and a refused return ends it', async () => {
  const { id, workflow } = await request('heavy');
  await at(workflow, 'authorise');
  const { runId } = await workflow.describe();
  await workflow.terminate();
  await until(async () => (await workflow.describe()).runId !== runId, 'another run');
  await on(id, 'refuse', { decision: 'Too late' });
  expect(await temporal.workflow.getHandle(`return/${id}`).result()).toEqual({ outcome: 'refused' });
  expect(await engine.testService.verify()).toEqual([]);
});
