import { problem } from '../problems/problems.ts';
import type { Queryable, Statement } from './queryable.ts';

/**
 * Limits for the answer of a list or of a record with embeds. A page of 100 orders with 50 lines each, and the part
 * of each line, has 10,100 records and 8 MB. The service needs the whole answer in memory, and writes 16 MiB in 40
 * ms.
 */
export const answerLimits = {
  /** Records in an answer, with the embedded ones. A record counts at each place where it stands. */
  records: 25_000,
  /** Bytes of JSON. */
  bytes: 16 * 1_048_576,
} as const;

export type AnswerLimits = { readonly [Name in keyof typeof answerLimits]: number };

/** No limits, for the record of an operation: the caller cannot enlarge it. */
export const unlimited: AnswerLimits = { records: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER };

/** The SQLSTATE of `refuse_answer` (0014_lists.sql): it ends a statement as soon as its answer passes a limit. */
const refusedState = 'ZL001';

/** Returns SQL that ends the statement. @param path the embedded relations whose records are too many or too long; '' for those of the list */
export const refusalSql = (limit: keyof AnswerLimits, path: string) => `refuse_answer('${limit}', '${path}')`;

/** Returns the refusal of an answer that passes a limit, with what to ask instead. */
export function tooLarge(limit: keyof AnswerLimits, path: string) {
  const most =
    limit === 'records'
      ? `${answerLimits.records.toLocaleString('en')} records, with the embedded ones`
      : `${answerLimits.bytes / 1_048_576} MiB`;
  const passed = path === '' ? 'This one would have more.' : `This one would have more, because of embed=${path}.`;
  const instead =
    'Ask for fewer records (perPage=10&page=1), embed fewer relations, or list the related records at their own address with a filter.';
  return problem('query.answer-too-large', `An answer may have ${most}. ${passed} ${instead}`, {
    parameter: path === '' ? 'perPage' : 'embed',
    limit: answerLimits[limit],
  });
}

/**
 * Runs a statement of a list or a record.
 * @throws Problem `query.answer-too-large` if the statement refuses its answer
 */
export async function limitedQuery(db: Queryable, statement: Statement): ReturnType<Queryable['query']> {
  try {
    return await db.query(statement);
  } catch (error) {
    const { code, message, detail = '' } = (error ?? {}) as { code?: string; message?: string; detail?: string };
    if (code !== refusedState) throw error;
    throw tooLarge(message === 'records' ? 'records' : 'bytes', detail);
  }
}
