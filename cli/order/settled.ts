import { setTimeout } from 'node:timers/promises';
import type { Client, SalesOrderProgress } from '../../client/client.ts';

/** Milliseconds that a command waits for the outcome. A carrier may take longer: then the order is shown as under way. */
const longestWait = 30_000;

/** Milliseconds between two looks at an order. */
const betweenLooks = 500;

export interface Wait {
  /** False to return at once, without the outcome. */
  readonly wait?: boolean | undefined;
}

/**
 * Waits until an order has ended, waits for something, or needs a person.
 * @returns its progress; that of work under way after 30 seconds, without a wait, and if no workflow drives the order
 */
export async function settled(client: Client, id: number, { wait = true }: Wait = {}): Promise<SalesOrderProgress> {
  for (const end = Date.now() + longestWait; ; await setTimeout(betweenLooks)) {
    const progress = await client.salesorder.progress(id);
    if (!wait || progress.state !== 'working' || progress.engine === 'missing' || Date.now() >= end) return progress;
  }
}
