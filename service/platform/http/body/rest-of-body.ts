import type { IncomingMessage } from 'node:http';

const mostBytes = 16 * 1_048_576;
const patience = 10_000;

/**
 * Reads and discards the rest of a refused body. If the service closed the connection while the client still sends, the client
 * would get a network error instead of the answer. The limits are 16 MiB and 10 s.
 */
export function restOfBody(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let bytes = 0;
    const timer = setTimeout(resolve, patience);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > mostBytes) done();
    });
    for (const event of ['end', 'close', 'error']) request.once(event, done);
    request.resume();
  });
}
