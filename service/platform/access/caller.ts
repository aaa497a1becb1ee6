/** Who sent a request, as far as the service has to know to let it in. */
export interface Caller {
  readonly userId: number;
  /** The site they work at now (spec 5.3). */
  readonly siteId: number | null;
  readonly permissions: ReadonlySet<string>;
  /** The engine's own user: it alone may act on behalf of others. */
  readonly engine: boolean;
  /** Hash of the key or session token they came with. */
  readonly secretHash: Buffer;
}

/** Who calls a public address without saying who they are. */
export const anybody: Caller = {
  userId: 0,
  siteId: null,
  permissions: new Set(),
  engine: false,
  secretHash: Buffer.alloc(0),
};
