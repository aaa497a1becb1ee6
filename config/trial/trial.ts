import type { OrderFacts } from '../../records/facts.ts';
import type { Configuration } from '../configuration.ts';
import { ConfigurationError, type Fault } from '../file/faults.ts';
import { type GivenTexts, loadTexts } from '../load-texts.ts';
import { type ChangedOrder, changeOf, planAtMoment } from '../planning/backtest.ts';
import type { Plan } from '../planning/plan.ts';
import { createPlanner, type Planner } from '../planning/planner.ts';
import { checkResultOf } from '../rules/check.ts';
import type { Finding } from '../rules/findings.ts';
import { type TriedRule, triedRules } from '../rules/own-rules.ts';
import { type RecordName, recordNames } from '../rules/record-names.ts';
import { type CaseResults, runCases } from '../rules/run-cases.ts';

/** Dry runs of texts from a request, without any effect. These functions run in threads. */

/** The result of a trial, or the faults of the texts. */
export type Trial<Result> =
  | { readonly faults: readonly Fault[] }
  | { readonly hash: string; readonly names: readonly RecordName[]; readonly result: Result };

export interface CheckedTexts {
  readonly rules: number;
  readonly tried: readonly TriedRule[];
  readonly findings: readonly Finding[];
}

/** An order whose plan is still text, because text moves between threads in a tenth of the time of values. */
export interface OrderText {
  /** JSON. */
  readonly facts: string;
  readonly issued: string | null;
  /** JSON; null for a draft. */
  readonly pinned: string | null;
}

export const trials = {
  check: ({ configuration }: Loaded): CheckedTexts => {
    const { rules, findings } = checkResultOf({ configuration });
    return { rules, findings, tried: triedRules(configuration.rules) };
  },
  test: ({ configuration, planner }: Loaded): CaseResults => runCases(planner, configuration),
  plan: ({ configuration, planner }: Loaded, { facts, issued }: OrderText) => ({
    plan: planAtMoment(planner, JSON.parse(facts) as OrderFacts, issued),
    tried: triedRules(configuration.rules),
  }),
  compare: ({ planner }: Loaded, orders: readonly OrderText[]): ChangedOrder[] =>
    orders.flatMap(({ facts, issued, pinned }) => {
      if (pinned === null) return [];
      const order = { facts: JSON.parse(facts) as OrderFacts, issued, pinned: JSON.parse(pinned) as Plan };
      return changeOf(planner, order) ?? [];
    }),
};

export type TrialName = keyof typeof trials;
export type TrialInput<Name extends TrialName> = Parameters<(typeof trials)[Name]>[1];
export type TrialResult<Name extends TrialName> = ReturnType<(typeof trials)[Name]>;

interface Loaded {
  readonly configuration: Configuration;
  readonly planner: Planner;
}

/** The texts of the last trials: an editor checks, tests and tries the same ones. */
const loaded = new Map<string, Promise<Loaded>>();
const mostLoaded = 3;

/** Compiles texts, and runs a trial with them. */
export async function runTrial<Name extends TrialName>(
  name: Name,
  given: GivenTexts,
  input: TrialInput<Name>,
): Promise<Trial<TrialResult<Name>>> {
  try {
    const one = await loadedFrom(given);
    const run = trials[name] as (one: Loaded, input: TrialInput<Name>) => TrialResult<Name>;
    return { hash: one.configuration.hash, names: recordNames(one.configuration), result: run(one, input) };
  } catch (error) {
    if (error instanceof ConfigurationError) return { faults: error.faults };
    throw error;
  }
}

function loadedFrom(given: GivenTexts): Promise<Loaded> {
  const key = JSON.stringify(given);
  const known = loaded.get(key) ?? loadTexts(given).then(loadedOf);
  loaded.delete(key);
  loaded.set(key, known);
  const [oldest] = loaded.keys();
  if (loaded.size > mostLoaded && oldest !== undefined) loaded.delete(oldest);
  return known;
}

const loadedOf = (configuration: Configuration): Loaded => ({ configuration, planner: createPlanner(configuration) });
