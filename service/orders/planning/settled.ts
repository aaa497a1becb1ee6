import type { Planner } from '../../../planning/planner.ts';
import { RulesPending } from '../../fulfilment/work/rules-pending.ts';
import type { CallContext } from '../../platform/database/operation.ts';
import { reach } from './deferred-rules.ts';

interface RouteCallContext extends CallContext {
  readonly services: { readonly planner: Planner };
}

/**
 * Runs an operation that begins a step, after the rules that are evaluated before that step have been (`before:`). Orders
 * without such rules cost nothing: the operation itself finds out, under its locks.
 */
export async function settled<Result>(call: RouteCallContext, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof RulesPending)) throw error;
    const { step, orderIds } = error;
    for (const orderId of orderIds) await reach(call, { orderId, step, waited: null, planner: call.services.planner });
    return run();
  }
}
