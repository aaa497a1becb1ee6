import type { IncomingMessage } from 'node:http';

const mostBytes = 16 * 1_048_576;
const patience = 10_000;

/**
 * Reads what is left of a body that was refused, and forgets it. A connection that is closed on a client which still sends is
 * reset, and the client gets an error of its network in place of the answer. Who sends more than 16 MiB, or longer than 10 s,
 * has to live with that.
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
