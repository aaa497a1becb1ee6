import type { Decisions } from './decisions.ts';
import { notBeforeWords } from './not-before.ts';
import { type Plan, type PlannedStep, type Question, steps } from './plan.ts';

/** One thing that two plans of an order decide differently. */
export interface Difference {
  /** `pack`, `hold`, `carrier`. */
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

/** Returns a difference in one line: `pack: by hand → skipped`. */
export const differenceWords = ({ what, before, after }: Difference): string => `${what}: ${before} → ${after}`;

type Compared = Pick<
  Decisions,
  | 'hold'
  | 'refusals'
  | 'priority'
  | 'carrier'
  | 'service_level'
  | 'workflow'
  | 'wave'
  | 'create_pick'
  | 'start_in_carton'
  | 'carton_types'
  | 'mixed_cartons'
  | 'split_kits'
  | 'cartons_per_pallet'
> & { readonly steps: readonly Pick<PlannedStep, 'step' | 'required' | 'by' | 'deadline' | 'not_before'>[] };

/** Compares two plans of an order. @returns the differences in the words of plans; an empty list for plans that agree */
export function differences(before: Compared, after: Compared): Difference[] {
  const list: Difference[] = [];
  const compare = (what: string, one: string, other: string) => {
    if (one !== other) list.push({ what, before: one, after: other });
  };
  for (const step of steps) {
    compare(step, stepWords(before, step), stepWords(after, step));
    compare(`${step} not before`, earliestWords(before, step), earliestWords(after, step));
  }
  compare('carrier', before.carrier?.name ?? 'as ordered', after.carrier?.name ?? 'as ordered');
  compare('refused', valueText(before.refusals), valueText(after.refusals));
  for (const what of ['hold', 'priority', 'service_level', 'workflow', 'wave', 'cartons_per_pallet'] as const) {
    compare(what.replaceAll('_', ' '), valueText(before[what]), valueText(after[what]));
  }
  for (const what of ['create_pick', 'start_in_carton', 'mixed_cartons', 'split_kits'] as const) {
    compare(what.replaceAll('_', ' '), before[what] ? 'yes' : 'no', after[what] ? 'yes' : 'no');
  }
  compare('carton types', valueText(before.carton_types), valueText(after.carton_types));
  return list;
}

function stepWords({ steps: planned }: Compared, name: PlannedStep['step']): string {
  const step = planned.find((each) => each.step === name);
  // Two plans that skip a step agree, even if different people would do it.
  if (!step?.required) return 'skipped';
  const who = step.by === 'hand' ? 'by hand' : 'automatic';
  const deadline = step.deadline == null ? '' : `, within ${step.deadline} s`;
  return `${who}${deadline}`;
}

function earliestWords({ steps: planned }: Compared, name: PlannedStep['step']): string {
  const step = planned.find((each) => each.step === name);
  return step?.required && step.not_before ? notBeforeWords(step.not_before) : 'none';
}

function valueText(value: string | number | readonly string[] | null | undefined): string {
  if (value === null || value === undefined) return 'none';
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/**
 * Returns the names of the rules that decided something in a plan and were not overruled.
 * @param what only what decided this, such as `pack` or `service level`; everything where absent
 */
export function decidingRules(plan: Pick<Plan, 'steps' | 'reasons'>, what?: Difference['what']): string[] {
  const reasons = [...plan.steps.flatMap((step) => step.reasons), ...plan.reasons];
  const deciding = reasons.filter(
    ({ source, fired, overruled_by, decides }) =>
      source === 'rule' && fired && !overruled_by && (what === undefined || isAbout(decides, what)),
  );
  return [...new Set(deciding.map(({ name }) => name))];
}

/** Returns whether a question is about what two plans decide differently: `pack.by` is about `pack`, `ship.not_before` is not. */
function isAbout(question: Question | null, what: Difference['what']): boolean {
  if (question?.endsWith('.not_before')) return question.replaceAll(/[._]/g, ' ') === what;
  return question?.replace(/\..*/, '').replaceAll('_', ' ') === what;
}
