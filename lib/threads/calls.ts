import { parentPort } from 'node:worker_threads';

/** One call of a function in a thread. */
export interface Call {
  readonly name: string;
  readonly input: unknown;
}

export type Answer = { readonly result: unknown } | { readonly error: string };

/** Too many calls wait for a thread already. */
export class PoolFull extends Error {
  override readonly name = 'PoolFull';

  constructor(waiting: number) {
    super(`${waiting} computations wait already`);
  }
}

/** The thread ended before the call did. The call took too long, or it needed too much memory. */
export class ThreadLost extends Error {
  override readonly name = 'ThreadLost';

  constructor(why: string) {
    super(`The thread ${why}.`);
  }
}

/** A function in a thread threw an error. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';

  constructor(name: string, stack: string) {
    super(`${name} failed in its thread: ${stack}`);
  }
}

/**
 * Answers the calls of the main thread with these functions, one at a time. The module of a thread calls it.
 * @param functions by name. The main thread gets a copy of each result
 */
export function answerCalls(functions: Readonly<Record<string, (input: never) => unknown>>): void {
  const port = parentPort;
  if (!port) throw new Error('This module runs in a thread.');
  port.on('message', async ({ name, input }: Call) => {
    port.postMessage(await answerOf(functions[name], name, input));
  });
}

async function answerOf(call: ((input: never) => unknown) | undefined, name: string, input: unknown): Promise<Answer> {
  try {
    if (!call) throw new Error(`There is no function ${name}.`);
    return { result: await call(input as never) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
