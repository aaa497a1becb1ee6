import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StandInCarrier, startStandInCarrier } from '../../../cli/stack/stand-in-carrier.ts';
import { type Plan, type Step, steps } from '../../../config/planning/plan.ts';
import { bookedBefore } from '../../../workflows/contract/booking-step.ts';
import { anyOrder, anyRules, carrierNames, shopConfiguration, sourceNames } from '../../support/any-rules.ts';
import type { Shop } from '../../support/shop.ts';
import type { TestService } from '../../support/test-service.ts';
import { type WholeEngine, wholeEngine } from '../support/whole-engine.ts';

// The whole: service, relay, Temporal, worker, and a carrier that sells labels. Rule sets are activated while orders are in progress.
const files = Number(process.env.CONVEYOR_PLAN_FILES ?? 4);
const ordersEach = 4;
const seed = Number(process.env.CONVEYOR_PLAN_SEED ?? 0) || Date.now() % 2 ** 31;

const folder = mkdtempSync(join(tmpdir(), 'conveyor-plan-execute-'));
let labels: StandInCarrier;
let engine: WholeEngine;
let service: TestService;
let shop: Shop;
const known: { carriers: (number | null)[]; sources: number[]; parts: number[] } = {
  carriers: [null],
  sources: [],
  parts: [],
};

beforeAll(async () => {
  labels = await startStandInCarrier(join(folder, 'labels'));
  engine = await wholeEngine({ config: shopConfiguration(`{ plugin: parcel, url: "${labels.url}" }`) });
  ({ testService: service, shop } = engine);
  for (const name of carrierNames) {
    const id = await shop.carrier(name);
    known.carriers.push(id);
    await shop.done(`/carrier/${id}/servicelevel`, { name: 'Fast' });
  }
  for (const name of sourceNames) known.sources.push((await shop.done('/source', { name })).id);
  known.parts = [await shop.part({ upc: 'light' }, 100_000), await shop.part({ weight_g: 9000 }, 100_000)];
});
afterAll(async () => {
  await engine.stop();
  await labels.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Issued {
  readonly id: number;
  /** The active rules, for the message of a failure. */
  readonly rules: string;
  /** The plan before issue. */
  readonly said: Plan;
}

test(
  'the workflow does what /plan shows before issue, for random rules and orders',
  async () => {
    const issued: Issued[] = [];
    for (const rules of fc.sample(anyRules, { numRuns: files, seed })) {
      service.write(`${shopConfiguration(`{ plugin: parcel, url: "${labels.url}" }`)}${rules}`);
      await shop.done('/config/reload');
      for (const order of fc.sample(anyOrder, { numRuns: ordersEach, seed: seed + issued.length })) {
        issued.push({ rules, ...(await issue(order)) });
      }
    }
    for (let at = 0; at < issued.length; at += atOnce) {
      await Promise.all(issued.slice(at, at + atOnce).map(expectExecuted));
    }
    expect(await service.verify()).toEqual([]);
    if (process.env.PRINT_FIGURES) console.log(`${files} files, ${issued.length} orders, seed ${seed}`);
  },
  60_000 + files * ordersEach * 3_000,
);

/** Orders that people work on at the same time. */
const atOnce = 8;

async function issue({ carrier, source, lines }: Parameters<Parameters<typeof anyOrder.map>[0]>[0]) {
  const body = lines.map(({ part, qty }) => ({ part_id: known.parts[part]!, qty, unit_price: 15 }));
  const id = await shop.order(body, { source_id: known.sources[source], carrier_id: known.carriers[carrier] });
  const { pinned: _dryRun, ...said } = await shop.get(`/salesorder/${id}/plan`);
  await shop.done(`/salesorder/${id}/issue`, { ignore_warnings: 1 });
  return { id, said: said as Plan };
}

/** People do the steps that the order waits for, and the engine must do the rest. Then the test checks who did which. */
async function expectExecuted({ id, rules, said }: Issued): Promise<void> {
  const about = `seed ${seed}, order ${id}, ${rules}`;
  const byPeople = await driven(id, about);
  const outcome = await engine.orderOf(id).result();
  expect(outcome, about).toEqual({ outcome: 'fulfilled' });

  const { pinned: _pinned, ...kept } = await shop.get(`/salesorder/${id}/plan`);
  // A rule with `before` may see another order than at issue, of another carrier: then its last word counts.
  const plan = said.later.length === 0 ? said : (kept as Plan);
  if (said.later.length === 0) expect(kept, about).toEqual(said);
  const done = await doers(id);
  const planned = Object.fromEntries(plan.steps.map(({ step, required, by }) => [step, required ? by : 'nobody']));
  expect(done, about).toEqual(planned);
  const byHand = plan.steps.filter(({ required, by }) => required && by === 'hand').map(({ step }) => step);
  expect(byPeople, about).toEqual(byHand);
  const cartons = await cartonsOf(id);
  const booked = plan.carrier?.book_at ? cartons.length : 0;
  expect(cartons.filter(hasLabel).length, about).toBe(booked);
}

/** @returns the steps that people did, in their order */
async function driven(id: number, about: string): Promise<Step[]> {
  const did: Step[] = [];
  const end = Date.now() + 60_000;
  for (;;) {
    const { state, step, waiting_for, carrier, steps: now } = await shop.progress(id);
    if (state === 'done') return did;
    // People do not ship cartons without a label.
    const labelled = !bookedBefore(step, { carrier, steps: now }) || (await cartonsOf(id)).every(hasLabel);
    if (state === 'held') await shop.done(`/salesorder/${id}/release`);
    else if (state === 'waiting' && waiting_for === `${step} by hand` && labelled) {
      const reply = await shop.perform(step, [id]);
      // Deferred rules are evaluated when the step starts: the order may be held, or the step skipped.
      const isChanged = [`${step}.no-step`, 'order.held'].includes(reply.body?.code);
      if (reply.status === 200) did.push(step);
      else if (!isChanged) throw new Error(`${JSON.stringify(reply.body)}: ${about}`);
    } else await new Promise((resolve) => setTimeout(resolve, 50));
    if (Date.now() > end) throw new Error(`It stays ${state} at ${step}, ${waiting_for}: ${about}`);
  }
}

const finished: Readonly<Record<Step, string>> = {
  pick: 'pick.finished',
  pack: 'pack.finished',
  ship: 'ship.finished',
  pickup: 'pickup.created',
};

/** Returns who did each step, by the order's timeline. */
async function doers(id: number): Promise<Record<string, string>> {
  const timeline: { event: string; user?: { name: string } }[] = await shop.get(`/salesorder/${id}/timeline`);
  return Object.fromEntries(
    steps.map((step) => {
      const entry = timeline.find(({ event }) => event === finished[step]);
      return [step, entry === undefined ? 'nobody' : entry.user?.name === 'Engine' ? 'automatic' : 'hand'];
    }),
  );
}

interface Carton {
  tracking_number: string | null;
}

const hasLabel = ({ tracking_number }: Carton) => tracking_number !== null;

async function cartonsOf(id: number): Promise<Carton[]> {
  const { packs } = await shop.see(id, 'packs.cartons');
  return packs.flatMap((pack: { cartons: Carton[] }) => pack.cartons);
}
