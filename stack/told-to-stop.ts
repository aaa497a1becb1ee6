/** npm hands on what the terminal has sent already: two signals this close are one Ctrl-C (milliseconds). */
const sameKeystroke = 500;

/**
 * Resolves at the first SIGINT, SIGTERM or SIGHUP, or when the process that started this one is gone (its channel
 * closes). A further signal calls `again`.
 */
export function toldToStop(again: () => void): Promise<void> {
  return new Promise((resolve) => {
    let first: number | undefined;
    const onSignal = () => {
      if (first === undefined) {
        first = Date.now();
        resolve();
      } else if (Date.now() - first > sameKeystroke) again();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
    process.once('disconnect', resolve);
  });
}
