import { ofAnyKind } from '../../client/any-order.ts';
import { isBackground, type MaybeBackground, type SalesOrderProgress } from '../../client/client.ts';
import type { EngineSalesOrderAttention } from '../../client/engine.ts';
import type { Moment, PlannedCarrier, Step } from '../../config/planning/plan.ts';
import type { IssueRequest, StepInput } from '../../workflows/contract/order.ts';
import { notifyHeaders, readBackground } from '../shared/background.ts';
import { callOptions } from '../shared/call-options.ts';
import type { CarrierDependencies } from '../shared/carrier-hooks.ts';
import { refusal, withEndlessAttempts, withFewTimeOuts, withTemporalFailures } from '../shared/failure.ts';
import { type BookInput, bookCartons, bookingFailure, reportOutage } from './booking.ts';
import { StepCalls } from './do-steps.ts';
import { createEarlierSteps } from './earlier.ts';

const quarterOfAnHour = 15 * 60 * 1000;

/** The progress of an order as the service reports it, reduced to the fields that its workflow uses. */
export interface OrderSnapshot {
  /** Name of the order's state. */
  status: string;
  held: boolean;
  /** The release that a held order waits for, such as "release: Credit check". */
  waitingFor?: string | null;
  steps: StepSnapshot[];
  /** The decisions that the service accepts at the present step; absent from a service of 0.2.0. */
  decisions?: string[];
  /** The carrier that the plan books; absent leaves the known one. */
  carrier?: PlannedCarrier | null;
  /** The rule set that planned the order; absent before the issue. */
  ruleset?: string;
  /** True if a change of address voided the labels: the carrier has to book again. */
  relabel?: boolean;
  /** The autowork in progress. */
  autowork?: { id: number; by: string } | null;
  /** The request of a waiting draft; absent for other orders. */
  issue?: IssueSnapshot;
}

/** The request to issue a waiting draft, as the service reports it. */
export interface IssueSnapshot extends IssueRequest {
  /** The reason why the draft waits, such as "stock: 5 of KET-STE; release: Credit check". */
  waitingFor: string | null;
  /** True where a person has to decide, with the first warning that is a person's. */
  needsPerson: boolean;
  held: boolean;
  /** Codes of all warnings. */
  warnings: string[];
  code?: string;
  detail?: string;
}

/** A step of an order as the service reports it. */
export type StepSnapshot = Pick<StepInput, 'step' | 'required' | 'by' | 'why' | 'deferred' | 'waits' | 'notBefore'> & {
  done: boolean;
};

/** Result of a call to the service: done, or accepted as a background request at this address. */
export interface CallResult {
  background: string | null;
  /** The issue of a waiting draft: codes of the warnings that the operators' file has ignored. */
  ignored?: string[];
}

/**
 * Returns the activities of an order's workflow. Temporal's timeline shows their names. None repeats a request: Temporal
 * repeats the activity, where everybody can see it.
 */
export function createActivities(dependencies: CarrierDependencies) {
  const { client, unavailableAfter = quarterOfAnHour } = dependencies;
  const steps = new StepCalls(client);
  return {
    /** Does automatic steps that follow each other. The workflow shows which are done, with their records. */
    doSteps: withFewTimeOuts((orderId: number, lines: number, wanted: Step[]) => steps.perform(orderId, lines, wanted)),
    ...createEarlierSteps(steps),

    /** Issues the order on behalf of the account that asked for it. A refusal with the warnings means that the draft waits. */
    issue: withFewTimeOuts(async (orderId: number, account: number): Promise<CallResult> => {
      const options = callOptions({ prefer: 'return=minimal', 'x-on-behalf-of': String(account), ...notifyHeaders() });
      const answer: MaybeBackground<{ id: number; ignored?: string[] }> = await ofAnyKind(client, orderId, (orders) =>
        orders.issue(orderId, {}, options),
      );
      const ignored = isBackground(answer) ? undefined : answer.ignored;
      return { ...callResult(answer), ...(ignored ? { ignored } : {}) };
    }),

    /** Reads where the order is. It is final only if the order does not exist. */
    readProgress: withEndlessAttempts(async (orderId: number): Promise<OrderSnapshot> => {
      return toSnapshot(await ofAnyKind(client, orderId, (orders) => orders.progress(orderId, callOptions())));
    }),

    /** Reports that the order has reached a step, or has waited at it. The service evaluates the rules that are due. */
    reachStep: withTemporalFailures(async (orderId: number, { step, waited }: Moment): Promise<OrderSnapshot> => {
      const request = { method: 'POST', path: `/engine/salesorder/${orderId}/reach`, body: { step, waited } } as const;
      return toSnapshot(await client.request<SalesOrderProgress>({ ...request, ...callOptions() }));
    }),

    /** Reports why the order cannot go on, for `/progress` and the event log. @returns the decisions that the service accepts then */
    reportAttention: withTemporalFailures(
      async (orderId: number, attention: EngineSalesOrderAttention): Promise<Pick<OrderSnapshot, 'decisions'>> => {
        return decisionsNow(await client.engine.salesorder.attention(orderId, attention, callOptions()));
      },
    ),

    /** Returns the id of the record that a background request made; true without one, false while it runs. @throws its refusal */
    readBackgroundRequest: withTemporalFailures(async (path: string): Promise<number | boolean> => {
      const answer = await readBackground(client, path);
      if (answer === null) return false;
      if ('body' in answer) return (answer.body as { id?: number } | null)?.id ?? true;
      const { code, detail, status, members } = answer.problem;
      throw refusal(code, detail, { status, members });
    }),

    /** Does nothing: the probe of the Temporal server's speed runs it. */
    clock: async (): Promise<number> => performance.now(),

    /** Has the carrier book the order's cartons. */
    book: withTemporalFailures((input: BookInput) =>
      bookCartons(dependencies, input).catch(async (error) => {
        await reportOutage(client, input, error);
        throw bookingFailure(error, input, unavailableAfter);
      }),
    ),
  };
}

export type OrderActivities = ReturnType<typeof createActivities>;

function toIssue({ issue, held, waiting_for }: SalesOrderProgress): IssueSnapshot | undefined {
  if (!issue) return undefined;
  const {
    requested_by: by,
    account_id: account,
    not_before: notBefore,
    give_up_at: giveUpAt,
    needs_person: needsPerson,
  } = issue;
  const [first] = issue.warnings.filter(({ handling }) => handling === 'attention');
  const person = first ? { code: first.code, detail: first.message } : {};
  const warnings = issue.warnings.map(({ code }) => code);
  return { by, account, notBefore, giveUpAt, waitingFor: waiting_for, needsPerson, held, warnings, ...person };
}

/** Returns the progress reduced to the fields that workflows use. */
export function toSnapshot(progress: SalesOrderProgress): OrderSnapshot {
  const { status, held, waiting_for, steps, carrier, ruleset, autowork, relabel } = progress;
  const issue = toIssue(progress);
  return {
    status,
    held,
    ...(held ? { waitingFor: waiting_for } : {}),
    // The issue of a waiting draft is no step of its plan.
    steps: steps.flatMap(({ step, required, by, done, why, again: deferred, waits, not_before }) =>
      step === 'issue'
        ? []
        : [{ step, required, by, done, why, deferred, waits, ...(not_before ? { notBefore: not_before } : {}) }],
    ),
    ...decisionsNow(progress),
    ...(carrier === undefined ? {} : { carrier }),
    ...(relabel ? { relabel } : {}),
    ...(ruleset == null ? {} : { ruleset }),
    ...(issue ? { issue } : {}),
    // One that waits for stock does not hold up the order's own workflow.
    ...(autowork && autowork.state !== 'waiting' ? { autowork: { id: autowork.id, by: autowork.by } } : {}),
  };
}

/** Returns the decisions about the order and its present step. */
function decisionsNow({ decisions, step }: SalesOrderProgress): Pick<OrderSnapshot, 'decisions'> {
  const isNow = ({ steps }: { steps?: Step[] }) => !steps || steps.some((each) => each === step);
  return decisions ? { decisions: decisions.filter(isNow).map(({ decision }) => decision) } : {};
}

/** Returns how a call ended. */
export function callResult(answer: MaybeBackground<unknown>): CallResult {
  return { background: isBackground(answer) ? answer.background : null };
}
