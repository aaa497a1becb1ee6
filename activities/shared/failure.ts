import { ApplicationFailure, CancelledFailure, Context } from '@temporalio/activity';
import { ApplicationFailureCategory } from '@temporalio/common';
import { ProblemError, TransportError } from '../../client/client.ts';
import { CarrierRefused, CarrierUnavailable, PluginDefect, PluginFailed } from '../../plugins/errors.ts';
import { heartbeatEvery } from './heartbeat.ts';

/** How often something is tried that a plugin throws and nobody knows. */
const attemptsOfPlugins = 3;

/** What a refusal carries besides its type (the code) and its message (the detail). */
export interface RefusalDetails {
  /** Status of the answer; null where no request was refused. */
  status: number | null;
  members: Readonly<Record<string, unknown>>;
}

/**
 * Says to Temporal whether trying the same again can help. What was refused for a reason of business is final and a
 * person's or an event's matter; what is down, busy or not answering is tried again.
 */
export function failure(error: unknown): Error {
  if (error instanceof ApplicationFailure || error instanceof CancelledFailure) return error;
  if (Context.current().cancellationSignal.aborted) return new CancelledFailure('canceled', [], error as Error);
  if (error instanceof ProblemError) {
    // Wrong credentials are the engine's own, and no order can help it: attempts stay visible until they are mended.
    return error.passing || error.status === 401
      ? retryable(error.detail, error.code)
      : refusal(error.code, error.detail, { status: error.status, members: error.members });
  }
  if (error instanceof TransportError) return retryable(error.message, 'service.unreachable');
  if (error instanceof CarrierRefused) return refusal('carrier.refused', error.message);
  if (error instanceof PluginDefect) return refusal('carrier.plugin-defect', error.message);
  if (error instanceof PluginFailed) {
    // It may have been the network, by ways of the plugin's own; what fails every time is a person's matter.
    const { attempt } = Context.current().info;
    return attempt < attemptsOfPlugins
      ? retryable(error.message, 'carrier.plugin-failed')
      : refusal('carrier.plugin-defect', error.message);
  }
  if (error instanceof CarrierUnavailable) {
    const { retryAfterSeconds } = error;
    return retryable(error.message, 'carrier.unavailable', retryAfterSeconds && retryAfterSeconds * 1000);
  }
  return error instanceof Error ? error : new Error(String(error));
}

/** A failure that is not tried again: the order goes to attention. */
export function refusal(code: string, detail: string, details: Partial<RefusalDetails> = {}): ApplicationFailure {
  return quiet(
    ApplicationFailure.create({
      message: detail,
      type: code,
      nonRetryable: true,
      details: [{ status: null, members: {}, ...details }],
      // An everyday matter of the warehouse, no fault of the worker: not worth a warning in its log.
      category: ApplicationFailureCategory.BENIGN,
    }),
  );
}

function retryable(message: string, type: string, nextRetryDelay?: number): ApplicationFailure {
  return quiet(ApplicationFailure.create({ message, type, nextRetryDelay }));
}

/** The stack of our own code says nothing to the person who reads the history, and is stored with every attempt. */
function quiet(made: ApplicationFailure): ApplicationFailure {
  made.stack = `${made.name}: ${made.message}`;
  return made;
}

/** Wraps activities so that Temporal hears from them: that they are at work, and in its words what they throw. */
export function withTemporalFailures<Args extends unknown[], Result>(
  activity: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    const done = heartbeatEvery();
    try {
      return await activity(...args);
    } catch (error) {
      throw failure(error);
    } finally {
      done();
    }
  };
}
