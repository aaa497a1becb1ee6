import { z } from 'zod';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { rules, verify } from './verify.ts';

export const routes: Endpoint[] = [
  endpoint('GET /verify', {
    permission: 'verify.read',
    summary: 'Check that stock, work, counters and states agree',
    returns: z
      .object({
        rules: z.int().describe('Number of checked rules'),
        violations: z.array(z.object({ rule: z.string(), rows: z.array(z.record(z.string(), z.unknown())) })),
      })
      .meta({ example: { rules: 24, violations: [] } }),
    handle: async ({ database }) => ({ value: { rules: rules.length, violations: await verify(database) } }),
  }),
];
