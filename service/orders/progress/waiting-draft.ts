import { orderPath } from '../../../records/sales-order.ts';
import type { Call } from './calls.ts';
import type { IssueProgress, ProgressFacts } from './facts.ts';
import type { Progress } from './progress.ts';
import type { StepProgress } from './steps.ts';

/** The issue of a waiting draft, as the first of its steps. */
export interface IssueStep extends Omit<StepProgress, 'step'> {
  step: 'issue';
}

type DraftProgress = Pick<Progress, 'step' | 'state' | 'waiting_for' | 'steps' | 'issue' | 'next' | 'engine'>;

/** Returns the progress of a draft that is issued when possible. */
export function waitingDraft(facts: ProgressFacts, issue: IssueProgress): DraftProgress {
  const attention = facts.attention?.step === 'issue' ? facts.attention : null;
  const step: IssueStep = {
    step: 'issue',
    required: true,
    by: 'automatic',
    done: false,
    why: `asked for by ${issue.requested_by}`,
    open: 1,
    ready: 0,
    again: false,
    not_before: null,
    waits: [],
  };
  return {
    step: 'issue',
    state: facts.state,
    engine: facts.engine.closed !== null ? 'missing' : facts.engine.watched ? 'running' : 'unknown',
    waiting_for: attention?.detail ?? waitingFor(facts, issue),
    steps: [step],
    issue,
    next: nextCalls(facts),
  };
}

/** Returns what the draft waits for, such as `stock: Of part KET-STE, 5 of 8 are not available.` */
function waitingFor({ hold_reason }: ProgressFacts, { warnings, not_before }: IssueProgress): string {
  const parts = warnings.map(({ code, message }) => {
    if (code === 'order.held') return `release: ${hold_reason}`;
    return code === 'stock.short' ? `stock: ${message}` : message;
  });
  if (not_before !== null && Date.parse(not_before) > Date.now()) parts.unshift(`the date ${not_before}`);
  return parts.length === 0 ? 'the engine' : parts.join('; ');
}

function nextCalls({ id, kind, held_at, issue }: ProgressFacts): Call[] {
  const call = (path: string, body: object, why: string): Call => ({
    method: 'POST',
    path: `${orderPath({ kind, id })}/${path}`,
    body,
    why,
  });
  return [
    ...(held_at === null ? [] : [call('release', {}, 'Ends the hold')]),
    ...((issue?.warnings.length ?? 0) > 0
      ? [call('issue', { ignore_warnings: true }, 'Issues the order in spite of its warnings')]
      : []),
    call('retry', {}, 'Tries to issue the order again'),
    call('unissue', {}, 'Takes the request back, so that the order stays a draft'),
  ];
}
