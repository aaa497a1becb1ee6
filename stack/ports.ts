import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { Failure } from './processes/failure.ts';

const loopback = '127.0.0.1';

/** True where a server could listen on this port of the loopback address now. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ host: loopback, port, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/**
 * Ports that systems do not lend to outgoing connections (Linux lends from 32768, macOS and Windows from 49152): between finding
 * one and listening there, a connection of somebody else might take it.
 */
const ours = { from: 10_000, to: 32_000 };

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(ours.from, ours.to);
    if (await isFree(port)) return port;
  }
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
