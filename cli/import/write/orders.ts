import type { Client } from '../../../client/client.ts';
import type { Served } from './directory.ts';
import type { Body } from './draft.ts';

/** Keys of an order in the map that are no fields of its record. */
export const orderParts = ['issue'] as const;

/** The id of the status of a draft, in `GET /salesorderstatus`. */
const draftStatus = 1;

/**
 * Returns a function that requests the issue of an order as soon as it is possible: of a new one, and with `update: true` of a
 * draft without a request, as an interrupted import leaves it.
 */
export function issueOrder(client: Client) {
  return async (id: number, { issue }: Body, existing: Served | null, updates: boolean): Promise<void> => {
    if (issue === undefined) return;
    const isRequested =
      existing !== null && (existing.status_id !== draftStatus || existing.issue_requested_at !== null);
    if (existing === null || (updates && !isRequested))
      await client.salesorder.issue(id, issue as { when: 'possible' });
  };
}
