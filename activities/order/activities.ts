import { Context } from '@temporalio/activity';
import { isBackground, type MaybeBackground, type SalesOrderProgress } from '../../client/client.ts';
import type { EngineClient, EngineSalesOrderAttention } from '../../client/engine.ts';
import type { By, Moment, PlannedCarrier, Step } from '../../config/planning/plan.ts';
import { linesForBackground } from '../../workflows/contract/background.ts';
import { notifyHeaders, readBackground } from '../shared/background.ts';
import { priority, requestId } from '../shared/call-headers.ts';
import { callOptions } from '../shared/call-options.ts';
import type { CarrierDependencies } from '../shared/carrier-hooks.ts';
import { refusal, withEndlessAttempts, withFewTimeOuts, withTemporalFailures } from '../shared/failure.ts';
import { type BookInput, bookCartons, bookingFailure, reportOutage } from './booking.ts';
import { CombinedSteps, type WantedSteps } from './combined-steps.ts';
import { StepRuns } from './step-runs.ts';

const quarterOfAnHour = 15 * 60 * 1000;

/** The progress of an order as the service reports it, reduced to the fields that its workflow uses. */
export interface OrderSnapshot {
  /** Name of the order's state. */
  status: string;
  held: boolean;
  /** The release that a held order waits for, such as "release: Credit check". */
  waitingFor?: string | null;
  steps: StepSnapshot[];
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
export interface IssueSnapshot {
  by: string;
  /** Id of the account that asked. */
  account: number;
  notBefore: string | null;
  giveUpAt: string | null;
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

/** A step of an order as the service reports it. An absent field leaves the workflow's own value. */
export interface StepSnapshot {
  step: Step;
  required: boolean;
  by: By;
  done: boolean;
  /** The reason that won. */
  why?: string;
  /** True while rules with `before` are due when the order reaches the step. */
  deferred?: boolean;
  /** Waiting times until rules with `after` or a deadline are due, in seconds. */
  waits?: number[];
  /** The engine does not begin the step before this moment, in ISO 8601. */
  notBefore?: string;
}

/** Automatic steps of an order that follow each other and go to the service in one call. */
export interface StepRun {
  /** The number of the run in its workflow. */
  number: number;
  steps: Step[];
}

/** Result of a call to the service: done, or accepted as a background request at this address. */
export interface CallResult {
  background: string | null;
  /** False for a step of a run that the service did not get to. */
  reached?: false;
  /**
   * The steps of the run that an ordinary activity has done. A local activity has one activity for each step
   * instead.
   */
  together?: Step[];
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
    pick: steps.activity('pick'),
    pack: steps.activity('pack'),
    ship: steps.activity('ship'),
    pickup: steps.activity('pickup'),

    /** Issues the order on behalf of the account that asked for it. A refusal with the warnings means that the draft waits. */
    issue: withFewTimeOuts(async (orderId: number, account: number): Promise<CallResult> => {
      const options = callOptions({ prefer: 'return=minimal', 'x-on-behalf-of': String(account), ...notifyHeaders() });
      const answer: MaybeBackground<{ id: number; ignored?: string[] }> = await client.salesorder.issue(
        orderId,
        {},
        options,
      );
      const ignored = isBackground(answer) ? undefined : answer.ignored;
      return { ...callResult(answer), ...(ignored ? { ignored } : {}) };
    }),

    /** Reads where the order is. It is final only if the order does not exist. */
    readProgress: withEndlessAttempts(async (orderId: number): Promise<OrderSnapshot> => {
      return toSnapshot(await client.salesorder.progress(orderId, callOptions()));
    }),

    /** Reports that the order has reached a step, or has waited at it. The service evaluates the rules that are due. */
    reachStep: withTemporalFailures(async (orderId: number, { step, waited }: Moment): Promise<OrderSnapshot> => {
      const request = { method: 'POST', path: `/engine/salesorder/${orderId}/reach`, body: { step, waited } } as const;
      return toSnapshot(await client.request<SalesOrderProgress>({ ...request, ...callOptions() }));
    }),

    /** Reports why the order cannot go on, for `/progress` and the event log. */
    reportAttention: withTemporalFailures(
      async (orderId: number, attention: EngineSalesOrderAttention): Promise<void> => {
        await client.engine.salesorder.attention(orderId, attention, callOptions());
      },
    ),

    /** Returns whether a background request is finished. @throws its refusal */
    readBackgroundRequest: withTemporalFailures(async (path: string): Promise<boolean> => {
      const answer = await readBackground(client, path);
      if (answer && 'problem' in answer) {
        const { code, detail, status, members } = answer.problem;
        throw refusal(code, detail, { status, members });
      }
      return answer !== null;
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

/**
 * The activities of automatic steps. A step is one call and one transaction, or a part of one with the steps of other orders and the
 * steps that follow it. The workflow does not need the record that it creates. The service does a large step in the background. For a
 * small one the call saves it the count of the lines: one statement for each step.
 */
class StepCalls {
  readonly #client: EngineClient;
  readonly #taskId: (task: string) => Promise<number>;
  readonly #combined: CombinedSteps;
  readonly #runs = new StepRuns();

  constructor(client: EngineClient) {
    this.#client = client;
    this.#taskId = taskIds(client);
    this.#combined = new CombinedSteps(client);
  }

  /** Returns the activity of a step. */
  activity(step: Step): (orderId: number, lines?: number, run?: StepRun) => Promise<CallResult> {
    return withFewTimeOuts((orderId, lines, run) =>
      lines !== undefined && lines < linesForBackground
        ? this.#small(step, orderId, lines, run)
        : this.#alone(step, orderId, notifyHeaders()),
    );
  }

  async #small(step: Step, orderId: number, lines: number, run: StepRun | undefined): Promise<CallResult> {
    const key = run && `${Context.current().info.workflowExecution?.runId}/${run.number}`;
    if (key && run.steps[0] !== step) return (await this.#runs.done(key)).has(step) ? done : notReached;
    const alone = () => this.#alone(step, orderId, { 'x-background-processing': 'never' });
    const wanted = wantedSteps(orderId, run?.steps ?? [step], lines, alone);
    const performed = this.#combined.perform(wanted);
    if (key)
      this.#runs.begin(
        key,
        performed.then(({ steps }) => steps),
      );
    const { steps, answer } = await performed;
    if (!steps.has(step)) return answer ?? alone();
    return wanted.isLocal || steps.size === 1 ? done : { ...done, together: [...steps] };
  }

  /** Does a step in a call of its own. */
  async #alone(step: Step, orderId: number, headers: Readonly<Record<string, string>>): Promise<CallResult> {
    const id = await this.#taskId(step);
    const options = callOptions({ prefer: 'return=minimal', ...headers });
    return callResult(await this.#client.task.perform(id, { order_id: [orderId] }, options));
  }
}

/** Returns the steps that the current activity wants done. */
function wantedSteps(orderId: number, steps: readonly Step[], lines: number, alone: WantedSteps['alone']): WantedSteps {
  const { isLocal } = Context.current().info;
  const { headers = {} } = callOptions();
  return { orderId, steps, lines, requestId: requestId(), priority: priority(), isLocal, headers, alone };
}

const done: CallResult = { background: null };
const notReached: CallResult = { background: null, reached: false };

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

function toSnapshot(progress: SalesOrderProgress): OrderSnapshot {
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
    ...(carrier === undefined ? {} : { carrier }),
    ...(relabel ? { relabel } : {}),
    ...(ruleset == null ? {} : { ruleset }),
    ...(issue ? { issue } : {}),
    // One that waits for stock does not hold up the order's own workflow.
    ...(autowork && autowork.state !== 'waiting' ? { autowork: { id: autowork.id, by: autowork.by } } : {}),
  };
}

/** Returns how a call ended. */
export function callResult(answer: MaybeBackground<unknown>): CallResult {
  return { background: isBackground(answer) ? answer.background : null };
}

/** Returns a function from task name to id. The service assigns the ids: they are read from `/task`, once. */
function taskIds(client: EngineClient): (task: string) => Promise<number> {
  let ids: Promise<Map<string, number>> | undefined;
  return async (task) => {
    ids ??= client.task
      .list({}, callOptions())
      .then((page) => new Map(page.data.map(({ id, name }) => [name.toLowerCase(), id])))
      .catch((error) => {
        ids = undefined;
        throw error;
      });
    const id = (await ids).get(task.toLowerCase());
    if (id === undefined) throw new Error(`The service has no task called ${task}`);
    return id;
  };
}
