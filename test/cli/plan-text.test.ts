import { expect, test } from 'vitest';
import { z } from 'zod';
import { planText } from '../../cli/order/plan-text.ts';
import { createPlanner } from '../../config/planning/planner.ts';
import { carrierPlugin, type Directive, forbidAutomatic, hold, refuse, warn } from '../../plugins/contract.ts';
import { withCarrier } from '../config/planning/facts.ts';
import { carrier, ruleset } from '../config/planning/rule-set.ts';

/** The plan of an order as `order show` and `order plan` print it. */

const terminal = { write: () => undefined, live: false, columns: 200, colors: false };

function printed(directives: readonly Directive[]): string {
  const strict = carrierPlugin({ name: 'strict', options: z.strictObject({}), plan: () => [...directives] });
  const planner = createPlanner(ruleset({ carriers: [carrier('Strict', strict)] }));
  return planText(planner.plan(withCarrier('Strict')), new Set(), 'brief', terminal);
}

test('what a plugin refuses and warns of has a line with its source', () => {
  const text = printed([refuse('No boxes'), warn('Ferries do not go every day')]);
  expect(text).toContain('    refused: No boxes (carrier "Strict", fulfillment.yaml:10)\n');
  expect(text).toContain('    warning: Ferries do not go every day (carrier "Strict", fulfillment.yaml:10)\n');
  expect(text.match(/No boxes/g)).toHaveLength(1);
  const held = printed([hold('The driver needs an appointment')]);
  expect(held).toContain('    held: The driver needs an appointment\n');
  expect(held).not.toMatch(/refused:|warning:/);
});

test('a veto that a person overrules stays in the plan, and names the person', () => {
  const veto = forbidAutomatic('ship', 'a box has to fit the bag');
  const strict = carrierPlugin({ name: 'strict', options: z.strictObject({}), plan: () => [veto] });
  const planner = createPlanner(ruleset({ carriers: [carrier('Strict', strict)] }));
  const order = withCarrier('Strict');
  const overruled = '(carrier "Strict", fulfillment.yaml:10; overruled by operator "Ana")';
  for (const plan of [
    planner.plan(order, { operator: 'Ana', by: { ship: 'automatic' } }),
    planner.applyDecision(planner.plan(order), order, {
      by: 'Ana',
      claims: [{ question: 'ship.by', value: 'automatic' }],
    }),
  ]) {
    const text = planText(plan, new Set(), 'brief', terminal);
    expect(text).toMatch(/○ ship +automatic/);
    expect(text).toContain(`a box has to fit the bag ${overruled}\n`);
  }
});
