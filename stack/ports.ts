import { createServer } from 'node:net';
import { Failure } from './failure.ts';

const loopback = '127.0.0.1';

/** True where a server could listen on this port of the loopback address now. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ host: loopback, port, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/** A port that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen({ host: loopback, port: 0, exclusive: true }, () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No port.')),
      );
    });
  });
}

/** Refuses, with what to do, where one of the ports that a stack needs is taken. `base` is what `--port` gives. */
export async function demandFree(base: number, needed: Readonly<Record<string, number>>): Promise<void> {
  for (const [what, port] of Object.entries(needed)) {
    if (await isFree(port)) continue;
    throw new Failure(
      `Port ${port}, needed for ${what}, is taken: stop what listens there, or choose other ports with --port (a stack uses the port given and the two after it; ${base} to ${base + 2} here).`,
    );
  }
}
