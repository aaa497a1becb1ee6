import { problem } from '../../platform/problems/problems.ts';

/**
 * A serial number stands for one unit: scanned twice, there is one unit less than it looks like.
 * @throws tracking.mismatch
 */
export function assertUniqueSerials(tracking: readonly { readonly serial?: string | null | undefined }[]): void {
  const seen = new Set<string>();
  for (const [at, { serial }] of tracking.entries()) {
    if (serial && seen.has(serial)) {
      throw problem('tracking.mismatch', `Serial number ${serial} is named twice.`, {
        errors: [{ pointer: `/tracking/${at}/serial`, detail: 'is named twice' }],
      });
    }
    if (serial) seen.add(serial);
  }
}
