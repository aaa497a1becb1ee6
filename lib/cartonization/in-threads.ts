import { availableParallelism } from 'node:os';
import { ThreadLost } from '../threads/calls.ts';
import { ThreadPool, threadModule } from '../threads/thread-pool.ts';
import { cartonize } from './cartonize.ts';
import type { CartonizeInput } from './input.ts';
import type { CartonizeResult } from './result.ts';
import { TooManySteps } from './steps.ts';

/** Steps that are made at once: about two milliseconds, which 95 % of 2,150 real orders need no more than. */
const stepsAtOnce = 40_000;

/** Rows and carton types above which even the preparation of a search takes milliseconds. */
const rowsAtOnce = 100;
const typesAtOnce = 50;

/** One processor is for the event loop. A search in its thread is never the reason why the service does not answer. */
export const searchThreads = Math.min(4, Math.max(1, availableParallelism() - 1));

const pool = new ThreadPool(threadModule(import.meta.url, 'thread.js'), {
  threads: searchThreads,
  waiting: 64,
  callMs: 30_000,
  memoryMb: 192,
  idleMs: 30_000,
});

/** Returns the answer of `cartonize` where it takes about two milliseconds at most; undefined where it may take longer. */
export function cartonizeAtOnce(input: CartonizeInput): CartonizeResult | undefined {
  if (input.items.length > rowsAtOnce || input.cartonTypes.length > typesAtOnce) return undefined;
  try {
    return cartonize({ ...input, limits: { ...input.limits, most: stepsAtOnce } });
  } catch (error) {
    if (error instanceof TooManySteps) return undefined;
    throw error;
  }
}

/**
 * Returns the answer of `cartonize`, from a thread.
 * @param input as JSON
 * @returns null where the search needs too many steps, or its thread ended before the search did
 * @throws PoolFull
 */
export async function cartonizeInThread(input: string): Promise<CartonizeResult | null> {
  try {
    const answer = (await pool.run('cartonize', input)) as string | null;
    return answer === null ? null : (JSON.parse(answer) as CartonizeResult);
  } catch (error) {
    if (error instanceof ThreadLost) return null;
    throw error;
  }
}
