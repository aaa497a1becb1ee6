import { dirname } from 'node:path';
import type { FileText } from '../../config/changes.ts';
import type { Configuration } from '../../config/configuration.ts';
import type { Fault } from '../../config/file/faults.ts';
import { fileSetOf } from '../../config/file/file-set.ts';
import type { Variables } from '../../config/file/variables.ts';
import { editorSchema } from '../../config/generate.ts';
import { type GivenTexts, givenBeside } from '../../config/load-texts.ts';
import { type ChangedOrder, planAtMoment } from '../../config/planning/backtest.ts';
import type { Plan } from '../../config/planning/plan.ts';
import type { Planner } from '../../config/planning/planner.ts';
import type { Finding } from '../../config/rules/findings.ts';
import { ownRules, type TriedRule } from '../../config/rules/own-rules.ts';
import { type CaseResults, missWords } from '../../config/rules/run-cases.ts';
import { trialInThread } from '../../config/trial/in-threads.ts';
import type { OrderText, TrialInput, TrialName, TrialResult } from '../../config/trial/trial.ts';
import { PoolFull } from '../../lib/threads/calls.ts';
import {
  type IssuedOrderSize,
  issuedOrderSizes,
  type PlannedOrder,
  plannedOrder,
  plannedOrders,
} from '../orders/planning/issued-orders.ts';
import { readablePlan } from '../orders/planning/readable-plan.ts';
import type { Database } from '../platform/database/database.ts';
import type { SqlCondition } from '../platform/listing/filter.ts';
import { everything, type ReadAccess } from '../platform/listing/read-access.ts';
import { problem } from '../platform/problems/problems.ts';
import { faulty } from '../rule-sets/faulty.ts';
import {
  type ChangeGroup,
  changeGroups,
  type DifferenceView,
  differenceViews,
  type PlanView,
  planView,
} from '../rule-sets/plan-views.ts';
import { unknownNamesIn } from './unknown-names.ts';

declare module '../platform/http/services.ts' {
  interface Services {
    /** Shows what texts of rules would do. Nothing is stored, and nothing changes. */
    readonly rules: RuleTrials;
  }
}

/** The result of a check. Texts with faults have no hash and no findings. */
export interface CheckedRules {
  readonly ruleset: string | null;
  readonly rules: number;
  readonly faults: readonly Fault[];
  readonly findings: readonly Finding[];
}

export interface TestedRules {
  readonly ruleset: string;
  readonly passed: number;
  readonly failed: number;
  readonly untested: CaseResults['untested'];
  readonly cases: readonly {
    readonly name: string;
    readonly file: string;
    readonly line: number;
    readonly passed: boolean;
    readonly misses: readonly {
      what: string;
      expected: unknown;
      actual: unknown;
      line: number;
      column: number;
      words: string;
    }[];
  }[];
}

export interface TriedRules {
  readonly order: { readonly id: number; readonly number: string; readonly issued_at: string | null };
  readonly pinned: PlanView | null;
  readonly active: PlanView;
  readonly proposed: PlanView | null;
  readonly differences: readonly DifferenceView[];
  readonly from_pinned: readonly DifferenceView[] | null;
}

export interface Backtested {
  readonly ruleset: string;
  readonly orders: number;
  readonly changed: number;
  readonly limited: boolean;
  readonly words: string;
  readonly groups: readonly ChangeGroup[];
}

export interface RuleTrials {
  check(files: readonly FileText[]): Promise<CheckedRules>;
  /** @param files null for the active rule set. @throws config.faulty */
  test(files: readonly FileText[] | null): Promise<TestedRules>;
  /** @param files null for the active rule set alone. @throws config.faulty, record.unknown, permission.missing */
  try(files: readonly FileText[] | null, orderId: number, readAccess: ReadAccess | null): Promise<TriedRules>;
  /** @throws config.faulty, permission.missing */
  backtest(files: readonly FileText[], orders: OrdersOfBacktest, readAccess: ReadAccess | null): Promise<Backtested>;
  /** The JSON Schema of the operators' file. */
  schema(): object;
}

export interface OrdersOfBacktest {
  /** Only orders that meet this; null for all. */
  readonly condition: SqlCondition | null;
  /** The greatest number of orders. */
  readonly most: number;
}

export interface RuleTrialsOptions {
  readonly database: Database;
  readonly configuration: () => Configuration;
  readonly planner: () => Planner;
  /** Values for `${NAME}`. Default: the environment of the process. */
  readonly variables?: Variables | undefined;
}

/** Orders, and lines of orders, that are read and planned at a time: about a megabyte of facts and plans. */
const ordersAtOnce = 100;
const linesAtOnce = 2_000;

let schema: object | undefined;

export function ruleTrials({ database, configuration, planner, variables }: RuleTrialsOptions): RuleTrials {
  const given = (files: readonly FileText[] | null) =>
    givenTexts(configuration(), files ?? fileSetOf(configuration()).files, variables);
  return {
    check: (files) => checkTexts(database, given(files)),
    async test(files) {
      const { hash, result } = await runSound(database, 'test', given(files), undefined);
      return { ruleset: hash, ...result, cases: result.cases.map(caseView) };
    },
    async try(files, orderId, readAccess) {
      const order = await plannedOrder(database, orderId);
      const active = planAtMoment(planner(), order.facts, order.issued);
      const readable = (plan: Plan) => readablePlan(plan, readAccess, configuration().compile);
      if (files === null) return tried(order, active, null, readable);
      const { result } = await runSound(database, 'plan', given(files), textOf(order));
      assertReadableRules(result.tried, configuration(), readAccess);
      return tried(order, active, result.plan, readable);
    },
    async backtest(files, orders, readAccess) {
      const { hash, result } = await runSound(database, 'check', given(files), undefined);
      assertReadableRules(result.tried, configuration(), readAccess);
      return backtested(database, given(files), hash, orders);
    },
    schema: () => (schema ??= editorSchema()),
  };
}

/** Returns texts with what they may use: what the active configuration uses. */
export function givenTexts(
  { files: active, reach }: Configuration,
  files: readonly FileText[],
  variables: Variables = process.env,
): GivenTexts {
  return givenBeside(files, { reach, folder: dirname(active[0]?.path ?? '') }, variables);
}

/** Checks texts, and whether their rules name records that exist. */
export async function checkTexts(database: Database, given: GivenTexts): Promise<CheckedRules> {
  const trial = await inThread('check', given, undefined);
  if ('faults' in trial) return { ruleset: null, rules: 0, faults: trial.faults, findings: [] };
  const { faults, findings: unknown } = await unknownNamesIn(database, trial.names);
  if (faults.length > 0) return { ruleset: null, rules: 0, faults, findings: [] };
  const { rules, findings } = trial.result;
  return { ruleset: trial.hash, faults, rules, findings: [...findings, ...unknown] };
}

/**
 * Checks that the caller may read the records that own rules read, as the filter of a list is checked: rules that look for a value
 * reveal it. The active rules are the operators' and may stand in every text; the answer leaves out the values that they saw.
 * @throws permission.missing
 */
function assertReadableRules(
  rules: readonly TriedRule[],
  { rules: active }: Configuration,
  readAccess: ReadAccess | null,
): void {
  if (readAccess === everything) return;
  for (const { name, file, line, reads } of ownRules(rules, active)) {
    for (const { name: relation, kind } of reads) {
      const permission = readAccess.lacks(kind);
      if (permission === null) continue;
      const detail = `Rule "${name}" (${file}:${line}) asks for "${relation}", which leads to ${kind} records and needs the permission ${permission}. An administrator can give it.`;
      throw problem('permission.missing', detail, { permission, name: relation });
    }
  }
}

/** Runs a trial of texts that have no faults. @throws config.faulty */
async function runSound<Name extends TrialName>(
  database: Database,
  name: Name,
  given: GivenTexts,
  input: TrialInput<Name>,
): Promise<{ hash: string; result: TrialResult<Name> }> {
  const trial = await inThread(name, given, input);
  if ('faults' in trial) throw faulty(trial.faults);
  const { faults } = await unknownNamesIn(database, trial.names);
  if (faults.length > 0) throw faulty(faults);
  return trial;
}

/** @throws service.unavailable while too many others wait */
async function inThread<Name extends TrialName>(name: Name, given: GivenTexts, input: TrialInput<Name>) {
  try {
    return await trialInThread(name, given, input);
  } catch (error) {
    if (!(error instanceof PoolFull)) throw error;
    throw problem('service.unavailable', 'Too many texts of rules are checked now. Try again in a moment.');
  }
}

const textOf = ({ facts, issued, pinned }: PlannedOrder): OrderText => ({
  facts: JSON.stringify(facts),
  ...{ issued, pinned },
});

type CaseOf = TrialResult<'test'>['cases'][number];

const caseView = ({ name, file, line, misses }: CaseOf): TestedRules['cases'][number] => ({
  ...{ name, file, line },
  passed: misses.length === 0,
  misses: misses.map((miss) => ({ ...miss, words: missWords(miss) })),
});

/** @param readable leaves out the values that the caller may not read */
function tried(
  { facts, issued, pinned }: PlannedOrder,
  active: Plan,
  proposed: Plan | null,
  readable: (plan: Plan) => Plan,
): TriedRules {
  const before = pinned === null ? null : (JSON.parse(pinned) as Plan);
  return {
    order: { id: facts.id, number: facts.number, issued_at: issued },
    pinned: before && planView(readable(before)),
    active: planView(readable(active)),
    proposed: proposed && planView(readable(proposed)),
    differences: proposed ? differenceViews(active, proposed) : [],
    from_pinned: before && differenceViews(before, proposed ?? active),
  };
}

/** Plans orders with texts, each at the moment of its issue. The next orders are read while a thread plans the ones before. */
async function backtested(
  database: Database,
  given: GivenTexts,
  hash: string,
  { condition, most }: OrdersOfBacktest,
): Promise<Backtested> {
  const found = await issuedOrderSizes(database, condition, most + 1);
  const limited = condition !== null && found.length > most;
  const wanted = found.slice(0, most);
  const changed: ChangedOrder[] = [];
  let planning: Promise<void> = Promise.resolve();
  for (const ids of chunksOf(wanted)) {
    const orders = (await plannedOrders(database, ids)).map(textOf);
    await planning;
    planning = runSound(database, 'compare', given, orders).then(({ result }) => void changed.push(...result));
    // The error is thrown by the `await` of the next round.
    planning.catch(() => undefined);
  }
  await planning;
  const groups = changeGroups(changed);
  const counts = { orders: wanted.length, changed: changed.length };
  return { ruleset: hash, ...counts, limited, words: backtestWords(counts, limited), groups };
}

/** Returns the ids in groups that fit into memory several times. */
function chunksOf(orders: readonly IssuedOrderSize[]): number[][] {
  const chunks: number[][] = [];
  let room = 0;
  for (const { id, lines } of orders) {
    const last = chunks.at(-1);
    if (last === undefined || last.length === ordersAtOnce || lines > room) {
      chunks.push([id]);
      room = linesAtOnce - lines;
    } else {
      last.push(id);
      room -= lines;
    }
  }
  return chunks;
}

const count = (number: number) => number.toLocaleString('en-US');

function backtestWords({ orders, changed }: { orders: number; changed: number }, limited: boolean): string {
  if (orders === 0) return 'No issued order was found.';
  const head = `${count(changed)} of ${count(orders)} orders would have another plan.`;
  return limited ? `${head} More orders match: these are the newest ${count(orders)}.` : head;
}
