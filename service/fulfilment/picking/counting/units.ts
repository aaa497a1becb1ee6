import { assertWhole } from '../../../inventory/stock/whole-units.ts';
import { type Problem, problem } from '../../../platform/problems/problems.ts';
import type { CountedUnits } from '../counted-lines.ts';
import type { Line } from '../read-line.ts';
import type { Count } from './schema.ts';

/** A pickline with a place. */
export type UnitsLine = Line & { readonly location_id: number };

/**
 * Returns the units that a count names: by lot or serial number where the part is tracked, at the location of the line unless it
 * names another one.
 * @throws tracking.required, tracking.mismatch where the body does not fit how the part is tracked; body.invalid for part of a unit
 */
export function unitsOf(
  line: UnitsLine,
  { qty = '1', location_id = line.location_id, lot, serial }: Count,
): CountedUnits {
  const { tracking } = line;
  assertWhole(qty, line, '/qty');
  if (tracking === 'none' && (lot ?? serial) !== undefined) throw mismatch(line, lot === undefined ? 'serial' : 'lot');
  if (tracking === 'lot' && serial !== undefined) throw mismatch(line, 'serial');
  if (tracking === 'lot' && lot === undefined) throw required(line, 'lot');
  if (tracking === 'serial' && serial === undefined) throw required(line, 'serial');
  if (tracking === 'serial' && qty.replace('-', '') !== '1') {
    throw problem('tracking.mismatch', `A serial number of part ${line.part} is one unit. Count each one by itself.`, {
      errors: [{ pointer: '/qty', detail: 'must be 1 or -1' }],
    });
  }
  return { location_id, lot: lot ?? null, serial: serial ?? null, qty };
}

function mismatch({ part, tracking }: UnitsLine, field: 'lot' | 'serial'): Problem {
  const how = tracking === 'none' ? 'is not tracked' : `is tracked by ${tracking}`;
  return problem('tracking.mismatch', `Part ${part} ${how}: leave \`${field}\` out.`, {
    errors: [{ pointer: `/${field}`, detail: `is not for a part that ${how}` }],
  });
}

function required({ part, tracking }: UnitsLine, field: 'lot' | 'serial'): Problem {
  return problem('tracking.required', `Part ${part} is tracked by ${tracking}: send \`${field}\`.`, {
    errors: [{ pointer: `/${field}`, detail: 'is required' }],
  });
}
