type Stop = () => Promise<void>;

/** All that waits to be stopped in this process, the latest last. */
const open: Stop[] = [];
let isListening = false;
let isInterrupted = false;

/**
 * Runs `body`, which adds the ends of what it starts, and calls these in reverse order. Ctrl-C and SIGTERM call all of them, too: the
 * programs are sessions of their own, and would stay.
 */
export async function withStops<Result>(body: (stops: { push(stop: Stop): void }) => Promise<Result>): Promise<Result> {
  listen();
  const before = open.length;
  try {
    return await body({ push: (stop) => open.push(stop) });
  } finally {
    // A stop fails the calls that wait for the stopped part. The process ends after the last stop.
    if (isInterrupted) await new Promise(() => undefined);
    await stopDownTo(before);
  }
}

async function stopDownTo(length: number): Promise<void> {
  while (open.length > length) await open.pop()?.();
}

function listen(): void {
  if (!isListening) for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt);
  isListening = true;
}

function interrupt(): void {
  if (isInterrupted) return;
  isInterrupted = true;
  // The connections to a program that is stopped fail outside of any call. That must not end this process before all is stopped.
  process.on('uncaughtException', () => undefined);
  void stopDownTo(0).finally(() => process.exit(130));
}
