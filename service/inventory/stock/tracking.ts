import { type Problem, problem } from '../../platform/problems/problems.ts';
import type { CountedPart } from './whole-units.ts';

/** The fields of a part that decide how its stock is named and counted. */
export interface TrackedPart extends CountedPart {
  readonly tracking: 'none' | 'lot' | 'serial';
}

/** Returns the problem that `tracking` is sent for a part that is not tracked. */
export const notTracked = ({ part }: TrackedPart): Problem =>
  problem('tracking.mismatch', `Part ${part} is not tracked: leave \`tracking\` out.`, {
    errors: [{ pointer: '/tracking', detail: 'is only for parts that are tracked' }],
  });

/** Returns the problem that `tracking` is missing for a tracked part. */
export const trackingRequired = ({ part, tracking }: TrackedPart): Problem =>
  problem('tracking.required', `Part ${part} is tracked by ${tracking}: name the units in \`tracking\`.`, {
    errors: [{ pointer: '/tracking', detail: tracking === 'lot' ? 'needs [{lot, qty}]' : 'needs [{serial}]' }],
  });

/**
 * Refuses a serial number that is named twice: it stands for one unit, and the list would count it as two.
 * @throws tracking.mismatch
 */
export function assertUniqueSerials(tracking: readonly { readonly serial?: string | null | undefined }[]): void {
  const seen = new Set<string>();
  for (const [at, { serial }] of tracking.entries()) {
    if (serial && seen.has(serial)) {
      throw problem('tracking.mismatch', `Serial number ${serial} is named twice. Name each serial number once.`, {
        errors: [{ pointer: `/tracking/${at}/serial`, detail: 'is named twice' }],
      });
    }
    if (serial) seen.add(serial);
  }
}
