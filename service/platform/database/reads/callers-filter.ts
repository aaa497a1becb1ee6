import { problem } from '../../problems/problems.ts';
import { isCanceled } from '../connection-failure.ts';
import { usualLimits } from '../limits.ts';

/**
 * Runs a statement with a filter of a caller outside of a list, where the limit of statements ends it. Such a filter is no fault of the
 * service.
 * @throws Problem `query.too-slow`; the error of the statement
 */
export async function withCallersFilter<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!isCanceled(error)) throw error;
    const seconds = usualLimits.statement / 1000;
    const detail = `The search for the orders took longer than ${seconds} seconds. Add a condition on an indexed field of orders, such as id or status_id.`;
    throw problem('query.too-slow', detail, { seconds });
  }
}
