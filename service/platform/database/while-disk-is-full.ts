import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { sqlState } from './connection-failure.ts';

/** Milliseconds between two attempts. */
const interval = 2_000;

/**
 * Runs a part of the start, and again while PostgreSQL refuses it for lack of disk space. A start that failed would be repeated
 * by the supervisor, with longer and longer pauses.
 */
export async function repeatWhileDiskIsFull<Result>(logger: Logger, part: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await part();
    } catch (error) {
      if (!isDiskFull(error) && !isDiskFull((error as Error).cause)) throw error;
      logger.error({ err: error }, 'the disk of PostgreSQL is full: the start goes on when there is space');
      await pause(interval);
    }
  }
}

const isDiskFull = (error: unknown) => sqlState(error) === '53100';
