import { z } from 'zod';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { recordId } from '../platform/ids/ids.ts';
import { timelineEntry, timelineExample } from '../platform/routes/timeline-routes.ts';
import type { EventFeed } from './feed.ts';
import { feedQuery, idOf } from './schema.ts';

declare module '../platform/http/services.ts' {
  interface Services {
    /** The feed of changes. */
    readonly eventFeed: EventFeed;
  }
}

const usualLimit = 100;

const page = z.object({
  data: z.array(
    timelineEntry
      .extend({ id: recordId(), order_ids: z.array(recordId()).describe('The orders that it concerns') })
      .meta({ title: 'LoggedEvent', example: { id: 4711, order_ids: [1], ...timelineExample } }),
  ),
  next: z.int().describe('The `after` of the next page').meta({ example: 4711 }),
  more: z.boolean().describe('Whether the log has more events now'),
});

export const routes: Endpoint[] = [
  endpoint('GET /eventlog', {
    permission: null,
    summary: 'Follow all changes: the events of the log, one after the other',
    description:
      'For programs that keep a copy of records, and for pages that show changes at once. Begin with `?after=latest`, read the records, and then the events after `next`: nothing is missed, also where several transactions commit at the same time. An event comes as soon as the transactions before it have ended. You see the events of records that you may read, and with `salesorder.read` all events of orders. With `Accept: text/event-stream` the answer is a stream: each event has its id and, as `data`, the same JSON. A line every 15 seconds shows that it lives, and it ends after 14 minutes. A browser then goes on by itself, with `Last-Event-ID`.',
    query: feedQuery,
    returns: page,
    answer: { eventStream: true },
    limits: { seconds: 900 },
    handle: async ({ services, database, caller, query, eventStream }) => {
      const { eventFeed } = services;
      if (!eventStream) {
        const { after, limit } = query;
        const range = { after: idOf(after ?? '0'), limit: limit ?? usualLimit };
        return { value: await eventFeed.page(caller, range, database) };
      }
      const after = idOf(eventStream.lastEventId ?? query.after ?? 'latest');
      return { content: await eventFeed.open(caller, after), headers: streamHeaders };
    },
  }),
];

/**
 * No proxy may keep the texts until it has many of them: `x-accel-buffering` tells nginx. The connection ends with the stream, so
 * that a service that stops does not wait for the client.
 */
const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  connection: 'close',
};
