import { setTimeout as pause } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { firstRow } from '../rows.ts';
import type { Position } from './written-position.ts';

/** Why a server cannot answer a read in place of the primary. */
export type Shortfall = 'late' | 'promoted' | 'other-history';

/** How far a server has replayed the log of a primary. */
export interface Replay {
  /** Why it cannot answer a read now; null if it has everything up to the position. */
  readonly shortfall: Shortfall | null;
  /** The bytes of the log that it lacks. */
  readonly missing: number;
}

interface Row {
  standby: boolean;
  follows: boolean;
  missing: number;
}

/**
 * Asks the server of a connection how far it is. The question is asked for every read, because a standby keeps its connections
 * when it is promoted, and an address can lead to several replicas.
 */
export async function replayOf(server: ClientBase, { lsn, primary }: Position): Promise<Replay> {
  const { standby, follows, missing } = firstRow(
    await server.query<Row>({
      name: 'conveyor_replay',
      text: `-- Reads whether a standby has replayed the log of this primary up to a position.
        select pg_is_in_recovery() as standby, coalesce(primary_started_at = $2::timestamptz, false) as follows,
          greatest(0, coalesce(pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()), 0))::float8 as missing
        from installation`,
      values: [lsn, primary],
    }),
  );
  if (!standby) return { shortfall: 'promoted', missing: 0 };
  // The row of the primary is older than the position, so a standby without the row may only be late.
  if (!follows) return { shortfall: 'other-history', missing };
  return { shortfall: missing > 0 ? 'late' : null, missing };
}

/** The pauses between two questions, in milliseconds. Most replicas lack a position for one or two. */
const pauses = [1, 2, 3, 5, 10] as const;

/**
 * Waits until the server of a connection has everything up to a position.
 * @param milliseconds the longest wait
 * @returns why it has not; null if it has
 */
export async function reach(server: ClientBase, position: Position, milliseconds: number): Promise<Shortfall | null> {
  const until = performance.now() + milliseconds;
  for (let attempt = 0; ; attempt++) {
    const { shortfall } = await replayOf(server, position);
    if (shortfall === null || shortfall === 'promoted' || performance.now() >= until) return shortfall;
    await pause(pauses[Math.min(attempt, pauses.length - 1)]);
  }
}
