import { isCancellation, proxyActivities, proxyLocalActivities, sleep } from '@temporalio/workflow';
import type { DeliverInput, DeliverResult, WebhookActivities } from '../activities/webhook.ts';
import { type DeliveryInput, type DeliveryOutcome, hostOf } from './input.ts';

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
  const host = hostOf(input.url);
  for (let attempt = 1; ; attempt++) {
    const summary = `${ordinal(attempt)} attempt at ${host}`;
    const { outcome, againInSeconds } = await delivered({ ...input, attempt }, summary);
    if (againInSeconds === null) return { outcome, attempts: attempt };
    await sleep(againInSeconds * 1000, { summary: `${ordinal(attempt + 1)} attempt in ${inWords(againInSeconds)}` });
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

/** "5 minutes", "90 seconds". */
function inWords(seconds: number): string {
  const [count, unit] = seconds % 60 === 0 ? [seconds / 60, 'minute'] : [seconds, 'second'];
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
}
