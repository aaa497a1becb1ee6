import type { IssueRequest } from '../contract/order.ts';
import { call, type Refusal, refusalOf } from '../shared/calls.ts';
import { formatDate } from '../shared/summaries.ts';
import type { DraftRequest } from './issue-request.ts';
import type { OrderWorkflowState } from './state.ts';
import { ahead, continueInNewHistory, isHistoryLong, nextMessage, type WaitTimer } from './waiting.ts';

/** The refusal of an order that is on hold, short of stock or otherwise to be checked: the draft waits. */
const warned = 'order.warnings';

/**
 * Issues an order for the person who asked for it: the first step of a waiting draft. It attempts the issue at the date of the
 * request and after each event, until the order is issued or the request is gone. The service says what the draft waits for.
 */
export async function untilIssued(state: OrderWorkflowState): Promise<void> {
  let reported: Refusal | undefined;
  let isWoken = false;
  for (let request = state.draft; request; request = state.draft) {
    if (isHistoryLong()) await continueInNewHistory(state);
    const before = state.messageCount;
    const end = pastEnd(state, request);
    const isDue = end === undefined && ahead(request.notBefore) === null;
    const isUnread = end !== undefined && request.waitingFor === undefined;
    if (state.planWatch.isStale || state.issue.mustRead || isUnread || (isWoken && !isDue)) {
      await state.readProgress();
      isWoken = false;
      continue;
    }
    const refusal = isDue ? await attempt(state, request) : undefined;
    if (isDue) await state.readProgress();
    const waiting = state.draft;
    if (!waiting) break;
    reported = await showWait(state, waiting, refusal, reported);
    isWoken = await nextMessage(state, before, nextTimer(waiting));
  }
  state.reset();
  // Lists show the step that comes next: without this, a long pick would look like a draft that waits.
  if (state.nextStep()) state.enter('working');
}

/** Returns when the time of a request ended; undefined before that, and after somebody has had it tried again. */
function pastEnd({ isRetried }: OrderWorkflowState, { giveUpAt }: IssueRequest): string | undefined {
  return giveUpAt == null || ahead(giveUpAt) !== null || isRetried ? undefined : giveUpAt;
}

/** Has the service issue the order on behalf of the person who asked. @returns the refusal; undefined where it was issued */
async function attempt(state: OrderWorkflowState, { by, account }: IssueRequest): Promise<Refusal | undefined> {
  const { orderId, number } = state.input;
  state.isRetried = false;
  const summary = `Issue order ${number} for ${by}`;
  try {
    const onOutage = () => state.enter('working', 'the service');
    const { background, ignored = [] } = await call('issue', [orderId, account], summary, onOutage);
    if (background !== null) {
      state.enter('waiting', 'the service to finish in the background');
      await state.backgroundEnd(background, summary);
    }
    state.issue.accepted(by, ignored);
    return undefined;
  } catch (error) {
    return refusalOf(error);
  }
}

/**
 * Shows what the draft waits for. A refusal that is no warning needs a person, and so does a request whose time is over: both
 * are reported to the service, once each.
 * @returns the refusal that was reported last
 */
async function showWait(
  state: OrderWorkflowState,
  request: DraftRequest,
  refusal: Refusal | undefined,
  reported: Refusal | undefined,
): Promise<Refusal | undefined> {
  const end = pastEnd(state, request);
  const problem = end === undefined ? refusal : gaveUp(end);
  if (problem && problem.code !== warned) {
    const attention = { step: 'issue', ...problem } as const;
    state.enter('attention', 'an operator, or an event that clears it', attention);
    const isSame = reported?.code === problem.code && reported.detail === problem.detail;
    if (!isSame) await state.reportAttention(attention);
    return problem;
  }
  const { held, needsPerson, code = warned } = request;
  const date = ahead(request.notBefore);
  const waitingFor = date === null ? (request.waitingFor ?? 'its warnings') : formatDate(date);
  const { detail = waitingFor } = request;
  if (needsPerson) state.enter('attention', waitingFor, { step: 'issue', code, detail });
  else state.enter(held ? 'held' : 'waiting', waitingFor);
  return undefined;
}

function gaveUp(end: string): Refusal {
  const detail = `The order could not be issued until ${formatDate(Date.parse(end))}. Ask again with other dates, retry, ignore the warnings, or take the request back.`;
  return { code: 'issue.gave-up', detail };
}

/** Returns the timer for the next date of the request: that of the issue, or the end of its time. */
function nextTimer({ notBefore, giveUpAt }: IssueRequest): WaitTimer | undefined {
  const dates = [
    { what: 'Issue', at: ahead(notBefore) },
    { what: 'Give up', at: ahead(giveUpAt) },
  ];
  const timers = dates.flatMap(({ what, at }) =>
    at === null ? [] : [{ at, summary: `${what} on ${formatDate(at)}` }],
  );
  return timers.sort((one, other) => one.at - other.at)[0];
}
