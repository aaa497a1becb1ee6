import { type ChangedOrder, type ChangedRules, changedRules, groupedChanges } from '../../config/planning/backtest.ts';
import { type Difference, differences, differenceWords } from '../../config/planning/differences.ts';
import type { ConditionResult, Plan } from '../../config/planning/plan.ts';
import { conditionWords, marks, type RuleOutcome, ruleOutcomes } from '../../config/planning/rule-outcomes.ts';
import { limits } from '../../lib/expressions/limits.ts';

/** Plans and their differences as pages show them: everything is in words, so that no page has a rule of its own. */

export interface PlanView {
  readonly ruleset: string;
  readonly plan: Plan;
  /** Every rule, by file and line. */
  readonly rules: readonly RuleView[];
}

interface RuleView extends Pick<RuleOutcome, 'name' | 'file' | 'line' | 'hash' | 'state'> {
  /** ✔ for a rule that applied, ✘ for one whose claims were overruled, … for a deferred one, – for one that does not apply. */
  readonly mark: string;
  readonly does: readonly { readonly words: string; readonly overruled_by: string | null }[];
  readonly conditions: readonly (ConditionResult & { readonly words: string })[];
}

export interface DifferenceView extends Difference {
  readonly words: string;
  readonly rules: ChangedRules;
}

export interface ChangeGroup extends DifferenceView {
  readonly orders: number;
  /** The newest orders of the group that the filter finds. */
  readonly order_ids: readonly number[];
  readonly examples: readonly { readonly id: number; readonly number: string }[];
  readonly filter: string;
}

export function planView(plan: Plan): PlanView {
  return { ruleset: plan.ruleset, plan, rules: ruleOutcomes(plan).map(ruleView) };
}

function ruleView({ name, file, line, hash, state, does, conditions }: RuleOutcome): RuleView {
  return {
    ...{ name, file, line, hash, state },
    mark: marks[state],
    does: does.map(({ words, overruledBy }) => ({ words, overruled_by: overruledBy ?? null })),
    conditions: conditions.map((seen) => ({ ...seen, words: conditionWords(seen) })),
  };
}

/** Returns what two plans of an order decide differently, each with the rules that decide in only one of them. */
export function differenceViews(before: Plan, after: Plan): DifferenceView[] {
  return differences(before, after).map((difference) => ({
    ...difference,
    words: differenceWords(difference),
    rules: changedRules(before, after, difference.what),
  }));
}

const exampleCount = 3;

/** Returns each change once with its orders, the most frequent first. */
export function changeGroups(changed: readonly ChangedOrder[]): ChangeGroup[] {
  return groupedChanges(changed).map(({ orders, what, before, after, rules }) => {
    const order_ids = idsOfFilter(orders.map(({ id }) => id));
    return {
      ...{ what, before, after, rules, order_ids },
      words: differenceWords({ what, before, after }),
      orders: orders.length,
      examples: orders.slice(0, exampleCount),
      filter: `id IN (${order_ids.join(',')})`,
    };
  });
}

/** Bytes of an expression without its list of ids. */
const bytesOfFrame = 'id IN ()'.length;

/** Returns as many of the ids as an expression may have. */
function idsOfFilter(ids: readonly number[]): number[] {
  const fitting: number[] = [];
  let bytes = bytesOfFrame;
  for (const id of ids) {
    bytes += String(id).length + 1;
    if (bytes > limits.bytes) break;
    fitting.push(id);
  }
  return fitting;
}
