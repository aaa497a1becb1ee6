import type { Step } from '../../../../config/planning/plan.ts';
import { partType, task } from '../../../platform/states/kinds.ts';

/**
 * SQL: the units of an order line that a step has done, over the work `w` of the line `l`, its part `p` and its
 * order `o`. It is the basis for counting and billing delivered units.
 *
 * A kit counts as many whole units as its scarcest component allows, and so does a case of twelve bottles while it
 * is here. All components together are the whole line, even where the line is not a whole number of kits. If the
 * plan lets kits leave in parts, each component counts the same: a kit with one of two components done is half a
 * kit. Bottles of a case that have left are their part of the case. Units that have left have done all earlier
 * steps.
 */
export function unitsOfLine(step: Step): string {
  const hasStep = `count(*) filter (where w.task_id = ${task[step]}) > 0`;
  return `(case when ${hasStep} then greatest(${doneBy(step)}, ${doneBy('pickup')}) else 0 end)`;
}

function doneBy(step: Step): string {
  const ofStep = `filter (where w.task_id = ${task[step]})`;
  const isDone = 'w.qty_done >= round(l.qty * w.per_unit, 6)';
  const isKit = `(count(*) ${ofStep} > 1 or p.parttype_id = ${partType.kit})`;
  const isSplit = `coalesce((o.plan_outline ->> 'split_kits')::boolean, false)${step === 'pickup' ? ` or not ${isKit}` : ''}`;
  return `case when ${isSplit}
    then round(avg(case when ${isDone} then l.qty else w.qty_done / w.per_unit end) ${ofStep}, 6)
    else min(case when w.per_unit = 1 then w.qty_done when ${isDone} then l.qty else trunc(w.qty_done / w.per_unit) end) ${ofStep} end`;
}
