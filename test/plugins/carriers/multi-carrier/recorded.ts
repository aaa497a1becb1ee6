import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { projectRoot } from '../../../../config/root.ts';

export type Json = Record<string, unknown>;

/** A request to a real label service, and its answer. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly request: Json | null;
  readonly status: number;
  readonly response: unknown;
}

const folder = join(projectRoot, '../shared/data/easypost');

/** False where the recordings are not beside the repository. */
export const hasRecordings = existsSync(folder);

/** Reads all recorded exchanges. They are recorded in the test mode of the service, and without names of people. */
export function recordings(): Exchange[] {
  return ['node', 'python', 'ruby'].flatMap((library) =>
    readFileSync(join(folder, `${library}.jsonl`), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .flatMap((line) => (JSON.parse(line) as { exchanges: Exchange[] }).exchanges),
  );
}

/** Returns a value and all values in it. */
export function* within(value: unknown): Generator<unknown> {
  yield value;
  if (value === null || typeof value !== 'object') return;
  for (const member of Object.values(value)) yield* within(member);
}

/** Returns all objects in a value that the service calls by this name, such as `Shipment`. */
export const objectsOf = (name: string, value: unknown): Json[] =>
  [...within(value)].filter((one): one is Json => (one as Json | null)?.object === name);

/** A service on a socket that answers every request with the same answer. */
export async function answering(status: number, response: unknown) {
  let answer = { status, response };
  const server = createServer((request, reply) => {
    request.resume();
    request.on('end', () =>
      reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.response)),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`,
    /** Answers from now on with another answer. */
    next: (status: number, response: unknown) => {
      answer = { status, response };
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
