import { closeSync, openSync } from 'node:fs';

/** npm hands on what the terminal has sent already: two signals this close are one Ctrl-C (milliseconds). */
const sameKeystroke = 500;

/**
 * Resolves at the first SIGINT, SIGTERM or SIGHUP, or when the process that started this one is gone (its channel
 * closes). A further signal calls `again`.
 * @param hangUp what SIGHUP does instead, as for servers that read their configuration again then; where it comes because the
 * terminal is closed it stops all the same
 */
export function toldToStop(again: () => void, hangUp?: () => void): Promise<void> {
  const began = hasTerminal();
  return new Promise((resolve) => {
    let first: number | undefined;
    const onSignal = () => {
      if (first === undefined) {
        first = Date.now();
        resolve();
      } else if (Date.now() - first > sameKeystroke) again();
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
    process.on('SIGHUP', () => (hangUp && (!began || hasTerminal()) ? hangUp() : onSignal()));
    process.once('disconnect', resolve);
  });
}

/** A terminal that is closed leaves its processes without one before it sends them SIGHUP. */
function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}
