import { discount, fee } from '../../records/charge.ts';
import { plainRecord } from '../platform/routes/plain-routes.ts';

const note =
  'A kind has no amount; the order or the line has it. `level` is where the kind can be used: `line`, `order` or `any`. An inactive kind cannot be used.';

export const routes = [...plainRecord(discount, { note }).routes, ...plainRecord(fee, { note }).routes];
