/** npm hands on what the terminal has sent already: two signals this close are one Ctrl-C (milliseconds). */
const sameKeystroke = 500;

/**
 * Resolves at the first SIGINT, SIGTERM or SIGHUP, or when the process that started this one is gone (its channel
 * closes). A further signal calls `again`.
 * @param hangUp what SIGHUP does instead, as for servers that read their configuration again then
 */
export function toldToStop(again: () => void, hangUp?: () => void): Promise<void> {
  return new Promise((resolve) => {
    let first: number | undefined;
    const onSignal = () => {
      if (first === undefined) {
        first = Date.now();
        resolve();
      } else if (Date.now() - first > sameKeystroke) again();
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
    process.on('SIGHUP', hangUp ?? onSignal);
    process.once('disconnect', resolve);
  });
}
