import { claimWords } from './claims.ts';
import type { ConditionResult, Plan, Reason } from './plan.ts';

/** The result of one rule in a plan, collected from all of its reasons. */
export interface RuleOutcome {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** Content hash of the file. */
  readonly hash: string;
  /** `waits`: the rule is evaluated at a later step. `overruled`: its conditions hold, and stronger claims won. */
  readonly state: 'fired' | 'overruled' | 'waits' | 'not fired';
  /** The actions of the rule in the words of the file, each with the claim that overruled it. */
  readonly does: readonly { readonly words: string; readonly overruledBy: string | undefined }[];
  /** Each part of its conditions, with the value that it saw. */
  readonly conditions: readonly ConditionResult[];
}

/** Returns every rule of a plan, by file and line. Rules that did not fire are included. */
export function ruleOutcomes({ steps, reasons }: Pick<Plan, 'steps' | 'reasons'>): RuleOutcome[] {
  const byRule = new Map<string, [Reason, ...Reason[]]>();
  for (const reason of [...steps.flatMap((step) => step.reasons), ...reasons]) {
    if (reason.source !== 'rule') continue;
    const known = byRule.get(reason.name);
    if (known) known.push(reason);
    else byRule.set(reason.name, [reason]);
  }
  const outcomes = [...byRule.values()].map(outcomeOf);
  const files = [...new Set(outcomes.map(({ file }) => file))];
  return outcomes.sort((a, b) => files.indexOf(a.file) - files.indexOf(b.file) || a.line - b.line);
}

function outcomeOf(own: readonly [Reason, ...Reason[]]): RuleOutcome {
  const [first] = own;
  return {
    name: first.name,
    file: first.file ?? '',
    line: first.line ?? 0,
    hash: first.hash ?? '',
    state: stateOf(own),
    does: own.flatMap(({ decides, value, overruled_by: overruledBy }) =>
      decides === null ? [] : [{ words: claimWords(decides, value), overruledBy }],
    ),
    conditions: first.conditions,
  };
}

function stateOf(own: readonly Reason[]): RuleOutcome['state'] {
  const fired = own.filter((reason) => reason.fired);
  const overruled = (reason: Reason) => reason.overruled_by !== undefined;
  if (fired.length > 0) return fired.every(overruled) ? 'overruled' : 'fired';
  if (own.some(({ again }) => again !== undefined)) return 'waits';
  return own.some(overruled) ? 'overruled' : 'not fired';
}

/** Returns true for a rule that decided something, was overruled, or is not evaluated yet. */
export function isRelevant({ state }: RuleOutcome): boolean {
  return state !== 'not fired';
}

/** The mark before a rule in a printed plan, by the state of the rule. */
export const marks: Readonly<Record<RuleOutcome['state'], string>> = {
  fired: '✔',
  overruled: '✘',
  waits: '…',
  'not fired': '–',
};

/** Returns one part of a condition with the value that it saw: `✘ total < 500, is 612`. */
export function conditionWords({
  path,
  operator,
  expected,
  actual,
  needs,
  holds,
  negated = false,
}: ConditionResult): string {
  const text =
    operator === 'open'
      ? path
      : expected === null
        ? `${path} ${operator}`
        : `${path} ${operator} ${expectedText(expected, operator)}`;
  const seen = operator === 'has' ? `${actual} found` : `is ${actualText(actual)}`;
  const result = needs === undefined ? seen : `shown with ${needs}`;
  return `${holds !== negated ? '✔' : '✘'} ${negated ? 'NOT ' : ''}${text}, ${result}`;
}

function expectedText(value: unknown, operator: string): string {
  if (operator === 'has') return `[${value}]`;
  if (Array.isArray(value)) return `(${value.map(valueText).join(', ')})`;
  return valueText(value);
}

function actualText(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map(valueText).join(', ');
  return value === null || value === undefined ? 'nothing' : valueText(value);
}

/** A custom field may hold an object. */
const valueText = (value: unknown) => {
  if (typeof value === 'object') return JSON.stringify(value);
  return typeof value === 'string' && !/^-?\d+(\.\d+)?$/.test(value) ? `"${value}"` : String(value);
};
