import fc from 'fast-check';
import { type By, type Moment, type Step, skippableSteps, steps } from '../../../config/planning/plan.ts';
import type { Actions, Condition, Rule, Ruleset } from '../../../config/planning/rule-set.ts';
import type { ConfiguredCarrier, ConfiguredSetting } from '../../../plugins/configured.ts';
import type { CarrierPlugin, SettingPlugin } from '../../../plugins/contract.ts';

/** A condition that always answers the same, without the expression language. */
export function always(holds: boolean, text = holds ? 'total >= 0' : 'total < 0'): Condition {
  const condition = { path: 'total', operator: holds ? '>=' : '<', expected: 0, actual: '36.00', holds };
  return { text, reads: [], holds: () => holds, explain: () => ({ holds, conditions: [condition] }) };
}

export interface RuleValues {
  readonly name?: string;
  readonly when?: Condition;
  readonly unless?: Condition;
  readonly again?: Moment;
  readonly group?: string;
  readonly actions: Partial<Actions>;
}

export function rule({ name = 'A rule', when, unless, again, group, actions }: RuleValues, line = 40): Rule {
  return {
    name,
    file: 'fulfillment.yaml',
    line,
    hash: 'beef',
    priority: 100,
    again: again ?? null,
    group: group ?? null,
    when: when ?? null,
    unless: unless ?? null,
    actions: { skip: [], require: [], by: {}, ...actions },
  };
}

export function carrier(name: string, plugin: CarrierPlugin, written: object = {}): ConfiguredCarrier {
  const options = plugin.options.parse(written);
  return {
    name,
    file: 'fulfillment.yaml',
    line: 10,
    hash: 'beef',
    plugin,
    options,
    bookAt: plugin.bookAt(options),
    rate: null,
  };
}

export function setting(plugin: SettingPlugin, value: unknown): ConfiguredSetting {
  return { name: plugin.name, file: 'fulfillment.yaml', line: 3, hash: 'beef', plugin, value };
}

export function ruleset(values: Partial<Ruleset> = {}): Ruleset {
  const byHand = { by: 'hand' as By, place: null };
  return {
    hash: 'cafe',
    defaults: { pick: byHand, pack: byHand, ship: byHand, pickup: byHand },
    settings: [],
    carriers: [],
    rules: [],
    compile: (text) => always(!text.includes('<'), text),
    ...values,
  };
}

const anySteps = fc.uniqueArray(fc.constantFrom(...steps), { maxLength: 2 });
const anySkipped = fc.uniqueArray(fc.constantFrom(...skippableSteps));
const anyBy = fc.dictionary(fc.constantFrom<Step>(...steps), fc.constantFrom<By>('hand', 'automatic'), { maxKeys: 3 });

export const anyActions: fc.Arbitrary<Actions> = fc.record(
  {
    skip: anySkipped,
    require: anySteps,
    by: anyBy as fc.Arbitrary<Partial<Record<Step, By>>>,
    hold: fc.constantFrom('Credit check', 'Address'),
    priority: fc.integer({ min: 1, max: 5 }),
    create_pick: fc.boolean(),
    start_in_carton: fc.boolean(),
    cartons_per_pallet: fc.integer({ min: 1, max: 50 }),
    carrier: fc.constantFrom('Will Call', 'Speedy Express', 'Federal Shipping'),
  },
  { requiredKeys: ['skip', 'require', 'by'] },
);

/** Rules with conditions of all kinds: none, one that holds, one that does not, exceptions. */
export const anyRules: fc.Arbitrary<Rule[]> = fc
  .array(
    fc.record({
      when: fc.constantFrom(undefined, always(true), always(false)),
      unless: fc.constantFrom(undefined, always(true), always(false)),
      actions: anyActions,
    }),
    { maxLength: 8 },
  )
  .map((rules) => rules.map((values, index) => rule({ name: `Rule ${index}`, ...values }, 40 + index)));
