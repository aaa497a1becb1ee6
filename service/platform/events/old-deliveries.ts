import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { lastIdOf, type Partition, partitionsOf, takePartitions } from '../database/partitions/partitions.ts';
import { deliveries } from '../database/partitions/tables.ts';
import { firstRow } from '../database/rows.ts';

/** The number of deliveries that one statement deletes, each with its log. */
const chunk = 10_000;
/** A partition that holds more than this, in seconds, does not stay until its last delivery is old. */
const longSpan = 2 * 86_400;

/**
 * Deletes the deliveries that have not changed for `keepSeconds`, with their logs. Deliveries that wait for an
 * attempt stay. A partition without rows to keep is dropped, which costs the same for any number of rows. So
 * deliveries of a large installation are kept until the others of their day are old. From the others they are
 * deleted row by row.
 * @returns the number of deliveries that were deleted row by row, and the names of the dropped partitions
 */
export async function forgetOldDeliveries(
  database: Database,
  keepSeconds: number,
): Promise<{ deleted: number; dropped: string[] }> {
  await sql`
    -- Deletes events that wait for webhooks whose filters nobody mends.
    delete from webhookevent where created_at < now() - make_interval(secs => ${keepSeconds})`.execute(database.kysely);
  const dropped: string[] = [];
  let deleted = await deleteOld(database, `${deliveries.name}_default`, keepSeconds);
  const lastId = await lastIdOf(database.kysely, deliveries);
  const partitions = await partitionsOf(database.kysely, deliveries);
  for (const partition of partitions) {
    const age = await ageOf(database, partition);
    if (age !== null && age.oldest <= keepSeconds) continue;
    // The next partition is made after the newest one, which therefore stays.
    const isFull = partition.upper <= lastId && partition !== partitions.at(-1);
    const isPast = age === null || age.newest > keepSeconds;
    if (isFull && isPast && (await drop(database, partition, keepSeconds))) dropped.push(partition.name);
    else if (age !== null && (isPast || age.oldest - age.newest > longSpan))
      deleted += await deleteOld(database, partition.name, keepSeconds);
  }
  return { deleted, dropped };
}

/** Returns the ages of the oldest and of the newest row of a partition, in seconds; null without rows. */
async function ageOf({ kysely }: Database, { name }: Partition): Promise<{ oldest: number; newest: number } | null> {
  const ages = sql<{ oldest: number | null; newest: number }>`
    -- Reads the ages of the oldest and of the newest delivery of a partition.
    select extract(epoch from now() - min(created_at))::float8 as oldest, extract(epoch from now() - max(created_at))::float8 as newest
    from ${sql.table(name)}`;
  const { oldest, newest } = firstRow(await ages.execute(kysely));
  return oldest === null ? null : { oldest, newest };
}

/** The condition on a delivery that goes. One that was sent again has newer log entries. */
const isOld = (keepSeconds: number) => sql`state <> 'waiting'
  and created_at < now() - make_interval(secs => ${keepSeconds}) and updated_at < now() - make_interval(secs => ${keepSeconds})`;

/** @returns whether the partition is gone: it has no rows to keep, and was not locked */
async function drop(database: Database, { name }: Partition, keepSeconds: number): Promise<boolean> {
  const log = sql.table(name.replace(deliveries.name, deliveries.companion?.name ?? ''));
  return database.transaction('partitions.drop', async (tx) => {
    if (!(await takePartitions(tx))) return false;
    const staying = sql<{ stays: boolean }>`
      -- Looks for a delivery of the partition that stays.
      select exists (select from ${sql.table(name)} where not (${isOld(keepSeconds)})) as stays`;
    if (firstRow(await staying.execute(tx)).stays) return false;
    await sql`
      -- Drops a partition of old deliveries, and that of their log.
      drop table ${log}, ${sql.table(name)}`.execute(tx);
    return true;
  });
}

async function deleteOld(database: Database, partition: string, keepSeconds: number): Promise<number> {
  for (let deleted = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`
      -- Deletes one batch of old deliveries that wait for no attempt, with their log.
      with old as (select id from ${sql.table(partition)} where ${isOld(keepSeconds)} limit ${chunk}), log as (
        delete from webhooklog where webhookdelivery_id in (select id from old))
      delete from ${sql.table(partition)} where id in (select id from old)`.execute(database.kysely);
    deleted += Number(numAffectedRows);
    if (numAffectedRows < chunk) return deleted;
  }
}
