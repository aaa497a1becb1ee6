import { closeSync, openSync } from 'node:fs';

/** Milliseconds within which two signals count as one Ctrl-C: the terminal sends it, and npm forwards it. */
const sameKeystroke = 500;

/**
 * Resolves at the first SIGINT, SIGTERM or SIGHUP, or when the parent process ends and its channel closes.
 * @param onRepeat called at a further signal
 * @param onHangUp called at SIGHUP instead, for servers that reload their configuration. A SIGHUP because the terminal was
 * closed still resolves
 */
export function stopSignal(onRepeat: () => void, onHangUp?: () => void): Promise<void> {
  const startedInTerminal = hasTerminal();
  return new Promise((resolve) => {
    let first: number | undefined;
    const onSignal = () => {
      if (first === undefined) {
        first = Date.now();
        resolve();
      } else if (Date.now() - first > sameKeystroke) onRepeat();
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
    process.on('SIGHUP', () => (onHangUp && (!startedInTerminal || hasTerminal()) ? onHangUp() : onSignal()));
    process.once('disconnect', resolve);
  });
}

/** Returns whether the process has a terminal. A terminal that closes detaches from its processes before it sends SIGHUP. */
function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}
