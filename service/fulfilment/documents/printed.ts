import { sql } from 'kysely';
import type { Printed } from '../../../printing/content.ts';
import type { Database } from '../../platform/database/database.ts';
import { problem } from '../../platform/problems/problems.ts';
import { noSuch } from '../../platform/records/refusals.ts';

/** Documents that are read at once: a page or two each, and one of a thousand lines is some 200 KB. */
const atOnce = 50;

/** Documents as they were made, in this order, some at a time: many thousands are never in memory together. */
export async function* printedDocuments({ readPool }: Database, ids: readonly number[]): AsyncGenerator<Printed> {
  for (let at = 0; at < ids.length; at += atOnce) {
    const some = ids.slice(at, at + atOnce);
    const { rows } = await sql<Printed>`
      select id, kind, content, extract(epoch from created_at)::float8 as seconds from document where id = any(${some}::int[])
      order by array_position(${some}::int[], id)`.execute(readPool);
    for (const { seconds, ...row } of rows as unknown as (Printed & { seconds: number })[]) {
      yield { ...row, printed_at: new Date(seconds * 1000) };
    }
  }
}

/** @throws record.unknown that names the first that there is not */
export async function demandDocuments({ readPool }: Database, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select given.id::float8 as id from unnest(${ids}::bigint[]) as given(id)
    where not exists (select from document d where d.id = given.id) limit 1`.execute(readPool);
  if (rows[0]) throw noSuch('document', rows[0].id);
}

export interface RunPrint {
  readonly ids: number[];
  readonly started: Date;
}

/**
 * The documents that a bulk run printed, in the order of its orders; that of a pick over several of them stands with the first.
 * @throws record.unknown where there is no such run, or it has printed nothing
 */
export async function documentsOfRun({ readPool }: Database, runId: number): Promise<RunPrint> {
  const { rows: runs } = await sql<{ action: string; started: number }>`
    select action, extract(epoch from created_at)::float8 as started from bulkrun where id = ${runId}`.execute(
    readPool,
  );
  const [run] = runs;
  if (!run) throw noSuch('bulkrun', runId);
  const { rows } = await sql<{ id: number }>`
    select d.id from document d join document_order x on x.document_id = d.id
    left join bulkrunorder o on o.bulkrun_id = d.bulkrun_id and o.order_id = x.order_id
    where d.bulkrun_id = ${runId} group by d.id order by min(o.unit), d.id`.execute(readPool);
  if (rows.length === 0) {
    const why = run.action === 'print' ? `GET /bulkrun/${runId}/order says why.` : 'It was not asked to print.';
    throw problem('record.unknown', `Bulk run ${runId} has printed nothing. ${why}`);
  }
  return { ids: rows.map(({ id }) => id), started: new Date(run.started * 1000) };
}

/** @throws record.unknown */
export async function printedDocument(database: Database, id: number): Promise<Printed & { number: string }> {
  for await (const printed of printedDocuments(database, [id])) return { ...printed, number: printed.content.number };
  throw noSuch('document', id);
}
