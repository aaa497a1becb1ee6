/** The sender of a request, with the facts that decide whether the service accepts it. */
export interface Caller {
  readonly userId: number;
  /** The current site of the user, or that of the session of the console. */
  readonly siteId: number | null;
  /** The sites where the user may act; null for all. */
  readonly siteIds: readonly number[] | null;
  readonly permissions: ReadonlySet<string>;
  /** True for the engine's user, the only one that may act on behalf of others. */
  readonly engine: boolean;
  /** True for a user of the type Standard: a person, and not a program. */
  readonly person: boolean;
  /** The hash of the API key or session token of the request. */
  readonly secretHash: Buffer;
  /** The session of the request; null for an API key, and on behalf of others. */
  readonly session: CallerSession | null;
}

/** The session of a request. */
export interface CallerSession {
  readonly id: number;
  /** True for a session of the console, whose token is in a cookie. */
  readonly cookie: boolean;
}

/** The caller of a public address, who needs no credentials. */
export const anybody: Caller = {
  userId: 0,
  siteId: null,
  siteIds: null,
  permissions: new Set(),
  engine: false,
  person: false,
  secretHash: Buffer.alloc(0),
  session: null,
};
