import { check } from '../../expressions/check.ts';
import type { Checked } from '../../expressions/checked.ts';
import { ExpressionError } from '../../expressions/error.ts';
import { explainer, Subjects } from '../../expressions/explain.ts';
import { parse } from '../../expressions/parse.ts';
import { predicate } from '../../expressions/predicate.ts';
import type { Row } from '../../expressions/row.ts';
import type { Condition } from '../../planning/rule-set.ts';
import type { OrderFacts } from '../../plugins/facts.ts';
import { orderFacts } from './facts-entity.ts';

/**
 * Compiles a `when` or `unless` when the file is read.
 * @param subjects the subjects of the rule set, so that its conditions can be explained together
 * @param fault gets the index of a fault in the text, and the message
 */
export function compileCondition(
  text: string,
  subjects: Subjects,
  fault: (index: number, message: string) => void,
): Condition | null {
  try {
    return conditionOf(text, check(parse(text), orderFacts), subjects);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    // Positions count characters; strings count UTF-16 units.
    fault([...text].slice(0, error.position).join('').length, error.message);
    return null;
  }
}

function conditionOf(text: string, checked: Checked, subjects = new Subjects()): Condition {
  const holds = predicate(checked);
  const explain = explainer(checked, subjects);
  return {
    text,
    holds: (order, now) => holds(row(order), now),
    explain: (order, now, values) => explain(row(order), now, values),
  };
}

/** Cached conditions of pinned plans, by their text: the orders of one rule share them. */
const cachedConditions = new Map<string, Condition>();
const mostCached = 1000;

/**
 * Compiles a condition from its text alone, for rules that are pinned with a plan.
 * @throws ExpressionError if this version cannot read the condition
 */
export function compiledCondition(text: string): Condition {
  const cached = cachedConditions.get(text);
  if (cached) return cached;
  const checked = check(parse(text), orderFacts);
  if (cachedConditions.size >= mostCached) cachedConditions.clear();
  const condition = conditionOf(text, checked);
  cachedConditions.set(text, condition);
  return condition;
}

/** Facts have the form of a row with relations. Their interface only lacks the index signature. */
const row = (order: OrderFacts) => order as unknown as Row;
