import { afterAll } from 'vitest';

type Ending = { close(): unknown } | { stop(): unknown } | { drop(): unknown };

/** Awaits what the tests of a file use, and closes, stops or drops it after them. The last one that started ends first. */
export async function untilEnd<Started extends Ending>(starting: Started | Promise<Started>): Promise<Started> {
  const started = await starting;
  afterAll(async () => {
    if ('close' in started) await started.close();
    else if ('stop' in started) await started.stop();
    else await started.drop();
  });
  return started;
}
