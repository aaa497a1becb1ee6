import { Context } from '@temporalio/activity';

/** A quarter of the time-out that the workflows set, so that a slow moment does not make a live worker look dead. */
const every = 5_000;

/**
 * Says to Temporal, until the function it gives is called, that the worker of this activity lives. After a `kill -9`
 * another attempt begins within seconds, and not when a call that takes its time would have been given up.
 */
export function heartbeatEvery(): () => void {
  const context = Context.current();
  // Temporal does not know of a local activity, and so nobody misses it either.
  if (context.info.isLocal) return () => undefined;
  const beat = setInterval(() => context.heartbeat(), every);
  return () => clearInterval(beat);
}
