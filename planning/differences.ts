import type { Decisions } from './decisions.ts';
import { type PlannedStep, type Reason, steps } from './plan.ts';

/** One thing that two plans of an order decide differently. */
export interface Difference {
  /** `pack`, `hold`, `carrier`. */
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

type Compared = Pick<
  Decisions,
  | 'hold'
  | 'priority'
  | 'carrier'
  | 'service_level'
  | 'workflow'
  | 'wave'
  | 'create_pick'
  | 'start_in_carton'
  | 'carton_types'
  | 'cartons_per_pallet'
> & { readonly steps: readonly Pick<PlannedStep, 'step' | 'required' | 'by' | 'deadline'>[] };

/** What an order does another way by the second plan, in the words of plans; nothing where it goes the same way. */
export function differences(before: Compared, after: Compared): Difference[] {
  const found: Difference[] = [];
  const compare = (what: string, one: string, other: string) => {
    if (one !== other) found.push({ what, before: one, after: other });
  };
  for (const step of steps) compare(step, stepWords(before, step), stepWords(after, step));
  compare('carrier', before.carrier?.name ?? 'as ordered', after.carrier?.name ?? 'as ordered');
  for (const what of ['hold', 'priority', 'service_level', 'workflow', 'wave', 'cartons_per_pallet'] as const) {
    compare(what.replaceAll('_', ' '), shown(before[what]), shown(after[what]));
  }
  for (const what of ['create_pick', 'start_in_carton'] as const) {
    compare(what.replaceAll('_', ' '), before[what] ? 'yes' : 'no', after[what] ? 'yes' : 'no');
  }
  compare('carton types', shown(before.carton_types), shown(after.carton_types));
  return found;
}

function stepWords({ steps: planned }: Compared, name: PlannedStep['step']): string {
  const step = planned.find((each) => each.step === name);
  // Who would do a step that is not done is no difference.
  if (!step?.required) return 'skipped';
  return `${step.by === 'hand' ? 'by hand' : 'automatic'}${step.deadline == null ? '' : `, within ${step.deadline} s`}`;
}

function shown(value: string | number | readonly string[] | null | undefined): string {
  if (value === null || value === undefined) return 'none';
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** The rules that decided something in a plan, and were not overruled. */
export function decidingRules({
  steps: planned,
  reasons,
}: {
  steps: readonly { reasons: readonly Reason[] }[];
  reasons: readonly Reason[];
}): string[] {
  const all = [...planned.flatMap((step) => step.reasons), ...reasons];
  return [
    ...new Set(
      all.filter((each) => each.source === 'rule' && each.fired && !each.overruled_by).map(({ name }) => name),
    ),
  ];
}
