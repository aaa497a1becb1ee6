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
import { followLabel, type RunningLabel } from './label.ts';
import { details, waitOf } from './view.ts';

/** The service reports an event of the return. */
const event = defineSignal<[EventSignal]>(eventSignal);

const outcomes: Readonly<Record<string, ReturnOutcome['outcome']>> = {
  Closed: 'closed',
  Refused: 'refused',
  Canceled: 'canceled',
};

/**
 * Accompanies a return from its request to its end. People do its steps. It has the carrier book the label where that is due, and cancels
 * a return whose goods have not come in time. It reads the return after each event and each timer, because the goods may come at the
 * same moment.
 */
export async function returnOrder(input: ReturnInput): Promise<ReturnOutcome> {
  let events = 0;
  let label: RunningLabel | null = null;
  const wake = () => {
    events += 1;
  };
  setHandler(event, wake);
  for (;;) {
    const before = events;
    const now = await read(input);
    const outcome = now === null ? 'unknown' : outcomes[now.status];
    if (now) setCurrentDetails(details(now));
    list((now && waitOf(now)?.step) ?? 'done', outcome ?? 'waiting');
    if (outcome) {
      label?.cancel();
      return { outcome };
    }
    label = followLabel(input, label, now?.label, wake);
    const due = now?.dueAt ? Date.parse(now.dueAt) : null;
    if (due !== null && due <= Date.now()) await cancel(input, due);
    else await untilEvent({ hasCome: () => events !== before, input, due, label });
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

interface Wait {
  readonly hasCome: () => boolean;
  readonly input: ReturnInput;
  /** When the goods are due. */
  readonly due: number | null;
  /** The label that a carrier books meanwhile. */
  readonly label: RunningLabel | null;
}

/** Waits for an event of the return, or until its goods are due. A long history continues in a new run, but not while a carrier books. */
async function untilEvent({ hasCome, input, due, label }: Wait): Promise<void> {
  const isLong = () => workflowInfo().continueAsNewSuggested && (label === null || label.isOver);
  const isOver = () => hasCome() || isLong();
  if (due === null) await condition(isOver);
  else await condition(isOver, due - Date.now(), { summary: `Return ${input.number}: wait for the goods` });
  if (isLong()) await continueAsNew<typeof returnOrder>(input);
}
