import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { Connection, type ConnectionReports } from './connection.ts';
import type { DatabaseLimits } from './limits.ts';

/** Milliseconds more than the server has to cancel a statement. Then the connection is dropped, whatever the server says. */
const lateCancellation = 2_000;
/** Milliseconds that PostgreSQL waits for each of its processes that it ends. */
const endingTime = 2_000;

/** A statement without an answer. */
interface Unanswered {
  readonly connection: Connection;
  readonly since: number;
  readonly bytesReceived: number;
}

/**
 * Finds connections whose server has vanished: after the loss of power, of a node or of a firewall's state, nothing arrives any
 * more, and no error either. A fixed time limit for statements would be too long for most and too short for a list of a long
 * table. So the monitor asks the server over a new connection whether it still executes a statement that has had no answer for
 * some seconds. If it does not, or if it cannot be reached, that connection is dropped, and so is each one that has been silent
 * for as long: the same failure has cut them off. Their statements may wait on the server for locks of the first.
 */
export class ConnectionMonitor implements ConnectionReports {
  readonly #url: string;
  readonly #limits: DatabaseLimits;
  readonly #report: (lost: number) => void;
  readonly #connections = new Set<Connection>();
  /** Labels of dropped connections whose processes on the server may still hold locks. */
  readonly #abandoned = new Set<string>();
  readonly #timer: NodeJS.Timeout;
  #looking = false;

  /** @param report is told how many connections were dropped */
  constructor(url: string, limits: DatabaseLimits, report: (lost: number) => void = () => undefined) {
    this.#url = url;
    this.#limits = limits;
    this.#report = report;
    this.#timer = setInterval(() => void this.#look(), limits.interval).unref();
  }

  add(connection: Connection): void {
    this.#connections.add(connection);
    connection.once('end', () => this.#connections.delete(connection));
  }

  retireAll(): void {
    for (const connection of this.#connections) connection.retire();
  }

  /** Ends the processes of dropped connections on the server. A new connection does this before its first statement. */
  async endAbandoned(connection: pg.ClientBase): Promise<void> {
    const labels = [...this.#abandoned];
    if (labels.length === 0) return;
    try {
      await connection.query(
        `-- Ends the processes of dropped connections, and waits until their locks are free.
        select pg_terminate_backend(pid, $2) from pg_stat_activity where application_name = any($1)`,
        [labels, endingTime],
      );
    } catch (error) {
      // Without the right to end them, their locks are free after the limit for idle transactions.
      if (!(error instanceof pg.DatabaseError)) return;
    }
    for (const label of labels) this.#abandoned.delete(label);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    const before = performance.now() - this.#limits.unanswered;
    const unanswered = [...this.#connections].flatMap((connection): Unanswered[] => {
      const { unansweredSince: since, bytesReceived } = connection;
      return since !== null && since < before ? [{ connection, since, bytesReceived }] : [];
    });
    if (this.#looking || unanswered.length === 0) return;
    this.#looking = true;
    try {
      await this.#examine(unanswered, before);
    } finally {
      this.#looking = false;
    }
  }

  async #examine(unanswered: readonly Unanswered[], before: number): Promise<void> {
    const { open, grace, statement } = this.#limits;
    const probe = new Connection({ connectionString: this.#url, openMilliseconds: open });
    const timer = setTimeout(() => probe.drop('the database did not answer in time'), open + grace + endingTime);
    try {
      const executing = await this.#executing(probe, unanswered);
      // This process may have been stopped itself. Answers that wait in its sockets arrive now.
      await pause(grace);
      const overdue = performance.now() - statement - lateCancellation;
      const silent = unanswered.filter(
        ({ connection, since, bytesReceived }) =>
          connection.unansweredSince === since && connection.bytesReceived === bytesReceived,
      );
      if (silent.some(({ connection, since }) => since < overdue || !executing(connection))) {
        const idle = [...this.#connections].filter(({ unansweredSince }) => unansweredSince === null);
        const candidates = [...idle, ...silent.map(({ connection }) => connection)];
        await this.#drop(
          candidates.filter(({ lastAnswer }) => lastAnswer < before),
          probe,
        );
      }
    } finally {
      clearTimeout(timer);
      probe.drop('the question is answered');
    }
  }

  /** Returns a predicate: whether the server executes the statement of a connection, as far as it can be asked. */
  async #executing(probe: Connection, unanswered: readonly Unanswered[]): Promise<(one: Connection) => boolean> {
    try {
      await probe.connect();
      const labels = unanswered.map(({ connection }) => connection.label);
      const { rows }: pg.QueryResult<{ label: string }> = await probe.query(
        `-- Lists the connections whose statement is being executed, and this one.
        select application_name as label from pg_stat_activity
        where application_name = any($1) and coalesce(state, '') not like 'idle%'`,
        [[probe.label, ...labels]],
      );
      const active = new Set(rows.map(({ label }) => label));
      // A proxy may give connections other names. Then the time limit decides alone.
      return active.has(probe.label) ? ({ label }) => active.has(label) : () => true;
    } catch (error) {
      // A server that refuses the question is there. It may only have too many connections.
      return () => error instanceof pg.DatabaseError;
    }
  }

  /**
   * Drops connections. Before, it ends their processes on the server. A repeated transaction would otherwise wait for the locks
   * of the first.
   */
  async #drop(connections: readonly Connection[], probe: Connection): Promise<void> {
    for (const { label } of connections) this.#abandoned.add(label);
    if (probe.isOpen) await this.endAbandoned(probe);
    for (const connection of connections) connection.drop('the database did not answer');
    this.#report(connections.length);
  }
}
