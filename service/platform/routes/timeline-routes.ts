import { z } from 'zod';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { recordId } from '../ids/ids.ts';
import type { Resource } from '../listing/declaration/resource.ts';
import { recordName, withArticle } from '../problems/record-names.ts';
import { type TimelineEntry, timelineOfRecord } from '../records/timeline.ts';

/** An entry of a timeline. */
export const timelineEntry = z.object({
  at: z.string(),
  event: z.string(),
  object: z.string().describe('The kind of the record'),
  object_id: recordId(),
  detail: z.record(z.string(), z.unknown()),
  by: z.string().nullable().describe('The name of the user'),
  user: z.object({ id: recordId(), name: z.string() }).nullable(),
  user_agent: z.string().nullable(),
  request_id: z.string().nullable(),
});

export const timelineExample: TimelineEntry = {
  at: '2026-04-23T22:54:28+00:00',
  event: 'salesorder.issued',
  object: 'salesorder',
  object_id: 1,
  detail: {},
  by: 'Ana Weber',
  user: { id: 3, name: 'Ana Weber' },
  user_agent: 'shop/2.1',
  request_id: '5f0c2ab4-6c1d-4f6e-9d53-0d1c0f3a7c11',
};

/** The answer of a timeline: its entries, oldest first. */
export const timelineAnswer: z.ZodType<TimelineEntry[]> = z.array(
  timelineEntry.meta({ title: 'TimelineEntry', example: timelineExample }),
);

const stays = 'The timeline stays available after the record is deleted.';
const staysWithOrder = 'The timeline of its order has the same events, and keeps them after the record is deleted.';

/** Returns the endpoint for the timeline of records. @param byOrder the column with the order of a record that belongs to one */
export function timelineRoute(resource: Resource, byOrder: string | null = null): Endpoint {
  return endpoint(`GET ${resource.path}/{id}/timeline`, {
    permission: `${resource.name}.read`,
    summary: `List all events of ${withArticle(recordName(resource.name))}, with their users`,
    description: byOrder === null ? stays : staysWithOrder,
    returns: timelineAnswer,
    handle: async ({ database, params }) => ({ value: await timelineOfRecord(database, resource, params.id, byOrder) }),
  });
}
