import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createPlanner } from '../../../config/planning/planner.ts';
import { carrierPlugin, palletize } from '../../../plugins/contract.ts';
import type { Step } from '../../../plugins/steps.ts';
import { withCarrier } from './facts.ts';
import { carrier, rule, ruleset } from './rule-set.ts';

/** A carrier that books at a step, is asked to come, and takes pallets. */
const courier = (bookAt: Step | null) =>
  carrierPlugin({
    name: 'courier',
    options: z.strictObject({}),
    plan: () => [palletize(6, 'the trucks take pallets only')],
    bookAt: () => bookAt,
    book: async () => [],
    schedulePickup: async () => ({ confirmation: 'P-1' }),
  });

function planned(bookAt: Step | null, skip: readonly ('pack' | 'ship')[]) {
  const rules = [rule({ name: 'Short', actions: { skip } }, 4)];
  const values = ruleset({ carriers: [carrier('Courier', courier(bookAt))], rules });
  const plan = createPlanner(values).plan(withCarrier('Courier'));
  const { carrier: booked, cartons_per_pallet, warnings = [] } = plan;
  return {
    booked: booked?.book_at ?? null,
    asksPickup: booked?.asks_pickup ?? false,
    pallets: cartons_per_pallet !== null,
    warning: warnings.map(
      (text) => /has no pallet|(?:skipped by|before the \w+ step)(?!.*has no pallet)/.exec(text)?.[0] ?? text,
    ),
  };
}

describe('what a plan has without a step, and what it says of it', () => {
  const noPallet = ['has no pallet'];
  const bySkip = ['skipped by', ...noPallet];
  const early = (step: Step) => [`before the ${step} step`];

  test.each<[Step | null, ('pack' | 'ship')[], Step | null, boolean, boolean, string[]]>([
    // booked at, skipped; then booked before, asks for a pickup, pallets, warning
    [null, [], null, false, true, []],
    [null, ['pack'], null, false, false, noPallet],
    [null, ['ship'], null, false, false, []],
    [null, ['pack', 'ship'], null, false, false, []],
    ['pick', [], 'pick', true, true, early('pick')],
    ['pick', ['pack'], 'pick', true, false, bySkip],
    ['pick', ['ship'], 'pick', true, false, early('pick')],
    ['pick', ['pack', 'ship'], null, false, false, []],
    ['pack', [], 'pack', true, true, early('pack')],
    ['pack', ['pack'], 'ship', true, false, bySkip],
    ['pack', ['ship'], 'pack', true, false, early('pack')],
    ['pack', ['pack', 'ship'], null, false, false, []],
    ['ship', [], 'ship', true, true, []],
    ['ship', ['pack'], 'ship', true, false, bySkip],
    ['ship', ['ship'], 'pickup', true, false, []],
    ['ship', ['pack', 'ship'], null, false, false, []],
    ['pickup', [], 'pickup', true, true, []],
    ['pickup', ['pack'], 'pickup', true, false, bySkip],
    ['pickup', ['ship'], 'pickup', true, false, []],
    ['pickup', ['pack', 'ship'], null, false, false, []],
  ])('booked at %s, without %j', (bookAt, skip, booked, asksPickup, pallets, warning) => {
    expect(planned(bookAt, skip)).toEqual({ booked, asksPickup, pallets, warning });
  });
});
