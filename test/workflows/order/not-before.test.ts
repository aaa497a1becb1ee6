import { afterAll, expect, test } from 'vitest';
import { progress } from '../../../workflows/order/messages.ts';
import { untilEnd } from '../../support/until-end.ts';
import { until } from '../support/engine.ts';
import { wholeEngine } from '../support/whole-engine.ts';

/** Automatic steps that wait for their earliest moment, on the whole engine. */

const config = `defaults: { steps: { pick: automatic, pack: automatic, ship: automatic, pickup: automatic } }
rules:
  - { name: Some ship on the next day, when: priority = 1, then: { not_before: { ship: tomorrow } } }
  - { name: Others pick on the next day, when: priority = 2, then: { not_before: { pick: tomorrow } } }
`;

const engine = await untilEnd(wholeEngine({ config }));
afterAll(async () => {
  expect(await engine.testService.verify()).toEqual([]);
});

const midnight = (): string => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)).toISOString();
};

/** Issues an order, and waits until it waits for a date at a step. */
async function waiting(priority: number, step: string): Promise<number> {
  const { shop } = engine;
  const id = await shop.issued([{ part_id: await shop.part({}, 5), qty: 2 }], { priority });
  const waits = async () => {
    const now = await shop.progress(id);
    return now.step === step && now.steps.find((each: { step: string }) => each.step === step).not_before !== null;
  };
  await until(waits, `the wait of order ${id} at ${step}`);
  await until(async () => (await engine.orderOf(id).query(progress)).state === 'waiting', 'the timer');
  return id;
}

/** Moves the earliest moment of the step to now + `seconds`, and lets the workflow look at the plan again. */
async function moveMoment(id: number, step: number, seconds: number): Promise<void> {
  const at = new Date(Date.now() + seconds * 1000).toISOString();
  await engine.testService.sql.query(
    "update salesorder set plan = jsonb_set(plan, array['steps', $2, 'not_before_at'], to_jsonb($3::text)) where id = $1",
    [id, String(step), at],
  );
  await engine.shop.done(`/salesorder/${id}`, { note: 'Move it' }, 'PUT');
}

test('an automatic step waits for its moment, which lists, the progress and Temporal name', async () => {
  const { shop } = engine;
  const id = await waiting(1, 'ship');
  const at = midnight();
  const shown = await shop.progress(id);
  expect(shown).toMatchObject({ state: 'waiting', step: 'ship' });
  expect(shown.waiting_for).toBe(`ship not before ${at}`);
  expect(await shop.see(id)).toMatchObject({ state: 'waiting', step: 'ship', reason: 'date' });
  const { waitingFor } = await engine.orderOf(id).query(progress);
  expect(waitingFor).toMatch(/^\d+ [A-Z][a-z]+ \d{4}, 00:00 UTC$/);
  await moveMoment(id, 2, 2);
  expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
  expect((await shop.see(id, 'ships')).ships).toHaveLength(1);
});

test('a person does the step before its moment', async () => {
  const id = await waiting(1, 'ship');
  await engine.shop.done('/task/3/perform', { order_id: [id] });
  expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
});

test('the first step waits too, and a plan without the rule ends the wait', async () => {
  const { shop, testService } = engine;
  const id = await waiting(2, 'pick');
  testService.write(config.replace('priority = 2', 'priority = 4'));
  await testService.client.config.reload();
  await shop.done(`/salesorder/${id}/replan`, {});
  expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
});

test('a replan gives the present step a moment too', async () => {
  const { shop, testService } = engine;
  const id = await waiting(1, 'ship');
  testService.write(config.replace('ship: tomorrow', 'ship: { day: tomorrow, time: "08:00" }'));
  await testService.client.config.reload();
  await shop.done(`/salesorder/${id}/replan`, {});
  const moment = midnight().replace('T00:', 'T08:');
  await until(async () => (await shop.progress(id)).waiting_for === `ship not before ${moment}`, 'the other moment');
  const inWorkflow = async () => (await engine.orderOf(id).query(progress)).waitingFor?.includes('08:00');
  await until(async () => Boolean(await inWorkflow()), 'the timer');
  await shop.done(`/salesorder/${id}/void`);
});
