import type { Question } from './ast.ts';
import type { Checked, CheckedCondition, CheckedQuestion, CheckedSubject } from './checked.ts';
import { aggregate, compile, predicate } from './predicate.ts';
import { printCondition, printSubject } from './print.ts';
import { compileSteps, fieldValue, type Row, reached } from './row.ts';

/** One condition of an expression, with the value it saw. */
export interface ConditionSeen {
  /** As written: `customer.name`, `count(lines)`. */
  path: string;
  /** `=`, `IN`, `IS NULL`, …; `has` for a condition in brackets. */
  operator: string;
  /** The value it asks for; a time for `now-48h`, a list for IN, the text of the condition for `has`. */
  expected: unknown;
  /** The value found; over several records a list of the different ones; their number for `has`. */
  actual: unknown;
  holds: boolean;
}

export interface Explanation {
  holds: boolean;
  conditions: ConditionSeen[];
}

/** Different values shown of a path over several records: an order may have a thousand lines, and plans are kept. */
const shown = 20;

/**
 * Why a row is selected or not: every condition in the order of the text, each with its own answer; a NOT around it does not
 * change that. Conditions in brackets are one condition.
 */
export function explain(checked: Checked, row: Row, now: Date = new Date()): Explanation {
  const conditions = questions(checked.condition).map((question) => seen(question, row, now.getTime()));
  return { holds: predicate(checked)(row, now), conditions };
}

function questions(condition: CheckedCondition): CheckedQuestion[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.conditions.flatMap(questions);
    case 'not':
      return questions(condition.condition);
    default:
      return [condition];
  }
}

function seen(question: CheckedQuestion, row: Row, now: number): ConditionSeen {
  const holds = compile(question)(row, now);
  if (question.kind === 'some') {
    const rows = reached(compileSteps(question.steps, compile), row, now);
    return { ...asked(question.source), actual: rows.length, holds };
  }
  const { path, operator } = asked(question.source);
  const expected = question.kind === 'value' ? question.question.expected(now) : null;
  return { path, operator, expected, actual: actual(question.subject, row, now), holds };
}

/** What of a condition can be told from its text alone. */
function asked(source: Question): Pick<ConditionSeen, 'path' | 'operator' | 'expected'> {
  switch (source.kind) {
    case 'comparison':
      return { path: printSubject(source.subject), operator: source.operator, expected: null };
    case 'in':
      return { path: printSubject(source.subject), operator: 'IN', expected: null };
    case 'null':
      return { path: printSubject(source.subject), operator: `IS ${source.negated ? 'NOT ' : ''}NULL`, expected: null };
    case 'some': {
      const last = source.path.segments.at(-1)!;
      const segments = [...source.path.segments.slice(0, -1), { ...last, filter: null }];
      const expected = last.filter && printCondition(last.filter);
      return { path: printSubject({ ...source.path, segments }), operator: 'has', expected };
    }
  }
}

function actual(subject: CheckedSubject, row: Row, now: number): unknown {
  if (subject.kind !== 'field') return aggregate(subject)(row, now);
  const { steps, name, inside } = subject;
  const values = reached(compileSteps(steps, compile), row, now).map((each) => fieldValue(each, name, inside));
  const several = steps.some((step) => step.relation.many);
  return several ? [...new Set(values)].slice(0, shown) : (values[0] ?? null);
}
