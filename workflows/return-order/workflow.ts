import {
  condition,
  continueAsNew,
  defineSignal,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { ReturnSnapshot } from '../../activities/return-order/activities.ts';
import { type EventSignal, eventSignal } from '../contract/event.ts';
import type { ReturnInput, ReturnOutcome } from '../contract/return-order.ts';
import { searchAttributes } from '../contract/search-attributes.ts';
import { call, refusalOf } from '../shared/calls.ts';
import { formatTime } from '../shared/summaries.ts';
import { details, waitOf } from './view.ts';

/** The service reports an event of the return. */
const event = defineSignal<[EventSignal]>(eventSignal);

const outcomes: Readonly<Record<string, ReturnOutcome['outcome']>> = {
  Closed: 'closed',
  Refused: 'refused',
  Canceled: 'canceled',
};

/**
 * Accompanies a return from its request to its end. People do its steps. It cancels a return whose goods have not come in time, and reads
 * the return after each event and each timer, because the goods may come at the same moment.
 */
export async function returnOrder(input: ReturnInput): Promise<ReturnOutcome> {
  let events = 0;
  setHandler(event, () => {
    events += 1;
  });
  for (;;) {
    const before = events;
    const now = await read(input);
    const outcome = now === null ? 'unknown' : outcomes[now.status];
    if (now) setCurrentDetails(details(now));
    list((now && waitOf(now)?.step) ?? 'done', outcome ?? 'waiting');
    if (outcome) return { outcome };
    const due = now?.dueAt ? Date.parse(now.dueAt) : null;
    if (due !== null && due <= Date.now()) await cancel(input, due);
    else await untilEvent(() => events !== before, input, due);
  }
}

/** @returns null for a return that the service does not have any more */
function read({ returnId, number }: ReturnInput): Promise<ReturnSnapshot | null> {
  return call('readReturn', [returnId], `Read return ${number}`).catch((error) => {
    if (refusalOf(error).code !== 'record.unknown') throw error;
    return null;
  });
}

/** Cancels a return whose goods have not come. A refusal says that they came at this moment. */
async function cancel({ returnId, number }: ReturnInput, due: number): Promise<void> {
  const decision = `Its goods did not come until ${formatTime(due)}.`;
  await call('cancelReturn', [returnId, decision], `Cancel return ${number}: no goods came`).catch(refusalOf);
}

/** Shows in lists what the return waits for, or how it ended. Only changes are written: each is an event of the history. */
function list(step: string, outcome: string): void {
  const { Step, Outcome } = searchAttributes;
  const listed = workflowInfo().typedSearchAttributes;
  if (listed.get(Step) === step && listed.get(Outcome) === outcome) return;
  upsertSearchAttributes([
    { key: Step, value: step },
    { key: Outcome, value: outcome },
  ]);
}

/** Waits for an event of the return, or until its goods are due. A long history continues in a new run. */
async function untilEvent(hasCome: () => boolean, input: ReturnInput, due: number | null): Promise<void> {
  const isOver = () => hasCome() || workflowInfo().continueAsNewSuggested;
  if (due === null) await condition(isOver);
  else await condition(isOver, due - Date.now(), { summary: `Return ${input.number}: wait for the goods` });
  if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof returnOrder>(input);
}
