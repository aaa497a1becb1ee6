import { claimWords } from './claims.ts';
import type { ConditionSeen, Plan, Reason } from './plan.ts';

/** What became of a rule in a plan: all that its reasons say of it, once. */
export interface RuleOutcome {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** Content hash of the file. */
  readonly hash: string;
  /** `waits`: it speaks when the order has come so far. `overruled`: its conditions hold, and nothing of it counts. */
  readonly state: 'fired' | 'overruled' | 'waits' | 'not fired';
  /** What it does, or would have done, in the words of the file, each with who overruled it. */
  readonly does: readonly { readonly words: string; readonly overruledBy: string | undefined }[];
  /** Each part of its conditions, with the value that it saw. */
  readonly conditions: readonly ConditionSeen[];
}

/** Every rule of a plan, fired or not, file by file in the order of the lines. */
export function ruleOutcomes({ steps, reasons }: Pick<Plan, 'steps' | 'reasons'>): RuleOutcome[] {
  const byRule = new Map<string, Reason[]>();
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

function outcomeOf(own: readonly Reason[]): RuleOutcome {
  const [first] = own as [Reason];
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

/** True where the rule decided something of the plan, was overruled, or may still speak. */
export function isRelevant({ state }: RuleOutcome): boolean {
  return state !== 'not fired';
}

/** What stands before a rule where plans are read: it fired, all of it was overruled, it speaks later, it does not apply. */
export const marks: Readonly<Record<RuleOutcome['state'], string>> = {
  fired: '✔',
  overruled: '✘',
  waits: '…',
  'not fired': '–',
};

/** `✘ total < 500, is 612`: one part of a condition, as it stands there, and the value it saw. */
export function conditionWords({ path, operator, expected, actual, holds, negated = false }: ConditionSeen): string {
  const asked = expected === null ? `${path} ${operator}` : `${path} ${operator} ${asWritten(expected, operator)}`;
  const found = operator === 'has' ? `${actual} found` : `is ${seen(actual)}`;
  return `${holds !== negated ? '✔' : '✘'} ${negated ? 'NOT ' : ''}${asked}, ${found}`;
}

function asWritten(value: unknown, operator: string): string {
  if (operator === 'has') return `[${value}]`;
  if (Array.isArray(value)) return `(${value.map(shown).join(', ')})`;
  return shown(value);
}

function seen(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map(shown).join(', ');
  return value === null || value === undefined ? 'nothing' : shown(value);
}

const shown = (value: unknown) =>
  typeof value === 'string' && !/^-?\d+(\.\d+)?$/.test(value) ? `"${value}"` : String(value);
