import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyOrder, anyRules, carrierNames, shopConfiguration, sourceNames } from '../../../support/any-rules.ts';
import { testShop } from '../../../support/shop.ts';

const configuration = shopConfiguration();

const known: { carriers: (number | null)[]; sources: number[]; parts: number[] } = {
  carriers: [null],
  sources: [],
  parts: [],
};

const { service, shop } = await testShop({ config: configuration });
for (const name of carrierNames) {
  const carrier_id = await shop.carrier(name);
  known.carriers.push(carrier_id);
  await shop.done(`/carrier/${carrier_id}/servicelevel`, { name: 'Fast' });
}
for (const name of sourceNames) known.sources.push((await shop.done('/source', { name })).id);
known.parts = [await shop.part({ upc: 'light' }, 100_000), await shop.part({ weight_g: 9000 }, 100_000)];

test('issue pins the plan that /plan shows before, creates its work, and starts its workflow with it', async () => {
  await fc.assert(
    fc.asyncProperty(anyRules, fc.array(anyOrder, { minLength: 1, maxLength: 3 }), async (rules, orders) => {
      service.write(`${configuration}${rules}`);
      await shop.done('/config/reload');
      for (const { carrier, source, lines } of orders) {
        const body = lines.map(({ part, qty }) => ({ part_id: known.parts[part]!, qty, unit_price: 15 }));
        const values = { source_id: known.sources[source], carrier_id: known.carriers[carrier] };
        const id = await shop.order(body, values);
        const { pinned: _before, ...planned } = await shop.get(`/salesorder/${id}/plan`);
        await shop.done(`/salesorder/${id}/issue`, { ignore_warnings: 1 });
        const { pinned, ...stored } = await shop.get(`/salesorder/${id}/plan`);
        expect(pinned).toBe(true);
        expect(stored).toEqual(planned);
        await expectExecuted(id, planned);
      }
    }),
    { numRuns: 40 },
  );
  expect(await service.verify()).toEqual([]);
}, 120_000);

// biome-ignore lint/suspicious/noExplicitAny: a plan as the interface serves it
async function expectExecuted(id: number, plan: any): Promise<void> {
  const required = plan.steps.filter((each: { required: boolean }) => each.required);
  const names = required.map((each: { step: string }) => each.step);
  const { rows: work } = await service.sql.query(
    'select distinct lower(t.name) as step, t.id from work w join task t on t.id = w.task_id where w.order_id = $1 order by t.id',
    [id],
  );
  expect(work.map((row) => row.step)).toEqual(names);
  const { rows: started } = await service.sql.query(
    `select payload from outbox where kind = 'start' and workflow_id = $1`,
    [`order/${id}`],
  );
  const input = started[0].payload;
  const requiredSteps = input.steps.filter((each: { required: boolean }) => each.required);
  expect(requiredSteps.map((each: { step: string; by: string }) => [each.step, each.by])).toEqual(
    required.map((each: { step: string; by: string }) => [each.step, each.by]),
  );
  expect(input.carrier).toEqual(plan.carrier);
  const order = await shop.see(id, 'carrier,carrierservicelevel,picks');
  if (plan.carrier) expect(order.carrier.name).toBe(plan.carrier.name);
  if (plan.priority !== null) expect(order.priority).toBe(plan.priority);
  expect([order.wave, order.hold_reason]).toEqual([plan.wave, plan.hold]);
  expect(order.picks.length > 0).toBe(plan.create_pick && plan.hold === null);
  if (plan.hold !== null) {
    await shop.done(`/salesorder/${id}/release`);
    expect((await shop.see(id, 'picks')).picks.length > 0).toBe(plan.create_pick);
  }
  // People perform the steps of the plan one by one. Decisions of deferred rules are pinned when their step is reached.
  for (const taskName of ['pick', 'pack', 'ship', 'pickup'] as const) {
    const { steps: now } = await shop.get(`/salesorder/${id}/plan`);
    if (!now.find((each: { step: string }) => each.step === taskName).required) continue;
    let reply = await shop.perform(taskName, [id]);
    // A deferred rule can hold the order, and another one can skip the step.
    if (reply.body?.code === 'order.held') {
      await shop.done(`/salesorder/${id}/release`);
      reply = await shop.perform(taskName, [id]);
    }
    if (reply.body?.code !== `${taskName}.no-step`) expect(reply.status).toBe(200);
  }
  expect(await shop.status(id)).toBe('Fulfilled');
}
