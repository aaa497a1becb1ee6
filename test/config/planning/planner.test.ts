import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { OperatorOverrides } from '../../../config/planning/operator-decision.ts';
import { type Plan, type SkippableStep, type Step, steps } from '../../../config/planning/plan.ts';
import { createPlanner } from '../../../config/planning/planner.ts';
import type { Ruleset } from '../../../config/planning/rule-set.ts';
import federalShipping from '../../../plugins/carriers/freight.ts';
import parcel from '../../../plugins/carriers/parcel.ts';
import willCall from '../../../plugins/carriers/will-call.ts';
import {
  automatic,
  byHand,
  carrierPlugin,
  type Directive,
  forbidAutomatic,
  require,
  settingPlugin,
  skip,
} from '../../../plugins/contract.ts';
import autoCreatePick from '../../../plugins/settings/auto-create-pick-by-order.ts';
import startInCarton from '../../../plugins/settings/start-in-carton.ts';
import { anyOrder, orderFacts, withCarrier } from './facts.ts';
import { always, anyActions, anyRules, carrier, type RuleValues, rule, ruleset, setting } from './rule-set.ts';

const label = { url: 'http://carrier.test' };
const carriers = [
  carrier('Will Call', willCall),
  carrier('Speedy Express', parcel, label),
  carrier('Federal Shipping', federalShipping),
];

function planned(values: Partial<Ruleset>, order = orderFacts(), overrides?: OperatorOverrides): Plan {
  return createPlanner(ruleset(values)).plan(order, overrides);
}

function stepOf(plan: Plan, step: Step) {
  const planStep = plan.steps.find((candidate) => candidate.step === step);
  if (!planStep) throw new Error(`The plan has no step ${step}`);
  return planStep;
}

const rules = (...values: RuleValues[]) =>
  values.map((each, index) => rule({ name: `Rule ${index}`, ...each }, 40 + index));

describe('without configuration', () => {
  test('all four steps are required, in their order, by hand', () => {
    const plan = planned({});
    expect(plan.steps.map(({ step, required, by }) => [step, required, by])).toEqual([
      ['pick', true, 'hand'],
      ['pack', true, 'hand'],
      ['ship', true, 'hand'],
      ['pickup', true, 'hand'],
    ]);
    expect(plan).toMatchObject({
      create_pick: false,
      start_in_carton: false,
      cartons_per_pallet: null,
      hold: null,
      priority: null,
      carrier: null,
      reasons: [],
    });
  });

  test('a default names its place in the file', () => {
    const pick = { by: 'automatic' as const, place: { file: 'fulfillment.yaml', line: 6, hash: 'beef' } };
    const plan = planned({ defaults: { ...ruleset().defaults, pick } });
    expect(stepOf(plan, 'pick').by).toBe('automatic');
    expect(stepOf(plan, 'pick').reasons).toContainEqual(
      expect.objectContaining({ source: 'default', name: 'automatic', file: 'fulfillment.yaml', line: 6, fired: true }),
    );
  });
});

const says = (...directives: Directive[]) => ({
  carriers: [carrier('C', carrierPlugin({ name: 'c', options: z.strictObject({}), plan: () => directives }))],
});
const sets = (...directives: Directive[]) => ({
  settings: [setting(settingPlugin({ name: 's', value: z.boolean(), plan: () => directives }), true)],
});
const ruled = (actions: RuleValues['actions']) => ({ rules: rules({ actions }) });
const operator = (actions: Partial<OperatorOverrides>): OperatorOverrides => ({ operator: 'Ann', ...actions });

/** Plans that are compared by their pack step. */
type PlanCase = [string, Partial<Ruleset>, OperatorOverrides | undefined, { required?: boolean; by?: string }];

describe('precedence', () => {
  test.each<PlanCase>([
    ['a setting over a default', sets(automatic('pack', '')), undefined, { by: 'automatic' }],
    [
      'a carrier over a setting',
      { ...says(byHand('pack', '')), ...sets(automatic('pack', '')) },
      undefined,
      { by: 'hand' },
    ],
    [
      'a carrier skips over a setting that requires',
      { ...says(skip('pack', '')), ...sets(require('pack', '')) },
      undefined,
      { required: false },
    ],
    [
      'a rule over a carrier',
      { ...says(skip('pack', '')), ...ruled({ require: ['pack'] }) },
      undefined,
      { required: true },
    ],
    [
      'a rule skips a step that a carrier requires',
      { ...says(require('pack', '')), ...ruled({ skip: ['pack'] }) },
      undefined,
      { required: false },
    ],
    [
      'a rule over a setting',
      { ...sets(automatic('pack', '')), ...ruled({ by: { pack: 'hand' } }) },
      undefined,
      { by: 'hand' },
    ],
    ['an operator over a rule', ruled({ skip: ['pack'] }), operator({ require: ['pack'] }), { required: true }],
    [
      'an operator over all of them',
      { ...says(skip('pack', '')), ...sets(skip('pack', '')), ...ruled({ skip: ['pack'] }) },
      operator({ require: ['pack'] }),
      { required: true },
    ],
    ['an operator says who', ruled({ by: { pack: 'automatic' } }), operator({ by: { pack: 'hand' } }), { by: 'hand' }],
    [
      'automatic does not undo a skip',
      { ...says(skip('pack', '')), ...ruled({ by: { pack: 'automatic' } }) },
      undefined,
      { required: false, by: 'automatic' },
    ],
    [
      'by hand does not undo a skip',
      { ...says(skip('pack', '')), ...ruled({ by: { pack: 'hand' } }) },
      operator({ by: { pack: 'hand' } }),
      { required: false },
    ],
    [
      'the rule higher up over the one below',
      { rules: rules({ actions: { skip: ['pack'] } }, { actions: { require: ['pack'] } }) },
      undefined,
      { required: false },
    ],
    [
      'a rule below where the one above does not hold',
      {
        rules: rules({ when: always(false), actions: { skip: ['pack'] } }, { actions: { by: { pack: 'automatic' } } }),
      },
      undefined,
      { required: true, by: 'automatic' },
    ],
    [
      'nothing where an exception holds',
      { rules: rules({ when: always(true), unless: always(true), actions: { skip: ['pack'] } }) },
      undefined,
      { required: true },
    ],
  ])('%s', (_name, values, overrides, expected) => {
    expect(stepOf(planned(values, withCarrier('C'), overrides), 'pack')).toMatchObject(expected);
  });

  test.each([
    ['create_pick', 'pick', sets(), { create_pick: true }, true],
    ['start_in_carton', 'pack', { settings: [setting(startInCarton, true)] }, { start_in_carton: false }, false],
    ['cartons_per_pallet', 'ship', { carriers: [carrier('C', federalShipping)] }, { cartons_per_pallet: 6 }, 6],
  ] as const)('a rule decides %s over settings and carriers', (question, step, values, actions, expected) => {
    const plan = planned({ ...values, ...ruled(actions) }, withCarrier('C'));
    expect(plan[question]).toBe(expected);
    expect(stepOf(plan, step).reasons[0]).toMatchObject({ source: 'rule', fired: true });
  });

  test('hold and priority come from the first rule that sets them', () => {
    const plan = planned({
      rules: rules({ actions: { hold: 'Credit check' } }, { actions: { hold: 'Address', priority: 1 } }),
    });
    expect(plan).toMatchObject({ hold: 'Credit check', priority: 1 });
    expect(plan.reasons.map(({ name, overruled_by }) => [name, overruled_by])).toEqual([
      ['Rule 0', undefined],
      ['Rule 1', 'rule "Rule 0"'],
      ['Rule 1', undefined],
    ]);
  });
});

describe('a veto', () => {
  test.each<PlanCase>([
    [
      'a veto of a carrier over a rule, a setting and a default',
      {
        ...says(forbidAutomatic('pack', 'glass')),
        ...sets(automatic('pack', '')),
        ...ruled({ by: { pack: 'automatic' } }),
      },
      undefined,
      { required: true, by: 'hand' },
    ],
    [
      'a veto of a setting over a carrier and a rule',
      {
        ...says(automatic('pack', '')),
        ...sets(forbidAutomatic('pack', 'stocktaking')),
        ...ruled({ by: { pack: 'automatic' } }),
      },
      undefined,
      { by: 'hand' },
    ],
    [
      'a rule that allows it over the veto of a carrier',
      { ...says(forbidAutomatic('pack', '')), ...ruled({ by: { pack: 'automatic' }, allow_automatic: ['pack'] }) },
      undefined,
      { by: 'automatic' },
    ],
    [
      'a rule that allows it makes nothing automatic by itself',
      { ...says(forbidAutomatic('pack', '')), ...ruled({ allow_automatic: ['pack'] }) },
      undefined,
      { by: 'hand' },
    ],
    [
      'a veto of a rule over an earlier rule',
      { rules: rules({ actions: { by: { pack: 'automatic' } } }, { actions: { forbid_automatic: ['pack'] } }) },
      undefined,
      { by: 'hand' },
    ],
    [
      'a person over a veto',
      says(forbidAutomatic('pack', '')),
      operator({ by: { pack: 'automatic' } }),
      { by: 'automatic' },
    ],
    [
      'a veto of one step leaves the others alone',
      { ...says(forbidAutomatic('ship', '')), ...ruled({ by: { pack: 'automatic' } }) },
      undefined,
      { by: 'automatic' },
    ],
  ])('%s', (_name, values, overrides, expected) => {
    expect(stepOf(planned(values, withCarrier('C'), overrides), 'pack')).toMatchObject(expected);
  });

  test('a veto binds the rules that are evaluated later, and the plan names it as the winner', () => {
    const planner = createPlanner(
      ruleset({
        ...says(forbidAutomatic('pack', 'glass')),
        rules: rules({ again: { step: 'pack', waited: null }, actions: { by: { pack: 'automatic' } } }),
      }),
    );
    const order = withCarrier('C');
    const { plan } = planner.evaluateDeferred(planner.plan(order), { step: 'pack', waited: null }, order);
    const pack = stepOf(plan, 'pack');
    expect(pack).toMatchObject({ required: true, by: 'hand' });
    expect(pack.reasons).toContainEqual(
      expect.objectContaining({ source: 'rule', decides: 'pack.by', fired: true, overruled_by: 'carrier "C"' }),
    );
    expect(pack.reasons).toContainEqual(
      expect.objectContaining({ source: 'carrier', decides: 'pack.automatic', value: false, why: 'glass' }),
    );
  });
});

describe('reasons', () => {
  test('a claim that lost names the winner', () => {
    const plan = planned({ carriers, rules: rules({ actions: { require: ['pack'] } }) }, withCarrier('Will Call'));
    expect(stepOf(plan, 'pack').reasons).toContainEqual(
      expect.objectContaining({ source: 'carrier', name: 'Will Call', fired: true, overruled_by: 'rule "Rule 0"' }),
    );
  });

  test('a claim with the value of the winner is not overruled', () => {
    const plan = planned({ carriers, rules: rules({ actions: { skip: ['ship'] } }) }, withCarrier('Will Call'));
    const carrierReason = stepOf(plan, 'ship').reasons.find(({ source }) => source === 'carrier');
    expect(carrierReason).toMatchObject({ fired: true });
    expect(carrierReason).not.toHaveProperty('overruled_by');
  });

  test('a rule that does not hold is recorded with the values that it saw', () => {
    const plan = planned({ rules: rules({ when: always(false), actions: { skip: ['pack'] } }) });
    expect(stepOf(plan, 'pack').reasons).toContainEqual({
      source: 'rule',
      name: 'Rule 0',
      hash: 'beef',
      decides: 'pack.required',
      value: false,
      file: 'fulfillment.yaml',
      line: 40,
      fired: false,
      why: 'not skip pack, as this does not hold: total < 0',
      conditions: [{ path: 'total', operator: '<', expected: 0, actual: '36.00', holds: false }],
    });
  });

  test('a rule that is excepted shows both of its conditions', () => {
    const plan = planned({
      rules: rules({ when: always(true), unless: always(true, 'total > 1'), actions: { skip: ['pack'] } }),
    });
    const [reason] = stepOf(plan, 'pack').reasons;
    expect(reason).toMatchObject({ fired: false, why: 'not skip pack, as this excepts it: total > 1' });
    expect(reason?.conditions.map(({ holds, negated = false }) => [holds, negated])).toEqual([
      [true, false],
      [true, true],
    ]);
  });

  test('a rule is recorded only under the steps of its actions', () => {
    const plan = planned({ rules: rules({ actions: { skip: ['pack'], hold: 'Credit check' } }) });
    const ruledSteps = plan.steps.filter(({ reasons }) => reasons.some(({ source }) => source === 'rule'));
    expect(ruledSteps.map(({ step }) => step)).toEqual(['pack']);
    expect(plan.reasons).toHaveLength(1);
  });

  test('an operator is named with the explanation', () => {
    const plan = planned({}, orderFacts(), { operator: 'Ann', why: 'the customer called', skip: ['pack'] });
    expect(stepOf(plan, 'pack').reasons[0]).toMatchObject({
      source: 'operator',
      name: 'Ann',
      why: 'the customer called',
      file: null,
    });
  });
});

describe('carriers', () => {
  test('the name of a carrier is matched in any case, and shown as in the file', () => {
    expect(planned({ carriers }, withCarrier('WILL CALL')).carrier?.name).toBe('Will Call');
  });

  test('a carrier that is not configured changes nothing', () => {
    const plan = planned({ carriers }, withCarrier('Nobody knows it'));
    expect(plan.carrier).toBeNull();
    expect(plan.steps.every(({ required }) => required)).toBe(true);
  });

  test('a rule that changes the carrier brings in the plugin of the new one', () => {
    const plan = planned(
      { carriers, rules: rules({ actions: { carrier: 'Will Call' } }) },
      withCarrier('Speedy Express'),
    );
    expect(plan.carrier).toEqual({ name: 'Will Call', plugin: 'will-call', book_at: null, own_queue: false });
    expect(stepOf(plan, 'ship').required).toBe(false);
  });

  test('a carrier with a rate has a task queue of its own', () => {
    const limited = { ...carrier('Speedy Express', parcel, label), rate: 20 };
    expect(planned({ carriers: [limited] }, withCarrier('Speedy Express')).carrier?.own_queue).toBe(true);
  });

  test.each<[string, SkippableStep[], Step]>([
    ['before its step', [], 'ship'],
    ['before the next step where its own is skipped', ['ship'], 'pickup'],
  ])('a booking is made %s', (_name, skipped, expected) => {
    const plan = planned({ carriers, rules: rules({ actions: { skip: skipped } }) }, withCarrier('Speedy Express'));
    expect(plan.carrier?.book_at).toBe(expected);
  });

  test.each<[string, unknown]>([
    [
      'throws',
      () => {
        throw new Error('no such zone');
      },
    ],
    ['gives a promise', () => Promise.resolve([])],
    ['gives what is no directive', () => [{ does: 'required', step: 'wrap', value: false, why: '' }]],
    ['gives nothing', () => undefined],
    ['skips the pick', () => [{ does: 'required', step: 'pick', value: false, why: '' }]],
    ['skips the pickup', () => [{ does: 'required', step: 'pickup', value: false, why: '' }]],
  ])('a plugin that %s puts the order on hold with a reason', (_name, plan) => {
    const broken = carrierPlugin({ name: 'broken', options: z.strictObject({}), plan: plan as () => Directive[] });
    const made = planned({ carriers: [carrier('C', broken)] }, withCarrier('C'));
    expect(made.hold).toMatch(/^The plugin broken failed: /);
    expect(made.reasons[0]).toMatchObject({ source: 'carrier', name: 'C', file: 'fulfillment.yaml', line: 10 });
    expect(made.steps.every(({ required }) => required)).toBe(true);
  });
});

describe('settings that depend on a step', () => {
  test.each([
    ['start_in_carton', 'pack', false],
    ['cartons_per_pallet', 'ship', null],
  ] as const)('%s is off where %s is skipped', (question, step, off) => {
    const values = { settings: [setting(autoCreatePick, true), setting(startInCarton, true)], carriers };
    const on = planned(values, withCarrier('Federal Shipping'));
    const skipped = planned(
      { ...values, rules: rules({ actions: { skip: [step] } }) },
      withCarrier('Federal Shipping'),
    );
    expect(on[question]).not.toBe(off);
    expect(skipped[question]).toBe(off);
  });
});

describe('for every configuration and every order', () => {
  const anyRuleset = anyRules.chain((fileRules) =>
    fc.record({ create: fc.boolean(), carton: fc.boolean() }).map(({ create, carton }) =>
      ruleset({
        rules: fileRules,
        carriers,
        settings: [setting(autoCreatePick, create), setting(startInCarton, carton)],
      }),
    ),
  );
  const anyOverrides = fc.option(
    anyActions.map((actions): OperatorOverrides => ({ operator: 'Ann', ...actions })),
    { nil: undefined },
  );

  test('a plan is total, deterministic and plain JSON', () => {
    fc.assert(
      fc.property(anyRuleset, anyOrder, anyOverrides, (randomRuleset, order, overrides) => {
        const plan = createPlanner(randomRuleset).plan(order, overrides);
        expect(plan.steps.map(({ step }) => step)).toEqual(steps);
        expect(createPlanner(randomRuleset).plan(order, overrides)).toEqual(plan);
        expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
      }),
    );
  });

  test('decide and plan make the same decisions', () => {
    fc.assert(
      fc.property(anyRuleset, anyOrder, anyOverrides, (randomRuleset, order, overrides) => {
        const planner = createPlanner(randomRuleset);
        const { reasons: _order, steps: planSteps, ...rest } = planner.plan(order, overrides);
        expect(planner.decide(order, overrides)).toEqual({
          ...rest,
          steps: planSteps.map(({ reasons: _step, ...decided }) => decided),
        });
      }),
    );
  });

  test('every decision about a step has a reason that fired and was not overruled', () => {
    fc.assert(
      fc.property(anyRuleset, anyOrder, anyOverrides, (randomRuleset, order, overrides) => {
        const plan = createPlanner(randomRuleset).plan(order, overrides);
        for (const { reasons } of plan.steps) {
          const winning = reasons.filter(({ fired, overruled_by }) => fired && overruled_by === undefined);
          // One for whether the step is done, and one for who does it.
          expect(winning.length).toBeGreaterThanOrEqual(2);
          for (const { fired, overruled_by } of reasons) expect(overruled_by === undefined || fired).toBe(true);
        }
      }),
    );
  });

  test('automatic or by hand never changes whether a step is required', () => {
    fc.assert(
      fc.property(anyRuleset, anyOrder, fc.constantFrom('hand', 'automatic'), (randomRuleset, order, by) => {
        const planner = createPlanner(randomRuleset);
        const all = { operator: 'Ann', by: { pick: by, pack: by, ship: by, pickup: by } } as OperatorOverrides;
        const required = (overrides?: OperatorOverrides) =>
          planner.decide(order, overrides).steps.map((s) => s.required);
        expect(required(all)).toEqual(required());
      }),
    );
  });
});
