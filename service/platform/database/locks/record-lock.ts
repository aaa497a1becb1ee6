import type { RawBuilder } from 'kysely';
import type pg from 'pg';
import { Problem, UnknownRecord } from '../../problems/problems.ts';
import { recordName } from '../../problems/record-names.ts';
import { sqlState } from '../connection-failure.ts';
import type { Tx } from '../operation.ts';
import { assertSites } from '../site-limits.ts';
import type { LockQueues, Turn } from './lock-queues.ts';

/** The records that one statement locks. */
export interface LockedRecords {
  /** The resource, such as `salesorder`; or `stock`, with the ids of parts. */
  readonly record: string;
  readonly ids: readonly number[];
}

/** Thrown inside a transaction that has to give its connection back, because others hold the lock of a record. */
export class RecordLocked extends Error {
  readonly records: LockedRecords;
  constructor(records: LockedRecords) {
    super(`${sentenceName(records)} is locked`);
    this.records = records;
  }
}

/** The locks of a running transaction, and its way to wait for further ones. */
interface LockState {
  readonly queues: LockQueues;
  readonly turn: Turn | null;
  /** The names of the records that it has locked. */
  readonly held: Set<string>;
}

const states = new WeakMap<Tx, LockState>();

/** Notes how a transaction waits for locks. The code that begins the transaction calls this. */
export function trackLocks(tx: Tx, queues: LockQueues, turn: Turn | null): void {
  states.set(tx, { queues, turn, held: new Set() });
}

/**
 * Runs a statement that locks records, and returns its rows.
 * @throws RecordLocked if others hold the lock for long, or wait for it already. The transaction then starts again
 *   from the queue
 */
export async function lockedRows<Row>(tx: Tx, records: LockedRecords, statement: RawBuilder<Row>): Promise<Row[]> {
  const state = states.get(tx);
  const names = records.ids.map((id) => queueName(records.record, id));
  const waitedFor = names.findIndex((name) => state?.queues.isContended(name) && !state.held.has(name));
  const id = records.ids[waitedFor];
  if (!state?.turn && id !== undefined) throw new RecordLocked({ ...records, ids: [id] });
  try {
    const { rows } = await statement.execute(tx);
    for (const name of names) state?.held.add(name);
    await assertSites(tx, rows);
    return rows;
  } catch (error) {
    throw isLockTimeout(error) ? new RecordLocked(records) : error;
  }
}

/** Runs a statement that locks one record, and returns its row. @throws record.unknown; RecordLocked as `lockedRows` */
export async function lockedRow<Row>(tx: Tx, record: string, id: number, statement: RawBuilder<Row>): Promise<Row> {
  const [row] = await lockedRows(tx, { record, ids: [id] }, statement);
  if (row === undefined) throw new UnknownRecord(record, [id]);
  return row;
}

/** Returns whether a statement has waited for a lock as long as it may. */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === '55P03';
}

/**
 * Returns the records whose lock a transaction did not get; null for another error. PostgreSQL names the table only to the first
 * that waits for a row.
 */
export function lockedRecords(error: unknown): LockedRecords | null {
  if (error instanceof RecordLocked) return error.records;
  if (!isLockTimeout(error)) return null;
  const [, table] = /in relation "([a-z_]+)"/.exec((error as pg.DatabaseError).where ?? '') ?? [];
  return { record: table ?? 'record', ids: [] };
}

/** Returns the name of the queue for transactions that wait for a record. */
export const queueOf = ({ record, ids }: LockedRecords): string => queueName(record, ids[0] ?? 0);

const queueName = (record: string, id: number) => `${record}/${id}`;

/** Returns the refusal of a request that has waited for a record as long as it may. */
export function lockedProblem(records: LockedRecords, seconds: number): Problem {
  const { record, ids } = records;
  const sentence = `${sentenceName(records)} is locked: other requests have been changing it for ${seconds} seconds.`;
  const members = ids.length === 0 ? { record } : { record, ids };
  return new Problem('record.locked', `${sentence} Nothing was changed. Try again in a moment.`, members, {
    'retry-after': '1',
  });
}

/** The most ids in a sentence. */
const mostIds = 5;

function sentenceName({ record, ids }: LockedRecords): string {
  const shown = ids.slice(0, mostIds).join(', ') + (ids.length > mostIds ? ', …' : '');
  if (record === 'stock') return `The stock of part ${shown}`;
  const name = recordName(record.replace(/^account$/, 'user'));
  if (ids.length === 0)
    return name === 'record' ? 'A record that the request needs' : `A ${name} that the request needs`;
  const one = `${name} ${shown}`;
  return ids.length === 1 ? one.charAt(0).toUpperCase() + one.slice(1) : `One of ${name} ${shown}`;
}
