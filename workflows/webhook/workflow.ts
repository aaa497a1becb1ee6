import { isCancellation, proxyActivities, proxyLocalActivities, sleep } from '@temporalio/workflow';
import type { DeliverInput, DeliverResult, WebhookActivities } from '../../activities/webhook/activities.ts';
import { plainSummary } from '../contract/text.ts';
import { type DeliveryInput, type DeliveryOutcome, hostOf } from '../contract/webhook.ts';
import { ordinaryOptions, refusalIn } from '../shared/calls.ts';
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
  const host = hostOf(input.url);
  const { firstAttempt = 1, waitSeconds = 0, ...delivery } = input;
  if (waitSeconds > 0) await sleep(waitSeconds * 1000, { summary: nextAttempt(firstAttempt, waitSeconds) });
  for (let attempt = firstAttempt; ; attempt++) {
    const summary = plainSummary(`${ordinal(attempt)} attempt at ${host}`);
    const { outcome, againInSeconds, why } = await deliver({ ...delivery, attempt }, summary);
    if (againInSeconds === null) return { outcome, attempts: attempt, ...(why === undefined ? {} : { why }) };
    await sleep(againInSeconds * 1000, { summary: nextAttempt(attempt + 1, againInSeconds, why) });
  }
}

/** Returns the summary of the wait for an attempt. */
function nextAttempt(attempt: number, seconds: number, why?: string): string {
  const because = why === undefined ? '' : `: ${why}`;
  return plainSummary(`${ordinal(attempt)} attempt in ${formatDuration(seconds)}${because}`);
}

function deliver(input: DeliverInput, summary: string): Promise<DeliverResult> {
  const result = local.deliver.executeWithOptions({ summary }, [input]).catch((error) => {
    if (isCancellation(error) || refusalIn(error)) throw error;
    return ordinary.deliver.executeWithOptions({ summary }, [input]);
  });
  return result.catch((error) => {
    const refusal = refusalIn(error);
    // The service has deleted the delivery, as it does with old ones.
    if (refusal?.code !== 'record.unknown') throw error;
    return { outcome: 'dropped' as const, againInSeconds: null, why: refusal.detail };
  });
}

const ordinals = ['First', 'Second', 'Third'];

function ordinal(attempt: number): string {
  return ordinals[attempt - 1] ?? `${attempt}th`;
}
