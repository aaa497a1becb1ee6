import { isCancellation, proxyActivities, proxyLocalActivities, sleep } from '@temporalio/workflow';
import type { DeliverInput, DeliverResult, WebhookActivities } from '../../activities/webhook/activities.ts';
import { type DeliveryInput, type DeliveryOutcome, hostOf } from '../contract/webhook.ts';
import { ordinaryOptions } from '../shared/calls.ts';
import { formatDuration } from '../shared/summaries.ts';

/**
 * The result of an attempt is an answer of the target or the lack of one. The activity itself fails when the service does not
 * answer or when the target is busy with other deliveries. Such a failure is no attempt, and Temporal repeats the activity.
 */
const ordinary = proxyActivities<WebhookActivities>({ ...ordinaryOptions, startToCloseTimeout: '2m' });

/** Most attempts take milliseconds, and a local activity costs the server a tenth of an ordinary one. */
const local = proxyLocalActivities<WebhookActivities>({ startToCloseTimeout: '2m', retry: { maximumAttempts: 1 } });

/** Delivers one event to one webhook. After a failed attempt it waits as long as the service says and makes another one. */
export async function webhook(input: DeliveryInput): Promise<DeliveryOutcome> {
  // Temporal accepts 200 bytes of a summary, and one letter can take three.
  const host = hostOf(input.url).slice(0, 50);
  for (let attempt = 1; ; attempt++) {
    const summary = `${ordinal(attempt)} attempt at ${host}`;
    const { outcome, againInSeconds, why } = await deliver({ ...input, attempt }, summary);
    if (againInSeconds === null) return { outcome, attempts: attempt, ...(why === undefined ? {} : { why }) };
    const because = why === undefined ? '' : `: ${why}`;
    const next = `${ordinal(attempt + 1)} attempt in ${formatDuration(againInSeconds)}${because}`;
    await sleep(againInSeconds * 1000, { summary: next });
  }
}

function deliver(input: DeliverInput, summary: string): Promise<DeliverResult> {
  return local.deliver.executeWithOptions({ summary }, [input]).catch((error) => {
    if (isCancellation(error)) throw error;
    return ordinary.deliver.executeWithOptions({ summary }, [input]);
  });
}

const ordinals = ['First', 'Second', 'Third'];

function ordinal(attempt: number): string {
  return ordinals[attempt - 1] ?? `${attempt}th`;
}
