import { CancellationScope, isCancellation, setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import type { TaskResult } from '../../activities/autowork/activities.ts';
import type { Step } from '../../planning/plan.ts';
import { askPickup } from '../carrier-request/workflow.ts';
import type { AutoworkInput, AutoworkOutcome, AutoworkStarted } from '../contract/autowork.ts';
import { plain, shortened } from '../contract/order.ts';
import { searchAttributes } from '../contract/search-attributes.ts';
import { bookedBefore } from '../order/booking-step.ts';
import { book, call, refusalIn } from '../shared/calls.ts';
import { bookWords, taskWords } from '../shared/summaries.ts';

const activities = { pick: 'pickFor', pack: 'packFor', ship: 'shipFor', pickup: 'pickupFor' } as const;

/** After these nothing else of the order can be done either, and a carrier is not to be asked. */
const final = new Set(['order.held', 'order.state', 'permission.missing', 'reference.unknown', 'record.unknown']);

/**
 * Does tasks of an order for whoever asked (spec 4.4 rules 3 and 4): what can be done is done, the rest is told. The order's own
 * workflow stands back meanwhile; where both meet nonetheless, the service's locks decide, and each task is done once.
 */
export async function autowork(input: AutoworkInput): Promise<AutoworkOutcome> {
  const { autoworkId, number, by } = input;
  const results: TaskResult[] = [];
  try {
    const begun = await call('begin', [autoworkId], `Begin what ${by} asked for order ${number}`);
    if (begun.open) await workOff(input, begun, results);
  } catch (error) {
    // Whoever cancels it in Temporal's pages, since a carrier is away say, ends it: the order must not wait for it for ever.
    if (!isCancellation(error)) throw error;
    const { taskId } = input.tasks[results.length]!;
    results.push({ task_id: taskId, outcome: 'refused', code: 'autowork.canceled', detail: 'Somebody canceled it.' });
  }
  setCurrentDetails(details(input, results, null));
  const said = () => call('finish', [autoworkId, results], 'Say what became of it');
  const { outcome } = await CancellationScope.nonCancellable(said);
  const why = shortfall(results);
  upsertSearchAttributes([
    { key: searchAttributes.Outcome, value: outcome },
    ...(why === null ? [] : [{ key: searchAttributes.Reason, value: why }]),
  ]);
  return { outcome };
}

async function workOff(input: AutoworkInput, begun: AutoworkStarted, results: TaskResult[]): Promise<void> {
  for (const { taskId, step } of input.tasks) {
    setCurrentDetails(details(input, results, step));
    const result = (await unbooked(input, begun, taskId, step)) ?? (await perform(input, taskId, step));
    results.push(result);
    if (final.has(result.code ?? '')) return;
  }
}

function perform({ autoworkId, orderId, userId, details, by, number }: AutoworkInput, taskId: number, step: Step) {
  const asked = { autoworkId, orderId, userId, taskId, details };
  return call(activities[step], [asked], `${taskWords(step)} order ${number} for ${by}`);
}

/** What a carrier needs before the step. @returns what it was refused with, or what cannot be booked would go out */
async function unbooked(
  input: AutoworkInput,
  begun: AutoworkStarted,
  taskId: number,
  step: Step,
): Promise<TaskResult | null> {
  const { tracking_number, carrier_id } = input.details;
  // Who brings a tracking number, or another carrier, has booked.
  if (tracking_number !== undefined || carrier_id !== undefined) return null;
  const { orderId } = input;
  const [booked, asked] = [bookedBefore(step, begun), begun.carrier?.asks_pickup && step === 'pickup'];
  try {
    if (booked) await book({ orderId, carrier: booked.name, step }, booked.own_queue, bookWords(booked));
    if (begun.carrier && asked) await askPickup({ orderId, carrier: begun.carrier.name }, begun.carrier);
    return null;
  } catch (error) {
    const refusal = refusalIn(error);
    if (!refusal) throw error;
    return { task_id: taskId, outcome: 'refused', ...refusal };
  }
}

/** Why not all of it was done, for lists, which then show it beside the outcome. */
function shortfall(results: readonly TaskResult[]): string | null {
  const short = results.find(({ outcome }) => outcome === 'partial' || outcome === 'refused');
  return short ? shortened(`${short.code}: ${short.detail}`) : null;
}

/** What Temporal's UI shows of it. */
function details(input: AutoworkInput, results: readonly TaskResult[], now: Step | null): string {
  const rows = input.tasks.map(({ taskId, step }) => {
    const result = results.find(({ task_id }) => task_id === taskId);
    const what = result?.outcome ?? (step === now ? 'under way' : '');
    return `| ${step} | ${what} | ${plain(result?.detail ?? '')} |`;
  });
  return [
    `Order ${plain(input.number)}, for ${plain(input.by)}`,
    ['| task | | |', '|---|---|---|', ...rows].join('\n'),
  ].join('\n\n');
}
