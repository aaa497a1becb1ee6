/**
 * The engine's own interface: the calls below `/engine/` are for the worker of the same release and for the command line. They are in no
 * description and in no public client, so they may change with each release.
 */

const prefix = '/engine';

export const isEnginePath = (path: string): boolean => path.startsWith(`${prefix}/`);

/** Returns an address without the prefix of the engine, so that its first word is the record: `/booking/{id}` for `/engine/booking/{id}`. */
export const withoutEngine = (path: string): string => (isEnginePath(path) ? path.slice(prefix.length) : path);
