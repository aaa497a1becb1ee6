import { entries, onChange } from './queue/store.ts';

/**
 * Number of attempts to read a list if scans arrive during the read. Each answer of a scan brings its own line up
 * to date.
 */
const attempts = 3;
/** Milliseconds to wait for scans on the way. Without network they remain unsent, and the list is read without them. */
const longestWait = 2_000;

/**
 * Reads a list while none of its scans is on the way: an answer that has a scan already, while the page still adds it as not sent,
 * would show it twice.
 */
export async function settledRead<T>(list: string, read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    await untilSent(list);
    let isOld = false;
    const stop = onChange(() => {
      isOld = true;
    });
    try {
      const value = await read();
      if (!isOld || attempt === attempts) return value;
    } finally {
      stop();
    }
  }
}

const isWaiting = (list: string) => entries().some((entry) => entry.list === list && !entry.refusal);

function untilSent(list: string): Promise<void> {
  if (!isWaiting(list)) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(done, longestWait);
    const stop = onChange(() => {
      if (!isWaiting(list)) done();
    });
  });
}
