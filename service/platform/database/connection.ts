import { randomBytes } from 'node:crypto';
import { Socket } from 'node:net';
import pg from 'pg';
import { isReadOnlyServer, isStalePlan } from './connection-failure.ts';
import { containExceptions } from './reads/contained-socket.ts';
import { formOf } from './statement-form.ts';

/** Milliseconds without traffic after which TCP asks the other side whether it is still there. */
const keepAliveDelay = 10_000;
/** Milliseconds that a server has to close its side of a connection. */
const closingTime = 5_000;
/** What a statement that is held back answers. */
const nothing: pg.QueryResult = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] };

/** The reports of a connection to the monitor of its database. */
export interface ConnectionReports {
  /** A connection is open. */
  add(connection: Connection): void;
  /** The server is read only, so no connection to it is of use. */
  retireAll(): void;
}

export interface ConnectionConfig extends pg.ClientConfig {
  readonly reports?: ConnectionReports;
  /**
   * Whether statements get a name, and are sent before the answers of earlier ones. PostgreSQL parses and plans a named statement
   * once a connection, and operations repeat statements with the same text.
   */
  readonly named?: boolean;
  /** Is told each error of a statement. */
  readonly onError?: (error: unknown) => void;
  /** The limit for opening the connection, in milliseconds. */
  readonly openMilliseconds: number;
}

/**
 * A connection that knows how long its statement has had no answer, and that can be dropped. pg itself waits for an answer
 * without end. Its `query_timeout` rejects the query and leaves the connection stuck in the pool (node-postgres #2973, #3399).
 */
export class Connection extends pg.Client {
  /** `application_name` in `pg_stat_activity`. No other connection has it, so the server can be asked about this one. */
  readonly label: string;
  /** When the oldest statement without an answer was sent, by `performance.now()`. Null if there is none. */
  unansweredSince: number | null = null;
  /** When the server last had answered everything, by `performance.now()`. */
  lastAnswer = 0;
  /** Whether a request has the connection. The pool sets it. */
  inUse = false;
  /** Whether statements can be sent. pg would queue them without end on a connection that did not open. */
  isOpen = false;
  readonly #socket: Socket;
  readonly #reports: ConnectionReports | undefined;
  readonly #named: boolean;
  readonly #onError: ((error: unknown) => void) | undefined;
  #retired = false;
  /** Statements that go to the server with the next one, in their order. */
  #held: string[] = [];

  constructor(config: ConnectionConfig) {
    const socket = new Socket();
    const { connectionString, name } = withoutName(config.connectionString ?? '');
    const label = `${name}-${randomBytes(9).toString('hex')}`;
    super({
      ...config,
      connectionString,
      application_name: label,
      connectionTimeoutMillis: config.openMilliseconds,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveDelay,
      // Without this, pg would send a statement only after the answer to the one before it.
      pipeline: config.named ?? false,
      stream: () => socket,
    });
    containExceptions(this);
    this.label = label;
    this.#socket = socket;
    this.#reports = config.reports;
    this.#named = config.named ?? false;
    this.#onError = config.onError;
    // The caller of the statement gets the error. Without a listener the process would end.
    this.on('error', () => undefined);
    this.once('end', () => {
      this.isOpen = false;
    });
    this.once('connect', () => {
      this.isOpen = true;
      this.lastAnswer = performance.now();
      this.#reports?.add(this);
    });
    this.on('drain', () => {
      this.unansweredSince = null;
      this.lastAnswer = performance.now();
    });
  }

  /** The bytes that have arrived. A growing number is a sign of life during a long answer. */
  get bytesReceived(): number {
    return this.#socket.bytesRead;
  }

  get retired(): boolean {
    return this.#retired;
  }

  // biome-ignore lint/suspicious/noExplicitAny: an override cannot repeat the overloads of pg
  override query(...args: any[]): any {
    const [text, values] = args;
    // Kysely calls query(text, values); pg itself and the pool call with a config object or a callback.
    const form = this.#named && typeof text === 'string' && Array.isArray(values) ? formOf(text) : null;
    if (form === 'held') {
      this.#held.push(text);
      return Promise.resolve(nothing);
    }
    this.unansweredSince ??= performance.now();
    const send = () =>
      form && args.length === 2
        ? super.query({ text, values, name: form.name })
        : (super.query as (...a: unknown[]) => unknown)(...args);
    const result = this.#held.length === 0 ? send() : this.#sendHeld(send);
    return result instanceof Promise ? result.catch((error: unknown) => this.#failed(error, text, values)) : result;
  }

  /**
   * Sends the statements that were held back, and the next one, in one write. PostgreSQL wakes up once for all of them.
   * @throws the first error: where one of them fails, the transaction is aborted, and PostgreSQL refuses the next ones
   */
  #sendHeld(send: () => unknown): unknown {
    let first: unknown;
    this.#socket.cork();
    for (const text of this.#held.splice(0)) {
      super.query(text).catch((error: unknown) => {
        first ??= error;
      });
    }
    const result = send();
    this.#socket.uncork();
    if (!(result instanceof Promise)) return result;
    return result.catch((error: unknown) => {
      throw first ?? error;
    });
  }

  /** Closes the connection when no request uses it. */
  retire(): void {
    this.#retired = true;
    if (!this.inUse) this.drop('it is not of use any more');
  }

  /** Closes the connection at once, without a word to the server. Its statements fail with the reason. */
  drop(reason: string): void {
    this.#socket.destroy(new Error(`Connection terminated: ${reason}`));
  }

  // biome-ignore lint/suspicious/noExplicitAny: an override cannot repeat the overloads of pg
  override end(...args: any[]): any {
    // A server that has vanished never closes its side.
    const timer = setTimeout(() => this.#socket.destroy(), closingTime).unref();
    this.once('end', () => clearTimeout(timer));
    return (super.end as (...a: unknown[]) => unknown)(...args);
  }

  /**
   * Retires connections that a failure shows to be useless. A statement whose plan was stale runs again without its name, because
   * PostgreSQL has not executed it. In a transaction, which has failed by then, the owner repeats the whole transaction.
   * @throws the error of the statement
   */
  #failed(error: unknown, text: string, values: unknown[]): Promise<unknown> {
    this.#onError?.(error);
    if (isReadOnlyServer(error)) this.#reports?.retireAll();
    if (!isStalePlan(error)) throw error;
    this.retire();
    if (this.getTransactionStatus() !== 'I') throw error;
    this.unansweredSince ??= performance.now();
    return super.query(text, values);
  }
}

/** Returns an address without `application_name`, which would outrank the label, and that name. */
function withoutName(connectionString: string): { connectionString: string; name: string } {
  if (!connectionString.includes('application_name=')) return { connectionString, name: 'conveyor' };
  const url = new URL(connectionString);
  const name = url.searchParams.get('application_name') || 'conveyor';
  url.searchParams.delete('application_name');
  // PostgreSQL cuts names at 63 bytes.
  return { connectionString: url.href, name: name.slice(0, 40) };
}
