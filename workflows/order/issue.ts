import { call, type Refusal, refusalIn } from '../shared/calls.ts';
import { formatDate } from '../shared/summaries.ts';
import type { OrderWorkflowState } from './state.ts';
import { continueInNewHistory, isHistoryLong, nextMessage, type WaitTimer } from './waiting.ts';

/** The refusal of an order that is on hold, short of stock or otherwise to be checked: the draft waits. */
const warned = 'order.warnings';

/**
 * Issues an order for the person who asked for it: the first step of a waiting draft. It attempts the issue at the date of the
 * request and after each event, until the order is issued or the request is gone. The service says what the draft waits for.
 */
export async function untilIssued(state: OrderWorkflowState): Promise<void> {
  let reported: Refusal | undefined;
  let isWoken = false;
  while (state.currentStep() === 'issue') {
    if (isHistoryLong()) await continueInNewHistory(state);
    const before = state.messageCount;
    const isUnread = !state.issue.snapshot && state.issue.hasGivenUp(Date.now());
    if (state.planWatch.isStale || state.issue.mustRead || isUnread || (isWoken && !isDue(state))) {
      await state.readProgress();
      isWoken = false;
      continue;
    }
    const isAttempted = isDue(state);
    const refusal = isAttempted ? await attempt(state) : undefined;
    if (isAttempted) await state.readProgress();
    if (state.currentStep() !== 'issue') break;
    reported = await showWait(state, refusal, reported);
    isWoken = await nextMessage(state, before, nextTimer(state));
  }
  state.reset();
  // Lists show the step that comes next: without this, a long pick would look like a draft that waits.
  if (state.nextStep()) state.enter('working');
}

/** Returns whether the issue may be attempted now. */
function isDue({ issue, planWatch }: OrderWorkflowState): boolean {
  const now = Date.now();
  return !planWatch.isStale && !issue.mustRead && issue.untilDate(now) === 0 && !issue.hasGivenUp(now);
}

/** Has the service issue the order on behalf of the person who asked. @returns the refusal; undefined where it was issued */
async function attempt(state: OrderWorkflowState): Promise<Refusal | undefined> {
  const { orderId, number } = state.input;
  const { by, account } = state.issue.request ?? {};
  if (by === undefined || account === undefined) return undefined;
  state.issue.attempted();
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
    const refusal = refusalIn(error);
    if (!refusal) throw error;
    return refusal;
  }
}

/**
 * Shows what the draft waits for. A refusal that is no warning needs a person, and so does a request whose time is over: both
 * are reported to the service, once each.
 * @returns the refusal that was reported last
 */
async function showWait(
  state: OrderWorkflowState,
  refusal: Refusal | undefined,
  reported: Refusal | undefined,
): Promise<Refusal | undefined> {
  const { issue } = state;
  const { request, snapshot } = issue;
  const now = Date.now();
  const problem = issue.hasGivenUp(now) ? gaveUp(request?.giveUpAt) : refusal;
  if (problem && problem.code !== warned) {
    state.enter('attention', 'an operator, or an event that clears it', { step: 'issue', ...problem });
    if (reported?.code !== problem.code || reported.detail !== problem.detail) {
      await state.reportAttention({ step: 'issue', ...problem });
    }
    return problem;
  }
  const waitingFor = issue.untilDate(now) > 0 ? dateOf(request?.notBefore) : (snapshot?.waitingFor ?? 'its warnings');
  if (snapshot?.needsPerson) {
    const code = snapshot.code ?? warned;
    state.enter('attention', waitingFor, { step: 'issue', code, detail: snapshot.detail ?? waitingFor });
  } else state.enter(snapshot?.held ? 'held' : 'waiting', waitingFor);
  return undefined;
}

function gaveUp(at: string | null | undefined): Refusal {
  const detail = `The order could not be issued until ${dateOf(at)}. Ask again with other dates, retry, ignore the warnings, or take the request back.`;
  return { code: 'issue.gave-up', detail };
}

/** Returns the timer for the next date of the request: that of the issue, or the end of its time. */
function nextTimer({ issue }: OrderWorkflowState): WaitTimer | undefined {
  const now = Date.now();
  const { request } = issue;
  const [untilDate, untilEnd] = [issue.untilDate(now), issue.untilEnd(now) ?? 0];
  const timers: WaitTimer[] = [
    { milliseconds: untilDate, summary: `Issue on ${dateOf(request?.notBefore)}` },
    { milliseconds: untilEnd, summary: `Give up on ${dateOf(request?.giveUpAt)}` },
  ];
  const due = timers.filter(({ milliseconds }) => milliseconds > 0);
  return due.sort((one, other) => one.milliseconds - other.milliseconds)[0];
}

const dateOf = (date: string | null | undefined): string => (date == null ? 'no date' : formatDate(Date.parse(date)));
