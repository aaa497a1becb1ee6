import { z } from 'zod';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import type { Resource } from '../listing/declaration/resource.ts';
import { type TimelineEntry, timelineOfRecord } from '../records/timeline.ts';

export const timelineAnswer: z.ZodType<TimelineEntry[]> = z.array(
  z
    .object({
      at: z.string(),
      event: z.string(),
      object: z.string().describe('Kind of the record that it happened to'),
      object_id: z.int(),
      detail: z.record(z.string(), z.unknown()),
      by: z.string().nullable().describe('Who did it, by name'),
      user: z.object({ id: z.int(), name: z.string() }).nullable(),
      user_agent: z.string().nullable(),
      request_id: z.string().nullable(),
    })
    .meta({
      title: 'TimelineEntry',
      example: {
        at: '2026-04-23T22:54:28+00:00',
        event: 'salesorder.issued',
        object: 'salesorder',
        object_id: 1,
        detail: {},
        by: 'Ana Weber',
        user: { id: 3, name: 'Ana Weber' },
        user_agent: 'shop/2.1',
        request_id: '5f0c2ab4-6c1d-4f6e-9d53-0d1c0f3a7c11',
      },
    }),
);

/** Who did what to a record: the audit trail of those that are no part of an order. */
export function timelineRoute(resource: Resource): Endpoint {
  return endpoint(`GET ${resource.path}/{id}/timeline`, {
    permission: `${resource.name}.read`,
    summary: `Everything that happened to a ${resource.name}, and who did it`,
    description: 'Also of one that was deleted since.',
    returns: timelineAnswer,
    handle: async ({ database, params }) => ({ value: await timelineOfRecord(database, resource, params.id) }),
  });
}
