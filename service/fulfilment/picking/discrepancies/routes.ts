import { z } from 'zod';
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts';
import { pick } from '../resource.ts';
import { writtenOff } from '../schema.ts';
import { reportDiscrepancy } from './operations.ts';
import { discrepancy } from './schema.ts';

export const routes: Endpoint[] = [
  endpoint('POST /pickline/{pickline_id}/discrepancy', {
    permission: 'pick.commit',
    summary: 'Report damaged units, or more units than the books have',
    description:
      'The units are `qty` (1 if you leave it out) of the part of an open line, at its location or at `location_id`; `lot` or `serial` names those of a tracked part. `damaged` writes them off: free units first, and then those of the line, which gets other units of the location, or other stock on the same pick, or waits for some. `found` adds units that are there and not on the books; orders that wait for the part get them. The ledger has the kind and the `reason`. The answer is the pick.',
    body: discrepancy,
    returns: pick,
    answer: {
      embeds: ['lines'],
      adds: z.object({
        written_off: writtenOff.nullable().describe('The result for damaged units; null for found ones'),
      }),
    },
    errors: [
      'pick.state',
      'pickline.committed',
      'pickline.counted',
      'stock.short',
      'record.exists',
      'record.state',
      'tracking.required',
      'tracking.mismatch',
    ],
    handle: async (call) => {
      const { pickId, writtenOff: off } = await reportDiscrepancy(call, {
        ...call.body,
        picklineId: call.params.pickline_id,
      });
      return { record: pick, id: pickId, with: { written_off: off } };
    },
  }),
];
