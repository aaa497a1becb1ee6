import { useQuery } from '@tanstack/react-query';
import type { Event, Webhook, WebhookLog } from '../../client/browser.ts';
import { client } from '../ground/client.ts';
import type { Change } from '../ground/live.ts';

/** The keys of all that is read about webhooks begin with these. */
export const webhooksKey = ['webhook'] as const;
export const logKey = ['webhooklog'] as const;

export const ofWebhooks = ({ object }: Change): boolean => object === 'webhook';

/** Records that the service gives at once. */
export const longestPage = 100;

/** An event as a page describes it. Its example is large, and is read only when somebody opens it. */
export type NamedEvent = Pick<Event, 'id' | 'name' | 'object' | 'description'>;

/** Reads all events, which do not change while the page is open. */
export function useEvents() {
  return useQuery({
    queryKey: ['event', 'names'],
    queryFn: async () => {
      const fields = 'id,name,object,description';
      const events: NamedEvent[] = [];
      for (let page = 1; ; page += 1) {
        const answer = await client.event.list({ fields, sort: 'id', page, perPage: longestPage });
        events.push(...answer.data);
        if (page >= answer.last_page) return events;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The permission to read the records that an event sends. */
export const permissionOf = ({ object }: Pick<NamedEvent, 'object'>): string => `${object}.read`;

export type WebhookState = 'works' | 'unused' | 'failing' | 'off' | 'switchedOff';

/** @param hasAttempt whether anything was sent; undefined where that is not known */
export function stateOf(
  { active, failing_since, switched_off_at }: Webhook,
  hasAttempt: boolean | undefined,
): WebhookState {
  if (!active) return switched_off_at === null ? 'off' : 'switchedOff';
  if (failing_since !== null) return 'failing';
  return hasAttempt === false ? 'unused' : 'works';
}

/** An attempt without its large parts. */
export type Attempt = Omit<WebhookLog, 'request_headers' | 'answer_headers' | 'answer_body' | 'updated_at'>;

export const attemptFields =
  'id,webhookdelivery_id,webhook_id,event_id,attempt,outcome,url,status,error,duration_ms,next_attempt_at,created_at';

/**
 * Reads the last attempt of each webhook. Most of them are among the latest attempts of all, which is one call; a
 * webhook without recent attempts needs a separate call.
 */
export async function readLastAttempts(ids: readonly number[]): Promise<ReadonlyMap<number, Attempt>> {
  const query = { sort: '-id', fields: attemptFields, counting: 'estimate' } as const;
  const latest = await client.webhooklog.list({ ...query, where: { webhook_id: ids }, perPage: longestPage });
  const missing =
    latest.data.length < longestPage ? [] : ids.filter((id) => !latest.data.some((one) => one.webhook_id === id));
  const quiet = await Promise.all(
    missing.map((id) => client.webhooklog.list({ ...query, where: { webhook_id: id }, perPage: 1 })),
  );
  // From the oldest to the newest: the newest one stays.
  const all = [...quiet.flatMap(({ data }) => data), ...latest.data.toReversed()];
  return new Map(all.map((attempt) => [attempt.webhook_id, attempt]));
}
