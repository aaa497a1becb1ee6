import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts';
import { pickline } from '../resource.ts';
import { countUnits } from './operations.ts';
import { count } from './schema.ts';

export const routes: Endpoint[] = [
  endpoint('POST /pickline/{pickline_id}/count', {
    permission: 'pick.commit',
    summary: 'Count units of a pickline, one by one',
    description:
      'Adds `qty` units (1 if you leave it out) to the counted units of the line, at its location or at `location_id`; `lot` or `serial` names the units of a tracked part. A negative `qty` takes units back. Several people may count one line: `qty_counted` and `counts` show what is counted, and by whom. The count of the last unit commits the line with exactly the units that were counted, and the commit of the last line finishes the pick. Where units of several locations were counted, each further location becomes a line of its own. Send each scan with an `Idempotency-Key`: without one, a repeated request counts again. A count beyond the line, or of a serial number that is counted already, is refused (`pickline.counted`); the refusal names the person who counted. Counting changes no stock, so the rules of a commit hold: see `POST /pickline/{pickline_id}/commit`. A commit, a return of the line to its order, and a write-off that leaves fewer units than are counted end the count.',
    body: count,
    returns: pickline,
    errors: [
      'pick.state',
      'pickline.counted',
      'pickline.not-counted',
      'pickline.committed',
      'stock.short',
      'record.state',
      'tracking.required',
      'tracking.mismatch',
    ],
    handle: async (call) => {
      const picklineId = call.params.pickline_id;
      return { record: pickline, id: await countUnits(call, { ...call.body, picklineId }) };
    },
  }),
];
