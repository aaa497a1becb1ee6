import { sleep } from '@temporalio/workflow';
import { call } from './calls.ts';

/** Seconds between asking; most operations that go to the background take a few. */
const pauses = [1, 2, 5, 10, 30];

/**
 * Waits for what the service took into the background (spec 4.5).
 * @param path address of the background operation
 * @throws what the operation was refused with
 */
export async function finished(path: string, what: string, waiting?: () => void): Promise<void> {
  waiting?.();
  for (let asked = 0; ; asked += 1) {
    const seconds = pauses[Math.min(asked, pauses.length - 1)] as number;
    await sleep(seconds * 1000, { summary: `${what}: wait for the service to finish in the background` });
    if (await call('background', [path], `${what}: ask whether it is finished`)) return;
  }
}
