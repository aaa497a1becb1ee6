import { createHash } from 'node:crypto';
import type { CartonType } from '../../../lib/cartonization/carton-type.ts';
import { cartonizeAtOnce, cartonizeInThread, searchThreads } from '../../../lib/cartonization/in-threads.ts';
import type { CartonizeInput } from '../../../lib/cartonization/input.ts';
import type { CartonizeResult } from '../../../lib/cartonization/result.ts';
import { PoolFull } from '../../../lib/threads/calls.ts';
import { CallerShares } from '../../platform/access/caller-shares.ts';
import { computed } from '../../platform/database/computed.ts';
import type { Actor, OperationContext } from '../../platform/database/operation.ts';
import { problem } from '../../platform/problems/problems.ts';

/**
 * Greatest number of units in one choice of cartons. At this number, the search takes up to four seconds in its
 * thread, and the places of the units are about a megabyte.
 */
export const mostUnits = 10_000;

/**
 * Returns the answer of cartonization. A search that takes longer than some milliseconds runs in a thread, between two runs of the
 * transaction. It then depends on nothing but this input.
 * @throws pack.too-large, caller.too-many-requests
 */
export function searchCartons(
  { tx, actor }: OperationContext,
  { items, cartonTypes }: CartonizeInput,
): CartonizeResult {
  const units = items.reduce((sum, { qty }) => sum + qty, 0);
  if (units > mostUnits) {
    throw tooLarge(`${units} units are to be packed, and cartons are chosen for at most ${mostUnits} at once.`);
  }
  const input = { items, cartonTypes: cartonTypes.map((type) => withoutNeedlessSupply(type, units)) };
  const atOnce = cartonizeAtOnce(input);
  if (atOnce) return atOnce;
  const text = JSON.stringify(input);
  const fingerprint = createHash('sha256').update(text).digest('base64');
  const result = computed(tx, fingerprint, () => inShareOf(actor, () => cartonizeInThread(text).catch(refuseFullPool)));
  if (result) return result;
  throw tooLarge(
    `The search for cartons for ${units} units of ${items.length} parts did not end in its limit of steps.`,
  );
}

/**
 * All callers' searches share the same threads, so a caller may have only as many of them in that queue as there
 * are threads.
 */
const shares = new CallerShares({
  what: 'searches for cartons',
  atOnce: searchThreads,
  waiting: 16,
  longestWait: 30_000,
});

/** Runs a search in the share of its caller. The engine has none: it works for everybody, and by its own limits. */
async function inShareOf<Result>({ userId, workflowId }: Actor, search: () => Promise<Result>): Promise<Result> {
  if (workflowId !== null) return search();
  const end = await shares.take(userId);
  return search().finally(end);
}

/** A supply of more cartons than units is no limit. Without it, the packs of others do not change the input. */
function withoutNeedlessSupply(type: CartonType, units: number): CartonType {
  return type.supply !== null && type.supply >= units ? { ...type, supply: null } : type;
}

function tooLarge(why: string) {
  return problem(
    'pack.too-large',
    `${why} Pack fewer lines in one call (\`line_details\` of POST /task/2/perform), or choose the cartons by hand: POST /packlinebyorder, with \`start_in_carton\` if all units go into one.`,
  );
}

function refuseFullPool(error: unknown): never {
  if (!(error instanceof PoolFull)) throw error;
  throw problem('service.unavailable', 'Too many large packs wait for their cartons now. Try again in a moment.');
}
