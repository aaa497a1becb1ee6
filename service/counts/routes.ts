import { z } from 'zod';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { recordId } from '../platform/ids/ids.ts';
import { recordEndpoint } from '../platform/routes/record-endpoint.ts';
import { timelineRoute } from '../platform/routes/timeline-routes.ts';
import { approveCount } from './approve.ts';
import { enterCount } from './enter.ts';
import { cancelCount, createCount } from './operations.ts';
import { count } from './resource.ts';
import { countBody, enterBody } from './schema.ts';

export const routes: Endpoint[] = [
  endpoint('POST /count', {
    permission: 'count.create',
    summary: 'Create a count of places',
    description:
      'The places are all parts at the locations, the parts at all storage locations of the site, or the parts at the locations. The count has a line for all units that the books have there. Two open counts share no place.',
    body: countBody,
    status: 201,
    returns: count,
    errors: ['count.overlaps', 'reference.unknown'],
    handle: async (call) => ({ record: count, id: await createCount(call, call.body) }),
  }),
  recordEndpoint(count, 'POST enter', {
    summary: 'Enter counted quantities',
    description:
      'Each entry is all units of a part at a location, by lot or serial number. Units that the books do not have there get a line. A second value takes the place of the first one. Stock does not change before the approval.',
    body: enterBody,
    returns: count,
    errors: ['count.state', 'reference.unknown', 'tracking.required'],
    answer: {
      adds: z.object({
        recount: z
          .array(recordId())
          .describe('The lines that differ beyond the tolerance. They are counted a second time'),
      }),
    },
    handle: async (call) => {
      const { id } = call.params;
      const tolerance = call.services.configuration.counting;
      return { record: count, id, with: { recount: await enterCount(call, { id, body: call.body, tolerance }) } };
    },
  }),
  recordEndpoint(count, 'POST approve', {
    summary: 'Approve a count: its differences go into stock',
    description:
      'Beyond the tolerance, another person than the counter approves. Movements since a line was counted are kept. Repeating the request changes nothing.',
    returns: count,
    errors: ['count.state', 'count.incomplete', 'count.recount', 'count.own', 'stock.short', 'record.exists'],
    handle: async (call) => {
      const { id } = call.params;
      await approveCount(call, { id, tolerance: call.services.configuration.counting });
      return { record: count, id };
    },
  }),
  recordEndpoint(count, 'POST cancel', {
    summary: 'Cancel a count: stock does not change',
    description: 'Repeating the request changes nothing.',
    returns: count,
    errors: ['count.state'],
    handle: async (call) => {
      const { id } = call.params;
      await cancelCount(call, id);
      return { record: count, id };
    },
  }),
  timelineRoute(count),
];
