/** The ETags of the records that the client returned. The garbage collector removes them together with their records. */
const etags = new WeakMap<object, string>();

/** Stores the ETag of a record. */
export function keepVersion(record: unknown, etag: string): void {
  if (typeof record === 'object' && record !== null) etags.set(record, etag);
}

/** Returns the ETag of a record that `get` returned, for `ifMatch`; undefined for copies and for records of lists. */
export function versionOf(record: object): string | undefined {
  return etags.get(record);
}
