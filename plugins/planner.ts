import { type Claim, claimOf, claimsOf, Settlement, stepOf } from './claims.ts';
import type { Directive } from './contract.ts';
import type { OrderFacts } from './facts.ts';
import {
  type By,
  type ConditionSeen,
  type Plan,
  type PlannedCarrier,
  type Reason,
  type Source,
  type Step,
  steps,
} from './plan.ts';
import type { Actions, ConfiguredCarrier, ConfiguredSetting, Place, Rule, Ruleset } from './ruleset.ts';

/** What a person decided for one order; it wins over everything else. */
export interface OperatorOverrides extends Partial<Actions> {
  /** Who decided, as the plan names them. */
  readonly operator: string;
  readonly why?: string;
}

/** The decisions of a plan without the reasons. */
export type Decisions = Omit<Plan, 'steps' | 'reasons'> & {
  readonly steps: readonly { readonly step: Step; readonly required: boolean; readonly by: By }[];
};

/**
 * From an order's facts to its plan. Pure and synchronous: the same facts, rule set and moment give the same plan, and
 * every order gets one.
 */
export interface Planner {
  /** Content hash of the configuration. */
  readonly ruleset: string;
  /**
   * The plan with every reason: what issue pins and `/plan` shows.
   * @param now what `now` is in conditions; the moment of the call unless said
   */
  plan(order: OrderFacts, overrides?: OperatorOverrides, now?: Date): Plan;
  /** The same decisions without the reasons, for trying many orders. */
  decide(order: OrderFacts, overrides?: OperatorOverrides, now?: Date): Decisions;
}

/** A rule with what it claims and how that is told, prepared once. */
interface PreparedRule {
  readonly rule: Rule;
  readonly label: string;
  readonly claims: readonly (Claim & { readonly fired: string; readonly failed: string; readonly excepted: string })[];
}

/**
 * Makes the planner of a configuration.
 * Precedence: operator > rule > carrier plugin > setting > default; among rules the one higher up in the file.
 * `automatic` and `by hand` say who does a step, not whether it is done: only `require` undoes a skip (design page §8).
 */
export function createPlanner(ruleset: Ruleset): Planner {
  const rules = ruleset.rules.map(prepare);
  const carriers = new Map(ruleset.carriers.map((carrier) => [carrier.name.toLowerCase(), carrier]));

  function settle(order: OrderFacts, overrides: OperatorOverrides | undefined, now: Date, withReasons: boolean) {
    const settlement = new Settlement(withReasons);
    if (overrides) claimForOperator(settlement, overrides);
    for (const prepared of rules) claimForRule(settlement, prepared, order, now, withReasons);
    const name = settlement.value<string>('carrier') ?? order.carrier?.name;
    const carrier = name === undefined ? undefined : carriers.get(name.toLowerCase());
    if (carrier) claimForCarrier(settlement, carrier, order);
    for (const setting of ruleset.settings) claimForSetting(settlement, setting, order);
    for (const step of steps) claimForDefault(settlement, step, ruleset.defaults[step]);
    const bookAt = carrier ? bookingStep(settlement, carrier) : null;
    return { settlement, decisions: decisions(settlement, ruleset.hash, carrier, bookAt) };
  }

  return {
    ruleset: ruleset.hash,
    decide: (order, overrides, now = new Date()) => settle(order, overrides, now, false).decisions,
    plan(order, overrides, now = new Date()) {
      const { settlement, decisions } = settle(order, overrides, now, true);
      return {
        ...decisions,
        steps: decisions.steps.map((step) => ({ ...step, reasons: settlement.reasons(step.step) })),
        reasons: settlement.reasons(undefined),
      };
    },
  };
}

function prepare(rule: Rule): PreparedRule {
  const when = rule.when ? `as ${rule.when.text}` : 'for every order';
  return {
    rule,
    label: `rule "${rule.name}"`,
    claims: claimsOf(rule.actions).map((claim) => ({
      ...claim,
      fired: `${claim.words}, ${when}`,
      failed: `not ${claim.words}, as this does not hold: ${rule.when?.text}`,
      excepted: `not ${claim.words}, as this excepts it: ${rule.unless?.text}`,
    })),
  };
}

function claimForOperator(settlement: Settlement, overrides: OperatorOverrides): void {
  const { operator, why } = overrides;
  for (const claim of claimsOf(overrides)) {
    settlement.claim(claim, `operator "${operator}"`, () => reason('operator', operator, null, why ?? claim.words));
  }
}

function claimForRule(
  settlement: Settlement,
  prepared: PreparedRule,
  order: OrderFacts,
  now: Date,
  withReasons: boolean,
): void {
  const { rule, label, claims } = prepared;
  if (!withReasons) {
    const fires = (rule.when?.holds(order, now) ?? true) && !(rule.unless?.holds(order, now) ?? false);
    if (fires) for (const claim of claims) settlement.claim(claim, label, never);
    return;
  }
  // One evaluation gives both the answer and what every part of the condition saw.
  const when = rule.when?.explain(order, now) ?? { holds: true, conditions: [] };
  const unless = rule.unless?.explain(order, now) ?? { holds: false, conditions: [] };
  const conditions = [...when.conditions, ...unless.conditions];
  for (const claim of claims) {
    if (when.holds && !unless.holds) {
      settlement.claim(claim, label, () => reason('rule', rule.name, rule, claim.fired, true, conditions));
    } else {
      const why = when.holds ? claim.excepted : claim.failed;
      settlement.note(stepOf(claim.question), reason('rule', rule.name, rule, why, false, conditions));
    }
  }
}

function claimForCarrier(settlement: Settlement, carrier: ConfiguredCarrier, order: OrderFacts): void {
  const say = () => carrier.plugin.plan(order, carrier.options);
  claimForPlugin(settlement, 'carrier', carrier, carrier.plugin.name, say);
}

function claimForSetting(settlement: Settlement, setting: ConfiguredSetting, order: OrderFacts): void {
  const say = () => setting.plugin.plan(order, setting.value);
  claimForPlugin(settlement, 'setting', setting, setting.plugin.name, say);
}

/**
 * A plugin is somebody else's code: where it throws or says what nobody understands, the order still gets a plan, and is
 * held with the reason, so that a person looks at it before anything goes out.
 */
function claimForPlugin(
  settlement: Settlement,
  source: 'carrier' | 'setting',
  origin: Place & { readonly name: string },
  plugin: string,
  say: () => readonly Directive[],
): void {
  const label = `${source} "${origin.name}"`;
  try {
    const said = say();
    if (!Array.isArray(said)) throw new TypeError('plan gave no list of directives');
    const claims = said.map((directive) => {
      const claim = claimOf(directive);
      if (!claim) throw new TypeError(`plan gave what is no directive: ${JSON.stringify(directive)}`);
      return { claim, why: directive.why };
    });
    for (const { claim, why } of claims) settlement.claim(claim, label, () => reason(source, origin.name, origin, why));
  } catch (error) {
    const words = `The plugin ${plugin} failed: ${error instanceof Error ? error.message : String(error)}`;
    const claim: Claim = { question: 'hold', value: words, words };
    settlement.claim(claim, label, () => reason(source, origin.name, origin, words));
  }
}

function claimForDefault(settlement: Settlement, step: Step, { by, place }: Ruleset['defaults'][Step]): void {
  settlement.claim({ question: `${step}.required`, value: true, words: '' }, 'default', () =>
    reason('default', 'required', null, 'every step is done unless something skips it'),
  );
  const word = by === 'hand' ? 'by hand' : 'automatic';
  settlement.claim({ question: `${step}.by`, value: by, words: '' }, 'default', () =>
    reason('default', word, place, `${word} unless something says otherwise`),
  );
}

/** The step before which the carrier is booked: the plugin's own, or the next one that is done. */
function bookingStep(settlement: Settlement, carrier: ConfiguredCarrier): Step | null {
  if (carrier.bookAt === null) return null;
  const step = steps.slice(steps.indexOf(carrier.bookAt)).find((later) => settlement.value(`${later}.required`));
  if (step === undefined) return null;
  settlement.note(step, reason('carrier', carrier.name, carrier, 'booked with the carrier before this step'));
  return step;
}

function decisions(
  settlement: Settlement,
  ruleset: string,
  carrier: ConfiguredCarrier | undefined,
  bookAt: Step | null,
): Decisions {
  const required = (step: Step) => settlement.value<boolean>(`${step}.required`) === true;
  return {
    ruleset,
    steps: steps.map((step) => ({ step, required: required(step), by: settlement.value<By>(`${step}.by`) ?? 'hand' })),
    create_pick: settlement.value('create_pick') === true,
    start_in_carton: required('pack') && settlement.value('start_in_carton') === true,
    cartons_per_pallet: (required('ship') && settlement.value<number>('cartons_per_pallet')) || null,
    hold: settlement.value<string>('hold') ?? null,
    priority: settlement.value<number>('priority') ?? null,
    carrier: carrier ? planned(carrier, bookAt) : null,
  };
}

function planned({ name, plugin, rate }: ConfiguredCarrier, bookAt: Step | null): PlannedCarrier {
  return { name, plugin: plugin.name, book_at: bookAt, own_queue: rate !== null };
}

function reason(
  source: Source,
  name: string,
  place: Place | null,
  why: string,
  fired = true,
  conditions: ConditionSeen[] = [],
): Reason {
  return { source, name, file: place?.file ?? null, line: place?.line ?? null, fired, why, conditions };
}

function never(): never {
  throw new Error('Reasons are not kept here.');
}
