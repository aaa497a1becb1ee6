import { Worker } from '@temporalio/worker';
import { expect, test } from 'vitest';
import { inParallel } from '../../../cli/output/parallel.ts';
import { workflowBundle } from '../../../worker/bundle.ts';
import { orderWorkflowId } from '../../../workflows/contract/order.ts';
import { untilEnd } from '../../support/until-end.ts';
import { until } from '../support/engine.ts';
import { wholeEngine } from '../support/whole-engine.ts';

// With 1,000 orders: `REPLAY_ORDERS=1000 npx vitest run --project engine test/workflows/order/replay-after-rules.test.ts`.
const count = Number(process.env.REPLAY_ORDERS ?? 10);
/** Orders that are created and read at once. */
const atOnce = 8;
const patience = 20_000 + count * 200;

/** One kind of order for each priority: automatic, by hand, with skipped steps, held, with deferred rules. */
const before = `
defaults: { steps: { pick: automatic, pack: automatic, ship: automatic, pickup: automatic } }
rules:
  - { name: Packed by people, when: priority = 2, then: { pack: by hand } }
  - { name: Over the counter, when: priority = 3, then: { skip: [pack, ship], pickup: by hand } }
  - { name: Somebody looks, when: priority = 4, then: { hold: Credit check } }
  - { name: Looked at again, when: priority = 5, before: ship, then: { ship: by hand, note: Late word } }
`;
/** Every one of these orders would now go another way. */
const after = `
defaults: { steps: { pick: by hand, pack: by hand, ship: by hand, pickup: by hand } }
rules:
  - { name: Packed by people, when: priority = 2, then: { skip: pack } }
  - { name: Over the counter, when: priority = 3, then: { require: [pack, ship] } }
  - { name: Nobody looks, when: priority = 4, then: { pick: automatic } }
  - { name: First of all, when: priority = 1, then: { hold: Stopped } }
`;

const engine = await untilEnd(wholeEngine({ config: before }));
const shop = engine.shop;
await shop.cartontype();

const priorityOf = (index: number) => (index % 5) + 1;
const planOf = (id: number) => shop.get(`/salesorder/${id}/plan`);

/** The state of waiting orders by priority. */
const rests: Readonly<Record<number, { state: string; step: string | null }>> = {
  1: { state: 'done', step: null },
  2: { state: 'waiting', step: 'pack' },
  3: { state: 'waiting', step: 'pickup' },
  4: { state: 'held', step: 'pick' },
  5: { state: 'waiting', step: 'ship' },
};

test(
  `${count} histories replay after the rules were changed, and their orders keep their plans`,
  async () => {
    const part = await shop.part({}, count * 2);
    const ids: number[] = [];
    await inParallel(numbers(count), atOnce, async (index) => {
      ids[index] = await shop.issued([{ part_id: part, qty: 1 }], { priority: priorityOf(index) });
    });
    await inParallel(numbers(count), atOnce, (index) =>
      until(
        async () => {
          const { state, step } = await shop.progress(ids[index]!);
          const rest = rests[priorityOf(index)]!;
          if (state !== rest.state || step !== rest.step) return false;
          // An order rests at the ship step when its deferred rule is evaluated.
          return priorityOf(index) !== 5 || (await planOf(ids[index]!)).later.length === 0;
        },
        `order ${index} of priority ${priorityOf(index)}`,
        patience,
      ),
    );
    const plans = new Map<number, unknown>();
    await inParallel(ids, atOnce, async (id) => void plans.set(id, await planOf(id)));

    engine.testService.write(after);
    const { changed, ruleset } = await shop.done('/config/reload');
    expect(changed).toBe(true);
    // The change does change plans: those of orders that are not issued yet.
    for (const index of numbers(5)) {
      const draft = await shop.order([{ part_id: part, qty: 1 }], { priority: priorityOf(index) });
      const now = await planOf(draft);
      expect(now.ruleset).toBe(ruleset);
      expect(kept(now.steps)).not.toEqual(kept((plans.get(ids[index]!) as Planned).steps));
    }

    await inParallel(ids, atOnce, async (id) => expect(await planOf(id)).toEqual(plans.get(id)));
    expect(await replayed(ids)).toEqual({ histories: count, faults: [] });

    // Orders in progress continue by their plans.
    const [, packedByHand] = ids;
    await shop.through([packedByHand!], 'pack');
    await until(async () => (await shop.status(packedByHand!)) === 'Fulfilled', 'its end', patience);
  },
  120_000 + count * 1_000,
);

interface Planned {
  steps: { step: string; required: boolean; by: string }[];
}

const kept = (steps: Planned['steps']) => steps.map(({ step, required, by }) => `${step} ${required} ${by}`);

function numbers(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}

/** Replays the histories of orders with the present workflows. */
async function replayed(ids: readonly number[]): Promise<{ histories: number; faults: string[] }> {
  const faults: string[] = [];
  let histories = 0;
  async function* all() {
    for (const id of ids) {
      const workflowId = orderWorkflowId(id);
      yield { workflowId, history: await engine.temporal.workflow.getHandle(workflowId).fetchHistory() };
    }
  }
  for await (const { workflowId, error } of Worker.runReplayHistories(
    { workflowBundle: await workflowBundle() },
    all(),
  )) {
    histories += 1;
    if (error) faults.push(`${workflowId}: ${error.message}`);
  }
  return { histories, faults };
}
