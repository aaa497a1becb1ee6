import type pg from 'pg';
import { firstRow } from '../rows.ts';

/** A position in the write-ahead log of a primary. */
export interface Position {
  /** The position (LSN) that covers every acknowledged transaction. */
  readonly lsn: string;
  /** When the primary started. It names the primary: positions of two primaries cannot be compared. */
  readonly primary: string;
}

interface Row extends Position {
  /** Whether the database has the row of this primary. */
  readonly marked: boolean;
}

/**
 * Reads the position up to which the primary has written. A replica that has replayed the log up to there has every
 * change that was acknowledged before the read, also by other services. Callers who ask at the same time share a
 * question.
 */
export class WrittenPosition {
  readonly #primary: pg.Pool;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<Position> | null = null;

  /** @param primary connections that only these reads use */
  constructor(primary: pg.Pool) {
    this.#primary = primary;
  }

  /**
   * Returns a position that was current after this call began. A question that is under way could have missed a transaction that
   * ended since, so the call waits for the next one.
   * @throws the error of the primary; 55000 if it is not a primary
   */
  now(): Promise<Position> {
    if (this.#next) return this.#next;
    const next = this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = null;
        return this.#ask();
      });
    this.#running = next;
    this.#next = next;
    return next;
  }

  async #ask(): Promise<Position> {
    const { lsn, primary, marked } = await this.#read();
    if (marked) return { lsn, primary };
    await this.#primary.query(
      `-- Writes that this primary makes the history of the database now. Replicas that follow it get the row.
      update installation set primary_started_at = pg_postmaster_start_time()
      where primary_started_at is distinct from pg_postmaster_start_time()`,
    );
    // The replica must have the row too, so the position is read again.
    return this.#read();
  }

  async #read(): Promise<Row> {
    return firstRow(
      await this.#primary.query<Row>(
        // With synchronous_commit = off, transactions are acknowledged before they are flushed.
        `-- Reads up to which position of its log the primary has written.
        select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end
          as lsn, pg_postmaster_start_time()::text as primary,
          coalesce(primary_started_at = pg_postmaster_start_time(), false) as marked
        from installation`,
      ),
    );
  }
}
