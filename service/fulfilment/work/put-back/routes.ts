import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts';
import { confirmPutBack } from './operations.ts';
import { putback } from './resource.ts';

export const routes: Endpoint[] = [
  endpoint('POST /putback/{putback_id}/confirm', {
    permission: 'putback.confirm',
    summary: 'Say that units are back where they belong',
    description:
      'The units leave `put_back` of their pick, pack or ship. `back_at` and `back_by` have the time and the person. The stock does not change: a void, a deletion or a write-off has moved it before. Repeating the request changes nothing.',
    returns: putback,
    handle: async (call) => {
      await confirmPutBack(call, call.params.putback_id);
      return { record: putback, id: call.params.putback_id };
    },
  }),
];
