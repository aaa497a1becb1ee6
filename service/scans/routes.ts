import { noTolerance } from '../../config/receiving.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { scan } from './scan.ts';
import { scanAnswer, scanQuery } from './schema.ts';

export const routes: Endpoint[] = [
  endpoint('GET /scan', {
    permission: null,
    summary: 'Find out what a scanned code means',
    description:
      'For programs with a scanner. The answer has what the barcode carries (GS1, with lot, serial number, date and count), every record that you may read and that the code can mean, and what the scan does in the work of a pick, a pack, a ship, a pickup, a carrier or a receipt: its action, or why it is wrong and what is expected. It changes nothing. Without a context, `here` is null. A code with several records has several matches; those that fit here come first.',
    query: scanQuery,
    returns: scanAnswer,
    errors: ['reference.unknown', 'permission.missing'],
    handle: async ({ query, database, readAccess, actor, services }) => {
      const tolerance = query.receipt_id === undefined ? noTolerance : services.configuration.receiving.over;
      return { value: await scan({ database, readAccess, actor, tolerance }, query, new Date()) };
    },
  }),
];
