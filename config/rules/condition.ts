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
 * Compiles a `when` or `unless`, once, when the file is read.
 * @param subjects those of its rule set: its conditions may be explained together
 * @param fault is told what is wrong with it: index into the text, and the sentence
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
    explain: (order, now, found) => explain(row(order), now, found),
  };
}

/** Conditions that were pinned with a plan, by their text: orders of one rule share theirs. */
const known = new Map<string, Condition>();
const mostKnown = 1000;

/**
 * A condition out of its text alone, for rules that were pinned with a plan.
 * @throws ExpressionError where it cannot be read any more
 */
export function compiledCondition(text: string): Condition {
  const found = known.get(text);
  if (found) return found;
  const checked = check(parse(text), orderFacts);
  if (known.size >= mostKnown) known.clear();
  const made = conditionOf(text, checked);
  known.set(text, made);
  return made;
}

/** Facts are a row with its relations; an interface only lacks the index signature that a row has. */
const row = (order: OrderFacts) => order as unknown as Row;
