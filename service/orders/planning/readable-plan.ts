import type { ConditionResult, Plan, Reason } from '../../../config/planning/plan.ts';
import type { ReadRelation, Ruleset } from '../../../config/planning/rule-set.ts';
import { everything, type ReadAccess } from '../../platform/listing/read-access.ts';

/**
 * Returns a plan without the values that conditions of rules saw in records that the caller may not list. `needs` of a condition
 * names the permission.
 */
export function readablePlan<Any extends Pick<Plan, 'steps' | 'reasons'>>(
  plan: Any,
  readAccess: ReadAccess | null,
  compile: Ruleset['compile'],
): Any {
  if (readAccess === everything) return plan;
  const lacked = new Map<string, string | null>();
  const readable = (condition: ConditionResult): ConditionResult => {
    const text = textOf(condition);
    if (!lacked.has(text)) lacked.set(text, lackedFor(readsOf(text, condition, compile), readAccess));
    const needs = lacked.get(text) ?? null;
    if (needs === null) return condition;
    const { actual: _, ...others } = condition;
    return { ...others, needs };
  };
  const shown = (reasons: Reason[]) =>
    reasons.map((reason) => ({ ...reason, conditions: reason.conditions.map(readable) }));
  const steps = plan.steps.map((step) => ({ ...step, reasons: shown(step.reasons) }));
  return { ...plan, steps, reasons: shown(plan.reasons) };
}

/** Returns an expression that reads what a condition read. The plan has the condition in parts. */
function textOf({ path, operator, expected }: ConditionResult): string {
  if (operator === 'open') return path;
  if (operator === 'has') return `${path}[${expected}]`;
  if (/^(count|sum|hour)\(/.test(path)) return `${path} > 0`;
  if (/^time\(/.test(path)) return `${path} > "00:00"`;
  return /^weekday\(/.test(path) ? `${path} = "mon"` : `${path} IS NULL`;
}

/** @returns null for a condition that this version cannot read any more: nobody knows what it shows */
function readsOf(text: string, { path }: ConditionResult, compile: Ruleset['compile']): readonly ReadRelation[] | null {
  // The calendar of the condition may be gone, and `now` belongs to no record.
  if (/^open\(now\b/.test(path)) return [];
  try {
    return compile(text).reads;
  } catch {
    return null;
  }
}

/** Returns the first permission that the caller lacks; null for none. */
function lackedFor(reads: readonly ReadRelation[] | null, readAccess: ReadAccess): string | null {
  if (reads === null) return '*';
  return reads.map(({ kind }) => readAccess.lacks(kind)).find((permission) => permission !== null) ?? null;
}
