import { check } from '../expressions/check.ts';
import { ExpressionError } from '../expressions/error.ts';
import { explain } from '../expressions/explain.ts';
import { parse } from '../expressions/parse.ts';
import { predicate } from '../expressions/predicate.ts';
import type { Row } from '../expressions/row.ts';
import type { OrderFacts } from '../plugins/facts.ts';
import type { Condition } from '../plugins/ruleset.ts';
import { orderFacts } from './facts-entity.ts';

/**
 * Compiles a `when` or `unless`, once, when the file is read.
 * @param fault is told what is wrong with it: index into the text, and the sentence
 */
export function compileCondition(text: string, fault: (index: number, message: string) => void): Condition | null {
  try {
    const checked = check(parse(text), orderFacts);
    const holds = predicate(checked);
    return {
      text,
      holds: (order, now) => holds(row(order), now),
      explain: (order, now) => explain(checked, row(order), now),
    };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    // Positions count characters; strings count UTF-16 units.
    fault([...text].slice(0, error.position).join('').length, error.message);
    return null;
  }
}

/** Facts are a row with its relations; an interface only lacks the index signature that a row has. */
const row = (order: OrderFacts) => order as unknown as Row;
