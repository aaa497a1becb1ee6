import { isCancellation, proxyActivities, proxyLocalActivities, sleep } from '@temporalio/workflow';
import type { DeliverInput, DeliverResult, WebhookActivities } from '../../activities/webhook/activities.ts';
import { type DeliveryInput, type DeliveryOutcome, hostOf } from '../contract/order.ts';
import { inWords } from '../shared/summaries.ts';

/**
 * An attempt ends with an answer or without one, and that is its result. What fails as an activity is that the service cannot be
 * asked or told, or that the target has as much to do as we give it: that is no attempt, and tried until it passes.
 */
const ordinary = proxyActivities<WebhookActivities>({
  startToCloseTimeout: '2m',
  heartbeatTimeout: '20s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
});

/** Most attempts take milliseconds, and a local activity a tenth of the server's work. */
const local = proxyLocalActivities<WebhookActivities>({ startToCloseTimeout: '2m', retry: { maximumAttempts: 1 } });

/** Delivers one event to one webhook: an attempt and, while the service says so, another one after a timer (spec 6). */
export async function webhook(input: DeliveryInput): Promise<DeliveryOutcome> {
  // Temporal takes 200 bytes of a summary, and a letter can be three.
  const host = hostOf(input.url).slice(0, 50);
  for (let attempt = 1; ; attempt++) {
    const summary = `${ordinal(attempt)} attempt at ${host}`;
    const { outcome, againInSeconds, why } = await delivered({ ...input, attempt }, summary);
    const because = why === undefined ? '' : `: ${why}`;
    if (againInSeconds === null) return { outcome, attempts: attempt, ...(why === undefined ? {} : { why }) };
    const next = `${ordinal(attempt + 1)} attempt in ${inWords(againInSeconds)}${because}`;
    await sleep(againInSeconds * 1000, { summary: next });
  }
}

function delivered(input: DeliverInput, summary: string): Promise<DeliverResult> {
  return local.deliver.executeWithOptions({ summary }, [input]).catch((error) => {
    if (isCancellation(error)) throw error;
    return ordinary.deliver.executeWithOptions({ summary }, [input]);
  });
}

const ordinals = ['First', 'Second', 'Third'];

function ordinal(attempt: number): string {
  return ordinals[attempt - 1] ?? `${attempt}th`;
}
