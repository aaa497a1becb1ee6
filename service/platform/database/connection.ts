import { createHash, randomBytes } from 'node:crypto';
import { Socket } from 'node:net';
import pg from 'pg';
import { isReadOnlyServer, isStalePlan } from './connection-failure.ts';
import { containExceptions } from './reads/contained-socket.ts';

/** Milliseconds without traffic after which TCP asks the other side whether it is still there. */
const keepAliveDelay = 10_000;
/** Milliseconds that a server has to close its side of a connection. */
const closingTime = 5_000;

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
   * Whether statements with values get a name. PostgreSQL parses and plans a named statement once a connection, and operations
   * repeat statements with the same text.
   */
  readonly named?: boolean;
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
  #retired = false;

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
      stream: () => socket,
    });
    containExceptions(this);
    this.label = label;
    this.#socket = socket;
    this.#reports = config.reports;
    this.#named = config.named ?? false;
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
    this.unansweredSince ??= performance.now();
    const [text, values] = args;
    // Kysely calls query(text, values); pg itself and the pool call with a config object or a callback.
    const named = this.#named && typeof text === 'string' && Array.isArray(values) && values.length > 0;
    const result =
      named && args.length === 2
        ? super.query({ text, values, name: nameOf(text) })
        : (super.query as (...a: unknown[]) => unknown)(...args);
    return result instanceof Promise ? result.catch((error: unknown) => this.#failed(error, text, values)) : result;
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

const names = new Map<string, string>();
const rememberedNames = 2_000;

function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('base64url');
    if (names.size >= rememberedNames) names.clear();
    names.set(text, name);
  }
  return name;
}
