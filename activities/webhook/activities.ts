import { Context } from '@temporalio/activity';
import type { EngineClient } from '../../client/engine.ts';
import { Sender } from '../../lib/outgoing/sender.ts';
import { answerText } from '../../lib/outgoing/text.ts';
import { priorityKeys } from '../../workflows/contract/priority.ts';
import { priority } from '../shared/call-headers.ts';
import { callOptions, reportOptions, workflowId } from '../shared/call-options.ts';
import { withEndlessAttempts } from '../shared/failure.ts';
import { TargetGate } from './target-gate.ts';

export interface DeliverInput {
  delivery: number;
  webhook: number;
  again: boolean;
  /** Number of the attempt in this workflow, from 1. */
  attempt: number;
}

export interface DeliverResult {
  outcome: 'delivered' | 'failed' | 'dropped';
  /** Seconds until the next attempt; null where this was the last one. */
  againInSeconds: number | null;
  /** Why it failed, in a few words for the history; the log has the whole answer. */
  why?: string;
  /** The code of that: `target.503` for an answer of 503, `target.unreachable` without an answer. */
  code?: string;
}

export interface WebhookDependencies {
  readonly client: EngineClient;
  readonly webhooks: {
    readonly timeoutSeconds: number;
    readonly allowNetworks: readonly string[];
  };
}

/** Bytes of an answer that the log stores. */
const loggedBytes = 16 * 1024;
/**
 * Deliveries to one webhook at once, and deliveries of resends beside them. Those wait in the service while others work there, and must
 * not make new ones wait for a place.
 */
const places = { deliveries: 10, resends: 5 } as const;
/** Response time of a slow target, in milliseconds. */
const slow = 2_000;

/** Returns the activity of a delivery's workflow. */
export function createWebhookActivities({ client, webhooks }: WebhookDependencies) {
  const sender = new Sender({
    allow: webhooks.allowNetworks,
    timeoutMs: webhooks.timeoutSeconds * 1000,
    answerLimit: loggedBytes,
    // Webhooks with the same host share connections; the gate limits the deliveries of each webhook.
    connections: 256,
  });
  const deliveries = new TargetGate({ places: places.deliveries, slow });
  const resends = new TargetGate({ places: places.resends, slow });

  async function makeAttempt({ delivery, attempt, again }: DeliverInput): Promise<DeliverResult> {
    const start = { run: workflowId(), attempt, again };
    const { log_id, ...message } = await client.engine.webhookdelivery.attempt(delivery, start, callOptions());
    if (log_id === null) return { outcome: 'dropped', againInSeconds: null };
    const result = await send(sender, message);
    const { outcome, again_in_seconds } = await client.engine.webhooklog.update(log_id, result, reportOptions());
    const answer = { outcome, againInSeconds: again_in_seconds };
    return outcome === 'delivered' ? answer : { ...answer, ...reasonOf(result) };
  }

  return {
    /** Makes one attempt: opens its entry in the log, sends the message, and stores the result in the log. */
    deliver: withEndlessAttempts((input: DeliverInput): Promise<DeliverResult> => {
      const { isLocal: local } = Context.current().info;
      const gate = priority() === priorityKeys.bulk ? resends : deliveries;
      return gate.through(String(input.webhook), { local }, () => makeAttempt(input));
    }),
  };
}

export type WebhookActivities = ReturnType<typeof createWebhookActivities>;

interface OutgoingMessage {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** Sends a message. @returns the answer, or the reason why the target gave none */
async function send(sender: Sender, { url, headers, body }: OutgoingMessage) {
  const signal = Context.current().cancellationSignal;
  const start = performance.now();
  const duration = () => Math.round(performance.now() - start);
  try {
    const answer = await sender.send(url, { method: 'POST', headers, body, signal });
    return {
      status: answer.status,
      headers: answer.headers,
      body: heldText(answerText(answer)),
      duration_ms: duration(),
      retry_after_seconds: retryAfter(answer.headers['retry-after']),
    };
  } catch (error) {
    if (signal.aborted) throw error;
    return { error: (error instanceof Error ? error.message : String(error)).slice(0, 1_000), duration_ms: duration() };
  }
}

/** Returns a short reason, and its code: Temporal accepts 200 bytes of a summary, and one letter can take three. */
function reasonOf({
  status,
  error,
}: {
  status?: number;
  error?: string;
}): Required<Pick<DeliverResult, 'why' | 'code'>> {
  return status === undefined
    ? { why: (error ?? '').slice(0, 50), code: 'target.unreachable' }
    : { why: `the target answered ${status}`, code: `target.${status}` };
}

/** PostgreSQL's text cannot hold NUL, so its sign is stored. */
const heldText = (text: string): string => text.replaceAll('\0', '\u2400');

/** The longest `retry-after`, which fits an integer: a target may name the year 9999. */
const maxSeconds = 10 ** 9;

/** Reads `retry-after`: seconds or a time (RFC 9110). @returns seconds; null if the header has no useful value */
function retryAfter(header: string | string[] | undefined): number | null {
  if (typeof header !== 'string') return null;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return seconds > 0 ? Math.ceil(Math.min(seconds, maxSeconds)) : null;
}
