import {
  deprecatePatch,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { DeliverInput, DeliverResult, WebhookActivities } from '../../activities/webhook/activities.ts';
import { searchAttributes } from '../contract/search-attributes.ts';
import { escapeMarkdown, plainSummary } from '../contract/text.ts';
import { type DeliveryInput, type DeliveryOutcome, hostOf } from '../contract/webhook.ts';
import { ordinaryOptions, refusalIn } from '../shared/calls.ts';
import { listOutcome, workflowFailure } from '../shared/listing.ts';
import { formatDuration, formatTime } from '../shared/summaries.ts';

/**
 * The result of an attempt is an answer of the target or the lack of one. The activity itself fails when the service does not
 * answer or when the target is busy with other deliveries. Such a failure is no attempt, and Temporal repeats the activity.
 */
const ordinary = proxyActivities<WebhookActivities>({ ...ordinaryOptions, startToCloseTimeout: '2m' });

/** Most attempts take milliseconds, and a local activity costs the server a tenth of an ordinary one. */
const local = proxyLocalActivities<WebhookActivities>({ startToCloseTimeout: '2m', retry: { maximumAttempts: 1 } });

/**
 * Makes the further attempts at the delivery of one event to one webhook, after the worker's first one has failed. After each failed
 * attempt it waits as long as the service says.
 * @throws after the last attempt, so that lists show the delivery as Failed
 */
export async function webhook(input: DeliveryInput): Promise<DeliveryOutcome> {
  const host = hostOf(input.url);
  const { firstAttempt = 1, waitSeconds = 0, why: whyBefore, ...delivery } = input;
  if (waitSeconds > 0) {
    showNext(firstAttempt, waitSeconds, whyBefore);
    await sleep(waitSeconds * 1000, { summary: nextAttempt(firstAttempt, waitSeconds, whyBefore) });
  }
  for (let attempt = firstAttempt; ; attempt++) {
    const summary = plainSummary(`${ordinal(attempt)} attempt at ${host}`);
    const result = await deliver({ ...delivery, attempt }, summary);
    const { againInSeconds, why, code = unknownCode } = result;
    if (againInSeconds === null) return end(result, attempt);
    showNext(attempt + 1, againInSeconds, why);
    listWait(code);
    await sleep(againInSeconds * 1000, { summary: nextAttempt(attempt + 1, againInSeconds, why) });
  }
}

function listWait(code: string): void {
  deprecatePatch('deliveries-in-lists');
  if (listed('Outcome') !== 'waiting' || listed('Reason') !== code) listOutcome('waiting', code);
}

function showNext(next: number, seconds: number, why?: string): void {
  const at = formatTime(Date.now() + seconds * 1000);
  setCurrentDetails(`**waiting** for the ${ordinal(next).toLowerCase()} attempt, at ${at}${because(why)}`);
}

const because = (why?: string): string => (why === undefined ? '' : `: ${escapeMarkdown(why)}`);

/** @throws where the last attempt has failed */
function end({ outcome, why, code = unknownCode }: DeliverResult, attempts: number): DeliveryOutcome {
  const result = { outcome, attempts, ...(why === undefined ? {} : { why }) };
  // Only in a workflow of 0.2.0, which made the first attempt, too.
  if (outcome === 'delivered' && listed('Outcome') === undefined) return result;
  deprecatePatch('deliveries-in-lists');
  setCurrentDetails(`**${outcome}**${because(why)}`);
  listOutcome(outcome, outcome === 'failed' ? code : null);
  if (outcome !== 'failed') return result;
  const made = attempts === 1 ? 'The only attempt failed' : `The last of ${attempts} attempts failed`;
  throw workflowFailure({ code, detail: why === undefined ? `${made}.` : `${made}: ${why}.` });
}

/** The code of a failed attempt whose activity ran in a worker of an earlier version. */
const unknownCode = 'target.failed';

function listed(name: 'Outcome' | 'Reason'): string | undefined {
  return workflowInfo().typedSearchAttributes.get(searchAttributes[name]);
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
