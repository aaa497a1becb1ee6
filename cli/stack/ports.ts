import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { Failure } from '../../lib/failure.ts';

const loopback = '127.0.0.1';

/** Returns whether a server can listen on this port of the loopback address now. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ host: loopback, port, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/**
 * Ports outside the ephemeral range (Linux from 32768, macOS and Windows from 49152). The system cannot assign one of them to
 * an outgoing connection between the check and the listen call.
 */
const range = { from: 10_000, to: 32_000 };

/** Returns a random port that is free now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(range.from, range.to);
    if (await isFree(port)) return port;
  }
}

/**
 * Checks that all ports of a stack are free. @throws Failure that names the port in use
 * @param base the value of `--port` @param needed the ports by the name of their user
 */
export async function requireFreePorts(base: number, needed: Readonly<Record<string, number>>): Promise<void> {
  for (const [user, port] of Object.entries(needed)) {
    if (await isFree(port)) continue;
    throw new Failure(
      `Port ${port}, which ${user} needs, is in use. Stop the program that listens on it, or choose other ports with --port. A stack uses that port and the next two, here ${base} to ${base + 2}.`,
    );
  }
}
