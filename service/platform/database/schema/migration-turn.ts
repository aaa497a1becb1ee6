import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

/** Milliseconds between two attempts. */
const interval = 500;
/** Milliseconds between two reports. */
const reportEvery = 10_000;

/** The key of the advisory lock. It is that of earlier versions. */
const key = `hashtext('conveyor.migrate')`;

/**
 * Waits until no other process migrates the database, and keeps others away until the connection ends. It asks again and again and
 * does not wait in PostgreSQL: a statement that waits has a snapshot, and `create index concurrently` of the other process waits for
 * the end of all older snapshots, so both would wait for each other.
 * @param report is told of the wait
 */
export async function takeTurn(client: pg.Client, report: (line: string) => void): Promise<void> {
  for (let reportAt = 0; ; await pause(interval)) {
    const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${key}) as taken`);
    if (rows[0]?.taken) return;
    if (performance.now() < reportAt) continue;
    report(`Another process migrates this database${await holderOf(client)}. This one continues after it.`);
    reportAt = performance.now() + reportEvery;
  }
}

async function holderOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; address: string | null }>(
    `-- Finds the process that has the advisory lock of migrations.
    select l.pid, host(a.client_addr) as address from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.granted and l.objsubid = 1
      and l.database = (select oid from pg_database where datname = current_database())
      and ((l.classid::bigint << 32) | l.objid::bigint) = ${key}::bigint`,
  );
  const [holder] = rows;
  return holder ? `: process ${holder.pid}${holder.address ? ` of ${holder.address}` : ''}` : '';
}
