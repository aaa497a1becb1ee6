import { z } from 'zod';
import { integer, text } from '../platform/coercion/coerce.ts';
import { largestId } from '../platform/ids/ids.ts';

/** The events of a page at most. */
const longestPage = 1_000;

export const feedQuery = z.object({
  after: text(20, { shape: /^(\d{1,19}|latest)$/, otherwise: 'must be the id of an event, 0 or latest' })
    .nullish()
    .meta({
      description: 'The page begins after this id. `latest`: the end of the log. Default: 0, the begin of the log',
    }),
  limit: integer({ min: 1, max: longestPage })
    .nullish()
    .meta({ description: 'The number of events at most. Default: 100' }),
});

/** Returns the id of a text: a parameter `after` or a `Last-Event-ID`. Null for the end of the log, and for what is no id. */
export function idOf(after: string): number | null {
  return /^\d{1,19}$/.test(after) ? Math.min(Number(after), largestId) : null;
}
