import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { onTestFinished } from 'vitest';

/**
 * Observations of a migration: the longest wait of another process for it, in milliseconds, and whether the
 * migration was seen at all.
 */
export interface MigrationWaits {
  readonly longest: number;
  readonly seen: boolean;
}

/**
 * Looks every 20 ms for processes that wait for a migration. A process also waits for it if its request stands behind one of the
 * migration that is not granted yet.
 */
export function watchMigrationWaits(pool: pg.Pool): { stop(): Promise<MigrationWaits> } {
  let stopped = false;
  // A test that fails does not reach its end.
  onTestFinished(() => {
    stopped = true;
  });
  const watching = (async () => {
    let longest = 0;
    let seen = false;
    while (!stopped) {
      const { rows } = await pool.query<{ migrations: number; waited: number }>(
        `-- Finds who waits for the process that has the advisory lock of migrations.
        with migration as (select pid from pg_locks where locktype = 'advisory' and granted
          and objid::bigint = hashtext('conveyor.migrate')::bigint & 4294967295)
        select (select count(*)::int from migration) as migrations,
          coalesce(max(extract(epoch from clock_timestamp() - l.waitstart) * 1000), 0)::float8 as waited
        from pg_locks l where not l.granted and pg_blocking_pids(l.pid) && array(select pid from migration)`,
      );
      longest = Math.max(longest, rows[0]?.waited ?? 0);
      seen ||= (rows[0]?.migrations ?? 0) > 0;
      await pause(20);
    }
    return { longest, seen };
  })();
  return {
    stop() {
      stopped = true;
      return watching;
    },
  };
}
