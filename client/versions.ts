/** ETags of the records that the client has given out, for as long as somebody holds them. */
const etags = new WeakMap<object, string>();

export function keepVersion(record: unknown, etag: string): void {
  if (typeof record === 'object' && record !== null) etags.set(record, etag);
}

/**
 * The version of a record as it was read, for `ifMatch`.
 * @returns undefined for what is no answer of a single record, or was changed or copied since
 */
export function versionOf(record: object): string | undefined {
  return etags.get(record);
}
