type Stop = () => Promise<void>;

/** All that waits to be stopped in this process, the latest last. */
const open: Stop[] = [];
let isInterrupted = false;

/**
 * Runs `body`, which adds the ends of what it starts, and calls these in reverse order. Ctrl-C and SIGTERM call all of them, too: the
 * programs of a product are sessions of their own, and would stay.
 */
export async function withStops<Result>(body: (stops: { push(stop: Stop): void }) => Promise<Result>): Promise<Result> {
  if (open.length === 0) for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
  const before = open.length;
  try {
    return await body({ push: (stop) => open.push(stop) });
  } finally {
    if (!isInterrupted) await stopDownTo(before);
  }
}

async function stopDownTo(length: number): Promise<void> {
  while (open.length > length) await open.pop()?.();
}

function interrupt(): void {
  isInterrupted = true;
  void stopDownTo(0).finally(() => process.exit(130));
}
