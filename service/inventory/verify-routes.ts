import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { rules, verify } from './verify.ts';

export const routes: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/verify',
    permission: 'verify.read',
    summary: 'Check that stock, work, counters and states agree; the rows that break a rule',
    handle: async ({ database }) => ({ value: { rules: rules.length, violations: await verify(database) } }),
  }),
];
