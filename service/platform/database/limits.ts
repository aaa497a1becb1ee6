/** The time limits of the connections to PostgreSQL, in milliseconds if not said otherwise. Tests use shorter ones. */
export interface DatabaseLimits {
  /** The limit for opening a connection. */
  readonly open: number;
  /** The longest wait of a request for a free connection. */
  readonly queue: number;
  /** The limit of a statement, after which the server cancels it. */
  readonly statement: number;
  /** The longest wait for locked records, after which the request is refused. */
  readonly lock: number;
  /** The part of it in which a transaction waits with its connection, before it joins the queue of the record. */
  readonly firstLock: number;
  /** The longest pause of a transaction between two statements, after which the server ends it and frees its locks. */
  readonly idleInTransaction: number;
  /** The time without an answer after which the monitor asks the server about a statement. */
  readonly unanswered: number;
  /** The pause between two looks of the monitor. */
  readonly interval: number;
  /** The time in which an answer that is under way still counts. */
  readonly grace: number;
  /** The time after the start of a transaction in which a lost connection starts it again. 0: never. */
  readonly repeat: number;
  /** The greatest age of a connection, in seconds. It ends connections to a server that has become a standby. */
  readonly ageSeconds: number;
}

/** A request has 60 s. A statement has less, so that its cancellation still reaches the caller. */
export const usualLimits: DatabaseLimits = {
  open: 5_000,
  queue: 20_000,
  statement: 55_000,
  // A person at a scanner waits no longer, and the engine and the client try again.
  lock: 5_000,
  // Usual transactions hold their locks for some milliseconds, and for tenths of a second on a busy machine.
  firstLock: 300,
  idleInTransaction: 20_000,
  unanswered: 3_000,
  interval: 1_000,
  grace: 500,
  repeat: 10_000,
  ageSeconds: 1_800,
};
