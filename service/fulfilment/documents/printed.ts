import { sql } from 'kysely';
import type { Printed } from '../../../lib/printing/content.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/row.ts';
import { firstOf } from '../../platform/database/rows.ts';
import { problem } from '../../platform/problems/problems.ts';
import { noSuch } from '../../platform/records/refusals.ts';

/** Documents read in one statement. Most have a page or two; a document of a thousand lines has about 200 KB. */
const batchSize = 50;

/** Yields documents in this order, and reads them in batches: many thousands never fit into memory. */
export async function* printedDocuments(
  { readPool }: Pick<Database, 'readPool'>,
  ids: readonly number[],
): AsyncGenerator<Printed> {
  for (let start = 0; start < ids.length; start += batchSize) {
    const batch = ids.slice(start, start + batchSize);
    const { rows } = await sql<Printed>`
      select id, kind, content, extract(epoch from created_at)::float8 as seconds from document where id = any(${batch}::bigint[])
      order by array_position(${batch}::bigint[], id)`.execute(readPool);
    for (const { seconds, ...row } of rows as unknown as (Printed & { seconds: number })[]) {
      yield { ...row, printed_at: new Date(seconds * 1000) };
    }
  }
}

/** Checks that all documents exist. @returns the first of them @throws record.unknown naming one that does not exist */
export async function firstDocument(database: Database, ids: readonly number[]): Promise<Printed> {
  const { rows } = await sql<{ id: number }>`
    select wanted.id from unnest(${ids}::bigint[]) as wanted(id)
    where not exists (select from document d where d.id = wanted.id) limit 1`.execute(database.readPool);
  const [missing] = rows;
  if (missing) throw noSuch('document', missing.id);
  return printedDocument(database, firstOf(ids));
}

export interface RunPrint {
  readonly ids: number[];
  readonly started: Date;
}

/**
 * Returns the documents that a bulk run printed, in the order of its orders. The pick list of several orders comes with the first.
 * @throws record.unknown where the run does not exist or has printed nothing
 */
export async function documentsOfRun({ readPool }: Database, runId: number): Promise<RunPrint> {
  const { rows: runs } = await sql<Row<'bulkrun', 'action'> & { started: number }>`
    select action, extract(epoch from created_at)::float8 as started from bulkrun where id = ${runId}`.execute(
    readPool,
  );
  const [run] = runs;
  if (!run) throw noSuch('bulkrun', runId);
  const { rows } = await sql<Row<'document', 'id'>>`
    -- Finds the documents of the run, in the order in which it printed them.
    select d.id from document d join document_order x on x.document_id = d.id
    left join bulkrunorder o on o.bulkrun_id = d.bulkrun_id and o.order_id = x.order_id
    where d.bulkrun_id = ${runId} group by d.id order by min(o.unit), d.id`.execute(readPool);
  if (rows.length === 0) {
    const why = run.action === 'print' ? `GET /bulkrun/${runId}/order says why.` : 'Its action is not `print`.';
    throw problem('record.unknown', `Bulk run ${runId} has printed nothing. ${why}`);
  }
  return { ids: rows.map(({ id }) => id), started: new Date(run.started * 1000) };
}

/** Returns one document. @throws record.unknown */
export async function printedDocument(database: Database, id: number): Promise<Printed & { number: string }> {
  for await (const printed of printedDocuments(database, [id])) return { ...printed, number: printed.content.number };
  throw noSuch('document', id);
}
