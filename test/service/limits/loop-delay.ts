import { existsSync, readFileSync } from 'node:fs';

/** Milliseconds between two looks at the clock. */
const interval = 5;

/** Linux counts for each thread how long it was ready and another thread had the processor. */
const scheduling = `/proc/self/task/${process.pid}/schedstat`;

/** Returns the time that the main thread has waited for a processor, in milliseconds. */
function waitedForProcessor(): number {
  return existsSync(scheduling) ? Number(readFileSync(scheduling, 'utf8').split(' ')[1]) / 1e6 : 0;
}

/**
 * Runs `work`, and returns the longest delay of the event loop during it, in ms. The service runs in the process of
 * the test. Unlike `monitorEventLoopDelay`, the figure excludes the time when other processes had all processors.
 */
export async function delayDuring(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = { at: performance.now(), waited: waitedForProcessor() };
  const look = () => {
    const now = { at: performance.now(), waited: waitedForProcessor() };
    longest = Math.max(longest, now.at - before.at - interval - (now.waited - before.waited));
    before = now;
  };
  const timer = setInterval(look, interval);
  try {
    await work();
    look();
  } finally {
    clearInterval(timer);
  }
  return longest;
}
