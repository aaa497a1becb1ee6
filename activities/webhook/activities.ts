import { Context } from '@temporalio/activity';
import type { Client } from '../../client/client.ts';
import { Sender } from '../../outgoing/sender.ts';
import { callOptions } from '../shared/call-options.ts';
import { withTemporalFailures } from '../shared/failure.ts';
import { TargetGate } from './target-gate.ts';

export interface DeliverInput {
  delivery: number;
  webhook: number;
  again: boolean;
  /** Which attempt of this workflow, from 1. */
  attempt: number;
}

export interface DeliverResult {
  outcome: 'delivered' | 'failed' | 'dropped';
  /** Null where this was the last attempt. */
  againInSeconds: number | null;
  /** Why it failed, in a few words for the history: the log says all of it. */
  why?: string;
}

export interface WebhookDependencies {
  readonly client: Client;
  readonly webhooks: {
    readonly timeoutSeconds: number;
    readonly allowNetworks: readonly string[];
  };
}

/** As much of an answer as the log keeps. */
const cachedBytes = 16 * 1024;

/** What the workflow of a delivery asks for. */
export function createWebhookActivities({ client, webhooks }: WebhookDependencies) {
  const sender = new Sender({
    allow: webhooks.allowNetworks,
    timeoutMs: webhooks.timeoutSeconds * 1000,
    answerLimit: cachedBytes,
    // Webhooks with one host share them; the gate says how many of each are under way.
    connections: 256,
  });
  const gate = new TargetGate({ places: atOnce, slow: 2_000 });

  async function attempt({ delivery, attempt, again }: DeliverInput): Promise<DeliverResult> {
    const run = Context.current().info.workflowExecution!.workflowId;
    const begun = { run, attempt, again };
    const { log_id, ...sending } = await client.webhookdelivery.attempt(delivery, begun, callOptions());
    if (log_id === null) return { outcome: 'dropped', againInSeconds: null };
    const result = await sent(sender, sending);
    const told = await client.webhooklog.update(log_id, result, callOptions());
    const answer = { outcome: told.outcome, againInSeconds: told.again_in_seconds };
    return told.outcome === 'delivered' ? answer : { ...answer, why: inBrief(result) };
  }

  return {
    /** One attempt: into the log, out to the target, and what came of it into the log. */
    deliver: withTemporalFailures((input: DeliverInput): Promise<DeliverResult> => {
      const { isLocal: local } = Context.current().info;
      return gate.through(String(input.webhook), { local }, () => attempt(input));
    }),
  };
}

export type WebhookActivities = ReturnType<typeof createWebhookActivities>;

/** To one webhook at once. One that hangs for 15 s then holds as many of the worker's places, and no more. */
const atOnce = 10;

interface Sending {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** Whatever becomes of it is a result: an answer, or why there is none. */
async function sent(sender: Sender, { url, headers, body }: Sending) {
  const signal = Context.current().cancellationSignal;
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  try {
    const answer = await sender.send(url, { method: 'POST', headers, body, signal });
    return {
      status: answer.status,
      headers: answer.headers,
      body: legible(answer.body),
      duration_ms: took(),
      retry_after_seconds: retryAfter(answer.headers['retry-after']),
    };
  } catch (error) {
    if (signal.aborted) throw error;
    return { error: (error instanceof Error ? error.message : String(error)).slice(0, 1_000), duration_ms: took() };
  }
}

/** Temporal takes 200 bytes of a summary, and a letter can be three. */
function inBrief({ status, error }: { status?: number; error?: string }): string {
  return status === undefined ? (error ?? '').slice(0, 50) : `the target answered ${status}`;
}

/** PostgreSQL's text holds no NUL; what is no UTF-8 is shown as far as it is. */
function legible(bytes: Buffer): string {
  return bytes.toString('utf8').replaceAll('\0', '\uFFFD');
}

/** More than the service heeds, and few enough seconds for an integer: a target may name the year 9999. */
const mostSeconds = 10 ** 9;

/** Seconds, or a time (RFC 9110). */
function retryAfter(header: string | string[] | undefined): number | null {
  if (typeof header !== 'string') return null;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return seconds > 0 ? Math.ceil(Math.min(seconds, mostSeconds)) : null;
}
