/**
 * The engine's own interface: the calls below `/engine/` are for the worker of the same release and for the command line. They are in no
 * description and in no public client, so they may change with each release.
 */

const prefix = '/engine';

export const isEnginePath = (path: string): boolean => path.startsWith(`${prefix}/`);

/** Returns an address as the address of its record: `/booking/{id}` for `/engine/booking/{id}`. */
export const withoutEngine = (path: string): string => (isEnginePath(path) ? path.slice(prefix.length) : path);

/** Calls that were below `/engine/` from the beginning. */
const unmoved = /^\/engine\/(steps|reconcile|restored)/;

/**
 * Returns the address that a call had in release 0.1; null for one that has not moved. Workers of that release call it while the service
 * is newer. It goes with release 0.3.
 */
export const formerPath = (path: string): string | null =>
  isEnginePath(path) && !unmoved.test(path) ? withoutEngine(path) : null;
