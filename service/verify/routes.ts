import { z } from 'zod';
import { flag, omittable } from '../platform/coercion/coerce.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { checkPart, partsOf } from './checkpoints.ts';
import type { PartState } from './part-state.ts';
import { rules, verify } from './verify.ts';

const violations = z.array(z.object({ rule: z.string(), rows: z.array(z.record(z.string(), z.unknown())) }));

const partAnswer = z
  .object({
    part: z.string().describe('`open`, `recent`, `stock`, or a closed month such as `2026-05`'),
    orders: z.int().describe('Number of orders that are checked'),
    finished_at: z.string().nullable().describe('When the whole part was checked; null while something is left'),
    violations,
  })
  .meta({ example: { part: '2026-05', orders: 41_212, finished_at: '2026-06-03T02:10:11+00:00', violations: [] } });

const shown = ({ part, orders, finished_at, violations: broken }: PartState) => ({
  part,
  orders,
  finished_at,
  violations: [...broken],
});

export const routes: Endpoint[] = [
  endpoint('GET /verify', {
    permission: 'verify.read',
    summary: 'Check that stock, work, counters and states agree',
    returns: z
      .object({
        rules: z.int().describe('Number of checked rules'),
        violations,
      })
      .meta({ example: { rules: 24, violations: [] } }),
    handle: async ({ database }) => ({ value: { rules: rules.length, violations: await verify(database) } }),
  }),
  endpoint('GET /verify/part', {
    permission: 'verify.read',
    summary: 'List the parts of the check, and which of them are checked',
    description:
      'Each closed month, with the orders that ended in it and its movements; `recent`, the orders that ended since; `open`, the orders that did not; `stock`. A month is closed a day after its end.',
    returns: z.array(partAnswer),
    handle: async ({ database }) => ({ value: (await partsOf(database)).map(shown) }),
  }),
  endpoint('POST /verify/part', {
    permission: 'verify.read',
    summary: 'Check the next records of a part',
    description:
      'A request checks for some seconds and stores how far it came. Repeat it until `finished_at` is set. A finished part gives its stored answer, unless `restart` begins it again.',
    body: z.object({
      part: z.string().min(1).max(20).meta({ example: 'open' }),
      restart: omittable(flag()).describe('Begin the part again'),
    }),
    returns: partAnswer,
    errors: ['record.unknown'],
    handle: async ({ database, body }) => ({
      value: shown(await checkPart(database, body.part, body.restart ?? false)),
    }),
  }),
];
