import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import { firstRow } from '../platform/database/rows.ts';

/** A point of the log: the last id that was given, and a transaction id that was given afterwards. */
interface Mark {
  readonly id: number;
  readonly transaction: bigint;
}

/**
 * Tracks the greatest settled id of the event log: no event with that id or a smaller one can appear any more.
 *
 * Ids are given before the commit. So event 7 can appear after event 8, and a reader that has seen 8 would never see 7. A mark
 * takes the last id that was given, and then a transaction id of its own. `recordEvent` takes the id of its transaction before the
 * ids of its events, so all transactions with events up to the mark have smaller ids. Once none of them is in progress, the mark
 * is settled. A snapshot does not have the next transaction id: it has the one after the last that has ended. A look costs three
 * short statements where the log has grown, else one, and nothing for each event.
 */
export class SettledEvents {
  readonly #database: Database;
  #marks: Mark[] = [];
  #marked = 0;
  #settled = 0;
  /** When the server started that gave the ids. */
  #server: string | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The greatest id that `look` has seen given. */
  get marked(): number {
    return this.#marked;
  }

  /** The server that gave the ids. After a failover, its successor may give the last ids again. */
  get server(): string | null {
    return this.#server;
  }

  /** Marks the end of the log. @returns the greatest settled id, which becomes smaller only if another server answers */
  async look(): Promise<number> {
    const { id, server } = await this.#lastId();
    if (server !== this.#server) {
      this.#server = server;
      this.#marks = [];
      this.#marked = 0;
      this.#settled = 0;
    }
    if (id > this.#marked) {
      this.#marked = id;
      this.#marks.push({ id, transaction: await this.#newTransaction() });
    }
    if (this.#marks.length === 0) return this.#settled;
    const oldest = await this.#oldestTransaction();
    const settled = this.#marks.filter(({ transaction }) => transaction <= oldest);
    this.#marks = this.#marks.filter((mark) => !settled.includes(mark));
    this.#settled = Math.max(this.#settled, ...settled.map((mark) => mark.id));
    return this.#settled;
  }

  /** Returns the last id that was given, also to transactions that are in progress. */
  async #lastId(): Promise<{ id: number; server: string }> {
    const last = sql<{ id: number; server: string }>`
      -- Reads the last id of the event log that was given, and the server that gave it.
      select case when is_called then last_value else 0 end as id, pg_postmaster_start_time()::text as server from event_log_id_seq`;
    return firstRow(await last.execute(this.#database.readPool));
  }

  /** Returns the id of a new transaction, which ends at once. */
  async #newTransaction(): Promise<bigint> {
    const own = sql<{ id: string }>`
      -- Takes a transaction id, after the last id of the event log was read.
      select pg_current_xact_id()::text as id`;
    return BigInt(firstRow(await own.execute(this.#database.readPool)).id);
  }

  /** Returns the oldest transaction id in progress, or a later one than all that have ended if none is. */
  async #oldestTransaction(): Promise<bigint> {
    const oldest = sql<{ id: string }>`
      -- Reads which transaction is the oldest in progress.
      select pg_snapshot_xmin(pg_current_snapshot())::text as id`;
    return BigInt(firstRow(await oldest.execute(this.#database.readPool)).id);
  }
}
