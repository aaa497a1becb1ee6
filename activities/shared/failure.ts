import { ApplicationFailure, CancelledFailure, Context } from '@temporalio/activity';
import { ApplicationFailureCategory } from '@temporalio/common';
import { ProblemError, TransportError } from '../../client/client.ts';
import { CarrierRefused, CarrierUnavailable, PluginDefect, PluginFailed } from '../../plugins/errors.ts';
import type { SentRequest } from '../../workflows/contract/carrier-request.ts';
import { actsOnBehalf } from './call-options.ts';

/** The code of a request that took longer than the service lets one take. */
const timeOut = 'request.timeout';

/** Attempts at a step of an order that takes too long each time. A step that needs more than a minute does not end the next time. */
const stepAttempts = 3;

/** Attempts at a hook of a plugin that throws an unknown error. */
const pluginAttempts = 3;

/** A quarter of the heartbeat timeout of the workflows, so that a slow moment does not make a live worker look dead. */
const heartbeatMilliseconds = 5_000;

/** Details of a refusal, besides its type (the code) and its message (the detail). */
export interface RefusalDetails {
  /** Status of the answer; null where no request was refused. */
  status: number | null;
  members: Readonly<Record<string, unknown>>;
}

/**
 * Returns the failure that tells Temporal whether to repeat the activity. A refusal for a business reason is final and needs a
 * person or an event. An outage is repeated.
 * @param sent what the carrier was sent, for the details of its failure
 */
export function failure(error: unknown, sent?: SentRequest): Error {
  if (error instanceof ApplicationFailure || error instanceof CancelledFailure) return error;
  if (Context.current().cancellationSignal.aborted) return new CancelledFailure('canceled', [], error as Error);
  if (error instanceof ProblemError) return problemFailure(error);
  if (error instanceof TransportError) return retryable(error.message, 'service.unreachable');
  return (
    carrierFailure(error, sent && { members: { ...sent } }) ??
    (error instanceof Error ? error : new Error(String(error)))
  );
}

function problemFailure(error: ProblemError): ApplicationFailure {
  return error.passing || isOutageOfAccess(error) || isOfOlderService(error)
    ? retryable(error.detail, error.code)
    : refusal(error.code, error.detail, { status: error.status, members: error.members });
}

/**
 * Wrong credentials and a missing permission of the engine's user are faults of the configuration: the attempts stay visible
 * until somebody corrects it. A permission that a person lacks is a refusal.
 */
function isOutageOfAccess({ status, code }: ProblemError): boolean {
  return status === 401 || (code === 'permission.missing' && !actsOnBehalf());
}

/**
 * While a release is rolled out or taken back, a service may lack a call of this worker. Another service has it, or the same one
 * after its upgrade. Each order would go into attention otherwise.
 */
function isOfOlderService({ code }: ProblemError): boolean {
  return code === 'path.unknown' || code === 'method.not-allowed';
}

function carrierFailure(error: unknown, details?: Partial<RefusalDetails>): ApplicationFailure | undefined {
  if (error instanceof CarrierRefused) return refusal('carrier.refused', error.message, details);
  if (error instanceof PluginDefect) return refusal('carrier.plugin-defect', error.message, details);
  if (error instanceof PluginFailed) return pluginFailure(error, details);
  if (!(error instanceof CarrierUnavailable)) return undefined;
  const { retryAfterSeconds } = error;
  const nextRetryDelay = retryAfterSeconds && retryAfterSeconds * 1000;
  return retryable(error.message, 'carrier.unavailable', { nextRetryDelay, details });
}

/** A plugin may reach the network by ways of its own, and so its first errors are repeated. An error that stays is a defect. */
function pluginFailure({ message }: PluginFailed, details?: Partial<RefusalDetails>): ApplicationFailure {
  return Context.current().info.attempt < pluginAttempts
    ? retryable(message, 'carrier.plugin-failed', { details })
    : refusal('carrier.plugin-defect', message, details);
}

/** Returns a failure that Temporal does not repeat: the order goes to attention. */
export function refusal(code: string, detail: string, details: Partial<RefusalDetails> = {}): ApplicationFailure {
  return withoutStack(
    ApplicationFailure.create({
      message: detail,
      type: code,
      nonRetryable: true,
      details: [{ status: null, members: {}, ...details }],
      // An everyday event of the warehouse is no fault of the worker, and is not worth a warning in its log.
      category: ApplicationFailureCategory.BENIGN,
    }),
  );
}

function retryable(
  message: string,
  type: string,
  {
    nextRetryDelay,
    details,
  }: { nextRetryDelay?: number | undefined; details?: Partial<RefusalDetails> | undefined } = {},
): ApplicationFailure {
  const more = details ? { details: [{ status: null, ...details }] } : {};
  return withoutStack(ApplicationFailure.create({ message, type, nextRetryDelay, ...more }));
}

/** Our own stack does not help the person who reads the history, and Temporal stores it with every attempt. */
function withoutStack(failure: ApplicationFailure): ApplicationFailure {
  failure.stack = `${failure.name}: ${failure.message}`;
  return failure;
}

/** Returns the activity with heartbeats while it runs, and with errors turned into failures that Temporal understands. */
export function withTemporalFailures<Args extends unknown[], Result>(
  activity: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    const stopHeartbeats = startHeartbeats();
    try {
      return await activity(...args);
    } catch (error) {
      throw failure(error);
    } finally {
      stopHeartbeats();
    }
  };
}

/**
 * Returns the activity with the failures of `withTemporalFailures`. A time-out of the third attempt or a later one is final, so that
 * the order goes to attention. Every other outage is repeated without end.
 */
export function withFewTimeOuts<Args extends unknown[], Result>(
  activity: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  const attempt = withTemporalFailures(activity);
  return (...args) =>
    attempt(...args).catch((error) => {
      const { isLocal, attempt: count } = Context.current().info;
      const isTimeOut = error instanceof ApplicationFailure && error.type === timeOut;
      throw isTimeOut && !isLocal && count >= stepAttempts ? refusal(timeOut, tooSlow(error.message, count)) : error;
    });
}

function tooSlow(detail: string, count: number): string {
  return `${detail} The step has been tried ${count} times. Divide the order, or do the step in parts by hand.`;
}

/** The code of a record that the service does not have, or not any more. */
const unknownRecord = 'record.unknown';

/**
 * Returns the activity with the failures of `withTemporalFailures`. Temporal repeats it after every refusal, except
 * for a record that does not exist. For calls without which a workflow cannot go on: a workflow that ended would
 * leave its work without a driver.
 */
export function withEndlessAttempts<Args extends unknown[], Result>(
  activity: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  const attempt = withTemporalFailures(activity);
  return (...args) =>
    attempt(...args).catch((error) => {
      const isFinal = error instanceof ApplicationFailure && error.nonRetryable && error.type !== unknownRecord;
      throw isFinal ? retryable(error.message, error.type ?? 'unknown') : error;
    });
}

/**
 * Sends heartbeats, so that Temporal starts another attempt within seconds after a worker was killed.
 * @returns a function that stops them
 */
function startHeartbeats(): () => void {
  const context = Context.current();
  // Temporal tracks no heartbeats of a local activity.
  if (context.info.isLocal) return () => undefined;
  const beat = setInterval(() => context.heartbeat(), heartbeatMilliseconds);
  return () => clearInterval(beat);
}
