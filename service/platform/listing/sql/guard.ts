import { type AnswerLimits, refusalSql } from '../answer-limits.ts';

/** SQL of the texts of records, each with the records embedded in it. */
export interface Texts {
  /** The path of the embedded relation, for the refusal; '' for the records of the list. */
  readonly path: string;
  /** Columns besides `j` and `n`: keys, and what the texts are sorted by. */
  readonly columns: readonly string[];
  /** SQL of the JSON text of a record. */
  readonly object: string;
  /** SQL of the number of records in that text: the record and all that are embedded in it. */
  readonly records: string;
  /** SQL of the bytes of its embedded texts; '' without them. */
  readonly bytes: string;
  readonly from: string;
}

/**
 * Returns a query of the texts `j` of records and the number `n` of records in each. It ends the statement as soon as the texts
 * together pass a limit, so PostgreSQL never writes more than that, and the text of one record.
 *
 * The sums run along with the rows and cost 0.6 µs a row. OFFSET 0 keeps PostgreSQL from writing each text twice.
 */
export function guarded(texts: Texts, limits: AnswerLimits): string {
  const { path, columns, records, from } = texts;
  const names = columns.map((column) => `x.${column.slice(column.lastIndexOf(' ') + 1)}`);
  const inner = `SELECT ${[...columns, `${guardedObject(texts, limits)} AS j`, `${records} AS n`].join(', ')} FROM ${from} OFFSET 0`;
  const text = `CASE WHEN sum(x.n) OVER w > ${limits.records} THEN ${refusalSql('records', path)}
    WHEN sum(octet_length(x.j)) OVER w > ${limits.bytes} THEN ${refusalSql('bytes', path)} ELSE x.j END`;
  return `SELECT ${[...names, `${text} AS j`, 'x.n'].join(', ')} FROM (${inner}) x WINDOW w AS (ROWS UNBOUNDED PRECEDING)`;
}

/** Returns the text of one record, or ends the statement before the text is written if what it embeds passes a limit. */
export function guardedObject({ path, object, records, bytes }: Texts, limits: AnswerLimits): string {
  if (bytes === '') return object;
  return `CASE WHEN ${records} > ${limits.records} THEN ${refusalSql('records', path)}
    WHEN ${bytes} > ${limits.bytes} THEN ${refusalSql('bytes', path)} ELSE ${object} END`;
}
